"""The review of Turm-Domino: chances by the dominoes that could be seen, and where the deal became lost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.base import Phrase
from rules.engine import Choice, Remark, Verdict
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import TurmMove, TurmState
from rules.kit.playouts import World, better_of
from rules.kit.skill import Stop

WORLDS = 2_000
"""Deals of the face-down dominoes tried in a whole review."""
NODES = 300
"""Positions searched in each; a deal that stays undecided counts half."""


def chances(rules: TurmDomino, state: TurmState, move: TurmMove, others: Sequence[TurmMove],
            rng: Random, share: float, stop: Stop) -> tuple[float, TurmMove, float]:
    """Return the chance to win after a move, the best move and the chance after that one."""

    def imagine() -> World[TurmMove]:
        verdicts = Solver(rules, NODES, stop).verdicts(rules.guess_hidden(state, 0, rng))
        return lambda tried: 0.5 if verdicts[tried] is None else float(bool(verdicts[tried]))

    return better_of(others, move, imagine, max(4, round(share * WORLDS / 2)), stop)


def review_move(rules: TurmDomino, state: TurmState, move: TurmMove, reasons: dict[TurmMove, Phrase],
                rng: Random, share: float, stop: Stop) -> Verdict[TurmMove]:
    """Judge a move beside all others; `reasons` has a reason for each of them."""
    value, best, good = chances(rules, state, move, list(reasons), rng, share, stop)
    return Verdict(value, Choice(best, reasons[best], good))


def remark(solver: Solver, last: int | None, states: Sequence[TurmState]) -> Remark[TurmMove] | None:
    """Say where the deal became lost, with the shortest way to win from there; `last` is `last_winnable`."""
    if last is None:
        return Remark(Phrase("review.turm_domino.never"))
    if not states[-1].left:
        return Remark(Phrase("review.turm_domino.won"))
    line = solver.line(states[last])
    if line is None:
        return None
    key = "review.turm_domino.open" if last == len(states) - 1 else "review.turm_domino.lost"
    return Remark(Phrase(key, {"number": last + 1, "n": len(line)}), tuple(line), last)
