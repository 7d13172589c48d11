"""A game of Trio-Domino for playouts: a fast, mutable twin of the rules.

Every player lays what scores most at once, draws one tile if nothing fits, and stops when that wins. A test
proves that the points are those of the rules.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

from rules.games.triangles.fast_board import BASE, NONE, Board, Place, TileSet, cell_number, cell_of, place
from rules.games.triangles.layout import Lay, Layout, Stop, numbers_of
from rules.games.trio_domino.rules import TILES, Move, TrioDomino, TrioState
from rules.kit.hands import Draw
from rules.kit.lattice import rows

SET = TileSet(TILES)
Colours = tuple[str, str, str]
"""The colours of a tile as it lies, in the order of the corners of its cell."""

POINTS = [sum(digit for digit in (code // BASE**2, code // BASE % BASE, code % BASE) if digit != NONE)
          for code in range(BASE**3)]
"""By the code of a cell: the points of the touching corners, equal for every tile that fits."""


def _agreeing() -> dict[tuple[int, Colours], int]:
    """Return by the code of a cell and the corner colours: the tiles that can lie so, as bits."""
    found: dict[tuple[int, Colours], int] = {}
    for (code, number), ways in SET.ways.items():
        for way in ways:
            key = code, (way[0], way[2], way[4])
            found[key] = found.get(key, 0) | 1 << number
    return found


AGREEING = _agreeing()
SENSES = set(permutations("RBG"))


@cache
def rows_of(cell: int) -> tuple[int, int, int]:
    return rows(cell_of(cell))


class TrioBoard(Board):
    """The table; `open` has only cells within the double row, `wants` the matching colours there."""

    __slots__ = ("agree_all", "colours", "most_rows", "seen", "spans", "wants")

    def __init__(self, rules: TrioDomino, state: TrioState):
        self.agree_all, self.most_rows = rules.agree_all, rules.rows
        self.colours: dict[int, dict[int, str]] = {}
        """By cell: the colour of its tile at each of its vertices."""
        self.seen: dict[int, set[str]] = {}
        """By vertex: the colours that meet there. The sets are replaced, never modified."""
        self.wants: dict[int, Colours] = {}
        self.spans: tuple[int, ...] = ()
        super().__init__(Layout())
        for lay in state.layout.laid:
            self.lay_way(cell_number(lay.cell), lay.corners)

    def copy(self) -> TrioBoard:
        twin = TrioBoard.__new__(TrioBoard)
        twin.full, twin.numbers = set(self.full), dict(self.numbers)
        twin.tiles_at, twin.open = dict(self.tiles_at), dict(self.open)
        twin.colours, twin.seen, twin.wants = dict(self.colours), dict(self.seen), dict(self.wants)
        twin.spans, twin.agree_all, twin.most_rows = self.spans, self.agree_all, self.most_rows
        return twin

    def lay_way(self, cell: int, way: str) -> None:
        """Lay a tile with the given orientation: `B1G0R2`."""
        colours = way[0], way[2], way[4]
        self.colours[cell] = dict(zip(place(cell).corners, colours, strict=False))
        for vertex, colour in zip(place(cell).corners, colours, strict=False):
            self.seen[vertex] = self.seen.get(vertex, set()) | {colour}
        changed = self.lay(cell, numbers_of(way))
        self.wants.pop(cell, None)
        narrowed = self._widen(cell)
        for near in list(self.open) if narrowed else changed:
            if not self._within(near):
                del self.open[near]
                self.wants.pop(near, None)
        for near in changed:
            if near in self.open:
                wanted = self._colours_wanted(near)
                if wanted is not None:
                    self.wants[near] = wanted
                else:
                    self.wants.pop(near, None)

    # --- the double row ---

    def _widen(self, cell: int) -> bool:
        """Extend the spans (low and high of each direction) by a cell; return whether they changed."""
        a, b, c = rows_of(cell)
        if not self.spans:
            self.spans = a, a, b, b, c, c
            return True
        s = self.spans
        self.spans = (min(s[0], a), max(s[1], a), min(s[2], b), max(s[3], b), min(s[4], c), max(s[5], c))
        return self.spans != s

    def _within(self, cell: int) -> bool:
        (a, b, c), s, most = rows_of(cell), self.spans, self.most_rows
        return (max(s[1], a) - min(s[0], a) < most or max(s[3], b) - min(s[2], b) < most
                or max(s[5], c) - min(s[4], c) < most)

    # --- colours ---

    def _colours_wanted(self, cell: int) -> Colours | None:
        """Return the colours with which a tile in this cell would match all it touches; None if there are
        none.
        """
        here = place(cell)
        wanted = self._seen_alone(here.corners) if self.agree_all else self._on_sides(here)
        if wanted is None:
            return None
        known = [colour for colour in wanted if colour]
        if len(known) == 2:
            missing, = {"R", "B", "G"} - set(known) if known[0] != known[1] else {""}
            free = wanted.index("")
            meets = self.seen.get(here.corners[free])
            if meets and missing not in meets:
                return None
            wanted[free] = missing
        colours = wanted[0], wanted[1], wanted[2]
        return colours if colours in SENSES else None

    def _on_sides(self, here: Place) -> list[str] | None:
        """Return the colours required at the corners of shared sides; None if they clash."""
        wanted = ["", "", ""]
        for side, beside in enumerate(here.neighbours):
            if beside in self.full:
                for corner in (side, (side + 1) % 3):
                    colour = self.colours[beside][here.corners[corner]]
                    if wanted[corner] not in ("", colour):
                        return None
                    wanted[corner] = colour
        return wanted

    def _seen_alone(self, vertices: tuple[int, int, int]) -> list[str] | None:
        """Return the colours required by all tiles meeting at each vertex; None if they clash."""
        wanted = []
        for vertex in vertices:
            meets = self.seen.get(vertex, ())
            if len(meets) > 1:
                return None
            wanted.append(next(iter(meets), ""))
        return wanted

    # --- possible lays ---

    def best(self, hand: int, factor: int, weight: float) -> tuple[float, int, int, bool]:
        """Return value, cell, tile of the best lay and whether the colours match; value -1 if nothing fits.

        A tile laid is not subtracted at the end: `weight` of its value counts as a gain.
        """
        fitting, values, wants = SET.fitting, SET.values, self.wants
        most, where, which, agrees = -1.0, -1, -1, False
        for cell, code in self.open.items():
            found = hand & fitting[code]
            if not found:
                continue
            points = POINTS[code]
            tile = found.bit_length() - 1
            gain = points + weight * values[tile]
            if gain > most:
                most, where, which, agrees = gain, cell, tile, False
            wanted = wants.get(cell)
            if wanted is not None and points:
                found &= AGREEING.get((code, wanted), 0)
                if found:
                    tile = found.bit_length() - 1
                    gain = points * factor + weight * values[tile]
                    if gain > most:
                        most, where, which, agrees = gain, cell, tile, True
        return most, where, which, agrees

    def fits_any(self, hand: int) -> bool:
        fitting = SET.fitting
        return any(hand & fitting[code] for code in self.open.values())

    def way(self, cell: int, tile: int, agrees: bool) -> str:
        """Return the orientation of a tile in a cell, with the matching colours if possible."""
        ways = SET.ways[self.open[cell], tile]
        if agrees:
            wanted = self.wants[cell]
            return next(way for way in ways if (way[0], way[2], way[4]) == wanted)
        return ways[0]


class Game:
    """A game in progress, to be played to its end."""

    __slots__ = ("board", "choosing", "factor", "first_turn", "hands", "over", "play_out", "player", "scores",
                 "stock")

    def __init__(self, rules: TrioDomino, state: TrioState):
        self.board = TrioBoard(rules, state)
        self.hands = [SET.bits(hand) for hand in state.hands]
        self.stock = [SET.number[tile] for tile in reversed(state.stock)]
        """The next tile to draw last."""
        self.player, self.scores, self.over = state.player, list(state.scores), state.ended is not None
        self.choosing, self.first_turn = state.choosing, state.first_turn
        self.factor, self.play_out = rules.factor, rules.play_out

    def with_hidden(self, hands: list[int], stock: list[int]) -> Game:
        """Return a copy with other tiles in the hands and in the stock."""
        twin = Game.__new__(Game)
        for name in Game.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.board, twin.scores = self.board.copy(), list(self.scores)
        twin.hands, twin.stock = list(hands), list(stock)
        return twin

    # --- moves ---

    def play(self, move: Move) -> None:
        if isinstance(move, Lay):
            self.lay_way(cell_number(move.cell), SET.number[move.tile], move.corners)
        elif isinstance(move, Draw):
            self.draw(move.count)
        elif isinstance(move, Stop):
            self.settle()
        else:
            self.next_player()

    def lay_way(self, cell: int, tile: int, way: str) -> None:
        by, board = self.player, self.board
        points = POINTS[board.open[cell]]
        agrees = board.wants.get(cell) == (way[0], way[2], way[4])
        self.scores[by] += points * self.factor if agrees else points
        board.lay_way(cell, way)
        self.hands[by] &= ~(1 << tile)
        last = not self.hands[by]
        self.next_player()
        if last and not self.over and not self.play_out:
            self.player, self.choosing = by, True

    def draw(self, count: int) -> None:
        for _ in range(count):
            self.hands[self.player] |= 1 << self.stock.pop()
        self.next_player()

    def next_player(self) -> None:
        """Pass the turn on; end the game if the stock is empty and no player can lay."""
        self.first_turn = self.choosing = False
        self.player = (self.player + 1) % len(self.hands)
        if not self.stock:
            tiles = 0
            for hand in self.hands:
                tiles |= hand
            if not self.board.fits_any(tiles):
                self.settle()

    def settle(self) -> None:
        self.over = True
        for seat, hand in enumerate(self.hands):
            self.scores[seat] -= SET.worth(hand)

    # --- playouts ---

    def finish(self, weight: float, plies: int | None = None) -> list[int]:
        """Play to the end, or `plies` moves, and settle; return the scores. `weight`: see `TrioBoard.best`.
        """
        while not self.over and plies != 0:
            self._play_best(weight)
            plies = None if plies is None else plies - 1
        if not self.over:
            self.settle()
        return self.scores

    def _play_best(self, weight: float) -> None:
        if self.choosing:
            self.settle() if self.would_win() else self.next_player()
            return
        gain, cell, tile, agrees = self.board.best(self.hands[self.player], self.factor, weight)
        if gain >= 0:
            self.lay_way(cell, tile, self.board.way(cell, tile, agrees))
        elif self.stock and not self.first_turn:
            self.draw(1)
        else:
            self.next_player()

    def would_win(self) -> bool:
        """Return whether the current player would be first if the game ended now."""
        totals = [score - SET.worth(hand) for score, hand in zip(self.scores, self.hands, strict=False)]
        return totals[self.player] == max(totals)
