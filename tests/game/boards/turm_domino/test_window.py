"""A whole game in the real window under Xvfb with a real mouse, and a crash in the middle of it."""

from __future__ import annotations

import time

import pygame
import pytest

from game.boards.turm_domino.geometry import geometry
from game.ui.look import Look
from rules.catalog import rules_from_values, rules_of
from rules.games.turm_domino.solver import Solver
from rules.records import verify
from tests.kit.xscreen import Screen, needs_window

pytestmark = needs_window


@pytest.fixture
def screen(tmp_path):
    screen = Screen(tmp_path)
    (tmp_path / "settings.yaml").write_text('speed: "fast"\nseen_tutorials: "turm_domino"\nname: "Ada"\n')
    yield screen
    screen.close()


def spots(size, state):
    """Return functions for the positions of a column's domino and of a tower on a screen of `size`."""
    look = Look(size)
    board = look.m.region("board")
    board.h = size[1] - look.px(24) - board.top
    rows = max(map(len, state.columns))
    g = geometry(board, len(state.columns), len(state.towers), max(rows, 5), look.k)

    def column(number):
        x, y = g.column_spot(number, len(state.columns[number]) - 1)
        return x + g.long // 2, y + g.short // 2

    def tower(number):
        return pygame.Rect(g.tower_rect(number, len(state.towers[number]))).center

    return column, tower


TRIES, LATE = 4, 5.0


def moved(screen, number: int) -> bool:
    """Return whether so many moves are in the save after a moment."""
    end = time.monotonic() + LATE
    while time.monotonic() < end:
        if len(screen.moves()) >= number:
            return True
        time.sleep(0.02)
    return False


def test_a_whole_game_is_won_with_the_mouse_and_survives_a_kill_in_the_middle(screen):
    rules = rules_of("turm_domino")
    screen.open("turm_domino")
    assert screen.geometry() == screen.size, "it starts full screen"
    record = screen.until(screen.save, "a deal on the table")
    state = rules.start(record["rounds"][0]["setup"], 1)
    line = Solver(rules).line(state)
    for number, move in enumerate(line, 1):
        if number == 9:
            screen.kill()
            screen.open("turm_domino")
            assert len(screen.moves()) == 8
        column, tower = spots(screen.size, state)
        for _ in range(TRIES):  # a window that has just opened may miss the first press of the mouse
            if number % 3 == 0:
                screen.click(column(move.column))
                screen.click(tower(move.tower))
            elif number % 3 == 1:
                screen.drag(column(move.column), tower(move.tower))
            else:
                screen.key(str(move.column + 1), str(move.tower + 1))
            if number == len(line) or moved(screen, number):
                break
        state = rules.apply(state, move).state
        if number < len(line):
            screen.wait_for_moves(number)
    finished = screen.wait_for_record()
    assert finished["result"] == {"scores": [25], "winners": [0]}
    verify(finished, rules_from_values)
