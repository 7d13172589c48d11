"""Searches in Kwinty: alpha-beta for the players, exact proofs for puzzles, quick games at random.

All of it runs on the twin in `rules/games/kwinty_board.py`. Values are seen by the player whose turn it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from rules.games.kwinty import PASS, Move
from rules.games.kwinty_board import Board, Position, bits_of

WIN = 100_000
"""The value of a row; each ply until it stands makes it one less, so that quick wins come first."""
BY_FOURS = 50_000
"""The value of a round won by lines of four."""
SURE = 40_000
"""Values beyond this are proved, those within are judged."""


class TimeUp(Exception):
    """The search has to answer now."""


class Weights(NamedTuple):
    """What a quiet position is worth by what stands in it."""

    hot: int = 60
    """A free square that would complete a row."""
    near: int = 12
    """A free square in a row with three own ones and no foreign one so far."""
    four: int = 25
    """A line of four; it decides if nobody makes five."""
    tempo: int = 10


class Found(NamedTuple):
    """The best move of a search, its value, and how many plies it looked ahead."""

    move: Move
    value: int
    depth: int


class Search:
    """One search after the other on one board; what was learnt about positions is kept in between."""

    def __init__(self, board: Board, nodes: int | None = None, deadline: float | None = None,
                 stop: Callable[[], bool] | None = None, weights: Weights = Weights()):
        self.board, self.weights = board, weights
        self.nodes, self.limit = 0, nodes
        self.deadline, self.stop = deadline, stop
        self._seen: dict[tuple[int, int, int, int], tuple[int, int, int, int, int]] = {}
        self._patterns: dict[int, tuple[int, int, int]] = {}
        self._history: dict[tuple[int, int], int] = {}

    def _tick(self) -> None:
        """Asked every 128 positions: is there time for more?"""
        if self.limit is not None and self.nodes >= self.limit:
            raise TimeUp
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise TimeUp
        if self.stop is not None and self.stop():
            raise TimeUp

    # --- judging a quiet position ---

    def _pattern(self, own: int) -> tuple[int, int, int]:
        """What own squares promise by themselves: completing squares, squares near to it, lines of four."""
        found = self._patterns.get(own)
        if found is None:
            near = 0
            for d in self.board.directions:
                x0, x1, x2, x3, x4 = own, own >> d, own >> 2 * d, own >> 3 * d, own >> 4 * d
                # Two full adders: `ones` and `twos` + `more` are the digits of how many of the five are own.
                half = x0 ^ x1 ^ x2
                carry = x0 & x1 | x2 & (x0 | x1)
                ones = half ^ x3 ^ x4
                more = half & x3 | x4 & (half | x3)
                rows = ones & (carry ^ more)
                near |= (rows | rows << d | rows << 2 * d | rows << 3 * d | rows << 4 * d)
            found = self._patterns[own] = self.board.completing(own)[2], near & ~own, self.board.fours(own)
        return found

    def judge(self, own: int, other: int) -> int:
        occupied = own | other
        free = self.board.in_reach[occupied & self.board.ground] & ~occupied
        hot, near, fours = self._pattern(own)
        their_hot, their_near, their_fours = self._pattern(other)
        weights = self.weights
        return (weights.hot * ((hot & free).bit_count() - (their_hot & free).bit_count())
                + weights.near * ((near & free).bit_count() - (their_near & free).bit_count())
                + weights.four * (fours - their_fours) + weights.tempo)

    def _settled(self, own: int, other: int, ply: int) -> int:
        """The value of a wall that nobody can add to."""
        difference = self.board.fours(own) - self.board.fours(other)
        if difference == 0:
            return 0
        return BY_FOURS - ply if difference > 0 else ply - BY_FOURS

    # --- alpha-beta ---

    def value(self, own_flat: int, own_upright: int, other_flat: int, other_upright: int,
              depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position. A threat must be answered, so the answer costs no depth."""
        self.nodes += 1
        if not self.nodes & 127:
            self._tick()
        board = self.board
        own, other = own_flat | own_upright, other_flat | other_upright
        occupied = own | other
        flat, upright = board.placements(own_flat, own_upright, occupied)
        winning_flat, winning_upright, _ = board.completing(own)
        if flat & winning_flat or upright & winning_upright:
            return WIN - ply
        if alpha >= WIN - ply - 2:
            return alpha
        their_flat, their_upright = board.placements(other_flat, other_upright, occupied)
        if not flat and not upright:
            if not their_flat and not their_upright:
                return self._settled(own, other, ply)
            return -self.value(other_flat, other_upright, own_flat, own_upright, depth, -beta, -alpha, ply + 1)
        hot_flat, hot_upright, _ = board.completing(other)
        threatened = their_flat & hot_flat or their_upright & hot_upright
        if depth <= 0 and not threatened:
            return self.judge(own, other)
        key = (own_flat, own_upright, other_flat, other_upright)
        seen = self._seen.get(key)
        first_way = first_bit = 0
        if seen is not None:
            known_depth, known, bound, first_way, first_bit = seen
            if known_depth >= depth or abs(known) > SURE:
                if bound == 0 or bound > 0 and known >= beta or bound < 0 and known <= alpha:
                    return known
        step, history = board.step, self._history
        moves = []
        rest = flat
        while rest:
            bit = rest & -rest
            rest ^= bit
            order = history.get((0, bit), 0)
            if bit & hot_flat:
                order += 1 << 40
            moves.append((order, 0, bit))
        rest = upright
        while rest:
            bit = rest & -rest
            rest ^= bit
            order = history.get((1, bit), 0)
            if bit & hot_upright:
                order += 1 << 40
            moves.append((order, 1, bit))
        if first_bit:
            moves = [(1 << 50 if way == first_way and bit == first_bit else order, way, bit)
                     for order, way, bit in moves]
        moves.sort(reverse=True)
        below = depth if threatened else depth - 1
        best, best_way, best_bit, floor = -WIN, 0, 0, alpha
        for _, way, bit in moves:
            if way:
                found = -self.value(other_flat, other_upright, own_flat, own_upright | bit | bit << 1,
                                    below, -beta, -floor, ply + 1)
            else:
                found = -self.value(other_flat, other_upright, own_flat | bit | bit << step, own_upright,
                                    below, -beta, -floor, ply + 1)
            if found > best:
                best, best_way, best_bit = found, way, bit
                if found > floor:
                    floor = found
                    if floor >= beta:
                        history[way, bit] = history.get((way, bit), 0) + depth * depth + 1
                        break
        bound = 1 if best >= beta else 0 if best > alpha else -1
        self._seen[key] = (depth, best, bound, best_way, best_bit)
        return best

    def best(self, position: Position, most_depth: int, rng: Random | None = None, spread: float = 0.0) -> Found:
        """The best move, looking one ply further each time until the limit; raises TimeUp never.

        `spread` is how much worse, by judgement, a move may be and still be played now and then, so that
        games differ.
        """
        moves = self.board.moves(position)
        bonus = {move: spread * rng.random() if rng else 0.0 for move in moves}
        moves.sort(key=lambda move: -bonus[move])
        found = Found(moves[0], 0, 0)
        if moves == [PASS]:
            return found
        for depth in range(1, most_depth + 1):
            try:
                ranked = self._root(position, moves, bonus, depth)
            except TimeUp:
                break
            found = Found(ranked[0][1], ranked[0][0], depth)
            if abs(found.value) > SURE and WIN - abs(found.value) <= depth + 1:
                break
            moves = [move for _, move in ranked]
        return found

    def _root(self, position: Position, moves: list[Move], bonus: dict[Move, float], depth: int
              ) -> list[tuple[int, Move]]:
        """The moves with their values, the best first; values of the others are only bounds."""
        ranked: list[tuple[float, int, Move]] = []
        best = -float(WIN)
        for move in moves:
            after = self.board.after(position, move)
            if self.board.has_row(after.other_flat | after.other_upright):
                return [(WIN, move)] + [(value, other) for _, value, other in ranked]
            need = best - bonus[move] if abs(best) < SURE else best
            value = -self.value(*after, depth - 1, -WIN, -int(need), 1)
            liked = value + bonus[move] if abs(value) < SURE else float(value)
            ranked.append((liked if liked > best else -float(WIN) - len(ranked), value, move))
            best = max(best, liked)
        ranked.sort(key=lambda entry: -entry[0])
        return [(value, move) for _, value, move in ranked]


