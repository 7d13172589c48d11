"""A word that is being laid: letters that stand on the board but were not played yet. Knows no pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Square = tuple[int, int]

FOLDED = {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS", "ß": "SS"}
"""How letters that are not in the set are laid."""


class Tile(NamedTuple):
    """One letter of a hand; equal letters are told apart by their number."""

    mark: str
    copy: int


def tiles(hand: Iterable[str]) -> list[Tile]:
    """The letters of a hand, each with a name of its own."""
    seen: Counter[str] = Counter()
    found = []
    for mark in hand:
        found.append(Tile(mark, seen[mark]))
        seen[mark] += 1
    return found


def folded(text: str) -> str:
    """What a key types, in letters of the set."""
    upper = text.upper() if text != "ß" else "ß"
    upper = FOLDED.get(upper, upper)
    return upper if upper.isascii() and upper.isalpha() else ""


Laid = dict[Square, tuple[Tile, str]]
"""Letters on squares, each with what it stands for."""


class Draft:
    """Which letter of the hand stands on which square, and what it stands for."""

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
        """The new letters as the records spell them: a Jolly in lower case."""
        return {square: spelled for square, (_, spelled) in self._at.items()}

    def put(self, square: Square, tile: Tile, stands_for: str = "") -> None:
        """Lay a letter; a Jolly needs the letter that it stands for."""
        self._at[square] = (tile, stands_for.lower() if stands_for else tile.mark)

    def tile_at(self, square: Square) -> Tile | None:
        entry = self._at.get(square)
        return entry[0] if entry else None

    def square_of(self, tile: Tile) -> Square | None:
        return next((square for square, (there, _) in self._at.items() if there == tile), None)

    def take(self, square: Square) -> Tile | None:
        """Take a letter back from the board."""
        entry = self._at.pop(square, None)
        return entry[0] if entry else None

    def take_last(self) -> Square | None:
        """Take back the letter that was laid last; returns where it stood."""
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
        """Forget letters that are no longer in the hand, or whose square was taken."""
        there = set(hand)
        self._at = {square: entry for square, entry in self._at.items() if entry[0] in there and square not in lying}
