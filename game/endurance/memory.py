"""Endurance of memory: after many games the program holds no more than after a few."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from game.app import App
from game.data.store import Store
from game.endurance.monkey import Whims
from game.screens.shelf.scene import Shelf
from game.table.scene import TableScene
from game.table.seating import make_table, solo_seats
from game.ui.scene import Scene
from rules.catalog import GAMES, rules_of
from rules.session import LEVELS

SIZE = (1280, 720)
MOST_FRAMES = 3000
"""Frames per game; an undecided race is abandoned then."""


@dataclass
class Report:
    games: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    """Process size in bytes by number of games played."""
    scenes: int = 0
    """Scenes still alive when only the shelf should be."""


def run(folder: Path, marks: tuple[int, ...], *, games: tuple[str, ...] = tuple(GAMES),
        frames: int = MOST_FRAMES,
        told: Callable[[int], None] = lambda _: None) -> Report:
    """Play whole games at the table in sequence; measure after each number of games in `marks`."""
    rng = Random("memory")
    app = App(Store(folder), headless=SIZE)
    app.thinker = Whims(rng)  # type: ignore[assignment]
    app.settings.speed = "none"
    app.push(Shelf(app))
    report = Report()
    for number in range(max(marks)):
        play_one(app, games[number % len(games)], number, rng, frames)
        report.games += 1
        if report.games in marks:
            gc.collect()
            report.sizes[report.games] = process_size()
        told(number)
    gc.collect()
    report.scenes = sum(isinstance(thing, Scene) for thing in gc.get_objects()) - len(app.scenes)
    app.close()
    return report


def play_one(app: App, game: str, seed: int, rng: Random, frames: int) -> None:
    """Play one game at its table from the deal to the end, and return to the shelf."""
    seats = solo_seats(app, game)
    assert all(seat.level in LEVELS for seat in seats if seat.is_bot)
    table: TableScene = make_table(app, rules_of(game), seats, seed)
    app.push(table)
    for _ in range(frames):
        app.step([], 16)
        if app.top is not table or table.session.outcome is not None:
            break
        if table.my_turn and not table.tweens.busy:
            table.play(rng.choice(list(table.session.rules.legal_moves(table.state))))
    app.step([], 16)
    app.home()
    app.step([], 16)


def process_size() -> int:
    """Return the memory of this process in bytes."""
    if sys.platform.startswith("linux"):
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # noqa: PLC0415 - does not exist on Windows; it only knows the peak

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
