"""The fast twin of Turris for searching bots: a tower that is changed in place, with moves as small numbers.

A test proves it equal to `Turris.apply`. What makes it fast: nothing hangs over, so nine heights say where
blocks fit; where they fit depends on differences of heights alone, so it is worked out once for every shape;
the largest groups are followed row by row by a small machine that remembers every step it ever took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from rules.games.turris import Lay, Move, Pass, TakeOut, Turris, TurrisState
from rules.games.turris_faces import BASE, COLUMNS, MIDDLE, filled_by

# --- moves as numbers ---

COLUMN = {column: index for index, column in enumerate(COLUMNS)}
CENTRE = COLUMN[MIDDLE]
PAIRS = ([(COLUMN[x, y], COLUMN[x + 1, y]) for y in range(BASE) for x in range(BASE - 1)]
         + [(COLUMN[x, y], COLUMN[x, y + 1]) for y in range(BASE - 1) for x in range(BASE)])
"""The columns under a flat block: first the six along x, then the six along y."""
UPRIGHT, FLAT = 9, 21
"""0-8 is an upright block on that column, 9-20 a flat one on that pair ..."""
PASS, REMOVE = 21, 22
"""... 21 a pass, and 22-30 takes out the block that is named by that column and is its highest."""
LAYS = (1 << FLAT) - 1

UNDER: list[tuple[int, ...]] = [(column,) for column in range(UPRIGHT)] + PAIRS
"""The columns that a move fills."""
ALL_FLAT = LAYS & ~((1 << UPRIGHT) - 1)
BAR = [sum(1 << move for move, columns in enumerate(UNDER) if column in columns) for column in range(9)]
"""All moves that fill a column."""
OPEN = [~sum(1 << move for move in range(UPRIGHT, FLAT) if set(UNDER[move]) & set(columns)) for columns in UNDER]
"""For each move: the flat moves beside it are no longer on one block."""
JOIN = [0 if move < UPRIGHT else 1 << move for move in range(FLAT)]
COVERS_MIDDLE = [CENTRE in columns for columns in UNDER]
BITS = [[sum(1 << column + 9 * colour for column in columns) for columns in UNDER] for colour in (0, 1)]
"""The squares of a move in a level: nine bits for each colour."""
KEEP = [~(bits | bits << 9) for bits in BITS[0]]
NEIGHBOURS = [tuple(b for a, b in (*PAIRS, *((b, a) for a, b in PAIRS)) if a == column) for column in range(9)]


class _Choices(dict[int, tuple[int, ...]]):
    """A set of moves as bits -> the moves."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        moves = self[mask] = tuple(move for move in range(31) if mask >> move & 1)
        return moves


CHOICES = _Choices()


# --- where blocks fit ---


class Shape:
    """Nine heights, the lowest taken as 0, and the moves that rules b, c, e and f allow on them."""

    __slots__ = ("heights", "lays", "next", "shapes")

    def __init__(self, heights: tuple[int, ...], shapes: Shapes, *, empty: bool = False):
        self.heights, self.shapes = heights, shapes
        edge = [column for column in range(9) if column != CENTRE]
        self.next: list[Shape | None] = [None] * FLAT
        fits = (lambda move: not COVERS_MIDDLE[move]) if empty else self._fits
        self.lays = sum(1 << move for move in range(FLAT) if fits(move))
        assert empty or len(edge) == 8

    def _fits(self, move: int) -> bool:
        heights, columns = self.heights, UNDER[move]
        z = heights[columns[0]]
        if move < UPRIGHT and not any(heights[near] > z for near in NEIGHBOURS[move]):
            return False
        if move >= UPRIGHT and heights[columns[1]] != z:
            return False
        after = self._after(move)
        if max(after) - min(after) > self.shapes.unfinished_levels:
            return False
        # Nothing hangs over: a level has a filled edge square if an edge column reaches above it.
        highest_edge = max(heights[column] for column in range(9) if column != CENTRE)
        return not COVERS_MIDDLE[move] or highest_edge > (z + 1 if move < UPRIGHT else z)

    def _after(self, move: int) -> list[int]:
        after = list(self.heights)
        for column in UNDER[move]:
            after[column] += 2 if move < UPRIGHT else 1
        return after

    def step(self, move: int) -> Shape:
        """The shape after a move, found once and then remembered in `next`."""
        shape = self.next[move] = self.shapes.of(self._after(move))
        return shape


class Shapes:
    """All shapes met so far under one level rule."""

    def __init__(self, unfinished_levels: int):
        self.unfinished_levels = unfinished_levels
        self.empty = Shape((0,) * 9, self, empty=True)
        self._known: dict[tuple[int, ...], Shape] = {}

    def of(self, heights: list[int]) -> Shape:
        lowest = min(heights)
        key = tuple(height - lowest for height in heights)
        shape = self._known.get(key)
        if shape is None:
            shape = self._known[key] = Shape(key, self)
        return shape


@cache
def shapes_for(unfinished_levels: int) -> Shapes:
    return Shapes(unfinished_levels)


# --- the largest group of a picture, row by row ---

Rows = list[Any]
"""What matters of the rows so far: 0-7 the same after a further row (None: not met yet), then BEST and the key."""
BEST = 8


class _Machine:
    """Follows the groups of one colour up a picture three squares wide."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Rows] = {}
        self.start = self._node((), 0)

    def _node(self, open_groups: tuple[tuple[int, int], ...], best: int) -> Rows:
        """`open_groups` are (squares in the last row as bits, size so far) of groups that may still grow."""
        key = (open_groups, best)
        if key not in self._known:
            self._known[key] = [None] * 8 + [best, open_groups]
        return self._known[key]

    def step(self, rows: Rows, row: int) -> Rows:
        """The rows after a further one, found once and then remembered in `rows`."""
        best, groups = rows[BEST], list(rows[BEST + 1])
        fresh = [(part, part.bit_count()) for part in _RUNS[row]]
        merged: list[tuple[int, int]] = []
        for part, size in fresh:
            merged.append((part, size))
        for bits, size in groups:
            touching = [group for group in merged if group[0] & bits]
            if touching:
                merged = [group for group in merged if group not in touching]
                merged.append((sum(group[0] for group in touching), size + sum(group[1] for group in touching)))
        merged.sort()
        after = rows[row] = self._node(tuple(merged), max([best, *(size for _, size in merged)]))
        return after


_RUNS = [(), (1,), (2,), (3,), (4,), (1, 4), (6,), (7,)]
"""A row of three squares as bits -> its runs."""
_MACHINE = _Machine()
_START, _step = _MACHINE.start, _MACHINE.step


def _rows_of(level: int) -> tuple[int, ...]:
    """A level of nine squares for each colour -> its row in the four side pictures, for each colour."""
    colours = [level >> column & 1 or (level >> column + 9 & 1) * 2 for column in range(9)]
    lines = ([[COLUMN[i, j] for j in (0, 1, 2)] for i in range(3)], [[COLUMN[j, i] for j in (2, 1, 0)] for i in range(3)],
             [[COLUMN[i, j] for j in (2, 1, 0)] for i in range(3)], [[COLUMN[j, i] for j in (0, 1, 2)] for i in range(3)])
    seen = [[next((colours[c] for c in line if colours[c]), 0) for line in side] for side in lines]
    return tuple(sum(1 << i for i, shown in enumerate(side) if shown == colour) for colour in (1, 2) for side in seen)
