"""A player in a separate process, to be killed: plays without a window and prints what is on the screen.

Every line of its output is the save's name and the moves of every round, written after they were drawn.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pygame

from game import routes
from game.app import App
from game.data.store import Store
from game.endurance.monkey import Whims
from game.screens.result.solitaire import give_up
from game.screens.shelf.scene import Shelf
from game.table.curtain import Curtain
from game.table.scene import TableScene

SIZE = (1024, 640)
LONGEST_GAME = 120
"""Moves after which the next game starts, so that kills also hit the end of a game."""


def main(folder: str, game: str, seed: str) -> None:
    """Play until the process is killed."""
    store = Store(Path(folder))
    settings = store.read_settings()
    settings.speed = "none"
    store.write_settings(settings)
    app = App(store, headless=SIZE)
    rng = Random(seed)
    app.thinker = Whims(rng)  # type: ignore[assignment]
    app.push(Shelf(app))
    app.open(routes.PlayAgain(game))
    Player(app, game, rng).play()


class Player:
    """Plays at the table and dismisses whatever is above it."""

    def __init__(self, app: App, game: str, rng: Random):
        self.app, self.game, self.rng = app, game, rng
        self._told = ""

    def play(self) -> None:
        while True:
            self.app.step([], 16)
            table = next((scene for scene in self.app.scenes if isinstance(scene, TableScene)), None)
            if table is None:
                self.app.open(routes.PlayAgain(self.game))
                continue
            self._tell(table)
            if self.app.top is table:
                self._turn(table)
            else:
                self._answer(table)

    def _tell(self, table: TableScene) -> None:
        assert table.path is not None
        rules = table.session.rules
        moves = [[rules.write_move(ply.move) for ply in round_.plies] for round_ in table.session.rounds]
        line = json.dumps([table.path.name, moves])
        if line != self._told:
            self._told = line
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    def _turn(self, table: TableScene) -> None:
        if table.my_turn and not table.tweens.busy:
            table.play(self.rng.choice(list(table.session.rules.legal_moves(table.state))))

    def _answer(self, table: TableScene) -> None:
        """Continue after the end of a round or a game, or after a curtain."""
        over = table.session.game_outcome is not None or table.session.moves > LONGEST_GAME
        if over and not isinstance(self.app.top, Curtain):
            give_up(table)
            self.app.home()
        else:
            self.app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")], 16)


if __name__ == "__main__":
    main(*sys.argv[1:])
