"""A word being laid: letters on the board that are not played yet. Imports no pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Square = tuple[int, int]


class Tile(NamedTuple):
    """One letter of a hand; `copy` numbers equal letters."""

    mark: str
    copy: int


def tiles(hand: Iterable[str]) -> list[Tile]:
    """Return the letters of a hand as distinct tiles."""
    seen: Counter[str] = Counter()
    found = []
    for mark in hand:
        found.append(Tile(mark, seen[mark]))
        seen[mark] += 1
    return found


Laid = dict[Square, tuple[Tile, str]]
"""Tiles on squares, each with the letter it stands for."""


class Draft:
    """The tiles that are laid, by square, each with the letter it stands for."""

    def __init__(self) -> None:
        self._at: Laid = {}

    def __bool__(self) -> bool:
        return bool(self._at)

    def __contains__(self, tile: object) -> bool:
        return any(tile == there for there, _ in self._at.values())

    def __len__(self) -> int:
        return len(self._at)

    @property
    def letters(self) -> dict[Square, str]:
        """The letters as in records: a Jolly in lower case."""
        return {square: spelled for square, (_, spelled) in self._at.items()}

    def put(self, square: Square, tile: Tile, stands_for: str = "") -> None:
        """Lay a tile; a Jolly needs the letter that it stands for."""
        self._at[square] = (tile, stands_for.lower() if stands_for else tile.mark)

    def tile_at(self, square: Square) -> Tile | None:
        entry = self._at.get(square)
        return entry[0] if entry else None

    def square_of(self, tile: Tile) -> Square | None:
        return next((square for square, (there, _) in self._at.items() if there == tile), None)

    def take(self, square: Square) -> Tile | None:
        """Remove the tile on a square and return it."""
        entry = self._at.pop(square, None)
        return entry[0] if entry else None

    def take_last(self) -> Square | None:
        """Remove the tile that was laid last; return its square."""
        if not self._at:
            return None
        square = next(reversed(self._at))
        del self._at[square]
        return square

    def clear(self) -> None:
        self._at.clear()

    def copy(self) -> Laid:
        return dict(self._at)

    def restore(self, laid: Laid) -> None:
        self._at = dict(laid)

    def keep_possible(self, hand: Iterable[Tile], lying: Mapping[Square, str]) -> None:
        """Remove tiles that are no longer in the hand or whose square was taken."""
        there = set(hand)
        self._at = {square: entry for square, entry in self._at.items()
                    if entry[0] in there and square not in lying}
