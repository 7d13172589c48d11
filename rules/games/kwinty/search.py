"""Search in Kwinty: alpha-beta for the bots, proofs for the puzzles.

Everything runs on the twin in `rules/games/kwinty/board.py`. Values are seen by the current player.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from rules.games.kwinty.board import Block, Board, Position, listed, turned
from rules.games.kwinty.rules import FLAT, PASS, Move
from rules.kit.skill import Stop
from rules.kit.undisturbed import undisturbed

WIN = 100_000
"""Value of a completed row, less one for each ply until then, so that quick wins come first."""
BY_FOURS = 50_000
"""Value of a round won by lines of four."""
SURE = 40_000
"""Values beyond this are proved, those within are estimates."""


class TimeUp(Exception):
    """Raised when the search has to answer now."""


class Weights(NamedTuple):
    """The weights of the evaluation of a quiet position."""

    hot: int = 60
    """A free square that would complete a row."""
    near: int = 30
    """A free square in a row that lacks two squares."""
    four: int = 25
    """A line of four; it decides if neither player makes five."""
    tempo: int = 10
    """Having the turn."""


WEIGHTS = Weights()


class Found(NamedTuple):
    """The best move of a search, its value, and the depth reached."""

    move: Move
    value: int
    depth: int


class Search:
    """Alpha-beta on one board until a node limit, a deadline or `stop` ends it.

    The transposition table is kept for further questions, but not for another turn of the game.
    """

    def __init__(self, board: Board, nodes: int | None = None, deadline: float | None = None,
                 stop: Callable[[], bool] | None = None, weights: Weights = WEIGHTS):
        self.board, self.weights = board, weights
        self.nodes, self.limit = 0, nodes
        self.deadline, self.stop = deadline, stop
        self._seen: dict[Position, tuple[int, int, int, Block | None]] = {}
        """Transposition table: depth, value, bound (0 exact, 1 lower, -1 upper), best block."""
        self._patterns: dict[int, tuple[int, int, int]] = {}
        self._cuts: defaultdict[Block, int] = defaultdict(int)
        """History heuristic: number of cutoffs by each block; such blocks are tried first."""

    def _look_at_the_clock(self) -> None:
        """Raise TimeUp if there is no time for more positions."""
        if self.limit is not None and self.nodes >= self.limit:
            raise TimeUp
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise TimeUp
        if self.stop is not None and self.stop():
            raise TimeUp

    # --- evaluating a quiet position ---

    def _pattern(self, own: int) -> tuple[int, int, int]:
        """Return the potential of own squares: squares that complete a row, squares near to it, fours."""
        found = self._patterns.get(own)
        if found is None:
            board = self.board
            if (board.win, board.counted) == (5, 4):
                near, fours = near_and_fours(own, board.directions)
            else:
                near, fours = near_rows(own, board.directions, board.win), board.fours(own)
            found = self._patterns[own] = board.completing(own)[2], near & ~own, fours
        return found

    def judge(self, own: int, other: int) -> int:
        """Return the value of a position in which neither player can win immediately."""
        occupied, patterns = own | other, self._patterns
        free = self.board.in_reach[occupied & self.board.ground] & ~occupied
        hot, near, fours = patterns.get(own) or self._pattern(own)
        their_hot, their_near, their_fours = patterns.get(other) or self._pattern(other)
        weights = self.weights
        return (weights.hot * ((hot & free).bit_count() - (their_hot & free).bit_count())
                + weights.near * ((near & free).bit_count() - (their_near & free).bit_count())
                + weights.four * (fours - their_fours) + weights.tempo)

    def settled(self, own: int, other: int, ply: int) -> int:
        """Return the value of a wall to which neither player can add."""
        difference = self.board.fours(own) - self.board.fours(other)
        if difference == 0:
            return 0
        return BY_FOURS - ply if difference > 0 else ply - BY_FOURS

    # --- alpha-beta ---

    def value(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a position. A threat must be answered, so the answer costs no depth.

        `Board.room` and `Board.own_room` are inlined here, and `Board.lay` below: this is the hot path.
        """
        self.nodes += 1
        if not self.nodes & 127:
            self._look_at_the_clock()
        board = self.board
        step, ground = board.step, board.ground
        own_flat, own_upright, other_flat, other_upright = position
        own, other = own_flat | own_upright, other_flat | other_upright
        occupied = own | other
        surface = (occupied << 1 | ground) & ~occupied
        room_flat, room_upright = board.allowed[occupied & ground]
        room_flat &= surface & surface >> step
        room_upright &= surface
        if own.bit_count() < board.most_squares:
            flat = room_flat & ~(own_flat << step | own_flat >> 2 * step)
            upright = room_upright & ~(own_upright << 1)
        else:
            flat = upright = 0
        winning_flat, winning_upright, _ = board.completed.get(own) or board.completing(own)
        if flat & winning_flat or upright & winning_upright:
            return WIN - ply
        if alpha >= WIN - ply - 2:
            return alpha  # a row two plies later would be too late to matter
        if not (flat or upright):
            if not any(board.own_room(other_flat, other_upright, room_flat, room_upright)):
                return self.settled(own, other, ply)
            return -self.value(turned(position), depth, -beta, -alpha, ply + 1)
        hot_flat, hot_upright, _ = board.completed.get(other) or board.completing(other)
        # Mostly no completing block has room, and nothing more needs to be checked.
        if (room_flat & hot_flat or room_upright & hot_upright) and self._threatened(
                other_flat, other_upright, room_flat & hot_flat, room_upright & hot_upright):
            depth = max(depth, 0) + 1
        elif depth <= 0:
            return self.judge(own, other)
        seen = self._seen.get(position)
        if seen is not None:
            known_depth, known, bound, _ = seen
            if (known_depth >= depth or abs(known) > SURE) and (
                    bound == 0 or (known >= beta if bound > 0 else known <= alpha)):
                return known
        blocks = self._ordered(flat, upright, hot_flat, hot_upright, seen[3] if seen else None)
        return self._deeper(position, blocks, depth, alpha, beta, ply)

    def _threatened(self, other_flat: int, other_upright: int, flat: int, upright: int) -> bool:
        """Return whether the other player may lay one of the blocks that complete a row."""
        flat, upright = self.board.own_room(other_flat, other_upright, flat, upright)
        return bool(flat or upright)

    def _deeper(self, position: Position, blocks: list[Block], depth: int, alpha: int, beta: int,
                ply: int) -> int:
        """Return the value of a position from those of its successors."""
        best, best_block, floor = -WIN, None, alpha
        value, step = self.value, self.board.step
        own_flat, own_upright, other_flat, other_upright = position
        for block in blocks:
            way, bit = block
            if way == FLAT:
                after = other_flat, other_upright, own_flat | bit | bit << step, own_upright
            else:
                after = other_flat, other_upright, own_flat, own_upright | bit | bit << 1
            found = -value(after, depth - 1, -beta, -floor, ply + 1)
            if found > best:
                best, best_block, floor = found, block, max(floor, found)
                if floor >= beta:
                    self._cuts[block] += depth * depth
                    break
        self._seen[position] = depth, best, 1 if best >= beta else 0 if best > alpha else -1, best_block
        return best

    def _ordered(self, flat: int, upright: int, hot_flat: int, hot_upright: int, first: Block | None
                 ) -> list[Block]:
        """Order moves: the previous best, then those that take a completing square, then frequent cutoffs."""
        blocks = listed(flat, upright)
        blocks.sort(key=self._cuts.__getitem__, reverse=True)
        if flat & hot_flat or upright & hot_upright:
            blocks.sort(key=lambda block: not block[1] & (hot_flat if block[0] == FLAT else hot_upright))
        if first is not None:
            blocks.remove(first)
            blocks.insert(0, first)
        return blocks

    # --- the best move ---

    def worth(self, position: Position, move: Move, depth: int) -> int:
        """Return the value of a move at some depth; an estimate if time runs out."""
        after = self.board.after(position, move)
        own, other = after[2] | after[3], after[0] | after[1]
        if self.board.has_row(own):
            return WIN
        try:
            return -self.value(after, depth - 1, -WIN, WIN, 1)
        except TimeUp:
            return -WIN if self.board.winning(after) else -self.judge(other, own)

    def best(self, position: Position, most_depth: int, rng: Random | None = None, spread: float = 0.0
             ) -> Found:
        """Return the best move by iterative deepening until time is up.

        Moves rated worse by less than `spread` are sometimes played as well, for variety.
        """
        moves = self.board.moves(position)
        if moves == [PASS]:
            return Found(PASS, 0, 0)
        wins = self.board.winning(position)
        if wins:
            return Found(self.board.move(wins[0]), WIN, 1)
        bonus = {move: spread * rng.random() if rng else 0.0 for move in moves}
        loses = {move: bool(self.board.winning(self.board.after(position, move))) for move in moves}
        moves.sort(key=lambda move: (loses[move], -bonus[move]))
        found = Found(moves[0], 0, 0)  # even without any time, never miss a win
        with undisturbed():
            for depth in range(1, most_depth + 1):
                try:
                    found = self._best_at(position, moves, bonus, depth)
                except TimeUp:
                    break
                if abs(found.value) > SURE and not BY_FOURS < abs(found.value) < WIN - depth:
                    break  # decided: searching deeper would not find a quicker row
                moves.remove(found.move)
                moves.insert(0, found.move)
        return found

    def _best_at(self, position: Position, moves: list[Move], bonus: dict[Move, float], depth: int) -> Found:
        found, most = Found(moves[0], -WIN, depth), -float("inf")
        for move in moves:
            # A proved value counts as it is, an estimate with the bonus of the move.
            need = found.value if abs(found.value) > SURE else int(most - bonus[move])
            value = -self.value(self.board.after(position, move), depth - 1, -WIN, -need, 1)
            liked = value if abs(value) > SURE else value + bonus[move]
            if liked > most:
                found, most = Found(move, value, depth), liked
        return found


