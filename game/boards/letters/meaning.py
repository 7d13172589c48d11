"""What a word on the table means: a click on one of its letters tells class, base form and meaning."""

from __future__ import annotations

from game.boards.kit.part import Part
from game.boards.letters.draft import Square
from game.table.host import WordHost
from rules.words.lexicon import SHORTEST
from rules.words.meanings import explain
from rules.words.placement import Letters, run_through
from rules.words.vocabulary import Vocabulary


class WordMeaning(Part[WordHost]):
    """Tells in the turn line what the words through a square mean; a second click tells the other word."""

    def __init__(self, host: WordHost):
        super().__init__(host)
        self._last: tuple[Square, str] | None = None

    def tell(self, letters: Letters, square: Square, words: Vocabulary) -> None:
        """Tell what the word through a square means; nothing if there is none."""
        runs = [run_through(letters, square, down=down)[1].upper() for down in (False, True)
                ] if square in letters else []
        found = [word for word in runs if len(word) >= SHORTEST and word in words]
        if not found:
            return
        word = found[-1] if self._last == (square, found[0]) else found[0]
        self._last = (square, word)
        known = explain(word, words)
        base = self.say("letters.base_form", base=known.base) if known.base else ""
        parts = [", ".join(map(self.say, known.classes)), base, known.meaning]
        self.host.set_status(word, self._fitting(word, "; ".join(filter(None, parts))), icon="book")

    def _fitting(self, word: str, more: str) -> str:
        """Return as many words of a text as fit into the turn line."""
        board = self.look.m.region("board")
        assert board is not None
        room = board.w - self.look.width(word, "name") - self.px(24 + 56 + 34 + 16)
        while self.look.width(more, "label") > room and " " in more:
            more = more.removesuffix(" …").rpartition(" ")[0].rstrip(",; ") + " …"
        return more
