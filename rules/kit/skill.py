"""The meaning of the levels in all games: thinking time, and how a weak player chooses.

A lower level sees less and is less sure, but never plays what it recognises as a gross blunder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TypeVar

from rules.kit.shuffle import weighted

T = TypeVar("T")

Stop = Callable[[], bool]
"""Called regularly during a search; True means: answer now, with the best result found."""

SECONDS = {"easy": 0.2, "medium": 0.2, "hard": 1.0, "master": 3.0}
"""Thinking time of a level for one move: the deadline that tables and `simulate` set."""


def deadline_for(level: str, pace: float = 1.0) -> float:
    """Return the time.monotonic() by which a level has to answer; `pace` scales the time of all levels."""
    return time.monotonic() + pace * SECONDS[level]


def time_is_up(deadline: float | None, stop: Stop | None) -> bool:
    """Return whether a search has to end: its deadline has passed, or the caller has stopped waiting."""
    return (deadline is not None and time.monotonic() >= deadline) or (stop is not None and stop())


def softmax(options: Sequence[T], values: Sequence[float], warmth: float, cut: float, rng: Random) -> T:
    """Choose one of the options, the better the likelier, never one worse than the best by more than `cut`.

    `warmth` is the difference in value that makes an option e times as likely.
    """
    best = max(values)
    weights = [exp((value - best) / warmth) if best - value <= cut else 0.0 for value in values]
    return weighted(options, weights, rng)
