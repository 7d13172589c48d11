"""Whole games through the real window with the keyboard alone, at three sizes; changes of the window during a drag."""

from __future__ import annotations

import json
import time

import pytest

from game.look import Look
from game.tables.turm_domino import geometry
from rules.catalog import GAMES, rules_from_values
from rules.records import verify
from tests.keyboard import play_through
from tests.xscreen import Screen, needs_window

pytestmark = needs_window

HD, FULL_HD, UHD = (1280, 720), (1920, 1080), (3840, 2160)
SIZES = {"turm_domino": UHD, "tripple_domino": HD, "tripple_solitaire": FULL_HD, "trio_domino": HD, "kwinty": FULL_HD,
         "turris": HD}
"""Spread over the games: every size is played, and none takes the time of all."""


def prepared(folder, game, size, target=None):
    folder.mkdir()
    (folder / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n')
    (folder / "choices").mkdir()
    seats = [{"name": "Ada", "kind": "human", "level": "easy"}, {"name": "Bruno", "kind": "bot", "level": "easy"}]
    (folder / "choices" / f"{game}.json").write_text(json.dumps(
        {"variant": "classic", "seats": seats[:1] if GAMES[game].solitaire else seats, "target": target}))
    return Screen(folder, size)


@pytest.mark.parametrize("game", SIZES)
def test_a_whole_game_is_played_with_the_keyboard_alone(tmp_path, game):
    screen = prepared(tmp_path / "real", game, SIZES[game], target=20)
    try:
        screen.open(game)
        record = play_through(screen, tmp_path, game)
        assert screen.geometry() == SIZES[game]
    finally:
        screen.close()
    verify(record, rules_from_values)
    assert "Traceback" not in screen.program.stderr.read()


@pytest.fixture
def window(tmp_path):
    screen = prepared(tmp_path / "real", "turm_domino", FULL_HD)
    screen.open("turm_domino")
    yield screen
    screen.close()


def lift(screen):
    """Take the lowest domino of the first column and hold it over the table."""
    size = screen.geometry()
    look = Look(size)
    board = look.m.region("board")
    board.h = size[1] - look.px(24) - board.top
    record = screen._until(screen.save, "a deal on the table")
    rows = len(record["rounds"][0]["setup"]["columns"][0])
    x, y = geometry(board, 5, 5, max(5, rows), look.k).column_spot(0, rows - 1)
    screen.xdotool("mousemove", "--window", screen.window, str(x + 20), str(y + 20), "mousedown", "1")
    for step in range(1, 5):
        screen.xdotool("mousemove_relative", "--", "0", str(-10 * step))
        time.sleep(0.05)


def legal_key(screen):
    from rules.records import replay

    session = replay(screen.save(), rules_from_values)
    move = next(iter(session.rules.legal_moves(session.state)))
    return str(move.column + 1), str(move.tower + 1)


def test_full_screen_and_back_in_the_middle_of_a_drag_loses_nothing(window):
    lift(window)
    window.key("F11")
    window._until(lambda: window.geometry() != FULL_HD, "a window", 20)
    window.xdotool("mouseup", "1")
    lift(window)
    window.key("F11")
    window._until(lambda: window.geometry() == FULL_HD, "full screen", 20)
    window.xdotool("mousemove_relative", "--", "40", "0", "mouseup", "1")
    time.sleep(0.3)
    assert window.moves() == [], "the piece went back to its place"
    window.key(*legal_key(window))
    window.wait_for_moves(1)
    assert window.program.poll() is None


def test_another_size_in_the_middle_of_a_drag_loses_nothing(window):
    window.key("F11")
    window._until(lambda: window.geometry() != FULL_HD, "a window", 20)
    for width, height in ((1100, 700), (1500, 800)):
        lift(window)
        window.xdotool("windowsize", window.window, str(width), str(height))
        window._until(lambda wanted=(width, height): window.geometry() == wanted, "another size", 20)
        window.xdotool("mousemove_relative", "--", "30", "10", "mouseup", "1")
        time.sleep(0.3)
    assert window.moves() == []
    window.xdotool("windowfocus", "--sync", window.window)
    window.key(*legal_key(window))
    window.wait_for_moves(1)
    assert window.program.poll() is None
