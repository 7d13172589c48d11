"""The solver of Turm-Domino: decides whether a position can still be won, and by which moves.

A private, fast twin of the game, used by the deal, the hints, the bots and the levels. Every domino is one
bit, so a set of dominoes is an integer. A test proves the twin equal to `TurmDomino.apply`.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, Protocol

from rules.games.turm_domino.state import Domino, Tower, TurmMove, TurmState, domino_set

NODES = 200_000
"""Node limit after which an unusual variant counts as undecided (some seconds). The worst of 18,000 deals in
the shipped variants needed 9,109.
"""

PATIENCE, GROWTH, POLL = 300, 3, 1000
"""A search that goes wrong early runs very long, while another move order finds a win at once. So every order
gets PATIENCE positions, then GROWTH times as many, and so on; `stop` is called every POLL positions.
Positions proved lost are shared by all passes: the last pass is still an exhaustive proof.
"""


class Order(NamedTuple):
    """A move order: the weights of features. Founding always comes first."""

    covered: int
    """Prefer to cover the top on which the fewest of the remaining dominoes fit."""
    laid: int
    """Prefer to lay the domino on which most of the remaining dominoes fit."""
    height: int
    """Prefer the highest column."""


ORDERS = (Order(2, 2, 0), Order(2, 2, 3), Order(0, 0, 1))


class Undecided(Exception):
    """The search was stopped, or exceeded its limit of positions."""


class _NextPass(Exception):
    """This order has used up its node limit."""


class Fitting(Protocol):
    """The part of `TurmDomino` that decides which domino fits where."""

    highest: int
    max_difference: int
    wrap: bool
    turn: bool
    neighbour_sum: int

    def as_laid(self, piece: Domino, tower: Tower) -> tuple[int, int] | None: ...


class Tables(NamedTuple):
    """Relations between any two dominoes; each is a bit, and a set of them the sum of their bits."""

    bit: dict[Any, int]
    fits: dict[int, int]
    """The dominoes on which each can be laid; the relation is symmetric."""
    founds: dict[int, int]
    """The dominoes beside which each can be laid."""


_KNOWN_TABLES: dict[tuple[Any, ...], Tables] = {}


def tables_of(rules: Fitting) -> Tables:
    key = (rules.highest, rules.max_difference, rules.wrap, rules.turn, rules.neighbour_sum)
    if key not in _KNOWN_TABLES:
        dominoes = domino_set(rules.highest)
        bit = {domino: 1 << i for i, domino in enumerate(dominoes)}
        _KNOWN_TABLES[key] = Tables(
            bit,
            {bit[d]: sum(bit[e] for e in dominoes if e != d and rules.as_laid(d, (e,))) for d in dominoes},
            {bit[d]: sum(bit[e] for e in dominoes if e != d and d.sum + e.sum == rules.neighbour_sum)
             for d in dominoes})
    return _KNOWN_TABLES[key]


class Solver:
    """Decides positions of one deal and caches its results; another deal clears the cache."""

    def __init__(self, rules: Fitting, nodes: int = NODES, stop: Callable[[], bool] | None = None):
        self.rules = rules
        self.nodes = 0
        """Positions examined for the last answer."""
        self._limit, self._stop = nodes, stop
        self._next_poll = 0
        self._bit, self._fits, self._founds = tables_of(rules)
        self._field: list[list[int]] = []
        self.heights: list[int] = []
        self.tops: list[int] = []
        self.rest = self.top_set = 0
        self._lost: set[Any] = set()
        self._won: set[Any] = set()
        self._enough: AbstractSet[Any] = frozenset()
        """The known wins at which the search may stop: all of them, or none."""

    # --- questions ---

    def winnable(self, state: TurmState) -> bool | None:
        """Return whether the position can be won; None if stopped, or if an unusual variant is too large."""
        try:
            return self.solve(state, only_whether=True) is not None
        except Undecided:
            return None

    def line(self, state: TurmState) -> list[TurmMove] | None:
        """Return a winning line, or None if none was found."""
        try:
            return self.solve(state)
        except Undecided:
            return None

    def good_moves(self, state: TurmState) -> list[TurmMove]:
        """Return the legal moves after which the position can still be won."""
        return [move for move, verdict in self.verdicts(state).items() if verdict]

    def verdicts(self, state: TurmState) -> dict[TurmMove, bool | None]:
        """Return for every legal move whether the position can be won after it; None as in `winnable`."""
        self.read(state)
        found: dict[TurmMove, bool | None] = {}
        for _, column, piece, tower in self.moves():
            covered = self.make(column, piece, tower)
            try:
                found[TurmMove(column, tower)] = self._decide(only_whether=True) is not None
            except Undecided:
                found[TurmMove(column, tower)] = None
            self.unmake(column, piece, tower, covered)
        return dict(sorted(found.items()))

    def solve(self, state: TurmState, *, only_whether: bool = False) -> list[TurmMove] | None:
        """Return a winning line, None if proved lost; raise Undecided. `only_whether`: it may be cut."""
        self.read(state)
        return self._decide(only_whether=only_whether)

    def _decide(self, *, only_whether: bool) -> list[TurmMove] | None:
        """Solve the current position of the twin, which is restored afterwards."""
        self.nodes, self._next_poll, patience = 0, min(POLL, self._limit), PATIENCE
        self._enough = self._won if only_whether else frozenset()
        heights, rest, tops, top_set = self.heights[:], self.rest, self.tops[:], self.top_set
        while True:
            for self._order in ORDERS:
                self._line: list[TurmMove] = []
                self._pause = self.nodes + patience
                try:
                    return self._line[::-1] if self._search() else None
                except _NextPass:
                    pass
                finally:
                    self.heights, self.rest = heights[:], rest
                    self.tops, self.top_set = tops[:], top_set
            patience *= GROWTH

    # --- the twin: a position is the remaining dominoes, the heights of their columns, and the tops ---

    def read(self, state: TurmState) -> None:
        """Set the twin to this position."""
        bit = self._bit
        field = [[bit[domino] for domino in column] for column in state.columns]
        self._remember(field)
        self.heights = list(map(len, field))
        self.rest = sum(map(sum, field))
        self.tops = [bit[tower[-1]] if tower else 0 for tower in state.towers]
        self.top_set = sum(self.tops)

    def _remember(self, field: list[list[int]]) -> None:
        """Keep the cache if this field is an earlier or later one of the same deal."""
        pairs = list(zip(self._field, field, strict=False))
        if len(self._field) == len(field) and all(new[:len(old)] == old[:len(new)] for old, new in pairs):
            self._field = [max(pair, key=len) for pair in pairs]
            return
        self._field = field
        self._lost.clear()
        self._won.clear()

    def moves(self, order: Order = ORDERS[0]) -> list[tuple[int, int, int, int]]:
        """Return all moves of the position as (rank, column, domino, tower), in the order to try."""
        tops, rest, fits, last = self.tops, self.rest, self._fits, len(self.tops) - 1
        costs = [order.covered * (fits[top] & rest).bit_count() if top else -1000 for top in tops]
        out = []
        for column, height in enumerate(self.heights):
            if not height:
                continue
            piece = self._field[column][height - 1]
            fitting, founding = fits[piece], self._founds[piece]
            brings = order.height * height + order.laid * (fitting & rest).bit_count()
            for tower, top in enumerate(tops):
                if top & fitting or (not top and (
                        (tower and tops[tower - 1] & founding)
                        or (tower < last and tops[tower + 1] & founding))):
                    out.append((costs[tower] - brings, column, piece, tower))
        out.sort()
        return out

    def height(self, column: int) -> int:
        return self.heights[column]

    def top(self, tower: int) -> int:
        return self.tops[tower]

    def make(self, column: int, piece: int, tower: int) -> int:
        """Move the face-up domino of a column to a tower; return what it covers, for `unmake`."""
        covered = self.tops[tower]
        self.heights[column] -= 1
        self.rest ^= piece
        self.tops[tower] = piece
        self.top_set ^= piece | covered
        return covered

    def unmake(self, column: int, piece: int, tower: int, covered: int) -> None:
        self.heights[column] += 1
        self.rest ^= piece
        self.tops[tower] = covered
        self.top_set ^= piece | covered

    # --- the search ---

    def _search(self) -> bool:
        """Return whether the position can be won (depth first); then `_line` is the line, reversed."""
        if not self.rest:
            return True
        key = self.key()
        if key in self._lost:
            return False
        if key in self._enough:
            return True
        self._count()
        if not self._hopeless():
            for _, column, piece, tower in self.moves(self._order):
                covered = self.make(column, piece, tower)
                won = self._search()
                self.unmake(column, piece, tower, covered)
                if won:
                    self._line.append(TurmMove(column, tower))
                    self._won.add(key)
                    return True
        self._lost.add(key)
        return False

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes >= self._next_poll:
            self._next_poll = min(self._next_poll + POLL, self._limit)
            if self.nodes >= self._limit or (self._stop is not None and self._stop()):
                raise Undecided
        if self.nodes >= self._pause:
            raise _NextPass

    def key(self) -> Any:
        """Return a key equal for positions that differ only in an irrelevant order of towers.

        The order is relevant only beside an empty position, and there the row may be read from either end.
        """
        tops = self.tops
        if 0 not in tops:
            return self.rest, self.top_set
        beside = [top if 0 in tops[max(tower - 1, 0):tower + 2] else -1 for tower, top in enumerate(tops)]
        return self.rest, self.top_set, tuple(min(beside, beside[::-1]))

    def _hopeless(self) -> bool:
        """Return whether some domino could not be moved even if all former tops were still tops."""
        seen, fits, founds = self.top_set, self._fits, self._founds
        may_found = 0 in self.tops
        waiting = [pair for pair in zip(self._field, self.heights, strict=False) if pair[1]]
        while waiting:
            known, still = seen, []
            for column, height in waiting:
                while height:
                    piece = column[height - 1]
                    if not (fits[piece] & seen or (may_found and founds[piece] & seen)):
                        still.append((column, height))
                        break
                    seen |= piece
                    height -= 1
            if seen == known:
                return True
            waiting = still
        return False
