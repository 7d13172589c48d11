"""Choosing between moves by playing each out in the same imagined worlds; for games of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeVar

T = TypeVar("T")

World = Callable[[T], float]
"""Plays a move out in one imagined world and says how good the end is."""

FIRST_LOOK = 16
"""So many worlds are met before a move is given up, and between two looks."""
CLEAR = 2.5
"""A move is given up when it is worse by so many standard errors."""


def best_of(moves: Sequence[T], imagine: Callable[[], World[T]], worlds: int, enough: Callable[[], bool],
            beforehand: Sequence[float] | None = None) -> tuple[T, float]:
    """The move with the best mean, and that mean. All moves meet the same worlds, so luck cancels out.

    `beforehand` is what is known of the moves without playing them out, as a sum over worlds: the more
    worlds it would take to know better, the more it counts. After a quarter and after half of the worlds the
    worse half of the moves is dropped, and on the way whatever is clearly worse: an easy choice takes little
    time. A world that is broken off because time is up does not count.
    """
    race = _Race(beforehand or [0.0] * len(moves))
    for number in range(worlds):
        if number in (worlds // 4, worlds // 2) and len(race.alive) > 2:
            race.drop_worse_half()
        if number % FIRST_LOOK == 0 and number:
            race.drop_hopeless()
        if len(race.alive) == 1 and number:
            break
        found = _try_all(moves, race.alive, imagine(), enough)
        if found is None:
            break
        race.add(found)
    best = race.alive[race.leader()]
    return moves[best], race.mean(best)


def _try_all(moves: Sequence[T], alive: Sequence[int], world: World[T],
             enough: Callable[[], bool]) -> list[float] | None:
    found = []
    for index in alive:
        if enough():
            return None
        found.append(world(moves[index]))
    return found


class _Race:
    """What the moves that are still in question did in every world so far."""

    def __init__(self, known: Sequence[float]):
        self.known = known
        self.alive = list(range(len(known)))
        self.results: list[list[float]] = [[] for _ in known]

    def add(self, found: Sequence[float]) -> None:
        for index, good in zip(self.alive, found):
            self.results[index].append(good)

    def total(self, index: int) -> float:
        return self.known[index] + sum(self.results[index])

    def mean(self, index: int) -> float:
        return sum(self.results[index]) / max(1, len(self.results[index]))

    def leader(self) -> int:
        """The place among the living of the best one; of equals the first."""
        totals = [self.total(index) for index in self.alive]
        return totals.index(max(totals))

    def drop_worse_half(self) -> None:
        self.alive = sorted(self.alive, key=lambda index: -self.total(index))[:max(2, len(self.alive) // 2)]

    def drop_hopeless(self) -> None:
        best = self.alive[self.leader()]
        self.alive = [index for index in self.alive if index == best or not self._hopeless(index, best)]

    def _hopeless(self, index: int, best: int) -> bool:
        """Whether the best one leads by far more than luck explains, judged world by world."""
        leads = [one - other for one, other in zip(self.results[best], self.results[index])]
        mean = sum(leads) / len(leads)
        error = sqrt(sum((lead - mean) ** 2 for lead in leads))
        return self.total(best) - self.total(index) > CLEAR * error
