"""Word files of the players: plain text, one word a line, `#` starts a comment, umlauts and accents
allowed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rules.files.document import read_text
from rules.files.faults import Enough, Fault, Place, Report, Unreadable, shown
from rules.words.language import GERMAN, Language
from rules.words.lexicon import SHORTEST

LONGEST = 40
"""Length of the longest word accepted; rejects sentences without blanks."""


class WordFile(NamedTuple):
    """The distinct words of a file in its order, and the faults of the other lines."""

    words: tuple[str, ...]
    faults: tuple[Fault, ...]


def read_words(text: str, file: str = "", language: Language = GERMAN) -> WordFile:
    """Return the words of a text and the faults of its other lines."""
    return _read(text, Report(file), language)


def load_words(path: Path, language: Language = GERMAN) -> WordFile:
    """Return the words of a file and its faults; an unreadable file has no words and one fault."""
    report = Report(str(path))
    try:
        text = read_text(path, report)
    except Unreadable:
        return WordFile((), tuple(report.faults()))
    return _read(text, report, language)


def _read(text: str, report: Report, language: Language) -> WordFile:
    words: dict[str, None] = {}
    try:
        for number, line in enumerate(text.splitlines(), start=1):
            word = _word(line, number, report, language)
            if word:
                words[word] = None
    except Enough:
        pass
    return WordFile(tuple(words), tuple(report.faults()))


def _word(line: str, number: int, report: Report, language: Language) -> str | None:
    """Return the folded word of a line; None if the line is empty or faulty (which is reported)."""
    written = line.partition("#")[0]
    parts = written.split()
    if not parts:
        return None
    start = written.index(parts[0])
    if len(parts) > 1:
        second = Place(report.file, number, written.index(parts[1], start + len(parts[0])) + 1)
        report.add(second, "", "fault.words.one_a_line", {"second": shown(parts[1])})
        return None
    word, alphabet = language.fold(parts[0]), set(language.alphabet)
    wrong = next((letter for letter in parts[0] if set(language.fold(letter)) - alphabet), None)
    place = Place(report.file, number, start + 1)
    if wrong is not None:
        at_letter = place._replace(column=start + parts[0].index(wrong) + 1)
        report.add(at_letter, "", "fault.words.letter", {"word": shown(parts[0]), "letter": wrong,
                                                      "spelling": language.spelling})
    elif len(word) < SHORTEST:
        report.add(place, "", "fault.words.short", {"word": word, "least": SHORTEST})
    elif len(word) > LONGEST:
        report.add(place, "", "fault.words.long", {"word": shown(word), "most": LONGEST})
    else:
        return word
    return None


def with_word(text: str, word: str, language: Language = GERMAN) -> str:
    """Append a word to the text unless it contains it already."""
    if word in read_words(text, language=language).words:
        return text
    return (text if not text or text.endswith("\n") else text + "\n") + word + "\n"


def without_word(text: str, word: str, language: Language = GERMAN) -> str:
    """Remove the lines of a word from the text."""
    return "".join(line for line in text.splitlines(keepends=True)
                   if read_words(line, language=language).words != (word,))
