"""Folders and files of the player: open them in the file manager, or say what is wrong with them."""

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
"""Seconds in which a program that cannot show a folder mostly says so."""
OPENING = 1500
"""Milliseconds after which it has said so for sure."""


def show_folder(folder: Path) -> bool:
    """Whether some program shows the folder now, as far as one can tell within a moment."""
    try:
        started = _begin_to_show(folder)
        return started is None or started.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False


def open_folder(scene: Screen, folder: Path) -> None:
    """Show a folder, which is made if need be; if nothing can show it, say where it is."""
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
    """Say what went wrong with a file. A dialog wraps only between words; a long path must be cut for it."""
    room = min(scene.px(720), scene.look.size[0] - scene.px(80)) - 2 * scene.px(40)
    scene.app.push(Notice(scene.app, scene.say("rulefiles.trouble"),
                          "\n".join(broken(scene.look, sentence, "body", room))))


def _begin_to_show(folder: Path) -> subprocess.Popen[bytes] | None:
    """The program that was asked; None where the system does it by itself."""
    opener: Callable[[Path], None] | None = getattr(os, "startfile", None)
    if opener is not None:
        opener(folder)
        return None
    program = "open" if sys.platform == "darwin" else "xdg-open"
    quiet = subprocess.DEVNULL
    return subprocess.Popen([program, str(folder)], stdin=quiet, stdout=quiet, stderr=quiet,
                            start_new_session=True)
