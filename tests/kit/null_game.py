"""The smallest possible game: a template for a new one, and a test double.

Players take 1 to `most` beads in turn from a heap; the player who takes the last one wins the round. A game
has `rounds` rounds. It uses every part of the contract once: a deal, moves, events, rounds, hidden pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from rules.base import (
    BadSetup,
    Outcome,
    Phrase,
    Refusal,
    RoundOver,
    Rules,
    Said,
    Scored,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import Table, Whole
from rules.kit.shuffle import below, rng_for

CLASSIC = {"heap": {"low": 8, "high": 15}, "most": 3, "rounds": 2}


@dataclass(frozen=True, slots=True)
class NullState:
    heap: int
    player: int
    scores: tuple[int, ...]
    ply: int = 0
    round: int = 1


class NullGame(Rules[NullState, int]):
    game: ClassVar[str] = "null_game"
    seats: ClassVar[range] = range(2, 5)
    schema: ClassVar[Table] = Table({
        "heap": Table({"low": Whole(1, 99), "high": Whole(1, 99)}),
        "most": Whole(1, 9),
        "rounds": Whole(1, 9),
    })

    @classmethod
    def check(cls, values: dict[str, Any]) -> Iterator[tuple[str, Phrase]]:
        if values["heap"]["low"] > values["heap"]["high"]:
            yield "heap.low", Phrase("fault.above_high", dict(values["heap"]))

    def deal(self, players: int, seed: int, before: NullState | None = None) -> Setup:
        low, high = self.values["heap"]["low"], self.values["heap"]["high"]
        rng = rng_for(self.game, seed, before.round + 1 if before else 1)
        return {"heap": low + below(rng, high - low + 1)}

    def _start(self, setup: Setup, players: int, before: NullState | None) -> NullState:
        heap = setup.get("heap")
        if not isinstance(heap, int) or heap < 1:
            raise BadSetup("setup.null_game.heap")
        if before is None:
            return NullState(heap, 0, (0,) * players)
        return NullState(heap, before.round % players, before.scores, before.ply, before.round + 1)

    def legal_moves(self, state: NullState) -> Iterator[int]:
        return iter(range(1, min(self.values["most"], state.heap) + 1))

    def why_illegal(self, state: NullState, move: int) -> Refusal | None:
        if not 1 <= move <= self.values["most"]:
            return Refusal("refuse.null_game.most", {"most": self.values["most"]})
        if move > state.heap:
            return Refusal("refuse.null_game.heap", {"heap": state.heap})
        return None

    def _apply(self, state: NullState, move: int) -> Step[NullState]:
        after = replace(state, heap=state.heap - move, ply=state.ply + 1,
                        player=(state.player + 1) % len(state.scores))
        said = Said(state.player, Phrase("log.null_game.takes", {"beads": move}))
        if after.heap:
            return Step(after, (said,))
        scores = tuple(s + (i == state.player) for i, s in enumerate(state.scores))
        after = replace(after, scores=scores, player=state.player)
        return Step(after, (said, Scored(state.player, 1, "last"),
                            RoundOver(state.player, Outcome((state.player,), "last"))))

    def outcome(self, state: NullState) -> Outcome | None:
        return None if state.heap else Outcome((state.player,), "last")

    def game_outcome(self, state: NullState) -> Outcome | None:
        if state.heap or state.round < self.values["rounds"]:
            return None
        best = max(state.scores)
        return Outcome(tuple(i for i, s in enumerate(state.scores) if s == best), "last")

    def write_move(self, move: int) -> str:
        return f"take {move}"

    def read_move(self, text: str) -> int:
        match = re.fullmatch(r"take ([1-9])", text)
        if match is None:
            raise UnreadableMove(text, "take 2")
        return int(match[1])

    def describe(self, state: NullState) -> str:
        return f"heap {state.heap}, player {state.player}, scores {state.scores}\n"

    def guess_hidden(self, state: NullState, player: int, rng: Random) -> NullState:
        return state
