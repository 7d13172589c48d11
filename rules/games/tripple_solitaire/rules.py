"""The solitaire of Tripple Domino: one player, a limited number of draws, as many points as possible.

Rule page: spec of Tripple Domino; the values in `rules/variants/tripple_solitaire/*.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.base import BadSetup, Drawn, Event, Outcome, Phrase, Refusal, Said, Scored, Setup
from rules.files.source import Choice, Table, Whole
from rules.files.values import Values
from rules.games.triangles.layout import Lay, Stop, lying, worth
from rules.games.triangles.tripple import (
    FITTING,
    PLACING_BONUSES,
    POINTS,
    TILES,
    Move,
    TrippleRules,
    TrippleState,
)
from rules.kit.hands import Draw, Pass, draw_tiles, read_hands, why_not_drawn
from rules.kit.lattice import ORIGIN
from rules.kit.rounds import settled
from rules.kit.shuffle import rng_for, shuffled


class TrippleSolitaire(TrippleRules):
    game: ClassVar[str] = "tripple_solitaire"
    seats: ClassVar[range] = range(1, 2)
    # Both games share one rule page; a record of either may name all of its values.
    schema: ClassVar[Table] = Table({
        "hand": Table({"1": Whole(1, 54)}, optional={str(players): Whole(1, 28) for players in range(2, 7)}),
        "draw": Table({"most": Whole(0, 56), "cost": POINTS, "then_lay": Choice("drawn", "any")}, optional={
            "empty_cost": POINTS, "empty_pass": Choice("forced", "free")}),
        "bonus": Table(PLACING_BONUSES, optional={"start": POINTS}),
        "solitaire": Table({"draws": Whole(0, 56)}),
    }, optional={"blocked_tie": Choice("each", "none"), "target": Whole(1, 99999),
                "no_progress": Whole(1, 99)})
    calls: ClassVar[Mapping[str, Move]] = {"draw": Draw(), "pass": Pass(), "stop": Stop()}

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.draws: int = values["solitaire"]["draws"]
        self.draw_most: int = values["draw"]["most"]
        """Draws in one turn; 0: as many as are left in all."""
        self.every_end_wins = False
        """Whether stopping and being stuck win, as in version 1 of records."""

    def as_recorded(self, version: int) -> TrippleSolitaire:
        """In version 1 any tile could be laid at any time, and every end was a win."""
        if version > 1:
            return self
        values = {**self.values, "draw": {**self.values["draw"], "most": 0, "then_lay": "any"}}
        rules = TrippleSolitaire(values, "free" if self.variant == "classic" else self.variant)
        rules.every_end_wins, rules.record_version = True, version
        return rules

    # --- a round ---

    def deal(self, players: int, seed: int, before: Any = None) -> Setup:
        first, *cards = shuffled(TILES, rng_for(self.game, seed))
        size = self.values["hand"]["1"]
        return {"hands": [cards[:size]], "stock": cards[size:], "start": first}

    def _start(self, setup: Setup, players: int, before: TrippleState | None) -> TrippleState:
        hands, stock, first = read_hands(setup, players, TILES)
        if first is None:
            raise BadSetup("setup.tiles.start")
        if not any(hands):
            raise BadSetup("setup.tiles.no_tiles")
        state = TrippleState(lying([Lay(first, ORIGIN, first)]), hands, stock, 0, (0,))
        # A given deal may be stuck before the first move; then it is over at once.
        ending = self._stuck(state)
        return state if ending is None else self.ended(state, 0, *ending)

    def draws_left(self, state: TrippleState) -> int:
        """Return how many draws are left in all: by the rules, and by the size of the stock."""
        return min(self.draws - state.drawn_in_all, len(state.stock))

    def turn_draws_left(self, state: TrippleState) -> int:
        """Return how many draws are left in this turn."""
        left = self.draws_left(state)
        return min(left, self.draw_most - state.drawn) if self.draw_most else left

    def turn_over(self, state: TrippleState) -> TrippleState:
        return replace(state, drawn=0)

    def why_no_call(self, state: TrippleState, move: Move) -> Refusal | None:
        if isinstance(move, Stop):
            return None
        return self._why_no_draw(state, move) if isinstance(move, Draw) else self._why_no_pass(state)

    def _why_no_draw(self, state: TrippleState, move: Draw) -> Refusal | None:
        if move.count != 1:
            return Refusal("refuse.tripple_domino.one_by_one")
        if state.drawn_in_all >= self.draws:
            return Refusal("refuse.tripple_solitaire.drawn_enough", {"most": self.draws})
        if self.draw_most and state.drawn >= self.draw_most:
            return Refusal("refuse.tripple_domino.drawn_enough", {"most": self.draw_most})
        return why_not_drawn(state.stock)

    def _why_no_pass(self, state: TrippleState) -> Refusal | None:
        """Passing gives the whole hand back after the last draw of a turn."""
        if not self.only_drawn:
            return Refusal("refuse.tripple_solitaire.no_pass")
        if not state.drawn:
            return Refusal("refuse.tripple_solitaire.pass_undrawn")
        left = self.turn_draws_left(state)
        return Refusal("refuse.tripple_solitaire.pass_draw", {"n": left}) if left > 0 else None

    def play_call(self, state: TrippleState, move: Move) -> tuple[TrippleState, list[Event]]:
        if isinstance(move, Stop):
            return state, [Said(0, Phrase("log.tiles.stops"))]
        if isinstance(move, Pass):
            return self.turn_over(state), [Said(0, Phrase("log.tiles.passes", {"cost": 0}))]
        hands, stock, taken = draw_tiles(state.hands, state.stock, 0)
        scored = [Scored(0, won, kind) for won, kind in self.score_of(state, move)]
        after = replace(state, stock=stock, hands=hands, drawn=state.drawn + 1,
                        drawn_in_all=state.drawn_in_all + 1, scores=settled(state.scores, scored))
        line = Phrase("log.tiles.draws", {"n": 1, "left": self.draws_left(after), "cost": self.draw_cost})
        return after, [Drawn(0, taken, line), *scored]

    # --- the end ---

    def ending(self, state: TrippleState, by: int, move: Move) -> tuple[Outcome, list[Event]] | None:
        if isinstance(move, Stop):
            return self._left_over(state, "stop")
        if not state.hand:
            return Outcome((0,), "out"), []
        return self._stuck(state)

    def _stuck(self, state: TrippleState) -> tuple[Outcome, list[Event]] | None:
        if self.draws_left(state) > 0 or next(state.layout.placements(state.hand, FITTING), None) is not None:
            return None
        return self._left_over(state, "stuck")

    def _left_over(self, state: TrippleState, why: str) -> tuple[Outcome, list[Event]]:
        """End with tiles in hand: their value is taken off, and only going out wins."""
        winners = (0,) if self.every_end_wins else ()
        return Outcome(winners, why), [Scored(0, -worth(state.hand), "left")]
