"""The review of a whole game without a window: every move judged by what its seat saw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.base import Move, State
from rules.kit.phrases import Phrase
from rules.session import AnySession, Ply

if TYPE_CHECKING:
    from rules.engine import AnyEngine, Verdict
    from rules.kit.skill import Stop

DIGITS = 3
"""Decimal places of a value that is written down."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of a game and the verdict on it."""

    round: int
    """Counted from 1."""
    number: int
    """The number of the move in the whole game, from 1."""
    ply: Ply[State, Move]
    verdict: Verdict[Move]


def review(session: AnySession, engine: AnyEngine, stop: Stop = lambda: False) -> Iterator[Judged]:
    """Judge all moves of a game, one after the other."""
    number, share = 0, 1 / max(1, session.moves)
    for index, round_ in enumerate(session.rounds, 1):
        state = round_.start
        for ply in round_.plies:
            number += 1
            yield Judged(index, number, ply, engine.review(state, ply.move, share, stop))
            state = ply.state


def as_json(session: AnySession, judged: list[Judged], say: Callable[[Phrase], str]) -> dict[str, object]:
    """Return a review as plain data. `loss` is the difference of the two values, and never below 0."""
    write = session.rules.write_move
    moves = []
    for one in judged:
        value, best = round(one.verdict.value, DIGITS), round(one.verdict.best.value, DIGITS)
        moves.append({
            "round": one.round, "number": one.number, "by": one.ply.by, "move": write(one.ply.move),
            "value": value, "best": write(one.verdict.best.move), "best_value": best,
            "loss": round(max(0.0, best - value), DIGITS), "reason": say(one.verdict.best.reason)})
    return {"game": session.rules.game, "moves": moves}
