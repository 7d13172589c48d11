"""The last resort: a scene raised something unexpected. The game and a report are kept, and one can go on."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pygame

from game.crash import keep_record, keep_report
from game.table.scene import TableScene, table_scene
from game.ui.dialogs import Choice, Dialog

if TYPE_CHECKING:
    from game.app import App
    from game.ui.scene import Scene

MOST, WITHIN = 3, 10.0
"""So often in so many seconds: then going on leads nowhere."""


class Trouble(Dialog):
    """Says what happened and where the report is; leads back to the game or to the shelf."""

    def __init__(self, app: App, text: str, table: TableScene | None):
        choices: list[Choice] = [(app.texts("trouble.to_shelf"), None, "home"),
                                 (app.texts("trouble.leave"), app.quit, None)]
        if table is not None:
            choices.insert(0, (app.texts("trouble.play_on"), lambda: sit_down_again(app, table), "play"))
        super().__init__(app, app.texts("trouble.title"), text, choices, icon="warning", column=True)

    def escape(self) -> None:
        self._closing(None)()


def rescue(app: App, fault: Exception) -> bool:
    """Keep everything, clear the stack, show the screen; False if that cannot help either."""
    now = time.monotonic()
    app.troubles = [when for when in app.troubles if now - when < WITHIN] + [now]
    report = keep_report(app.store.folder, fault)
    table = next((scene for scene in reversed(app.scenes) if isinstance(scene, TableScene)), None)
    record = _keep_game(app, table)
    if len(app.troubles) > MOST:
        return False
    try:
        _clear(app)
        kept = [str(path) for path in (report, record) if path is not None]
        key = "trouble.text" if kept else "trouble.unwritten"
        values = {"fault": type(fault).__name__, "files": "\n".join(kept)}
        app.push(Trouble(app, app.texts(key, **values), table))
        app.step([], 0)
    except Exception as another:  # noqa: BLE001 - the program ends, but not without a word
        keep_report(app.store.folder, another)
        return False
    return True


def _keep_game(app: App, table: TableScene | None) -> object:
    if table is None:
        return None
    try:
        if table.file.is_save:
            app.store.save(table.session, table.path)
    except Exception as fault:  # noqa: BLE001 - it was saved at the last move already
        keep_report(app.store.folder, fault)
    return keep_record(app.store.folder, table.session)


def _clear(app: App) -> None:
    """A new shelf; the broken scenes leave without being asked for more than they can do."""
    from game.screens.shelf import Shelf

    pygame.event.clear()
    try:
        app.thinker.cancel()
    except Exception as fault:  # noqa: BLE001
        keep_report(app.store.folder, fault)
    scenes: list[Scene] = app.scenes
    app.scenes = []
    for scene in scenes:
        if isinstance(scene, TableScene):
            scene.session.watchers.clear()
    shelf = Shelf(app)
    app.push(shelf)
    shelf.stage.draw(app.screen)


def sit_down_again(app: App, table: TableScene) -> None:
    """The same game at a new table."""
    app.push(table_scene(app, table.session, table.occasion, table.path))


def say_goodbye(app: App) -> int:
    """The program cannot go on: the window closes, a sentence stands in the console."""
    try:
        app.thinker.stop()
        pygame.quit()
    except Exception as fault:  # noqa: BLE001
        keep_report(app.store.folder, fault)
    if sys.stderr is not None:
        print(app.texts("window.crashed", file=str(app.store.folder / "crash.log")), file=sys.stderr)
    return 1
