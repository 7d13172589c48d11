"""Tripple Domino: two to six players lay triangles of three numbers, in rounds, until one has 300 points.

Rule page: spec of the game; the values in `rules/variants/tripple_domino/*.yaml`.

Setup of a round: `{"hands": [[...], [...]], "stock": [...], "start": None}`. A puzzle starts later: hands and
stock are those of the deal, and `"moves": ["555@0,0^:555", "draw", ...]` has the moves since; all must be
legal and leave the round open. `start` may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from rules.base import BadSetup, Drawn, Event, Outcome, Refusal, Said, Scored, Setup
from rules.files.source import By, Choice, Table, Whole
from rules.files.values import Values
from rules.games.triangles.layout import Lay, Layout, numbers_of, value, worth
from rules.games.triangles.tripple import (
    FITTING,
    PLACING_BONUSES,
    POINTS,
    TILES,
    Move,
    TrippleRules,
    TrippleState,
)
from rules.kit.hands import (
    Draw,
    Pass,
    Tile,
    changed,
    check_hands,
    deal_hands,
    draw_tiles,
    read_hands,
    why_not_drawn,
)
from rules.kit.lattice import ORIGIN
from rules.kit.phrases import Phrase
from rules.kit.rounds import blocked, leaders, out, settled, to_target
from rules.kit.shuffle import rng_for


class TrippleDomino(TrippleRules):
    game: ClassVar[str] = "tripple_domino"
    seats: ClassVar[range] = range(2, 7)
    schema: ClassVar[Table] = Table({
        "hand": By(1, 6, Whole(1, 28)),
        "draw": Table({
            "most": Whole(1, 56), "cost": POINTS, "then_lay": Choice("drawn", "any"),
            "empty_cost": POINTS, "empty_pass": Choice("forced", "free")}),
        "bonus": Table({"start": POINTS, **PLACING_BONUSES}),
        "blocked_tie": Choice("each", "none"),
        "target": Whole(1, 99999),
        "no_progress": Whole(1, 99),
        # Both games share one rule page; a record of either may name all of its values.
    }, optional={"solitaire": Table({"draws": Whole(0, 56)})})
    calls: ClassVar[Mapping[str, Move]] = {"draw": Draw(), "pass": Pass()}

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        draw = values["draw"]
        self.draw_most: int = draw["most"]
        self.empty_cost: int = draw["empty_cost"]
        self.forced: bool = draw["empty_pass"] == "forced"
        self.target: int = values["target"]
        self.no_progress: int = values["no_progress"]

    @classmethod
    def usual_variant(cls, language: str) -> str:
        """The German sheet asks more for a pass than those in the other five languages."""
        return "classic" if language == "de" else "international"

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        return check_hands(values["hand"], cls.seats, len(TILES))

    # --- a round ---

    def deal(self, players: int, seed: int, before: TrippleState | None = None) -> Setup:
        number = before.round + 1 if before else 1
        rng, size = rng_for(self.game, seed, number), self.values["hand"][players]
        hands, stock = deal_hands(TILES, players, size, rng)
        return {"hands": hands, "stock": stock, "start": None}

    def _start(self, setup: Setup, players: int, before: TrippleState | None) -> TrippleState:
        hands, stock, first = read_hands(setup, players, TILES)
        if first is not None:
            raise BadSetup("setup.tripple_domino.start")
        if not any(hands):
            raise BadSetup("setup.tiles.no_tiles")
        starter = max(range(players), key=lambda seat: max(map(_start_rank, hands[seat]), default=()))
        if before is None:
            return TrippleState(Layout(), hands, stock, starter, (0,) * players)
        return TrippleState(Layout(), hands, stock, starter, before.scores, before.ply, before.round + 1,
                            best=max(before.best, *before.scores), idle=_idle(before))

    def opening(self, state: TrippleState) -> Lay | None:
        if state.layout.laid:
            return None
        tile = max(state.hand, key=_start_rank)
        return Lay(tile, ORIGIN, tile)

    # --- a turn ---

    def turn_over(self, state: TrippleState) -> TrippleState:
        return replace(state, player=(state.player + 1) % len(state.hands), drawn=0, passes=0)

    def why_no_call(self, state: TrippleState, move: Move) -> Refusal | None:
        if isinstance(move, Draw):
            return self._why_no_draw(state, move)
        if isinstance(move, Pass):
            return self._why_no_pass(state)
        return Refusal("refuse.tripple_domino.no_stop")

    def _why_no_draw(self, state: TrippleState, move: Draw) -> Refusal | None:
        if move.count != 1:
            return Refusal("refuse.tripple_domino.one_by_one")
        if state.drawn >= self.draw_most:
            return Refusal("refuse.tripple_domino.drawn_enough", {"most": self.draw_most})
        return why_not_drawn(state.stock)

    def _why_no_pass(self, state: TrippleState) -> Refusal | None:
        """Return a refusal while a tile must be drawn or, with an empty stock, a fitting one must be laid."""
        if state.drawn >= self.draw_most:
            return None
        if state.stock:
            return Refusal("refuse.tripple_domino.pass_draw", {"stock": len(state.stock)})
        fitting = self.forced and next(state.layout.placements(self.layable(state), FITTING), None)
        if fitting:
            return Refusal("refuse.tiles.pass_fits", {"tile": fitting.tile}, fitting.cell)
        return None

    def pass_cost(self, state: TrippleState) -> int:
        """Return the current cost of a pass."""
        return 0 if state.drawn >= self.draw_most else self.empty_cost

    def score_of(self, state: TrippleState, move: Move) -> list[tuple[int, str]]:
        if isinstance(move, Pass):
            cost = self.pass_cost(state)
            return [(-cost, "pass")] if cost else []
        return super().score_of(state, move)

    def play_call(self, state: TrippleState, move: Move) -> tuple[TrippleState, list[Event]]:
        by = state.player
        scored = [Scored(by, won, kind) for won, kind in self.score_of(state, move)]
        paid = settled(state.scores, scored)
        lacked = self._lacked(state, move)
        if isinstance(move, Pass):
            line = Phrase("log.tiles.passes", {"cost": self.pass_cost(state)})
            after = self.turn_over(replace(state, scores=paid, lacked=lacked))
            return replace(after, passes=state.passes + 1), [Said(by, line), *scored]
        hands, stock, taken = draw_tiles(state.hands, state.stock, by)
        after = replace(state, stock=stock, hands=hands, scores=paid, drawn=state.drawn + 1, passes=0,
                        lacked=lacked)
        line = Phrase("log.tiles.draws", {"n": 1, "left": len(stock), "cost": self.draw_cost})
        return after, [Drawn(by, taken, line), *scored]

    def _lacked(self, state: TrippleState, move: Move) -> tuple[int, ...]:
        """Return by seat how many tiles were laid when it last held none that fitted, as the others infer it.

        A seat that starts its turn by drawing, or is forced to pass, is taken to hold no fitting tile; nor do
        the drawn tiles that stay in the hand fit then.
        """
        if state.drawn or (isinstance(move, Pass) and not self.forced):
            return state.lacked
        return changed(state.lacked or (0,) * len(state.hands), state.player, len(state.layout.laid))

    # --- the end ---

    def ending(self, state: TrippleState, by: int, move: Move) -> tuple[Outcome, list[Event]] | None:
        left = [worth(hand) for hand in state.hands]
        if isinstance(move, Lay) and not state.hands[by]:
            return out(by, left)
        all_passed = not self.forced and state.passes >= len(state.hands)
        if not all_passed and (state.stock or self._anybody_fits(state)):
            return None
        return blocked(left, ties_win=self.values["blocked_tie"] == "each")

    def _anybody_fits(self, state: TrippleState) -> bool:
        """Return whether any tile of any hand fits, including those that may not be laid in this turn."""
        tiles = frozenset(tile for hand in state.hands for tile in hand)
        return next(state.layout.placements(tiles, FITTING), None) is not None

    def game_outcome(self, state: TrippleState) -> Outcome | None:
        """Return the outcome: a player reached the target, or the highest total has stopped rising."""
        if state.ended is not None and _idle(state) >= self.no_progress:
            return Outcome(leaders(state.scores), state.ended.why)
        return to_target(state.ended, state.scores, self.target)


def _start_rank(tile: Tile) -> tuple[int, int, tuple[int, ...]]:
    """Return the rank by which the first tile is chosen: triples first, then value, then digits."""
    digits = numbers_of(tile)
    return len(set(digits)) == 1, value(tile), tuple(sorted(digits, reverse=True))


def _idle(state: TrippleState) -> int:
    """Return for how many rounds, up to the one that is over, the highest total has not risen."""
    return 0 if max(state.scores) > state.best else state.idle + 1
