"""Short meanings of words in their own language, read from a file that is only mapped when asked.

The file of a language (source/meanings.py writes it) has blocks of lines `WORD<tab>meaning`, each compressed
by itself, so that one question unpacks one block. A meaning `=WORD` points to the base form:

    header    magic, number of blocks, length of the index
    index     a line for each block: its first word and its length in bytes
    blocks
"""

from __future__ import annotations

import mmap
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from rules.kit.phrases import Phrase
from rules.words.lexicon import FOLDER
from rules.words.vocabulary import CLASSES, Vocabulary

HEADER = struct.Struct("<4s2I")
MAGIC = b"DTM1"
PER_BLOCK = 200
"""Words in a block: small enough to be unpacked at once, large enough to be packed well."""
BASE = "="

ENDINGS: Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "de": {"P": (("EN", ""), ("ER", ""), ("E", ""), ("N", ""), ("S", ""))},
    "en": {"P": (("IES", "Y"), ("S", ""), ("ES", "")), "K": (("EST", ""), ("ER", ""), ("ST", ""), ("R", ""))},
    "es": {"D": (("AS", "O"), ("OS", "O"), ("ES", ""), ("A", "O")),
           "P": (("S", ""), ("ES", ""), ("CES", "Z"))},
    "fr": {"D": (("ES", ""), ("E", ""), ("S", "")), "P": (("S", ""), ("X", ""), ("AUX", "AL"))},
    "it": {"D": (("A", "O"), ("I", "O"), ("E", "O"), ("I", "E")),
           "P": (("I", "O"), ("E", "A"), ("I", "E"), ("CHI", "CO"), ("GHI", "GO"))},
    "nl": {"P": (("EN", ""), ("S", ""), ("N", "")), "D": (("E", ""),), "K": (("ER", ""), ("ST", ""))},
}
"""Endings of plurals (P), declined adjectives (D) and comparison (K), and what the base form has instead."""
BASE_CLASS = {"P": "N", "D": "A", "K": "A"}


class Explained(NamedTuple):
    """What is known of a word: its classes, its base form if that is another word, and a meaning."""

    classes: tuple[Phrase, ...]
    base: str
    meaning: str


def explain(word: str, vocabulary: Vocabulary) -> Explained:
    """Return what is known of a valid word; base form and meaning may be empty."""
    code = vocabulary.language.code
    meaning = meaning_of(word, code)
    if meaning.startswith(BASE):
        base = meaning.removeprefix(BASE)
    else:
        base = "" if meaning else base_form(word, vocabulary)
    if base:
        meaning = meaning_of(base, code)
    return Explained(_classes(word, vocabulary), base, "" if meaning.startswith(BASE) else meaning)


def _classes(word: str, vocabulary: Vocabulary) -> tuple[Phrase, ...]:
    """Return the allowed classes of a word; of several the commonest first."""
    entry = vocabulary.entry(word)
    valid = set(vocabulary.classes) & set(entry.classes if entry else "")
    return tuple(Phrase(f"word.is_a.{letter}") for letter in sorted(valid, key=CLASSES.index) or ["agreed"])


def base_form(word: str, vocabulary: Vocabulary) -> str:
    """Return the base form of a plural, a declined adjective or a comparison by its ending, or nothing."""
    entry = vocabulary.entry(word)
    if entry is None:
        return ""
    for kind, endings in ENDINGS[vocabulary.language.code].items():
        if kind in entry.classes and BASE_CLASS[kind] not in entry.classes:
            for ending, instead in endings:
                base = word.removesuffix(ending) + instead
                found = vocabulary.entry(base) if word.endswith(ending) else None
                if found is not None and BASE_CLASS[kind] in found.classes:
                    return base
    return ""


def meaning_of(word: str, language: str) -> str:
    """Return the meaning of a word; empty if none is known or the file of the language is missing."""
    found = Meanings.open(language)
    return "" if found is None else found.get(word, "")


class Meanings:
    """The meanings of one language."""

    def __init__(self, path: Path):
        with open(path, "rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, blocks, size = HEADER.unpack_from(self._data)
        if magic != MAGIC:
            raise ValueError(f"{path}: no meanings")
        lines = self._data[HEADER.size:HEADER.size + size].decode().split("\n")
        self._first = [line.split("\t")[0] for line in lines]
        lengths = (int(line.split("\t")[1]) for line in lines)
        self._at = list(accumulate(lengths, initial=HEADER.size + size))
        if len(lines) != blocks or self._at[-1] != len(self._data):
            raise ValueError(f"{path}: not complete")

    @staticmethod
    @cache
    def open(language: str) -> Meanings | None:
        """Return the meanings of a language, or None if there are none that can be read."""
        try:
            return Meanings(meanings_path(language))
        except (OSError, ValueError, struct.error, IndexError):
            return None

    def get(self, word: str, otherwise: str) -> str:
        block = bisect_right(self._first, word) - 1
        if block < 0:
            return otherwise
        for line in self._lines(block):
            if line.startswith(f"{word}\t"):
                return line.partition("\t")[2]
        return otherwise

    def _lines(self, block: int) -> Iterator[str]:
        packed = self._data[self._at[block]:self._at[block + 1]]
        try:
            yield from zlib.decompress(packed).decode().split("\n")
        except zlib.error:  # a damaged block has no meanings
            return


def meanings_path(language: str) -> Path:
    return FOLDER / language / f"{language}.meanings"


def packed(meanings: Iterable[tuple[str, str]]) -> bytes:
    """Return the contents of the file for words with their meanings."""
    rows = sorted(meanings)
    parts = [rows[at:at + PER_BLOCK] for at in range(0, len(rows), PER_BLOCK)]
    blocks = [zlib.compress("\n".join(map("\t".join, part)).encode(), 9) for part in parts]
    lines = [f"{part[0][0]}\t{len(block)}" for part, block in zip(parts, blocks, strict=True)]
    index = "\n".join(lines).encode()
    return HEADER.pack(MAGIC, len(blocks), len(index)) + index + b"".join(blocks)
