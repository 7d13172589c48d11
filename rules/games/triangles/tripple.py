"""Shared by Tripple Domino and its solitaire: the 56 tiles, the state, the bonuses, the notation.

Rule page: spec of the game; the values in `rules/variants/tripple_domino/*.yaml` and `tripple_solitaire`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from rules.base import Event, Outcome, Placed, Refusal, RoundOver, Scored, Step
from rules.files.source import Switch, Whole
from rules.files.values import Values
from rules.games.triangles.layout import (
    Lay,
    Layout,
    Stop,
    describe_layout,
    fitting_index,
    read_lay,
    value,
)
from rules.kit.hands import Draw, Hand, HandRules, Pass, Tile, changed, why_not_held, without_tile
from rules.kit.lattice import Cell, Vertex, corners
from rules.kit.phrases import Phrase
from rules.kit.rounds import settled

TILES: tuple[Tile, ...] = tuple(map("".join, combinations_with_replacement("012345", 3)))
FITTING = fitting_index(TILES)

Move = Lay | Draw | Pass | Stop
Points = tuple[int, str, Any]
"""Points, their kind (tiles, bridge, hexagon ...) and the cell or vertex where they are scored."""

POINTS = Whole(0, 999)
PLACING_BONUSES = {
    "bridge": POINTS, "double": POINTS, "hexagon": POINTS, "hexagon_each": Switch(), "last": POINTS}


@dataclass(frozen=True, slots=True)
class TrippleState:
    layout: Layout
    hands: tuple[Hand, ...]
    stock: Hand
    """The next tile to draw first."""
    player: int
    scores: tuple[int, ...]
    ply: int = 0
    round: int = 1
    drawn: int = 0
    """Draws in this turn; their tiles are the last of the hand."""
    drawn_in_all: int = 0
    """Draws in the whole game; counted by the solitaire."""
    passes: int = 0
    """Passes in a row; counted where a round may end by them."""
    lacked: tuple[int, ...] = ()
    """By seat: how many tiles lay when it last had to draw or pass, so that nothing it holds now fitted them.

    0 or missing: never in this round.
    """
    ended: Outcome | None = None
    """How the round ended; the settlement is in the scores by then."""
    best: int = 0
    """The highest total after any earlier round."""
    idle: int = 0
    """Rounds since it rose last."""

    @property
    def hand(self) -> Hand:
        """The hand of the current player."""
        return self.hands[self.player]


class TrippleRules(HandRules[TrippleState, Move]):
    """The rules that the game and its solitaire share."""

    tiles: ClassVar[tuple[Tile, ...]] = TILES
    calls: ClassVar[Mapping[str, Move]]
    """The moves without a tile, by their spelling."""

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.bonus: Mapping[str, Any] = values["bonus"]
        self.draw_cost: int = values["draw"]["cost"]
        self.only_drawn: bool = values["draw"]["then_lay"] == "drawn"

    def layable(self, state: TrippleState) -> Hand:
        """Return the tiles of the player in turn that may be laid now, whether or not they fit.

        After a draw these are only the tiles drawn in this turn, if the rules say so.
        """
        return state.hand[-state.drawn:] if state.drawn and self.only_drawn else state.hand

    def unlaid(self, state: TrippleState) -> Iterator[Tile]:
        return state.layout.unlaid(TILES)

    def is_plausible(self, seen: TrippleState, seat: int | None) -> bool:
        return seen.layout.is_plausible(TILES) and super().is_plausible(seen, seat)

    # --- what differs between the two ---

    @abstractmethod
    def why_no_call(self, state: TrippleState, move: Move) -> Refusal | None:
        """Return the refusal of a move without a tile, or None."""

    @abstractmethod
    def play_call(self, state: TrippleState, move: Move) -> tuple[TrippleState, list[Event]]:
        """Return the state after a legal move without a tile, and the events."""

    @abstractmethod
    def ending(self, state: TrippleState, by: int, move: Move) -> tuple[Outcome, list[Event]] | None:
        """Return outcome and payments if the round is over after `move` of the seat `by`, else None."""

    # --- moves ---

    def opening(self, state: TrippleState) -> Lay | None:
        """Return the only move while the table is still empty, else None."""
        return None

    def legal_moves(self, state: TrippleState) -> Iterator[Move]:
        if state.ended is not None:
            return
        opening = self.opening(state)
        if opening is not None:
            yield opening
            return
        yield from state.layout.placements(frozenset(self.layable(state)), FITTING)
        for move in self.calls.values():
            if self.why_no_call(state, move) is None:
                yield move

    def why_illegal(self, state: TrippleState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.tiles.over")
        opening = self.opening(state)
        if opening is not None:
            return None if move == opening else Refusal(
                "refuse.tripple_domino.opening", {"tile": opening.tile}, opening.cell)
        if isinstance(move, Lay):
            return self._why_no_tile(state, move.tile) or state.layout.why_not(move)
        return self.why_no_call(state, move)

    def _why_no_tile(self, state: TrippleState, tile: Tile) -> Refusal | None:
        refusal = why_not_held(state.hand, tile)
        if refusal is None and tile not in self.layable(state):
            return Refusal("refuse.tripple_domino.only_drawn", {"tile": tile})
        return refusal

    def _apply(self, state: TrippleState, move: Move) -> Step[TrippleState]:
        after, events = self._play_lay(state, move) if isinstance(move, Lay) else self.play_call(state, move)
        after = replace(after, ply=state.ply + 1)
        ending = self.ending(after, state.player, move)
        if ending is not None:
            after = self.ended(after, state.player, *ending)
            events += [*ending[1], RoundOver(state.player, ending[0])]
        return Step(after, tuple(events))

    @staticmethod
    def ended(state: TrippleState, by: int, outcome: Outcome, paid: Iterable[Event]) -> TrippleState:
        """Return the last state of a round, with the settlement in its scores."""
        return replace(state, scores=settled(state.scores, paid), player=by, drawn=0, ended=outcome)

    def _play_lay(self, state: TrippleState, move: Lay) -> tuple[TrippleState, list[Event]]:
        by, points = state.player, self._points(state, move)
        total = sum(won for won, _, _ in points)
        line = Phrase("log.tripple_domino.lays", {"tile": move.tile, "cell": str(move.cell), "points": total})
        events: list[Event] = [Placed(by, move.tile, (move.cell, move.corners), "hand", line)]
        events += [Scored(by, won, kind, place) for won, kind, place in points]
        after = replace(state, layout=state.layout.lay(move), hands=without_tile(state.hands, by, move.tile),
                        scores=changed(state.scores, by, state.scores[by] + total))
        return self.turn_over(after), events

    def turn_over(self, state: TrippleState) -> TrippleState:
        """Return the state after a tile was laid, with the turn passed on."""
        return state

    # --- points ---

    def score_of(self, state: TrippleState, move: Move) -> list[tuple[int, str]]:
        """Return the (points, kind) of a move that the player can know in advance.

        The value of the other hands at the end of the round is not included: that would reveal them.
        """
        if isinstance(move, Lay):
            return [(points, kind) for points, kind, _ in self._points(state, move)]
        return [(-self.draw_cost, "draws")] if isinstance(move, Draw) and self.draw_cost else []

    def _points(self, state: TrippleState, move: Lay) -> list[Points]:
        points: list[Points] = [(value(move.tile), "tiles", move.cell)]
        if not state.layout.laid:
            points.append((self.bonus["start"], "start", move.cell))
        points += self._bonuses(state.layout, move.cell)
        if len(state.hand) == 1:
            points.append((self.bonus["last"], "last", move.cell))
        return points

    def _bonuses(self, layout: Layout, cell: Cell) -> Iterable[Points]:
        """Yield hexagons, else the double, else the bridge: at most one kind for one tile."""
        rings, sides = layout.rings_closed(cell), layout.shared_sides(cell)
        if rings:
            counted = rings if self.bonus["hexagon_each"] else rings[:1]
            return [(self.bonus["hexagon"], "hexagon", vertex) for vertex in counted]
        if len(sides) >= 2:
            return [(self.bonus["double"], "double", cell)]
        tip = self.bridge(layout, cell)
        return [] if tip is None else [(self.bonus["bridge"], "bridge", tip)]

    @staticmethod
    def bridge(layout: Layout, cell: Cell) -> Vertex | None:
        """Return the vertex that a tile in this cell would bridge to, if it shares exactly one side."""
        sides = layout.shared_sides(cell)
        if len(sides) != 1:
            return None
        tip = corners(cell)[(sides[0] + 2) % 3]
        return tip if tip in layout.numbers else None

    # --- for the table and the bots ---

    def open_cells(self, state: TrippleState) -> list[Cell]:
        """Return the empty cells beside a tile, whether or not anything fits there."""
        return list(state.layout.open)

    def fits(self, state: TrippleState, tile: Tile, cell: Cell) -> list[str]:
        """Return how a tile can lie in a cell, regardless of its owner and the turn."""
        opening = self.opening(state)
        if opening is not None:
            return [opening.corners] if (tile, cell) == (opening.tile, opening.cell) else []
        return state.layout.fits(tile, cell)

    def rings_closed(self, state: TrippleState, move: Lay) -> list[Vertex]:
        """Return the vertices around which this move closes a hexagon."""
        return state.layout.rings_closed(move.cell)

    # --- writing ---

    def write_move(self, move: Move) -> str:
        if isinstance(move, Lay):
            return str(move)
        return next(call for call, meant in self.calls.items() if meant == move)

    def read_move(self, text: str) -> Move:
        if text in self.calls:
            return self.calls[text]
        return read_lay(text, TILES, ", ".join(("345@0,0^:345", *self.calls)))

    def _heading(self, state: TrippleState) -> str:
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        in_all = f" of {state.drawn_in_all}" if state.drawn_in_all else ""
        return f"round {state.round}, ply {state.ply}, {turn}, drawn {state.drawn}{in_all}"

    def _table(self, state: TrippleState) -> list[str]:
        return describe_layout(state.layout)
