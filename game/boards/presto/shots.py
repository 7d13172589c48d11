"""Screenshots of Presto: before, during and after the race."""

from __future__ import annotations

from typing import Any

from game.app import App
from game.boards.measures.shots import Screens, open_table, review
from rules.session import Seat

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "medium"), Seat("Cleo", "bot", "hard"),
         Seat("Dario", "bot", "easy")]
HANDS = ["SPIELALMEICHTRSUNDE", "AEIOUBDGKLMNRSTTHPF", "EEIAOULLNNRSSTDGBMK", "AAEEIOUNNRSTLHGFDWC"]
GRID = {(x, 0): mark for x, mark in enumerate("SPIEL")} | {(1, y): mark for y, mark in enumerate("PALME")} | {
    (4, y): mark for y, mark in enumerate("LICHT")} | {(x + 1, 4): mark for x, mark in enumerate("ERST")} | {
    (2, y + 4): mark for y, mark in enumerate("RUNDE")}
"""A crossword of all letters of the first hand."""


def _ready(app: App) -> Any:
    scene = open_table(app, "presto", SEATS, 77, {"hands": HANDS})
    app.step([], 16)
    return scene


def _racing(app: App) -> Any:
    """Open the middle of the race, where RU is not yet a word. Return its scene."""
    scene = _ready(app)
    scene.go()
    board = scene.board
    for square in list(GRID)[:-3]:
        board.laying.draft.put(square, next(tile for tile in board.pieces() if tile.mark == GRID[square]))
        board.changed()
        scene.race.advance(2_800)
    scene.tweens.finish()
    return scene


def _result(app: App) -> None:
    _racing(app).finish(GRID)
    for _ in range(90):
        app.step([], 16)


BEST = "presto"
SCREENS: Screens = {"presto_ready": _ready, "presto": _racing, "presto_result": _result,
                    "presto_review": review("presto", 5)}
