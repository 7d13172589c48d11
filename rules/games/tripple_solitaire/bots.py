"""The bots of the solitaire of Tripple Domino at the four levels.

There is no opponent: it pays to draw first, for a larger choice (passing on the way is free), and to search
for lines in which most tiles find a place and hexagons close. Hard tries some of them, master many at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from rules.engine import Bot, Choice, Engine, Goal, Remark, Verdict
from rules.games.triangles.fast_board import cell_number, place
from rules.games.triangles.layout import Lay, value, worth
from rules.games.triangles.tripple import Move, TrippleState
from rules.games.triangles.tripple_view import points_of, why
from rules.games.tripple_domino.twin import NUMBERS, SET, TrippleBoard
from rules.games.tripple_solitaire.beam import best_line
from rules.games.tripple_solitaire.review import remark, review_move
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.hands import Draw, Pass
from rules.kit.shuffle import pick
from rules.kit.skill import Stop as Interrupt
from rules.kit.skill import softmax, time_is_up

RING = (0.0, 0.0, 0.5, 1.0, 2.0, 0.0)
"""By the number of tiles at a vertex: the value of adding one towards a ring of six. (The sixth scores.)"""
PAR, ROUND_TO = 0.9, 5
"""A puzzle asks for this share of master's points, rounded down to a multiple."""
NOISE = 10.0
"""The amplitude, in points, of the noise that makes the lines of play differ."""


class SoloBoard(TrippleBoard):
    """The table, and the promise of each open cell: its bonus, and the effect of a tile on rings."""

    __slots__ = ("promise",)

    def __init__(self, rules: TrippleSolitaire, state: TrippleState):
        self.promise: dict[int, float] = {}
        super().__init__(rules, state.layout)

    def copy(self) -> SoloBoard:
        twin = SoloBoard.__new__(SoloBoard)
        twin.full, twin.numbers = set(self.full), dict(self.numbers)
        twin.tiles_at, twin.open = dict(self.tiles_at), dict(self.open)
        twin.bonus, twin.prices, twin.promise = dict(self.bonus), self.prices, dict(self.promise)
        return twin

    def lay(self, cell: int, tile: tuple[int, int, int]) -> list[int]:
        changed = super().lay(cell, tile)
        promise, tiles_at = self.promise, self.tiles_at
        promise.pop(cell, None)
        for near in changed:
            a, b, c = place(near).corners
            rings = RING[tiles_at.get(a, 0)] + RING[tiles_at.get(b, 0)] + RING[tiles_at.get(c, 0)]
            promise[near] = self.bonus.get(near, 0) + rings
        return changed


class Line:
    """A simulation that lays the tiles of the hand one by one until none fits any more."""

    __slots__ = ("board", "hand", "last", "score")

    def __init__(self, rules: TrippleSolitaire, state: TrippleState):
        self.board, self.hand = SoloBoard(rules, state), SET.bits(state.hand)
        self.score, self.last = state.scores[0], rules.bonus["last"]

    def copy(self) -> Line:
        twin = Line.__new__(Line)
        twin.board, twin.hand, twin.score, twin.last = self.board.copy(), self.hand, self.score, self.last
        return twin

    def lay(self, move: Lay) -> None:
        self.lay_tile(cell_number(move.cell), SET.number[move.tile])

    def lay_tile(self, cell: int, tile: int) -> None:
        board = self.board
        self.score += SET.values[tile] + board.bonus.get(cell, 0)
        board.lay(cell, NUMBERS[board.open[cell], tile])
        self.hand &= ~(1 << tile)
        if not self.hand:
            self.score += self.last

    def finish(self, rng: Random) -> int:
        """Lay the most promising tiles, with some noise; return the points less the tiles left."""
        cell, tile = self._best(rng)
        while cell >= 0:
            self.lay_tile(cell, tile)
            cell, tile = self._best(rng)
        return self.score - SET.worth(self.hand)

    def _best(self, rng: Random) -> tuple[int, int]:
        fitting, values, promise, hand = SET.fitting, SET.values, self.board.promise, self.hand
        most, where, which = -1.0, -1, -1
        for cell, code in self.board.open.items():
            found = hand & fitting[code]
            if found:
                tile = found.bit_length() - 1
                gain = values[tile] + promise[cell] + NOISE * rng.random()
                if gain > most:
                    most, where, which = gain, cell, tile
        return where, which


# --- the levels -----------------------------------------------------------------------------------


def draw_pays(rules: TrippleSolitaire, state: TrippleState) -> bool:
    """Return whether a draw is allowed, and an unseen tile is worth more than it costs."""
    return (rules.draws_left(state) > 0
            and worth(state.stock) > rules.draw_cost * len(state.stock))


def _calls(rules: TrippleSolitaire, state: TrippleState, legal: Sequence[Move]) -> list[Move]:
    """Return the draw or the pass to make before any tile is laid; empty if there is none.

    A pass costs nothing and frees the whole hand, so it is better than laying a tile just drawn.
    """
    if Pass() in legal:
        return [Pass()]
    return [Draw()] if Draw() in legal and draw_pays(rules, state) else []


def _lays(legal: Sequence[Move]) -> list[Lay]:
    return [move for move in legal if isinstance(move, Lay)]


