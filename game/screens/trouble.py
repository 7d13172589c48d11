"""The error screen after an unexpected exception in a scene; the game and a report are kept."""

from __future__ import annotations

import time
from pathlib import Path

import pygame

from game import routes
from game.app import App
from game.crash import keep_record, keep_report
from game.table.scene import TableScene
from game.ui.dialogs import Choice, Dialog

MOST, WITHIN = 3, 10.0
"""Maximum number of errors within this many seconds; more end the program."""


class Trouble(Dialog):
    """Say what happened and where the report is; lead back to the game or to the shelf."""

    def __init__(self, app: App, text: str, table: TableScene | None):
        choices: list[Choice] = [(app.texts("trouble.to_shelf"), None, "home"),
                                 (app.texts("trouble.leave"), app.quit, None)]
        if table is not None:
            choices.insert(0, (app.texts("trouble.play_on"), lambda: sit_down_again(app, table), "play"))
        super().__init__(app, app.texts("trouble.title"), text, choices, icon="warning", column=True,
                         esc_closes=True)


def trouble_scene(app: App, fault: Exception) -> Trouble | None:
    """Keep a report and the game, clear the stack, return the error screen; None after too many errors."""
    now = time.monotonic()
    app.troubles = [when for when in app.troubles if now - when < WITHIN] + [now]
    report = keep_report(app.store.asked_folder, fault)
    table = next((scene for scene in reversed(app.scenes) if isinstance(scene, TableScene)), None)
    record = _keep_game(app, table) if table is not None else None
    if len(app.troubles) > MOST:
        return None
    _clear(app)
    kept = [str(path) for path in (report, record) if path is not None]
    key = "trouble.text" if kept else "trouble.unwritten"
    return Trouble(app, app.texts(key, fault=type(fault).__name__, files="\n".join(kept)), table)


def _keep_game(app: App, table: TableScene) -> Path | None:
    """Save the game and write a copy beside the report."""
    try:
        if table.path is not None and table.file.is_save:
            app.store.save(table.session, table.path)
    except Exception as fault:
        keep_report(app.store.asked_folder, fault)
    return keep_record(app.store.asked_folder, table.session)


def _clear(app: App) -> None:
    """Replace all scenes by a new shelf without calling the broken ones."""
    pygame.event.clear()
    try:
        app.thinker.cancel()
    except Exception as fault:
        keep_report(app.store.asked_folder, fault)
    scenes, app.scenes = app.scenes, []
    for scene in scenes:
        if isinstance(scene, TableScene):
            scene.session.watchers.clear()
    app.open(routes.Shelf())
    app.top.stage.draw(app.screen)


def sit_down_again(app: App, table: TableScene) -> None:
    """Open the same game at a new table."""
    app.open(routes.Table(table.session, table.occasion, table.path))
