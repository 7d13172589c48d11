"""The number of levels of a game, for screens that show it without checking the levels."""

from __future__ import annotations

from collections.abc import Collection

from game.data import cache
from rules.files.level_files import level_files


def level_count(game: str, languages: Collection[str]) -> int:
    """Count the levels of a game with words of these languages without validating them."""
    total = 0
    for path in (path for language in languages for path in level_files(game, language)):
        content = cache.load(path)
        if isinstance(content, dict) and isinstance(content.get("levels"), list):
            total += len(content["levels"])
    return total
