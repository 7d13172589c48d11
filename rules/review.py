"""The review of a whole game without a window: every move judged by what its seat saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.base import Move, State
from rules.kit.phrases import Phrase
from rules.session import AnySession, Ply

if TYPE_CHECKING:
    from rules.engine import AnyEngine, Choice, Remark, Verdict
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


def remarks(session: AnySession, engine: AnyEngine, stop: Stop = lambda: False
            ) -> Iterator[tuple[int, Remark[Move]]]:
    """Return what there is to say about whole rounds, each with its number from 1."""
    for index, round_ in enumerate(session.rounds, 1):
        remark = engine.remark([round_.start, *(ply.state for ply in round_.plies)], stop)
        if remark is not None:
            yield index, remark


def as_json(session: AnySession, judged: Iterable[Judged], said: Iterable[tuple[int, Remark[Move]]],
            say: Callable[[Phrase], str]) -> dict[str, object]:
    """Return a review as plain data. `loss` is the difference of the two values, and never below 0."""
    write = session.rules.write_move

    def listed(choices: Sequence[Choice[Move]]) -> list[dict[str, object]]:
        return [{"move": write(choice.move), "value": round(choice.value, DIGITS)} for choice in choices]

    moves = []
    for one in judged:
        verdict = one.verdict
        value, best = round(verdict.value, DIGITS), round(verdict.best.value, DIGITS)
        moves.append({
            "round": one.round, "number": one.number, "by": one.ply.by, "move": write(one.ply.move),
            "value": value, "best": write(verdict.best.move), "best_value": best,
            "loss": round(max(0.0, best - value), DIGITS), "reason": say(verdict.best.reason),
            "options": listed(verdict.options), "beyond": listed(verdict.beyond),
            "notes": [say(note) for note in verdict.notes]})
    rounds = [{"round": index, "said": say(remark.said), "after": remark.start,
               "line": [write(move) for move in remark.line]} for index, remark in said]
    return {"game": session.rules.game, "moves": moves, "rounds": rounds}
