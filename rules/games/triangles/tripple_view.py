"""Features of a move in Tripple Domino and its solitaire that need no search, and the reasons for it."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rules.base import Phrase
from rules.games.triangles.fast_board import cell_number
from rules.games.triangles.layout import Lay, value
from rules.games.triangles.tripple import Move, TrippleRules, TrippleState
from rules.games.tripple_domino.twin import NUMBERS, SET, TrippleBoard, fitted
from rules.kit.hands import Draw, Pass


def points_of(rules: TrippleRules, state: TrippleState, move: Move) -> int:
    """Return the immediate points of a move."""
    return sum(points for points, _ in rules.score_of(state, move))


class Ahead:
    """The table after each of several lays; computed once per position."""

    def __init__(self, rules: TrippleRules, state: TrippleState, *, remembers: bool = False):
        """`remembers`: whether it counts with what the next player could not lay when last asked."""
        self.board, self.hand = TrippleBoard(rules, state.layout), SET.bits(state.hand)
        laid = SET.bits([lay.tile for lay in state.layout.laid])
        self.unseen = SET.bits(SET.tiles) & ~self.hand & ~laid
        """The tiles that the next player may hold."""
        after = (state.player + 1) % len(state.hands)
        self.next_hand = len(state.hands[after])
        likely = self.unseen & ~fitted(rules, state, after) if remembers else 0
        if likely.bit_count() >= self.next_hand:
            self.unseen = likely

    def after(self, move: Lay) -> TrippleBoard:
        board, cell, tile = self.board.copy(), cell_number(move.cell), SET.number[move.tile]
        board.lay(cell, NUMBERS[board.open[cell], tile])
        return board

    def keeps(self, move: Lay, board: TrippleBoard) -> int:
        """Return how many of the tiles that stay in the hand fit somewhere."""
        return (board.fitting() & self.hand & ~(1 << SET.number[move.tile])).bit_count()

    def bonus_left(self, board: TrippleBoard) -> float:
        """Return the next player's expected bonus: the best one times the chance to hold its tile."""
        count, missing, expected = max(1, self.unseen.bit_count()), 1.0, 0.0
        for cell, bonus in sorted(board.bonus.items(), key=lambda entry: (-entry[1], entry[0])):
            fitting = (self.unseen & SET.fitting[board.open[cell]]).bit_count()
            chance = 1.0 - (1.0 - fitting / count) ** self.next_hand
            expected += missing * chance * bonus
            missing *= 1.0 - chance
        return expected

    def blocked(self, board: TrippleBoard) -> float:
        """Return the probability that the next player can lay nothing."""
        count = self.unseen.bit_count()
        rest = count - (self.unseen & board.fitting()).bit_count()
        return comb(rest, self.next_hand) / comb(count, self.next_hand)


def why(rules: TrippleRules, state: TrippleState, move: Move, legal: Sequence[Move]) -> Phrase:
    """Return the reason for a move, checkable on the table."""
    lays = [other for other in legal if isinstance(other, Lay)]
    if not isinstance(move, Lay):
        return _why_call(rules, state, move, lays)
    kinds = {kind: points for points, kind in rules.score_of(state, move)}
    values = {"tile": move.tile, "cell": str(move.cell), "points": points_of(rules, state, move)}
    for kind in ("last", "start", "hexagon", "bridge", "double"):
        if kind in kinds:
            return Phrase(f"hint.tripple_domino.{kind}", values | {"bonus": kinds[kind]})
    if len(legal) == 1:
        return Phrase("hint.tripple_domino.forced", values)
    if value(move.tile) == max(value(other.tile) for other in lays):
        return Phrase("hint.tripple_domino.high", values)
    ahead = Ahead(rules, state)
    keeps = ahead.keeps(move, ahead.after(move))
    return Phrase("hint.tripple_domino.keeps", values | {"n": keeps})


def _why_call(rules: TrippleRules, state: TrippleState, move: Move, lays: Sequence[Lay]) -> Phrase:
    if isinstance(move, Draw):
        return Phrase(f"hint.{rules.game}.draw_ahead" if lays else "hint.tripple_domino.draw",
                      {"stock": len(state.stock)})
    if isinstance(move, Pass) and lays and rules.seats[-1] > 1:
        return Phrase("hint.tripple_domino.pass_ahead")
    word = "pass" if isinstance(move, Pass) else "stop"
    return Phrase(f"hint.{rules.game}.{word}")
