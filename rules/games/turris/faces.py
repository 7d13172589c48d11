"""The tower of Turris and its pictures: squares, blocks, columns, levels and the five faces.

Pure geometry for `rules/games/turris/rules.py`, its table and its tests, independent of the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from typing import NamedTuple

BASE = 3
"""The tower has a base of 3 x 3 squares."""
COLUMNS = tuple((x, y) for y in range(BASE) for x in range(BASE))
MIDDLE = (1, 1)
WAYS = ("V", "X", "Y")
"""Upright; flat along x; flat along y."""
FACES = ("south", "east", "north", "west", "roof")

Column = tuple[int, int]
Square = tuple[int, int, int]
"""x and y in 0-2; z = 0 is the lowest level."""


@cache
def squares_of(way: str, x: int, y: int, z: int) -> tuple[Square, Square]:
    """Return the two squares of a block, the one that names it first."""
    if way == "V":
        return (x, y, z), (x, y, z + 1)
    return ((x, y, z), (x + 1, y, z)) if way == "X" else ((x, y, z), (x, y + 1, z))


class Block(NamedTuple):
    """A block of the tower, named by its square of lowest x, y, z."""

    way: str
    x: int
    y: int
    z: int
    colour: int
    """The seat that owns it."""

    @property
    def square(self) -> Square:
        return self.x, self.y, self.z

    @property
    def squares(self) -> tuple[Square, Square]:
        return squares_of(self.way, self.x, self.y, self.z)

    @property
    def upright(self) -> bool:
        return self.way == "V"

    @property
    def lower_side(self) -> tuple[Square, ...]:
        """The squares of its lower side."""
        return self.squares[:1] if self.upright else self.squares

    @property
    def covers_middle(self) -> bool:
        return any(square[:2] == MIDDLE for square in self.squares)


Blocks = tuple[Block, ...]
"""The blocks of a tower in the order in which they were laid."""


@lru_cache(maxsize=256)
def filled_by(blocks: Blocks) -> Mapping[Square, Block]:
    """Return every filled square with its block. Cached: do not modify the result."""
    return {square: block for block in blocks for square in block.squares}


def height(filled: Mapping[Square, Block], column: Column) -> int:
    """Return the height of a column. Nothing overhangs, so the filled squares are the lowest ones."""
    z = 0
    while (*column, z) in filled:
        z += 1
    return z


def beside(square: Square) -> Iterator[Square]:
    """Yield the squares that share a lateral face with this one, including those outside the base."""
    x, y, z = square
    yield from ((x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z))


def resting_on(block: Block, filled: Mapping[Square, Block]) -> Block | None:
    """Return a block that rests on this one, or None."""
    above = (filled.get((x, y, z + 1)) for x, y, z in block.squares)
    return next((other for other in above if other not in (None, block)), None)


# --- levels ---


@lru_cache(maxsize=256)
def level_counts(blocks: Blocks) -> tuple[int, ...]:
    """Return the number of filled squares of each level (of nine), the lowest level first."""
    counts = Counter(z for _, _, z in filled_by(blocks))
    return tuple(counts[z] for z in range(len(counts)))


def unfinished(counts: Iterable[int]) -> int:
    """Return the number of levels that are started and not full."""
    return sum(0 < filled < BASE * BASE for filled in counts)


def unfinished_after(counts: Sequence[int], block: Block, change: int) -> int:
    """Return that number after a block was laid (change 1) or taken out (-1)."""
    after = [*counts, 0, 0]
    for _, _, z in block.squares:
        after[z] += change
    return unfinished(after)


def gap_in(filled: Mapping[Square, Block]) -> Square:
    """Return the first empty square of the lowest level that is not full."""
    return next((x, y, z) for z in count() for x, y in COLUMNS if (x, y, z) not in filled)


def edge_filled(filled: Mapping[Square, Block], z: int) -> bool:
    """Return whether at least one of the eight edge squares of a level is filled."""
    return any((x, y, z) in filled for x, y in COLUMNS if (x, y) != MIDDLE)


# --- the five faces ---

Spot = tuple[int, int]
"""A square of a picture: columns from the left as the viewer sees them, rows from below."""


class Seen(NamedTuple):
    """The content of a square of a picture."""

    block: Block
    depth: int
    """Distance from the viewer: 0 is the front, or on the roof the highest square of the whole tower."""

    @property
    def colour(self) -> int:
        return self.block.colour


@dataclass(frozen=True)
class Face:
    """One of the five pictures of the tower."""

    name: str
    seen: Mapping[Spot, Seen]
    groups: tuple[frozenset[Spot], frozenset[Spot]]
    """The largest group of each colour; of several equally large ones the lowest, then leftmost."""

    @property
    def points(self) -> tuple[int, int]:
        return len(self.groups[0]), len(self.groups[1])


def _line_of_sight(face: str, column: int) -> list[Column]:
    """Return the columns of the tower behind a column of a side's picture, the nearest first.

    South looks along +y with x = 0 on its left; walking round the tower gives the other three.
    """
    there, back = range(BASE), range(BASE - 1, -1, -1)
    if face == "south":
        return [(column, y) for y in there]
    if face == "north":
        return [(BASE - 1 - column, y) for y in back]
    if face == "west":
        return [(x, BASE - 1 - column) for x in there]
    return [(x, column) for x in back]


def _side(face: str, filled: Mapping[Square, Block], levels: int) -> dict[Spot, Seen]:
    seen = {}
    for column in range(BASE):
        line = _line_of_sight(face, column)
        for z in range(levels):
            first = next((i for i, (x, y) in enumerate(line) if (x, y, z) in filled), None)
            if first is not None:
                seen[column, z] = Seen(filled[(*line[first], z)], first)
    return seen


def _roof(filled: Mapping[Square, Block], levels: int) -> dict[Spot, Seen]:
    heights = {column: height(filled, column) for column in COLUMNS}
    return {column: Seen(filled[(*column, top - 1)], levels - top) for column, top in heights.items() if top}


def largest_group(spots: Iterable[Spot]) -> frozenset[Spot]:
    """Return the largest set of spots connected by sides."""
    left, largest = set(spots), frozenset[Spot]()
    for start in sorted(left, key=lambda spot: (spot[1], spot[0])):
        if start not in left:
            continue
        left.discard(start)
        group, edge = {start}, [start]
        while edge:
            column, row = edge.pop()
            near = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)} & left
            left -= near
            group |= near
            edge += near
        if len(group) > len(largest):
            largest = frozenset(group)
    return largest


@lru_cache(maxsize=64)
def faces_of(blocks: Blocks) -> tuple[Face, ...]:
    """Return the five faces of a tower, in the order of FACES."""
    filled = filled_by(blocks)
    levels = 1 + max((z for _, _, z in filled), default=-1)
    pictures = [_side(name, filled, levels) for name in FACES[:-1]] + [_roof(filled, levels)]
    return tuple(
        Face(name, seen, (_group(seen, 0), _group(seen, 1))) 
        for name, seen in zip(FACES, pictures, strict=True))


def _group(seen: Mapping[Spot, Seen], colour: int) -> frozenset[Spot]:
    return largest_group(spot for spot, shown in seen.items() if shown.colour == colour)


def points_of(blocks: Blocks) -> tuple[int, int]:
    """Return the points of both colours if the game ended with this tower."""
    faces = faces_of(blocks)
    return sum(face.points[0] for face in faces), sum(face.points[1] for face in faces)
