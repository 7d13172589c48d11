"""The players' own words and blocked words: two text files for each language in the data folder.

Those for German words are in `words/`, those of other languages in `words/<language>/`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.data.files import write_atomically
from rules.files.faults import Fault
from rules.kit.phrases import Phrase
from rules.words.language import GERMAN, Language
from rules.words.word_files import WordFile, load_words, with_word, without_word


class OwnWords:
    """The word files of a data folder, read again at every access, so that edits count at once."""

    def __init__(self, folder: Path, language: Language = GERMAN):
        words = folder / "words" if language is GERMAN else folder / "words" / language.code
        self.own_file, self.blocked_file = words / "own.txt", words / "blocked.txt"
        self._language = language

    @property
    def agreed(self) -> tuple[str, ...]:
        """Words that are valid besides the lexicon: `agreed` in the setup of a round."""
        return _read(self.own_file, self._language).words

    @property
    def blocked(self) -> tuple[str, ...]:
        """Words that are not valid: `blocked` in the setup of a round."""
        return _read(self.blocked_file, self._language).words

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of both files; lines without faults are used."""
        files = (self.own_file, self.blocked_file)
        return tuple(fault for path in files for fault in _read(path, self._language).faults)

    def accept(self, word: str) -> Phrase | None:
        """Add a word, in capitals, to the own words; return a notice if it could not be written."""
        return _move(word, self.blocked_file, self.own_file, self._language)

    def take_out(self, word: str) -> Phrase | None:
        """Remove a word, in capitals, from the own words; return a notice if it could not be written."""
        return _write(self.own_file, lambda text: without_word(text, word, self._language))

    def block(self, word: str) -> Phrase | None:
        """Add a word, in capitals, to the blocked words; return a notice if it could not be written."""
        return _move(word, self.own_file, self.blocked_file, self._language)


def _read(path: Path, language: Language) -> WordFile:
    return load_words(path, language) if path.exists() else WordFile((), ())


def _move(word: str, source: Path, target: Path, language: Language) -> Phrase | None:
    """Add the word to `target`, then remove it from `source`: a crash in between leaves it in both files."""
    return (_write(target, lambda text: with_word(text, word, language))
            or _write(source, lambda text: without_word(text, word, language)))


def _write(path: Path, change: Callable[[str], str]) -> Phrase | None:
    """Change the text of a word file; return a notice if that failed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
        changed = change(text)
        if changed != text:
            write_atomically(path, changed.encode(), durable=True)
    except (OSError, UnicodeDecodeError) as fault:  # an unreadable file is never replaced
        reason = getattr(fault, "strerror", None) or str(fault)
        return Phrase("notice.not_saved", {"file": path.name, "reason": reason, "folder": str(path.parent)})
    return None
