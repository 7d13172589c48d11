"""`main.py bench blocks`: positions and playouts of Kwinty per second."""

from __future__ import annotations

import sys
from itertools import product
from typing import cast

from game.boards.measures.figures import Row, played, rate, report
from rules.games.kwinty.board import board_of
from rules.games.kwinty.rules import Kwinty, KwintyState
from rules.games.kwinty.search import Search
from rules.games.kwinty.tree import playout
from rules.kit.shuffle import rng_for


def main() -> None:
    nodes, playouts = rates(1 if "--quick" in sys.argv else 3)
    report([Row("kwinty_nodes", nodes, "/s", None, 100_000, at_least=True),
            Row("kwinty_playouts", playouts, "/s", None, 4_000, at_least=True)])


def rates(rounds: int) -> tuple[float, float]:
    """Return searched positions and random games per second, over walls of several sizes."""
    sessions = [played("kwinty", moves, seed) for moves, seed in product((2, 6, 10), range(1, rounds + 1))]
    board = board_of(cast(Kwinty, sessions[0].rules))
    positions = [board.position(cast(KwintyState, session.state)) for session in sessions]

    def search() -> int:
        done = 0
        for position in positions:
            found = Search(board, 40_000)
            found.best(position, 40)
            done += found.nodes
        return done

    def play_out() -> int:
        rng = rng_for("bench", "playouts")
        for position in positions:
            for _ in range(300):
                playout(board, position, rng.random)
        return 300 * len(positions)

    return rate(search), rate(play_out)


if __name__ == "__main__":
    main()
