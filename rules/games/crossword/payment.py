"""Payment for the letters left in the hands: the winner of a round gets what the others hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.base import Outcome, Scored
from rules.files.source import Choice, Table, Whole
from rules.files.values import Values
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, colour_of
from rules.games.crossword.rules import CROSSWORD_SCHEMA, POINTS

PAYMENT_SCHEMA = Table({
    **CROSSWORD_SCHEMA,
    "payment": Choice("credit", "transfer"),
    "rest": Table({BLACK: POINTS, RED: POINTS, "jolly": POINTS}),
    "stake": Table({"factor": Whole(1, 9)}),
    # The Typ-Dom games share one rule page; a record may name all of its values.
}, optional={"winner": Choice("points", "out")})


@dataclass(frozen=True, slots=True)
class RestPayment:
    """The points of letters left in a hand, and who pays them."""

    points: Mapping[str, int]
    transfer: bool
    """True if the losers pay; otherwise the winner is only credited."""

    @classmethod
    def of(cls, values: Values) -> RestPayment:
        return cls(values["rest"], values["payment"] == "transfer")

    def rest_of(self, hand: Hand) -> int:
        return sum(self.points["jolly" if letter in JOLLIES else colour_of(letter)] for letter in hand)

    def settle(self, rests: Sequence[int], winner: int, why: str) -> tuple[Outcome, list[Scored]]:
        """Pay the winner the rests of the others less its own; with `transfer` the others pay theirs."""
        paid = [Scored(winner, sum(rests) - rests[winner], "out")]
        if rests[winner]:
            paid.append(Scored(winner, -rests[winner], "left"))
        if self.transfer:
            paid += [Scored(seat, -rest, "left")
                     for seat, rest in enumerate(rests) if rest and seat != winner]
        return Outcome((winner,), why), paid

    def settle_blocked(self, rests: Sequence[int], playing: Iterable[int]) -> tuple[Outcome, list[Scored]]:
        """Settle a blocked round: the lowest rest of the seats `playing` wins, unless several have it."""
        first, *others = sorted(playing, key=lambda seat: rests[seat])
        if others and rests[others[0]] == rests[first]:
            return Outcome((), "blocked"), []
        return self.settle(rests, first, "blocked")
