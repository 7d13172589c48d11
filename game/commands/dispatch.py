"""Run a command line with arguments and explain errors; called by game/commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper

from game.commands import overview
from game.commands.command_line import (
    COMMANDS,
    Failure,
    UsageFault,
    complain,
    misused,
    one_of,
    reason,
    take_language,
)
from game.crash import keep_report
from game.folders import data_folder
from game.ui.devices.speech import ASKED
from game.ui.text import Texts, system_language
from rules.catalog import GAMES

FUNCTIONS = {"simulate": "simulate:run", "verify": "verify:run", "rules": "check:run", "export": "export:run",
             "review": "review:run", "host": "network:host", "join": "network:join",
             "tables": "network:tables", "club": "club:run"}
"""Module and function of a command; all others are in handover, under the command's name."""


def run(argv: list[str], open_program: Callable[[str | None], int]) -> int:
    """Run a command line with arguments; return the exit code."""
    _make_printable()
    language, args = take_language(argv)
    if "--speak" in args and "test" not in args:
        args.remove("--speak")
        os.environ[ASKED] = "yes"
    if language is not None:
        os.environ["DOMINOTHEK_LANG"] = language  # also for the window and for worker processes
    if not args:
        return open_program(None)
    word, rest = args[0], args[1:]
    if word in COMMANDS:
        return _command(word)(rest, _texts())
    if word in ("-h", "--help"):
        return overview.show(_texts())
    if word == "--version":
        print("\n".join(overview.version(_texts())))
        return 0
    if word in ("--install-shortcut", "--remove-shortcut"):
        from game.commands.shortcut import run as shortcut  # noqa: PLC0415 - rarely used

        return shortcut(word, _texts())
    if word not in GAMES and os.path.isfile(word):  # a record that was double-clicked
        return _command("replay")(args, _texts())
    one_of("cli.fault.command", word, [*COMMANDS, *GAMES])
    if rest and rest[0] in ("-h", "--help"):
        return overview.show(_texts())
    if rest:
        misused("cli.fault.superfluous", argument=rest[0], command=word)
    return open_program(word)


def _command(word: str) -> Callable[[list[str], Texts], int]:
    """Import the module of a command, and no other, and return its function."""
    module, _, function = FUNCTIONS.get(word, f"handover:{word}").partition(":")
    found: Callable[[list[str], Texts], int] = getattr(import_module(f"game.commands.{module}"), function)
    return found


def _texts() -> Texts:
    return Texts(system_language())


def _make_printable() -> None:
    """Let a console that lacks a letter print a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


# --- when something goes wrong ---


def complain_stopped() -> None:
    complain(_texts()("cli.fault.stopped"))


def explain(fault: Exception) -> tuple[int, bool]:
    """Print an error to stderr; write the traceback of an unexpected exception to the crash log.

    Return the exit code, and whether nothing more can be written to stdout.
    """
    texts = _texts()
    if isinstance(fault, UsageFault | Failure):
        complain(texts(fault.phrase))
        return (2 if isinstance(fault, UsageFault) else 1), False
    if isinstance(fault, OSError) and fault.filename is None:  # stdout: other files have a filename
        complain(texts("cli.fault.output", reason=reason(fault)))
        return 1, True
    kept = str(keep_report(data_folder(), fault) or "stderr")
    complain(texts("cli.fault.crash", problem=f"{type(fault).__name__}: {fault}", file=kept))
    return 1, False
