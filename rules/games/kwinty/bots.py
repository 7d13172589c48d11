"""The bots of Kwinty at the four levels, hints, and the review after a game.

Easy overlooks diagonals and plans nothing; medium sees the answers to its moves; hard looks a few moves
ahead; master proves what it can and plays thousands of games in its head.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh
from random import Random
from typing import Any, ClassVar

from rules.base import Outcome, Phrase
from rules.engine import Bot, Choice, Engine, Goal, Verdict
from rules.games.kwinty.board import board_of, turned
from rules.games.kwinty.rules import Kwinty, KwintyState, Lay, Line, Move
from rules.games.kwinty.search import SURE, WIN, Found, Proof, Search
from rules.games.kwinty.tree import Tree, best_after
from rules.games.kwinty.yardstick import most_tried
from rules.kit.skill import Stop, softmax, time_is_up

SPREAD, OPENING_SPREAD, OPENING = 12.0, 50.0, 6
"""How much worse than the best a move may be rated and still be played by hard and master, for variety: more
while the wall has at most OPENING blocks, where little is decided.
"""
CLEAR = 400.0
"""A rating that makes one side a clear favourite."""
REVIEW_NODES, LEAST_NODES, MOST_NODES = 300_000, 2_000, 20_000
"""Positions searched in a whole review, and for one of its moves."""


# --- reasons ------------------------------------------------------------------------------------


def why(rules: Kwinty, state: KwintyState, move: Move, value: int = 0) -> Phrase:
    """Return the reason for a move, checkable on the wall; `value` is its rating by a search."""
    if not isinstance(move, Lay):
        return Phrase("hint.kwinty.pass")
    after = rules.apply(state, move).state
    values: dict[str, Any] = {
        "column": state.wall.number(move.x), "row": move.y + 1, "x": move.x, "y": move.y}
    if value > SURE and not after.ended:
        values["n"] = (WIN - value) // 2 + 1
    return Phrase(f"hint.kwinty.{_reason(rules, state, after, move, value)}", values)


def _reason(rules: Kwinty, state: KwintyState, after: KwintyState, lay: Lay, value: int) -> str:
    if not state.wall.laid:
        return "first"
    if after.ended:
        return _end(after.ended, state.player)
    if value > SURE:
        return "forces" if value > WIN - 100 else "fours_decide"
    if value < -SURE:
        return "lost"
    return _answer(rules, state, after, lay) or _plan(rules, state, after, lay)


def _end(outcome: Outcome, by: int) -> str:
    if outcome.why == "five":
        return "wins"
    if outcome.why == "draw":
        return "ends_draw"
    return "ends_won" if outcome.winners == (by,) else "ends_lost"


def _answer(rules: Kwinty, state: KwintyState, after: KwintyState, lay: Lay) -> str | None:
    """Return how the move responds to the next block of the other player."""
    other = 1 - state.player
    if not rules.winning_lays(state, other) or rules.winning_lays(after, other):
        return None
    gaps = {four.gap for four in rules.open_fours(state, other) if four.ready}
    return "blocks_four" if gaps & set(lay.squares) else "blocks"


def _plan(rules: Kwinty, state: KwintyState, after: KwintyState, lay: Lay) -> str:
    """Return what the move builds or takes away, the most important first."""
    by, other = state.player, 1 - state.player
    threats = rules.winning_lays(after, by)
    if threats:
        return "threatens_twice" if len(threats) > 1 else "threatens"
    if after.scores[by] > state.scores[by]:
        return "four"
    if any(four.gap in lay.squares for four in rules.open_fours(state, other)):
        return "closes_four"
    if len(rules.open_fours(after, by)) > len(rules.open_fours(state, by)):
        return "opens_four"
    if any(len(line) == 3 and _through(line, lay) for line in after.wall.lines(by)):
        return "three"
    return "hinders" if _ends_beside(state, other, lay) else "ahead"


def _through(line: Line, lay: Lay) -> bool:
    return any(square in line for square in lay.squares)


def _ends_beside(state: KwintyState, seat: int, lay: Lay) -> bool:
    """Return whether a block lies where a row of three of this seat would go on."""
    for line in state.wall.lines(seat):
        (x0, y0), (x1, y1) = line[0], line[1]
        dx, dy = x1 - x0, y1 - y0
        (xn, yn) = line[-1]
        if len(line) == 3 and ((x0 - dx, y0 - dy) in lay.squares or (xn + dx, yn + dy) in lay.squares):
            return True
    return False


# --- the levels ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Glance:
    """Looks along rows and columns, overlooks diagonals, and prefers long lines."""

    warmth: float
    cut: float

    def choose(self, rules: Kwinty, state: KwintyState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        values = [self._worth(rules, state, move) for move in legal]
        move = softmax(legal, values, self.warmth, self.cut, rng)
        return Choice(move, why(rules, state, move), values[legal.index(move)])

    def _worth(self, rules: Kwinty, state: KwintyState, move: Move) -> float:
        if not isinstance(move, Lay):
            return 0.0
        by = state.player
        after = state.wall.and_(by, move)
        lengths = [len(line) for line in after.lines(by) if _straight(line) and _through(line, move)]
        made = max(lengths)
        if made >= rules.win:
            return 1000.0
        return 3.0 * made - 300.0 * self._left(rules, state, move) + 2.0 * _ends_beside(state, 1 - by, move)

    @staticmethod
    def _left(rules: Kwinty, state: KwintyState, move: Lay) -> bool:
        """Return whether the other player could then win in a row or a column."""
        other, after = 1 - state.player, rules.apply(state, move).state
        walls = [after.wall.and_(other, lay) for lay in rules.winning_lays(after, other)]
        return any(len(line) >= rules.win and _straight(line) for wall in walls for line in wall.lines(other))


def _straight(line: Line) -> bool:
    return line[0][0] == line[-1][0] or line[0][1] == line[-1][1]


@dataclass(frozen=True, slots=True)
class Weigh:
    """Rates the wall after each of its moves and the answers to threats, with some noise."""

    depth: int
    warmth: float
    cut: float

    def choose(self, rules: Kwinty, state: KwintyState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        board = board_of(rules)
        legal, position = list(rules.legal_moves(state)), board.position(state)
        search = Search(board, deadline=deadline, stop=stop)
        values = [search.worth(position, move, self.depth) for move in legal]
        move = softmax(legal, [self._felt(value) for value in values], self.warmth, self.cut, rng)
        value = values[legal.index(move)]
        return Choice(move, why(rules, state, move, value), as_balance(value))

    @staticmethod
    def _felt(value: int) -> float:
        """Return a compressed value: quick wins count far more than slow ones, quick losses less."""
        if abs(value) <= SURE:
            return value
        plies = min(WIN - abs(value), 10)
        return (2000.0 - 100.0 * plies) * (1 if value > 0 else -1)


@dataclass(frozen=True, slots=True)
class Ahead:
    """Searches until depth, number of positions or time is used up, and plays the best move found."""

    nodes: int
    """Node limit. Without a deadline it alone ends the search, so that the answer depends on `rng` only."""
    depth: int

    def choose(self, rules: Kwinty, state: KwintyState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        found = self.look(rules, state, rng, deadline, stop)
        return Choice(found.move, why(rules, state, found.move, found.value), as_balance(found.value))

    def look(self, rules: Kwinty, state: KwintyState, rng: Random | None = None,
             deadline: float | None = None, stop: Stop | None = None) -> Found:
        """Return the result of the search; without `rng` always the best move, deterministically."""
        board = board_of(rules)
        spread = OPENING_SPREAD if len(state.wall.laid) < OPENING else SPREAD
        return Search(board, self.nodes, deadline, stop).best(board.position(state), self.depth, rng, spread)


@dataclass(frozen=True, slots=True)
class Foresee:
    """Looks for what can be proved, then plays the move that does best in many random games."""

    nodes: int
    playouts: int

    def choose(self, rules: Kwinty, state: KwintyState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        found = Ahead(self.nodes, 40).look(rules, state, None, deadline, stop)
        move, worth = found.move, as_balance(found.value)
        if abs(found.value) <= SURE and isinstance(move, Lay):
            board = board_of(rules)
            root = Tree(board, rng).grow(board.position(state), self.playouts,
                                         lambda: time_is_up(deadline, stop))
            step = best_after(root)
            if step is not None and step[0] is not None and step[1].tries:
                move, worth = board.move(step[0]), step[1].won / step[1].tries
        return Choice(move, why(rules, state, move, found.value), worth)


@dataclass(frozen=True, slots=True)
class PlainTree:
    """A yardstick: a tree search with random playouts that knows nothing of the game but its end."""

    playouts: int

    def choose(self, rules: Kwinty, state: KwintyState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        board = board_of(rules)
        move = most_tried(board, board.position(state), self.playouts, rng)
        return Choice(move, why(rules, state, move))


HARD = Ahead(nodes=40_000, depth=4)

BOTS: dict[str, Bot[Kwinty, KwintyState, Move]] = {
    "easy": Glance(warmth=3.0, cut=12.0),
    "medium": Weigh(depth=2, warmth=25.0, cut=80.0),
    "hard": HARD,
    "master": Foresee(nodes=20_000, playouts=12_000),
}
YARDSTICKS: dict[str, Bot[Kwinty, KwintyState, Move]] = {"tree": PlainTree(playouts=2_000)}


# --- the engine: hints and review ----------------------------------------------------------------


def as_balance(value: int) -> float:
    """Map a value to -1 (lost) .. 1 (won); unproved values stay away from both ends."""
    return (1.0 if value > 0 else -1.0) if abs(value) > SURE else 0.9 * tanh(value / CLEAR)


class KwintyEngine(Engine[KwintyState, Move]):
    """The thinking of Kwinty."""

    measure = "chance"
    yardsticks: ClassVar = {"tree": "master"}
    goals = ("win", "hold")
    depths = 4
    rules: Kwinty

    def _choose(self, level: str, state: KwintyState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return (BOTS | YARDSTICKS)[level].choose(self.rules, state, player, rng, deadline, stop)

    def hint(self, state: KwintyState, player: int, key: str, stop: Stop) -> Choice[Move]:
        """Return the move of the hard level, always the same one in the same position."""
        return self._told(state, HARD.look(self.rules, state, stop=stop))

    def _told(self, state: KwintyState, found: Found) -> Choice[Move]:
        return Choice(found.move, why(self.rules, state, found.move, found.value), as_balance(found.value))

    def _review(self, state: KwintyState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        """Search the position, then value the move made at the depth that the search reached."""
        nodes = max(LEAST_NODES, min(MOST_NODES, round(share * REVIEW_NODES)))
        found = Ahead(nodes, 40).look(self.rules, state, stop=stop)
        if found.move == move:
            value = found.value
        else:
            board = board_of(self.rules)
            value = Search(board, 2 * nodes, stop=stop).worth(board.position(state), move, found.depth)
        best = found if found.value > value else Found(move, value, found.depth)
        reason = why(self.rules, state, best.move, best.value)
        return Verdict(as_chance(value), Choice(best.move, reason, as_chance(best.value)))


    def puzzle(self, goal: str, state: KwintyState, seat: int, depth: int, stop: Stop) -> Goal[Move] | None:
        """Find a forced win with at most `depth` blocks, or the only block that prevents one."""
        board = board_of(self.rules)
        proof, position, plies = Proof(board, stop), board.position(state), 2 * depth - 1
        if goal == "win":
            line = proof.line(position, plies)
            return Goal("five", line, moves=depth, par=depth - 1) if line else None
        holding = proof.holding_moves(position, plies) if plies > 1 or board.winning(turned(position)) else []
        return Goal("found", tuple(holding), moves=1, par=1) if len(holding) == 1 else None


def as_chance(value: int) -> float:
    """Map a value to the chance to win: 0 (lost) to 1 (won)."""
    return (1.0 + as_balance(value)) / 2
