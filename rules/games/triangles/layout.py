"""Triangular tiles on the lattice: shared by Tripple Domino, its solitaire and Trio-Domino.

A tile is the text it is written with, clockwise: `345` or `R2B1G0`. Turned, it is the same text starting at
another corner: `453`, `B1G0R2`. A `Layout` is the tiles on the table with an index of the open cells.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from rules.base import Refusal, UnreadableMove
from rules.kit.hands import Tile
from rules.kit.lattice import DIRECTIONS, Cell, Vertex, around, corners, neighbours, read_cell, rows
from rules.kit.plain import BadPlain, Derived

Wanted = tuple[int | None, int | None, int | None]
"""The required numbers at the corners of an open cell; None for a corner that meets nothing yet."""


# --- tiles ---


@cache
def numbers_of(text: str) -> tuple[int, int, int]:
    """Return the numbers of a tile, or of its corners as it lies."""
    first, second, third = (int(mark) for mark in text if mark.isdigit())
    return first, second, third


@cache
def value(tile: Tile) -> int:
    return sum(numbers_of(tile))


def worth(tiles: Iterable[Tile]) -> int:
    """Return the value of several tiles together."""
    return sum(map(value, tiles))


@cache
def ways(tile: Tile) -> tuple[str, ...]:
    """Return the orientations of a tile, as texts of its corners; a triple has one. There is no mirroring."""
    third = len(tile) // 3
    return tuple(dict.fromkeys(tile[cut:] + tile[:cut] for cut in (0, third, 2 * third)))


Fitting = Mapping[Wanted, tuple[tuple[Tile, str], ...]]
"""The tiles, with their orientations, that fit given numbers."""


def fitting_index(tiles: Iterable[Tile]) -> Fitting:
    """Return the index for every possible open cell: it shares a side, so at most one corner is free."""
    index: dict[Wanted, list[tuple[Tile, str]]] = {}
    for tile in tiles:
        for way in ways(tile):
            a, b, c = numbers_of(way)
            for wanted in ((a, b, c), (None, b, c), (a, None, c), (a, b, None)):
                index.setdefault(wanted, []).append((tile, way))
    return {wanted: tuple(entries) for wanted, entries in index.items()}


# --- moves ---


class Lay(NamedTuple):
    """Lay a tile on a cell; `corners` is the tile as it lies, in the order of the cell's corners.

    (A tuple equals any other tuple; the moves without a tile are dataclasses, which equal only their kind.)
    """

    tile: Tile
    cell: Cell
    corners: str

    def __str__(self) -> str:
        return f"{self.tile}@{self.cell}:{self.corners}"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the round."""


def read_lay(text: str, tiles: Container[Tile], example: str) -> Lay:
    """Return the move of a text like `345@0,0^:453`; raise UnreadableMove. Its legality is not checked."""
    match = re.fullmatch(r"([0-9A-Z]+)@([^:]*):([0-9A-Z]+)", text)
    try:
        if match is None or match[1] not in tiles or len(match[3]) != len(match[1]):
            raise ValueError(text)
        return Lay(match[1], read_cell(match[2]), match[3])
    except ValueError:
        raise UnreadableMove(text, example) from None


# --- the tiles on the table ---


