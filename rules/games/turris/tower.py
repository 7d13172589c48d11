"""The fast twin of Turris for search: a tower modified in place, with moves as small integers.

A test proves it equal to `Turris.apply`. It is fast because nothing overhangs, so where blocks fit follows
from the levels that are not full, and is computed once for each shape of these; the largest groups are
tracked row by row by a state machine that caches every transition.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rules.games.turris.faces import BASE, COLUMNS, MIDDLE
from rules.games.turris.rules import Lay, Move, Pass, TakeOut, Turris, TurrisState

# --- moves as numbers ---

COLUMN = {column: index for index, column in enumerate(COLUMNS)}
CENTRE = COLUMN[MIDDLE]
PAIRS = ([(COLUMN[x, y], COLUMN[x + 1, y]) for y in range(BASE) for x in range(BASE - 1)]
         + [(COLUMN[x, y], COLUMN[x, y + 1]) for y in range(BASE - 1) for x in range(BASE)])
"""The columns under a flat block: first the six along x, then the six along y."""
UPRIGHT, FLAT = 9, 21
"""0-8 is an upright block on that column, 9-20 a flat one on that pair ..."""
PASS, REMOVE = 21, 22
"""... 21 a pass, and 22-30 takes out the highest block of the column that names it."""
LAYS = (1 << FLAT) - 1

UNDER: list[tuple[int, ...]] = [*((column,) for column in range(UPRIGHT)), *PAIRS]
"""The columns that a move fills."""
ALL_FLAT = LAYS & ~((1 << UPRIGHT) - 1)
BAR = [sum(1 << move for move, columns in enumerate(UNDER) if column in columns) for column in range(9)]
"""All moves that fill a column."""
OPEN = [~sum(1 << move for move in range(UPRIGHT, FLAT) if set(UNDER[move]) & set(columns))
        for columns in UNDER]
"""For each move: a mask without the flat moves in its columns, which no longer rest on one block."""
JOIN = [0 if move < UPRIGHT else 1 << move for move in range(FLAT)]
COVERS_MIDDLE = [CENTRE in columns for columns in UNDER]
BITS = [[sum(1 << column + 9 * colour for column in columns) for columns in UNDER] for colour in (0, 1)]
"""The squares of a move in a level: nine bits for each colour."""
SHAPE = [bits | bits << 9 if move < UPRIGHT else bits for move, bits in enumerate(BITS[0])]
"""The squares of a move in its level and the one above, without colour."""
KEEP = [~(bits | bits << 9) for bits in BITS[0]]
NEIGHBOURS = [[pair[1 - pair.index(column)] for pair in PAIRS if column in pair] for column in range(9)]


def _members(mask: int, first: int) -> tuple[int, ...]:
    return tuple(first + bit for bit in range(mask.bit_length()) if mask >> bit & 1)


UPRIGHTS = [_members(mask, 0) for mask in range(1 << 9)]
FLATS = [_members(mask, UPRIGHT) for mask in range(1 << 12)]
REMOVALS = [_members(mask, REMOVE) for mask in range(1 << 9)]
"""Bit set of removals -> the moves."""


def moves_in(mask: int) -> tuple[int, ...]:
    """Return the moves of a bit set, in ascending order."""
    lays = UPRIGHTS[mask & 511] + FLATS[mask >> UPRIGHT & 4095]
    return lays + ((PASS,) if mask >> PASS & 1 else ()) + REMOVALS[mask >> REMOVE]


# --- where blocks fit ---

FULL = (1 << 9) - 1
EDGE = FULL & ~(1 << CENTRE)
BESIDE = [sum(1 << column for column in range(9) if any(mask >> near & 1 for near in NEIGHBOURS[column]))
          for mask in range(1 << 9)]
"""Bit set of columns -> the columns that have one of them as a neighbour."""
INSIDE = [sum(1 << move for move in range(UPRIGHT, FLAT) if all(mask >> column & 1 for column in UNDER[move]))
          for mask in range(1 << 9)]
"""Bit set of columns -> the flat moves that need no other column."""
FIRST = sum(1 << move for move in range(FLAT) if not COVERS_MIDDLE[move])
"""The moves of the first block, which only rule f restricts."""


class Places(dict[int, int]):
    """The open levels -> the blocks that rules b, c, e and f allow on them, as bits.

    The open levels are the filled squares from the lowest level that is not full upwards, nine bits per
    level. Nothing overhangs, so level k of them has exactly the columns more than k higher than the lowest.
    """

    def __init__(self, unfinished_levels: int):
        super().__init__()
        self.unfinished_levels = unfinished_levels

    def __missing__(self, open_levels: int) -> int:
        levels = [open_levels >> shift & FULL for shift in range(0, open_levels.bit_length() + 18, 9)]
        allowed, below = 0, FULL
        for k, level in enumerate(levels[:-1]):
            tops = below & ~level  # the columns that are exactly k higher than the lowest
            allowed |= self._on(k, tops, levels)
            below = level
        self[open_levels] = allowed
        return allowed

    def _on(self, k: int, tops: int, levels: list[int]) -> int:
        """Return the blocks whose lower side is on level k. `levels` ends with two empty ones."""
        level, above = levels[k], levels[k + 1]
        uprights, flats = tops & BESIDE[level], INSIDE[tops]
        if not level & EDGE:
            flats &= ~BAR[CENTRE]
        if not level & above & EDGE:
            uprights &= ~(1 << CENTRE)
        if not self._low_enough(k + 2, levels, alone=k == 0 and tops.bit_count() == 1):
            uprights = 0
        if not self._low_enough(k + 1, levels, alone=k == 0 and tops.bit_count() == 2):
            flats = 0
        return uprights | flats

    def _low_enough(self, top: int, levels: list[int], *, alone: bool) -> bool:
        """Check rule e for a block that reaches `top`: the levels between the lowest and the highest column
        are started and not full. `alone`: the block rests on all lowest columns, so it raises the lowest.
        """
        lowest = min(top, 1 if levels[1] != FULL else 2) if alone else 0
        return max(top, sum(map(bool, levels))) - lowest <= self.unfinished_levels


@cache
def places_for(unfinished_levels: int) -> Places:
    return Places(unfinished_levels)


# --- the largest group of a picture, row by row ---

Climb = list[Any]
"""The state of the lower rows of a picture: 0-7 the successor after a further row with these squares (None:
not computed yet), BEST the size of the largest group, GROWING the groups in the highest row.
"""
BEST, GROWING = 8, 9
RUNS: list[tuple[int, ...]] = [(), (1,), (2,), (3,), (4,), (1, 4), (6,), (7,)]
"""The connected parts of a row of three squares."""

_climbs: dict[tuple[tuple[tuple[int, int], ...], int], Climb] = {}


def _climb(growing: tuple[tuple[int, int], ...], best: int) -> Climb:
    """Create a state; `growing` are the groups in the highest row: (their squares as bits, their size)."""
    key = (growing, best)
    if key not in _climbs:
        _climbs[key] = [None] * 8 + [best, growing]
    return _climbs[key]


GROUND = _climb((), 0)


def higher(climb: Climb, row: int) -> Climb:
    """Return the state after a further row, cached in `climb`."""
    groups = [(part, part.bit_count()) for part in RUNS[row]]
    for bits, size in climb[GROWING]:
        touched = [group for group in groups if group[0] & bits]
        if touched:
            joined = (sum(part for part, _ in touched), size + sum(grown for _, grown in touched))
            groups = [joined, *(group for group in groups if group not in touched)]
    best = max([climb[BEST], *(size for _, size in groups)])
    after = climb[row] = _climb(tuple(sorted(groups)), best)
    return after


class _Rows(dict[int, tuple[int, ...]]):
    """A level (nine bits for each colour) -> its row in the four side pictures, for colour 0, then for 1."""

    sides = ([[(i, 0), (i, 1), (i, 2)] for i in range(3)], [[(2, i), (1, i), (0, i)] for i in range(3)],
             [[(i, 2), (i, 1), (i, 0)] for i in range(3)], [[(0, i), (1, i), (2, i)] for i in range(3)])

    def __missing__(self, level: int) -> tuple[int, ...]:
        shown = [[self._first(level, line) for line in side] for side in self.sides]
        rows = self[level] = tuple(sum(1 << i for i, colour in enumerate(side) if colour == wanted)
                                   for wanted in (0, 1) for side in shown)
        return rows

    @staticmethod
    def _first(level: int, line: list[tuple[int, int]]) -> int | None:
        for column in map(COLUMN.__getitem__, line):
            if level >> column & 1:
                return 0
            if level >> column + 9 & 1:
                return 1
        return None


ROWS = _Rows()


def _largest_on_roof(squares: int) -> int:
    climb = GROUND
    for row in (squares & 7, squares >> 3 & 7, squares >> 6):
        climb = higher(climb, row)
    best: int = climb[BEST]
    return best


ROOF = [_largest_on_roof(squares) for squares in range(512)]


# --- the tower ---

Standing = tuple[int, Any]
"""The highest block of a column and the blocks below it. A block is an integer made of the ply in which it
was laid, its lowest level (7 bits), its colour (1 bit) and its move (5 bits).
"""
BLOCK = (1 << 13) - 1
"""The bits of a block without the ply: its place and its owner."""
GROUND_BLOCK: Standing = (0, None)


class Tower:
    """A game of Turris without its history: the twin of a TurrisState."""

    __slots__ = ("barred", "base", "blocks", "bonus", "heights", "joined", "last", "levels", "open_levels",
                 "over", "passes", "places", "player", "ply", "roof", "rules", "stock", "tops")

    def __init__(self, rules: Turris):
        self.rules = rules
        self.places = places_for(rules.unfinished_levels)
        self.base = 0
        """Number of full levels."""
        self.open_levels = 0
        """The filled squares of the levels above them, in the format of `Places`."""
        self.joined = ALL_FLAT
        """The flat moves that would rest on one block only, or on the ground."""
        self.blocks = 0
        """All blocks of the tower, one bit each."""
        self.heights = [0] * 9
        self.tops: list[Standing] = [GROUND_BLOCK] * 9
        self.levels = [0] * min(4 * rules.blocks + 2, 4 * rules.blocks // 9 + rules.unfinished_levels + 4)
        self.roof = 0
        self.stock = [rules.blocks, rules.blocks]
        self.player = 0
        self.bonus = False
        self.barred = 0
        """The moves that would fill freed squares."""
        self.last = [0, 0]
        self.ply = 0
        self.passes = 0
        self.over = False

    @classmethod
    def of(cls, rules: Turris, state: TurrisState) -> Tower:
        tower = cls(rules)
        for block in state.blocks:
            tower.player = block.colour
            tower._lay(number_of(Lay(*block[:4])))
        tower.stock = list(state.stock)
        tower.player, tower.bonus = state.player, state.bonus
        tower.passes, tower.over = state.passes, state.ended is not None
        # Nothing overhangs: a block in a freed column would fill its freed square first.
        for x, y, _ in state.freed:
            tower.barred |= BAR[COLUMN[x, y]]
        return tower

    def copy(self) -> Tower:
        twin = Tower.__new__(Tower)
        twin.rules, twin.places, twin.base, twin.joined = self.rules, self.places, self.base, self.joined
        twin.open_levels, twin.blocks = self.open_levels, self.blocks
        twin.heights, twin.tops, twin.levels = self.heights[:], self.tops[:], self.levels[:]
        twin.roof, twin.stock, twin.player, twin.bonus = self.roof, self.stock[:], self.player, self.bonus
        twin.barred, twin.last, twin.ply = self.barred, self.last[:], self.ply
        twin.passes, twin.over = self.passes, self.over
        return twin

    def key(self) -> tuple[int, ...]:
        """Return a key; towers with equal keys continue in the same way (apart from repeated positions)."""
        return (self.blocks, *self.stock, self.player, self.bonus, self.barred, self.passes,
                self.last[0] & BLOCK, self.last[1] & BLOCK)

    # --- moves ---

    def lays(self) -> int:
        """Return the blocks that the current player may lay, as bits."""
        if self.over or not self.stock[self.player] or (self.bonus and not self.rules.bonus_block):
            return 0
        if not self.levels[0]:
            return FIRST
        return self.places[self.open_levels] & ~self.joined & ~self.barred

    def mask(self) -> int:
        """Return all legal moves, as bits; none if the game is over."""
        if self.over:
            return 0
        lays = self.lays()
        if self.bonus:
            return lays | self.removals() | 1 << PASS
        return lays or 1 << PASS

    def moves(self) -> tuple[int, ...]:
        return moves_in(self.mask())

    def removals(self) -> int:
        """Return the blocks that a bonus may take out, as bits."""
        if not self.rules.bonus_removal:
            return 0
        found, other = 0, 1 - self.player
        tops, heights, last = self.tops, self.heights, self.last[other]
        for column in range(9):
            block = tops[column][0]
            if not block or block == last or block >> 5 & 1 != other:
                continue
            columns, lower = UNDER[block & 31], 2 if block & 31 < UPRIGHT else 1
            if columns[0] != column or tops[columns[-1]][0] != block:
                continue
            after = heights[:]
            for under in columns:
                after[under] -= lower
            if max(after) - min(after) <= self.rules.unfinished_levels:
                found |= 1 << REMOVE + column
        return found

    def make(self, move: int) -> None:
        """Make a legal move."""
        if move < FLAT:
            self._make_lay(move)
        elif move == PASS:
            self.passes += not self.bonus
            self._turn_over()
            self.over = self.passes >= 2 and not self.places[self.open_levels] & ~self.joined
        else:
            self._take_out(move - REMOVE)

    def _make_lay(self, move: int) -> None:
        rules, first_of_turn = self.rules, not self.bonus
        self._lay(move)
        self.stock[self.player] -= 1
        self.passes = 0
        if not any(self.stock):
            self.over, self.bonus = True, False
        elif (COVERS_MIDDLE[move] and (first_of_turn or rules.chain)
              and (rules.bonus_block or rules.bonus_removal)):
            self.bonus = True
        else:
            self._turn_over()

    def _turn_over(self) -> None:
        self.player ^= 1
        self.bonus, self.barred = False, 0

    def _lay(self, move: int) -> None:
        colour, heights, tops = self.player, self.heights, self.tops
        self.ply += 1
        bits, z = BITS[colour][move], heights[UNDER[move][0]]
        block = self.last[colour] = self.ply << 13 | z << 6 | colour << 5 | move
        self.blocks ^= 1 << (block & BLOCK)
        self.levels[z] |= bits
        if move < UPRIGHT:
            self.levels[z + 1] |= bits
        top = z + (2 if move < UPRIGHT else 1)
        for column in UNDER[move]:
            heights[column] = top
            tops[column] = (block, tops[column])
        self.joined = self.joined & OPEN[move] | JOIN[move]
        self.roof = self.roof & KEEP[move] | bits
        open_levels = self.open_levels | SHAPE[move] << 9 * (z - self.base)
        while open_levels & FULL == FULL:
            open_levels >>= 9
            self.base += 1
        self.open_levels = open_levels

    def _take_out(self, column: int) -> None:
        block = self.tops[column][0]
        move, colour = block & 31, block >> 5 & 1
        bits, heights, z = BITS[colour][move], self.heights, block >> 6 & 127
        self.blocks ^= 1 << (block & BLOCK)
        self.levels[z] &= ~bits
        if move < UPRIGHT:
            self.levels[z + 1] &= ~bits
        for under in UNDER[move]:
            heights[under] = z
            self.tops[under] = self.tops[under][1]
            self._uncover(under)
        self._find_open_levels()
        self.stock[colour] += 1
        self.passes = 0
        self._turn_over()
        for under in UNDER[move]:
            self.barred |= BAR[under]

    def _find_open_levels(self) -> None:
        self.base = min(self.heights)
        filled = [(level | level >> 9) & FULL for level in self.levels[self.base:max(self.heights)]]
        self.open_levels = sum(level << 9 * k for k, level in enumerate(filled))

    def _uncover(self, column: int) -> None:
        """Update the roof and the supported flat moves after a block was removed from the top of a column."""
        top = self.tops[column][0]
        self.roof &= KEEP[column]
        if top:
            self.roof |= BITS[top >> 5 & 1][column]
        for move in FLATS[BAR[column] >> UPRIGHT]:
            a, b = UNDER[move]
            same = self.tops[a][0] == self.tops[b][0]
            self.joined = self.joined | 1 << move if same else self.joined & ~(1 << move)

    # --- points ---

    def points(self) -> tuple[int, int]:
        """Return the points of both colours if the game ended now."""
        return points_of(self.levels, self.roof)

    def lead(self) -> int:
        """Return the lead of seat 0 in points."""
        first, second = points_of(self.levels, self.roof)
        return first - second


def points_of(levels: list[int], roof: int) -> tuple[int, int]:
    """Return the points of both colours: one pass up each side per colour, unrolled for speed."""
    s0 = e0 = n0 = w0 = s1 = e1 = n1 = w1 = GROUND
    for level in levels:
        if not level:
            break
        a, b, c, d, e, f, g, h = ROWS[level]
        s0 = s0[a] or higher(s0, a)
        e0 = e0[b] or higher(e0, b)
        n0 = n0[c] or higher(n0, c)
        w0 = w0[d] or higher(w0, d)
        s1 = s1[e] or higher(s1, e)
        e1 = e1[f] or higher(e1, f)
        n1 = n1[g] or higher(n1, g)
        w1 = w1[h] or higher(w1, h)
    return (s0[8] + e0[8] + n0[8] + w0[8] + ROOF[roof & 511], s1[8] + e1[8] + n1[8] + w1[8] + ROOF[roof >> 9])


# --- playouts ---


def playout(tower: Tower, random: Callable[[], float]) -> int:
    """Return the lead of seat 0 after both players have laid all their blocks at random.

    A bonus is answered by a block or declined; no block is taken out.
    """
    tower = tower.copy()
    while not tower.over and (tower.bonus or tower.barred or not tower.levels[0]):
        moves = tower.moves()
        tower.make(moves[int(random() * len(moves))])
    if tower.over:
        return tower.lead()
    heights, levels, stock, player = tower.heights, tower.levels, tower.stock, tower.player
    base, open_levels, joined, roof, bonus = tower.base, tower.open_levels, tower.joined, tower.roof, 0
    places, bonus_block = tower.places, tower.rules.bonus_block
    while stock[0] or stock[1]:
        if not stock[player]:
            player, bonus = 1 - player, 0
            continue
        mask = places[open_levels] & ~joined
        uprights, flats = UPRIGHTS[mask & 511], FLATS[mask >> 9]
        count = len(uprights)
        pick = int(random() * (count + len(flats) + bonus))
        bits = BITS[player]
        if pick < count:
            move = uprights[pick]
            bit, z = bits[move], heights[move]
            levels[z] |= bit
            levels[z + 1] |= bit
            heights[move] = z + 2
            open_levels |= SHAPE[move] << 9 * (z - base)
        else:
            if pick == count + len(flats):  # a declined bonus; without any place the playout ends
                if not mask:
                    break
                player, bonus = 1 - player, 0
                continue
            move = flats[pick - count]
            first, second = UNDER[move]
            bit, z = bits[move], heights[first]
            levels[z] |= bit
            heights[first] = heights[second] = z + 1
            open_levels |= SHAPE[move] << 9 * (z - base)
        while open_levels & 511 == 511:
            open_levels >>= 9
            base += 1
        joined = joined & OPEN[move] | JOIN[move]
        roof = roof & KEEP[move] | bit
        stock[player] -= 1
        if bonus or not bonus_block or not COVERS_MIDDLE[move]:
            player, bonus = 1 - player, 0
        else:
            bonus = 1
    first, second = points_of(levels, roof)
    return first - second


# --- conversion ---


def number_of(move: Move) -> int:
    """Return the number of a move of the rules; a removal is numbered by the column of its square."""
    if isinstance(move, Pass):
        return PASS
    column = COLUMN[move.x, move.y]
    if isinstance(move, TakeOut):
        return REMOVE + column
    if move.way == "V":
        return column
    other = COLUMN[move.x + 1, move.y] if move.way == "X" else COLUMN[move.x, move.y + 1]
    return UPRIGHT + PAIRS.index((column, other))


def move_of(tower: Tower, number: int) -> Move:
    """Return the move of the rules for a number, in this tower."""
    if number == PASS:
        return Pass()
    if number >= REMOVE:
        column = number - REMOVE
        return TakeOut(*COLUMNS[column], tower.tops[column][0] >> 6 & 127)
    column = UNDER[number][0]
    way = "V" if number < UPRIGHT else "X" if number < UPRIGHT + 6 else "Y"
    return Lay(way, *COLUMNS[column], tower.heights[column])
