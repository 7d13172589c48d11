"""The command line: `main` opens the window or hands over to the module of a command; called by main.py.

Without arguments it goes straight to the window: nothing else is imported before the first picture.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.text import Texts

COMMANDS = ("simulate", "verify", "rules", "replay", "export", "shots", "bench", "check", "test")
STOPPED, NOBODY_READS = 130, 141
"""Exit codes after Ctrl-C and after a reader such as `head` went away, as every shell knows them."""


def main(argv: list[str]) -> int:
    """Do what the command line says; 0 done, 1 something differs or failed, 2 not understood."""
    try:
        code = _run(argv) if argv else open_program(None)
        if sys.stdout is not None:  # pythonw.exe has none
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_stdout()
        return NOBODY_READS
    except KeyboardInterrupt:
        return _stopped()
    except Exception as fault:  # noqa: BLE001 - the last line before a traceback
        return _explain(fault)


def _run(argv: list[str]) -> int:
    """A command line with arguments."""
    from game.commands.command_line import misused, one_of, take_language

    _make_printable()
    language, args = take_language(argv)
    if "--speak" in args and "test" not in args:
        from game.ui.devices.speech import ASKED

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
        from game.commands.overview import show

        return show(_texts())
    if word == "--version":
        from game.version import VERSION

        print(f"Dominothek {VERSION}")
        return 0
    from rules.catalog import GAMES

    one_of("cli.fault.command", word, [*COMMANDS, *GAMES])
    if rest and rest[0] in ("-h", "--help"):
        from game.commands.overview import show

        return show(_texts())
    if rest:
        misused("cli.fault.superfluous", argument=rest[0], command=word)
    return open_program(word)


def open_program(game: str | None) -> int:
    from game.app import play

    return play(game=game)


def _command(word: str) -> Callable[[list[str], Texts], int]:
    """The function behind a command; only its own module is imported."""
    from importlib import import_module

    module, function = {
        "simulate": ("simulate", "run"), "verify": ("verify", "run"), "rules": ("check", "run"),
        "export": ("export", "run"),
    }.get(word, ("handover", word))
    return getattr(import_module(f"game.commands.{module}"), function)


def _texts() -> Texts:
    from game.ui.text import Texts, system_language

    return Texts(system_language())


# --- when something goes wrong ---


def _make_printable() -> None:
    """A console that cannot show a letter shows a question mark, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _forget_stdout() -> None:
    """Nothing more can be written, so Python must not try again when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = None


def _stopped() -> int:
    from game.commands.command_line import complain

    complain(_texts()("cli.fault.stopped"))
    return STOPPED


def _explain(fault: Exception) -> int:
    """A fault as a sentence on stderr; what nobody foresaw goes with its traceback into a file."""
    from game.commands.command_line import Failure, UsageFault, complain, reason

    texts = _texts()
    if isinstance(fault, (UsageFault, Failure)):
        complain(texts(fault.phrase))
        return 2 if isinstance(fault, UsageFault) else 1
    if isinstance(fault, OSError) and fault.filename is None:  # of stdout: other files have names
        complain(texts("cli.fault.output", reason=reason(fault)))
        _forget_stdout()
        return 1
    problem = f"{type(fault).__name__}: {fault}"
    complain(texts("cli.fault.crash", problem=problem, file=_keep_traceback(fault)))
    return 1


def _keep_traceback(fault: Exception) -> str:
    """Where the traceback was written, for a report; without a disk it was shown."""
    from game.crash import keep_report
    from game.data.store import data_folder

    return str(keep_report(data_folder(), fault) or "stderr")
