"""The review of Trio-Domino: points lost by a move, by playouts over the unseen tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.base import Phrase
from rules.engine import Choice, Verdict
from rules.games.triangles.layout import Lay
from rules.games.trio_domino.rules import Move, TrioDomino, TrioState
from rules.kit.playouts import World, better_of
from rules.kit.skill import Stop

PLAYOUTS = 12_000
"""Games played on in a whole review."""


def review_move(rules: TrioDomino, state: TrioState, move: Move, others: Sequence[Move],
                imagine: Callable[[], World[Move]], reason: Callable[[Move], Phrase], share: float,
                stop: Stop) -> Verdict[Move]:
    """Compare a move with others by the lead in points some turns later."""
    worlds = max(3, round(share * PLAYOUTS / (len(others) + 3)))
    value, best, good = better_of(others, move, imagine, worlds, stop)
    return Verdict(value, Choice(best, reason(best), good), notes=tuple(_missed(rules, state, move)))


def _missed(rules: TrioDomino, state: TrioState, move: Move) -> Iterator[Phrase]:
    """Yield a line for a tile whose colours agreed, if the move made no such points."""
    if _agrees(rules, state, move):
        return
    for other in rules.legal_moves(state):
        if isinstance(other, Lay) and _agrees(rules, state, other):
            yield Phrase("review.missed.colours", {"tile": other.tile})
            return


def _agrees(rules: TrioDomino, state: TrioState, move: Move) -> bool:
    return any(kind == "colour" for _, kind in rules.score_of(state, move))
