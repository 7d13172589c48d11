"""The crossword on the table, the moves with their notation, and the state of a round; no rules.

Squares are (x, y), y downwards; the first word starts at (0, 0) and runs to the right. A letter on the table
is a capital, or in lower case if a Jolly represents it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.base import Outcome, UnreadableMove
from rules.games.crossword.letters import RED, Hand
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN
from rules.words.placement import Placement, Square, rows_of

SIDES: tuple[Square, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
FURTHEST = 999
"""No crossword has enough letters to reach as far from its first one."""


def is_square(place: object) -> bool:
    """Return whether a value from another computer is a square."""
    return isinstance(place, tuple) and len(place) == 2 and all(
        type(number) is int and abs(number) <= FURTHEST for number in place)


# --- the table ---


@dataclass(frozen=True)
class Board:
    """The letters on the table in the order of laying, a Jolly in lower case."""

    laid: tuple[tuple[Square, str], ...] = ()

    @cached_property
    def at(self) -> Mapping[Square, str]:
        return dict(self.laid)

    def with_letters(self, letters: Mapping[Square, str]) -> Board:
        return Board((*self.laid, *letters.items()))

    def exchanged(self, square: Square) -> Board:
        """Return the board with the Jolly on `square` replaced by its letter."""
        return Board(tuple((at, letter.upper() if at == square else letter) for at, letter in self.laid))

    def sides_built(self, square: Square) -> int:
        """Return how many of the four neighbours of a square are occupied."""
        x, y = square
        return sum((x + dx, y + dy) in self.at for dx, dy in SIDES)

    def __str__(self) -> str:
        if not self.laid:
            return "(empty)"
        left, top = min(x for x, _ in self.at), min(y for _, y in self.at)
        return "\n".join([f"from {left},{top}", *rows_of(self.at)])


# --- moves ---


class Lay(Placement):
    """A word to the right or down from (x, y), all its letters, a Jolly in lower case."""

    __slots__ = ()

    def joins(self, lying: Mapping[Square, str]) -> bool:
        """Return True if a new letter of the word lies between two letters of the table."""
        met = [square in lying for square in self.squares]
        if True not in met:
            return False
        return False in met[met.index(True):len(met) - met[::-1].index(True)]

    def __str__(self) -> str:
        return f"{'v' if self.down else '>'} {self.x},{self.y} {self.word}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange a Jolly on the table for the letter it represents."""

    x: int
    y: int

    @property
    def square(self) -> Square:
        return self.x, self.y

    def __str__(self) -> str:
        return f"swap {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy letters from the stocks, red before black."""

    colours: tuple[str, ...]

    def __str__(self) -> str:
        return f"buy {' '.join(self.colours)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay no word and buy no letter; also: decline the second word."""

    def __str__(self) -> str:
        return "pass"


Move = Lay | Swap | Buy | Pass

NUMBER = r"(0|-?[1-9][0-9]{0,3})"
_LAY = re.compile(rf"([>v]) {NUMBER},{NUMBER} ([{LETTER_PATTERN}{SMALL_LETTER_PATTERN}]{{1,99}})")
_SWAP = re.compile(rf"swap {NUMBER},{NUMBER}")
_BUY = re.compile(r"buy((?: red){0,9}(?: black){0,9})")
EXPECTED = "> 0,0 WORT, v 2,-1 WoRTE, swap 2,0, buy red, buy red black, pass"


def read_crossword_move(text: str) -> Move:
    if text == "pass":
        return Pass()
    if found := _LAY.fullmatch(text):
        return Lay(found[1] == "v", int(found[2]), int(found[3]), found[4])
    if found := _SWAP.fullmatch(text):
        return Swap(int(found[1]), int(found[2]))
    if (found := _BUY.fullmatch(text)) and found[1]:
        return Buy(tuple(found[1].split()))
    raise UnreadableMove(text, EXPECTED)


# --- the state ---


@dataclass(frozen=True, slots=True)
class CrosswordState:
    board: Board
    hands: tuple[Hand, ...]
    red: str
    """The red stock, next letter first."""
    black: str
    player: int
    scores: tuple[int, ...]
    starter: int
    ply: int = 0
    round: int = 1
    before: tuple[int, ...] = ()
    """The scores at the start of the round."""
    void: int = 0
    """Number of earlier rounds without a winner, which are repeated with a higher stake."""
    second: bool = False
    """The current player has joined two words and may lay another one."""
    passes: int = 0
    """Number of consecutive passes."""
    stake: int = 1
    """Factor for the points of this round."""
    first_out: int | None = None
    """The first seat without letters, while the others have their last turn."""
    taken: tuple[str, ...] = ()
    """The Jollies that each seat took from the table and still holds; known to all players."""
    words: tuple[str, ...] | None = None
    agreed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    ended: Outcome | None = None

    @property
    def letters(self) -> Mapping[Square, str]:
        """The letters on the table by square."""
        return self.board.at

    @property
    def hand(self) -> Hand:
        """The hand of the current player."""
        return self.hands[self.player]

    def stock(self, colour: str) -> str:
        return self.red if colour == RED else self.black

    @property
    def won(self) -> tuple[int, ...]:
        """The points of this round."""
        return tuple(score - old for score, old in zip(self.scores, self.before, strict=True))