def near_and_fours(own: int, directions: Iterable[int]) -> tuple[int, int]:
    """`near_rows` for rows of five and lines of exactly four, unrolled because all new sets pass here."""
    near = fours = 0
    for d in directions:
        x1, x2, x3, x4 = own >> d, own >> 2 * d, own >> 3 * d, own >> 4 * d
        both = own & x1
        half, carry = own ^ x1 ^ x2, both | x2 & (own | x1)
        rows = (half ^ x3 ^ x4) & (carry ^ (half & x3 | x4 & (half | x3)))
        if rows:
            near |= rows | rows << d | rows << 2 * d | rows << 3 * d | rows << 4 * d
        four = both & x2 & x3
        if four:
            fours += (four & ~(own << d | x4)).bit_count()
    return near, fours


def near_rows(own: int, directions: Iterable[int], length: int) -> int:
    """Return the squares of all rows of a length in which all but two are own."""
    squares = 0
    for d in directions:
        digits = [0, 0, 0, 0, 0]  # in binary: the number of own squares, for every row at once
        for distance in range(length):
            carry = own >> distance * d
            for place, digit in enumerate(digits):
                digits[place], carry = digit ^ carry, digit & carry
        rows = -1
        for place, digit in enumerate(digits):
            rows &= digit if length - 2 >> place & 1 else ~digit
        for distance in range(length):
            squares |= rows << distance * d
    return squares


