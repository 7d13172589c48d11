"""Idle: the share of a core that the shelf and a table use without input, against a bare loop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pygame

from game.app import RESTING_AFTER, App
from game.boards.measures.figures import Row, report
from game.boards.measures.frames import open_app
from game.table.seating import make_table, solo_seats
from rules.catalog import GAMES, rules_of

BARE_RATE = 25
"""Turns a second of the bare loop, which only waits, with the mixer open."""


def main() -> None:
    seconds = 4.0 if "--quick" in sys.argv else 10.0
    app = open_app((1920, 1080))
    app.settings.music = 0  # it would begin in the midst of this
    settle(app, 3.0)
    assert pygame.mixer.get_init(), "an open mixer takes time too"
    bare = share(lambda clock: (pygame.event.get(), clock.tick(BARE_RATE)), seconds)
    rows = [Row("idle_shelf", idle(app, seconds), "%", bare, 1.2)]
    game = next(iter(GAMES))
    app.push(make_table(app, rules_of(game), solo_seats(app, game), 4711))
    settle(app, 3.0)
    rows.append(Row("idle_table", idle(app, seconds), "%", bare, 1.2))
    settle(app, RESTING_AFTER)
    rows.append(Row("idle_long", idle(app, seconds), "%", bare, 0.6))
    app.close()
    report(rows)


def settle(app: App, seconds: float) -> None:
    """Let the program run without input until its screen is at rest."""
    clock = pygame.time.Clock()
    end = time.monotonic() + seconds
    while time.monotonic() < end or app.top.restless:
        app.safe_step(pygame.event.get(), app.wait(clock))


def idle(app: App, seconds: float) -> float:
    return share(lambda clock: app.safe_step(pygame.event.get(), app.wait(clock)), seconds)


def share(turn: Callable[[pygame.time.Clock], object], seconds: float) -> float:
    """Return the CPU load of a loop in percent of one core."""
    clock = pygame.time.Clock()
    started, used = time.monotonic(), time.process_time()
    while time.monotonic() - started < seconds:
        turn(clock)
    return (time.process_time() - used) / (time.monotonic() - started) * 100


if __name__ == "__main__":
    main()
