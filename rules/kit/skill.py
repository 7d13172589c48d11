"""What the levels mean in all games: how long they may think, and how a weak player chooses.

Weak is not stupid: a lower level sees less and is less sure, but what it sees as a gross blunder it
does not play.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

from rules.engine import Stop
from rules.kit.shuffle import weighted

T = TypeVar("T")

SECONDS = {"easy": 0.2, "medium": 0.2, "hard": 1.0, "master": 3.0}
"""How long a level may think about a move: the deadline that tables and `simulate` set."""


def deadline_for(level: str, pace: float = 1.0) -> float:
    """When a level has to answer; `pace` is a share of its time, the same for all levels of a match."""
    return time.monotonic() + pace * SECONDS[level]


def time_is_up(deadline: float | None, stop: Stop | None) -> bool:
    return (deadline is not None and time.monotonic() >= deadline) or (stop is not None and stop())


def softmax(options: Sequence[T], values: Sequence[float], warmth: float, cut: float, rng: Random) -> T:
    """One of the options, the better the likelier; those worse than the best by more than `cut` never.

    `warmth` is the difference in value that makes an option e times as likely.
    """
    best = max(values)
    weights = [exp((value - best) / warmth) if best - value <= cut else 0.0 for value in values]
    return weighted(options, weights, rng)
