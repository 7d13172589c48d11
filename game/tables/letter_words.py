"""The word games in words: the words that lie across and down, the letters of the hand, the two stocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.tables.draft import Square
from game.tables.words import TableWords

if TYPE_CHECKING:
    from game.tables.letter_board import LetterBoard


class LetterWords(TableWords):
    table: LetterBoard

    def board(self) -> list[str]:
        state = self.table.state
        letters = self.table.laid(state)
        told = [self.say("spoken.letters.across", words=", ".join(found)) for found in [runs(letters, down=False)]
                if found]
        told += [self.say("spoken.letters.down", words=", ".join(found)) for found in [runs(letters, down=True)]
                 if found]
        if not letters:
            told.append(self.say("spoken.letters.empty"))
        if hasattr(state, "red"):
            told.append(self.say("spoken.letters.stock", red=len(state.red), black=len(state.black)))
        return told

    def hand(self, seat: int) -> list[str]:
        marks = [self.piece_name(tile) for tile in self.table.viewed_hand() or ()]
        return [self.say("spoken.letters.hand", n=len(marks), letters=" ".join(marks))] if marks else []

    def piece_name(self, piece: Any) -> str:
        mark = getattr(piece, "mark", str(piece))
        return self.say("letters.jolly") if mark in "*+" else mark

    def square(self, square: Square, mark: str, *, down: bool) -> str:
        """Where the cursor stands, counted from the middle, and what lies there."""
        letter = mark.upper() if mark else self.say("spoken.letters.free")
        way = self.say("spoken.letters.way_down" if down else "spoken.letters.way_across")
        return self.say("spoken.letters.square", letter=letter, column=square[0], row=square[1], way=way)


def runs(letters: Mapping[Square, str], *, down: bool) -> list[str]:
    """The words of two letters and more in one direction, from above and from the left."""
    dx, dy = (0, 1) if down else (1, 0)
    found = []
    for x, y in sorted(letters, key=lambda square: (square[1], square[0])):
        if (x - dx, y - dy) in letters:
            continue
        word = ""
        while (x, y) in letters:
            word += letters[x, y].upper()
            x, y = x + dx, y + dy
        if len(word) > 1:
            found.append(word)
    return found
