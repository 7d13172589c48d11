"""Why a game is played: a plain deal, the deal of the day, a level, or practice."""

from __future__ import annotations

from dataclasses import dataclass

from rules.files.levels import Level


@dataclass
class Occasion:
    """The reason a game is played: a plain deal, the deal of a day, a level, a lesson."""

    daily: str | None = None
    """The date of a daily deal."""
    level: Level | None = None
    counts: bool = True
    """Whether it is saved and enters the statistics."""
