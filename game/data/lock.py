"""The lock of a data folder, which the system releases however the program ends; a folder for want of one."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

NAME = "dominothek.lock"
_held: dict[Path, IO[bytes]] = {}
"""The locks of this process: they stay until it ends."""


def lock_folder(folder: Path) -> bool:
    """Lock a folder for this process. Return False if another one has it; raise OSError if it is not ours."""
    folder = folder.resolve()
    if folder in _held:
        return True
    file = open(folder / NAME, "a+b")  # noqa: SIM115 - open as long as the lock is held
    if not _locked(file):
        file.close()
        return False
    _held[folder] = file
    return True


def _locked(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - only on Windows

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks
    return True


def temporary_folder() -> Path:
    """Make a folder that is removed when the program ends."""
    folder = Path(tempfile.mkdtemp(prefix="dominothek-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
