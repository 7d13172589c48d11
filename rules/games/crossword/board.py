"""A crossword on the table, the moves that build it with their spelling, and the state of a round; no rules yet.

Squares are (x, y), y downwards; the first word begins at (0, 0) and runs to the right. A letter on the table is
a capital, or a small letter if a Jolly stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.base import Outcome, UnreadableMove
from rules.games.crossword.letters import RED, Hand
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN
from rules.words.placement import Placement, Square

SIDES: tuple[Square, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


# --- the table ---


@dataclass(frozen=True)
class Board:
    """The letters on the table in the order in which they were laid, a Jolly in lower case."""

    laid: tuple[tuple[Square, str], ...] = ()

    @cached_property
    def at(self) -> Mapping[Square, str]:
        return dict(self.laid)

    def with_letters(self, letters: Mapping[Square, str]) -> Board:
        return Board((*self.laid, *letters.items()))

    def exchanged(self, square: Square) -> Board:
        """The table with the real letter where a Jolly lay."""
        return Board(tuple((at, letter.upper() if at == square else letter) for at, letter in self.laid))

    def sides_built(self, square: Square) -> int:
        """How many of its four sides have a neighbour."""
        x, y = square
        return sum((x + dx, y + dy) in self.at for dx, dy in SIDES)

    def __str__(self) -> str:
        if not self.laid:
            return "(empty)"
        columns, rows = zip(*self.at)
        left, top = min(columns), min(rows)
        lines = ["".join(self.at.get((x, y), ".") for x in range(left, max(columns) + 1))
                 for y in range(top, max(rows) + 1)]
        return "\n".join([f"from {left},{top}", *lines])


# --- moves ---


class Lay(Placement):
    """A word to the right or down from (x, y), all its letters, a Jolly in lower case."""

    __slots__ = ()

    def joins(self, lying: Mapping[Square, str]) -> bool:
        """Whether a new letter of it stands between two that lie there already."""
        met = [square in lying for square in self.squares]
        if True not in met:
            return False
        return False in met[met.index(True):len(met) - met[::-1].index(True)]

    def __str__(self) -> str:
        return f"{'v' if self.down else '>'} {self.x},{self.y} {self.word}"


@dataclass(frozen=True, slots=True)
class Swap:
    """A lying Jolly is replaced by the letter it stands for."""

    x: int
    y: int

    @property
    def square(self) -> Square:
        return self.x, self.y

    def __str__(self) -> str:
        return f"swap {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Letters from the stocks, red before black."""

    colours: tuple[str, ...]

    def __str__(self) -> str:
        return f"buy {' '.join(self.colours)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No word and no letter; also: no second word."""

    def __str__(self) -> str:
        return "pass"


Move = Lay | Swap | Buy | Pass

_NUMBER = r"(0|-?[1-9][0-9]{0,3})"
_LAY = re.compile(rf"([>v]) {_NUMBER},{_NUMBER} ([{LETTER_PATTERN}{SMALL_LETTER_PATTERN}]{{1,99}})")
_SWAP = re.compile(rf"swap {_NUMBER},{_NUMBER}")
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
    """The red stock, the next one first."""
    black: str
    player: int
    scores: tuple[int, ...]
    starter: int
    ply: int = 0
    round: int = 1
    before: tuple[int, ...] = ()
    """The totals with which the round began."""
    void: int = 0
    """Rounds before this one that nobody won and that are played again for more."""
    second: bool = False
    """The player in turn has joined two words and lays one more."""
    passes: int = 0
    """Players in a row who passed instead of a word."""
    stake: int = 1
    """How many times the points of this round count."""
    first_out: int | None = None
    """Who was the first to lay all letters, while the others have their last turn."""
    taken: tuple[str, ...] = ()
    """The Jollies that each seat took from the table and still holds: everybody saw it."""
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
        """The hand of the player whose turn it is."""
        return self.hands[self.player]

    def stock(self, colour: str) -> str:
        return self.red if colour == RED else self.black

    @property
    def won(self) -> tuple[int, ...]:
        """The points of this round."""
        return tuple(score - old for score, old in zip(self.scores, self.before))
