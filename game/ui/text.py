"""The texts for players: text keys translated into the chosen language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from game.data import cache as data
from rules.kit.phrases import Phrase

LOCALE = Path(__file__).resolve().parent.parent / "locale"
FALLBACK = "en"
ONE: Mapping[str, tuple[int, ...]] = {"fr": (0, 1)}
"""The numbers that take the form `one`, for languages where that is not only 1."""


def languages() -> list[str]:
    """Return the codes of all languages."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def system_language() -> str:
    """Return the language of the system if it is supported, else English."""
    known = languages()
    for wish in _wishes():
        code = wish.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in known:
            return code
    return FALLBACK


def _wishes() -> list[str]:
    asked = os.environ.get("DOMINOTHEK_LANG")
    if asked:
        return [asked]
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        if os.environ.get(name):
            return os.environ[name].split(":")
    try:
        from pygame.system import get_pref_locales  # noqa: PLC0415 - commands run without pygame

        return [entry["language"] for entry in get_pref_locales()]
    except Exception:
        return []


class Texts:
    """All texts of one language."""

    def __init__(self, language: str):
        self.language = language if (LOCALE / language).is_dir() else FALLBACK
        paths = sorted((LOCALE / self.language).glob("*.yaml"))
        self.tree: dict[str, Any] = data.cached(f"texts-{self.language}", paths, lambda: _together(paths))

    def has(self, key: str) -> bool:
        return self.find(key) is not None

    @cached_property
    def _english(self) -> Texts:
        return Texts(FALLBACK)

    def find(self, key: str) -> Any:
        """Return the entry of a key, from English if this language lacks it."""
        found = self._own(key)
        return self._english._own(key) if found is None and self.language != FALLBACK else found

    def _own(self, key: str) -> Any:
        node: Any = self.tree
        for part in key.split("."):
            if not isinstance(node, Mapping) or part not in node:
                return None
            node = node[part]
        return node

    def __call__(self, what: str | Phrase, **values: Any) -> str:
        """Translate a key or a Phrase. If the entry has plural forms, `n` selects one."""
        if isinstance(what, Phrase):
            values = dict(what.values) | values
            what = what.key
        found = self.find(what)
        if isinstance(found, Mapping):
            found = found.get("one" if values.get("n") in ONE.get(self.language, (1,)) else "other")
        if not isinstance(found, str):
            return what
        return found.format_map({name: self._word(value) for name, value in values.items()})

    def _word(self, value: Any) -> Any:
        if isinstance(value, Phrase):
            return self(value)
        return {True: self("value.true"), False: self("value.false")}[value] if isinstance(value,
                                                                                           bool) else value

    def lines(self, key: str) -> list[Any]:
        """Return an entry that is a list: the blocks of a rules page, the steps of a lesson."""
        found = self.find(key)
        return list(found) if isinstance(found, list) else []

    def told(self, told: str | Mapping[str, str], otherwise: str = "") -> str:
        """Return a text from a player's file, which has one for all languages or one for each."""
        if isinstance(told, str):
            return told or otherwise
        return told.get(self.language) or told.get(FALLBACK) or next(iter(told.values()), otherwise)

    def number(self, value: int) -> str:
        """Return a number with a minus sign as wide as a plus sign."""
        return str(value).replace("-", "\u2212")

    def gain(self, points: int) -> str:
        """Return points won or lost, with their sign."""
        return self.number(points) if points < 0 else f"+{points}"

    def clock(self, seconds: float) -> str:
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _together(paths: list[Path]) -> dict[str, Any]:
    """Return the texts of all files of a language as one tree."""
    tree: dict[str, Any] = {}
    for path in paths:
        _merge(tree, data.parse(path) or {})
    return tree


def _merge(tree: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Merge the texts of another file; convert all keys to strings, even those that look like numbers."""
    for key, value in more.items():
        if isinstance(value, Mapping):
            _merge(tree.setdefault(str(key), {}), value)
        else:
            tree[str(key)] = value
