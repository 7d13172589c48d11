"""A seeded shuffle that stays the same in every version of Python.

Python promises the same sequence only for `Random.random()`, not for `shuffle` or `choice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def rng_for(*key: object) -> Random:
    """Return the random numbers of a key: a deal number, a purpose, a ply."""
    return Random(":".join(str(part) for part in key))


def below(rng: Random, limit: int) -> int:
    """Return a random number from 0 to limit - 1."""
    return int(rng.random() * limit)


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one of the items at random."""
    return items[below(rng, len(items))]


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return the items in random order (Fisher-Yates, from the end)."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(rng, last + 1)
        out[last], out[other] = out[other], out[last]
    return out


def weighted(items: Sequence[T], weights: Sequence[float], rng: Random) -> T:
    """Return one of the items at random, by weight."""
    mark = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=False):
        mark -= weight
        if mark < 0:
            return item
    return items[-1]
