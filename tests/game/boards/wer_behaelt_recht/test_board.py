"""The board of Wer behält recht?: laying a letter, announcing a word, completing, premiums, leaving."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.boards.letters.letter_choice import LetterChoice
from game.boards.wer_behaelt_recht.open_word import MISSING_Z
from game.table.review.marks import MOVE_Z
from game.table.seating import table_scene
from game.ui.grammar import Who
from rules.catalog import engine_of, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

HANDS = ("HAUSTRN*", "AUSHEIN", "EIOSTNRH")
WORDS = "HAUS HAUT MAUS AUS RAUS RAUM HAUSEN"


@pytest.fixture
def desk(tmp_path: Any) -> Desk:
    return Desk(tmp_path, (1600, 900))


def sit(desk: Desk, moves: tuple[str, ...] = (), **more: Any) -> Any:
    """Open a table of Ada and two bots that do not move by themselves."""
    setup = {"hands": list(HANDS), "red": "AEIO", "black": "BCDFG", "starter": 0, "words": WORDS,
             "moves": list(moves)} | more
    seats = [Seat("Ada"), Seat("Bruno", "bot", "easy"), Seat("Cleo", "bot", "easy")]
    scene: Any = table_scene(desk.app, Session(rules_of("wer_behaelt_recht"), seats, 1, level=setup))
    desk.app.thinker = Quiet()
    desk.app.push(scene)
    desk.run(50)
    return scene


def drop(desk: Desk, scene: Any, mark: str, x: int, y: int) -> None:
    piece = next(tile for tile in scene.board.pieces() if tile.mark == mark)
    desk.drag(scene.board.piece_rect(piece).center, scene.board.field.view.rect((x, y)).center)


def told(scene: Any) -> list[str]:
    return [str(ply.move) for _, ply in scene.session.history()]


def test_a_letter_on_its_place_asks_for_a_word(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    announcement = scene.board.announcement
    assert announcement is not None and scene.session.moves == 0
    assert {move.word for move in announcement.choices} == set(WORDS.split())


def test_typing_narrows_the_words_and_enter_says_the_first(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    desk.type_word("ma")
    assert [move.word for move in scene.board.announcement.choices] == ["MAUS"]
    desk.key(pygame.K_RETURN)
    assert told(scene) == [], "Ada lacks letters of MAUS, so it is not chosen for her"
    desk.key(pygame.K_DOWN)
    desk.key(pygame.K_RETURN)
    assert told(scene) == ["begin > 0,0 A MAUS@1"]
    assert scene.board.announcement is None


def test_a_word_is_picked_with_the_mouse(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    offer = next(offer for offer in scene.board.announcement.offers if offer.label == "RAUM")
    desk.click(offer.rect.center)
    assert told(scene) == ["begin > 0,0 A RAUM@1"]


def test_where_the_word_will_stand_is_shown_before_it_is_said(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    before = len(scene.board.open_word.marks)
    desk.type_word("hausen")
    assert len(scene.board.open_word.marks) > before - 4
    assert scene.board.announcement.move.word == "HAUSEN"


def test_a_refusal_says_why(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    desk.type_word("hut")
    refusal = scene.board.announcement.refusal()
    assert refusal.key == "refuse.word_not_listed"
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 0 and scene.status_now[0] == desk.say(refusal)


def test_a_word_without_the_letters_lacks_them(desk):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1", "front H HAUS@0"), starter=1)
    drop(desk, scene, "T", 1, 0)
    desk.type_word("maus")
    assert scene.board.announcement.refusal().key == "refuse.wer.lacks_letter"


def test_without_offers_the_player_thinks_alone(desk):
    desk.app.settings.turn("word_offers", on=False)
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    assert scene.board.announcement.choices == []
    desk.type_word("haut")
    desk.key(pygame.K_RETURN)
    assert told(scene) == ["begin > 0,0 A HAUT@1"]


def test_rude_words_are_offered_only_to_those_who_want_them_but_may_be_said(desk):
    for decent in (True, False):
        desk.app.settings.turn("decent_offers", on=decent)
        scene = sit(desk, words="HAUS ASSI")
        drop(desk, scene, "A", 0, 0)
        assert {move.word for move in scene.board.announcement.choices} == (
            {"HAUS"} if decent else {"HAUS", "ASSI"})
        desk.type_word("assi")
        desk.key(pygame.K_RETURN)
        assert told(scene) == ["begin > 0,0 A ASSI@0"]


def test_escape_takes_the_letter_back(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    desk.key(pygame.K_ESCAPE)
    assert scene.board.announcement is None and desk.scene is scene
    assert len(scene.board.pieces()) == 8


def test_a_key_without_a_letter_goes_on_to_the_table_while_a_word_is_asked_for(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    for key, unicode, taken in ((pygame.K_F1, "", False), (pygame.K_m, "m", True), (pygame.K_UP, "", True)):
        event = pygame.Event(pygame.KEYDOWN, key=key, unicode=unicode, mod=0)
        assert scene.board.announcement.key(event) is taken


def test_picking_another_letter_takes_the_laid_one_back(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    desk.click(scene.board.piece_rect(scene.board.pieces()[-1]).center)
    assert scene.board.announcement is None and scene.hand.holding and len(scene.board.pieces()) == 8


def test_a_jolly_asks_for_its_letter_first(desk):
    scene = sit(desk)
    drop(desk, scene, "*", 0, 0)
    assert isinstance(desk.scene, LetterChoice)
    desk.key(pygame.K_a, text="a")
    assert scene.board.announcement.letter == "a"


def test_letters_go_only_before_or_behind_the_fragment(desk):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1", "front H HAUS@0"), starter=1)
    piece = scene.board.pieces()[0]
    assert [target.place.square for target in scene.board.targets(piece, 0)] == [(-2, 0), (1, 0)]


def test_the_author_completes_with_one_button(desk):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1", "back U HAUS@1", "front H HAUS@0"))
    assert scene.state.must_complete
    assert scene.board.buttons.large.label == desk.say("wer.complete")
    desk.key(pygame.K_RETURN)
    assert told(scene) == ["complete"]


def test_the_strip_tells_the_open_word_its_author_and_what_is_missing(desk, written):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1",))
    parts = [text for text, _ in scene.board.open_word.strip_parts(scene.state)]
    assert set(parts[:3]) <= set(written)
    assert parts[0] == "HAUS" and parts[1] == desk.say("wer.said_by", name=Who(("Ada",), you=True))
    assert parts[2] == desk.say("wer.missing", letters="H U S")


def test_the_keyboard_alone_lays_and_says(desk):
    scene = sit(desk)
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_UP)
    desk.key(pygame.K_RETURN)
    assert scene.board.announcement is not None
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 1


def test_a_place_that_earns_a_premium_says_so_beforehand(desk):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1", "back U HAUS@1", "front H HAUS@0", "complete"))
    board = scene.board
    piece = next(tile for tile in board.pieces() if tile.mark == "R")
    told = {target.place.square: board.preview(piece, target) for target in board.targets(piece, 0)}
    assert told[(0, 1)] == [(desk.say("wer.earns"), False), (desk.say("wer.earns_premium"), True)]
    assert told[(2, 1)] == []


def test_while_a_word_is_asked_for_the_turn_line_asks_for_it(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    assert scene.status_now[0] == desk.say("wer.say_word")


def test_the_strip_speaks_to_the_author(desk):
    scene = sit(desk, moves=("begin > 0,0 A HAUS@1", "back U HAUS@1", "front H HAUS@0"))
    parts = [text for text, _ in scene.board.open_word.strip_parts(scene.state)]
    assert desk.say("wer.said_by", name=Who(("Ada",), you=True)) in parts and desk.say(
        "wer.completes_now", name=Who(("Ada",), you=True)) in parts


def test_words_the_hand_completes_come_first_and_the_others_say_what_is_missing(desk):
    scene = sit(desk)
    drop(desk, scene, "A", 0, 0)
    announcement = scene.board.announcement
    lacks = [announcement.lacks(move) for move in announcement.choices]
    assert lacks == sorted(lacks, key=bool) and announcement.move is not None
    assert announcement.lacks(announcement.move) == ""
    by_word = {move.word: announcement.lacks(move) for move in announcement.choices}
    assert by_word["MAUS"] == "M" and by_word["HAUS"] == ""
    notes = {offer.label: offer.note for offer in announcement.offers}
    assert notes.get("MAUS", desk.say("wer.lacks", letters="M")) == desk.say("wer.lacks", letters="M")


def test_a_typed_letter_begins_a_word_at_the_place_that_is_shown(desk):
    scene = sit(desk)
    spot = scene.board.first_letter.spot()
    assert spot is not None
    desk.type_word("h")
    announcement = scene.board.announcement
    assert announcement is not None and announcement.spot == spot and announcement.letter == "H"
    desk.type_word("aus")
    desk.key(pygame.K_RETURN)
    assert told(scene) == ["begin > 0,0 H HAUS@0"]


def test_a_hint_does_not_buy_while_a_word_can_be_completed():
    rules = rules_of("wer_behaelt_recht")
    setup = {"hands": list(HANDS), "red": "AEIO", "black": "BCDFG", "starter": 0, "words": WORDS}
    state = rules.new_game(3, 1, setup)
    for key in range(5):
        assert "buy" not in rules.write_move(engine_of(rules).hint(state, 0, str(key), lambda: False).move)


def test_with_empty_stocks_the_turn_line_offers_no_letters(desk: Desk) -> None:
    moves = ("begin > 0,0 A HAUS@1", "front H HAUS@0")
    for red, key in (("E", "wer.grow_more"), ("", "wer.grow_or_pass")):
        assert sit(desk, moves, starter=1, red=red, black="").board.idle_line()[1] == desk.say(key)


def test_missing_letters_let_nothing_shine_through_and_lie_below_what_a_review_shows(desk):
    faint = sit(desk).board.field.faint("A", 60, 110)
    assert faint.get_at(faint.get_rect().center).a == 255
    assert MISSING_Z < MOVE_Z
