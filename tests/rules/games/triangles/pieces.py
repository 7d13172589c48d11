"""The pieces of a game with triangles, for the suites that test every game."""

from __future__ import annotations

from collections import Counter
from typing import Any


def triangles(state: Any) -> Counter[Any]:
    """Count the triangles on the table, in the stock and in the hands."""
    laid = (lay.tile for lay in state.layout.laid)
    return Counter((*laid, *state.stock, *(tile for hand in state.hands for tile in hand)))
