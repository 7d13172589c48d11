"""Search in Turris: a tree of playouts while much is open, an exact search when few blocks are left.

Both work on the fast twin of the game and express leads from the view of seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import log, sqrt, tanh
from typing import NamedTuple

from rules.games.turris.tower import Tower, playout

Chance = Callable[[], float]
Enough = Callable[[], bool]

SURE = 8.0
"""A lead in points that counts about three quarters of a victory."""
CURIOSITY = 1.0
"""Exploration weight of rarely tried moves (0.4 loses three of four games to 0.7)."""
LOOK_UP = 16
"""Playouts between two checks of the clock; an exact search checks every 64 positions."""
NO_LIMIT = 999


class Tried(NamedTuple):
    """A move with its number of tries and its value for the player who makes it, from -1 to 1."""

    move: int
    visits: int
    value: float


def goodness(lead: float) -> float:
    """Map a final lead to -1 .. 1: winning matters most, and more points a little."""
    return tanh(lead / SURE)


# --- the tree of playouts ---


class Node:
    """A position in the tree; `total` is the sum of the playout results through it, for seat 0."""

    __slots__ = ("children", "moves", "sign", "total", "untried", "visits")

    def __init__(self, tower: Tower):
        self.moves = tower.moves()
        self.children: list[Node | None] = [None] * len(self.moves)
        self.untried = len(self.moves)
        self.visits, self.total = 0, 0.0
        self.sign = -1.0 if tower.player else 1.0

    def most_promising(self) -> int:
        """Return the index of the move to try next, once each was tried at least once (UCB)."""
        bound, sign = CURIOSITY * sqrt(log(self.visits)), self.sign
        best, found = float(-NO_LIMIT), 0
        for index, child in enumerate(self.children):
            assert child is not None
            promise = sign * child.total / child.visits + bound / sqrt(child.visits)
            if promise > best:
                best, found = promise, index
        return found


def grow_tree(tower: Tower, playouts: int, random: Chance, enough: Enough) -> list[Tried]:
    """Return the moves of a position, the most tried first. Without `enough` it depends on `random` alone.

    Stops early when the remaining playouts could no longer make another move the most tried one.
    """
    root = Node(tower)
    for number in range(playouts):
        if number % LOOK_UP == 0 and number >= root.untried and (
                enough() or is_settled(root, playouts - number)):
            break
        _try_once(root, tower.copy(), random)
    tried = [Tried(move, child.visits, root.sign * child.total / child.visits)
             for move, child in zip(root.moves, root.children, strict=False) if child is not None]
    return sorted(tried, key=lambda one: (-one.visits, -one.value, one.move))


def is_settled(root: Node, left: int) -> bool:
    """Return whether the most tried move will stay so, whatever the remaining playouts show."""
    if root.untried or len(root.moves) == 1:
        return False
    *_, second, first = sorted(child.visits for child in root.children if child is not None)
    return first - second > left


def _try_once(node: Node, tower: Tower, random: Chance) -> None:
    """Descend the tree by promise, add one position to it, and play out at random from there."""
    path = [node]
    while not tower.over:
        if node.untried:
            fresh = [index for index, child in enumerate(node.children) if child is None]
            index = fresh[int(random() * len(fresh))]
            tower.make(node.moves[index])
            node.children[index] = child = Node(tower)
            node.untried -= 1
            path.append(child)
            break
        index = node.most_promising() if len(node.moves) > 1 else 0
        tower.make(node.moves[index])
        node = node.children[index]  # type: ignore[assignment]
        path.append(node)
    value = goodness(tower.lead() if tower.over else playout(tower, random))
    for node in path:
        node.visits += 1
        node.total += value


# --- the exact search ---


class TooLong(Exception):
    """Raised when the exact search exceeds its node limit."""


class Exact:
    """Searches to the end of the game, or of the turn, and caches its results for further questions.

    `whole_turn` stops when the turn of the first position is over, for instance for the best answer to a
    bonus.
    """

    def __init__(self, nodes: int, enough: Enough | None = None, *, whole_turn: bool = False):
        self.nodes = nodes
        self._enough = enough or never
        self._whole_turn = whole_turn
        self._turn = 0
        self._known: dict[tuple[Hashable, ...], tuple[int, int]] = {}
        """By position: lower and upper bound of the lead."""

    def lead(self, tower: Tower) -> int:
        """Return the lead of seat 0 with best play; raise TooLong."""
        self._turn = tower.player
        return self._search(tower, -NO_LIMIT, NO_LIMIT)

    def leads(self, tower: Tower) -> dict[int, int]:
        """Return the lead of seat 0 after every move and best play; raise TooLong."""
        self._turn = tower.player
        return {move: self._search(after, -NO_LIMIT, NO_LIMIT) for move, after in _after_each(tower)}

    def line(self, tower: Tower) -> list[int]:
        """Return optimal play of both sides from here to the end; raise TooLong."""
        self._turn, line = tower.player, []
        while not self._done(tower):
            wanted = self._search(tower, -NO_LIMIT, NO_LIMIT)
            move, tower = next((move, after) for move, after in _after_each(tower)
                               if self._search(after, -NO_LIMIT, NO_LIMIT) == wanted)
            line.append(move)
        return line

    def _done(self, tower: Tower) -> bool:
        return tower.over or (self._whole_turn and tower.player != self._turn)

    def _search(self, tower: Tower, low: int, high: int) -> int:
        """Alpha-beta: exact between low and high, otherwise a bound."""
        if self._done(tower):
            return tower.lead()
        key = tower.key()
        least, most = self._known.get(key, (-NO_LIMIT, NO_LIMIT))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self._count()
        best = self._best(tower, max(low, least), min(high, most))
        self._known[key] = (best if best > low else least, best if best < high else most)
        return best

    def _best(self, tower: Tower, low: int, high: int) -> int:
        sign = -1 if tower.player else 1
        # Moves that lead now often lead later; trying them first makes more cutoffs.
        afters = sorted((after for _, after in _after_each(tower)), key=lambda after: -sign * after.lead())
        best = -sign * NO_LIMIT
        for after in afters:
            value = self._search(after, low, high)
            if sign > 0:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _count(self) -> None:
        self.nodes -= 1
        if self.nodes < 0 or (self.nodes % 64 == 0 and self._enough()):
            raise TooLong


def _after_each(tower: Tower) -> list[tuple[int, Tower]]:
    found = []
    for move in tower.moves():
        after = tower.copy()
        after.make(move)
        found.append((move, after))
    return found


def never() -> bool:
    return False
