"""`main.py export`: all results, people and honours as a JSON file or as CSV tables."""

from __future__ import annotations

from pathlib import Path

from game.commands.command_line import CommandLine, failed, one_of, reason
from game.data.export import KINDS, write_export
from game.data.history import History
from game.folders import data_folder
from game.ui.text import Texts


def run(args: list[str], texts: Texts) -> int:
    """Write the files and print their paths; return 0 on success."""
    line = CommandLine("export", texts)
    line.takes("folder")
    line.offers("as", "json")
    found = line.parse(args)
    if found is None:
        return 0
    kind = one_of("cli.export.kind", vars(found)["as"], KINDS)
    folder = Path(found.folder or ".")
    history = History(data_folder())
    try:
        files = write_export(history, folder, kind, "dominothek")
    except OSError as fault:
        failed("cli.export.failed", folder=str(folder), reason=reason(fault))
    finally:
        history.close()
    for path in files:
        print(path)
    return 0
