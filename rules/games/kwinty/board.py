"""The wall of Kwinty as bit sets: a fast twin of `rules/games/kwinty/rules.py` for search.

A set of squares is one integer. A column has as many bits as the wall is high plus one that stays empty, so
that no line runs from one column into the next; the columns are those that a wall started at x = 0 can reach.
A position is four such sets, always seen by the current player. A test proves the twin equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.games.kwinty.rules import FLAT, PASS, UPRIGHT, Kwinty, KwintyState, Lay, Move, Square, Way

MEMORY = 100_000
"""Size at which the cache of completing blocks is cleared."""

Position = tuple[int, int, int, int]
"""Own flat, own upright, the other's flat, the other's upright squares; `own` is the current player."""

Block = tuple[Way, int]
"""The orientation of a block, and the bit of its left or lower square."""


class Board:
    """The geometry of one wall: where blocks can be laid, and which of them complete a row."""

    def __init__(self, width: int, height: int, win: int, counted: int, blocks: int):
        self.width, self.height, self.win, self.counted = width, height, win, counted
        self.most_squares = 2 * blocks
        self.step = height + 1
        """Offset from a square to its right neighbour."""
        self.directions = (self.step, 1, self.step + 1, self.step - 1)
        self.columns = 2 * width - 1
        self.ground = sum(1 << column * self.step for column in range(self.columns))
        self.allowed = {ground: self._allowed(*ends) for ground, ends in self._grounds()}
        """By the lowest row of the wall: where flat and upright blocks may be, support aside."""
        self.in_reach = {ground: self._reach(*ends) for ground, ends in self._grounds()}
        """By the lowest row of the wall: all squares that it may still cover."""
        self.completed: dict[int, tuple[int, int, int]] = {}
        """Cache of `completing`."""

    # --- squares ---

    def bit(self, x: int, y: int) -> int:
        return 1 << (x + self.width - 1) * self.step + y

    def square(self, bit: int) -> Square:
        column, y = divmod(bit.bit_length() - 1, self.step)
        return column - self.width + 1, y

    def _columns(self, first: int, last: int, height: int) -> int:
        """Return all squares of the columns from first to last up to a height."""
        column = (1 << max(height, 0)) - 1
        kept = range(max(first, 0), min(last, self.columns - 1) + 1)
        return sum(column << index * self.step for index in kept)

    def _grounds(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield every lowest row that a wall can have: it has no gap, and it covers column 0."""
        begin = self.width - 1
        yield 0, (begin, begin - 1)
        for first in range(self.columns):
            for last in range(first, min(first + self.width, self.columns)):
                yield sum(1 << index * self.step for index in range(first, last + 1)), (first, last)

    def _allowed(self, first: int, last: int) -> tuple[int, int]:
        """Return the squares allowed by contact and width: next to the wall, while it may grow that far."""
        if last < first:
            return self._columns(first, first, 1), self._columns(first, first, 1)
        room = self.width - (last - first + 1)
        beside = min(room, 1)
        upright = self._columns(first - beside, last + beside, self.height - 1)
        flat = self._columns(first - 2, last + 1, self.height) if room >= 2 else self._columns(
            first, last - 1, self.height)
        return flat, upright

    def _reach(self, first: int, last: int) -> int:
        room = self.width - (last - first + 1)
        return self._columns(first - room, last + room, self.height)

    # --- laying ---

    def room(self, occupied: int) -> tuple[int, int]:
        """Return where a block of either orientation has support, contact and width."""
        flat_allowed, upright_allowed = self.allowed[occupied & self.ground]
        surface = (occupied << 1 | self.ground) & ~occupied
        return surface & surface >> self.step & flat_allowed, surface & upright_allowed

    def own_room(self, own_flat: int, own_upright: int, flat: int, upright: int) -> tuple[int, int]:
        """Return the room for one player: no short side against a short side of the same colour."""
        if (own_flat | own_upright).bit_count() >= self.most_squares:
            return 0, 0
        return flat & ~(own_flat << self.step | own_flat >> 2 * self.step), upright & ~(own_upright << 1)

    def placements(self, own_flat: int, own_upright: int, occupied: int) -> tuple[int, int]:
        """Return where a player may lay: left squares of flat blocks, lower squares of upright ones."""
        return self.own_room(own_flat, own_upright, *self.room(occupied))

    def completing(self, own: int) -> tuple[int, int, int]:
        """Return what completes a winning row with these squares: left squares of flat blocks, lower squares
        of upright ones, and single squares. Whether a block can be laid there is not checked.
        """
        found = self.completed.get(own)
        if found is None:
            if len(self.completed) > MEMORY:
                self.completed.clear()
            found = self.completed[own] = (
                self.completing_five(own) if self.win == 5 else self.completing_any(own))
        return found

    def completing_five(self, own: int) -> tuple[int, int, int]:
        """`completing_any` for rows of five, unrolled because nearly all time is spent here.

        l3 holds the squares with three own ones before them in a direction, r2 those with two behind.
        """
        step = self.step
        l1, r1 = own << step, own >> step
        l2, r2 = l1 & own << 2 * step, r1 & own >> 2 * step
        l3, r3 = l2 & own << 3 * step, r2 & own >> 3 * step
        single = l3 & (r1 | own << 4 * step) | l2 & r2 | r3 & (l1 | own >> 4 * step)
        pair = l3 | l2 & r1 >> step | l1 & r2 >> step | r3 >> step
        below = own << 1 & own << 2 & own << 3
        single |= below & own << 4
        for d in (step - 1, step + 1):
            l1, r1 = own << d, own >> d
            l2, r2 = l1 & own << 2 * d, r1 & own >> 2 * d
            l3, r3 = l2 & own << 3 * d, r2 & own >> 3 * d
            single |= l3 & (r1 | own << 4 * d) | l2 & r2 | r3 & (l1 | own >> 4 * d)
        return single | single >> step | pair, single | single >> 1 | below, single

    def completing_any(self, own: int) -> tuple[int, int, int]:
        step, win, single, pair = self.step, self.win, 0, 0
        for d in (step, step - 1, step + 1):
            before, behind = [-1], [-1]
            for distance in range(1, win):
                before.append(before[-1] & own << distance * d)
                behind.append(behind[-1] & own >> distance * d)
            for count in range(win):
                single |= before[count] & behind[win - 1 - count]
            if d == step:
                for count in range(win - 1):
                    pair |= before[count] & behind[win - 2 - count] >> d
        below = -1
        for distance in range(1, win - 1):
            below &= own << distance
        single |= below & own << win - 1
        return single | single >> step | pair, single | single >> 1 | below, single

    def blocks(self, position: Position) -> list[Block]:
        """Return all blocks that may be laid."""
        own_flat, own_upright, other_flat, other_upright = position
        occupied = own_flat | own_upright | other_flat | other_upright
        return listed(*self.placements(own_flat, own_upright, occupied))

    def winning(self, position: Position) -> list[Block]:
        """Return the blocks that may be laid and complete a row."""
        own_flat, own_upright, other_flat, other_upright = position
        own = own_flat | own_upright
        flat, upright = self.placements(own_flat, own_upright, own | other_flat | other_upright)
        winning_flat, winning_upright, _ = self.completing(own)
        return listed(flat & winning_flat, upright & winning_upright)

    def lay(self, position: Position, block: Block) -> Position:
        """Return the position after laying a block, seen by the other player."""
        own_flat, own_upright, other_flat, other_upright = position
        way, bit = block
        if way == FLAT:
            return other_flat, other_upright, own_flat | bit | bit << self.step, own_upright
        return other_flat, other_upright, own_flat, own_upright | bit | bit << 1

    # --- lines ---

    def has_row(self, own: int) -> bool:
        """Return whether there is a winning row."""
        return any(self._runs(own, d, self.win) for d in self.directions)

    def fours(self, own: int) -> int:
        """Return the number of lines of exactly the length that scores."""
        count = 0
        for d in self.directions:
            count += (self._runs(own, d, self.counted) & ~(own << d | own >> self.counted * d)).bit_count()
        return count

    @staticmethod
    def _runs(own: int, d: int, length: int) -> int:
        """Return the squares from which `length` own squares follow in a direction."""
        runs = own
        for distance in range(1, length):
            runs &= own >> distance * d
        return runs

    # --- to and from the rules ---

    def position(self, state: KwintyState) -> Position:
        sets = {(seat, way): 0 for seat in (0, 1) for way in (FLAT, UPRIGHT)}
        for by, lay in state.wall.laid:
            for square in lay.squares:
                sets[by, lay.way] |= self.bit(*square)
        own, other = state.player, 1 - state.player
        return sets[own, FLAT], sets[own, UPRIGHT], sets[other, FLAT], sets[other, UPRIGHT]

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves in the order of the rules; none if neither player can lay."""
        blocks = self.blocks(position)
        if blocks:
            lays = [self.move(block) for block in blocks]
            return [*sorted(lays, key=lambda lay: (lay.x, lay.way))]
        return [PASS] if self.blocks(turned(position)) else []

    def move(self, block: Block) -> Lay:
        way, bit = block
        return Lay(way, *self.square(bit))

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, seen by the other player."""
        if isinstance(move, Lay):
            return self.lay(position, (move.way, self.bit(move.x, move.y)))
        return turned(position)


def turned(position: Position) -> Position:
    """Return the same wall, seen by the other player."""
    own_flat, own_upright, other_flat, other_upright = position
    return other_flat, other_upright, own_flat, own_upright


def listed(flat: int, upright: int) -> list[Block]:
    """Return two sets of placements as a list of blocks."""
    found: list[Block] = []
    while flat:
        bit = flat & -flat
        flat ^= bit
        found.append((FLAT, bit))
    while upright:
        bit = upright & -upright
        upright ^= bit
        found.append((UPRIGHT, bit))
    return found


def board_of(rules: Kwinty) -> Board:
    return _board(rules.width, rules.height, rules.win, rules.counted, rules.blocks)


@cache
def _board(width: int, height: int, win: int, counted: int, blocks: int) -> Board:
    return Board(width, height, win, counted, blocks)
