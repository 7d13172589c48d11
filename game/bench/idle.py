"""Idle: the share of a core that the shelf and a table use while nobody does anything."""

from __future__ import annotations

import sys
import time

from game.bench import Row, report


def main() -> None:
    import pygame

    from game.app import App
    from game.screens.shelf import Shelf
    from game.table.seating import make_table, solo_seats
    from rules.catalog import GAMES, rules_of

    seconds = 4.0 if "--quick" in sys.argv else 10.0
    App._set_mode = lambda self: pygame.display.set_mode((1920, 1080))  # type: ignore[method-assign]
    app = App()
    app.push(Shelf(app))
    rows = [Row("idle_shelf", share(app, seconds), "%", None, 1.0)]
    game = next(iter(GAMES))
    app.push(make_table(app, rules_of(game), solo_seats(app, game), 4711))
    rows.append(Row("idle_table", share(app, seconds), "%", None, 1.0))
    app.close()
    report(rows)


def share(app: object, seconds: float) -> float:
    """CPU time used per time passed, in percent, after things have come to rest."""
    import pygame

    clock = pygame.time.Clock()
    settle = time.monotonic() + 3.0
    while time.monotonic() < settle:
        app.step(pygame.event.get(), clock.tick(app.rate))  # type: ignore[attr-defined]
    started, used = time.monotonic(), time.process_time()
    while time.monotonic() - started < seconds:
        app.step(pygame.event.get(), clock.tick(app.rate))  # type: ignore[attr-defined]
    return (time.process_time() - used) / (time.monotonic() - started) * 100


if __name__ == "__main__":
    main()
