"""Matchmaking: groups people by game, variant, language of words, number of players and rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NEAR = 120.0
"""The largest difference in rating points between two people at first."""
WIDER = 10.0
"""Points added to it for each second that the longer-waiting person has waited."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A person who searches for opponents."""

    id: str
    game: str
    players: int
    rating: float
    since: float
    variant: str = ""
    """Empty: any."""
    language: str = ""
    """The language of the words; empty in games without words."""


def groups(seeks: Sequence[Seek], now: float) -> list[list[Seek]]:
    """Return the groups that can be seated now: longest waiting first, each with the nearest in rating."""
    waiting = sorted(seeks, key=lambda seek: (seek.since, seek.id))
    found: list[list[Seek]] = []
    while waiting:
        first = waiting.pop(0)
        fitting = sorted((other for other in waiting if _fit(first, other, now)),
                         key=lambda other: (abs(other.rating - first.rating), other.since, other.id))
        group = [first]
        for other in fitting:
            if len(group) < first.players and all(_fit(one, other, now) for one in group):
                group.append(other)
        if len(group) == first.players:
            found.append(group)
            waiting = [seek for seek in waiting if seek not in group]
    return found


def variant_of(group: Sequence[Seek]) -> str:
    """Return the variant that a group plays; empty if none was requested."""
    return next((seek.variant for seek in group if seek.variant), "")


def _fit(one: Seek, other: Seek, now: float) -> bool:
    same = (one.game, one.players, one.language) == (other.game, other.players, other.language)
    variants = not one.variant or not other.variant or one.variant == other.variant
    reach = NEAR + WIDER * max(0.0, now - min(one.since, other.since))
    return same and variants and one.id != other.id and abs(one.rating - other.rating) <= reach
