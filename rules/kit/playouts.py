"""Choose between moves by playing each out in the same sampled worlds; for games with hidden pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeVar

T = TypeVar("T")

World = Callable[[T], float]
"""Plays a move out in one sampled world and returns how good the end is."""

FIRST_LOOK = 16
"""The number of worlds before the first move is dropped, and between two checks."""
CLEAR = 2.5
"""A move is dropped when it is worse by this many standard errors."""
DOUBT = 1.5
"""A move counts as better than the one made only if it leads by more standard errors than this."""


def best_of(moves: Sequence[T], imagine: Callable[[], World[T]], worlds: int, enough: Callable[[], bool],
            beforehand: Sequence[float] | None = None) -> tuple[T, float]:
    """Return the move with the best mean, and that mean. All moves meet the same worlds, so luck cancels out.

    `beforehand` is a prior of each move, as a sum over worlds. After a quarter and after half of the worlds
    the worse half of the moves is dropped, and in between every move that is clearly worse, so that an easy
    choice takes little time. A world interrupted by the deadline does not count.
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


def better_of(others: Sequence[T], made: T, imagine: Callable[[], World[T]], worlds: int,
              enough: Callable[[], bool]) -> tuple[float, T, float]:
    """Return the value of the move made, the best move, and the value of that one.

    The best move is chosen in one half of the worlds and valued in the other half beside the move made, so
    that mere luck of one among many does not look like a better move.
    """
    moves = [made, *(move for move in others if move != made)]
    first = [sum(found) / len(found) for found in _results(moves, imagine, worlds, enough)]
    best = moves[first.index(max(first))]
    if best == made:
        return first[0], made, first[0]
    own, its = _results([made, best], imagine, worlds, enough)
    value, good = sum(own) / len(own), sum(its) / len(its)
    return (value, best, good) if good - value > DOUBT * _error(its, own) else (value, made, value)


def _results(moves: Sequence[T], imagine: Callable[[], World[T]], worlds: int,
             enough: Callable[[], bool]) -> list[list[float]]:
    """Return the results of every move in the same worlds; at least one world is played."""
    found: list[list[float]] = [[] for _ in moves]
    for number in range(max(1, worlds)):
        if number and enough():
            break
        world = imagine()
        for results, move in zip(found, moves, strict=True):
            results.append(world(move))
    return found


def _error(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return the standard error of the mean difference, compared world by world."""
    leads = [one - other for one, other in zip(ones, others, strict=True)]
    mean = sum(leads) / len(leads)
    return sqrt(sum((lead - mean) ** 2 for lead in leads)) / len(leads)


def _try_all(moves: Sequence[T], alive: Sequence[int], world: World[T],
             enough: Callable[[], bool]) -> list[float] | None:
    found = []
    for index in alive:
        if enough():
            return None
        found.append(world(moves[index]))
    return found


class _Race:
    """The results of the remaining moves in every world played."""

    def __init__(self, known: Sequence[float]):
        self.known = known
        self.alive = list(range(len(known)))
        self.results: list[list[float]] = [[] for _ in known]

    def add(self, found: Sequence[float]) -> None:
        for index, good in zip(self.alive, found, strict=False):
            self.results[index].append(good)

    def total(self, index: int) -> float:
        return self.known[index] + sum(self.results[index])

    def mean(self, index: int) -> float:
        return sum(self.results[index]) / max(1, len(self.results[index]))

    def leader(self) -> int:
        """Return the index, among the remaining moves, of the best one; the first of equals."""
        totals = [self.total(index) for index in self.alive]
        return totals.index(max(totals))

    def drop_worse_half(self) -> None:
        self.alive = sorted(self.alive, key=lambda index: -self.total(index))[:max(2, len(self.alive) // 2)]

    def drop_hopeless(self) -> None:
        best = self.alive[self.leader()]
        self.alive = [index for index in self.alive if index == best or not self._hopeless(index, best)]

    def _hopeless(self, index: int, best: int) -> bool:
        """Return whether the best move leads by more than chance explains, compared world by world."""
        leads = [one - other for one, other in zip(self.results[best], self.results[index], strict=False)]
        mean = sum(leads) / len(leads)
        error = sqrt(sum((lead - mean) ** 2 for lead in leads))
        return self.total(best) - self.total(index) > CLEAR * error
