"""The rating of people: a number for each person and game, from all finished games that count.

Plackett-Luce by `openskill`; the levels of the bots are fixed points (rules/strengths.py), and so is the deal
of a solitaire. Ratings are computed from the results when they are shown, so nothing has to be kept in step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from game.data.history import History, Result, SeatResult
from rules.catalog import GAMES, SHIPPED
from rules.files.variants import IN
from rules.strengths import LUCK, MIDDLE, par_of, strength_of, strengths

SCALE = 40
"""Points of the rating for one unit of strength: the medium level has 1000."""
LEAST_UNKNOWN = MIDDLE / 3
"""The least standard deviation of a new player."""
FIXED = 1e-3
"""That of a bot, whose strength does not change."""
SURE = 2.0
"""How many standard deviations the uncertainty that is shown has: the truth is within in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of the strength of a person in a game."""

    strength: float
    deviation: float
    curve: tuple[float, ...] = ()
    """The strength after every game that counted."""

    @property
    def games(self) -> int:
        return len(self.curve)

    @property
    def points(self) -> int:
        return points_of(self.strength)

    @property
    def margin(self) -> int:
        """Return the uncertainty in points."""
        return round(SCALE * SURE * self.deviation)


def points_of(strength: float) -> int:
    """Return a strength in the points that are shown."""
    return round(SCALE * strength)


def newcomer(game: str) -> Rating:
    """Return the rating of a player not known yet, so uncertain that all levels of the game are possible."""
    farthest = max(abs(strength - MIDDLE) for strength in strengths(game).values())
    return Rating(MIDDLE, max(LEAST_UNKNOWN, farthest / SURE))


@cache
def _shipped(game: str) -> frozenset[str]:
    return frozenset(path.stem for path in (SHIPPED / game).glob("*.yaml"))


def why_unrated(result: Result) -> str | None:
    """Return why a result does not count: hints, undos, rules, level, alone; None if it does."""
    if result.hints:
        return "hints"
    if result.undos:
        return "undos"
    if result.variant.partition(IN)[0] not in _shipped(result.game):
        return "rules"
    if result.level is not None:
        return "level"
    return "alone" if result.players < 2 and not GAMES[result.game].solitaire else None


def ratings(history: History, game: str) -> dict[int, Rating]:
    """Return the ratings of all people who have played a game, by profile."""
    found: dict[int, Rating] = {}
    for stored in history.all_results(game):
        if why_unrated(stored.result) is None:
            _count(found, stored.result, stored.seats)
    return found


def _count(known: dict[int, Rating], result: Result, seats: Sequence[SeatResult]) -> None:
    """Change the ratings of the people at one table."""
    before = [known.get(seat.profile) or newcomer(result.game) if seat.profile is not None
              else _fixed(result.game, seat)
              for seat in seats]
    ranks = _ranks(seats)
    if GAMES[result.game].solitaire:
        before.append(Rating(MIDDLE, FIXED))
        par = par_of(result.game)
        won = result.won if par is None else result.score >= par
        ranks = [1, 2] if won else [2, 1]
    for seat, old, (strength, deviation) in zip(seats, before, rated(before, ranks), strict=False):
        if seat.profile is not None:
            known[seat.profile] = Rating(strength, deviation, (*old.curve, strength))


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Return strength and deviation of all players after a game; equal ranks are draws."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - not needed before the first rating is shown

    model = PlackettLuce(mu=MIDDLE, sigma=LEAST_UNKNOWN, beta=LUCK)
    teams = [[model.rating(mu=one.strength, sigma=one.deviation)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(team[0].mu, team[0].sigma) for team in after]


def _fixed(game: str, seat: SeatResult) -> Rating:
    """Return the rating of a bot; a person without a profile counts as a new player."""
    return Rating(strength_of(game, seat.level), FIXED) if seat.level else newcomer(game)


def _ranks(seats: Sequence[SeatResult]) -> list[int]:
    """Return the place of every seat: the winners first, the others by their points."""
    keys = [(not seat.won, 0 if seat.won else -seat.score) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]
