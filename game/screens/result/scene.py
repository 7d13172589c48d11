"""The screen after a game: the sheet of a game with points, or the result of a solitaire or a puzzle."""

from __future__ import annotations

from game.app import App
from game.screens.result.ending import Ending
from game.screens.result.sheet import Sheet, record_sheet, was_stopped
from game.screens.result.solitaire import Result, record_result
from game.table.scene import TableScene


def result_scene(app: App, table: TableScene) -> Ending | None:
    """Record the game in the history and return its result screen; None if a scene is above the table."""
    if table.board.points_game and not table.is_puzzle:
        if not was_stopped(table):
            record_sheet(table)
        return Sheet(app, table) if app.top is table else None
    entry = record_result(table)
    return Result(app, table, entry) if app.top is table else None
