"""The state of a round and the moves with their notation; no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rules.base import UnreadableMove
from rules.games.crossword.board import NUMBER, Buy, CrosswordState, Lay, Pass, Swap, read_crossword_move
from rules.games.wer_behaelt_recht.line import Word
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN
from rules.words.placement import Square


@dataclass(frozen=True, slots=True)
class WerState(CrosswordState):
    """The state of a round; between two words both `fragment` and `word` are None."""

    fragment: Word | None = None
    """The letters of the open word on the table."""
    word: Word | None = None
    """The word announced last for the fragment; None after its author had to leave."""
    author: int | None = None
    """The seat that announced it first."""
    last: Word | None = None
    """The word completed last, which the next one crosses."""
    anywhere: bool = False
    """The next word may cross any word, because a player who could have started it passed."""
    bought: bool = False
    """The current player has bought in this turn."""
    premium: bool = False
    """The current player has earned one more letter of the open word."""
    left: tuple[int, ...] = ()
    """The seats that had to leave the round, in that order."""

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @property
    def open_word(self) -> Word:
        """The word announced last, where the turn implies that there is one (`must_complete`, `premium`)."""
        assert self.word is not None
        return self.word

    @property
    def must_complete(self) -> bool:
        """The current player is the author of the open word and must complete it."""
        return self.word is not None and self.author == self.player and not self.premium

    @property
    def begins(self) -> bool:
        """The current player may start a word."""
        return self.fragment is None

    def after(self, seat: int) -> int:
        """Return the next seat that still plays."""
        count = len(self.hands)
        seats = ((seat + step) % count for step in range(1, count + 1))
        return next(other for other in seats if other not in self.left)


class Begin(NamedTuple):
    """Lay a letter at (x, y) and announce a new word through it, to the right or down."""

    down: bool
    x: int
    y: int
    letter: str
    """In lower case for a Jolly."""
    word: str
    at: int
    """The position in the word of the first letter of the fragment, after this letter was laid."""

    @property
    def square(self) -> Square:
        return self.x, self.y

    def __str__(self) -> str:
        return f"begin {'v' if self.down else '>'} {self.x},{self.y} {self.letter} {self.word}@{self.at}"


class Grow(NamedTuple):
    """Lay a letter before or after the fragment and announce a word that contains both."""

    front: bool
    letter: str
    word: str
    at: int

    def __str__(self) -> str:
        return f"{'front' if self.front else 'back'} {self.letter} {self.word}@{self.at}"


@dataclass(frozen=True, slots=True)
class Complete:
    """The author lays the missing letters of the open word, or leaves the round."""

    def __str__(self) -> str:
        return "complete"


class Spot(NamedTuple):
    """A place for a letter. `way` is begin, front or back; `down` is the direction of the word."""

    way: str
    down: bool
    x: int
    y: int

    @property
    def square(self) -> Square:
        return self.x, self.y

    def say(self, letter: str, word: str, at: int) -> Begin | Grow:
        """Return the move that lays a letter there and announces a word."""
        if self.way == "begin":
            return Begin(self.down, self.x, self.y, letter, word, at)
        return Grow(self.way == "front", letter, word, at)


Say = Begin | Grow
Move = Begin | Grow | Complete | Swap | Buy | Pass

_SAID = rf"([{LETTER_PATTERN}{SMALL_LETTER_PATTERN}]) ([{LETTER_PATTERN}]{{2,99}})@(0|[1-9][0-9]?)"
_BEGIN = re.compile(rf"begin ([>v]) {NUMBER},{NUMBER} {_SAID}")
_GROW = re.compile(rf"(front|back) {_SAID}")
EXPECTED = "begin > 0,0 A HAUS@1, front H HAUS@0, back U HAUS@1, complete, swap 2,0, buy red, pass"


def read_wer_move(text: str) -> Move:
    if found := _BEGIN.fullmatch(text):
        return Begin(found[1] == "v", int(found[2]), int(found[3]), found[4], found[5], int(found[6]))
    if found := _GROW.fullmatch(text):
        return Grow(found[1] == "front", found[2], found[3], int(found[4]))
    if text == "complete":
        return Complete()
    try:
        move = read_crossword_move(text)
    except UnreadableMove:
        raise UnreadableMove(text, EXPECTED) from None
    if isinstance(move, Lay):
        raise UnreadableMove(text, EXPECTED)
    return move
