"""Texts by word, in a file that is only mapped when asked.

It has blocks of lines `WORD<tab>text`, each compressed by itself, so that one question unpacks one block:

    header    magic, number of blocks, length of the index
    index     a line for each block: its first word and its length in bytes
    blocks
"""

from __future__ import annotations

import mmap
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path

HEADER = struct.Struct("<4s2I")
MAGIC = b"DTM1"
PER_BLOCK = 200
"""Words in a block: small enough to be unpacked at once, large enough to be packed well."""


class WordTable:
    """The texts of one file."""

    def __init__(self, path: Path):
        with open(path, "rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, blocks, size = HEADER.unpack_from(self._data)
        if magic != MAGIC:
            raise ValueError(f"{path}: no table of words")
        lines = self._data[HEADER.size:HEADER.size + size].decode().split("\n")
        self._first = [line.split("\t")[0] for line in lines]
        lengths = (int(line.split("\t")[1]) for line in lines)
        self._at = list(accumulate(lengths, initial=HEADER.size + size))
        if len(lines) != blocks or self._at[-1] != len(self._data):
            raise ValueError(f"{path}: not complete")

    @staticmethod
    @cache
    def open(path: Path) -> WordTable | None:
        """Return the table in a file, or None if there is none that can be read."""
        try:
            return WordTable(path)
        except (OSError, ValueError, struct.error, IndexError):
            return None

    def get(self, word: str) -> str | None:
        block = bisect_right(self._first, word) - 1
        for line in self._lines(block) if block >= 0 else ():
            if line.startswith(f"{word}\t"):
                return line.partition("\t")[2]
        return None

    def _lines(self, block: int) -> Iterator[str]:
        packed = self._data[self._at[block]:self._at[block + 1]]
        try:
            yield from zlib.decompress(packed).decode().split("\n")
        except zlib.error:  # a damaged block has no texts
            return


def packed(texts: Iterable[tuple[str, str]]) -> bytes:
    """Return the contents of the file for words with their texts."""
    rows = sorted(texts)
    parts = [rows[at:at + PER_BLOCK] for at in range(0, len(rows), PER_BLOCK)]
    blocks = [zlib.compress("\n".join(map("\t".join, part)).encode(), 9) for part in parts]
    lines = [f"{part[0][0]}\t{len(block)}" for part, block in zip(parts, blocks, strict=True)]
    index = "\n".join(lines).encode()
    return HEADER.pack(MAGIC, len(blocks), len(index)) + index + b"".join(blocks)
