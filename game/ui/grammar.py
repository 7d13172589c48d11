"""Grammar of the languages besides their words: plural forms, lists, numbers.

Written by hand, because it is smaller than a library: two plural forms suffice for every language here (the
third form that CLDR gives French, Italian and Spanish begins at a million).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

MINUS, SPACE = "\u2212", "\u00a0"
"""The minus is as wide as a plus; the space does not break."""


class Who(NamedTuple):
    """Players as a value of a text: written as their names; `select` chooses you, one, other or nobody."""

    names: tuple[str, ...]
    you: bool = False
    """Whether this is only the player in front of the screen."""

    @property
    def form(self) -> str:
        """The name of the form that these players choose."""
        if self.you:
            return "you"
        return ("nobody", "one")[len(self.names)] if len(self.names) < 2 else "other"


class Grammar(NamedTuple):
    """The rules of one language."""

    decimal: str = "."
    group: str = SPACE
    grouped_from: int = 1000
    percent: str = "%"
    zero_is_one: bool = False
    """Whether 0 and 1.5 take the form `one`."""
    euphony: tuple[tuple[str, str, str], ...] = ()
    """(conjunction, its other form, pattern of the following words that require this form)."""

    def plural(self, value: float) -> str:
        """Return the plural form for a number."""
        return "one" if (abs(value) < 2 if self.zero_is_one else abs(value) == 1) else "other"

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with the separators of the language and a real minus sign."""
        text = f"{abs(value):,.{digits}f}" if abs(value) >= self.grouped_from else f"{abs(value):.{digits}f}"
        text = text.translate({ord(","): self.group, ord("."): self.decimal})
        return f"{MINUS}{text}" if value < 0 and text.strip("0.,") else text

    def listed(self, parts: Sequence[str], conjunction: str) -> str:
        """Return `A, B and C`; `conjunction` is the word between the last two with its spaces."""
        if len(parts) < 2:
            return "".join(parts)
        for usual, other, before in self.euphony:
            if conjunction.strip() == usual and re.match(before, parts[-1], re.IGNORECASE):
                conjunction = conjunction.replace(usual, other)
                break
        return ", ".join(parts[:-1]) + conjunction + parts[-1]


GRAMMARS = {
    "de": Grammar(",", ".", percent=f"{SPACE}%"),
    "en": Grammar(".", ","),
    "es": Grammar(",", ".", 10_000, f"{SPACE}%",
                  euphony=(("y", "e", r"h?[ií](?![aeo])"), ("o", "u", r"h?[oó]|8|11(?!\d)"))),
    "fr": Grammar(",", SPACE, percent=f"{SPACE}%", zero_is_one=True),
    "it": Grammar(",", ".", euphony=(("e", "ed", r"[eèé]"),)),
    "nl": Grammar(",", "."),
}


def grammar_of(language: str) -> Grammar:
    """Return the rules of a language; plain ones for a language that a player has added."""
    return GRAMMARS.get(language, Grammar())
