"""Dominoes as texts: the set, the halves, and how one lies at the end of a line."""

from __future__ import annotations

import pytest

from rules.kit.dominoes import domino_set, halves, is_double, joined, pips


def test_a_set_has_every_pair_once_with_the_low_half_first():
    tiles = domino_set(6)
    assert len(tiles) == len(set(tiles)) == 28 and tiles[0] == "0|0" and tiles[-1] == "6|6"
    assert all(low <= high for low, high in map(halves, tiles)) and sum(map(pips, tiles)) == 168
    assert [tile for tile in tiles if is_double(tile)] == [f"{n}|{n}" for n in range(7)]


@pytest.mark.parametrize(("tile", "number", "end", "lies"), [
    ("1|6", 6, "right", (6, 1)), ("1|6", 6, "left", (1, 6)), ("1|6", 1, "right", (1, 6)),
    ("1|6", 1, "left", (6, 1)), ("4|4", 4, "left", (4, 4)), ("1|6", 3, "left", None)])
def test_a_domino_touches_an_end_with_its_equal_half(tile, number, end, lies):
    assert joined(tile, number, end) == lies
