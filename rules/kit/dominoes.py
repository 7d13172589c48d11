"""Dominoes as texts: the set, the halves and the pips. A domino is written with its low half first: `1|6`."""

from __future__ import annotations

from functools import cache

from rules.kit.hands import Tile

Halves = tuple[int, int]
"""Both halves of a domino as it lies, from left to right."""


def domino_set(highest: int) -> tuple[Tile, ...]:
    """Return every domino from 0|0 to the double of `highest`."""
    return tuple(f"{low}|{high}" for low in range(highest + 1) for high in range(low, highest + 1))


@cache
def halves(tile: Tile) -> Halves:
    """Return both halves of a domino, the low one first."""
    low, high = tile.split("|")
    return int(low), int(high)


def pips(tile: Tile) -> int:
    """Return the sum of both halves."""
    return sum(halves(tile))


def is_double(tile: Tile) -> bool:
    """Return whether both halves are equal."""
    low, high = halves(tile)
    return low == high


def joined(tile: Tile, number: int, end: str) -> Halves | None:
    """Return how a domino lies at an end (`left` or `right`) that shows `number`; None if it does not fit."""
    low, high = halves(tile)
    if number not in (low, high):
        return None
    other = high if number == low else low
    return (other, number) if end == "left" else (number, other)
