"""Word files of players: plain text, one word a line, `#` begins a comment; umlauts as people write them."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import NamedTuple

from rules.files.document import Unreadable, read_text
from rules.files.faults import Enough, Fault, Place, Report, shown
from rules.words.lexicon import LETTERS, SHORTEST

LONGEST = 40
"""Longer than any table; it keeps a sentence without blanks from being taken for a word."""
_SPELLED_OUT = {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ß": "SS", "ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "O"}


class WordFile(NamedTuple):
    """The words of a file in its order, each once, and what is wrong with the other lines."""

    words: tuple[str, ...]
    faults: tuple[Fault, ...]


def fold(word: str) -> str:
    """A word in the letters of the game: capitals, AE OE UE SS, no accents. What is no letter stays."""
    out = ""
    for letter in unicodedata.normalize("NFC", word):
        letter = letter if letter == "ß" else letter.upper()
        out += _SPELLED_OUT.get(letter) or "".join(
            part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
    return out


def read_words(text: str, file: str = "") -> WordFile:
    """The words of a text; faulty lines are told and left out."""
    report = Report(file)
    return _read(text, report)


def load_words(path: Path) -> WordFile:
    """The words of a file; one that cannot be read has no words and a fault."""
    report = Report(str(path))
    try:
        text = read_text(path, report)
    except Unreadable:
        return WordFile((), tuple(report.faults()))
    return _read(text, report)


def _read(text: str, report: Report) -> WordFile:
    words: dict[str, None] = {}
    try:
        for number, line in enumerate(text.splitlines(), start=1):
            word = _word(line, number, report)
            if word:
                words[word] = None
    except Enough:
        pass
    return WordFile(tuple(words), tuple(report.faults()))


def _word(line: str, number: int, report: Report) -> str | None:
    """The word of a line in the letters of the game; None if there is none, or a fault."""
    written = line.partition("#")[0]
    parts = written.split()
    if not parts:
        return None
    start = written.index(parts[0])
    if len(parts) > 1:
        second = written.index(parts[1], start + len(parts[0]))
        report.add(Place(report.file, number, second + 1), "", "fault.words.one_a_line", {"second": shown(parts[1])})
        return None
    word = fold(parts[0])
    wrong = next((letter for letter in parts[0] if set(fold(letter)) - set(LETTERS)), None)
    place = Place(report.file, number, start + 1)
    if wrong is not None:
        column = start + parts[0].index(wrong) + 1
        report.add(place._replace(column=column), "", "fault.words.letter", {"word": shown(parts[0]), "letter": wrong})
    elif len(word) < SHORTEST:
        report.add(place, "", "fault.words.short", {"word": word, "least": SHORTEST})
    elif len(word) > LONGEST:
        report.add(place, "", "fault.words.long", {"word": shown(word), "most": LONGEST})
    else:
        return word
    return None


def with_word(text: str, word: str) -> str:
    """The text with a word more at its end, unless it has it already."""
    if word in read_words(text).words:
        return text
    return (text if not text or text.endswith("\n") else text + "\n") + word + "\n"


def without_word(text: str, word: str) -> str:
    """The text without the lines of a word; comments in other lines stay."""
    return "".join(line for line in text.splitlines(keepends=True) if read_words(line).words != (word,))
