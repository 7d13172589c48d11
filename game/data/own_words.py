"""The players' own words and blocked words: two text files in the data folder."""

from __future__ import annotations

from pathlib import Path

from game.data.files import write_atomically
from rules.files.faults import Fault
from rules.kit.phrases import Phrase
from rules.words.word_files import WordFile, load_words, with_word, without_word


class OwnWords:
    """The word files of a data folder, read again at every access, so that edits count at once."""

    def __init__(self, folder: Path):
        self.own_file = folder / "words" / "own.txt"
        self.blocked_file = folder / "words" / "blocked.txt"

    @property
    def agreed(self) -> tuple[str, ...]:
        """Words that are valid besides the lexicon: `agreed` in the setup of a round."""
        return _read(self.own_file).words

    @property
    def blocked(self) -> tuple[str, ...]:
        """Words that are not valid: `blocked` in the setup of a round."""
        return _read(self.blocked_file).words

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of both files; lines without faults are used."""
        return (*_read(self.own_file).faults, *_read(self.blocked_file).faults)

    def accept(self, word: str) -> Phrase | None:
        """Add a word, in capitals, to the own words; return a notice if it could not be written."""
        return _move(word, self.blocked_file, self.own_file)

    def block(self, word: str) -> Phrase | None:
        """Add a word, in capitals, to the blocked words; return a notice if it could not be written."""
        return _move(word, self.own_file, self.blocked_file)


def _read(path: Path) -> WordFile:
    return load_words(path) if path.exists() else WordFile((), ())


def _move(word: str, source: Path, target: Path) -> Phrase | None:
    """Add the word to `target`, then remove it from `source`: a crash in between leaves it in both files."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for path, change in ((target, with_word), (source, without_word)):
            text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
            changed = change(text, word)
            if changed != text:
                write_atomically(path, changed.encode(), durable=True)
    except (OSError, UnicodeDecodeError) as fault:  # an unreadable file is never replaced
        reason = getattr(fault, "strerror", None) or str(fault)
        values = {"file": target.name, "reason": reason, "folder": str(target.parent)}
        return Phrase("notice.not_saved", values)
    return None
