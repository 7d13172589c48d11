"""The shipped games of the catalog: those with texts in every language."""

from __future__ import annotations

from functools import cache

from game.data import cache as data
from game.ui.text import LOCALE, languages
from rules.catalog import GAMES


@cache
def shipped_games() -> tuple[str, ...]:
    """Return the games with a title in every language; unshipped games may lack some."""
    titled = [{game for path in (LOCALE / language).glob("*.yaml")
               for game in (data.load(path) or {}).get("game", ())}
              for language in languages()]
    return tuple(game for game in GAMES if all(game in titles for titles in titled))
