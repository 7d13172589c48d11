"""Wer behaelt recht?: its state and its moves with their spelling; no rules yet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rules.base import UnreadableMove
from rules.games.crossword.board import Buy, CrosswordState, Lay, Pass, Square, Swap, read_crossword_move
from rules.games.wer_behaelt_recht.line import Word
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN


@dataclass(frozen=True, slots=True)
class WerState(CrosswordState):
    """A round; between two words there is neither a fragment nor a word."""

    fragment: Word | None = None
    """The letters of the open word that lie already."""
    word: Word | None = None
    """What was said last of the fragment; nothing after its author had to leave."""
    author: int | None = None
    """Who said it first."""
    last: Word | None = None
    """The word completed last, which the next one crosses."""
    anywhere: bool = False
    """Somebody who could have begun a word passed: it may cross any word that lies."""
    bought: bool = False
    """The player in turn has bought in this turn."""
    premium: bool = False
    """The player in turn has earned one more letter of the open word."""
    left: tuple[int, ...] = ()
    """The seats that had to leave the round, in that order."""

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @property
    def must_complete(self) -> bool:
        """The turn has come round to the author of the open word."""
        return self.word is not None and self.author == self.player and not self.premium

    @property
    def begins(self) -> bool:
        """The player in turn may begin a word."""
        return self.fragment is None

    def after(self, seat: int) -> int:
        """The next seat that still plays."""
        count = len(self.hands)
        return next(other for step in range(1, count + 1) if (other := (seat + step) % count) not in self.left)


class Begin(NamedTuple):
    """A letter at (x, y) and a new word through it, to the right or down."""

    down: bool
    x: int
    y: int
    letter: str
    """A small letter for a Jolly."""
    word: str
    at: int
    """The number, in the word, of the first letter of the fragment as it stands after this letter."""

    @property
    def square(self) -> Square:
        return self.x, self.y

    def __str__(self) -> str:
        return f"begin {'v' if self.down else '>'} {self.x},{self.y} {self.letter} {self.word}@{self.at}"


class Grow(NamedTuple):
    """A letter before or behind the fragment, and a word that contains both."""

    front: bool
    letter: str
    word: str
    at: int

    def __str__(self) -> str:
        return f"{'front' if self.front else 'back'} {self.letter} {self.word}@{self.at}"


@dataclass(frozen=True, slots=True)
class Complete:
    """The author lays all that is missing of the open word, or cannot."""

    def __str__(self) -> str:
        return "complete"


class Spot(NamedTuple):
    """Where a letter may be laid now. `way` is begin, front or back; `down` the direction of the word."""

    way: str
    down: bool
    x: int
    y: int

    @property
    def square(self) -> Square:
        return self.x, self.y

    def say(self, letter: str, word: str, at: int) -> Begin | Grow:
        """The move that lays a letter there and says a word."""
        if self.way == "begin":
            return Begin(self.down, self.x, self.y, letter, word, at)
        return Grow(self.way == "front", letter, word, at)


Say = Begin | Grow
Move = Begin | Grow | Complete | Swap | Buy | Pass

_NUMBER = r"(0|-?[1-9][0-9]{0,3})"
_SAID = rf"([{LETTER_PATTERN}{SMALL_LETTER_PATTERN}]) ([{LETTER_PATTERN}]{{2,99}})@(0|[1-9][0-9]?)"
_BEGIN = re.compile(rf"begin ([>v]) {_NUMBER},{_NUMBER} {_SAID}")
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