def playout(board: Board, position: Position, rng: Random) -> int:
    """A quick game at random in which nobody overlooks a row: 1 won, 0 drawn, -1 lost for who has the turn."""
    own_flat, own_upright, other_flat, other_upright = position
    side, passed, step, random = 1, False, board.step, rng.random
    placements, completing = board.placements, board.completing
    while True:
        own = own_flat | own_upright
        flat, upright = placements(own_flat, own_upright, own | other_flat | other_upright)
        flats, total = flat.bit_count(), flat.bit_count() + upright.bit_count()
        if total:
            winning_flat, winning_upright, _ = completing(own)
            if flat & winning_flat or upright & winning_upright:
                return side
            index = int(random() * total)
            if index < flats:
                bit = _nth(flat, index)
                own_flat |= bit | bit << step
            else:
                bit = _nth(upright, index - flats)
                own_upright |= bit | bit << 1
        elif passed:
            difference = board.fours(own) - board.fours(other_flat | other_upright)
            return side if difference > 0 else -side if difference < 0 else 0
        passed = not total
        own_flat, own_upright, other_flat, other_upright = other_flat, other_upright, own_flat, own_upright
        side = -side


def _nth(squares: int, index: int) -> int:
    for _ in range(index):
        squares &= squares - 1
    return squares & -squares
