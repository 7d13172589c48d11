"""The analysis after a game: opened from the result and from a record; bars, losing move, playing on."""

from __future__ import annotations

import pygame
import pytest

from game import routes
from game.screens.result.sheet import Sheet
from game.table.review.analysis import Analysis
from game.table.review.replay import Replay
from game.table.scene import TableScene
from game.thinking import Failed
from rules.catalog import GAMES, engine_class, rules_class, rules_of
from rules.session import Seat, Session
from rules.worker import answer
from tests.kit.desk import Desk

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "easy")]

# Ada has three in a column; Bruno does not defend, and she adds an upright block on top.
LOST = ["V 0,0", "V 1,0", "H 0,2", "V 2,0", "V 0,3"]


ANSWERS: dict[str, object] = {}


@pytest.fixture(autouse=True)
def thought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer what another test has asked before from memory: most of them analyse the same game."""

    def remembered(question, arguments, stop):
        rules, *rest = arguments
        asked = repr((question, rules.game, rules.values, rest))
        if asked not in ANSWERS:
            ANSWERS[asked] = answer(question, arguments, stop)
        return ANSWERS[asked]

    monkeypatch.setattr("rules.worker.answer", remembered)


def finished_kwinty(games: int = 1) -> Session:
    """Return a game that Bruno lost with his last block."""
    values = dict(rules_of("kwinty").values)
    session = Session(rules_class("kwinty")(values | {"match": {"games": games}}), SEATS, 1,
                      level={"starter": 0})
    for text in LOST:
        session.play(session.rules.read_move(text))
    assert session.outcome is not None and session.outcome.why == "five"
    return session


def open_analysis(desk, session=None, **values) -> Analysis:
    scene = Analysis(desk.app, session or finished_kwinty(), **values)
    desk.app.push(scene)
    desk.run(50)
    return scene


def test_the_games_with_a_balance_offer_it():
    assert [game for game in GAMES if engine_class(game).can_analyse] == ["kwinty", "turris"]


def test_it_is_reached_from_the_result(desk):
    session = finished_kwinty()
    last = session.undo().move
    table = TableScene(desk.app, session)
    desk.app.push(table)
    table.play(last)
    desk.run(3000)
    assert isinstance(desk.scene, Sheet)
    desk.click_button(desk.say("analysis.open"))
    desk.run(50)
    assert isinstance(desk.scene, Analysis) and desk.scene.at == len(LOST)
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
    assert isinstance(desk.scene, Analysis) and desk.scene.at == 1


def test_a_replay_of_a_game_without_a_balance_offers_none(desk):
    session = Session(rules_of("turm_domino"), [Seat("Ada")], 4711)
    replay = Replay(desk.app, session)
    desk.app.push(replay)
    assert "statistics" not in replay.controls
    desk.key(pygame.K_F2)
    assert desk.scene is replay


def test_every_position_gets_its_bar_and_the_losing_move_is_named(desk):
    scene = open_analysis(desk)
    assert len(scene.found.balances) == len(LOST) + 1 and scene.found.done
    assert scene.balance_at(len(LOST)) == 1.0
    point = scene.found.point
    assert point is not None and point.index == 3 and point.better is not None
    words = " ".join(text for _, text, _ in scene.card.verdict())
    assert desk.say("analysis.lost") in words and "Bruno" in words and desk.say(point.better.reason) in words


def test_the_losing_move_is_shown_with_the_better_one(desk):
    scene = open_analysis(desk)
    desk.key(pygame.K_l)
    assert scene.at == 3
    assert [pointer.kind for pointer in scene.board.pointers] == ["wrong", "better"]
    desk.key(pygame.K_RIGHT)
    desk.run(1500)
    assert [pointer.kind for pointer in scene.board.pointers] == ["made"] and scene.at == 4
    assert desk.say("analysis.this_lost") in [text for _, text, _ in scene.card.here()]


def test_the_keys_step_and_find_the_marked_moves(desk):
    scene = open_analysis(desk)
    desk.key(pygame.K_HOME)
    assert scene.at == 0
    desk.key(pygame.K_PAGEDOWN)
    assert scene.at == scene.mistakes()[0]
    desk.key(pygame.K_END)
    assert scene.at == len(LOST)
    desk.key(pygame.K_PAGEUP)
    assert scene.at == scene.mistakes()[-1]


def test_the_mouse_goes_along_the_bars(desk):
    scene = open_analysis(desk)
    desk.click(scene.strip.column(2).center)
    assert scene.at == 2
    desk.press(scene.strip.column(1).center)
    desk.move(scene.strip.column(4).center, held=True)
    desk.release(scene.strip.column(4).center)
    assert scene.at == 4


def test_play_on_goes_on_from_the_shown_position(desk):
    scene = open_analysis(desk)
    desk.key(pygame.K_l)
    desk.click(scene.card.play_on.rect.center)
    assert type(desk.scene) is TableScene
    played = [ply.move for _, ply in desk.scene.session.history()][:3]
    assert played == [ply.move for ply in scene.round.plies[:3]]
    assert scene.session.moves == len(LOST), "the game that was analysed stays as it was"


def test_a_finished_position_cannot_be_played_on(desk):
    scene = open_analysis(desk)
    assert scene.at == scene.last and not scene.card.play_on.enabled
    desk.key(pygame.K_LEFT)
    assert scene.card.play_on.enabled


def test_it_grows_while_one_watches_and_goes_on_after_an_interruption(desk):
    waiting = []

    class Slow:
        busy = True

        def start(self): ...
        def ask(self, function, arguments, then):
            waiting[:] = [(function, arguments, then)]
        def cancel(self):
            waiting.clear()
        def poll(self): ...
        def stop(self): ...

    desk.app.thinker = Slow()
    scene = open_analysis(desk)
    for known in range(3):
        assert len(scene.found.balances) == known and waiting[0][0] == "balance"
        assert desk.say("analysis.progress", done=known, total=6) in [
            text for _, text, _ in scene.card.verdict()]
        waiting[0][2]([0.1])
    desk.key(pygame.K_F1)
    assert desk.scene is not scene and not waiting
    desk.key(pygame.K_ESCAPE)
    assert waiting and len(scene.found.balances) == 3
    waiting[0][2](Failed("gone"))
    assert [text for _, text, _ in scene.card.verdict()] == [desk.say("analysis.failed")]


def test_the_games_of_a_match_are_looked_at_one_by_one(desk):
    session = finished_kwinty(games=2)
    session.next_round()
    assert session.state.player == 1, "the loser begins"
    for text in ("V 0,0", "V 1,0", "H 0,2", "V 2,0", "V 0,3"):
        session.play(session.rules.read_move(text))
    assert session.game_outcome is not None
    scene = open_analysis(desk, session)
    assert (scene.number, scene.first, scene.at) == (1, 5, 10)
    desk.key(pygame.K_COMMA)
    assert (scene.number, scene.first, scene.at) == (0, 0, 5) and scene.found.done
    desk.key(pygame.K_PERIOD)
    desk.key(pygame.K_HOME)
    assert scene.at == 5 and not scene.state.wall.laid
    desk.click(scene.card.play_on.rect.center)
    assert len(desk.scene.session.rounds) == 2
    assert desk.scene.session.rounds[1].setup == session.rounds[1].setup


def test_each_game_of_a_match_shows_its_own_moves_and_the_way_to_the_others(desk):
    session = finished_kwinty(games=2)
    session.next_round()
    for text in LOST:
        session.play(session.rules.read_move(text))
    scene = open_analysis(desk, session)
    desk.key(pygame.K_LEFT)
    assert [ply for _, ply in scene.shown_history()] == session.rounds[1].plies[:4]
    assert [button.enabled for button in scene.card.rounds] == [True, False]
    desk.key(pygame.K_COMMA)
    assert [ply for _, ply in scene.shown_history()] == session.rounds[0].plies
    assert [button.enabled for button in scene.card.rounds] == [False, True]


def test_a_game_that_no_single_move_lost_was_lost_bit_by_bit(desk):
    scene = open_analysis(desk)
    scene.found.point = None
    assert [text for _, text, _ in scene.card.verdict()] == [desk.say("analysis.bit_by_bit")]


def test_until_it_is_done_the_verdict_tells_how_far_it_is(desk):
    scene = open_analysis(desk)
    scene.found.done = False
    assert [text for _, text, _ in scene.card.verdict()] == [desk.say("analysis.searching")]
    scene.found.balances.pop()
    told = desk.say("analysis.progress", done=len(LOST), total=len(LOST) + 1)
    assert [text for _, text, _ in scene.card.verdict()] == [told]


def test_the_tower_can_be_turned_and_keeps_pointing(desk):
    rules = rules_of("turris", "compact")
    session = Session(rules, SEATS, 2)
    while session.outcome is None:
        session.play(next(iter(rules.legal_moves(session.state))))
    scene = open_analysis(desk, session, at=6)
    yaw = scene.board.tower.yaw
    desk.key(pygame.K_e)
    desk.run(600)
    assert scene.board.tower.yaw != yaw and scene.board.pointers and scene.at == 6
    assert scene.found.done and len(scene.found.balances) == session.moves + 1


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080)])
def test_everything_lies_inside_the_window(tmp_path, size):
    desk = Desk(tmp_path, size)
    scene = open_analysis(desk)
    window = pygame.Rect(0, 0, *size)
    for widget in scene.widgets:
        assert window.contains(widget.rect), (type(widget).__name__, widget.rect)
    assert not scene.strip.rect.colliderect(scene.card.rect)
    desk.app.close()
