"""Commands implemented elsewhere: replay, shots, bench, check and test; called by game/commands."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

from game.commands.command_line import PROGRAM, CommandLine, failed, misused, one_of, reason, whole
from game.data.own.levels import BadPuzzle, is_puzzle, read_puzzle
from game.ui.text import Texts
from rules import records
from rules.catalog import rules_from_values
from rules.home import FROM_SOURCE, HOME

THEMES = HOME / "sprites" / "themes"


def replay(args: list[str], texts: Texts) -> int:
    """Open a record in the window if it can be played back, or a puzzle if it can be solved."""
    line = CommandLine("replay", texts)
    line.takes("file")
    found = line.parse(args)
    if found is None:
        return 0
    if found.file is None:
        misused("cli.fault.needs_file", command="replay")
    path = Path(found.file)
    _check_file(path)
    from game.app import play  # noqa: PLC0415 - only this command needs the window
    from game.routes import OpenFile  # noqa: PLC0415 - as above

    return play(OpenFile(path))


def _check_file(path: Path) -> None:
    """Report an unusable record or puzzle here, before a window is opened."""
    try:
        path.stat()
        if is_puzzle(path):
            read_puzzle(path)
            return
        records.replay(records.read_file(path), rules_from_values)
    except OSError as fault:
        failed("cli.replay.faulty", file=str(path), reason=reason(fault))
    except (records.RecordFault, BadPuzzle) as fault:
        failed("cli.replay.faulty", file=str(path), reason=fault.phrase)


def shots(args: list[str], texts: Texts) -> int:
    """Draw every screen to a file."""
    line = CommandLine("shots", texts)
    line.takes("folder")
    line.offers("size", "1920x1080")
    line.offers("theme", "felt")
    line.offers("text", "100")
    line.offers("only")
    line.offers("key")
    found = line.parse(args)
    if found is None:
        return 0
    if found.folder is None:
        misused("cli.fault.needs_folder", command="shots")
    size, folder, text = _size(found.size), Path(found.folder), whole("--text", found.text, 70, 150)
    theme = one_of("cli.fault.theme", found.theme, sorted(path.stem for path in THEMES.glob("*.yaml")))
    from game.shots.screens import SCREENS, draw_all  # noqa: PLC0415 - only this command needs the window

    only = None if found.only is None else one_of("cli.fault.screen", found.only, SCREENS)
    if found.key is not None and not texts.has(found.key):
        misused("cli.shots.no_key", key=found.key)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        paths = draw_all(folder, size, texts.language, theme, only, text, found.key)
    except OSError as fault:
        failed("cli.shots.not_written", folder=str(folder), reason=reason(fault))
    for path in paths:
        print(path)
    if not paths:
        print(texts("cli.shots.nowhere", key=found.key))
    return 0


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})[x\u00d7](\d{1,5})", text)
    if match is None:
        misused("cli.shots.size_form", value=text)
    return whole("--size", match[1], 320, 7680), whole("--size", match[2], 240, 4320)


def bench(args: list[str], texts: Texts) -> int:
    """Run the measurements; the arguments are passed to game/bench."""
    if {"-h", "--help"}.intersection(args):  # also after the name of a part, which may run for an hour
        CommandLine("bench", texts).parse(["--help"])
        return 0
    _needs_source("bench")
    from game.bench import main  # noqa: PLC0415 - not in an installed program

    return main(args)


def check(args: list[str], texts: Texts) -> int:
    """Run the gates: style, types, dead code."""
    if CommandLine("check", texts).parse(args) is None:
        return 0
    _needs_source("check")
    from game.run_checks import run  # noqa: PLC0415 - only this command needs subprocess

    return run(texts)


def test(args: list[str], texts: Texts) -> int:
    """Run the tests; the arguments are passed to pytest."""
    if args in (["-h"], ["--help"]):
        print(texts("cli.test.about", program=PROGRAM))
        return 0
    _needs_source("test")
    from game.run_tests import run  # noqa: PLC0415 - not in an installed program

    return run(args)


def _needs_source(command: str) -> None:
    """Refuse in a packed or installed program, which does not contain the tests."""
    if not FROM_SOURCE:
        failed("cli.fault.packed", command=command)
