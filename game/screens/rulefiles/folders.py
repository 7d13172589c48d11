"""Open the player's folders in the file manager, or explain why that failed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from game.screen import Screen
from game.ui.dialogs import Notice
from game.ui.paper.sheet import broken

PATIENCE = 0.3
"""Seconds within which a file manager that fails usually exits."""
OPENING = 1500
"""Milliseconds after which it has surely exited if it failed."""


def show_folder(folder: Path) -> bool:
    """Open the folder in a file manager; return False if that fails within a moment."""
    try:
        started = _begin_to_show(folder)
        return started is None or started.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False


def open_folder(scene: Screen, folder: Path) -> None:
    """Open a folder, creating it if necessary; if no program can show it, show its path."""
    def failed() -> None:
        scene.app.push(Notice(scene.app, scene.say("settings.folder.title"),
                              scene.say("settings.folder.text", folder=str(folder))))

    try:
        folder.mkdir(parents=True, exist_ok=True)
        started = _begin_to_show(folder)
    except OSError:
        failed()
        return
    if started is not None:
        scene.after(OPENING, lambda: failed() if started.poll() else None)


def tell_trouble(scene: Screen, sentence: str) -> None:
    """Show an error about a file in a dialog; shorten a long path, as dialogs wrap only between words."""
    room = min(scene.px(720), scene.look.size[0] - scene.px(80)) - 2 * scene.px(40)
    scene.app.push(Notice(scene.app, scene.say("rulefiles.trouble"),
                          "\n".join(broken(scene.look, sentence, "body", room))))


def _begin_to_show(folder: Path) -> subprocess.Popen[bytes] | None:
    """Start the system's file manager; return its process, or None on systems that do not need one."""
    opener: Callable[[Path], None] | None = getattr(os, "startfile", None)
    if opener is not None:
        opener(folder)
        return None
    program = "open" if sys.platform == "darwin" else "xdg-open"
    quiet = subprocess.DEVNULL
    return subprocess.Popen([program, str(folder)], stdin=quiet, stdout=quiet, stderr=quiet,
                            start_new_session=True)
