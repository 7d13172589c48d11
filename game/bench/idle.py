"""Idle: the share of a core that the shelf and a table use without input."""

from __future__ import annotations

import sys
import time

import pygame

from game.app import App
from game.boards.measures.figures import Row, report
from game.boards.measures.frames import open_app
from game.table.seating import make_table, solo_seats
from rules.catalog import GAMES, rules_of


def main() -> None:
    seconds = 4.0 if "--quick" in sys.argv else 10.0
    app = open_app((1920, 1080))
    rows = [Row("idle_shelf", share(app, seconds), "%", None, 1.0)]
    game = next(iter(GAMES))
    app.push(make_table(app, rules_of(game), solo_seats(app, game), 4711))
    rows.append(Row("idle_table", share(app, seconds), "%", None, 1.0))
    app.close()
    report(rows)


def share(app: App, seconds: float) -> float:
    """Return the CPU load in percent of one core, once the screen is at rest."""
    clock = pygame.time.Clock()
    settle = time.monotonic() + 3.0
    while time.monotonic() < settle:
        app.step(pygame.event.get(), clock.tick(app.rate))
    started, used = time.monotonic(), time.process_time()
    while time.monotonic() - started < seconds:
        app.step(pygame.event.get(), clock.tick(app.rate))
    return (time.process_time() - used) / (time.monotonic() - started) * 100


if __name__ == "__main__":
    main()
