"""Pack the word list of a language (.tsv.gz) into the file that the lexicon maps into memory (.graph).

Run `python -m rules.words.make_graph [LANGUAGE ...]`. The result is reproducible. lexicon.py describes its
layout.
"""

from __future__ import annotations

import gzip
import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from rules.words.lexicon import DEFAULT_LANGUAGE, END, HEADER, LAST, MAGIC, Entry, graph_path, list_path


def read_list(path: Path) -> list[Entry]:
    with gzip.open(path, "rt", encoding="ascii") as file:
        parts = (line.rstrip("\n").split("\t") for line in file)
        return [Entry(word, classes, int(band)) for word, classes, band in parts]


def pack(rows: Sequence[Entry]) -> bytes:
    """Return the contents of the packed file for entries sorted by word."""
    kinds = sorted({(row.band, row.classes) for row in rows})
    kind_of = {kind: number for number, kind in enumerate(kinds)}
    table = "\n".join(f"{classes} {band}" for band, classes in kinds)
    table += "\n" * (-len(table) % 4)
    graph = Graph(row.word for row in rows)
    kind = array("H", (kind_of[row.band, row.classes] for row in rows))
    by_group = sorted(rows, key=lambda row: (len(row.word), kind_of[row.band, row.classes], row.word))
    groups = array("I")
    for (length, number), members in groupby(
            by_group, lambda row: (len(row.word), kind_of[row.band, row.classes])):
        groups.extend((length << 16 | number, sum(1 for _ in members)))
    header = HEADER.pack(
        MAGIC, graph.root, len(graph.edges), len(rows), len(kinds), len(groups) // 2, len(table))
    letters = "".join(row.word for row in by_group)
    return b"".join((header, table.encode(), graph.edges.tobytes(), graph.before.tobytes(), groups.tobytes(),
                     kind.tobytes(), letters.encode()))


class Graph:
    """The minimal acyclic graph of sorted words: equal endings are stored once.

    A node is packed as soon as no further word can pass through it, after its children. Equal nodes are
    recognised by their packed edges.
    """

    def __init__(self, words: Iterable[str]):
        self.edges = array("I", [0])
        self.before = array("I", [0])
        self._place: dict[tuple[int, ...], int] = {(): 0}
        self._words_below = {0: 0}
        open_nodes: list[list[list[int]]] = [[]]
        """The nodes of the last word; an edge is [letter, end of a word, child]."""
        last = ""
        for word in words:
            if word <= last:
                raise ValueError(f"{word} does not come after {last}")
            self._close(open_nodes, _shared(word, last))
            for letter in word[len(open_nodes) - 1:]:
                open_nodes[-1].append([ord(letter) - ord("A"), 0, 0])
                open_nodes.append([])
            open_nodes[-2][-1][1] = END
            last = word
        self._close(open_nodes, 0)
        self.root = self._packed(open_nodes[0])

    def _close(self, open_nodes: list[list[list[int]]], depth: int) -> None:
        while len(open_nodes) - 1 > depth:
            node = open_nodes.pop()
            open_nodes[-1][-1][2] = self._packed(node)

    def _packed(self, node: list[list[int]]) -> int:
        """Pack a node unless an equal one exists; return the index of its first edge."""
        key = tuple(child << 7 | end | letter for letter, end, child in node)
        place = self._place.get(key)
        if place is None:
            place = self._place[key] = len(self.edges)
            count = 0
            for edge in key:
                self.edges.append(edge)
                self.before.append(count)
                count += (edge & END != 0) + self._words_below[edge >> 7]
            self.edges[-1] |= LAST
            self._words_below[place] = count
        return place


def _shared(word: str, other: str) -> int:
    """Return the length of the common prefix."""
    for count, (one, two) in enumerate(zip(word, other, strict=False)):
        if one != two:
            return count
    return min(len(word), len(other))


def main() -> None:
    for language in sys.argv[1:] or [DEFAULT_LANGUAGE]:
        data, path = pack(read_list(list_path(language))), graph_path(language)
        path.write_bytes(data)
        print(f"{path.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
