"""Kwinty: two players build a wall of blocks, and five own squares in a row win.

Rule page: spec of the game; the values in `rules/variants/kwinty/*.yaml`. Squares are (x, y): y = 0 is the
lowest row, x = 0 the left square of the first block, so x may be negative.

Setup of a round: `{"starter": 0}`. A puzzle starts later: `{"starter": 0, "moves": ["H 0,0", "V 2,0"]}` has
the seat that laid the first block and the moves since; all must be legal and leave the round open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

from rules.base import (
    BadSetup,
    Event,
    Outcome,
    Phrase,
    Placed,
    Refusal,
    RoundOver,
    Rules,
    Said,
    Scored,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import Table, Whole
from rules.files.values import Values
from rules.kit.rounds import next_starter
from rules.kit.shuffle import below, rng_for

Square = tuple[int, int]
Way = Literal["H", "V"]
FLAT: Way = "H"
UPRIGHT: Way = "V"
Line = tuple[Square, ...]
"""Own squares in an unbroken row, from left to right or from the bottom up."""

DIRECTIONS: tuple[Square, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
EXPECTED = "H 0,0, V -1,2, pass"


class Lay(NamedTuple):
    """Lay a block flat on (x, y) and (x+1, y), or upright on (x, y) and (x, y+1)."""

    way: Way
    x: int
    y: int

    @property
    def squares(self) -> tuple[Square, Square]:
        x, y = self.x, self.y
        return ((x, y), (x + 1, y)) if self.way == FLAT else ((x, y), (x, y + 1))

    def __str__(self) -> str:
        return f"{self.way} {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because the player cannot lay while the other can."""


PASS = Pass()
Move = Lay | Pass


class Laid(NamedTuple):
    """A block in the wall and its owner."""

    by: int
    lay: Lay


@dataclass(frozen=True)
class Wall:
    """All blocks in the order of laying; derived values are computed once."""

    laid: tuple[Laid, ...] = ()

    @cached_property
    def at(self) -> dict[Square, Laid]:
        return {square: block for block in self.laid for square in block.lay.squares}

    @cached_property
    def heights(self) -> dict[int, int]:
        """The number of squares in each column. Nothing overhangs, so a column has no holes."""
        heights: dict[int, int] = {}
        for x, y in self.at:
            heights[x] = max(heights.get(x, 0), y + 1)
        return heights

    @property
    def left(self) -> int:
        return min(self.heights, default=0)

    @property
    def right(self) -> int:
        return max(self.heights, default=0)

    def number(self, x: int) -> int:
        """Return the number of a column as players read it: 1 at the left end, 0 and less beyond it."""
        return x - self.left + 1

    def height(self, x: int) -> int:
        return self.heights.get(x, 0)

    def count(self, seat: int) -> int:
        """Return the number of blocks that a seat has laid."""
        return sum(block.by == seat for block in self.laid)

    def owns(self, seat: int, square: Square) -> bool:
        block = self.at.get(square)
        return block is not None and block.by == seat

    def has(self, seat: int, way: Way, square: Square) -> bool:
        """Return whether this square belongs to a block of this seat with this orientation."""
        block = self.at.get(square)
        return block is not None and block.by == seat and block.lay.way == way

    def and_(self, seat: int, lay: Lay) -> Wall:
        """Return the wall with one more block."""
        return Wall((*self.laid, Laid(seat, lay)))

    def lines(self, seat: int) -> Iterator[Line]:
        """Yield every maximal row of two or more own squares in the four directions."""
        for x, y in sorted(self.at):
            if not self.owns(seat, (x, y)):
                continue
            for dx, dy in DIRECTIONS:
                if self.owns(seat, (x - dx, y - dy)):
                    continue
                length = 1
                while self.owns(seat, (x + length * dx, y + length * dy)):
                    length += 1
                if length > 1:
                    yield tuple((x + i * dx, y + i * dy) for i in range(length))


