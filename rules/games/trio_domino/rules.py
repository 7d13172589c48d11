"""Trio-Domino: one to four players lay triangles with three coloured corners into a double row.

Rule page: spec of the game; the values in `rules/variants/trio_domino/*.yaml`.

Setup: `{"hands": [[...], ...], "stock": [...], "start": "R2B1G0", "starter": 0}`. A puzzle starts later:
these are as dealt, and `"moves": ["R2B2G0@0,0v:B2G0R2", "draw 1", ...]` has the moves since; all must be
legal and leave the game open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar

from rules.base import (
    BadSetup,
    Drawn,
    Event,
    Outcome,
    Placed,
    Refusal,
    RoundOver,
    Said,
    Scored,
    Setup,
    Step,
)
from rules.files.source import Choice, Switch, Table, Whole
from rules.files.values import Values
from rules.games.triangles.layout import (
    Lay,
    Layout,
    Stop,
    describe_layout,
    fitting_index,
    lying,
    numbers_of,
    read_lay,
    value,
    worth,
)
from rules.kit.hands import (
    Draw,
    Hand,
    HandRules,
    Pass,
    Tile,
    deal_hands,
    draw_tiles,
    read_hands,
    read_starter,
    too_few_tiles,
    why_not_drawn,
    why_not_held,
    without_tile,
)
from rules.kit.lattice import DIRECTIONS, ORIGIN, Cell, Vertex, corners, neighbours
from rules.kit.phrases import Phrase
from rules.kit.rounds import leaders, settled
from rules.kit.shuffle import rng_for, shuffled

TILES: tuple[Tile, ...] = tuple(
    tile for r, b, g in product(range(3), repeat=3) for tile in (f"R{r}B{b}G{g}", f"R{r}G{g}B{b}"))
FITTING = fitting_index(TILES)


@dataclass(frozen=True, slots=True)
class GoOn:
    """Play on without tiles, and draw in the next turn."""


Move = Lay | Draw | Pass | Stop | GoOn


@dataclass(frozen=True, slots=True)
class TrioState:
    layout: Layout
    hands: tuple[Hand, ...]
    stock: Hand
    """The next tile to draw first."""
    player: int
    scores: tuple[int, ...]
    ply: int = 0
    choosing: bool = False
    """The current player has just laid the last tile and chooses whether to stop."""
    ended: Outcome | None = None
    """How the game ended; the values of the tiles left over have been subtracted."""
    begun: bool = False
    """The setup had moves, which are not in `ply`: the starter's first turn is over."""

    @property
    def hand(self) -> Hand:
        """The hand of the current player."""
        return self.hands[self.player]

    @property
    def first_turn(self) -> bool:
        """Whether this is the starter's first turn: lay or pass, no drawing."""
        return self.ply == 0 and not self.begun


