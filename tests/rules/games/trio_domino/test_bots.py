"""The reasons of a hint: each is true on the table."""

from __future__ import annotations

from rules.games.triangles.layout import Lay
from rules.games.trio_domino.bots import why
from rules.games.trio_domino.rules import TrioDomino, TrioState
from tests.kit.play import shipped
from tests.rules.games.triangles.play import table

RULES = shipped(TrioDomino)


def reasons(*hand: str) -> dict[str, set[str]]:
    """The reasons for laying each tile of a hand beside one tile on the table."""
    state = TrioState(table("R2B1G0@0,0^:R2B1G0"), (hand, ("R1B1G1",)), RULES.tiles[-9:-1], 0, (0, 0), 9)
    lays = [move for move in RULES.legal_moves(state) if isinstance(move, Lay)]
    found: dict[str, set[str]] = {}
    for move in lays:
        found.setdefault(move.tile, set()).add(why(RULES, state, move, lays).key.rpartition(".")[2])
    return found


def test_the_last_tile_is_laid_because_it_is_the_last() -> None:
    assert reasons("R2B0G1") == {"R2B0G1": {"last"}}


def test_of_two_tiles_neither_is_the_last_and_the_heavier_says_so() -> None:
    found = reasons("R2B2G1", "R2B0G1")
    assert set(found) == {"R2B2G1", "R2B0G1"} and "last" not in set.union(*found.values())
    assert "heavy" in found["R2B2G1"] and "heavy" not in found["R2B0G1"]
