"""Trials of rules: bots of one level play the same deals by two sets of rules, and the figures are totalled.

The rule laboratory requests a few games at a time from the worker; `simulate --compare` totals its own.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rules.base import AnyRules
from rules.catalog import engine_of, rules_class
from rules.files.values import Values
from rules.kit.shuffle import rng_for
from rules.kit.skill import Stop
from rules.session import Seat, Session

MOST_MOVES = 5_000
"""Far above any real game; games that never end under changed rules are cut off here."""
ENDLESS = "endless"
"""The outcome of a game that was cut off."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Two sets of rules of one game and the bots that try them."""

    game: str
    sides: tuple[Values, Values]
    """The values to be tried, then those of classic."""
    level: str
    players: int
    games: int
    seed: int

    @property
    def total(self) -> int:
        return 2 * self.games


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a trial. Seats are counted from the starter."""

    side: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    whys: tuple[str, ...]
    """How each round ended."""


def play_some(trial: Trial, first: int, seconds: float, stop: Stop) -> list[Result]:
    """Play games from number `first` on, as many as the time allows but at least one.

    The sides alternate, so that at any moment they have played the same deals.
    """
    until, results = time.monotonic() + seconds, []
    for number in range(first, trial.total):
        result = _play(trial, number, stop)
        if result is None:
            break
        results.append(result)
        if time.monotonic() >= until:
            break
    return results


def _play(trial: Trial, number: int, stop: Stop) -> Result | None:
    """Play one game; return None if the caller has stopped waiting."""
    deal, side = divmod(number, 2)
    rules = _rules(trial.game, json.dumps(trial.sides[side]), trial.sides[side])
    engine, seed = engine_of(rules), trial.seed + deal
    session = Session(rules, [Seat(f"{trial.level} {seat + 1}", "bot", trial.level)
                              for seat in range(trial.players)], seed)
    began, whys = session.state.player, []
    while session.game_outcome is None and session.moves < MOST_MOVES:
        if session.outcome is not None:
            whys.append(session.outcome.why)
            session.next_round()
            continue
        state = session.state
        rng = rng_for(trial.game, seed, "bot", session.moves)
        move = engine.choose(trial.level, state, state.player, rng, None, stop).move
        if stop():
            return None
        session.play(move)
    outcome = session.game_outcome
    whys.append(session.outcome.why if outcome is not None and session.outcome is not None else ENDLESS)
    order = [(began + place) % trial.players for place in range(trial.players)]
    won = outcome.winners if outcome is not None else ()
    scores = session.state.scores
    return Result(side, tuple(scores[seat] for seat in order),
                  tuple(place for place, seat in enumerate(order) if seat in won), session.moves, tuple(whys))


_known: dict[tuple[str, str], AnyRules] = {}


def _rules(game: str, key: str, values: Values) -> AnyRules:
    """Return the rules of a side, cached between questions; only two sets are played at a time."""
    if (game, key) not in _known:
        if len(_known) >= 2:
            _known.clear()
        _known[game, key] = rules_class(game)(values, "trial")
    return _known[game, key]


# --- totals ---


class Counted(Protocol):
    """The data of a finished game that a `Tally` counts."""

    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def moves(self) -> int: ...
    @property
    def whys(self) -> Sequence[str]: ...


@dataclass(slots=True)
class Tally:
    """The results of the games of one side."""

    games: int = 0
    points: list[int] = field(default_factory=list)
    """Points of every seat in every game."""
    lengths: list[int] = field(default_factory=list)
    wins: dict[Hashable, float] = field(default_factory=dict)
    """Wins by seat, or by player; a shared win counts in fractions."""
    undecided: int = 0
    """Games without a winner."""
    whys: Counter[str] = field(default_factory=Counter)
    """How rounds ended."""

    def add(self, result: Counted, who: Sequence[Hashable] | None = None) -> None:
        """Add a game; `who` names the players by seat, if they are compared instead of the seats."""
        self.games += 1
        self.points += result.scores
        self.lengths.append(result.moves)
        self.whys.update(result.whys)
        if not result.winners:
            self.undecided += 1
        for seat in result.winners:
            name = seat if who is None else who[seat]
            self.wins[name] = self.wins.get(name, 0.0) + 1 / len(result.winners)

    @property
    def mean_points(self) -> float:
        return sum(self.points) / len(self.points) if self.points else 0.0

    @property
    def mean_length(self) -> float:
        return sum(self.lengths) / len(self.lengths) if self.lengths else 0.0

    def win_share(self, who: Hashable) -> float:
        return self.wins.get(who, 0.0) / self.games if self.games else 0.0

    def why_share(self, why: str) -> float:
        rounds = sum(self.whys.values())
        return self.whys[why] / rounds if rounds else 0.0


def steps_for(values: Sequence[int], most: int = 9) -> list[int]:
    """Return the limits of a histogram's bars: round numbers, the same for both sides."""
    low, high = min(values, default=0), max(values, default=1)
    width = next(w for w in _round_widths() if (high - high % w + w - (low - low % w)) / w <= most)
    return list(range(low - low % width, high - high % width + width + 1, width))


def _round_widths() -> Iterator[int]:
    scale = 1
    while True:
        yield from (scale, 2 * scale, 5 * scale)
        scale *= 10


def counted(values: Sequence[int], steps: Sequence[int]) -> list[int]:
    """Return the number of values between each step and the next."""
    width = steps[1] - steps[0]
    found = Counter((value - steps[0]) // width for value in values)
    return [found[index] for index in range(len(steps) - 1)]
