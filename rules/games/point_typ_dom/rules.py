"""Point-Typ-Dom: two to six players lay words across each other; every letter of a word scores.

Rule page: spec of the Typ-Dom games; the values in `rules/variants/point_typ_dom/*.yaml`. Setup:
crossword/rules.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.base import Outcome, Refusal, Scored
from rules.files.source import Choice, Table
from rules.files.values import Values
from rules.games.crossword.board import Buy, CrosswordState
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import JOLLIES, Hand, following_language
from rules.games.crossword.rules import CROSSWORD_SCHEMA, POINTS
from rules.words.tiles import POINTS_OF_LETTERS


class PointTypDom(LayingRules):
    game: ClassVar[str] = "point_typ_dom"
    scores_words: ClassVar[bool] = True
    seats: ClassVar[range] = range(2, 7)
    former_variants: ClassVar[Mapping[str, str]] = {"out": "classic"}
    schema: ClassVar[Table] = Table({
        **CROSSWORD_SCHEMA,
        "points": POINTS_OF_LETTERS,
        "rest": Table({"jolly": POINTS}),
        "bonus": Table({"out": POINTS}),
        "winner": Choice("points", "out"),
        # The Typ-Dom games share one rule page; a record may name all of its values.
    }, optional={"payment": Choice("credit", "transfer")})

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.letter_points = dict.fromkeys(self.language.alphabet, 0) | values["points"]
        self.rest_jolly: int = values["rest"]["jolly"]
        self.bonus: int = values["bonus"]["out"]
        self.first_out_wins: bool = values["winner"] == "out"

    @classmethod
    def implied(cls, own: Values, base: Values) -> Values:
        return following_language(own, base, ("letters", "points", "words"))

    def rest_of(self, hand: Hand) -> int:
        return sum(self.rest_jolly if letter in JOLLIES else self.letter_points[letter] for letter in hand)

    def progress(self, state: CrosswordState, seat: int) -> float:
        return state.scores[seat]

    def why_no_buy(self, state: CrosswordState, move: Buy) -> Refusal | None:
        if state.second:
            return Refusal("refuse.point_typ_dom.second")
        return super().why_no_buy(state, move)

    def why_no_pass(self, state: CrosswordState) -> Refusal | None:
        return None

    # --- the end ---

    def went_out(self, state: CrosswordState) -> tuple[CrosswordState, list[Scored]]:
        if state.first_out is not None:
            return state, []
        by = state.player
        return replace(state, first_out=by), [Scored(by, self.bonus, "out")]

    def ending(
        self, state: CrosswordState, by: int
    ) -> tuple[Outcome, list[Scored]] | None:
        """Once a seat is out, the round ends before the turn would come to its starter again."""
        if state.first_out is not None and state.player == state.starter:
            return self._settled(state, "out")
        return self._settled(state, "blocked") if state.passes >= len(state.hands) else None

    def _settled(self, state: CrosswordState, why: str) -> tuple[Outcome, list[Scored]]:
        rests = [self.rest_of(hand) for hand in state.hands]
        won = [points - rest for points, rest in zip(state.won, rests, strict=True)]
        winners = tuple(seat for seat, points in enumerate(won) if points == max(won))
        if self.first_out_wins and state.first_out is not None:
            winners = (state.first_out,)
        return Outcome(winners, why), [Scored(seat, -rest, "left") for seat, rest in enumerate(rests) if rest]
