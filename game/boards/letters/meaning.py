"""The meaning of a word on the table: a click on one of its letters shows class, base form and meaning."""

from __future__ import annotations

from collections.abc import Callable

from game.boards.kit.part import Part
from game.boards.letters.draft import Square
from game.table.host import WordHost
from rules.words.lexicon import SHORTEST
from rules.words.meanings import explain
from rules.words.placement import Letters, run_through
from rules.words.vocabulary import Vocabulary

COMMON_BAND = 3
"""Words of higher bands are rare: the log explains those of bots."""
LONGEST_NOTE = 60


class WordMeaning(Part[WordHost]):
    """Shows the meaning of a word through a square in the turn line; a second click shows the other word."""

    def __init__(self, host: WordHost, width: Callable[[], int] | None = None):
        super().__init__(host)
        self._width = width
        self._last: tuple[Square, str] | None = None
        self._notes: dict[str, tuple[str, ...]] = {}

    def tell(self, letters: Letters, square: Square, words: Vocabulary) -> None:
        """Show the meaning of the word through a square; do nothing if there is none."""
        found = self._through(letters, square, words)
        if found:
            word = found[-1] if self._last == (square, found[0]) else found[0]
            self._last = (square, word)
            self.host.set_status(*self._line(word, words), icon="book")

    def line(self, letters: Letters, square: Square, words: Vocabulary) -> tuple[str, str] | None:
        """Return the first word through a square and its meaning, as shown in the turn line."""
        found = self._through(letters, square, words)
        return self._line(found[0], words) if found else None

    def note(self, word: str, words: Vocabulary, *, with_class: bool) -> str:
        """Return what a rare word means, for the log; empty for common words and if nothing is known."""
        entry = words.entry(word)
        if entry is None or entry.band <= COMMON_BAND:
            return ""
        if word not in self._notes:
            self._notes[word] = self._about(word, words)
        note = "; ".join(self._notes[word] if with_class else self._notes[word][1:])
        if len(note) <= LONGEST_NOTE:
            return note
        return note[:LONGEST_NOTE].rpartition(" ")[0].rstrip(",; ") + " …"

    @staticmethod
    def _through(letters: Letters, square: Square, words: Vocabulary) -> list[str]:
        runs = [run_through(letters, square, down=down)[1].upper() for down in (False, True)
                ] if square in letters else []
        return [word for word in runs if len(word) >= SHORTEST and word in words]

    def _about(self, word: str, words: Vocabulary) -> tuple[str, ...]:
        known = explain(word, words)
        base = self.say("letters.base_form", base=known.base) if known.base else ""
        return tuple(filter(None, (", ".join(map(self.say, known.classes)), base, known.meaning)))

    def _line(self, word: str, words: Vocabulary) -> tuple[str, str]:
        return word, self._fitting(word, "; ".join(self._about(word, words)))

    def _fitting(self, word: str, more: str) -> str:
        """Return as many words of a text as fit into the turn line."""
        board = self.look.m.region("board")
        assert board is not None
        width = self._width() if self._width is not None else board.w - self.px(24)
        room = width - self.look.width(word, "name") - self.px(56 + 34 + 16)
        while self.look.width(more, "label") > room and " " in more:
            more = more.removesuffix(" …").rpartition(" ")[0].rstrip(",; ") + " …"
        return more
