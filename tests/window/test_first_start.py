"""The first start without a terminal: a small window at once, which keeps a fault until it is closed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.kit.first_start import ROOT, copy_of_the_start
from tests.kit.xscreen import Screen, needs_window

pytestmark = needs_window


def windows_of(screen: Screen) -> str:
    return screen.xdotool("search", "--onlyvisible", "--class", "dominothek", check=False)


def closed_by_return(screen: Screen) -> bool:
    """The program ends before its window shows the fault, so that a first key may come too early."""
    screen.key("Return")
    return not windows_of(screen)


def test_a_first_start_without_a_terminal_shows_a_window_at_once(tmp_path):
    screen = Screen(tmp_path)
    try:
        project = tmp_path / "project"
        copy_of_the_start(project)
        (project / "sprites").mkdir()
        shutil.copy(ROOT / "sprites" / "icon.png", project / "sprites")
        (project / "requirements.txt").write_text("Tiny-Tile==1.0\n", encoding="utf-8")
        environment = {**screen.environment, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1",
                       "DOMINOTHEK_LANG": "en", "DOMINOTHEK_DATA": str(tmp_path / "data")}
        started = subprocess.Popen([sys.executable, "main.py"], cwd=project, env=environment,
                                   stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        window = screen.until(lambda: windows_of(screen), "a small window")
        assert started.wait(60) == 1, "nothing can be installed"
        assert windows_of(screen) == window, "the fault stays on the screen"
        screen.until(lambda: closed_by_return(screen), "the window is closed")
    finally:
        screen.close()
