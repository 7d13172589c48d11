"""Find the level files of a game, without reading them; `levels` reads and checks them.

Shipped files are levels/<game>/*.yaml, those with words of another language than the first of a game in
levels/<game>/<language>, where ids begin with the language: `en_101`.
"""

from __future__ import annotations

from pathlib import Path

from rules.catalog import rules_class
from rules.home import HOME

SHIPPED = HOME / "levels"


def language_of(game: str, level_id: str) -> str:
    """Return the language of the words of a level; empty for games without words."""
    languages, language = rules_class(game).word_languages, level_id.partition("_")[0]
    return language if language in languages else next(iter(languages), "")


def level_files(game: str, language: str | None = None, folder: Path = SHIPPED) -> list[Path]:
    """Return the level files of a game, of one language of its words or of all."""
    languages = list(rules_class(game).word_languages) or [""]
    return [path for code in languages if language in (None, code)
            for path in sorted((folder / game / (code if code != languages[0] else "")).glob("*.yaml"))]
