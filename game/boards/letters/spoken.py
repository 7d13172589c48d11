"""The word games in words: the words that lie across and down, the letters of the hand, the two stocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.boards.kit.spoken import TableWords
from game.boards.letters.draft import Square
from rules.words.placement import all_runs

if TYPE_CHECKING:
    from game.boards.letters.board import LetterBoard


class LetterWords(TableWords):
    table: LetterBoard

    def board(self) -> list[str]:
        state = self.table.state
        letters = self.table.laid(state)
        told = []
        for key, down in (("spoken.letters.across", False), ("spoken.letters.down", True)):
            words = [word for way, _, _, word in all_runs(letters) if way == down]
            if words:
                told.append(self.say(key, words=", ".join(words)))
        if not letters:
            told.append(self.say("spoken.letters.empty"))
        if hasattr(state, "red"):
            told.append(self.say("spoken.letters.stock", red=len(state.red), black=len(state.black)))
        return told

    def hand(self, seat: int) -> list[str]:
        marks = [self.piece_name(tile) for tile in self.table.viewed_hand() or ()]
        return [self.say("spoken.letters.hand", n=len(marks), letters=" ".join(marks))] if marks else []

    def piece_name(self, piece: Any) -> str:
        return self.table.letter_name(getattr(piece, "mark", str(piece)))

    def square(self, square: Square, mark: str, *, down: bool) -> str:
        """Where the cursor stands, counted from the middle, and what lies there."""
        letter = mark.upper() if mark else self.say("spoken.letters.free")
        way = self.say("spoken.letters.way_down" if down else "spoken.letters.way_across")
        return self.say("spoken.letters.square", letter=letter, column=square[0], row=square[1], way=way)

