"""The texts for players: text keys translated into the chosen language.

An entry is a text or a mapping of forms. `select` names the value that chooses the form; without it `n` does:

    left: {one: "{n} tile left", other: "{n} tiles left"}
    won: {select: name, you: You win!, one: "{name} wins!", other: "{name} share the victory!"}
    empty: {select: stock, red: The red stock is empty., black: The black stock is empty.}

A number chooses its own form ("1"), else the plural form of the language. Players (`Who`) choose you, one,
other or nobody, a phrase the last part of its key, a truth value "true" or "false". A form may be a mapping
again, and `other` replaces every missing form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from game.data import cache as data
from game.ui.grammar import MINUS, Who, grammar_of
from rules.kit.phrases import Phrase

LOCALE = Path(__file__).resolve().parent.parent / "locale"
FALLBACK = "en"
SIGNS = f"+-{MINUS}"
"""Before the digits of a number that is a text already."""
GAP = "\u2026"
"""Shown for a value that is missing."""


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


_TOPIC = re.compile(r"^[\w-]+(?=:)", re.MULTILINE)
"""The first part of a key, where a text file begins to list what belongs to it."""


class _Tree(Mapping[str, Any]):
    """The texts of a language by topic, the first part of their keys; each file is read when it is needed."""

    def __init__(self, language: str):
        self._folder = LOCALE / language
        paths = sorted(self._folder.glob("*.yaml"))
        self._files: dict[str, list[str]] = data.cached(f"texts-{language}", paths, lambda: _topics(paths))
        self._documents: dict[str, dict[str, Any]] = {}
        self._topics: dict[str, dict[str, Any]] = {}

    def __getitem__(self, topic: str) -> dict[str, Any]:
        if topic not in self._topics:
            merged: dict[str, Any] = {}
            for name in self._files[topic]:
                if name not in self._documents:
                    self._documents[name] = data.load(self._folder / name)
                _merge(merged, self._documents[name][topic])
            self._topics[topic] = merged
        return self._topics[topic]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class Texts:
    """All texts of one language."""

    def __init__(self, language: str):
        self.language = language if language in languages() else FALLBACK
        self.grammar = grammar_of(self.language)
        self.tree: Mapping[str, Any] = _Tree(self.language)

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

    def __call__(self, what: str | Phrase, **values: object) -> str:
        """Translate a key or a Phrase; in English if this language lacks the text, the form or a value."""
        if isinstance(what, Phrase):
            values = {**what.values, **values}
            what = what.key
        form = self._form(self._own(what), values)
        try:
            if form is not None:
                return form.format_map({name: self._shown(value) for name, value in values.items()})
        except (KeyError, IndexError, ValueError):
            pass  # a fault in a text must never stop a game
        if self.language != FALLBACK:
            return self._english(Phrase(what, values))
        return _with_gaps(form, values) if form is not None else _words_of(what)

    def _form(self, entry: Any, values: Mapping[str, object]) -> str | None:
        """Return the form of an entry that the values choose; None if there is no text."""
        while isinstance(entry, Mapping):
            chosen = self._choice(values.get(entry.get("select", "n")), entry)
            entry = entry[chosen] if chosen in entry else entry.get("other")
        return entry if isinstance(entry, str) else None

    def _choice(self, value: object, forms: Mapping[str, Any]) -> str:
        """Return the name of the form that a value chooses."""
        if isinstance(value, Who):
            return value.form if value.form in forms or value.form != "you" else "one"
        if isinstance(value, Phrase):
            return value.key.rpartition(".")[2]
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (int, float)):
            return str(value) if str(value) in forms else self.grammar.plural(value)
        if isinstance(value, str) and value not in forms and value.lstrip(SIGNS).isdecimal():
            return self.grammar.plural(int(value.lstrip(SIGNS)))
        return "other" if value is None else value if isinstance(value, str) and value in forms else "one"

    def _shown(self, value: object) -> object:
        if isinstance(value, Phrase):
            return self(value)
        if isinstance(value, Who):
            return self.listed(value.names)
        if isinstance(value, bool):
            return self("value.true" if value else "value.false")
        return str(value).replace("-", MINUS) if isinstance(value, int) else value

    def lines(self, key: str) -> list[Any]:
        """Return an entry that is a list: the blocks of a rules page, the steps of a lesson."""
        found = self.find(key)
        return list(found) if isinstance(found, list) else []

    def told(self, told: str | Mapping[str, str], otherwise: str = "") -> str:
        """Return a text from a player's file, which has one for all languages or one for each."""
        if isinstance(told, str):
            return told or otherwise
        return told.get(self.language) or told.get(FALLBACK) or next(iter(told.values()), otherwise)

    def number(self, value: float, digits: int = 0) -> str:
        """Return a quantity with the separators of the language and a minus sign as wide as a plus sign."""
        return self.grammar.number(value, digits)

    def percent(self, value: float, digits: int = 0) -> str:
        """Return a percentage, given as 50 for one half."""
        return self.number(value, digits) + self.grammar.percent

    def gain(self, points: int) -> str:
        """Return points won or lost, with their sign."""
        return self.number(points) if points < 0 else f"+{self.number(points)}"

    def listed(self, parts: Sequence[str], conjunction: str = "list.and") -> str:
        """Return `A, B and C`."""
        return self.grammar.listed(parts, self(conjunction))

    def duration(self, seconds: float) -> str:
        """Return a time in words, where a clock would be read out badly: `2 minutes and 5 seconds`."""
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        parts = {"hours": hours, "minutes": minutes, "seconds": rest}
        return self.listed([self(f"duration.{unit}", n=n) for unit, n in parts.items() if n]
                           or [self("duration.seconds", n=0)])

    def clock(self, seconds: float) -> str:
        """Return a time as a clock shows it: `2:05`."""
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class _Gaps(dict[str, object]):
    """Values of a text; a missing one is shown as a gap."""

    def __missing__(self, name: str) -> str:
        return GAP


def _with_gaps(form: str, values: Mapping[str, object]) -> str:
    try:
        return form.format_map(_Gaps(values))
    except (IndexError, ValueError):
        return form


def _words_of(key: str) -> str:
    """Return something readable for a key that no language has."""
    return key.rpartition(".")[2].replace("_", " ")


def _topics(paths: list[Path]) -> dict[str, list[str]]:
    """Return the names of the files that have texts of a topic, for every topic."""
    found: dict[str, list[str]] = {}
    for path in paths:
        for topic in _TOPIC.findall(path.read_text(encoding="utf-8")):
            found.setdefault(topic, []).append(path.name)
    return found


def _merge(tree: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Merge the texts of another file; convert all keys to strings, even those that look like numbers."""
    for key, value in more.items():
        if isinstance(value, Mapping):
            _merge(tree.setdefault(str(key), {}), value)
        else:
            tree[str(key)] = value
