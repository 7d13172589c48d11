"""The player's own levels: actions on one in the list, and opening files from friends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from game import routes
from game.app import App
from game.data.files import write_atomically
from game.data.own.levels import BadPuzzle, OwnLevels, is_puzzle
from game.screen import Screen
from game.screens.result.sharing import ENDING, save_for_friends
from game.ui.dialogs import Dialog, Notice
from game.ui.scene import Scene
from rules.files.levels import Level


def ask_about(scene: Screen, level: Level, play: Callable[[], None]) -> None:
    """Offer to play, share or delete a level."""
    app, say = scene.app, scene.say
    app.push(Dialog(app, level.name, say("levels.own.uncounted"), [
        (say("levels.own.play"), play, "play"),
        (say("levels.own.share"), lambda: share(scene, level), "export"),
        (say("levels.own.delete"), lambda: _ask_delete(scene, level), "cross")],
        game=level.game, icon="star", column=True, esc_closes=True))


def share(scene: Screen, level: Level) -> None:
    """Save a level as a file for friends, under a name made of its own."""
    name = re.sub(r"\W+", "-", level.name.casefold()).strip("-") or level.id
    save_for_friends(scene, f"{name}{ENDING}",
                     lambda path: write_atomically(path, Path(level.place.file).read_bytes()))


def _ask_delete(scene: Screen, level: Level) -> None:
    app, say = scene.app, scene.say
    app.push(Dialog(app, say("levels.own.delete"), say("levels.own.delete_sure", name=level.name), [
        (say("levels.own.delete"), lambda: _delete(scene, level), "cross"),
        (say("button.cancel"), None, "back")], game=level.game, icon="warning"))


def _delete(scene: Screen, level: Level) -> None:
    try:
        OwnLevels(scene.app.store.folder).delete(level)
    except OSError as fault:
        scene.app.push(Notice(scene.app, level.name, scene.say("levels.own.not_deleted", reason=str(fault))))
    scene.rebuild()


def opened(app: App, path: Path) -> Scene | None:
    """Return the replay of a record, or the list with a puzzle that is now in it; raise CannotOpen."""
    if not is_puzzle(path):
        record = routes.Record(path)
        return record.load()(app, *record.values())
    try:
        level = OwnLevels(app.store.folder).take_in(path)
    except BadPuzzle as fault:
        raise routes.CannotOpen(app.texts(fault.phrase)) from fault
    except OSError as fault:
        raise routes.CannotOpen(app.texts("share.failed", reason=str(fault))) from fault
    shown = routes.Levels(level.game, shown=level.id)
    return shown.load()(app, *shown.values())
