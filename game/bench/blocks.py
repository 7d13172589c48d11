"""The block games: positions and playouts a second, and frames while the tower of Turris turns."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from itertools import product
from typing import Any

from game.bench import Row, report
from game.bench.drag import motion
from rules.catalog import rules_of
from rules.games.kwinty.board import board_of
from rules.games.kwinty.search import Search
from rules.games.kwinty.search import playout as kwinty_playout
from rules.games.turris.tower import Tower
from rules.games.turris.tower import playout as turris_playout
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session

SIZE = (1920, 1080)
FRAMES = 240


def main() -> None:
    rounds = 1 if "--quick" in sys.argv else 3
    nodes, wall_playouts = kwinty_rates(rounds)
    scorings, tower_playouts = turris_rates(rounds)
    turning, aiming = tower_frames()
    report([Row("kwinty_nodes", nodes, "/s", None, 100_000, at_least=True),
            Row("kwinty_playouts", wall_playouts, "/s", None, 4_000, at_least=True),
            Row("turris_scorings", scorings, "/s", None, 50_000, at_least=True),
            Row("turris_playouts", tower_playouts, "/s", None, 1_000, at_least=True),
            Row("turris_turning", sum(turning) / len(turning), "ms", None, 8.0),
            Row("turris_turning_worst", max(turning), "ms", None, 16.0),
            Row("turris_aiming", sum(aiming) / len(aiming), "ms", None, 8.0),
            Row("turris_aiming_worst", max(aiming), "ms", None, 16.0)])


def played(game: str, moves: int, seed: int = 1) -> Session:
    """A game after so many random moves that is not over."""
    for number in range(seed, seed + 100):
        rng = rng_for("bench", game, number)
        session = Session(rules_of(game), [Seat("A"), Seat("B")], number)
        while session.outcome is None and session.moves < moves:
            session.play(pick(rng, list(session.rules.legal_moves(session.state))))
        if session.outcome is None:
            return session
    raise ValueError(f"no game of {game} went on for {moves} moves")


def rate(work: Callable[[], int]) -> float:
    """How much is done in a second of this process; what others do on the machine does not count."""
    started = time.process_time()
    done = work()
    return done / (time.process_time() - started)


def kwinty_rates(rounds: int) -> tuple[float, float]:
    """Positions of the search and random games a second, over walls of several sizes."""
    sessions = [played("kwinty", moves, seed) for moves, seed in product((2, 6, 10), range(1, rounds + 1))]
    board = board_of(sessions[0].rules)  # type: ignore[arg-type]
    positions = [board.position(session.state) for session in sessions]

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
                kwinty_playout(board, position, rng)
        return 300 * len(positions)

    return rate(search), rate(play_out)


def turris_rates(rounds: int) -> tuple[float, float]:
    """Scorings of towers that grow block by block, and random games from the empty table, a second."""
    rules: Any = rules_of("turris")
    rng = rng_for("bench", "turris")
    towers = [Tower.of(rules, played("turris", moves, 7).state) for moves in range(4, 34)]
    for _ in range(200):
        turris_playout(Tower(rules), rng.random)  # what is remembered for all games is found here

    def score() -> int:
        for _ in range(100 * rounds):
            for tower in towers:
                tower.points()
        return 100 * rounds * len(towers)

    def play_out() -> int:
        for _ in range(300 * rounds):
            turris_playout(Tower(rules), rng.random)
        return 300 * rounds

    return rate(score), rate(play_out)


def tower_frames() -> tuple[list[float], list[float]]:
    """Milliseconds of every frame while a high tower is turned, and while a block is held from place to place."""
    import pygame

    from game.app import App
    from game.data.occasion import Occasion
    from game.screens.shelf import Shelf
    from game.table.scene import TableScene

    App._set_mode = lambda self: pygame.display.set_mode(SIZE)  # type: ignore[method-assign]
    app = App()
    app.push(Shelf(app))
    scene = TableScene(app, played("turris", 34), Occasion(counts=False))
    app.push(scene)
    table: Any = scene.board
    for _ in range(10):
        app.step(pygame.event.get(), 16)
    left = table.tower.area
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(left.right - 40, left.top + 60), button=1)], 16)
    turning = timed(app, [motion((left.right - 40 - 3 * i, left.top + 60 + i % 40)) for i in range(FRAMES)])
    app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=(left.right - 60, left.top + 60), button=1)], 16)
    scene.tweens.finish()
    piece = max(table.pieces(), key=lambda name: len(table.targets(name, 0)))
    at = table.piece_rect(piece).center
    spots = [target.centre for target in table.targets(piece, 0)]
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)], 16)
    app.step([motion((at[0] - 20, at[1]))], 16)
    aiming = timed(app, [motion(spots[i // 4 % len(spots)]) for i in range(FRAMES)])
    app.thinker.stop()
    return turning, aiming


def timed(app: Any, events: list[Any]) -> list[float]:
    """Milliseconds that each frame keeps this process busy; waiting for others on the machine does not count."""
    gc.collect()
    gc.disable()
    times = []
    for event in events:
        started = time.process_time()
        app.step([event], 16)
        times.append((time.process_time() - started) * 1000)
    gc.enable()
    return times


if __name__ == "__main__":
    main()