class TrioDomino(HandRules[TrioState, Move]):
    game: ClassVar[str] = "trio_domino"
    seats: ClassVar[range] = range(1, 5)
    schema: ClassVar[Table] = Table({
        "hand": Whole(1, 53),
        "draw": Table({"most": Whole(1, 9)}),
        "rows": Whole(1, 54),
        "colour": Table({"factor": Whole(1, 9), "agree": Choice("sides", "all")}),
        "play_out": Switch(),
    })
    tiles: ClassVar[tuple[Tile, ...]] = TILES

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.draw_most: int = values["draw"]["most"]
        self.rows: int = values["rows"]
        self.factor: int = values["colour"]["factor"]
        self.agree_all: bool = values["colour"]["agree"] == "all"
        self.play_out: bool = values["play_out"]

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        # In addition to the hands, every player draws a tile for the start.
        players = cls.seats[-1]
        fault = too_few_tiles(players, players * (values["hand"] + 1), len(TILES))
        if fault is not None:
            yield "hand", fault

    # --- the start ---

    def deal(self, players: int, seed: int, before: Any = None) -> Setup:
        rng = rng_for(self.game, seed)
        hands, stock = deal_hands(TILES, players, self.values["hand"], rng)
        starter, first = draw_for_start(stock, players)
        stock.remove(first)
        return {"hands": hands, "stock": shuffled(stock, rng), "start": first, "starter": starter}

    def _start(self, setup: Setup, players: int, before: TrioState | None) -> TrioState:
        hands, stock, first = read_hands(setup, players, TILES)
        if first is None:
            raise BadSetup("setup.tiles.start")
        starter = read_starter(setup, players, "setup.trio_domino.starter")
        if not any(hands) and not stock:
            raise BadSetup("setup.tiles.no_tiles")
        return TrioState(lying([Lay(first, ORIGIN, first)]), hands, stock, starter, (0,) * players)

    def _begin(self, state: TrioState, setup: Setup) -> TrioState:
        return replace(state, begun=bool(setup.get("moves")))

    # --- moves ---

    def legal_moves(self, state: TrioState) -> Iterator[Move]:
        if state.ended is not None:
            return
        if state.choosing:
            yield from (Stop(), GoOn())
            return
        can_lay = False
        for lay in self._placements(state.layout, state.hand):
            can_lay = True
            yield lay
        if state.first_turn:
            yield Pass()
        elif state.stock:
            yield from (Draw(count) for count in range(1, min(self.draw_most, len(state.stock)) + 1))
        elif not can_lay:
            yield Pass()

    def _placements(self, layout: Layout, tiles: Hand) -> Iterator[Lay]:
        held = frozenset(tiles)
        for cell, wanted in layout.open.items():
            if layout.within_rows(cell, self.rows):
                for tile, way in FITTING.get(wanted, ()):
                    if tile in held:
                        yield Lay(tile, cell, way)

    def why_illegal(self, state: TrioState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.tiles.over")
        if isinstance(move, (Stop, GoOn)):
            return None if state.choosing else Refusal(
                "refuse.trio_domino.play_out" if self.play_out else "refuse.trio_domino.not_last")
        if state.choosing:
            return Refusal("refuse.trio_domino.choose")
        if isinstance(move, Lay):
            return self._why_no_lay(state, move)
        return self._why_no_draw(state, move) if isinstance(move, Draw) else self._why_no_pass(state)

    def _why_no_lay(self, state: TrioState, move: Lay) -> Refusal | None:
        refusal = why_not_held(state.hand, move.tile) or state.layout.why_not(move)
        if refusal is None and not state.layout.within_rows(move.cell, self.rows):
            return Refusal("refuse.trio_domino.double_row", {"rows": self.rows}, move.cell)
        return refusal

    def _why_no_draw(self, state: TrioState, move: Draw) -> Refusal | None:
        if state.first_turn:
            return Refusal("refuse.trio_domino.first_turn")
        if not 1 <= move.count <= self.draw_most:
            return Refusal("refuse.trio_domino.draw_most", {"most": self.draw_most})
        if 0 < len(state.stock) < move.count:
            return Refusal("refuse.trio_domino.stock_small", {"count": move.count, "n": len(state.stock)})
        return why_not_drawn(state.stock)

    def _why_no_pass(self, state: TrioState) -> Refusal | None:
        if state.first_turn:
            return None
        if state.stock:
            return Refusal("refuse.trio_domino.pass_draw", {"stock": len(state.stock)})
        fitting = next(self._placements(state.layout, state.hand), None)
        if fitting is not None:
            return Refusal("refuse.tiles.pass_fits", {"tile": fitting.tile}, fitting.cell)
        return None

    # --- making a move ---

    def _apply(self, state: TrioState, move: Move) -> Step[TrioState]:
        if isinstance(move, Lay):
            after, events = self._lay(state, move)
        elif isinstance(move, Draw):
            after, events = self._draw(state, move)
        else:
            after, events = _turn_over(state), [Said(state.player, _WORDS[type(move)])]
        after = replace(after, ply=state.ply + 1)
        outcome = self._ending(after, move)
        if outcome is not None:
            after, events = self._settle(after, state.player, outcome, events)
        elif isinstance(move, Lay) and not after.hands[state.player] and not self.play_out:
            after = replace(after, player=state.player, choosing=True)
        return Step(after, tuple(events))

    def _lay(self, state: TrioState, move: Lay) -> tuple[TrioState, list[Event]]:
        by = state.player
        scored = [Scored(by, won, kind, move.cell) for won, kind in self.score_of(state, move)]
        total = sum(event.points for event in scored)
        line = Phrase("log.trio_domino.lays", {"tile": move.tile, "cell": str(move.cell), "points": total})
        after = replace(state, layout=state.layout.lay(move), scores=settled(state.scores, scored),
                        hands=without_tile(state.hands, by, move.tile))
        return _turn_over(after), [Placed(by, move.tile, (move.cell, move.corners), "hand", line), *scored]

    def _draw(self, state: TrioState, move: Draw) -> tuple[TrioState, list[Event]]:
        hands, stock, taken = draw_tiles(state.hands, state.stock, state.player, move.count)
        line = Phrase("log.trio_domino.takes", {"n": move.count, "left": len(stock), "cost": 0})
        return _turn_over(replace(state, hands=hands, stock=stock)), [Drawn(state.player, taken, line)]

    # --- points ---

    def score_of(self, state: TrioState, move: Move) -> list[tuple[int, str]]:
        """Return what a move scores: the touching corners, and the bonus for matching colours."""
        if not isinstance(move, Lay):
            return []
        touching = self.touching(state.layout, move.cell)
        numbers = numbers_of(move.corners)
        points = sum(numbers[corner] for corner in touching)
        if points and self.colours_agree(state.layout, move):
            return [(points, "points"), (points * (self.factor - 1), "colour")]
        return [(points, "points")]

    @staticmethod
    def touching(layout: Layout, cell: Cell) -> list[int]:
        """Return the corners (0, 1, 2) of a cell that meet a vertex which already has a number."""
        return [corner for corner, vertex in enumerate(corners(cell)) if vertex in layout.numbers]

    def colours_agree(self, layout: Layout, move: Lay) -> bool:
        """Return whether all touching corners of a tile match the colours they touch."""
        return all(self._corner_agrees(layout, move, corner) for corner in self.touching(layout, move.cell))

    def _corner_agrees(self, layout: Layout, move: Lay, corner: int) -> bool:
        """Return whether a corner matches: on a shared side the tile beyond, else any colour it meets."""
        own = _colour(move, corner)
        meeting = layout.meeting(corners(move.cell)[corner])
        if self.agree_all:
            return all(_colour(other, there) == own for other, there in meeting)
        beside = [(other, there) for other, there in meeting if other.cell in neighbours(move.cell)]
        if beside:
            return all(_colour(other, there) == own for other, there in beside)
        return any(_colour(other, there) == own for other, there in meeting)

    # --- the end ---

    def _ending(self, state: TrioState, move: Move) -> Outcome | None:
        """Return the outcome if the game is over after `move`, else None. The settlement decides who wins."""
        if isinstance(move, Stop):
            return Outcome((), "stop")
        if state.stock or self._anybody_fits(state):
            return None
        return Outcome((), "blocked" if any(state.hands) else "out")

    def _anybody_fits(self, state: TrioState) -> bool:
        tiles = tuple(tile for hand in state.hands for tile in hand)
        return next(self._placements(state.layout, tiles), None) is not None

    @staticmethod
    def _settle(
        state: TrioState, by: int, outcome: Outcome, events: list[Event]
    ) -> tuple[TrioState, list[Event]]:
        paid = [Scored(seat, -worth(hand), "left") for seat, hand in enumerate(state.hands) if worth(hand)]
        scores = settled(state.scores, paid)
        outcome = Outcome(leaders(scores), outcome.why)
        after = replace(state, scores=scores, player=by, choosing=False, ended=outcome)
        return after, [*events, *paid, RoundOver(by, outcome)]

    # --- for the table and the bots ---

    def unlaid(self, state: TrioState) -> Iterator[Tile]:
        return state.layout.unlaid(TILES)

    def is_plausible(self, seen: TrioState, seat: int | None) -> bool:
        return bool(seen.layout.laid) and seen.layout.is_plausible(TILES) and super().is_plausible(seen, seat)

    def open_cells(self, state: TrioState) -> list[Cell]:
        """Return the empty cells beside a tile and within the double row, whether or not a tile fits."""
        return [cell for cell in state.layout.open if state.layout.within_rows(cell, self.rows)]

    def fits(self, state: TrioState, tile: Tile, cell: Cell) -> list[str]:
        """Return how a tile can lie in a cell, regardless of its owner and the turn."""
        return state.layout.fits(tile, cell) if state.layout.within_rows(cell, self.rows) else []

    def open_directions(self, state: TrioState) -> list[int]:
        """Return the directions of the lattice in which the double row can still run."""
        return [d for d in DIRECTIONS if state.layout.spans[d][1] - state.layout.spans[d][0] < self.rows]

    def rings_closed(self, state: TrioState, move: Lay) -> list[Vertex]:
        """Return the vertices around which this move closes a ring of six (for display: no points here)."""
        return state.layout.rings_closed(move.cell)

    # --- writing ---

    def write_move(self, move: Move) -> str:
        if isinstance(move, Lay):
            return str(move)
        return f"draw {move.count}" if isinstance(move, Draw) else _SPELLING[type(move)]

    def read_move(self, text: str) -> Move:
        for kind, word in _SPELLING.items():
            if text == word:
                return kind()
        match = re.fullmatch(r"draw ([1-9])", text)
        if match is not None:
            return Draw(int(match[1]))
        return read_lay(text, TILES, "R2B1G0@1,0v:B1G0R2, draw 1, pass, stop, go on")

    def _heading(self, state: TrioState) -> str:
        return f"{super()._heading(state)}{', stop or go on' if state.choosing else ''}"

    def _table(self, state: TrioState) -> list[str]:
        directions = " ".join(map(str, self.open_directions(state)))
        return [f"open directions: {directions}", *describe_layout(state.layout)]


def draw_for_start(stock: list[Tile], players: int) -> tuple[int, Tile]:
    """Return the starter and the first tile: each player draws one, and those with the highest sum draw
    again.

    Drawn tiles stay out until it is decided. If the stock runs out, the first seat starts.
    """
    drawing, taken = list(range(players)), 0
    while True:
        drawn = dict(zip(drawing, stock[taken:], strict=False))
        taken += len(drawing)
        highest = max(map(value, drawn.values()))
        drawing = [seat for seat in drawn if value(drawn[seat]) == highest]
        if len(drawing) == 1 or taken + len(drawing) > len(stock):
            return drawing[0], drawn[drawing[0]]


def _colour(lay: Lay, corner: int) -> str:
    return lay.corners[2 * corner]


def _turn_over(state: TrioState) -> TrioState:
    return replace(state, player=(state.player + 1) % len(state.hands), choosing=False)


_SPELLING: dict[type[Pass | Stop | GoOn], str] = {Pass: "pass", Stop: "stop", GoOn: "go on"}
_WORDS: dict[type, Phrase] = {
    Pass: Phrase("log.tiles.passes", {"cost": 0}), Stop: Phrase("log.tiles.stops"),
    GoOn: Phrase("log.trio_domino.goes_on")}
