"""The real window under Xvfb with a real mouse: one whole game, a crash during play, full screen and back."""

from __future__ import annotations

import json

import pygame
import pytest

from game.boards.turm_domino.board import geometry
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
        if number % 3 == 0:
            screen.click(column(move.column))
            screen.click(tower(move.tower))
        elif number % 3 == 1:
            screen.drag(column(move.column), tower(move.tower))
        else:
            screen.key(str(move.column + 1), str(move.tower + 1))
        state = rules.apply(state, move).state
        if number < len(line):
            screen.wait_for_moves(number)
    finished = screen.wait_for_record()
    assert finished["result"] == {"scores": [25], "winners": [0]}
    verify(finished, rules_from_values)


def test_f11_goes_to_a_window_and_back_to_full_screen(screen):
    screen.open()
    assert screen.geometry() == screen.size
    screen.key("F11")
    screen.until(lambda: screen.geometry() != screen.size, "a window")
    screen.key("F11")
    screen.until(lambda: screen.geometry() == screen.size, "full screen")


def test_leaving_asks_and_ends_with_exit_code_0(screen):
    screen.open()
    screen.key("Escape", "Return")
    assert screen.program.wait(60) == 0
    assert "Traceback" not in screen.complaints()


def test_a_record_opens_in_the_replay(screen, tmp_path):
    rules = rules_of("turm_domino")
    from rules.records import dumps, to_record
    from rules.session import Seat, Session

    session = Session(rules, [Seat("Ada")], 5)
    for move in Solver(rules).line(session.state):
        session.play(move)
    path = tmp_path / "game.json"
    path.write_text(dumps(to_record(session)), encoding="utf-8")
    screen.open("replay", str(path))
    screen.key("Right", "Right", "End", "Home", "Escape", "Escape", "Return")
    assert screen.program.wait(60) == 0
    assert json.loads(path.read_text(encoding="utf-8"))["result"]["winners"] == [0]