@dataclass(frozen=True, slots=True)
class ByValue:
    """Lays tiles of high value, with much noise, and draws if nothing fits."""

    warmth: float
    cut: float

    def choose(self, rules: TrippleSolitaire, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        moves: list[Move] = [*_lays(legal)] or legal[:1]
        values = [float(value(move.tile)) if isinstance(move, Lay) else 0.0 for move in moves]
        move = softmax(moves, values, self.warmth, self.cut, rng)
        return Choice(move, why(rules, state, move, legal), values[moves.index(move)])


@dataclass(frozen=True, slots=True)
class ByPoints:
    """Draws first while that pays, then lays what scores most at once."""

    def choose(self, rules: TrippleSolitaire, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        moves: list[Move] = _calls(rules, state, legal) or [*_lays(legal)] or legal[:1]
        points = [points_of(rules, state, move) for move in moves]
        move = pick(rng, [move for move, won in zip(moves, points, strict=False) if won == max(points)])
        return Choice(move, why(rules, state, move, legal), max(points))


@dataclass(frozen=True, slots=True)
class ByLines:
    """Draws first while that pays, then starts the best of many lines of play."""

    width: int
    """The number of lays examined."""
    lines: int
    """Number of lines simulated for each of them."""

    def choose(self, rules: TrippleSolitaire, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        lays, calls = _lays(legal), _calls(rules, state, legal)
        if calls or not lays:
            move = (calls or legal)[0]
            return Choice(move, why(rules, state, move, legal))
        base = Line(rules, state)
        lays.sort(key=lambda lay: -value(lay.tile) - base.board.promise[cell_number(lay.cell)])
        best, most = lays[0], float("-inf")
        for number in range(self.lines * min(self.width, len(lays))):
            if time_is_up(deadline, stop):
                break
            lay = lays[number % min(self.width, len(lays))]
            line = base.copy()
            line.lay(lay)
            points = line.finish(rng)
            if points > most:
                best, most = lay, points
        return Choice(best, why(rules, state, best, legal), most)


@dataclass(frozen=True, slots=True)
class ByBeam:
    """Draws first while that pays, then starts the best line that a beam search finds."""

    width: int
    """The number of tables kept after every tile."""

    def choose(self, rules: TrippleSolitaire, state: TrippleState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        line, points = self.plan(rules, state, lambda: time_is_up(deadline, stop))
        return Choice(line[0], why(rules, state, line[0], legal), points)

    def plan(self, rules: TrippleSolitaire, state: TrippleState,
             enough: Interrupt) -> tuple[Sequence[Move], float]:
        """Return the next moves, and the points at their end: a call, or all tiles in a good order."""
        legal = list(rules.legal_moves(state))
        calls = _calls(rules, state, legal)
        if calls or not _lays(legal):
            return (calls or legal)[:1], 0.0
        return best_line(rules, state, self.width, enough)


MASTER = ByBeam(width=500)

BOTS: dict[str, Bot[TrippleSolitaire, TrippleState, Move]] = {
    "easy": ByValue(warmth=3.0, cut=9.0),
    "medium": ByPoints(),
    "hard": ByLines(width=5, lines=3),
    "master": MASTER,
}

REVIEWED = 5
"""How many lays a review looks at."""


class SolitaireEngine(Engine[TrippleState, Move]):
    """The thinking of the solitaire of Tripple Domino."""

    goals = ("par",)
    rules: TrippleSolitaire

    def _choose(self, level: str, state: TrippleState, player: int, rng: Random,
                deadline: float | None, stop: Interrupt | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: TrippleState, move: Move, player: int, rng: Random, share: float,
                stop: Interrupt) -> Verdict[Move]:
        rules, legal = self.rules, list(self.rules.legal_moves(state))
        board = SoloBoard(rules, state)
        lays = sorted(_lays(legal), key=lambda lay: -value(lay.tile) - board.promise[cell_number(lay.cell)])
        others: list[Move] = [*_calls(rules, state, legal), *lays[:REVIEWED]] or legal
        return review_move(rules, state, move, others, partial(_play_on, rules), rng, share, stop)

    def remark(self, states: Sequence[TrippleState], stop: Interrupt) -> Remark[Move] | None:
        return remark(self.rules, states, lambda state: MASTER.plan(self.rules, state, stop)[0], stop)

    def puzzle(self, goal: str, state: TrippleState, seat: int, depth: int, stop: Interrupt
               ) -> Goal[Move] | None:
        """Play on as master does: most of its points are to be reached."""
        found = self.remark([state], stop)
        if found is None:
            return None
        end = state
        for move in found.line:
            end = self.rules.apply(end, move).state
        par = int(PAR * end.scores[0]) // ROUND_TO * ROUND_TO
        return Goal("par", found.line, par=par) if found.line and par > max(0, state.scores[0]) else None


def _play_on(rules: TrippleSolitaire, state: TrippleState, rng: Random) -> float:
    """Return the points of one line: first the draws that pay, then the tiles that fit."""
    while rules.outcome(state) is None:
        calls = _calls(rules, state, list(rules.legal_moves(state)))
        if not calls:
            return Line(rules, state).finish(rng)
        state = rules.apply(state, calls[0]).state
    return state.scores[0]
