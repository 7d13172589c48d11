"""Bots and hints at the table with a thinker that answers late: stale answers are never used."""

from __future__ import annotations

import pygame
import pytest

from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.engine import Choice
from rules.kit.phrases import Phrase
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.late import LateThinker

CHOOSE = "bot_move"


@pytest.fixture
def late(desk: Desk) -> LateThinker:
    late = LateThinker()
    desk.app.thinker = late  # type: ignore[assignment]
    return late


@pytest.fixture
def table(desk: Desk, late: LateThinker) -> TableScene:
    """A table after the first move of a human, waiting for the bot's answer."""
    session = Session(rules_of("kwinty"), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1,
                      level={"starter": 0, "moves": ["H 0,0", "H 2,0"]})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    table.play(first_move(table))
    desk.run(1500)
    assert late.asked[-1].function == CHOOSE and table.session.moves == 1
    return table


def first_move(table: TableScene):
    return next(iter(table.session.rules.legal_moves(table.state)))


def choice(table: TableScene) -> Choice:
    """Return a possible answer of a bot: a move that is legal now and was legal in the previous position."""
    rules, start = table.session.rules, table.session.rounds[-1].start
    move = next(move for move in rules.legal_moves(table.state) if rules.why_illegal(start, move) is None)
    return Choice(move, Phrase("hint.look"))


def test_an_answer_in_time_is_played_after_a_pause(desk, late, table):
    late.answer(choice(table))
    assert table.session.moves == 1
    desk.run(2000)
    assert table.session.moves == 2


def test_an_answer_to_a_position_that_was_taken_back_is_not_played(desk, late, table):
    stale = choice(table)
    desk.key(pygame.K_u)
    assert table.session.moves == 0
    late.answer(stale)
    desk.run(2000)
    assert table.session.moves == 0 and table.my_turn


def test_an_answer_is_not_played_if_the_position_changes_during_the_pause(desk, late, table):
    late.answer(choice(table))
    table.session.undo()
    desk.run(2000)
    assert table.session.moves == 0


def test_an_answer_that_comes_while_the_menu_is_open_is_not_played_behind_it(desk, late, table):
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is not table
    late.answer(choice(table))
    desk.run(2000)
    assert table.session.moves == 1
    desk.key(pygame.K_ESCAPE)
    desk.run(2000)
    assert desk.scene is table and table.session.moves == 1
    assert [question.function for question in late.asked] == [CHOOSE, CHOOSE]


def test_a_hint_for_an_older_position_is_not_shown(desk, late, table):
    late.answer(choice(table))
    desk.run(2000)
    desk.key(pygame.K_h)
    assert late.asked[-1].function == "hint"
    desk.key(pygame.K_u)
    late.answer(choice(table))
    assert table.advice.found is None and table.session.tally["hints"] == 0
