"""The lexicon of a language: every known word with its classes and its band, read from a memory-mapped file.

Only the pages that a query touches are loaded, and all processes share them. make_graph.py writes the file.
It is little-endian, as are all platforms of pygame:

    header    magic, root, edges, words, kinds, groups, length of the table of kinds
    kinds     a line for each different pair of classes and band, "NP 3", padded with empty lines
    edges     uint32 each: child << 7 | last of its node << 6 | end of a word << 5 | letter 0-25
    before    uint32 for each edge: number of words of its node before it, which gives every word an index
    groups    uint32 pairs, by length and then by kind: length << 16 | kind, number of words
    kind      uint16 for each word by its index: the line of its kind
    letters   the words themselves, group by group, without separators

The graph serves queries for single words, the groups those for all words of some kinds.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
"""Has a package for each language."""
DEFAULT_LANGUAGE = "de"
HEADER = struct.Struct("<4s6I")
MAGIC = b"DTW1"
LAST, END = 1 << 6, 1 << 5

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = frozenset("AEIOUY")
SHORTEST = 2
"""Length of the shortest word."""


def list_path(language: str = DEFAULT_LANGUAGE) -> Path:
    """Return the path of the word list of a language."""
    return FOLDER / language / f"{language}.tsv.gz"


def graph_path(language: str = DEFAULT_LANGUAGE) -> Path:
    """Return the path of the packed word list of a language."""
    return FOLDER / language / f"{language}.graph"


class Entry(NamedTuple):
    """A word of the lexicon. Classes: see vocabulary.py. Band 1 has the most common words, band 5 the
    rarest."""

    word: str
    classes: str
    band: int


class Edge(NamedTuple):
    """An edge of the graph."""

    letter: str
    child: int
    """The node after the letter; 0 if no word continues."""
    ends: bool
    """A word ends with this letter."""
    before: int
    """Number of words of the node before this edge."""


class Lexicon:
    """All words of a language. `Lexicon.open` returns the shared instance of this process."""

    def __init__(self, path: Path):
        with open(path, "rb") as file:
            packed = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        magic, root, edges, words, kinds, groups, table = HEADER.unpack_from(packed)
        if magic != MAGIC:
            raise ValueError(f"{path} is no packed word list")
        self.root: int = root
        self._words: int = words
        at = HEADER.size
        lines = bytes(packed[at:at + table]).decode().split("\n")[:kinds]
        self.kinds = tuple((classes, int(band)) for classes, band in (line.split(" ") for line in lines))
        """The distinct pairs of classes and band."""
        at += table
        self._edges = packed[at:at + 4 * edges].cast("I")
        at += 4 * edges
        self._before = packed[at:at + 4 * edges].cast("I")
        at += 4 * edges
        self._groups = packed[at:at + 8 * groups].cast("I")
        at += 8 * groups
        self._kind = packed[at:at + 2 * self._words].cast("H")
        self._letters = packed[at + 2 * self._words:]

    @staticmethod
    @cache
    def open(language: str = DEFAULT_LANGUAGE) -> Lexicon:
        return Lexicon(graph_path(language))

    def __len__(self) -> int:
        return self._words

    def __contains__(self, word: str) -> bool:
        return self.kind(word) is not None

    def __iter__(self) -> Iterator[Entry]:
        """Yield all entries in alphabetical order."""
        for number, word in enumerate(self._below(self.root, "")):
            yield Entry(word, *self.kinds[self._kind[number]])

    def _below(self, node: int, start: str) -> Iterator[str]:
        for edge in self.edges(node):
            word = start + edge.letter
            if edge.ends:
                yield word
            yield from self._below(edge.child, word)

    def entry(self, word: str) -> Entry | None:
        kind = self.kind(word)
        return None if kind is None else Entry(word, *self.kinds[kind])

    def kind(self, word: str) -> int | None:
        """Return the index in `kinds` of a word, or None if it is not in the lexicon."""
        at = self._walk(self.root, 0, 0, word)
        return self._kind[at[1]] if at is not None and at[2] else None

    def _walk(self, node: int, number: int, ends: int, letters: str) -> tuple[int, int, int] | None:
        """Follow `letters` from a node. Return the node reached, the index of the word that ends (or would
        end) there, and non-zero if one does; None if there is no such path."""
        edges, before = self._edges, self._before
        for letter in letters:
            code = ord(letter) - 65
            if not node or not 0 <= code < 26:
                return None
            edge = edges[node]
            while edge & 31 != code:
                if edge & LAST:
                    return None
                node += 1
                edge = edges[node]
            number += before[node] + (ends != 0)
            ends = edge & END
            node = edge >> 7
        return node, number, ends

    def fillers(self, before: str, after: str) -> Iterator[tuple[str, int]]:
        """Yield the letters that make a word between `before` and `after`, each with the kind of the word."""
        start = self._walk(self.root, 0, 0, before)
        if start is None:
            return
        node, number, ends = start
        for edge in self.edges(node):
            at = self._walk(edge.child, number + (ends != 0) + edge.before, int(edge.ends), after)
            if at is not None and at[2]:
                yield edge.letter, self._kind[at[1]]

    def edges(self, node: int) -> Iterator[Edge]:
        """Yield the edges of a node in alphabetical order; node 0 has none."""
        while node:
            edge = self._edges[node]
            yield Edge(LETTERS[edge & 31], edge >> 7, edge & END != 0, self._before[node])
            node = 0 if edge & LAST else node + 1

    def letters(self, wanted: Callable[[str, int], bool]) -> dict[int, bytes]:
        """Return by length the concatenated words of all kinds (classes, band) that `wanted` accepts."""
        fits = [wanted(classes, band) for classes, band in self.kinds]
        parts: dict[int, list[memoryview]] = {}
        at = 0
        for key, count in zip(self._groups[::2], self._groups[1::2], strict=True):
            size = (key >> 16) * count
            if fits[key & 0xFFFF]:
                parts.setdefault(key >> 16, []).append(self._letters[at:at + size])
            at += size
        return {length: b"".join(pieces) for length, pieces in parts.items()}