@dataclass(frozen=True, slots=True)
class Layout(Derived):
    """The tiles on the table in the order of laying. The other fields are derived from them, for speed."""

    laid: tuple[Lay, ...] = ()
    at: Mapping[Cell, Lay] = field(default_factory=dict, compare=False)
    numbers: Mapping[Vertex, int] = field(default_factory=dict, compare=False)
    """The number at each vertex, shared by all corners that meet there."""
    open: Mapping[Cell, Wanted] = field(default_factory=dict, compare=False)
    """The empty cells that share a side with a tile, and their requirements."""
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """The lowest and the highest row in each of the three directions."""

    def __repr__(self) -> str:
        return f"lying({self.laid!r})"

    def rebuilt(self) -> Layout:
        """Return the layout of these tiles with the derived fields; raise BadPlain if they cannot lie so."""
        try:
            return _grown(self.laid)
        except (ValueError, IndexError, KeyError, RecursionError):
            raise BadPlain("tiles that cannot lie so") from None

    def lay(self, lay: Lay) -> Layout:
        """Return the layout with one more tile, unchecked."""
        cell = lay.cell
        at, numbers, open_cells = {**self.at, cell: lay}, dict(self.numbers), dict(self.open)
        fresh = [vertex for vertex in corners(cell) if vertex not in numbers]
        numbers.update(zip(corners(cell), numbers_of(lay.corners), strict=False))
        open_cells.pop(cell, None)
        changed = [beside for beside in neighbours(cell) if beside not in at]
        changed += [near for vertex in fresh for near in around(vertex) if near in open_cells]
        for near in changed:
            a, b, c = corners(near)
            open_cells[near] = numbers.get(a), numbers.get(b), numbers.get(c)
        return Layout((*self.laid, lay), at, numbers, open_cells, _wider(self.spans, cell))

    def placements(self, tiles: Container[Tile], fitting: Fitting) -> Iterator[Lay]:
        """Yield every way in which one of these tiles can be laid, cell by cell."""
        for cell, wanted in self.open.items():
            for tile, way in fitting.get(wanted, ()):
                if tile in tiles:
                    yield Lay(tile, cell, way)

    def unlaid(self, tiles: Iterable[Tile]) -> Iterator[Tile]:
        """Yield those of these tiles that do not lie here."""
        laid = {lay.tile for lay in self.laid}
        return (tile for tile in tiles if tile not in laid)

    def is_plausible(self, tiles: Container[Tile]) -> bool:
        """Return whether these are some of `tiles`, each once, near enough to each other to be drawn."""
        most = len(self.laid)
        return len(self.at) == len({lay.tile for lay in self.laid}) == most and all(
            lay.tile in tiles and lay.corners in ways(lay.tile)
            and abs(lay.cell.x) <= most and abs(lay.cell.y) <= most for lay in self.laid)

    def fits(self, tile: Tile, cell: Cell) -> list[str]:
        """Return how a tile can lie in a cell, as texts of its corners; empty if it cannot."""
        return [way for way in ways(tile) if self.why_not(Lay(tile, cell, way)) is None]

    def why_not(self, lay: Lay) -> Refusal | None:
        """Return what in the layout forbids this; None if it fits."""
        if lay.corners not in ways(lay.tile):
            return Refusal("refuse.triangle.turned", {"tile": lay.tile, "corners": lay.corners}, lay.cell)
        if lay.cell in self.at:
            return Refusal("refuse.triangle.occupied", {"tile": self.at[lay.cell].tile}, lay.cell)
        if lay.cell not in self.open:
            return Refusal("refuse.triangle.no_side", {"tile": lay.tile}, lay.cell)
        numbers, wanted = numbers_of(lay.corners), self.open[lay.cell]
        for vertex, number, there in zip(corners(lay.cell), numbers, wanted, strict=True):
            if there is not None and number != there:
                return Refusal("refuse.triangle.corner", {
                    "tile": lay.tile, "number": number, "there": there}, vertex)
        return None

    def shared_sides(self, cell: Cell) -> list[int]:
        """Return the sides (0, 1, 2) of a cell with a tile beyond them."""
        return [side for side, beside in enumerate(neighbours(cell)) if beside in self.at]

    def rings_closed(self, cell: Cell) -> list[Vertex]:
        """Return the corners around which a tile in this cell would be the sixth."""
        return [vertex for vertex in corners(cell)
                if all(other in self.at or other == cell for other in around(vertex))]

    def meeting(self, vertex: Vertex) -> list[tuple[Lay, int]]:
        """Return the tiles that lie at a vertex, each with the number (0, 1, 2) of its corner there."""
        return [(self.at[cell], corners(cell).index(vertex)) for cell in around(vertex) if cell in self.at]

    def within_rows(self, cell: Cell, most: int) -> list[int]:
        """Return the directions in which all tiles and this cell span at most `most` adjacent rows."""
        spans = _wider(self.spans, cell)
        return [direction for direction, (low, high) in enumerate(spans) if high - low < most]


def _wider(spans: tuple[tuple[int, int], ...], cell: Cell) -> tuple[tuple[int, int], ...]:
    own = rows(cell)
    if not spans:
        return tuple((row, row) for row in own)
    return tuple((min(spans[d][0], own[d]), max(spans[d][1], own[d])) for d in DIRECTIONS)


@lru_cache(maxsize=64)
def _grown(laid: tuple[Lay, ...]) -> Layout:
    """Return the layout of these tiles; one tile more than before is laid beside those that are known."""
    return _grown(laid[:-1]).lay(laid[-1]) if laid else Layout()


def lying(lays: Iterable[Lay]) -> Layout:
    """Return the layout of tiles laid in this order."""
    layout = Layout()
    for lay in lays:
        layout = layout.lay(lay)
    return layout


# --- as text ---


def describe_layout(layout: Layout) -> list[str]:
    """Return the moves that laid the table, and a picture with the number at every vertex."""
    return [f"table {len(layout.laid)}: {' '.join(map(str, layout.laid)) or '-'}", *_picture(layout)]


def _picture(layout: Layout) -> list[str]:
    """Return a picture with each vertex at column 4x + 2y, line -2y."""
    marks: dict[tuple[int, int], str] = {}
    for (x, y), number in layout.numbers.items():
        marks[-2 * y, 4 * x + 2 * y] = str(number)
    for cell in layout.at:
        places = [(-2 * y, 4 * x + 2 * y) for x, y in corners(cell)]
        for (line, column), (line2, column2) in zip(places, places[1:] + places[:1], strict=False):
            middle = (line + line2) // 2, (column + column2) // 2
            level = line == line2
            marks[middle] = "-" if level else "/" if (line - line2) * (column - column2) < 0 else "\\"
            if level:
                marks[middle[0], middle[1] - 1] = marks[middle[0], middle[1] + 1] = "-"
    if not marks:
        return []
    lines, columns = [line for line, _ in marks], [column for _, column in marks]
    top, left = min(lines), min(columns)
    rows = [[" "] * (max(columns) - left + 1) for _ in range(top, max(lines) + 1)]
    for (line, column), mark in marks.items():
        rows[line - top][column - left] = mark
    return ["".join(row).rstrip() for row in rows]
