"""The master's search in Kwinty: a tree of random games in which both players see the next row coming.

A tree predicts better than an evaluation which player runs out of good squares; a branch in which all games
are decided is marked as proved and not tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from random import Random

from rules.games.kwinty.board import Block, Board, Position, turned
from rules.kit.shuffle import shuffled
from rules.kit.undisturbed import undisturbed

CURIOSITY = 0.7
"""Weight of moves seldom tried against those that did well."""
UNTRIED = 2.0
"""The promise of a move that was never tried: above all others."""
LOOK_UP = 16
"""Playouts between two checks of the clock."""


class Node:
    """A position in the tree; `won` and `proved` are seen by the player who moved there."""

    __slots__ = ("after", "position", "proved", "tries", "won")

    def __init__(self, position: Position):
        self.position = position
        self.tries, self.won = 0, 0
        self.after: list[tuple[Block | None, Node]] | None = None
        """The moves that do not lose at once, in random order; None until the position is tried again."""
        self.proved: int | None = None
        """1 won, 0 drawn, -1 lost."""


class Tree:
    """Random games on one board, remembered in a tree until a number of them, or `enough`, ends it."""

    def __init__(self, board: Board, rng: Random):
        self.board, self.rng = board, rng

    def grow(self, position: Position, playouts: int, enough: Callable[[], bool]) -> Node:
        """Return the root of a tree; without `enough` it depends on the random numbers alone."""
        root = Node(position)
        self._expand(root)
        with undisturbed():
            for number in range(playouts):
                if root.proved is not None or (
                        number % LOOK_UP == 0 and (enough() or is_settled(root, playouts - number))):
                    break
                self._try_once(root)
        return root

    def _try_once(self, root: Node) -> None:
        """Go down the tree, play a random game from there, and book the result on the way."""
        node, path = root, [root]
        while node.proved is None:
            if node.after is None:
                if not node.tries:
                    break
                self._expand(node)
            following = None if node.proved is not None else most_promising(node)
            if following is None:
                break
            node = following
            path.append(node)
        result = node.proved
        if result is None:
            result = -playout(self.board, node.position, self.rng.random)
        for node in reversed(path):
            node.tries += 1
            node.won += result
            result = -result

    def _expand(self, node: Node) -> None:
        """List the moves of a position, or settle who wins there."""
        board, position = self.board, node.position
        if board.winning(position):
            node.after, node.proved = [], -1
            return
        blocks = board.blocks(position)
        other = turned(position)
        if not blocks:
            node.after = [(None, Node(other))]
            if not board.blocks(other):
                lead = board.fours(position[0] | position[1]) - board.fours(position[2] | position[3])
                node.after, node.proved = [], (lead < 0) - (lead > 0)
            return
        laid: list[tuple[Block | None, Node]] = [
            (block, Node(board.lay(position, block))) for block in blocks]
        if board.winning(other):
            laid = [(block, after) for block, after in laid if not board.winning(after.position)]
        if not laid:
            node.proved = 1
        node.after = shuffled(laid, self.rng)


def most_promising(node: Node) -> Node | None:
    """Return where to go on; None if the moves of this node prove how it ends, which is then kept."""
    bound, best, found, decided = CURIOSITY * sqrt(log(node.tries + 1)), -UNTRIED, None, True
    for _, after in node.after or ():
        if after.proved is None:
            tries = after.tries
            promise = after.won / tries + bound / sqrt(tries) if tries else UNTRIED
            decided = False
        else:
            promise = after.proved
            if promise == 1:
                node.proved = -1
                return None
            if promise == -1:
                continue
        if promise > best:
            best, found = promise, after
    if decided:
        node.proved = 1 if found is None else 0
        return None
    return found


def is_settled(root: Node, left: int) -> bool:
    """Return whether this many playouts can no longer make another move the most tried one."""
    tries = sorted(after.tries for _, after in root.after or ())
    return len(tries) < 2 or tries[-1] - tries[-2] > left


def best_after(root: Node) -> tuple[Block | None, Node] | None:
    """Return the move to play and where it leads: a proved win, else the most tried; None if none is left."""
    return max(root.after or (), default=None,
               key=lambda step: (step[1].proved == 1, step[1].proved != -1, step[1].tries))


def playout(board: Board, position: Position, chance: Callable[[], float]) -> int:
    """Play a random game in which both win where they can and else answer a threat; return 1 if the current
    player wins, -1 if not, 0 for a draw.

    `Board.room`, `Board.own_room` and `Board.lay` are inlined: nearly all time is spent here.
    """
    own_flat, own_upright, other_flat, other_upright = position
    own, other = own_flat | own_upright, other_flat | other_upright
    step, ground, most = board.step, board.ground, board.most_squares
    completing = board.completing_five if board.win == 5 else board.completing_any
    side, passed, ours = 1, False, completing(own)
    while True:
        occupied = own | other
        surface = (occupied << 1 | ground) & ~occupied
        room_flat, room_upright = board.allowed[occupied & ground]
        room_flat &= surface & surface >> step
        room_upright &= surface
        flat = upright = 0
        if own.bit_count() < most:
            flat = room_flat & ~(own_flat << step | own_flat >> 2 * step)
            upright = room_upright & ~(own_upright << 1)
            if flat & ours[0] or upright & ours[1]:
                return side
        theirs = completing(other)
        if flat or upright:
            if room_flat & theirs[0] or room_upright & theirs[1]:
                threats = board.own_room(
                    other_flat, other_upright, room_flat & theirs[0], room_upright & theirs[1])
                flat, upright = answers(flat, upright, *threats, step)
            flats = flat.bit_count()
            index = int(chance() * (flats + upright.bit_count()))
            if index < flats:
                bit = nth(flat, index)
                own_flat |= bit | bit << step
            else:
                bit = nth(upright, index - flats)
                own_upright |= bit | bit << 1
            own, passed = own_flat | own_upright, False
        elif passed:
            lead = board.fours(own) - board.fours(other)
            return side if lead > 0 else -side if lead < 0 else 0
        else:
            passed = True
        ours, side = theirs, -side
        own, own_flat, own_upright, other, other_flat, other_upright = (
            other, other_flat, other_upright, own, own_flat, own_upright)


def answers(flat: int, upright: int, hot_flat: int, hot_upright: int, step: int) -> tuple[int, int]:
    """Return the placements that take a square of the first block with which the other player would win.

    All of them if there is no such block, or if it cannot be answered.
    """
    if hot_flat:
        bit = hot_flat & -hot_flat
        squares = bit | bit << step
    else:
        bit = hot_upright & -hot_upright
        squares = bit | bit << 1
    taking = flat & (squares | squares >> step), upright & (squares | squares >> 1)
    return taking if any(taking) else (flat, upright)


def nth(squares: int, index: int) -> int:
    """Return a single square of a set, by its number."""
    for _ in range(index):
        squares &= squares - 1
    return squares & -squares
