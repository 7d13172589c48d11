"""Samples of the ordinary test run, and the larger ones of the long run (DOMINOTHEK_LONG=1)."""

from __future__ import annotations

import os

from rules.catalog import GAMES

LONG = bool(os.environ.get("DOMINOTHEK_LONG"))


def sample(ordinary: int, long: int) -> int:
    """Return the size of a sample: of the ordinary run, or of the long one."""
    return long if LONG else ordinary


def one_of_each_family() -> list[str]:
    """Return the first game of every family."""
    return list({game.family: game.id for game in reversed(GAMES.values())}.values())
