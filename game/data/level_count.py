"""The number of levels of a game, for screens that show it without checking the levels."""

from __future__ import annotations

from game.data import cache
from rules.home import HOME


def level_count(game: str) -> int:
    """Count the levels in the level files of a game without validating them."""
    total = 0
    for path in sorted((HOME / "levels" / game).glob("*.yaml")):
        content = cache.load(path)
        if isinstance(content, dict) and isinstance(content.get("levels"), list):
            total += len(content["levels"])
    return total
