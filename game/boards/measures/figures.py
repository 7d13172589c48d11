"""Figures of `main.py bench`: the result of a measurement and how it is passed on. Imports no pygame."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from rules.catalog import rules_of
from rules.kit.shuffle import pick, rng_for
from rules.session import AnySession, Seat, Session


@dataclass(frozen=True)
class Row:
    """One figure: its name, unit, value, floor and limit."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    limit: float | None = None
    """Applies to the ratio to the floor if there is one, else to the value."""
    at_least: bool = False
    """The limit is a minimum, not a maximum."""
    game: str = ""
    """The game or the language it was measured with, for figures that each of them has."""

    @property
    def ratio(self) -> float | None:
        return self.value / self.floor if self.floor else None

    @property
    def ok(self) -> bool | None:
        if self.limit is None:
            return None
        compared = self.ratio if self.ratio is not None else self.value
        return compared >= self.limit if self.at_least else compared <= self.limit


def report(rows: list[Row]) -> None:
    """Print the rows of a part for the parent process."""
    print(json.dumps([row.__dict__ for row in rows]))


def played(game: str, moves: int, seed: int = 1) -> AnySession:
    """Return an unfinished game of two players after `moves` random moves."""
    for number in range(seed, seed + 100):
        rng = rng_for("bench", game, number)
        session = Session(rules_of(game), [Seat("A"), Seat("B")], number)
        while session.outcome is None and session.moves < moves:
            session.play(pick(rng, list(session.rules.legal_moves(session.state))))
        if session.outcome is None:
            return session
    raise ValueError(f"no game of {game} went on for {moves} moves")


def rate(work: Callable[[], int]) -> float:
    """Return the work done per second of processor time."""
    started = time.process_time()
    done = work()
    return done / (time.process_time() - started)
