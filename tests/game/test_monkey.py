"""The monkey, short: random events at every table, and no memory of games that are over."""

from __future__ import annotations

import pytest

from game.trials import memory, monkey
from rules.catalog import GAMES
from tests.rules.test_contract import PIECES

EVENTS = 1000
"""At every table; 100,000 by `main.py bench monkey`."""


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_monkey_does_at_a_table_nothing_breaks(tmp_path, monkeypatch, game):
    monkeypatch.setenv("PATH", "")  # it opens no file manager
    report = monkey.run(tmp_path, game, EVENTS, conserved=PIECES.get(game))
    assert not report.failures, report.failures[0]
    assert report.events >= EVENTS and report.looks > 5


def test_games_that_are_over_leave_nothing_behind(tmp_path):
    """The size of the process is measured over 200 games by `main.py bench monkey`."""
    report = memory.run(tmp_path, (len(GAMES),), frames=120)
    assert report.scenes == 0
