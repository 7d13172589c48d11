"""Facts about Turm-Domino for the suites that test every game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.kit.facts import Facts


def dominoes(state: Any) -> Counter[Any]:
    """Count the dominoes on the towers and in the field."""
    return Counter(piece for pile in (*state.towers, *state.columns) for piece in pile)


FACTS = Facts(pieces=dominoes,
              spellings=[f"{column}>{tower}" for column in range(1, 10) for tower in range(1, 10)])
