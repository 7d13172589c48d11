"""The worlds in which playouts of Tripple Domino happen: what a seat cannot see, dealt again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules.games.triangles.tripple import Move, TrippleState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_domino.twin import SET, Round, fitted
from rules.kit.playouts import World
from rules.kit.shuffle import shuffled

Judge = Callable[[list[int], int], float]
"""How good the scores at the end of a round are for a player."""


class Unseen:
    """The hands and the stock that a seat cannot see, and what it knows about them."""

    def __init__(self, rules: TrippleDomino, state: TrippleState, player: int, *, remembers: bool):
        """`remembers`: avoid dealing a seat tiles that fitted when it last had to draw or pass."""
        self.base, self.player = Round(rules, state), player
        others = [seat for seat in range(len(state.hands)) if seat != player]
        hidden = sum(self.base.hands[seat] for seat in others) | sum(1 << tile for tile in self.base.stock)
        # In their own order, so that a world depends only on what the seat sees and on `rng`.
        self.tiles = [tile for tile in range(len(SET.tiles)) if hidden >> tile & 1]
        self.others = [(seat, len(state.hands[seat]), fitted(rules, state, seat) if remembers else 0)
                       for seat in others]

    def deal(self, rng: Random) -> tuple[list[int], list[int]]:
        """Return hands, as bits, and a stock, as tiles, that this seat can imagine."""
        pool, hands = shuffled(self.tiles, rng), list(self.base.hands)
        for seat, count, lacks in self.others:
            # Tiles that it cannot hold come last: it gets one only if there is nothing else.
            likely = [tile for tile in pool if not lacks >> tile & 1]
            unlikely = [tile for tile in pool if lacks >> tile & 1]
            hands[seat] = sum(1 << tile for tile in [*likely, *unlikely][:count])
            pool = [tile for tile in pool if not hands[seat] >> tile & 1]
        return hands, pool

    def imagine(self, rng: Random, judge: Judge) -> World[Move]:
        """Return a world in which a move can be played out to the end of the round."""
        hands, stock = self.deal(rng)

        def play_out(move: Move) -> float:
            twin = self.base.with_hidden(hands, stock)
            twin.play(move)
            return judge(twin.finish(), self.player)

        return play_out

