"""The usual turn of a tile game: lay if you can, otherwise draw or pass; out or blocked ends the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from rules.base import Event, IllegalMove, Outcome, Placed, Refusal, RoundOver, Scored, Setup, UnreadableMove
from rules.files.source import Switch, Table
from rules.kit.hands import Draw, Hand, Pass, Tile
from rules.kit.turns import TileTurns


@dataclass(frozen=True)
class Lay:
    tile: Tile

    def __str__(self) -> str:
        return self.tile


@dataclass(frozen=True)
class ClimbState:
    top: int
    hands: tuple[Hand, ...]
    stock: Hand = ()
    player: int = 0
    scores: tuple[int, ...] = (0, 0)
    ply: int = 0
    ended: Outcome | None = None


class Climb(TileTurns[ClimbState, Lay]):
    """Lay a tile that is higher than the one before."""

    game: ClassVar[str] = "climb"
    seats: ClassVar[range] = range(2, 3)
    schema: ClassVar[Table] = Table({"drawing": Switch()})
    example: ClassVar[str] = "5"

    def deal(self, players: int, seed: int, before: ClimbState | None = None) -> Setup:
        return {"top": 5}

    def _start(self, setup: Setup, players: int, before: ClimbState | None) -> ClimbState:
        return ClimbState(setup["top"], ((),) * players)

    @property
    def drawing(self) -> bool:
        return bool(self.values["drawing"])

    def worth(self, tile: Tile) -> int:
        return int(tile)

    def lays(self, state: ClimbState, hand: Hand) -> Iterator[Lay]:
        return (Lay(tile) for tile in hand if int(tile) > state.top)

    def _why_no_fit(self, state: ClimbState, move: Lay) -> Refusal | None:
        return None if int(move.tile) > state.top else Refusal("too_low")

    def _lay(self, state: ClimbState, move: Lay) -> tuple[ClimbState, Event]:
        return replace(state, top=int(move.tile)), Placed(state.player, move.tile, "top")

    def _read_lay(self, text: str) -> Lay | None:
        return Lay(text) if text.isdigit() else None

    def unlaid(self, state: ClimbState) -> list[Tile]:
        return [str(tile) for tile in range(1, 10) if tile != state.top]

    def _table(self, state: ClimbState) -> Sequence[str]:
        return [f"top {state.top}"]


BLOCK, DRAW = Climb({"drawing": False}), Climb({"drawing": True})
STUCK = ClimbState(5, (("1", "3"), ("2", "9")), ("4", "8"))


def spelled(rules: Climb, state: ClimbState) -> list[str]:
    return [rules.write_move(move) for move in rules.legal_moves(state)]


def refusal(rules: Climb, state: ClimbState, move: str) -> str:
    with pytest.raises(IllegalMove) as fault:
        rules.apply(state, rules.read_move(move))
    return fault.value.refusal.key


def test_who_can_lay_must_lay():
    state = replace(STUCK, top=2)
    assert spelled(BLOCK, state) == spelled(DRAW, state) == ["3"]
    assert refusal(BLOCK, state, "pass") == "refuse.tiles.pass_fits"
    assert refusal(DRAW, state, "draw") == "refuse.tiles.draw_fits"
    assert refusal(DRAW, state, "1") == "too_low"
    assert refusal(DRAW, state, "9") == "refuse.tiles.not_in_hand"


def test_who_cannot_lay_passes_or_draws_as_the_rules_say():
    assert spelled(BLOCK, STUCK) == ["pass"] and spelled(DRAW, STUCK) == ["draw"]
    assert refusal(BLOCK, STUCK, "draw") == "refuse.tiles.no_draw"
    assert refusal(DRAW, STUCK, "pass") == "refuse.tiles.draw_first"
    empty = replace(STUCK, stock=())
    assert spelled(DRAW, empty) == ["pass"] and refusal(DRAW, empty, "draw") == "refuse.tiles.stock_empty"
    assert DRAW.why_illegal(STUCK, Draw(2)) is not None


def test_a_draw_keeps_the_turn_and_a_tile_or_a_pass_ends_it():
    drawn = DRAW.apply(STUCK, Draw()).state
    assert (drawn.player, drawn.ply, drawn.hands[0], drawn.stock) == (0, 1, ("1", "3", "4"), ("8",))
    assert BLOCK.apply(STUCK, Pass()).state.player == 1
    laid = DRAW.apply(replace(STUCK, top=2), Lay("3")).state
    assert (laid.player, laid.top, laid.hands[0]) == (1, 3, ("1",))


def test_an_empty_hand_ends_the_round_and_wins_what_the_others_hold():
    step = BLOCK.apply(replace(STUCK, top=0, hands=(("3",), ("2", "9"))), Lay("3"))
    assert step.state.ended == Outcome((0,), "out") and step.state.scores == (11, 0)
    assert step.events[1:] == (Scored(0, 11, "out"), RoundOver(0, Outcome((0,), "out")))
    assert spelled(BLOCK, step.state) == [] and refusal(BLOCK, step.state, "pass") == "refuse.tiles.over"


def test_the_round_is_blocked_when_nobody_can_lay_or_draw():
    state = replace(STUCK, top=9)
    step = BLOCK.apply(state, Pass())
    assert step.state.ended == Outcome((0,), "blocked") and step.state.scores == (11 - 4, 0)
    assert DRAW.apply(state, Draw()).state.ended is None
    assert DRAW.apply(replace(state, stock=("4",)), Draw()).state.ended == Outcome((0,), "blocked")


def test_moves_are_read_as_they_are_written():
    for move in (Draw(), Pass(), Lay("7")):
        assert BLOCK.read_move(BLOCK.write_move(move)) == move
    with pytest.raises(UnreadableMove) as fault:
        BLOCK.read_move("x")
    assert fault.value.expected == "5, draw, pass"
    assert BLOCK.describe(STUCK).splitlines()[0] == "ply 0, turn of 0"
