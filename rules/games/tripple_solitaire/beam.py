"""A beam search for the solitaire: once all draws are made nothing is hidden, and only the order matters."""

from __future__ import annotations

from heapq import nlargest
from typing import NamedTuple

from rules.games.triangles.fast_board import cell_of
from rules.games.triangles.layout import Lay
from rules.games.triangles.tripple import TrippleState
from rules.games.tripple_domino.twin import NUMBERS, SET, TrippleBoard
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.skill import Stop


class Node(NamedTuple):
    """A table reached by a line of lays."""

    board: TrippleBoard
    hand: int
    points: int
    key: int
    """Equal for the same tiles on the same cells, in whatever order they were laid."""
    line: tuple[Lay, ...]

    def total(self, last: int) -> int:
        """Return the points if the game ended here."""
        return self.points - SET.worth(self.hand) if self.hand else self.points + last


class Step(NamedTuple):
    """A way to lay one more tile."""

    points: int
    """Those of the line with it; the beam keeps the steps with most of them."""
    node: Node
    cell: int
    tile: int
    key: int

    def taken(self) -> Node:
        board = self.node.board.copy()
        way = SET.ways[board.open[self.cell], self.tile][0]
        board.lay(self.cell, NUMBERS[board.open[self.cell], self.tile])
        lay = Lay(SET.tiles[self.tile], cell_of(self.cell), way)
        return Node(board, self.node.hand & ~(1 << self.tile), self.points, self.key, (*self.node.line, lay))


def best_line(rules: TrippleSolitaire, state: TrippleState, width: int,
              enough: Stop) -> tuple[tuple[Lay, ...], int]:
    """Return the best line of lays found, without drawing, and the points at its end.

    After every tile the `width` best tables are kept. `enough` ends the search with the best line found.
    """
    last = rules.bonus["last"]
    best = Node(TrippleBoard(rules, state.layout), SET.bits(state.hand), state.scores[0], 0, ())
    layer = [best]
    while layer:
        steps: dict[int, Step] = {}
        for node in layer:
            if enough() and best.line:
                return best.line, best.total(last)
            _add_steps(node, node.hand if node.line else SET.bits(rules.layable(state)), steps)
        layer = [step.taken() for step in nlargest(width, steps.values(), key=lambda step: step.points)]
        best = max([best, *layer], key=lambda node: (node.total(last), len(node.line)))
    return best.line, best.total(last)


def _add_steps(node: Node, tiles: int, steps: dict[int, Step]) -> None:
    """Add the ways to lay one of these tiles; of several orders that lead to the same table the best."""
    fitting, values, bonus = SET.fitting, SET.values, node.board.bonus
    for cell, code in node.board.open.items():
        found = tiles & fitting[code]
        before = node.points + bonus.get(cell, 0)
        while found:
            tile = found.bit_length() - 1
            found ^= 1 << tile
            key, points = node.key ^ hash((cell, tile)), before + values[tile]
            if key not in steps or steps[key].points < points:
                steps[key] = Step(points, node, cell, tile, key)
