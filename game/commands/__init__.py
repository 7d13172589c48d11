"""The command line: `main` opens the window, or runs a command; called by main.py.

Without arguments it goes straight to the window: nothing else is imported before the first frame.
"""

from __future__ import annotations

import os
import sys

STOPPED, READER_GONE = 130, 141
"""Exit codes after Ctrl-C and after a closed pipe, by the convention of shells."""


def main(argv: list[str]) -> int:
    """Run the command line. Return 0 on success, 1 if something failed, 2 if it is not understood."""
    try:
        code = _run(argv) if argv else open_program(None)
        if sys.stdout is not None:  # pythonw.exe has none
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_stdout()
        return READER_GONE
    except KeyboardInterrupt:
        from game.commands.dispatch import complain_stopped  # noqa: PLC0415 - only for the message

        complain_stopped()
        return STOPPED
    except Exception as fault:
        from game.commands.dispatch import explain  # noqa: PLC0415 - only for the message

        code, stdout_broken = explain(fault)
        if stdout_broken:
            _forget_stdout()
        return code


def _run(argv: list[str]) -> int:
    from game.commands.dispatch import run  # noqa: PLC0415 - the window opens without it

    return run(argv, open_program)


def open_program(game: str | None) -> int:
    """Open the window, with a game if one is named."""
    if game is not None:
        from game.app import play  # noqa: PLC0415 - commands run without the window
        from game.routes import PlayAgain  # noqa: PLC0415 - as above

        return play(PlayAgain(game))
    from game.folders import data_folder  # noqa: PLC0415 - as above
    from game.last_shelf import show  # noqa: PLC0415 - as above

    window = show(data_folder())
    from game.app import play  # noqa: PLC0415 - takes longer than all that was needed until now

    return play(window=window)


def _forget_stdout() -> None:
    """Redirect stdout to the null device, so that Python does not fail again when it exits."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = None
