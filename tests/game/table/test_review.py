"""The review after a game: opened from the result and from a record; bars, better moves, playing on."""

from __future__ import annotations

import pygame
import pytest

from game import routes
from game.boards.measures.shots import played
from game.screens.result.sheet import Sheet
from game.table.review.marks import LABEL_Z, RING_Z
from game.table.review.replay import Replay
from game.table.review.scene import Review
from game.table.scene import TableScene
from game.thinking import Failed
from rules.catalog import GAMES, engine_of, rules_class, rules_of
from rules.engine import Choice, Remark, Verdict
from rules.kit.phrases import Phrase
from rules.session import Seat, Session
from tests.kit.desk import Desk

SEATS = [Seat("Ada", "bot", "easy"), Seat("Bruno")]

# Ada has three in a column; Bruno does not defend, and she adds an upright block on top.
LOST = ["V 0,0", "V 1,0", "H 0,2", "V 2,0", "V 0,3"]


def finished_kwinty(games: int = 1) -> Session:
    """Return a game that Bruno lost with his last block."""
    values = dict(rules_of("kwinty").values)
    session = Session(rules_class("kwinty")(values | {"match": {"games": games}}), SEATS, 1,
                      level={"starter": 0})
    for text in LOST:
        session.play(session.rules.read_move(text))
    assert session.outcome is not None and session.outcome.why == "five"
    return session


def open_review(desk, session=None, **values) -> Review:
    scene = Review(desk.app, session or finished_kwinty(), **values)
    desk.app.push(scene)
    desk.run(50)
    return scene


def said(scene) -> list[str]:
    return [text for _, text, _ in scene.card.paragraphs()]


def test_it_is_reached_from_the_result(desk):
    session = finished_kwinty()
    last = session.undo().move
    table = TableScene(desk.app, session)
    desk.app.push(table)
    table.play(last)
    desk.run(3000)
    assert isinstance(desk.scene, Sheet)
    desk.click_button(desk.say("review.open"))
    desk.run(50)
    assert isinstance(desk.scene, Review) and desk.scene.at == 1, "the first move of the person"
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Sheet)


def test_it_is_reached_from_a_finished_record(desk):
    path = desk.store.finish(finished_kwinty(), desk.store.saves / "20260101-000000-kwinty.json")
    desk.app.open(routes.Record(path))
    desk.run(50)
    assert isinstance(desk.scene, Replay)
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_F2)
    desk.run(50)
    assert isinstance(desk.scene, Review) and desk.scene.at == 1


def test_a_game_that_is_not_over_has_no_review(desk):
    session = Session(rules_of("turm_domino"), [Seat("Ada")], 4711)
    replay = Replay(desk.app, session)
    desk.app.push(replay)
    assert "statistics" not in replay.controls
    desk.key(pygame.K_F2)
    assert desk.scene is replay


def test_every_move_of_the_person_gets_its_verdict_and_no_other(desk):
    scene = open_review(desk)
    assert scene.seat == 1 and sorted(scene.found.verdicts) == [(0, 1), (0, 3)] and scene.found.done(0)
    assert scene.found.loss(0, 3) > 0.2 and scene.found.is_red(0, 3) and 3 in scene.found.costly(0)


def test_the_costly_move_is_shown_with_the_better_one_and_its_reason(desk):
    scene = open_review(desk)
    assert scene.card.next.enabled
    while scene.at != 3:
        desk.key(pygame.K_l)
    assert [pointer.kind for pointer in scene.board.pointers] == ["wrong", "better"]
    words = " ".join(said(scene))
    assert desk.say("review.better") in words and desk.say(scene.verdict.best.reason) in words
    assert all(text[0].isupper() for role, text, _ in scene.card.paragraphs() if role == "name")
    desk.key(pygame.K_RIGHT)
    desk.run(1500)
    assert scene.at == 4 and not scene.board.pointers, "the last move is not the person's"


def test_the_keys_step_and_find_the_costly_moves(desk):
    scene = open_review(desk)
    desk.key(pygame.K_HOME)
    assert scene.at == 0
    desk.key(pygame.K_PAGEDOWN)
    assert scene.index == scene.found.costly(0)[0]
    desk.key(pygame.K_END)
    assert scene.at == len(LOST)
    desk.key(pygame.K_PAGEUP)
    assert scene.index == scene.found.costly(0)[-1]


def test_the_mouse_goes_along_the_columns(desk):
    scene = open_review(desk)
    desk.click(scene.strip.column(2).center)
    assert scene.at == 2
    desk.press(scene.strip.column(1).center)
    desk.move(scene.strip.column(4).center, held=True)
    desk.release(scene.strip.column(4).center)
    assert scene.at == 4


def test_play_on_goes_on_from_the_shown_position(desk):
    scene = open_review(desk)
    scene.go_to(3)
    desk.click(scene.card.play_on.rect.center)
    assert type(desk.scene) is TableScene
    played = [ply.move for _, ply in desk.scene.session.history()][:3]
    assert played == [ply.move for ply in scene.round.plies[:3]]
    assert scene.session.moves == len(LOST), "the game that was reviewed stays as it was"
    assert desk.scene.session.uncounted == "replay" and scene.session.uncounted is None


def test_a_finished_position_cannot_be_played_on(desk):
    scene = open_review(desk)
    desk.key(pygame.K_END)
    assert not scene.card.play_on.enabled and said(scene)[0] == desk.say("review.end")
    desk.key(pygame.K_LEFT)
    assert scene.card.play_on.enabled


class Slow:
    """A thinker that answers when the test wants it."""

    busy = True

    def __init__(self):
        self.waiting = []

    def start(self): ...
    def ask(self, function, arguments, then):
        self.waiting = [(function, arguments, then)]
    def cancel(self):
        self.waiting = []
    def poll(self): ...
    def stop(self): ...