# --- proofs -------------------------------------------------------------------------------------


class Proof:
    """Decides whether a row can be forced within some plies, by exhaustive search without evaluation."""

    def __init__(self, board: Board, stop: Stop = lambda: False):
        self.board, self._stop = board, stop
        self._known: dict[tuple[Position, int], bool] = {}

    def wins(self, position: Position, plies: int) -> bool:
        """Return whether the current player can force a row within `plies` plies; False once stopped."""
        if self.board.winning(position):
            return plies > 0
        if plies < 3 or self._stop():
            return False
        known = self._known.get((position, plies))
        if known is None:
            known = self._known[position, plies] = any(
                self.loses(after, plies - 1) for after in self._after(position))
        return known

    def loses(self, position: Position, plies: int) -> bool:
        """Return whether the other player has a row within `plies` plies, whatever is played."""
        if plies < 2 or self.board.winning(position):
            return False
        after = self._after(position)
        return bool(after) and all(self.wins(position, plies - 1) for position in after)

    def winning_moves(self, position: Position, plies: int) -> list[Move]:
        """Return the moves that force a row within `plies` plies, including the move."""
        wins = {self.board.move(block) for block in self.board.winning(position)}
        return [move for move in self.board.moves(position)
                if move in wins or self.loses(self.board.after(position, move), plies - 1)]

    def holding_moves(self, position: Position, plies: int) -> list[Move]:
        """Return the moves after which the other player cannot force a row within `plies` plies."""
        return [move for move in self.board.moves(position)
                if not self.wins(self.board.after(position, move), plies)]

    def line(self, position: Position, plies: int) -> tuple[Move, ...]:
        """Return a winning line against the longest resistance, fewest alternatives; empty if none wins."""
        board = self.board
        winning = next((moves for within in range(1, plies + 1, 2)
                        if (moves := self.winning_moves(position, within))), None)
        if winning is None:
            return ()
        after = board.after(position, winning[0])
        if board.has_row(after[2] | after[3]):
            return (winning[0],)

        def resistance(answer: Move) -> tuple[int, int]:
            then = board.after(after, answer)
            length = next((within for within in range(1, plies, 2) if self.wins(then, within)), 0)
            return length, -len(board.winning(then))

        answer = max(board.moves(after), key=resistance)
        return winning[0], answer, *self.line(board.after(after, answer), plies - 2)

    def _after(self, position: Position) -> list[Position]:
        """Return all successors of a position; none if neither player can lay."""
        blocks = self.board.blocks(position)
        if blocks:
            return [self.board.lay(position, block) for block in blocks]
        return [turned(position)] if self.board.blocks(turned(position)) else []
