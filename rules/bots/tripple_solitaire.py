"""Players of the solitaire of Tripple Domino at the four levels.

Nothing presses the player here: what pays is to draw in time, so that there is a choice, and to build hexagons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from rules.bots import Bot, Choice, Stop
from rules.bots.levels import softmax, time_is_up
from rules.bots.playouts import World, best_of
from rules.bots.triangle_board import cell_number, place
from rules.bots.tripple_round import NUMBERS, SET, TrippleBoard
from rules.bots.tripple_view import points_of, why
from rules.games.triangle_layout import Draw, Lay
from rules.games.tripple import Move, TrippleState
from rules.games.tripple_solitaire import TrippleSolitaire

RING = (0.0, 0.0, 1.0, 2.0, 4.0, 0.0)
"""What it is worth to add a tile at a vertex where so many lie: a ring of six grows. (The sixth is paid.)"""


class SoloBoard(TrippleBoard):
    """The table, and how good each open cell is: its bonus, and what a tile there does for rings."""

    __slots__ = ("growth", "promise")

    def __init__(self, rules: TrippleSolitaire, state: TrippleState, growth: float):
        self.growth = growth
        self.promise: dict[int, float] = {}
        super().__init__(rules, state.layout)

    def copy(self) -> SoloBoard:
        twin = SoloBoard.__new__(SoloBoard)
        twin.full, twin.numbers = set(self.full), dict(self.numbers)
        twin.tiles_at, twin.open = dict(self.tiles_at), dict(self.open)
        twin.bonus, twin.prices = dict(self.bonus), self.prices
        twin.promise, twin.growth = dict(self.promise), self.growth
        return twin

    def lay(self, cell: int, tile: tuple[int, int, int]) -> list[int]:
        changed = super().lay(cell, tile)
        promise, tiles_at = self.promise, self.tiles_at
        promise.pop(cell, None)
        for near in changed:
            a, b, c = place(near).corners
            rings = RING[tiles_at.get(a, 0)] + RING[tiles_at.get(b, 0)] + RING[tiles_at.get(c, 0)]
            promise[near] = self.bonus.get(near, 0) + self.growth * rings
        return changed


class Solo:
    """A solitaire in the middle, to be played to its end."""

    __slots__ = ("board", "draw_cost", "draws", "hand", "hold", "last", "score", "stock")

    def __init__(self, rules: TrippleSolitaire, state: TrippleState, hold: int, growth: float):
        self.board = SoloBoard(rules, state, growth)
        self.hand, self.score, self.hold = SET.bits(state.hand), state.scores[0], hold
        self.stock: list[int] = []
        self.draws, self.draw_cost, self.last = rules.draws_left(state), rules.draw_cost, rules.bonus["last"]

    def with_stock(self, stock: list[int]) -> Solo:
        twin = Solo.__new__(Solo)
        for name in Solo.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.board, twin.stock = self.board.copy(), list(stock)
        return twin

    def lay_tile(self, cell: int, tile: int) -> None:
        board = self.board
        self.score += SET.values[tile] + board.bonus.get(cell, 0)
        board.lay(cell, NUMBERS[board.open[cell], tile])
        self.hand &= ~(1 << tile)
        if not self.hand:
            self.score += self.last

    def draw(self) -> None:
        self.hand |= 1 << self.stock.pop()
        self.score -= self.draw_cost
        self.draws -= 1

    def finish(self, rng: Random, noise: float) -> int:
        """Play to the end with an eye on rings, drawing whenever fewer than `hold` tiles are held."""
        while self.hand:
            if self.draws and self.hand.bit_count() < self.hold:
                self.draw()
                continue
            cell, tile = self.best(rng, noise)
            if cell >= 0:
                self.lay_tile(cell, tile)
            elif self.draws:
                self.draw()
            else:
                return self.score - SET.worth(self.hand)
        return self.score

    def best(self, rng: Random, noise: float) -> tuple[int, int]:
        fitting, values, promise, hand = SET.fitting, SET.values, self.board.promise, self.hand
        most, where, which = -1.0, -1, -1
        for cell, code in self.board.open.items():
            found = hand & fitting[code]
            if found:
                tile = found.bit_length() - 1
                gain = values[tile] + promise[cell] + noise * rng.random()
                if gain > most:
                    most, where, which = gain, cell, tile
        return where, which
