"""Start-up: CPU time to the first frame of the shelf against a bare window, memory, opening each game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from statistics import median

from game.bench import ROOT
from game.boards.measures.figures import Row, report
from game.folders import cache_folder, data_folder
from rules.catalog import GAMES, SHIPPED

BARE = """
import os, sys, time
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
import pygame, yaml
pygame.display.init(); pygame.font.init()
screen = pygame.display.set_mode((1920, 1080))
yaml.load(open({path!r}, "rb"), yaml.CSafeLoader)
screen.fill((20, 60, 40)); pygame.display.flip(); pygame.event.get()
print(time.process_time() * 1000)
"""

OURS = """
import time
from game.start import bootstrap
from game.folders import data_folder
from game.last_shelf import show
window = show(data_folder(), (1920, 1080))
first = time.process_time() * 1000
from game import routes
from game.app import App
import pygame
app = App(size=(1920, 1080), window=window)
app.open(routes.Shelf()); app.step(pygame.event.get(), 0)
ready = time.process_time() * 1000
while app.top.restless:
    app.step([], 16)
drawn = time.process_time() * 1000
from threading import active_count
from game.memory import give_back, used
while app.gamepads is None or active_count() > 1:  # until all is done that can wait
    app.safe_step(pygame.event.get(), app.wait(pygame.Clock()))
give_back()
print(first if window else ready, ready, drawn, used())
app.close(keep_shelf=True)
"""
"""What main.py does, with a window of a fixed size instead of the one in the settings."""

LIVED_IN = """
from game.app import App
from game.boards.measures.figures import played
from rules.catalog import GAMES
app = App(headless=(1024, 640))
app.settings.music = 0
app.apply_settings()
for game in [game.id for game in GAMES.values() if not game.solitaire][:3]:
    app.store.save(played(game, 4), app.store.new_save_path(game))
print(0)
"""
"""A folder as most starts find it: with settings and unfinished games."""

OPENING = """
import time
from threading import active_count
from game import routes
from game.app import App
import pygame
app = App(size=(1920, 1080))
app.open(routes.Shelf())
while app.top.restless or app.gamepads is None or active_count() > 1:
    app.safe_step(pygame.event.get(), app.wait(pygame.Clock()))
app.top.after(1, lambda: app.open(routes.PlayAgain({game!r})))
events = pygame.event.get()
started = time.process_time()
app.step(events, 16)  # opened and shown in one frame, as by a click
print((time.process_time() - started) * 1000)
app.close()
"""


def measure(code: str) -> list[float]:
    """Return the CPU times that fresh processes report for `code`."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True,
                          text=True,
                          check=True)
    return [float(word) for word in done.stdout.strip().splitlines()[-1].split()]


def main() -> None:
    bare = BARE.format(path=str(SHIPPED / next(iter(GAMES)) / "classic.yaml"))
    measure(bare)
    measure(OURS)  # ensures that the bytecode exists
    runs = 3 if "--quick" in sys.argv else 9
    floor, very_first, later = [], [], []
    for _ in range(runs):
        for folder in (cache_folder(), data_folder()):
            shutil.rmtree(folder, ignore_errors=True)
        very_first.append(measure(OURS))
        measure(LIVED_IN)
        measure(OURS)
        floor += measure(bare)
        later.append(measure(OURS))
    usual = median(floor)
    slowest = max(GAMES, key=(opening := {game: _opened(game) for game in GAMES}).__getitem__)
    report([Row("start", median(run[0] for run in later), "ms", usual, 1.5),
            Row("start_first", median(run[0] for run in very_first), "ms", usual, 3.0),
            Row("start_drawn", median(run[2] for run in very_first), "ms", usual, 5.0),
            Row("start_ready", median(run[1] for run in later), "ms", usual, 3.0),
            Row("memory_shelf", min(run[3] for run in later), "MB", None, 90.0),
            Row("opening", opening[slowest], "ms", usual, 1.4, game=slowest)])


def _opened(game: str) -> float:
    """Return the CPU time to open a table from the shelf, with its pictures in the cache as usual."""
    measure(OPENING.format(game=game))
    return min(measure(OPENING.format(game=game))[0] for _ in range(2))


if __name__ == "__main__":
    main()
