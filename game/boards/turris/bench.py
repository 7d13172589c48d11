"""`main.py bench blocks`: scorings and playouts of Turris per second, and frames while its tower turns."""

from __future__ import annotations

import sys
from typing import Any, cast

import pygame

from game.boards.measures.figures import Row, played, rate, report
from game.boards.measures.frames import busy_frames, calmest, motion, open_app
from game.data.occasion import Occasion
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.games.turris.rules import Turris
from rules.games.turris.tower import Tower, playout
from rules.kit.shuffle import rng_for

SIZE = (1920, 1080)
FRAMES, RUNS = 240, 3
"""Frames of a drag; the calmest of so many counts, as with the drag of every other piece."""
SHARP_AFTER = 40
"""Frames after which a tower that was let go is drawn with fine detail."""


def main() -> None:
    scorings, playouts = rates(1 if "--quick" in sys.argv else 3)
    turning, aiming = tower_frames()
    report([Row("turris_scorings", scorings, "/s", None, 50_000, at_least=True),
            Row("turris_playouts", playouts, "/s", None, 1_000, at_least=True),
            Row("turris_turning", sum(turning) / len(turning), "ms", None, 8.0),
            Row("turris_turning_worst", max(turning), "ms", None, 8.0),
            Row("turris_aiming", sum(aiming) / len(aiming), "ms", None, 8.0),
            Row("turris_aiming_worst", max(aiming), "ms", None, 8.0)])


def rates(rounds: int) -> tuple[float, float]:
    """Return scorings of towers of growing height, and random games from the empty board, per second."""
    rules = cast(Turris, rules_of("turris"))
    rng = rng_for("bench", "turris")
    towers = [Tower.of(rules, cast(Any, played("turris", moves, 7).state)) for moves in range(4, 34)]
    for _ in range(200):
        playout(Tower(rules), rng.random)  # fill the caches that all games share

    def score() -> int:
        for _ in range(100 * rounds):
            for tower in towers:
                tower.points()
        return 100 * rounds * len(towers)

    def play_out() -> int:
        for _ in range(300 * rounds):
            playout(Tower(rules), rng.random)
        return 300 * rounds

    return rate(score), rate(play_out)


def tower_frames() -> tuple[list[float], list[float]]:
    """Return the frame times while a high tower is turned and let go, and while a block is over places."""
    app = open_app(SIZE)
    scene = TableScene(app, played("turris", 34), Occasion(counts=False))
    app.push(scene)
    board: Any = scene.board
    for _ in range(10):
        app.step(pygame.event.get(), 16)
    left = board.tower.area
    start = left.right - 40, left.top + 60
    turns = [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1),
             *(motion((start[0] - 3 * i, start[1] + i % 40)) for i in range(FRAMES)),
             pygame.Event(pygame.MOUSEBUTTONUP, pos=start, button=1),
             *(pygame.Event(pygame.NOEVENT) for _ in range(SHARP_AFTER))]
    turning = calmest(lambda: busy_frames(app, turns), RUNS)
    scene.tweens.finish()
    piece = max(board.pieces(), key=lambda name: len(board.targets(name, 0)))
    at = board.piece_rect(piece).center
    spots = [target.centre for target in board.targets(piece, 0)]
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)], 16)
    app.step([motion((at[0] - 20, at[1]))], 16)
    aims = [motion(spots[i // 4 % len(spots)]) for i in range(FRAMES)]
    aiming = calmest(lambda: busy_frames(app, aims), RUNS)
    app.thinker.stop()
    return turning, aiming


if __name__ == "__main__":
    main()
