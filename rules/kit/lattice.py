"""The triangular lattice: cells, corners, sides, rings and rows.

A vertex is a pair (x, y), drawn at x*(1, 0) + y*(1/2, sqrt(3)/2) with y upwards. A cell is named by its pair
and whether its point is up: `0,0^`, `-1,2v`. Plain geometry, without tiles.
"""

from __future__ import annotations

import re
from functools import cache
from math import sqrt
from typing import NamedTuple

Vertex = tuple[int, int]

DIRECTIONS = range(3)
"""The three directions in which the lattice has rows: along y = const, x = const and x + y = const."""


class Cell(NamedTuple):
    """A triangle of the lattice, point up or point down."""

    x: int
    y: int
    up: bool

    def __str__(self) -> str:
        return f"{self.x},{self.y}{'^' if self.up else 'v'}"


ORIGIN = Cell(0, 0, True)
"""The cell of the first tile of every round."""

_SPELLING = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})([\^v])")


def read_cell(text: str) -> Cell:
    """Return the cell of a text like `0,-1v`; raise ValueError."""
    match = _SPELLING.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Cell(int(match[1]), int(match[2]), match[3] == "^")


@cache
def corners(cell: Cell) -> tuple[Vertex, Vertex, Vertex]:
    """Return the corners clockwise: of `^` from its point, of `v` from its upper left corner."""
    x, y, up = cell
    if up:
        return (x, y + 1), (x + 1, y), (x, y)
    return (x, y + 1), (x + 1, y + 1), (x + 1, y)


@cache
def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """Return the cells beyond the three sides; side i runs from corner i to the next one clockwise."""
    x, y, up = cell
    if up:
        return Cell(x, y, False), Cell(x, y - 1, False), Cell(x - 1, y, False)
    return Cell(x, y + 1, True), Cell(x + 1, y, True), Cell(x, y, True)


@cache
def around(vertex: Vertex) -> tuple[Cell, ...]:
    """Return the six cells that meet in a vertex, clockwise from the one above it."""
    x, y = vertex
    return (Cell(x - 1, y, False), Cell(x, y, True), Cell(x, y - 1, False),
            Cell(x, y - 1, True), Cell(x - 1, y - 1, False), Cell(x - 1, y, True))


@cache
def rows(cell: Cell) -> tuple[int, int, int]:
    """Return the row of a cell in each of the three directions."""
    x, y, up = cell
    return y, x, x + y + (not up)


def point(vertex: Vertex) -> tuple[float, float]:
    """Return the position of a vertex, y upwards; the side of a triangle is 1."""
    x, y = vertex
    return x + y / 2, y * sqrt(3) / 2


def centre(cell: Cell) -> tuple[float, float]:
    """Return the position of the centre of a cell."""
    points = [point(vertex) for vertex in corners(cell)]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
