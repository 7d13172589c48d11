"""The dialogs of an export: its format, and where its files are; opened from the statistics."""

from __future__ import annotations

import time

from game.data.export import write_export
from game.screen import Screen
from game.screens.rulefiles.folders import open_folder
from game.ui.dialogs import Dialog, Notice


def ask_export(scene: Screen) -> None:
    """Ask for JSON or CSV; the files go into a folder beside the saves."""
    app = scene.app
    app.push(Dialog(app, scene.say("export.title"),
                    scene.say("export.text", folder=str(app.store.folder / "export")),
                    [(scene.say("export.json"), lambda: _export(scene, "json"), "export"),
                     (scene.say("export.csv"), lambda: _export(scene, "csv"), "export"),
                     (scene.say("button.cancel"), None, None)], icon="export"))


def _export(scene: Screen, kind: str) -> None:
    app = scene.app
    folder = app.store.folder / "export"
    try:
        files = write_export(app.history, folder, kind, time.strftime("dominothek-%Y%m%d-%H%M%S"))
    except OSError as fault:
        told = scene.say("notice.not_saved", file=folder.name, folder=str(folder),
                         reason=fault.strerror or str(fault))
        app.push(Notice(app, scene.say("export.failed"), told))
        return
    names = "\n".join(path.name for path in files)
    app.push(Dialog(app, scene.say("export.done"), f"{folder}\n{names}",
                    [(scene.say("button.ok"), None, "check"),
                     (scene.say("export.open"), lambda: open_folder(scene, folder), "folder")],
                     icon="export"))
