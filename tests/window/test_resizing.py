"""Resizing the real window under Xvfb during a drag: nothing is lost, and the game goes on."""

from __future__ import annotations

import pytest

from tests.kit.tiny import SEED, SOLITAIRE, lay_out, player_of
from tests.kit.xscreen import Screen, needs_window

pytestmark = needs_window

FULL_HD = (1920, 1080)
PLAYER = player_of(SOLITAIRE, "mouse")
SIZE = "tests.kit.players.window:size"


@pytest.fixture
def window(tmp_path):
    lay_out(tmp_path / "data", SOLITAIRE)
    screen = Screen(tmp_path / "data", FULL_HD)
    try:
        screen.open_watched(SEED, SOLITAIRE)
        yield screen
    finally:
        screen.close()
    assert "Traceback" not in screen.complaints()


def lift(screen):
    """Hold a piece over the board."""
    idle = screen.ask(PLAYER)
    (_, start, _), = idle["acts"]
    screen.lift(start, (start[0], start[1] - 100))
    held = screen.ask(PLAYER, idle["mark"])
    assert "drag" in held["mark"], "the piece is in the hand"


def let_go(screen, dx, dy):
    """Release the button elsewhere and assert that the piece is back at its place."""
    screen.xdotool("mousemove_relative", "--", str(dx), str(dy), "mouseup", "1")
    assert "drag" not in screen.ask(PLAYER)["mark"]
    assert screen.moves() == []


def wait_for_size(screen, fits):
    """Wait until X and the program agree on a size."""
    screen.until(lambda: fits(screen.geometry()) and screen.ask(SIZE)["mark"] == [*screen.geometry()],
                 "the size")


def lay(screen):
    """Lay a piece by dragging."""
    screen.do(screen.ask(PLAYER)["acts"])
    screen.wait_for_moves(1)


def test_full_screen_and_back_in_the_middle_of_a_drag_loses_nothing(window):
    lift(window)
    window.key("F11")
    wait_for_size(window, lambda size: size != FULL_HD)
    let_go(window, 0, 0)
    lift(window)
    window.key("F11")
    wait_for_size(window, lambda size: size == FULL_HD)
    let_go(window, 40, 0)
    lay(window)


def test_another_size_in_the_middle_of_a_drag_loses_nothing(window):
    window.key("F11")
    wait_for_size(window, lambda size: size != FULL_HD)
    for wanted in ((1100, 700), (1500, 800)):
        lift(window)
        window.xdotool("windowsize", window.window, *map(str, wanted))
        wait_for_size(window, lambda size, wanted=wanted: size == wanted)
        let_go(window, 30, 10)
    window.xdotool("windowfocus", "--sync", window.window)
    lay(window)
