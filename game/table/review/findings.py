"""The results of a running review: verdicts on the moves of one seat, a remark about every round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.thinking import Direct, Failed, Thinker
from rules.catalog import engine_class
from rules.engine import Remark, Verdict
from rules.session import AnySession

SHOWN = {"points": 0.5, "chance": 0.02}
"""Smallest loss that is shown as a bar, by the unit of the review."""
RED = {"points": 10.0, "chance": 0.2}
"""Smallest loss whose bar is red."""
WORTH_A_LOOK = 3
"""How many moves of a round are worth a second look."""


class Findings:
    """Asks the thinking process one move after the other, those of the shown round first."""

    def __init__(self, session: AnySession, seat: int):
        self.session, self.seat = session, seat
        self.measure = engine_class(session.rules.game).measure
        self.verdicts: dict[tuple[int, int], Verdict[Any]] = {}
        """By number of the round and index of the move."""
        self.remarks: dict[int, Remark[Any] | None] = {}
        self.failed = False

    def turns(self, number: int) -> list[int]:
        """Return the indices of the moves of the seat in a round."""
        return [index for index, ply in enumerate(self.session.rounds[number].plies) if ply.by == self.seat]

    def verdict(self, number: int, index: int) -> Verdict[Any] | None:
        return self.verdicts.get((number, index))

    # --- sums ---

    def progress(self, number: int) -> tuple[int, int]:
        """Return how many moves of a round are judged, and of how many."""
        turns = self.turns(number)
        return sum((number, index) in self.verdicts for index in turns), len(turns)

    def done(self, number: int) -> bool:
        known, of = self.progress(number)
        return known == of and number in self.remarks

    def loss(self, number: int, index: int) -> float:
        """Return the loss of a move; 0 if it is unknown or negligible."""
        found = self.verdict(number, index)
        return found.loss if found is not None and found.loss >= SHOWN[self.measure] else 0.0

    def total(self, number: int) -> float:
        return sum(self.loss(number, index) for index in self.turns(number))

    def costly(self, number: int) -> list[int]:
        """Return the moves of a round worth a second look, in their order."""
        losing = [index for index in self.turns(number) if self.loss(number, index)]
        return sorted(sorted(losing, key=lambda index: -self.loss(number, index))[:WORTH_A_LOOK])

    def is_red(self, number: int, index: int) -> bool:
        return self.loss(number, index) >= RED[self.measure]

    # --- asking ---

    def ask(self, thinker: Thinker | Direct, number: int, learned: Callable[[], None]) -> None:
        """Ask for the next verdict of a round, at last for its remark; `learned` is called after each."""
        if self.failed or self.done(number):
            return
        rules, round_ = self.session.rules, self.session.rounds[number]
        states = [round_.start, *(ply.state for ply in round_.plies)]

        def heard(answer: Any) -> None:
            if isinstance(answer, Failed):
                self.failed = True
            elif index is None:
                self.remarks[number] = answer
            else:
                self.verdicts[number, index] = answer
            learned()

        index = next((index for index in self.turns(number) if (number, index) not in self.verdicts), None)
        if index is None:
            thinker.ask("remark", (rules, states), heard)
            return
        share = 1 / max(1, len(self.turns(number)))
        thinker.ask("review", (rules, states[index], round_.plies[index].move, share), heard)
