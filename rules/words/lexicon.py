"""The lexicon of a language: every known word with its classes and its band, read from a memory-mapped file.

Only the pages that a query touches are loaded, and all processes share them. pack.py writes the file. It is
little-endian, as are all platforms of pygame:

    header    magic, version, size of the file, kinds, runs, words, length of the table of kinds
    kinds     a line for each distinct "classes band tier", such as "NP 3 2", padded with empty lines
    runs      uint32 triples, by length and then by tier: length, tier, number of words
    kind      uint16 for each word: the line of its kind
    letters   the words themselves in the order of the runs, without separators, one byte a letter

A run has the words of one length and tier in the order of their bytes, so a word is found by bisection. Tiers
0 to 4 have the words of bands 1 to 5 that the classic rules of the language allow, tier 5 the rude ones among
them, tier 6 all others: what players, bots and hints know is made of whole runs.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import compress
from pathlib import Path
from typing import NamedTuple

from rules.base import BadSetup
from rules.words.language import ENCODING, GERMAN

FOLDER = Path(__file__).parent
"""Has a package for each language."""
HEADER = struct.Struct("<4s6I")
RUN = struct.Struct("<3I")
MAGIC, VERSION = b"DTW2", 2
SHORTEST = 2
"""Length of the shortest word."""
REMEMBERED = 1 << 14
"""Number of words whose kind is cached: bots ask for the same ones again and again."""


def list_path(language: str = GERMAN.code) -> Path:
    """Return the path of the word list of a language."""
    return FOLDER / language / f"{language}.tsv.gz"


def lexicon_path(language: str = GERMAN.code) -> Path:
    """Return the path of the packed word list of a language."""
    return FOLDER / language / f"{language}.lexicon"


class BadLexicon(BadSetup):
    """Raised for a packed word list that cannot be read; `phrase` names the file and the reason."""

    def __init__(self, path: Path, key: str, **values: object):
        super().__init__(f"setup.lexicon.{key}", file=str(path), **values)


class Entry(NamedTuple):
    """A word of the lexicon. Classes: see vocabulary.py. Band 1 has the most common words, band 5 the
    rarest."""

    word: str
    classes: str
    band: int


class _Run(NamedTuple):
    """Sorted words of one length and tier."""

    tier: int
    size: int
    first: int
    """Index of the first word."""
    at: int
    """Offset of its letters in the file."""


class Lexicon:
    """All words of a language. `Lexicon.open` returns the shared instance of this process."""

    def __init__(self, path: Path):
        self._data = _mapped(path)
        try:
            self._read()
        except (ValueError, struct.error):  # what the header counts is not there
            raise BadLexicon(path, "foreign") from None

    def _read(self) -> None:
        _, _, _, kinds, runs, words, table = HEADER.unpack_from(self._data)
        at = HEADER.size
        lines = self._data[at:at + table].decode().split("\n")[:kinds]
        parts = [line.split(" ") for line in lines]
        self.kinds = tuple((classes, int(band)) for classes, band, _ in parts)
        """The distinct pairs of classes and band."""
        self._tiers = tuple(int(tier) for _, _, tier in parts)
        at += table
        counted = list(RUN.iter_unpack(self._data[at:at + RUN.size * runs]))
        at += RUN.size * runs
        self._kind = memoryview(self._data)[at:at + 2 * words].cast("H")
        at += 2 * words
        self._runs: dict[int, list[_Run]] = {}
        first = 0
        for length, tier, count in counted:
            self._runs.setdefault(length, []).append(_Run(tier, count, first, at))
            first += count
            at += length * count
        if (len(lines), first, at) != (kinds, words, len(self._data)):
            raise ValueError("the parts do not make up the file")
        self._words: int = words
        self.kind = lru_cache(maxsize=REMEMBERED)(self._look_up)

    @staticmethod
    @cache
    def open(language: str = GERMAN.code) -> Lexicon:
        return Lexicon(lexicon_path(language))

    def __len__(self) -> int:
        return self._words

    def __contains__(self, word: str) -> bool:
        return self.kind(word) is not None

    def __iter__(self) -> Iterator[Entry]:
        """Yield all entries in alphabetical order."""
        found = [Entry(letters.decode(ENCODING), *self.kinds[kind])
                 for length, runs in self._runs.items() for run in runs
                 for letters, kind in zip(self._slices(run, length), self._kinds_of(run), strict=True)]
        yield from sorted(found)

    def entry(self, word: str) -> Entry | None:
        kind = self.kind(word)
        return None if kind is None else Entry(word, *self.kinds[kind])

    def _look_up(self, word: str) -> int | None:
        """Return the index in `kinds` of a word, or None if it is not in the lexicon."""
        try:
            letters = word.encode(ENCODING)
        except UnicodeEncodeError:
            return None
        data, length = self._data, len(word)
        for run in self._runs.get(length, ()):
            starts = range(run.at, run.at + run.size * length, length)
            found = bisect_left(starts, letters, key=lambda start: data[start:start + length])
            if found < run.size and data[starts[found]:starts[found] + length] == letters:
                return self._kind[run.first + found]
        return None

    def letters(self, wanted: Callable[[str, int], bool]) -> dict[int, bytes]:
        """Return by length the concatenated words of all kinds (classes, band) that `wanted` accepts."""
        fits = [wanted(classes, band) for classes, band in self.kinds]
        some = {tier for tier, fit in zip(self._tiers, fits, strict=True) if fit}
        not_all = {tier for tier, fit in zip(self._tiers, fits, strict=True) if not fit}
        found = {}
        for length, runs in self._runs.items():
            parts = []
            for run in runs:
                if run.tier in some and run.tier in not_all:
                    flags = [fits[kind] for kind in self._kinds_of(run)]
                    parts.append(b"".join(compress(self._slices(run, length), flags)))
                elif run.tier in some:
                    parts.append(self._data[run.at:run.at + run.size * length])
            if letters := b"".join(parts):
                found[length] = letters
        return found

    def _kinds_of(self, run: _Run) -> memoryview[int]:
        return self._kind[run.first:run.first + run.size]

    def _slices(self, run: _Run, length: int) -> list[bytes]:
        letters = self._data[run.at:run.at + run.size * length]
        return [letters[at:at + length] for at in range(0, len(letters), length)]


def _mapped(path: Path) -> mmap.mmap:
    """Map a packed word list into memory; raise BadLexicon unless it is whole and of this version."""
    try:
        with open(path, "rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise BadLexicon(path, "missing") from None
    except (OSError, ValueError) as fault:  # ValueError: an empty file cannot be mapped
        raise BadLexicon(path, "unreadable", reason=str(fault)) from None
    if len(data) < HEADER.size or data[:3] != MAGIC[:3]:
        raise BadLexicon(path, "foreign")
    magic, version, size, *_ = HEADER.unpack_from(data)
    if (magic, version) != (MAGIC, VERSION):
        raise BadLexicon(path, "version", version=magic[3:].decode(ENCODING), wanted=VERSION)
    if len(data) != size:
        raise BadLexicon(path, "incomplete", size=len(data), wanted=size)
    return data
