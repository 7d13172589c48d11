"""The players' own words and blocked words: two text files for each language, edited by hand or at the table.

Those for German words are in `words/` of the data folder, those of other languages in `words/<language>/`.
"""

from __future__ import annotations

from pathlib import Path

from game.data.files import write_atomically
from rules.files.faults import Fault
from rules.kit.phrases import Phrase
from rules.words.language import GERMAN, Language
from rules.words.word_files import WordFile, load_words, with_word, without_word


class OwnWords:
    """The word files of a data folder. They are read at every question: an edited file counts from then on."""

    def __init__(self, folder: Path, language: Language = GERMAN):
        words = folder / "words"
        words = words if language is GERMAN else words / language.code
        self.own_file, self.blocked_file = words / "own.txt", words / "blocked.txt"
        self._language = language

    @property
    def agreed(self) -> tuple[str, ...]:
        """Words that are valid besides the lexicon; for `agreed` in the setup of a round."""
        return _read(self.own_file, self._language).words

    @property
    def blocked(self) -> tuple[str, ...]:
        """Words that are not valid; for `blocked` in the setup of a round."""
        return _read(self.blocked_file, self._language).words

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong in the files; the lines without faults count."""
        return (*_read(self.own_file, self._language).faults, *_read(self.blocked_file, self._language).faults)

    def accept(self, word: str) -> Phrase | None:
        """A word in capitals is valid for good; returns what a player should know if it could not be written."""
        return _move(word, self.blocked_file, self.own_file, self._language)

    def block(self, word: str) -> Phrase | None:
        """A word in capitals is never valid any more; returns what a player should know if it could not be written."""
        return _move(word, self.own_file, self.blocked_file, self._language)


def _read(path: Path, language: Language) -> WordFile:
    return load_words(path, language) if path.exists() else WordFile((), ())


def _move(word: str, source: Path, target: Path, language: Language) -> Phrase | None:
    """Into one file first, then out of the other: a crash between leaves the word in both, never in none."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for path, change in ((target, with_word), (source, without_word)):
            text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
            changed = change(text, word, language)
            if changed != text:
                write_atomically(path, changed.encode(), durable=True)
    except (OSError, UnicodeDecodeError) as fault:  # a file that cannot be read is never replaced
        reason = getattr(fault, "strerror", None) or str(fault)
        return Phrase("notice.not_saved", {"file": target.name, "reason": reason, "folder": str(target.parent)})
    return None