def verdict(value: float, best: float, move: object) -> Verdict:
    return Verdict(value, Choice(move, Phrase("review.no_word"), best))


def test_it_grows_while_one_watches_and_can_be_left_at_any_time(desk):
    desk.app.thinker = slow = Slow()
    scene = open_review(desk)
    move = scene.round.plies[1].move
    assert slow.waiting[0][0] == "review" and said(scene) == [desk.say("review.not_yet")]
    slow.waiting[0][2](verdict(0.5, 0.5, move))
    assert scene.found.progress(0) == (1, 2) and said(scene)[1] == desk.say("review.nothing_better")
    desk.key(pygame.K_F1)
    assert desk.scene is not scene and not slow.waiting
    desk.key(pygame.K_ESCAPE)
    assert slow.waiting and scene.found.progress(0) == (1, 2)
    slow.waiting[0][2](Failed("gone"))
    assert said(scene) == [desk.say("review.failed")]


def test_a_remark_about_the_round_shows_its_line(desk):
    desk.app.thinker = slow = Slow()
    scene = open_review(desk)
    for _ in range(2):
        slow.waiting[0][2](verdict(0.5, 0.5, scene.round.plies[1].move))
    assert slow.waiting[0][0] == "remark" and not scene.card.line.enabled
    line = (scene.round.plies[0].move,)
    slow.waiting[0][2](Remark(Phrase("review.turm_domino.lost", {"number": 1, "n": 1}), line, 0))
    assert scene.card.line.enabled and scene.found.done(0)
    desk.click(scene.card.line.rect.center)
    assert type(desk.scene) is Replay and desk.scene.session.moves == 1


def test_the_rounds_of_a_game_are_looked_at_one_by_one(desk):
    session = finished_kwinty(games=2)
    session.next_round()
    for text in LOST:
        session.play(session.rules.read_move(text))
    scene = open_review(desk, session)
    assert (scene.number, scene.first) == (1, 5)
    assert [button.enabled for button in scene.card.steps] == [True, True]
    desk.key(pygame.K_COMMA)
    assert (scene.number, scene.first) == (0, 0) and scene.found.done(0)
    assert [ply for _, ply in scene.shown_history()] == session.rounds[0].plies[:scene.index]
    desk.key(pygame.K_PERIOD)
    desk.key(pygame.K_HOME)
    assert scene.at == 5 and not scene.state.wall.laid


def test_several_people_see_the_game_from_their_own_seats(desk):
    """The hands of the others stay hidden: the viewer is the seat whose moves are shown."""
    game = next(game for game in GAMES if GAMES[game].hidden_hands)
    rules = rules_of(game)
    session = Session(rules, [Seat("Ada"), Seat("Bruno")], 3)
    engine = engine_of(rules)
    while session.outcome is None:
        session.play(engine.bot_move("easy", session.state, session.state.player, "x", lambda: False).move)
    desk.app.thinker = Slow()
    scene = open_review(desk, session)
    assert scene.viewer == scene.seat == 0
    scene.show_seat(1)
    assert scene.viewer == scene.seat == 1 and scene.round.plies[scene.index].by == 1
    desk.app.settings.name = "Bruno"
    assert open_review(desk, session).seat == 1, "who opens it sees the own moves, not those of the host"


def test_the_tower_can_be_turned_and_keeps_pointing(desk):
    rules = rules_of("turris", "compact")
    session = Session(rules, SEATS, 2)
    while session.outcome is None:
        session.play(next(iter(rules.legal_moves(session.state))))
    desk.app.thinker = Slow()
    turns = [index for index, ply in enumerate(session.rounds[0].plies) if ply.by == 1]
    scene = open_review(desk, session, at=turns[2])
    assert scene.board_area().bottom <= scene.strip.rect.top, "although the board has no rack"
    yaw = scene.board.tower.yaw
    desk.key(pygame.K_e)
    desk.run(600)
    assert scene.board.tower.yaw != yaw and scene.board.pointers and scene.at == turns[2]


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080)])
def test_everything_lies_inside_the_window(tmp_path, size):
    desk = Desk(tmp_path, size)
    desk.app.thinker = Slow()
    scene = open_review(desk)
    assert scene.can_be_puzzle and "star" in scene.strip.controls
    assert not scene.card.next.enabled, "no costly move is known yet"
    window = pygame.Rect(0, 0, *size)
    for widget in scene.widgets:
        assert window.contains(widget.rect), (type(widget).__name__, widget.rect)
    assert not scene.strip.rect.colliderect(scene.card.rect)
    assert scene.board_area().bottom <= min(scene.strip.rect.top, scene.look.m.region("board").bottom)
    desk.app.close()


def test_the_labels_of_moves_cover_neither_each_other_nor_the_moves(desk):
    scene = open_review(desk, played("trio_domino", 2000, 5, ("easy", "medium")))
    scene.next_costly()
    desk.run(50)
    marks = [sprite.rect for sprite in scene.stage.sprites if sprite.z == LABEL_Z]
    rings = [sprite.rect.inflate(-2 * scene.px(30), -2 * scene.px(30)) for sprite in scene.stage.sprites
             if sprite.z == RING_Z]
    assert len(marks) == len(rings) == 2
    assert not marks[0].colliderect(marks[1])
    assert all(mark.collidelist(rings) < 0 for mark in marks)


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
def test_the_wall_stands_above_the_strip_with_the_numbers_of_its_columns(tmp_path, size):
    desk = Desk(tmp_path, size)
    scene = open_review(desk)
    wall = scene.board.wall
    assert wall.ground_y + scene.px(40) <= scene.strip.rect.top
    desk.app.close()
