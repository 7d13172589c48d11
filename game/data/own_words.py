"""The players' own words and blocked words: two plain text files in the data folder, edited by hand or at the table."""

from __future__ import annotations

from pathlib import Path

from game.data.files import write_atomically
from rules.files.faults import Fault
from rules.kit.phrases import Phrase
from rules.words.word_files import WordFile, load_words, with_word, without_word


class OwnWords:
    """The word files of a data folder. They are read at every question: an edited file counts from then on."""

    def __init__(self, folder: Path):
        self.own_file = folder / "words" / "own.txt"
        self.blocked_file = folder / "words" / "blocked.txt"

    @property
    def agreed(self) -> tuple[str, ...]:
        """Words that are valid besides the lexicon; for `agreed` in the setup of a round."""
        return _read(self.own_file).words

    @property
    def blocked(self) -> tuple[str, ...]:
        """Words that are not valid; for `blocked` in the setup of a round."""
        return _read(self.blocked_file).words

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong in the files; the lines without faults count."""
        return (*_read(self.own_file).faults, *_read(self.blocked_file).faults)

    def accept(self, word: str) -> Phrase | None:
        """A word in capitals is valid for good; returns what a player should know if it could not be written."""
        return _move(word, self.blocked_file, self.own_file)

    def block(self, word: str) -> Phrase | None:
        """A word in capitals is never valid any more; returns what a player should know if it could not be written."""
        return _move(word, self.own_file, self.blocked_file)


def _read(path: Path) -> WordFile:
    return load_words(path) if path.exists() else WordFile((), ())


def _move(word: str, source: Path, target: Path) -> Phrase | None:
    """Into one file first, then out of the other: a crash between leaves the word in both, never in none."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for path, change in ((target, with_word), (source, without_word)):
            text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
            changed = change(text, word)
            if changed != text:
                write_atomically(path, changed.encode(), durable=True)
    except (OSError, UnicodeDecodeError) as fault:  # a file that cannot be read is never replaced
        reason = getattr(fault, "strerror", None) or str(fault)
        return Phrase("notice.not_saved", {"file": target.name, "reason": reason, "folder": str(target.parent)})
    return None
