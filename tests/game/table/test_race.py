"""The race: its clock and ranking without a screen, and the table of Presto with a simulated clock."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.boards.letters.letter_choice import LetterChoice
from game.screens.shelf.scene import Shelf
from game.table.curtain import Curtain
from game.table.race.model import Mark, Phase, Race
from game.table.race.scene import RaceScene
from game.table.seating import table_scene
from game.ui.dialogs import Dialog
from game.ui.flight import LIGHT_Z
from rules.catalog import rules_of
from rules.games.presto.bots import Build
from rules.kit.phrases import Phrase
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.late import LateThinker

HANDS = ["HAUTOR", "EISENA", "TORTEN", "ROSINE"]
WORDS = "HAUT TOR HAT RAT EIS"


# --- the model ---


def race_of(*humans: int) -> Race:
    race = Race(humans, [6, 6, 6, 6], 2)
    for seat in range(4):
        if seat not in humans:
            race.plan(seat, [Mark(seat * 1.0, 2), Mark(seat * 10.0, 6)], f"grid {seat}", seat * 10.0)
    return race


def test_the_clock_runs_only_while_the_race_does():
    race = race_of(0)
    race.advance(5000)
    assert race.elapsed == 0 and race.phase is Phase.READY
    race.go()
    race.advance(5000)
    race.pause()
    race.advance(5000)
    assert race.elapsed == 5 and race.phase is Phase.PAUSED
    race.resume()
    race.advance(1000)
    assert race.elapsed == 6


def test_it_stops_when_two_others_have_finished():
    race = race_of(0)
    race.go()
    assert race.stops_at() == 20.0
    assert not race.advance(19_000)
    assert race.advance(2_000)
    assert race.phase is Phase.OVER and race.elapsed == 20.0 and 0 not in race.claims


def test_the_order_is_by_finish_then_by_letters():
    race = race_of(0)
    race.go()
    race.note(5)
    race.advance(12_000)
    assert race.finished(1) and race.order()[0] == 1
    assert race.order()[1] == 0


def test_several_people_run_one_after_the_other_against_the_same_clock():
    race = race_of(0, 2)
    race.go()
    race.advance(4_000)
    race.note(6)
    race.finish("mine")
    assert race.phase is Phase.READY and race.runner == 2
    race.go()
    assert race.elapsed == 0 and race.laid(0) == 0
    race.advance(4_500)
    assert race.laid(0) == 6 and race.finished(0)
    assert race.stops_at() == 10.0


def test_bots_alone_race_until_two_have_finished():
    race = race_of()
    race.go()
    assert race.stops_at() == 10.0
    assert race.advance(10_000) and race.phase is Phase.OVER


def test_the_log_tells_the_newest_first():
    race = race_of(0)
    race.go()
    race.note(2, Phrase("presto.log_word", {"word": "AN"}))
    race.advance(1_000)
    race.note(4, Phrase("presto.log_word", {"word": "AUS"}))
    assert [phrase.values["word"] for _, _, phrase in race.log()] == ["AUS", "AN"]


# --- the table ---


@pytest.fixture
def desk(tmp_path: Any) -> Desk:
    return Desk(tmp_path, (1600, 900))


def sit(desk: Desk, humans: int = 1, **more: Any) -> RaceScene:
    """Open a race against bots with known plans."""
    seats = [Seat(f"P{i}") if i < humans else Seat(f"B{i}", "bot", "easy") for i in range(4)]
    session = Session(rules_of("presto"), seats, 7, level={"hands": HANDS, "words": WORDS} | more)
    scene: Any = table_scene(desk.app, session)
    assert isinstance(scene, RaceScene)
    scene.plan_bots = lambda: scene.board.refresh_start()  # type: ignore[method-assign]
    for seat in range(humans, 4):
        scene.race.plan(seat, [Mark(seat * 5.0, 3)], None, None)
    desk.app.push(scene)
    desk.run(50)
    return scene


def build(scene: RaceScene) -> None:
    """Build HAUT across and TOR down from its T: all six letters."""
    board = scene.board
    for mark, at in zip("HAUTOR", ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)), strict=True):
        board.laying.lay(next(tile for tile in board.pieces() if tile.mark == mark), at)


def test_letters_lie_face_down_until_los(desk):
    scene = sit(desk)
    assert scene.board.rack.hand() is None and scene.race.phase is Phase.READY
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.RUNNING and len(scene.board.rack.hand()) == 6


def test_a_race_of_bots_can_be_watched_to_its_end(desk):
    scene = sit(desk, humans=0)
    assert scene.status_now[0] == desk.say("presto.ready_bots")
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.RUNNING and not scene.my_turn
    desk.run(16_000)
    assert scene.race.phase is Phase.OVER and scene.session.outcome is not None


def test_a_bot_that_gets_stuck_is_seen_building_but_never_finishes(desk):
    desk.app.thinker = late = LateThinker()
    session = Session(rules_of("presto"), [Seat("P0"), Seat("B1", "bot", "easy")], 7,
                      level={"hands": HANDS[:2], "words": WORDS})
    scene = table_scene(desk.app, session)
    assert isinstance(scene, RaceScene)
    desk.app.push(scene)
    desk.run(50)
    word = {(0, 0): "E", (1, 0): "I", (2, 0): "S"}
    late.answer([(0.5, Build(word)), (1.0, Build(word, Phrase("log.presto.stuck", {"n": 3})))])
    desk.key(pygame.K_RETURN)
    desk.run(1200)
    assert scene.race.phase is Phase.RUNNING and scene.race.laid(1) == 3 and not scene.race.finished(1)


def test_done_is_accepted_only_for_a_sound_grid(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.RUNNING
    assert scene.status_now[0] == desk.say("refuse.presto.nothing")
    build(scene)
    desk.run(2000)
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.OVER
    finish = scene.session.rounds[0].plies[0].move
    assert finish.by == 0 and finish.grid == ("HAUT", "...O", "...R") and finish.seconds >= 2
    assert scene.state.scores == (4, 0, 0, 0)
    assert sum(sprite.z == LIGHT_Z for sprite in scene.stage.sprites) == 2, "a light along each word"


def test_letters_can_be_dragged_typed_and_taken_back(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    board = scene.board
    start = board.piece_rect(next(tile for tile in board.pieces() if tile.mark == "H")).center
    desk.drag(start, board.field.view.rect((0, 0)).center)
    assert board.laying.draft.letters == {(0, 0): "H"}
    desk.click(board.field.view.rect((1, 0)).center)
    desk.type_word("aut")
    assert "".join(board.laying.draft.letters[x, 0] for x in range(4)) == "HAUT"
    scene.undo()
    assert len(board.laying.draft) == 3
    board.clear_all()
    assert not board.laying.draft


def test_a_whole_word_can_be_dragged(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    build(scene)
    board = scene.board
    desk.press(board.field.view.rect((3, 1)).center, button=2)
    for square in ((3, 2), (4, 3)):
        desk.move(board.field.view.rect(square).center, held=True)
    desk.release(board.field.view.rect((4, 3)).center, button=2)
    assert board.laying.draft.letters[4, 2] == "T" and board.laying.draft.letters[4, 4] == "R"


def test_pausing_hides_the_letters_and_stops_the_clock(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    build(scene)
    desk.key(pygame.K_p, pygame.KMOD_CTRL, text="\x10")
    assert scene.race.phase is Phase.PAUSED and not scene.board.laying.sprites
    elapsed = scene.race.elapsed
    desk.run(500)
    assert scene.race.elapsed == elapsed
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.RUNNING and len(scene.board.laying.draft) == 6


def test_leaving_the_window_pauses(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    scene.pause(True)
    assert scene.race.phase is Phase.PAUSED


def test_two_people_run_one_after_the_other_behind_a_curtain(desk):
    scene = sit(desk, humans=2)
    desk.key(pygame.K_RETURN)
    build(scene)
    desk.key(pygame.K_RETURN)
    assert isinstance(desk.scene, Curtain) and scene.race.runner == 1
    desk.key(pygame.K_RETURN)
    assert desk.scene is scene and not scene.board.laying.draft and scene.race.phase is Phase.READY


def test_nothing_is_taken_back_in_a_race(desk):
    scene = sit(desk)
    assert not scene.may_undo


def test_the_bots_really_plan(desk):
    seats = [Seat("Ada"), *(Seat(f"B{i}", "bot", "hard") for i in range(3))]
    session = Session(rules_of("presto"), seats, 77)
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(200)
    assert scene.ready
    assert any(track.finish for track in scene.race.tracks.values())


def test_a_race_can_be_given_up_from_the_menu(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    desk.key(pygame.K_ESCAPE)
    desk.click_button(desk.say("presto.give_up"))
    assert scene.race.phase is Phase.OVER and scene.session.outcome.why == "nobody"


# --- the mat and the rack ---


def lay(scene: RaceScene, mark: str, square: tuple[int, int]) -> None:
    scene.board.laying.lay(next(tile for tile in scene.board.pieces() if tile.mark == mark), square)


def test_every_letter_stays_on_the_mat_however_the_crossword_grows(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    for y, mark in enumerate("HAUTOR"):
        lay(scene, mark, (5, y + 3))
    board = scene.board
    assert board.field.view.fits([(5, 2), (5, 9)])
    assert board.mat.contains(board.field.view.span([(5, 3), (5, 8)]))


def test_the_clock_runs_on_while_the_letter_of_a_jolly_is_asked_for(desk):
    scene = sit(desk, hands=["HUTR*", "EISEN", "TENOE", "ROINE"])
    desk.key(pygame.K_RETURN)
    lay(scene, "*", (0, 0))
    assert isinstance(desk.scene, LetterChoice) and scene.race.phase is Phase.RUNNING
    before = scene.race.elapsed
    desk.run(1000)
    assert scene.race.elapsed > before + 0.9
    desk.key(pygame.K_a, text="a")
    assert desk.scene is scene and scene.race.phase is Phase.RUNNING
    assert scene.board.laying.draft.letters == {(0, 0): "a"}
    assert scene.race.laid(0) == 1


def test_others_may_finish_while_the_letter_of_a_jolly_is_asked_for(desk):
    scene = sit(desk, hands=["HUTR*", "EISEN", "TENOE", "ROINE"])
    for seat in (1, 2):
        claim = scene.session.rules.finish(scene.state, seat, 1.0, {})
        scene.race.plan(seat, [Mark(1.0, 5)], claim, 1.0)
    desk.key(pygame.K_RETURN)
    lay(scene, "*", (0, 0))
    desk.run(1500)
    assert not any(isinstance(above, LetterChoice) for above in desk.app.scenes)
    assert scene.race.phase is Phase.OVER


def test_the_rack_says_what_is_still_wrong_when_all_letters_lie(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    build(scene)
    assert scene.board.buttons.to_go() == (desk.say("presto.all_laid"), desk.say("presto.call_done"))
    scene.board.laying.take_back((3, 2))
    lay(scene, "R", (9, 9))
    assert scene.board.buttons.to_go()[1] == desk.say("refuse.presto.apart", n=1)


def test_what_was_laid_is_not_in_the_rack_after_the_race(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    build(scene)
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.OVER and scene.board.rack.hand() == []


def test_the_undo_button_takes_back_the_last_change_of_the_mat(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    assert not scene.tools["undo"].enabled
    lay(scene, "H", (0, 0))
    assert scene.tools["undo"].enabled
    desk.click(scene.tools["undo"].rect.center)
    assert not scene.board.laying.draft


def test_a_click_on_a_word_tells_what_it_means_on_the_mat_and_after_the_race(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    build(scene)
    lying, corner = scene.board.field.view.rect((1, 0)).center, (3, 0)
    desk.click(lying)
    word, more = scene.status_now[:2]
    assert word == "HAUT" and more.startswith(desk.say("word.is_a.N"))
    desk.click(lying)
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.OVER
    for told in ("HAUT", "TOR"):
        scene.board.meaning.tell(scene.board.letters, corner, scene.session.rules.vocabulary(scene.state))
        assert scene.status_now[0] == told


# --- leaving ---


def test_going_back_from_a_running_race_asks(desk):
    scene = sit(desk)
    desk.key(pygame.K_RETURN)
    assert scene.race.phase is Phase.RUNNING
    desk.key(pygame.K_ESCAPE)
    desk.click_button(desk.say("menu.shelf"))
    assert isinstance(desk.scene, Dialog) and scene in desk.app.scenes, "it is asked"
    desk.click_button(desk.say("button.stay"))
    assert desk.scene is scene
    desk.key(pygame.K_ESCAPE)
    desk.click_button(desk.say("menu.shelf"))
    desk.click_button(desk.say("leave_race.leave"))
    assert isinstance(desk.scene, Shelf)


def test_a_race_that_has_not_begun_is_left_without_a_question(desk):
    sit(desk)
    desk.key(pygame.K_ESCAPE)
    desk.click_button(desk.say("menu.shelf"))
    assert isinstance(desk.scene, Shelf)
