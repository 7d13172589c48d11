"""`main.py --install-shortcut` and `--remove-shortcut`: the menu entry of the current user."""

from __future__ import annotations

import subprocess

from game.commands.command_line import failed, reason
from game.start import shortcut
from game.ui.text import Texts


def run(word: str, texts: Texts) -> int:
    """Create or remove the entry and print its files."""
    installs = word == "--install-shortcut"
    try:
        files = shortcut.install() if installs else shortcut.remove()
    except OSError as fault:
        failed("cli.shortcut.failed", reason=reason(fault))
    except subprocess.SubprocessError as fault:
        failed("cli.shortcut.failed", reason=str(fault))
    if not files:
        failed("cli.shortcut.none")
    print(texts("cli.shortcut.installed" if installs else "cli.shortcut.removed"))
    for path in files:
        print(f"  {path}")
    return 0
