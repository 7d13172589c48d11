"""Pack the word list of a language (.tsv.gz) into the file that the lexicon maps into memory (.lexicon).

Run `python -m rules.words.pack [LANGUAGE ...]`. The result is reproducible. lexicon.py describes its layout.
"""

from __future__ import annotations

import gzip
import os
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from rules.words.language import ENCODING, GERMAN, LANGUAGES, Language
from rules.words.lexicon import HEADER, MAGIC, RUN, SHORTEST, VERSION, Entry, lexicon_path, list_path

LONGEST = 99
BANDS = ("1", "2", "3", "4", "5")
CLASSES = "NPVAOGFCKDZHXSBQR"
RUDE_TIER, OTHER_TIER = 5, 6


class BadList(ValueError):
    """Raised for a line of a word list that cannot be packed: `file:line: what is wrong`."""


def read_list(path: Path, language: Language = GERMAN) -> list[Entry]:
    """Return the entries of a word list; raise BadList for the first faulty line."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            return list(_entries(path, file, language))
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as fault:
        raise BadList(f"{path}: not a whole word list ({fault})") from None


def _entries(path: Path, lines: Iterable[str], language: Language) -> Iterator[Entry]:
    last = ""
    for number, line in enumerate(lines, start=1):
        parts = line.rstrip("\n").split("\t")
        fault = _fault(parts, last, language)
        if fault:
            raise BadList(f"{path}:{number}: {fault}")
        last = parts[0]
        yield Entry(parts[0], parts[1], int(parts[2]))


def _fault(parts: list[str], last: str, language: Language) -> str | None:
    """Return what is wrong with a line: WORD, CLASSES, BAND."""
    if len(parts) != 3:
        return "a line has a word, its classes and its band, separated by tabs"
    word, classes, band = parts
    strange = word.strip(language.alphabet)[:1]
    if strange:
        return f"{word}: the letter {strange} has no tile in {language.code}; there are {language.alphabet}"
    if not SHORTEST <= len(word) <= LONGEST:
        return f"{word}: a word has {SHORTEST} to {LONGEST} letters"
    if word <= last:
        return f"{word} does not come after {last}"
    if not classes or classes.strip(CLASSES):
        return f"{word}: {classes} are no classes; allowed are {CLASSES}"
    if band not in BANDS:
        return f"{word}: {band} is no band; allowed are 1 to 5"
    return None


def pack(rows: Sequence[Entry], language: Language = GERMAN) -> bytes:
    """Return the contents of the packed file."""
    classic = set(language.classic)
    kinds = sorted({(row.band, row.classes) for row in rows})
    kind_of = {kind: number for number, kind in enumerate(kinds)}
    tier_of = [_tier(classes, band, classic) for band, classes in kinds]
    table = "\n".join(f"{classes} {band} {tier}"
                      for (band, classes), tier in zip(kinds, tier_of, strict=True))
    table += "\n" * (-len(table) % 4)
    placed = sorted((len(row.word), tier_of[kind], row.word.encode(ENCODING), kind)
                    for row in rows for kind in (kind_of[row.band, row.classes],))
    runs = [RUN.pack(length, tier, sum(1 for _ in members))
            for (length, tier), members in groupby(placed, lambda word: word[:2])]
    body = b"".join((table.encode(), *runs, array("H", (kind for *_, kind in placed)).tobytes(),
                     *(letters for _, _, letters, _ in placed)))
    size = HEADER.size + len(body)
    return HEADER.pack(MAGIC, VERSION, size, len(kinds), len(runs), len(rows), len(table)) + body


def _tier(classes: str, band: int, classic: set[str]) -> int:
    if classic.isdisjoint(classes):
        return OTHER_TIER
    return RUDE_TIER if "R" in classes else band - 1


def main() -> None:
    for code in sys.argv[1:] or LANGUAGES:
        if code not in LANGUAGES:
            sys.exit(f"{code} is no language of the word games; there are {', '.join(LANGUAGES)}")
        language, path = LANGUAGES[code], lexicon_path(code)
        try:
            data = pack(read_list(list_path(code), language), language)
        except (BadList, OSError) as fault:
            sys.exit(str(fault))
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(data)
        os.replace(unfinished, path)
        print(f"{path.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
