"""Measuring frames for `main.py bench`: a real window, drags, and the minimal frame as a floor."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable

import pygame

from game import routes
from game.app import App

FRAMES = 300


def open_app(size: tuple[int, int]) -> App:
    """Open the program in a window of `size`, at its shelf."""
    app = App(size=size)
    app.open(routes.Shelf())
    return app


def path(size: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the mouse positions of a drag all over the board."""
    w, h = size
    return [(round(w * 0.4 + math.sin(i / 17) * w * 0.3), round(h * 0.45 + math.cos(i / 11) * h * 0.3))
            for i in range(FRAMES)]


def timed(frame: Callable[[tuple[int, int]], None], size: tuple[int, int]) -> list[float]:
    """Return the milliseconds of every frame along the path."""
    times = []
    for pos in path(size):
        started = time.perf_counter()
        frame(pos)
        times.append((time.perf_counter() - started) * 1000)
    return times


def calmest(run: Callable[[], list[float]], runs: int = 5) -> list[float]:
    """Return the run with the smallest worst frame, to exclude the load of other processes."""
    return min((run() for _ in range(runs)), key=max)


def motion(pos: tuple[int, int]) -> pygame.Event:
    return pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))


def bare_frames(screen: pygame.Surface, picture: pygame.Surface, size: tuple[int, int]) -> list[float]:
    """Return the times of minimal frames: restore the old place, draw the new one, update both."""
    ground = screen.copy()
    old = picture.get_rect()

    def frame(pos: tuple[int, int]) -> None:
        nonlocal old
        new = picture.get_rect(center=pos)
        screen.blit(ground, old, old)
        screen.blit(picture, new)
        pygame.display.update([old, new])
        pygame.event.get()
        old = new

    return calmest(lambda: timed(frame, size))


def busy_frames(app: App, events: list[pygame.Event]) -> list[float]:
    """Return the milliseconds of processor time that each frame takes in this process."""
    gc.collect()
    gc.disable()
    times = []
    for event in events:
        started = time.process_time()
        app.step([event], 16)
        times.append((time.process_time() - started) * 1000)
    gc.enable()
    return times
