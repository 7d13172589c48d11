"""Start-up: CPU time to the first frame of the shelf against a bare window, memory, opening each game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from game.bench import ROOT
from game.boards.measures.figures import Row, report
from game.data.store import cache_folder
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
import sys, time
from game.start import bootstrap
from game.app import App
import pygame
from game.data.store import Store
store = Store()
settings = store.read_settings(); settings.fullscreen = False
app = App(store, size=(1920, 1080))
from game.screens.shelf.scene import Shelf
app.push(Shelf(app)); app.step(pygame.event.get(), 0)
first = time.process_time() * 1000
while app.top.restless:
    app.step([], 16)
drawn = time.process_time() * 1000
from game.memory import give_back, used
give_back()
print(first, drawn, used())
app.close()
"""

OPENING = """
import pygame, time
from game import routes
from game.app import App
app = App(size=(1920, 1080))
app.open(routes.Shelf())
while app.top.restless:
    app.step(pygame.event.get(), 16)
started = time.process_time()
app.open(routes.PlayAgain({game!r}))
app.step(pygame.event.get(), 0)
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
    shutil.rmtree(cache_folder(), ignore_errors=True)
    first, drawn, _ = measure(OURS)
    runs = 3 if "--quick" in sys.argv else 9
    ours, floor, memory = [], [], []
    for _ in range(runs):
        floor += measure(bare)
        begun, _, used = measure(OURS)
        ours.append(begun)
        memory.append(used)
    usual = sorted(floor)[runs // 2]
    slowest = max(GAMES, key=(opening := {game: _opened(game) for game in GAMES}).__getitem__)
    report([Row("start", sorted(ours)[runs // 2], "ms", usual, 1.5),
            Row("start_first", first, "ms", usual, 3.0),
            Row("start_drawn", drawn, "ms", usual, 5.0),
            Row("memory_shelf", min(memory), "MB", None, 90.0),
            Row("opening", opening[slowest], "ms", usual, 1.4, game=slowest)])


def _opened(game: str) -> float:
    """Return the CPU time to open a table from the shelf, with its pictures in the cache as usual."""
    measure(OPENING.format(game=game))
    return min(measure(OPENING.format(game=game))[0] for _ in range(2))


if __name__ == "__main__":
    main()
