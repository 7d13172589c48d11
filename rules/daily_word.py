"""The word of the day of the game that has one: its id, and the level that an id means."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from rules.catalog import GAMES
from rules.words.language import LANGUAGES

if TYPE_CHECKING:
    from rules.files.levels import Level

_ID = re.compile(r"([a-z]{2})_word-([0-9]{4}-[0-9]{2}-[0-9]{2})")
GAME = next(game for game in GAMES.values() if game.daily_word)
"""The game in which the word of the day is laid."""


def word_id(day: str, language: str) -> str:
    """Return the id of the word of a day (an ISO date) in a language; German if it has no words."""
    return f"{language if language in LANGUAGES else next(iter(LANGUAGES))}_word-{day}"


def word_of(level_id: str) -> Level | None:
    """Return the level of an id of a word of the day; None for any other id."""
    found = _ID.fullmatch(level_id)
    if found is None or found[1] not in LANGUAGES:
        return None
    module, _, name = GAME.daily_word.partition(":")
    level: Level = getattr(import_module(module), name)(level_id, found[2], found[1])
    return level
