"""A plain tree search with random playouts (UCT), by which the master is measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from rules.games.kwinty.board import Board, Position
from rules.games.kwinty.rules import Move
from rules.games.kwinty.tree import nth
from rules.kit.shuffle import shuffled

CURIOSITY = 1.0
"""Weight of moves seldom tried against those that did well."""


@dataclass(slots=True)
class _Node:
    """A position of the tree, and how the games through it ended for the player who moved there."""

    position: Position
    untried: list[Move]
    ended: int | None
    """The result for the player in turn if the game is over."""
    tries: int = 0
    won: float = 0.0
    after: dict[Move, _Node] = field(default_factory=dict)

    def most_promising(self) -> _Node:
        known = log(self.tries)
        return max(self.after.values(),
                   key=lambda node: node.won / node.tries + CURIOSITY * sqrt(known / node.tries))


def most_tried(board: Board, position: Position, playouts: int, rng: Random) -> Move:
    """Return the move that a number of playouts found best."""
    root = _node(board, position, rng)
    for _ in range(playouts):
        node, path = root, [root]
        while node.ended is None and not node.untried:
            node = node.most_promising()
            path.append(node)
        if node.ended is None:
            move = node.untried.pop()
            node.after[move] = node = _node(board, board.after(node.position, move), rng)
            path.append(node)
        result = -(plain_playout(board, node.position, rng) if node.ended is None else node.ended)
        for node in reversed(path):
            node.tries += 1
            node.won += result
            result = -result
    return max(root.after, key=lambda move: root.after[move].tries)


def _node(board: Board, position: Position, rng: Random) -> _Node:
    moves = shuffled(board.moves(position), rng)
    own, other = position[0] | position[1], position[2] | position[3]
    if board.has_row(other):
        return _Node(position, [], -1)
    if not moves:
        difference = board.fours(own) - board.fours(other)
        return _Node(position, [], (difference > 0) - (difference < 0))
    return _Node(position, moves, None)


def plain_playout(board: Board, position: Position, rng: Random) -> int:
    """Play a random game in which neither overlooks a row; return 1 if the current player wins, -1 if not."""
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
                bit = nth(flat, index)
                own_flat |= bit | bit << step
            else:
                bit = nth(upright, index - flats)
                own_upright |= bit | bit << 1
        elif passed:
            difference = board.fours(own) - board.fours(other_flat | other_upright)
            return side if difference > 0 else -side if difference < 0 else 0
        passed = not total
        own_flat, own_upright, other_flat, other_upright = other_flat, other_upright, own_flat, own_upright
        side = -side
