"""The lexicon: every known word with its classes and its band, read from a packed file in shared memory.

Nothing is loaded before the first question, and then only the pages that it touches; all processes share
them. make_graph.py writes the file; it is little-endian, as every machine is that pygame runs on:

    header    magic, root, edges, words, kinds, groups, length of the table of kinds
    kinds     a line for each different pair of classes and band, "NP 3", filled up with blank lines
    edges     uint32 each: child << 7 | last of its node << 6 | a word ends here << 5 | letter 0-25
    before    uint32 for each edge: how many words its node has before it; so every word has a number
    groups    uint32 pairs, by length and then by kind: length << 16 | kind, number of words
    kind      uint16 for each word by its number: the line of its kind
    letters   the words themselves, group by group, without anything between them

The graph answers for single words; the groups hand out all words of some kinds at the speed of memory.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
HEADER = struct.Struct("<4s6I")
MAGIC = b"DTW1"
LAST, END = 1 << 6, 1 << 5

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = frozenset("AEIOUY")
SHORTEST = 2
"""A single letter is no word."""


class Entry(NamedTuple):
    """What the lexicon knows of a word. Classes: see vocabulary.py; band 1 is the commonest, 5 is rare."""

    word: str
    classes: str
    band: int


class Edge(NamedTuple):
    """A way on from a node of the graph."""

    letter: str
    child: int
    """The node behind the letter; 0 if no word goes on."""
    ends: bool
    """A word ends with this letter."""
    before: int
    """How many words of the node stand before this edge."""


class Lexicon:
    """All words of a language. `Lexicon.open` gives one that is shared by everybody in this process."""

    def __init__(self, path: Path):
        with open(path, "rb") as file:
            packed = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        magic, self.root, edges, self._words, kinds, groups, table = HEADER.unpack_from(packed)
        if magic != MAGIC:
            raise ValueError(f"{path} is no packed word list")
        at = HEADER.size
        lines = bytes(packed[at:at + table]).decode().split("\n")[:kinds]
        self.kinds = tuple((classes, int(band)) for classes, band in (line.split(" ") for line in lines))
        """The different pairs of classes and band."""
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
    def open(language: str = "de") -> Lexicon:
        return Lexicon(FOLDER / language / f"{language}.graph")

    def __len__(self) -> int:
        return self._words

    def __contains__(self, word: str) -> bool:
        return self.kind(word) is not None

    def __iter__(self) -> Iterator[Entry]:
        """All entries in the order of the alphabet."""
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
        """The number of its pair of classes and band, or None if there is no such word."""
        at = self._walk(self.root, 0, 0, word)
        return self._kind[at[1]] if at is not None and at[2] else None

    def _walk(self, node: int, number: int, ends: int, letters: str) -> tuple[int, int, int] | None:
        """Along some letters to a node, with the number of the word that ends (or would end) there."""
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
        """The letters that make a word between two pieces, each with the kind of the word."""
        start = self._walk(self.root, 0, 0, before)
        if start is None:
            return
        node, number, ends = start
        for edge in self.edges(node):
            at = self._walk(edge.child, number + (ends != 0) + edge.before, int(edge.ends), after)
            if at is not None and at[2]:
                yield edge.letter, self._kind[at[1]]

    def edges(self, node: int) -> Iterator[Edge]:
        """The ways on from a node, in the order of the alphabet; none from node 0."""
        while node:
            edge = self._edges[node]
            yield Edge(LETTERS[edge & 31], edge >> 7, edge & END != 0, self._before[node])
            node = 0 if edge & LAST else node + 1

    def letters(self, wanted: Callable[[str, int], bool]) -> dict[int, bytes]:
        """By length: all words of the wanted kinds (classes, band), one behind the other."""
        fits = [wanted(classes, band) for classes, band in self.kinds]
        parts: dict[int, list[memoryview]] = {}
        at = 0
        for key, count in zip(self._groups[::2], self._groups[1::2]):
            size = (key >> 16) * count
            if fits[key & 0xFFFF]:
                parts.setdefault(key >> 16, []).append(self._letters[at:at + size])
            at += size
        return {length: b"".join(pieces) for length, pieces in parts.items()}
