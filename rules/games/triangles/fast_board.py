"""A fast, mutable twin of `Layout` for playouts by bots; a test proves them equal.

Cells and vertices are indices on a window of the lattice, numbers at vertices are digits in base 7 (6: no
number yet), and the tiles that fit a cell are a bit set, looked up by the code of the cell's requirements.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rules.games.triangles.layout import Layout, numbers_of, value, ways
from rules.kit.hands import Tile
from rules.kit.lattice import Cell, Vertex, around, corners, neighbours

REACH = 31
"""The farthest vertex from the origin: 56 tiles in a line reach 29."""
WIDTH = 2 * REACH + 2
BASE = 7
NONE = BASE - 1


def vertex_number(vertex: Vertex) -> int:
    return (vertex[1] + REACH) * WIDTH + vertex[0] + REACH


def cell_number(cell: Cell) -> int:
    return 2 * vertex_number((cell.x, cell.y)) + (not cell.up)


@cache
def cell_of(number: int) -> Cell:
    y, x = divmod(number // 2, WIDTH)
    return Cell(x - REACH, y - REACH, number % 2 == 0)


class Place(NamedTuple):
    """A cell with its surroundings, all as numbers."""

    corners: tuple[int, int, int]
    neighbours: tuple[int, int, int]
    near: tuple[int, ...]
    """All cells that share a corner with it."""


@cache
def place(number: int) -> Place:
    cell = cell_of(number)
    near = {other for vertex in corners(cell) for other in around(vertex)} - {cell}
    a, b, c = (vertex_number(vertex) for vertex in corners(cell))
    p, q, r = (cell_number(beside) for beside in neighbours(cell))
    return Place((a, b, c), (p, q, r), tuple(sorted(cell_number(other) for other in near)))


class TileSet:
    """The tiles of a game as bits, the most valuable one highest, and which of them fit where."""

    def __init__(self, tiles: Sequence[Tile]):
        self.tiles = tuple(sorted(tiles, key=lambda tile: (value(tile), tile)))
        self.number = {tile: number for number, tile in enumerate(self.tiles)}
        self.values = [value(tile) for tile in self.tiles]
        self.fitting = [0] * BASE**3
        """By the code of a cell's requirements: the tiles that fit, as bits."""
        self.ways: dict[tuple[int, int], list[str]] = {}
        """By that code and the number of a tile: the orientations that fit."""
        for number, tile in enumerate(self.tiles):
            for way in ways(tile):
                a, b, c = numbers_of(way)
                for code in (_code(a, b, c), _code(NONE, b, c), _code(a, NONE, c), _code(a, b, NONE)):
                    self.fitting[code] |= 1 << number
                    self.ways.setdefault((code, number), []).append(way)

    def bits(self, tiles: Sequence[Tile]) -> int:
        return sum(1 << self.number[tile] for tile in tiles)

    def worth(self, bits: int) -> int:
        """Return the value of all tiles of a set."""
        total = 0
        while bits:
            top = bits.bit_length() - 1
            total += self.values[top]
            bits ^= 1 << top
        return total


def _code(a: int, b: int, c: int) -> int:
    return (a * BASE + b) * BASE + c


class Board:
    """The tiles on the table. `open` maps every cell beside a tile to the code of its requirements."""

    __slots__ = ("full", "numbers", "open", "tiles_at")

    def __init__(self, layout: Layout):
        self.full: set[int] = set()
        self.numbers: dict[int, int] = {}
        self.tiles_at: dict[int, int] = {}
        """The number of tiles that meet in a vertex."""
        self.open: dict[int, int] = {}
        for lay in layout.laid:
            self.lay(cell_number(lay.cell), numbers_of(lay.corners))

    def copy(self) -> Board:
        twin = Board.__new__(Board)
        twin.full, twin.numbers = set(self.full), dict(self.numbers)
        twin.tiles_at, twin.open = dict(self.tiles_at), dict(self.open)
        return twin

    def lay(self, cell: int, tile: tuple[int, int, int]) -> list[int]:
        """Lay a tile; return the open cells whose surroundings have changed."""
        here, full, numbers, open_cells = place(cell), self.full, self.numbers, self.open
        full.add(cell)
        open_cells.pop(cell, None)
        for vertex, number in zip(here.corners, tile, strict=False):
            numbers[vertex] = number
            self.tiles_at[vertex] = self.tiles_at.get(vertex, 0) + 1
        changed = []
        beside = here.neighbours
        for near in here.near:
            if near in open_cells or (near in beside and near not in full):
                a, b, c = place(near).corners
                open_cells[near] = (
                    numbers.get(a, NONE) * BASE + numbers.get(b, NONE)) * BASE + numbers.get(c, NONE)
                changed.append(near)
        return changed
