"""A game played on from a solution or a replay never counts; its result is kept out of the books."""

from __future__ import annotations

import json

import pygame
import pytest

from game import routes
from game.data.history import History
from game.data.played import read_played
from game.screens.result.sheet import record_sheet
from game.screens.result.solitaire import record_result, settle_saves
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.tiny import SOLITAIRE


@pytest.fixture
def solved(english_desk: Desk) -> TableScene:
    """A solitaire, all but its last move played on from the solution that was shown."""
    first = english_desk.table(SOLITAIRE)
    english_desk.key(pygame.K_ESCAPE)
    english_desk.click_button(english_desk.say("menu.solution"))
    shown = english_desk.scene
    shown.go(shown.last - 1)
    assert shown.play_on_button.tip == english_desk.say("uncounted.play_on")
    shown.play_on()
    assert first.session.uncounted is None, "looking at a solution is a hint"
    table: TableScene = english_desk.scene
    return table


def test_a_deal_played_on_from_its_solution_does_not_count(english_desk, solved):
    assert solved.session.uncounted == "solution"
    solved.session.play(next(iter(solved.session.rules.legal_moves(solved.state))))
    assert record_result(solved).won
    app = english_desk.app
    assert app.history.summary(SOLITAIRE).played == 0
    assert not app.history.people.all() or not app.history.people.earned(app.history.people.all()[0].id)
    record = json.loads(solved.path.read_text(encoding="utf-8"))
    assert solved.path.parent == app.store.records and "booked" not in record
    assert not read_played(solved.path).counts
    assert History(app.store.folder).summary(SOLITAIRE).played == 0, "a new index does not count it either"


def test_it_does_not_count_either_if_the_program_ended_before_the_result(english_desk, solved):
    solved.session.play(next(iter(solved.session.rules.legal_moves(solved.state))))
    settle_saves(english_desk.app)
    assert english_desk.app.history.summary(SOLITAIRE).played == 0
    assert len(english_desk.store.finished()) == 1, "its record can be replayed"


def test_the_result_screen_says_why_it_does_not_count(english_desk, solved, written):
    solved.play(next(iter(solved.session.rules.legal_moves(solved.state))))
    english_desk.run(3000)
    assert english_desk.scene is not solved
    assert english_desk.say("uncounted.why.solution") in written
    assert english_desk.say("fact.streak") not in written[written.index(english_desk.say("result.figures")):]


def test_the_same_deal_again_after_its_solution_begins_with_a_hint(english_desk):
    table = english_desk.table(SOLITAIRE)
    english_desk.key(pygame.K_ESCAPE)
    english_desk.click_button(english_desk.say("menu.solution"))
    english_desk.key(pygame.K_ESCAPE)
    assert english_desk.scene is table
    table.restart()
    assert english_desk.scene.session.tally["hints"] == 1 and english_desk.scene.is_counted


def test_a_replay_is_played_on_with_the_deals_of_its_rounds(english_desk):
    session = Session(rules_of("trio_domino"), [Seat("Ada"), Seat("Bea")], 3)
    while session.game_outcome is None and len(session.rounds) < 3:
        if session.outcome is not None:
            session.next_round()
        session.play(next(iter(session.rules.legal_moves(session.state))))
    english_desk.app.open(routes.Replay(session, at=session.moves - 1))
    english_desk.scene.play_on()
    table = next(scene for scene in english_desk.app.scenes if isinstance(scene, TableScene))
    assert [round_.setup for round_ in table.session.rounds] == [round_.setup for round_ in session.rounds]
    assert table.session.uncounted == "replay" and not table.is_counted
    record_sheet(table)
    assert english_desk.app.history.summary("trio_domino").played == 0


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_number_of_the_move_has_room_beside_the_controls(tmp_path, language):
    desk = Desk(tmp_path, (1024, 640))
    desk.app.settings.language, desk.app.settings.text_size = language, 150
    desk.app.refresh()
    session = Session(rules_of(SOLITAIRE), [Seat("Ada")], 4711)
    while session.outcome is None:
        session.play(next(iter(session.rules.legal_moves(session.state))))
    desk.app.open(routes.Replay(session, None, 0))
    shown, board = desk.scene, desk.app.look.m.region("board")
    text = desk.say("replay.position", at=shown.last, total=shown.last)
    left = min(control.rect.left for control in shown.controls.values())
    assert left - board.left >= desk.app.look.width(text, "button")
    assert shown.play_on_button.rect.right <= board.right
    desk.app.close()
