"""The speech of the word games: words across and down, the letters of the hand, the two stocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from game.boards.kit.spoken import BoardSpeech
from game.boards.letters.draft import Square, Tile
from game.table.host import WordHost
from rules.games.crossword.board import CrosswordState
from rules.games.crossword.letters import JOLLIES
from rules.words.placement import all_runs

Say = Callable[..., str]
W = TypeVar("W", bound=WordHost)
M = TypeVar("M")


def letter_name(say: Say, mark: str) -> str:
    """Name a letter of the hand."""
    return say("letters.jolly") if mark in JOLLIES else mark


def square_text(say: Say, square: Square, mark: str, *, down: bool) -> str:
    """Describe the square of the typing cursor, counted from the middle, and the letter there."""
    letter = mark.upper() if mark else say("spoken.letters.free")
    way = say("spoken.letters.way_down" if down else "spoken.letters.way_across")
    return say("spoken.letters.square", letter=letter, column=square[0], row=square[1], way=way)


class LetterSpeech(BoardSpeech[W, M, Tile], Generic[W, M]):
    """Describes the letters on the field and the hand that is shown."""

    def __init__(self, host: W, letters: Callable[[], Mapping[Square, str]],
                 hand: Callable[[], list[Tile] | None]):
        super().__init__(host)
        self._letters, self._hand = letters, hand

    def board(self) -> list[str]:
        letters, state = self._letters(), self.host.state
        told = []
        for key, down in (("spoken.letters.across", False), ("spoken.letters.down", True)):
            words = [word for way, _, _, word in all_runs(letters) if way == down]
            if words:
                told.append(self.say(key, words=", ".join(words)))
        if not letters:
            told.append(self.say("spoken.letters.empty"))
        if isinstance(state, CrosswordState):
            told.append(self.say("spoken.letters.stock", red=len(state.red), black=len(state.black)))
        return told

    def hand(self, seat: int) -> list[str]:
        marks = [self.piece_name(tile) for tile in self._hand() or ()]
        return [self.say("spoken.letters.hand", n=len(marks), letters=" ".join(marks))] if marks else []

    def piece_name(self, piece: Tile | str) -> str:
        """Name a letter of the hand, or the mark of one in an event."""
        return letter_name(self.say, piece.mark if isinstance(piece, Tile) else piece)
