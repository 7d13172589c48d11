"""Dragging: frames of a real drag against a bare loop that moves the same picture over the same table."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pygame

from game.boards.measures.figures import Row, report
from game.boards.measures.frames import FRAMES, bare_frames, calmest, motion, open_app, path, timed
from game.table.seating import make_table, solo_seats
from rules.catalog import GAMES, rules_of


def main() -> None:
    sizes = {"1080p": (1920, 1080)} if "--quick" in sys.argv else {"1080p": (1920, 1080), "4k": (3840, 2160)}
    rows: list[Row] = []
    for name, size in sizes.items():
        ours, picture, screen = drag_frames(size)
        floor = bare_frames(screen, picture, size)
        rows.append(Row(f"drag_{name}", sum(ours) / FRAMES, "ms", sum(floor) / FRAMES, 4.0))
        rows.append(Row(f"drag_worst_{name}", max(ours), "ms", None, 8.0))
    report(rows)


def drag_frames(size: tuple[int, int]) -> tuple[list[float], pygame.Surface, pygame.Surface]:
    """Return the milliseconds of every frame of a drag, the picture dragged and the window."""
    app = open_app(size)
    game = next(iter(GAMES))
    app.push(make_table(app, rules_of(game), solo_seats(app, game), 4711))
    for _ in range(10):
        app.step(pygame.event.get(), 16)
    scene: Any = app.top
    piece = next(p for p in scene.board.pieces() if scene.board.targets(p, 0))
    at = scene.board.piece_rect(piece).center
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)], 16)
    app.step([motion((at[0] + 20, at[1]))], 16)
    for pos in path(size):
        app.step([motion(pos)], 16)
    gc.collect()
    gc.disable()
    times = calmest(lambda: timed(lambda pos: app.step([motion(pos)], 16), size))
    gc.enable()
    picture = scene.hand.held_sprite.image
    return times, picture, app.screen


if __name__ == "__main__":
    main()
