"""Write crash reports: a traceback log and a record of the current game. Never raises."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from game.data.files import write_atomically

if TYPE_CHECKING:
    from rules.session import Session

LARGEST_LOG = 2**20
"""Bytes after which a new log is started; one old log is kept."""


def keep_report(folder: Path, fault: BaseException) -> Path | None:
    """Append a traceback to the crash log. Return its path, or None if it could only be written to stderr."""
    import traceback  # noqa: PLC0415 - no start needs it

    lines = "".join(traceback.format_exception(fault))
    path = folder / "crash.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.is_file() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_suffix(".old.log"))
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {' '.join(sys.argv)}\n{lines}\n")
    except OSError:
        if sys.stderr is not None:  # pythonw.exe has none
            sys.stderr.write(lines)
        return None
    return path


def keep_record(folder: Path, session: Session) -> Path | None:
    """Write the current game as a record beside the log, so that the error can be reproduced."""
    from rules import records  # noqa: PLC0415 - needed only after an error

    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{session.rules.game}.json"
    try:
        write_atomically(path, records.dumps(records.to_record(session, playing=True)).encode())
    except Exception:
        return None
    return path
