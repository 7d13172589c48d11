"""The bots of Tripple Domino at the four levels.

Easy sees the value of a tile and little else; medium sees the bonuses, keeps tiles that fit, and leaves
little to the others; hard and master sample the hidden tiles and play the round out by simulation, and try to
leave the next player nothing that fits. Master remembers what the others could not lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import exp
from random import Random
from typing import ClassVar

from rules.engine import Bot, Choice, Engine, Verdict
from rules.games.triangles.layout import Lay, value
from rules.games.triangles.tripple import Move, TrippleState
from rules.games.triangles.tripple_view import Ahead, points_of, why
from rules.games.tripple_domino.review import review_move
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_domino.worlds import Unseen
from rules.kit.playouts import best_of
from rules.kit.shuffle import pick
from rules.kit.skill import Stop, softmax, time_is_up

SURE = 60.0
"""A lead after a round that makes winning the game e times as likely as losing it."""
DRAW = -5.0
"""The weight of a draw or a pass while something fits."""


def _promising(legal: Sequence[Move]) -> list[Move]:
    """Prefer lays to draws: a draw costs points, and the turn would be for the drawn tile only."""
    return [move for move in legal if isinstance(move, Lay)] or list(legal)


@dataclass(frozen=True, slots=True)
class ByValue:
    """Prefers tiles of high value, with much noise, and overlooks the bonuses."""

    warmth: float
    cut: float

    def choose(self, rules: TrippleDomino, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        moves = _promising(legal)
        values = [float(value(move.tile)) if isinstance(move, Lay) else 0.0 for move in moves]
        move = softmax(moves, values, self.warmth, self.cut, rng)
        return Choice(move, why(rules, state, move, legal), values[moves.index(move)])


@dataclass(frozen=True, slots=True)
class ByWeight:
    """Weighs the points of a move against what it leaves to the others and to its own hand."""

    keep: float
    """Points for every tile of the hand that still fits afterwards."""
    danger: float
    """Weight of the bonus that the next player may score."""
    block: float = 0.0
    """Points for a table on which the next player can lay nothing, by its probability."""
    remembers: bool = False
    """Whether it remembers what the others could not lay when they last drew or passed."""

    def choose(self, rules: TrippleDomino, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        moves = _promising(legal)
        values = self.weigh(rules, state, moves)
        best = max(values)
        move = pick(rng, [move for move, value in zip(moves, values, strict=False) if value == best])
        return Choice(move, why(rules, state, move, legal), best)

    def weigh(self, rules: TrippleDomino, state: TrippleState, moves: Sequence[Move]) -> list[float]:
        points = [float(points_of(rules, state, move)) for move in moves]
        if len(moves) == 1:
            return points
        ahead = Ahead(rules, state, remembers=self.remembers)
        return [won + self._left(ahead, move) if isinstance(move, Lay) else won
                for won, move in zip(points, moves, strict=False)]

    def _left(self, ahead: Ahead, move: Lay) -> float:
        board = ahead.after(move)
        left = self.keep * ahead.keeps(move, board) - self.danger * ahead.bonus_left(board)
        return left + self.block * ahead.blocked(board) if self.block else left


@dataclass(frozen=True, slots=True)
class ByWorlds:
    """Plays the most promising moves out in sampled worlds and takes the one that wins most of them."""

    worlds: int
    width: int
    """The number of lays examined; drawing and passing always are."""
    weights: ByWeight
    trust: float
    """Number of worlds that the prior weights count for."""

    def choose(self, rules: TrippleDomino, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        weights = self.worth_a_try(rules, state, legal)
        moves = list(weights)
        move, good = moves[0], 0.5
        if len(moves) > 1:
            unseen = Unseen(rules, state, player, remembers=self.weights.remembers)
            imagine = partial(unseen.imagine, rng, partial(chance, target=rules.target))
            known = [self.trust * weight / (4 * SURE) for weight in weights.values()]
            move, good = best_of(moves, imagine, self.worlds, lambda: time_is_up(deadline, stop), known)
        return Choice(move, why(rules, state, move, legal), good)

    def worth_a_try(self, rules: TrippleDomino, state: TrippleState,
                    legal: Sequence[Move]) -> dict[Move, float]:
        """Return the moves to examine with their weights, the best first."""
        lays = [move for move in legal if isinstance(move, Lay)]
        weights = dict(zip(lays, self.weights.weigh(rules, state, lays), strict=False))
        best = sorted(lays, key=lambda move: -weights[move])[:self.width]
        others = [move for move in legal if not isinstance(move, Lay)]
        return {move: weights[move] for move in best} | dict.fromkeys(others, DRAW)


def chance(scores: Sequence[int], player: int, target: int) -> float:
    """Return the probability that this player wins a game with these scores at the end of a round."""
    mine, best = scores[player], max(score for seat, score in enumerate(scores) if seat != player)
    if max(mine, best) >= target:
        return 1.0 if mine > best else 0.5 if mine == best else 0.0
    return 1.0 / (1.0 + exp((best - mine) / SURE))


CAREFUL = ByWeight(keep=2.0, danger=0.3)
BLOCKING = ByWeight(keep=2.0, danger=0.3, block=15.0)
REMEMBERING = ByWeight(keep=2.0, danger=0.3, block=20.0, remembers=True)

BOTS: dict[str, Bot[TrippleDomino, TrippleState, Move]] = {
    "easy": ByValue(warmth=3.0, cut=9.0),
    "medium": CAREFUL,
    "hard": ByWorlds(worlds=50, width=8, weights=BLOCKING, trust=10),
    "master": ByWorlds(worlds=300, width=12, weights=REMEMBERING, trust=10),
}

YARDSTICKS: dict[str, Bot[TrippleDomino, TrippleState, Move]] = {"greedy": ByWeight(keep=0.0, danger=0.0)}
"""Takes the most points at once."""

REVIEWED = ByWorlds(worlds=0, width=5, weights=CAREFUL, trust=0)
"""Which moves a review looks at."""


class TrippleEngine(Engine[TrippleState, Move]):
    """The thinking of Tripple Domino."""

    goals = ("points",)
    yardsticks: ClassVar = {"greedy": "hard"}
    rules: TrippleDomino

    def _choose(self, level: str, state: TrippleState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return (BOTS | YARDSTICKS)[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: TrippleState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        others = REVIEWED.worth_a_try(self.rules, state, list(self.rules.legal_moves(state)))
        return review_move(self.rules, state, move, list(others), player, rng, share, stop)
