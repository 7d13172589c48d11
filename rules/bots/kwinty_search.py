"""Searches in Kwinty: alpha-beta for the players, attacks by threats alone, proofs for puzzles, random games.

All of it runs on the twin in `rules/games/kwinty_board.py`. Values are seen by the player whose turn it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from rules.games.kwinty import FLAT, PASS, UPRIGHT, Move
from rules.games.kwinty_board import Block, Board, Position, turned

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
    near: int = 24
    """A free square in a row of which three are own, so that two more squares may complete it."""
    four: int = 25
    """A line of four; it decides if nobody makes five."""
    tempo: int = 10
    """Having the turn."""


class Found(NamedTuple):
    """The best move of a search, its value, and how many plies it looked ahead."""

    move: Move
    value: int
    depth: int


class Search:
    """Looks ahead on one board until a number of positions, a time or a call says stop.

    What it learns about positions is kept for the next question, but not for another turn of the game.
    """

    def __init__(self, board: Board, nodes: int | None = None, deadline: float | None = None,
                 stop: Callable[[], bool] | None = None, weights: Weights = Weights()):
        self.board, self.weights = board, weights
        self.nodes, self.limit = 0, nodes
        self.deadline, self.stop = deadline, stop
        self._seen: dict[Position, tuple[int, int, int, Block | None]] = {}
        """By position: depth, value, whether that is exact (0) or a lower (1) or upper (-1) bound, best block."""
        self._patterns: dict[int, tuple[int, int, int]] = {}
        self._cuts: dict[Block, int] = {}
        """How often a block refuted a line elsewhere: such blocks are tried first."""
        self._attacks: dict[tuple[Position, int], bool] = {}

    def _count(self) -> None:
        """One more position is looked at; now and then: is there time for more?"""
        self.nodes += 1
        if self.nodes & 127:
            return
        if self.limit is not None and self.nodes >= self.limit:
            raise TimeUp
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise TimeUp
        if self.stop is not None and self.stop():
            raise TimeUp

    # --- judging a quiet position ---

    def _pattern(self, own: int) -> tuple[int, int, int]:
        """What own squares promise by themselves: squares that complete a row, squares near to it, fours."""
        found = self._patterns.get(own)
        if found is None:
            near = 0
            for direction in self.board.directions:
                near |= _with_three(own, direction)
            found = self._patterns[own] = self.board.completing(own)[2], near & ~own, self.board.fours(own)
        return found

    def judge(self, own: int, other: int) -> int:
        """The value of a position in which nobody can win at once."""
        occupied, weights = own | other, self.weights
        free = self.board.in_reach[occupied & self.board.ground] & ~occupied
        hot, near, fours = self._pattern(own)
        their_hot, their_near, their_fours = self._pattern(other)
        return (weights.hot * ((hot & free).bit_count() - (their_hot & free).bit_count())
                + weights.near * ((near & free).bit_count() - (their_near & free).bit_count())
                + weights.four * (fours - their_fours) + weights.tempo)

    def settled(self, own: int, other: int, ply: int) -> int:
        """The value of a wall that nobody can add to."""
        difference = self.board.fours(own) - self.board.fours(other)
        if difference == 0:
            return 0
        return BY_FOURS - ply if difference > 0 else ply - BY_FOURS

    # --- alpha-beta ---

    def value(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position. A threat must be answered, so the answer costs no depth."""
        self._count()
        board = self.board
        own_flat, own_upright, other_flat, other_upright = position
        own, other = own_flat | own_upright, other_flat | other_upright
        occupied = own | other
        flat, upright = board.placements(own_flat, own_upright, occupied)
        winning_flat, winning_upright, _ = board.completing(own)
        if flat & winning_flat or upright & winning_upright:
            return WIN - ply
        if alpha >= WIN - ply - 2:
            return alpha  # a row two plies later would come too late to matter
        their_flat, their_upright = board.placements(other_flat, other_upright, occupied)
        if not (flat or upright):
            if not (their_flat or their_upright):
                return self.settled(own, other, ply)
            return -self.value(turned(position), depth, -beta, -alpha, ply + 1)
        hot_flat, hot_upright, _ = board.completing(other)
        if their_flat & hot_flat or their_upright & hot_upright:
            depth = max(depth, 0) + 1
        elif depth <= 0:
            return self.judge(own, other)
        blocks = self._ordered(position, flat, upright, hot_flat, hot_upright)
        return self._deeper(position, blocks, depth, alpha, beta, ply)

    def _deeper(self, position: Position, blocks: list[Block], depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position by those of the positions after it."""
        seen = self._seen.get(position)
        if seen is not None:
            known_depth, known, bound, _ = seen
            if known_depth >= depth or abs(known) > SURE:
                if bound == 0 or bound > 0 and known >= beta or bound < 0 and known <= alpha:
                    return known
        best, best_block, floor = -WIN, None, alpha
        for block in blocks:
            found = -self.value(self.board.lay(position, block), depth - 1, -beta, -floor, ply + 1)
            if found > best:
                best, best_block, floor = found, block, max(floor, found)
                if floor >= beta:
                    self._cuts[block] = self._cuts.get(block, 0) + depth * depth
                    break
        self._seen[position] = depth, best, 1 if best >= beta else 0 if best > alpha else -1, best_block
        return best

    def _ordered(self, position: Position, flat: int, upright: int, hot_flat: int, hot_upright: int
                 ) -> list[Block]:
        """The most promising first: what was best before, what takes a completing square, what cut elsewhere."""
        cuts, seen, ranked = self._cuts, self._seen.get(position), []
        first = seen[3] if seen else None
        while flat:
            bit = flat & -flat
            flat ^= bit
            ranked.append((cuts.get((FLAT, bit), 0) + (1 << 40 if bit & hot_flat else 0), FLAT, bit))
        while upright:
            bit = upright & -upright
            upright ^= bit
            ranked.append((cuts.get((UPRIGHT, bit), 0) + (1 << 40 if bit & hot_upright else 0), UPRIGHT, bit))
        ranked.sort(reverse=True)
        blocks: list[Block] = [(way, bit) for _, way, bit in ranked]
        if first is not None:
            blocks.remove(first)
            blocks.insert(0, first)
        return blocks

    # --- the best move ---

    def best(self, position: Position, most_depth: int, rng: Random | None = None, spread: float = 0.0) -> Found:
        """The best move, looking one ply further each time until there is no time for more.

        Moves judged to be worse by less than `spread` are played as well, now and then: games shall differ.
        """
        moves = self.board.moves(position)
        bonus = {move: spread * rng.random() if rng else 0.0 for move in moves}
        moves.sort(key=lambda move: -bonus[move])
        found = Found(moves[0], 0, 0)
        if moves == [PASS]:
            return found
        for depth in range(1, most_depth + 1):
            try:
                found = self._best_at(position, moves, bonus, depth)
            except TimeUp:
                break
            if abs(found.value) > SURE and WIN - abs(found.value) <= depth:
                break  # looking further would not find a quicker way
            moves.remove(found.move)
            moves.insert(0, found.move)
        return found

    def _best_at(self, position: Position, moves: list[Move], bonus: dict[Move, float], depth: int) -> Found:
        found, most = Found(moves[0], -WIN, depth), -float("inf")
        for move in moves:
            after = self.board.after(position, move)
            if self.board.has_row(after[2] | after[3]):
                return Found(move, WIN, depth)
            # A sure value counts as it is, a judgement with the bonus of the move.
            need = found.value if abs(found.value) > SURE else int(most - bonus[move])
            value = -self.value(after, depth - 1, -WIN, -need, 1)
            liked = value if abs(value) > SURE else value + bonus[move]
            if liked > most:
                found, most = Found(move, value, depth), liked
        return found
