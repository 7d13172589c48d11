"""A whole game of every kind through the real window by mouse, and by keyboard only, at three sizes.

By keyboard the ordinary run plays one game of each family: with the same keys, a gamepad plays all of them
without a window (tests/game/table/test_by_keys.py). The long run plays all games in both ways.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from rules.catalog import GAMES, rules_from_values
from rules.records import verify
from tests.kit.long import LONG, one_of_each_family
from tests.kit.tiny import SEED, lay_out, player_of
from tests.kit.xscreen import Screen, needs_window

pytestmark = needs_window

HD, FULL_HD, UHD = (1280, 720), (1920, 1080), (3840, 2160)
SPREAD = ((HD, FULL_HD), (FULL_HD, HD), (FULL_HD, HD), (HD, FULL_HD), (FULL_HD, HD),
          (HD, FULL_HD), (UHD, HD), (FULL_HD, HD), (HD, UHD), (FULL_HD, HD))
"""The window sizes for mouse and keyboard, game by game: every game uses two sizes, both devices use all."""
ALL_SIZES = bool(os.environ.get("DOMINOTHEK_ALL_SIZES"))
BY_KEYBOARD = list(GAMES) if ALL_SIZES or LONG else one_of_each_family()


def matrix() -> list[Any]:
    """Return the games and the ways to play them, each at its size in SPREAD, or at all sizes."""
    return [pytest.param(game, way, size, id=f"{game}-{way}-{size[0]}x{size[1]}")
            for number, game in enumerate(GAMES)
            for way, usual in zip(("mouse", "keyboard"), SPREAD[number % len(SPREAD)], strict=True)
            if way == "mouse" or game in BY_KEYBOARD
            for size in ((HD, FULL_HD, UHD) if ALL_SIZES else (usual,))]


@pytest.mark.parametrize(("game", "way", "size"), matrix())
def test_a_whole_game_is_played(tmp_path, game, way, size):
    lay_out(tmp_path / "data", game)
    screen = Screen(tmp_path / "data", size)
    try:
        screen.open_watched(SEED, game)
        assert screen.geometry() == size, "it starts full screen"
        record = screen.play(player_of(game, way))
    finally:
        screen.close()
    assert record["game"] == game and record["result"]["winners"] is not None
    verify(record, rules_from_values)
    assert "Traceback" not in screen.complaints()
