"""Atomic file replacement, syncing to disk, setting unusable files aside, and the lock of a data folder."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

DAMAGED, OTHER_VERSION = "damaged", "other-version"
"""Why a file was set aside; part of its new name."""


def write_atomically(path: Path, *data: bytes, durable: bool = False) -> None:
    """Replace a file as a whole: readers see the old content or the new one, also if this process is killed.

    With `durable` the content and the new name have reached the disk when the call returns, so that a power
    cut loses nothing either. Without it the operating system decides when to write; see `sync`.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.writelines(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(path.parent)


def sync(path: Path) -> None:
    """Wait until a file written before, and its name in the folder, have reached the disk; raise OSError."""
    with open(path, "r+b") as file:  # Windows only syncs files that are open for writing
        os.fsync(file.fileno())
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync the names in a folder; does nothing where a folder cannot be opened (Windows)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path, mark: str = DAMAGED) -> Path:
    """Rename a file that cannot be used, so that nothing overwrites it; return its new path."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(100):
        name = f"{stamp}-{number}" if number else stamp
        aside = path.with_name(f"{path.stem}.{mark}-{name}{path.suffix}")
        if not aside.exists():
            break
    os.replace(path, aside)
    return aside


def is_aside(path: Path) -> bool:
    """Return whether `set_aside` has named this file."""
    return f".{DAMAGED}-" in path.name or f".{OTHER_VERSION}-" in path.name


# --- the lock, which the system releases however the program ends ---

LOCK = "dominothek.lock"
_held: dict[Path, IO[bytes]] = {}
"""The locks of this process: they stay until it ends."""


def lock_folder(folder: Path) -> bool:
    """Lock a folder for this process. Return False if another one has it; raise OSError if it is not ours."""
    folder = folder.resolve()
    if folder in _held:
        return True
    file = open(folder / LOCK, "a+b")  # noqa: SIM115 - open as long as the lock is held
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
