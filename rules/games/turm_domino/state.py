"""The dominoes, the state and the move of Turm-Domino. Both the rules and the solver import them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import NamedTuple


class Domino(NamedTuple):
    """A domino, its lower half first."""

    low: int
    high: int

    @property
    def sum(self) -> int:
        return self.low + self.high

    def __str__(self) -> str:
        return f"{self.low}|{self.high}"


BACK = Domino(-1, -1)
"""A domino of which only the back is seen."""


def read_domino(text: str) -> Domino:
    """Return the domino of a text like `"1|6"`; raise ValueError."""
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]\|[0-9]", text):
        raise ValueError(text)
    low, high = int(text[0]), int(text[2])
    if low > high:
        raise ValueError(text)
    return Domino(low, high)


def domino_set(highest: int) -> list[Domino]:
    return [Domino(*halves) for halves in combinations_with_replacement(range(highest + 1), 2)]


Tower = tuple[Domino, ...]
"""The dominoes of one position of the tower row, the lowest first; empty if nothing was founded."""
Column = tuple[Domino, ...]
"""The dominoes of one column of the field from the top down; the last one is face up and can move."""


@dataclass(frozen=True, slots=True)
class TurmState:
    towers: tuple[Tower, ...]
    columns: tuple[Column, ...]
    ply: int = 0
    player: int = 0

    @property
    def scores(self) -> tuple[int, ...]:
        """The number of dominoes moved."""
        return (self.ply,)

    @property
    def left(self) -> int:
        return sum(map(len, self.columns))


class TurmMove(NamedTuple):
    """The face-up domino of a column goes to a position of the tower row; both counted from 0."""

    column: int
    tower: int
