"""A round of Tripple Domino for playouts: a fast, mutable twin of the rules.

Every player lays what scores most at once and draws only if nothing fits. A test proves that the points are
those of the rules.
"""

from __future__ import annotations

from rules.games.triangles.fast_board import BASE, NONE, Board, TileSet, cell_number, place
from rules.games.triangles.layout import Lay, Layout, numbers_of
from rules.games.triangles.tripple import TILES, Move, TrippleRules, TrippleState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.kit.hands import Draw

SET = TileSet(TILES)
ALL_KNOWN = [all(digit != NONE for digit in (code // BASE**2, code // BASE % BASE, code % BASE))
             for code in range(BASE**3)]
"""By the code of a cell: whether all its corners meet a number."""
NUMBERS = {key: numbers_of(found[0]) for key, found in SET.ways.items()}
"""The orientation of a tile where it fits; it is always unique."""


class TrippleBoard(Board):
    """The table, and the bonus of each open cell."""

    __slots__ = ("bonus", "prices")

    def __init__(self, rules: TrippleRules, layout: Layout):
        given = rules.bonus
        self.prices: tuple[int, int, int, bool] = (
            given["bridge"], given["double"], given["hexagon"], given["hexagon_each"])
        self.bonus: dict[int, int] = {}
        super().__init__(layout)

    def copy(self) -> TrippleBoard:
        twin = TrippleBoard.__new__(TrippleBoard)
        twin.full, twin.numbers = set(self.full), dict(self.numbers)
        twin.tiles_at, twin.open = dict(self.tiles_at), dict(self.open)
        twin.bonus, twin.prices = dict(self.bonus), self.prices
        return twin

    def lay(self, cell: int, tile: tuple[int, int, int]) -> list[int]:
        changed = super().lay(cell, tile)
        bonus = self.bonus
        bonus.pop(cell, None)
        for near in changed:
            points = self.bonus_at(near)
            if points:
                bonus[near] = points
            elif near in bonus:
                del bonus[near]
        return changed

    def bonus_at(self, cell: int) -> int:
        """Return the bonus of a tile in this open cell, on top of its value."""
        bridge, double, hexagon, each = self.prices
        here, tiles_at, full = place(cell), self.tiles_at, self.full
        a, b, c = here.corners
        rings = (tiles_at.get(a) == 5) + (tiles_at.get(b) == 5) + (tiles_at.get(c) == 5)
        if rings:
            return hexagon * rings if each else hexagon
        a, b, c = here.neighbours
        if (a in full) + (b in full) + (c in full) > 1:
            return double
        return bridge if ALL_KNOWN[self.open[cell]] else 0

    def best(self, hand: int) -> tuple[int, int, int]:
        """Return points, cell and tile of the best lay with these tiles; -1 points if nothing fits."""
        fitting, values, bonus = SET.fitting, SET.values, self.bonus
        most, where, which = -1, -1, -1
        for cell, code in self.open.items():
            found = hand & fitting[code]
            if found:
                tile = found.bit_length() - 1
                points = values[tile] + bonus.get(cell, 0)
                if points > most:
                    most, where, which = points, cell, tile
        return most, where, which

    def fitting(self) -> int:
        """Return the tiles, as bits, that fit somewhere."""
        found, fitting = 0, SET.fitting
        for code in self.open.values():
            found |= fitting[code]
        return found


def fitted(rules: TrippleRules, state: TrippleState, seat: int) -> int:
    """Return the tiles, as bits, that a seat cannot hold: they fitted when it last had to draw or pass."""
    lying = state.lacked[seat] if state.lacked else 0
    return TrippleBoard(rules, Layout(state.layout.laid[:lying])).fitting()


class Round:
    """A round in progress, to be played to its end."""

    __slots__ = ("board", "draw_cost", "draw_most", "drawn", "drawn_bits", "empty_cost", "free_pass",
                 "hands", "last", "only_drawn", "over", "passes", "player", "scores", "stock", "tie_none")

    def __init__(self, rules: TrippleDomino, state: TrippleState):
        self.board = TrippleBoard(rules, state.layout)
        self.hands = [SET.bits(hand) for hand in state.hands]
        self.stock = [SET.number[tile] for tile in reversed(state.stock)]
        """The next tile to draw last."""
        self.player, self.scores, self.over = state.player, list(state.scores), state.ended is not None
        self.drawn, self.drawn_bits = state.drawn, SET.bits(state.hand[len(state.hand) - state.drawn:])
        self.draw_most, self.draw_cost, self.empty_cost = rules.draw_most, rules.draw_cost, rules.empty_cost
        self.only_drawn, self.last = rules.only_drawn, rules.bonus["last"]
        self.free_pass, self.passes = not rules.forced, state.passes
        self.tie_none = rules.values["blocked_tie"] == "none"

    def with_hidden(self, hands: list[int], stock: list[int]) -> Round:
        """Return a copy with other tiles in the hands and in the stock."""
        twin = Round.__new__(Round)
        for name in Round.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.board, twin.scores = self.board.copy(), list(self.scores)
        twin.hands, twin.stock = list(hands), list(stock)
        return twin

    # --- moves ---

    def play(self, move: Move) -> None:
        if isinstance(move, Lay):
            self.lay(move)
        elif isinstance(move, Draw):
            self.draw()
        else:
            self.pass_turn()

    def lay(self, move: Lay) -> None:
        self.lay_tile(cell_number(move.cell), SET.number[move.tile])

    def lay_tile(self, cell: int, tile: int) -> None:
        by, board = self.player, self.board
        self.scores[by] += SET.values[tile] + board.bonus.get(cell, 0)
        board.lay(cell, NUMBERS[board.open[cell], tile])
        self.hands[by] &= ~(1 << tile)
        if self.hands[by]:
            self.next_player()
            return
        self.scores[by] += self.last + sum(map(SET.worth, self.hands))
        self.over = True

    def draw(self) -> None:
        bit = 1 << self.stock.pop()
        self.hands[self.player] |= bit
        self.drawn += 1
        self.drawn_bits |= bit
        self.passes = 0
        self.scores[self.player] -= self.draw_cost

    def pass_turn(self) -> None:
        if self.drawn < self.draw_most:
            self.scores[self.player] -= self.empty_cost
        passes = self.passes + 1
        self.next_player()
        self.passes = passes
        if self.free_pass and passes >= len(self.hands):
            self.settle_block()

    def next_player(self) -> None:
        self.passes = 0
        self.player = (self.player + 1) % len(self.hands)
        self.drawn = self.drawn_bits = 0

    # --- playouts ---

    def finish(self) -> list[int]:
        """Play to the end of the round; return the scores."""
        while not self.over:
            hand = self.hands[self.player]
            points, cell, tile = self.board.best(self.drawn_bits if self.drawn and self.only_drawn else hand)
            if points >= 0:
                self.lay_tile(cell, tile)
            elif self.stock:
                if self.drawn < self.draw_most:
                    self.draw()
                else:
                    self.pass_turn()
            elif self.blocked():
                self.settle_block()
            else:
                self.pass_turn()
        return self.scores

    def blocked(self) -> bool:
        tiles = 0
        for hand in self.hands:
            tiles |= hand
        return not self.stock and not self.board.fitting() & tiles

    def settle_block(self) -> None:
        self.over = True
        values = [SET.worth(hand) for hand in self.hands]
        lowest = [seat for seat, left in enumerate(values) if left == min(values)]
        if len(lowest) > 1 and self.tie_none:
            return
        for seat in lowest:
            self.scores[seat] += sum(values) - 2 * values[seat]
