"""Kreuzwort: two to five players lay words across each other; who has no letters left is paid for the others'.

Rule page: spec of the Typ-Dom games; the values in `rules/variants/kreuzwort/*.yaml`. Setup and moves: crossword.py.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.base import Outcome, Refusal, Scored
from rules.files.source import Choice, Table, Whole
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, colour_of
from rules.games.crossword.rules import CROSSWORD_SCHEMA, POINTS, CrosswordRules, CrosswordState


class Kreuzwort(CrosswordRules):
    game: ClassVar[str] = "kreuzwort"
    seats: ClassVar[range] = range(2, 6)
    schema: ClassVar[Table] = Table({
        **CROSSWORD_SCHEMA,
        "payment": Choice("credit", "transfer"),
        "rest": Table({BLACK: POINTS, RED: POINTS, "jolly": POINTS}),
        "stake": Table({"factor": Whole(1, 9)}),
        # The rule page is one for the Typ-Dom games; a record of either may name all of its values.
    }, optional={"winner": Choice("points", "out")})

    def __init__(self, values: dict[str, Any], variant: str = "classic"):
        super().__init__(values, variant)
        self.rest: dict[str, int] = values["rest"]
        self.transfer: bool = values["payment"] == "transfer"

    def points_of(self, word: str) -> int:
        """A word by itself counts nothing here."""
        return 0

    def rest_of(self, hand: Hand) -> int:
        return sum(self.rest["jolly" if letter in JOLLIES else colour_of(letter)] for letter in hand)

    def why_no_pass(self, state: CrosswordState) -> Refusal | None:
        if state.red or state.black:
            return Refusal("refuse.kreuzwort.pass_buy", {"red": len(state.red), "black": len(state.black)})
        return None

    # --- the end ---

    def ending(self, state: CrosswordState, by: int) -> tuple[Outcome, list[Scored]] | None:
        if not state.hands[by]:
            return self._settled(state, by, "out")
        if state.passes < len(state.hands):
            return None
        rests = [self.rest_of(hand) for hand in state.hands]
        if rests.count(min(rests)) > 1:
            return Outcome((), "blocked"), []
        return self._settled(state, rests.index(min(rests)), "blocked")

    def _settled(self, state: CrosswordState, winner: int, why: str) -> tuple[Outcome, list[Scored]]:
        """The winner gets the rests of the others less the own; with `transfer` the others pay theirs."""
        rests = self.rests(state)
        paid = [Scored(winner, sum(rests) - rests[winner], "out")]
        if rests[winner]:
            paid.append(Scored(winner, -rests[winner], "left"))
        if self.transfer:
            paid += [Scored(seat, -rest, "left") for seat, rest in enumerate(rests) if rest and seat != winner]
        return Outcome((winner,), why), paid

    def rests(self, state: CrosswordState) -> list[int]:
        """What the letters left in each hand count."""
        return [state.stake * self.rest_of(hand) for hand in state.hands]

    def is_void(self, state: CrosswordState) -> bool:
        return state.ended is not None and not state.ended.winners

    def next_stake(self, state: CrosswordState) -> int:
        return state.stake * self.values["stake"]["factor"] if self.is_void(state) else 1
