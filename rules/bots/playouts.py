"""Choosing between moves by playing each out in the same imagined worlds; for games of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

World = Callable[[T], float]
"""Plays a move out in one imagined world and says how good the end is."""


def best_of(moves: Sequence[T], imagine: Callable[[], World[T]], worlds: int, enough: Callable[[], bool],
            beforehand: Sequence[float] | None = None) -> tuple[T, float]:
    """The move with the best mean, and that mean. All moves meet the same worlds, so luck cancels out.

    `beforehand` is what is known of the moves without playing them out, as a sum over worlds: the more
    worlds it would take to know better, the more it counts. After a quarter and after half of the worlds the
    worse half of the moves is dropped. A world that is broken off because time is up does not count.
    """
    known = beforehand or [0.0] * len(moves)
    totals, alive, done = list(known), list(range(len(moves))), 0
    for number in range(worlds):
        if number in (worlds // 4, worlds // 2) and len(alive) > 2:
            alive = sorted(alive, key=lambda index: -totals[index])[:max(2, len(alive) // 2)]
        found = _try_all(moves, alive, imagine(), enough)
        if found is None:
            break
        for index, good in found.items():
            totals[index] += good
        done += 1
    best = max(alive, key=lambda index: totals[index])
    return moves[best], (totals[best] - known[best]) / max(1, done)


def _try_all(moves: Sequence[T], alive: Sequence[int], world: World[T],
             enough: Callable[[], bool]) -> dict[int, float] | None:
    found = {}
    for index in alive:
        if enough():
            return None
        found[index] = world(moves[index])
    return found
