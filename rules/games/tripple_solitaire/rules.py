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
from rules.kit.hands import Draw, Hand, draw_tiles, read_hands, why_not_drawn
from rules.kit.lattice import ORIGIN
from rules.kit.rounds import settled
from rules.kit.shuffle import rng_for, shuffled


class TrippleSolitaire(TrippleRules):
    game: ClassVar[str] = "tripple_solitaire"
    seats: ClassVar[range] = range(1, 2)
    # Both games share one rule page; a record of either may name all of its values.
    schema: ClassVar[Table] = Table({
        "hand": Table({"1": Whole(1, 54)}, optional={str(players): Whole(1, 28) for players in range(2, 7)}),
        "draw": Table({"cost": POINTS}, optional={
            "most": Whole(1, 56), "then_lay": Choice("drawn", "any"), "empty_cost": POINTS,
            "empty_pass": Choice("forced", "free")}),
        "bonus": Table(PLACING_BONUSES, optional={"start": POINTS}),
        "solitaire": Table({"draws": Whole(0, 56)}),
    }, optional={"blocked_tie": Choice("each", "none"), "target": Whole(1, 99999)})
    words: ClassVar[Mapping[str, Move]] = {"draw": Draw(), "stop": Stop()}

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.draws: int = values["solitaire"]["draws"]

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

    def layable(self, state: TrippleState) -> Hand:
        return state.hand

    def draws_left(self, state: TrippleState) -> int:
        """Return the number of draws left: by the rules, and by the size of the stock."""
        return min(self.draws - state.drawn, len(state.stock))

    def why_no_word(self, state: TrippleState, move: Move) -> Refusal | None:
        if isinstance(move, Stop):
            return None
        if not isinstance(move, Draw):
            return Refusal("refuse.tripple_solitaire.no_pass")
        if move.count != 1:
            return Refusal("refuse.tripple_domino.one_by_one")
        if state.drawn >= self.draws:
            return Refusal("refuse.tripple_solitaire.drawn_enough", {"most": self.draws})
        return why_not_drawn(state.stock)

    def play_word(self, state: TrippleState, move: Move) -> tuple[TrippleState, list[Event]]:
        if isinstance(move, Stop):
            return state, [Said(0, Phrase("log.tiles.stops"))]
        hands, stock, taken = draw_tiles(state.hands, state.stock, 0)
        scored = [Scored(0, won, kind) for won, kind in self.score_of(state, move)]
        after = replace(state, stock=stock, hands=hands, drawn=state.drawn + 1,
                        scores=settled(state.scores, scored))
        line = Phrase("log.tiles.draws", {"n": 1, "left": self.draws_left(after), "cost": self.draw_cost})
        return after, [Drawn(0, taken, line), *scored]

    # --- the end ---

    def ending(self, state: TrippleState, by: int, move: Move) -> tuple[Outcome, list[Event]] | None:
        if isinstance(move, Stop):
            return Outcome((0,), "stop"), self._left(state)
        if not state.hand:
            return Outcome((0,), "out"), []
        return self._stuck(state)

    def _stuck(self, state: TrippleState) -> tuple[Outcome, list[Event]] | None:
        if self.draws_left(state) > 0 or next(state.layout.placements(state.hand, FITTING), None) is not None:
            return None
        return Outcome((0,), "stuck"), self._left(state)

    def _left(self, state: TrippleState) -> list[Event]:
        return [Scored(0, -worth(state.hand), "left")]
