"""`main.py --help` (all commands and games on one page) and `--version`; called by game/commands."""

from __future__ import annotations

from game import about
from game.commands.command_line import COMMANDS, PROGRAM
from game.ui.text import Texts
from rules.catalog import GAMES


def show(texts: Texts) -> int:
    """Print the page."""
    width = max(len(texts(f"cli.{command}.usage")) for command in COMMANDS)
    print(texts("cli.overview.usage", program=PROGRAM))
    print("\n" + texts("cli.overview.about"))
    print("\n" + texts("cli.overview.games") + ":\n  " + ", ".join(GAMES))
    print("\n" + texts("cli.overview.commands") + ":")
    for command in COMMANDS:
        print(f"  {texts(f'cli.{command}.usage'):{width}}  {texts(f'cli.{command}.short')}")
    print("\n" + texts("cli.overview.more", program=PROGRAM))
    return 0


def version(texts: Texts) -> list[str]:
    """Return the version, the data folder and the optional parts, a line each."""
    return [texts(line) for line in about.lines()]
