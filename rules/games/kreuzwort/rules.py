"""Kreuzwort: two to five players lay words across each other; the first without letters is paid for the
others'.

Rule page: spec of the Typ-Dom games; the values in `rules/variants/kreuzwort/*.yaml`. Setup:
crossword/rules.py.
"""

from __future__ import annotations

from typing import ClassVar

from rules.base import Outcome, Refusal, Scored
from rules.files.source import Table
from rules.files.values import Values
from rules.games.crossword.board import CrosswordState
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import Hand
from rules.games.crossword.payment import PAYMENT_SCHEMA, RestPayment


class Kreuzwort(LayingRules):
    game: ClassVar[str] = "kreuzwort"
    seats: ClassVar[range] = range(2, 6)
    schema: ClassVar[Table] = PAYMENT_SCHEMA

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.payment = RestPayment.of(values)
        self.stake_factor = values["stake"]["factor"]

    def rest_of(self, hand: Hand) -> int:
        return self.payment.rest_of(hand)

    def why_no_pass(self, state: CrosswordState) -> Refusal | None:
        if state.red or state.black:
            return Refusal("refuse.kreuzwort.pass_buy", {"red": len(state.red), "black": len(state.black)})
        return None

    def ending(self, state: CrosswordState, by: int) -> tuple[Outcome, list[Scored]] | None:
        rests = [state.stake * self.rest_of(hand) for hand in state.hands]
        if not state.hands[by]:
            return self.payment.settle(rests, by, "out")
        if state.passes < len(state.hands):
            return None
        return self.payment.settle_blocked(rests, range(len(rests)))
