"""The review of the solitaire: points lost by a move, and what master makes of the same deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rules.base import Phrase
from rules.engine import Choice, Remark, Verdict
from rules.games.triangles.review import missed_figures
from rules.games.triangles.tripple import Move, TrippleState
from rules.games.triangles.tripple_view import why
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.playouts import World, better_of
from rules.kit.skill import Stop

PLAYOUTS = 4_000
"""Lines of play tried in a whole review."""

PlayOn = Callable[[TrippleState, Random], float]
"""The points at the end of a line of play from a position."""


def review_move(rules: TrippleSolitaire, state: TrippleState, move: Move, others: Sequence[Move],
                play_on: PlayOn, rng: Random, share: float, stop: Stop) -> Verdict[Move]:
    """Compare a move with others by the points at the end, over the tiles that are not drawn yet."""

    def imagine() -> World[Move]:
        guess, seed = rules.guess_hidden(state, 0, rng), rng.random()
        return lambda tried: play_on(rules.apply(guess, tried).state, Random(seed))

    worlds = max(2, round(share * PLAYOUTS / (len(others) + 3)))
    value, best, good = better_of(others, move, imagine, worlds, stop)
    legal = list(rules.legal_moves(state))
    return Verdict(value, Choice(best, why(rules, state, best, legal), good),
                   notes=tuple(missed_figures(rules, state, move, legal)))


def remark(rules: TrippleSolitaire, states: Sequence[TrippleState],
           plan: Callable[[TrippleState], Sequence[Move]], stop: Stop) -> Remark[Move] | None:
    """Play the deal as a strong player would, who sees no more than the person did."""
    state, line = states[0], list[Move]()
    while rules.outcome(state) is None:
        for move in plan(state):
            line.append(move)
            state = rules.apply(state, move).state
        if stop():
            return None
    points = {"points": state.scores[0], "own": states[-1].scores[0], "n": state.scores[0]}
    key = "better" if state.scores[0] > states[-1].scores[0] else "beaten"
    return Remark(Phrase(f"review.tripple_solitaire.{key}", points), tuple(line))
