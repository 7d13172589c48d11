"""`main.py bench words`: the extra time of opening the table of a word game."""

from __future__ import annotations

import os
import subprocess
import sys

from game.boards.measures.figures import Row, report
from rules.catalog import GAMES
from rules.home import HOME

TABLE = """
import sys, time
from game.start import bootstrap
from game.app import App
import pygame
app = App(size=(1920, 1080))
from game.screens.shelf.scene import Shelf
app.push(Shelf(app)); app.step(pygame.event.get(), 0)
started = time.process_time()
from game.data.occasion import Occasion
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
app.push(TableScene(app, Session(rules_of({game!r}), [Seat("A"), Seat("B")], 1), Occasion(counts=False)))
app.step(pygame.event.get(), 16)
print((time.process_time() - started) * 1000)
app.close()
"""


def measured(game: str) -> float:
    """Return the milliseconds that opening a table takes in a fresh process."""
    done = subprocess.run([sys.executable, "-c", TABLE.format(game=game)], cwd=HOME, env=os.environ,
                          capture_output=True, text=True, check=True)
    return float(done.stdout.strip().splitlines()[-1])


def main() -> None:
    runs = 3 if "--quick" in sys.argv else 9
    other = next(game.id for game in GAMES.values() if game.hidden_hands)
    tables = [(measured("kreuzwort"), measured(other)) for _ in range(runs + 1)][1:]
    more = sorted(ours - theirs for ours, theirs in tables)[runs // 2]
    report([Row("words_open_table", max(more, 0.0), "ms", None, 30.0)])


if __name__ == "__main__":
    main()
