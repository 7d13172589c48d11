"""Read a dictionary of hunspell: its entries and the forms that its affixes make of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Affix(NamedTuple):
    """Cut off some letters and put others in their place, where a condition holds."""

    cut: str
    put: str
    condition: re.Pattern[str]
    marks: list[str]


class Hunspell:
    def __init__(self, stem: Path):
        """Read `stem`.aff and `stem`.dic."""
        self._suffixes: defaultdict[str, list[Affix]] = defaultdict(list)
        self._prefixes: defaultdict[str, list[Affix]] = defaultdict(list)
        self._long_flags = False
        begun: set[str] = set()
        for line in stem.with_suffix(".aff").read_text("utf-8").splitlines():
            parts = line.split()
            if parts[:1] == ["FLAG"]:
                self._long_flags = parts[1] == "long"
            if len(parts) < 4 or parts[0] not in ("SFX", "PFX"):
                continue
            kind, flag = parts[0], parts[1]
            if kind + flag not in begun:  # the first line of a group only counts its affixes
                begun.add(kind + flag)
                continue
            self._add(kind, flag, parts[2:])
        self._lines = stem.with_suffix(".dic").read_text("utf-8").splitlines()[1:]

    def _add(self, kind: str, flag: str, parts: list[str]) -> None:
        cut = "" if parts[0] == "0" else parts[0]
        put = parts[1].split("/")[0]
        put = "" if put == "0" else put
        condition = parts[2] if len(parts) > 2 else "."
        if kind == "SFX":
            self._suffixes[flag].append(Affix(cut, put, re.compile(f"(?:{condition})$"), parts[3:]))
        else:
            self._prefixes[flag].append(Affix(cut, put, re.compile(condition), []))

    def entries(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield words with their flags and their marks (`po:nom` ...)."""
        for line in self._lines:
            head, *marks = line.split() or [""]
            word, _, flags = head.partition("/")
            if word:
                width = 2 if self._long_flags else 1
                yield word, [flags[at:at + width] for at in range(0, len(flags), width)], marks

    def forms(self, word: str, flag: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the forms that the suffixes of a flag make of a word, with their marks."""
        for cut, put, condition, marks in self._suffixes.get(flag, ()):
            if word.endswith(cut) and condition.search(word):
                yield word[:len(word) - len(cut)] + put, marks

    def prefixed(self, word: str, flag: str) -> Iterator[str]:
        for cut, put, condition, _ in self._prefixes.get(flag, ()):
            if word.startswith(cut) and condition.match(word):
                yield put + word[len(cut):]
