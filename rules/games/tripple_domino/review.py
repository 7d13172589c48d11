"""The review of Tripple Domino: points lost by a move, by playouts over the unseen tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from rules.engine import Choice, Verdict
from rules.games.triangles.review import missed_figures
from rules.games.triangles.tripple import Move, TrippleState
from rules.games.triangles.tripple_view import points_of, why
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_domino.worlds import Unseen
from rules.kit.playouts import better_of
from rules.kit.skill import Stop

PLAYOUTS = 14_000
"""Rounds played out in a whole review."""


def review_move(rules: TrippleDomino, state: TrippleState, move: Move, others: Sequence[Move], player: int,
                rng: Random, share: float, stop: Stop) -> Verdict[Move]:
    """Compare a move with others by the lead in points at the end of the round."""
    legal = list(rules.legal_moves(state))
    if not state.layout.laid:  # the rules choose the first tile
        points = float(points_of(rules, state, move))
        return Verdict(points, Choice(move, why(rules, state, move, legal), points))
    unseen = Unseen(rules, state, player, remembers=True)
    worlds = max(3, round(share * PLAYOUTS / (len(others) + 3)))
    value, best, good = better_of(others, move, partial(unseen.imagine, rng, _lead), worlds, stop)
    return Verdict(value, Choice(best, why(rules, state, best, legal), good),
                   notes=tuple(missed_figures(rules, state, move, legal)))


def _lead(scores: Sequence[int], player: int) -> float:
    return scores[player] - max(score for seat, score in enumerate(scores) if seat != player)
