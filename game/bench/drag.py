"""Dragging: frames of a real drag against a bare loop that moves the same picture over the same table, and in
every game the frames in which a piece is taken for the first time, held over a place and laid."""

from __future__ import annotations

import gc
import sys
from itertools import count
from typing import Any

import pygame

from game.app import App
from game.boards.kit.targets import Target
from game.boards.measures.figures import Row, report
from game.boards.measures.frames import (
    FRAMES,
    bare_frames,
    busy_frames,
    calmest,
    motion,
    open_app,
    path,
    timed,
)
from game.boards.measures.shots import most_places, played
from game.data.occasion import Occasion
from game.table.scene import TableScene
from game.table.seating import make_table, solo_seats
from rules.catalog import GAMES, rules_of

FULL_HD = (1920, 1080)
MOVES, RESTING = 6, 200
"""The position in which a piece is taken, and the frames for which the mouse rests before."""


def main() -> None:
    sizes = {"1080p": FULL_HD} if "--quick" in sys.argv else {"1080p": FULL_HD, "4k": (3840, 2160)}
    rows: list[Row] = []
    for name, size in sizes.items():
        ours, picture, screen = drag_frames(size)
        floor = bare_frames(screen, picture, size)
        rows.append(Row(f"drag_{name}", sum(ours) / FRAMES, "ms", sum(floor) / FRAMES, 4.0))
        rows.append(Row(f"drag_worst_{name}", max(ours), "ms", None, 8.0))
    app = open_app(FULL_HD)
    app.sounds.prepare()  # as the program does after its first frame
    for game in GAMES:
        if not GAMES[game].race:
            *taking, laying = taking_frames(app, game)
            rows += [Row("take_worst", max(taking), "ms", None, 8.0, game=game),
                     Row("lay_piece", laying, "ms", game=game)]
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


def taking_frames(app: App, game: str) -> list[float]:
    """Return the milliseconds of every frame in which a piece is taken, put back, taken again and laid."""
    scene = next(filter(most_targets, (open_table(app, game, seed) for seed in count(1))))
    for _ in range(RESTING):
        app.step([], 16)
    here = scene.board.piece_rect(most_places(scene)).center
    aside, there = (here[0] + 40, here[1] - 40), most_targets(scene)[-1].centre
    press, put_back, lay = (pygame.Event(kind, pos=pos, button=1) for kind, pos in (
        (pygame.MOUSEBUTTONDOWN, here), (pygame.MOUSEBUTTONUP, aside), (pygame.MOUSEBUTTONUP, there)))
    return busy_frames(app, [motion(here), press, motion(aside), motion(there), motion(aside), put_back,
                             press, motion(aside), motion(there), lay])


def open_table(app: App, game: str, seed: int) -> TableScene:
    """Open a table in the middle of a game."""
    scene = TableScene(app, played(game, MOVES, seed, seats=rules_of(game).seats[0]), Occasion(counts=False))
    app.push(scene)
    return scene


def most_targets(scene: TableScene) -> list[Target]:
    """Return the places of the piece that has the most."""
    return scene.board.targets(most_places(scene), 0)


if __name__ == "__main__":
    main()