@dataclass(frozen=True, slots=True)
class KwintyState:
    wall: Wall
    player: int
    scores: tuple[int, ...]
    """Lines of four: those of earlier rounds and the current ones."""
    starter: int
    """The seat that laid the first block of this round."""
    won: tuple[int, ...]
    """Games of the match won by each seat; a draw counts for neither."""
    ply: int = 0
    round: int = 1
    ended: Outcome | None = None


class OpenFour(NamedTuple):
    """Own squares that one more square would complete to a winning row."""

    squares: Line
    gap: Square
    """The missing square; it is empty, and the wall can still reach it."""
    ready: bool
    """Whether the owner could cover the gap with the next block."""


class Kwinty(Rules[KwintyState, Move]):
    game: ClassVar[str] = "kwinty"
    seats: ClassVar[range] = range(2, 3)
    schema: ClassVar[Table] = Table({
        "blocks": Whole(1, 200),
        "wall": Table({"width": Whole(2, 19), "height": Whole(2, 19)}),
        "row": Table({"win": Whole(3, 19), "count": Whole(2, 18)}),
        "match": Table({"games": Whole(1, 99)}),
    })

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.blocks: int = values["blocks"]
        self.width: int = values["wall"]["width"]
        self.height: int = values["wall"]["height"]
        self.win: int = values["row"]["win"]
        self.counted: int = values["row"]["count"]
        self.games: int = values["match"]["games"]

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        row, longest = values["row"], max(values["wall"].values())
        if row["win"] > longest:
            yield "row.win", Phrase("fault.kwinty.row_too_long", {"win": row["win"], "longest": longest})
        if row["count"] >= row["win"]:
            yield "row.count", Phrase("fault.kwinty.count_below_win", dict(row))

    # --- a round ---

    def deal(self, players: int, seed: int, before: KwintyState | None = None) -> Setup:
        """Choose the starter: at random, then the loser, after a draw the seat that did not start."""
        if before is None:
            return {"starter": below(rng_for(self.game, seed), 2)}
        return {"starter": next_starter(before.ended, before.starter)}

    def rematch(self, players: int, seed: int, before: KwintyState) -> Setup:
        """Let the loser begin, after a draw the seat that did not begin the last game."""
        outcome = self.game_outcome(before)
        if outcome is None:
            return self.deal(players, seed)
        return {"starter": next_starter(outcome, before.starter)}

    def _start(self, setup: Setup, players: int, before: KwintyState | None) -> KwintyState:
        starter = setup.get("starter")
        if isinstance(starter, bool) or starter not in (0, 1):
            raise BadSetup("setup.kwinty.starter")
        if before is None:
            state = KwintyState(Wall(), starter, (0, 0), starter, (0, 0))
        else:
            state = KwintyState(
                Wall(), starter, before.scores, starter, before.won, before.ply, before.round + 1)
        return state

    # --- laying ---

    def legal_moves(self, state: KwintyState) -> Iterator[Move]:
        """Yield the blocks that can be laid, from left to right and flat before upright; else the pass."""
        if state.ended:
            return
        can_lay = False
        for lay in self.placements(state, state.player):
            can_lay = True
            yield lay
        if not can_lay:
            yield PASS

    def placements(self, state: KwintyState, seat: int, way: Way | None = None) -> Iterator[Lay]:
        """Yield where a seat could lay a block now, regardless of the turn; of one orientation or both."""
        for x in self.reach(state) if state.wall.laid else (0,):
            for lay_way in (FLAT, UPRIGHT):
                lay = Lay(lay_way, x, state.wall.height(x))
                if way in (None, lay_way) and self._why_not(state, seat, lay) is None:
                    yield lay

    def can_lay(self, state: KwintyState, seat: int) -> bool:
        return next(self.placements(state, seat), None) is not None

    def why_illegal(self, state: KwintyState, move: Move) -> Refusal | None:
        if state.ended:
            return Refusal("refuse.kwinty.over")
        if isinstance(move, Lay):
            return self._why_not(state, state.player, move)
        possible = next(self.placements(state, state.player), None)
        return possible and Refusal("refuse.kwinty.pass_can_lay", where=possible.squares[0])

    def _why_not(self, state: KwintyState, seat: int, lay: Lay) -> Refusal | None:
        """Return why this seat may not lay a block there, regardless of whose turn it is."""
        wall = state.wall
        if self.blocks_left(state, seat) <= 0:
            return Refusal("refuse.kwinty.no_block")
        if not wall.laid:
            # An empty wall has no squares yet, so the first block defines them.
            return None if (lay.x, lay.y) == (0, 0) else Refusal("refuse.kwinty.first", where=(0, 0))
        covered = next((square for square in lay.squares if square in wall.at), None)
        if covered is not None:
            return Refusal("refuse.kwinty.occupied", where=covered)
        if lay.squares[1][1] >= self.height:
            return Refusal("refuse.kwinty.too_high", {"height": self.height}, lay.squares[1])
        return (self._why_unsupported(wall, lay) or self.why_apart(wall, lay)
                or self._why_too_wide(wall, lay) or self._why_short_sides(wall, seat, lay))

    @staticmethod
    def _why_unsupported(wall: Wall, lay: Lay) -> Refusal | None:
        """Return a refusal unless the whole lower side rests on the table or on blocks."""
        if lay.y < 0:
            return Refusal("refuse.kwinty.below_table", where=(lay.x, lay.y))
        for x in {x for x, _ in lay.squares}:
            if lay.y > 0 and (x, lay.y - 1) not in wall.at:
                return Refusal("refuse.kwinty.overhang", where=(x, lay.y - 1))
        return None

    @staticmethod
    def why_apart(wall: Wall, lay: Lay) -> Refusal | None:
        """Return a refusal if a block touches no other with a side; a corner is not enough."""
        beside = ((x + dx, y + dy) for x, y in lay.squares for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        if any(square in wall.at for square in beside):
            return None
        return Refusal("refuse.kwinty.no_contact", where=(lay.x, lay.y))

    def _why_too_wide(self, wall: Wall, lay: Lay) -> Refusal | None:
        """Return a refusal if the wall would become too wide with the new block."""
        last = lay.squares[1][0]
        width = max(wall.right, last) - min(wall.left, lay.x) + 1
        if width <= self.width:
            return None
        beyond = (lay.x if lay.x < wall.left else last, lay.y)
        return Refusal("refuse.kwinty.too_wide", {"width": self.width, "found": width}, beyond)

    @staticmethod
    def _why_short_sides(wall: Wall, seat: int, lay: Lay) -> Refusal | None:
        """Return a refusal if own flat blocks would lie end to end, or own upright ones stand on each other.

        A short side against a long one is allowed, so only blocks with the same orientation matter. There is
        never a block above an upright one yet: columns have no holes.
        """
        x, y = lay.x, lay.y
        if lay.way == UPRIGHT:
            if wall.has(seat, UPRIGHT, (x, y - 1)):
                return Refusal("refuse.kwinty.short_side_upright", where=(x, y - 1))
            return None
        touching = next((end for end in ((x - 1, y), (x + 2, y)) if wall.has(seat, FLAT, end)), None)
        return touching and Refusal("refuse.kwinty.short_side_flat", where=touching)

    # --- making a move ---

    def _apply(self, state: KwintyState, move: Move) -> Step[KwintyState]:
        by = state.player
        after = replace(state, player=1 - by, ply=state.ply + 1)
        if isinstance(move, Pass):
            # The other can lay, or the round would have ended before: a pass never ends it.
            return Step(after, (Said(by, Phrase("log.kwinty.passes")),))
        after = replace(after, wall=state.wall.and_(by, move))
        scored = self._scored(state.wall, after.wall, by)
        gained = sum(event.points for event in scored)
        after = replace(after, scores=_added(state.scores, by, gained))
        line = self._line(after, move, gained)
        events: list[Event] = [Placed(by, move.way, (move.x, move.y), phrase=line), *scored]
        outcome = self._ending(after, by)
        if outcome is not None:
            won = _added(after.won, outcome.winners[0], 1) if len(outcome.winners) == 1 else after.won
            after = replace(after, ended=outcome, won=won, player=by)
            events.append(RoundOver(by, outcome))
        return Step(after, tuple(events))

    def _scored(self, before: Wall, after: Wall, by: int) -> list[Scored]:
        """Return the events of new lines of four; a line that grew longer no longer scores."""
        old, new = set(self.fours_on(before, by)), set(self.fours_on(after, by))
        return ([Scored(by, -1, "fours", line) for line in sorted(old - new)]
                + [Scored(by, 1, "fours", line) for line in sorted(new - old)])

    def _line(self, after: KwintyState, lay: Lay, gained: int) -> Phrase:
        """Return the line of the log; columns count from the left end of the current wall, rows from 1."""
        values = {"column": after.wall.number(lay.x), "row": lay.y + 1, "x": lay.x, "y": lay.y,
                  "fours": gained}
        key = "flat" if lay.way == FLAT else "upright"
        return Phrase(f"log.kwinty.{key}{'_four' if gained > 0 else ''}", values)

    def _ending(self, state: KwintyState, by: int) -> Outcome | None:
        if any(len(line) >= self.win for line in state.wall.lines(by)):
            return Outcome((by,), "five")
        if self.can_lay(state, 0) or self.can_lay(state, 1):
            return None
        fours = [len(self.fours(state, seat)) for seat in (0, 1)]
        if fours[0] == fours[1]:
            return Outcome((0, 1), "draw")
        return Outcome((0 if fours[0] > fours[1] else 1,), "fours")

    def is_plausible(self, seen: KwintyState, seat: int | None) -> bool:
        wall = seen.wall
        return (len(wall.at) == 2 * len(wall.laid) and len(seen.won) == 2 and seen.starter in (0, 1)
                and all(block.by in (0, 1) for block in wall.laid)
                and wall.right - wall.left < self.width and all(0 <= y < self.height for _, y in wall.at)
                and max(abs(wall.left), abs(wall.right)) <= self.width)

    def outcome(self, state: KwintyState) -> Outcome | None:
        return state.ended

    def game_outcome(self, state: KwintyState) -> Outcome | None:
        """Return the winner of a match by games won, not by lines of four; all its games are played."""
        if state.ended is None or state.round < self.games:
            return None
        if self.games == 1:
            return state.ended
        if state.won[0] == state.won[1]:
            return Outcome((0, 1), "draw")
        return Outcome((0 if state.won[0] > state.won[1] else 1,), "match")

    # --- for the table and the bots ---

    def progress(self, state: KwintyState, seat: int) -> float:
        """Weigh the own rows: a longer one counts more than a few shorter ones."""
        return sum(4.0 ** len(line) for line in state.wall.lines(seat))

    def blocks_left(self, state: KwintyState, seat: int) -> int:
        return self.blocks - state.wall.count(seat)

    def growth(self, state: KwintyState) -> int:
        """Return the number of columns by which the wall may still grow, left and right together."""
        wall = state.wall
        return self.width - (wall.right - wall.left + 1) if wall.laid else self.width

    def reach(self, state: KwintyState) -> range:
        """Return the columns that the wall may still cover, to either side."""
        wall, more = state.wall, self.growth(state)
        if not wall.laid:
            return range(1 - self.width, self.width)
        return range(wall.left - more, wall.right + more + 1)

    def fall(self, state: KwintyState, way: Way, x: int) -> Lay:
        """Return where a block dropped above column x comes to rest; it may overhang there."""
        height = state.wall.height(x)
        return Lay(way, x, max(height, state.wall.height(x + 1)) if way == FLAT else height)

    def reachable(self, state: KwintyState, seat: int) -> set[Square]:
        """Return the squares that this seat could cover with its next block."""
        return {square for lay in self.placements(state, seat) for square in lay.squares}

    def fours(self, state: KwintyState, seat: int) -> list[Line]:
        """Return the current lines of exactly four."""
        return self.fours_on(state.wall, seat)

    def fours_on(self, wall: Wall, seat: int) -> list[Line]:
        return [line for line in wall.lines(seat) if len(line) == self.counted]

    def winning_rows(self, state: KwintyState) -> list[Line]:
        """Return the rows of five or more that won the round; one block can complete several."""
        return [line for seat in (0, 1) for line in state.wall.lines(seat) if len(line) >= self.win]

    def winning_lays(self, state: KwintyState, seat: int) -> list[Lay]:
        """Return the blocks with which this seat would win immediately if it were its turn."""
        if state.ended:
            return []
        return [lay for lay in self.placements(state, seat)
                if any(len(line) >= self.win for line in state.wall.and_(seat, lay).lines(seat))]

    def open_fours(self, state: KwintyState, seat: int) -> list[OpenFour]:
        """Return where one square is missing to a winning row, at an end or inside, that can be covered."""
        if state.ended:
            return []
        columns, ready = self.reach(state), self.reachable(state, seat)
        found = {}
        for row in self._rows_around(square for square in state.wall.at if state.wall.owns(seat, square)):
            squares = tuple(square for square in row if state.wall.owns(seat, square))
            if len(squares) != self.win - 1:
                continue
            gap = next(square for square in row if square not in squares)
            if gap not in state.wall.at and gap[0] in columns and 0 <= gap[1] < self.height:
                found[squares, gap] = OpenFour(squares, gap, gap in ready)
        return [found[key] for key in sorted(found)]

    def _rows_around(self, squares: Iterable[Square]) -> Iterator[Line]:
        """Yield every row of the winning length through one of the squares."""
        for x, y in squares:
            for dx, dy in DIRECTIONS:
                for back in range(self.win):
                    yield tuple((x + i * dx, y + i * dy) for i in range(-back, self.win - back))

    # --- writing ---

    def write_move(self, move: Move) -> str:
        return str(move) if isinstance(move, Lay) else "pass"

    def read_move(self, text: str) -> Move:
        if text == "pass":
            return PASS
        match = isinstance(text, str) and re.fullmatch(
            r"([HV]) (0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})", text)
        if not match:
            raise UnreadableMove(str(text), EXPECTED)
        return Lay(FLAT if match[1] == "H" else UPRIGHT, int(match[2]), int(match[3]))

    def describe(self, state: KwintyState) -> str:
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        lines = [f"round {state.round}, ply {state.ply}, {turn}, won {state.won[0]}:{state.won[1]}"]
        for seat in (0, 1):
            lines.append(f"player {seat}: {self.blocks_left(state, seat)} left, "
                         f"{len(self.fours(state, seat))} fours, score {state.scores[seat]}")
        return "\n".join([*lines, *drawn(state.wall)]) + "\n"


SIGNS = {(0, FLAT): "[]", (1, FLAT): "()", (0, UPRIGHT): "un", (1, UPRIGHT): "vA"}
"""The two squares of a block, left or lower first: [] and u below n are seat 0, () and v below A seat 1."""


def drawn(wall: Wall) -> list[str]:
    """Return the wall as rows of text, the highest first, with the numbers of its columns."""
    if not wall.laid:
        return ["(no wall)"]
    signs = {square: SIGNS[block.by, block.lay.way][index]
             for block in wall.laid for index, square in enumerate(block.lay.squares)}
    columns = range(wall.left, wall.right + 1)
    rows = [f"{y:>3} " + "".join(f"{signs.get((x, y), '.'):>3}" for x in columns)
            for y in reversed(range(max(wall.heights.values())))]
    return [*rows, "    " + "".join(f"{x:>3}" for x in columns)]


def _added(row: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return tuple(entry + (points if index == seat else 0) for index, entry in enumerate(row))
