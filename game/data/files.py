"""Atomic replacement of files, journals, syncing to disk, setting files aside, the lock of a data folder."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
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


# --- journals ---

JOURNAL = ".journal"


class Journal:
    """Keeps a file of one line of JSON that changes often: a change costs no time and outlives the program.

    Replacing a file takes milliseconds on a busy disk; appending a line to a journal beside it does not. A
    thread then syncs the journal and replaces the file. If the program dies before that, `recover` does it.
    """

    def __init__(self, path: Path, replace: Callable[[bytes], bool]):
        self._path, self._replace = path.with_name(f".{path.name}{JOURNAL}"), replace
        """`replace` writes the file to the disk; it returns False if it cannot."""
        self._file: IO[bytes] | None = None
        self._next: bytes | None = None
        """The content that the thread has yet to write."""
        self._writer: threading.Thread | None = None
        self._lock = threading.Lock()
        self._is_kept = True
        """Whether the file could be replaced the last time."""

    def write(self, line: bytes) -> None:
        """Take the new content of the file; from now on the end of the program cannot lose it."""
        with self._lock:
            if self._file is None:
                self._is_kept = self._replace(line)
                with suppress(OSError):
                    self._file = open(self._path, "ab", buffering=0)  # noqa: SIM115 - open until `close`
                    _locked(self._file)
                    self._file.truncate(0)
                return
            self._append(self._file, line)
            self._next = line
            if self._writer is None:
                self._writer = threading.Thread(target=self._keep_all, name="journal")
                self._writer.start()

    @staticmethod
    def _append(file: IO[bytes], line: bytes) -> None:
        """Append a line; where there is no room for it, an empty journal leaves the word to the file."""
        with suppress(OSError):
            if file.write(line) == len(line):
                return
        with suppress(OSError):
            file.truncate(0)

    def _keep_all(self) -> None:
        while True:
            with self._lock:
                line, self._next = self._next, None
                if line is None or self._file is None:
                    self._writer = None
                    return
                number = self._file.fileno()
            with suppress(OSError):  # never an old journal beside a new file, also after a power cut
                os.fsync(number)
            self._is_kept = self._replace(line)

    def close(self) -> None:
        """Wait until the file has the last content, and remove the journal unless that failed."""
        writer = self._writer
        if writer is not None:
            writer.join()
        with self._lock, suppress(OSError):
            if self._file is not None:
                self._file.close()
                self._file = None
                if self._is_kept:
                    self._path.unlink(missing_ok=True)


def recover(folder: Path) -> None:
    """Bring every file of a folder up to its journal, if the program that wrote both has died."""
    for journal in folder.glob(f".*{JOURNAL}"):
        with suppress(OSError):
            with open(journal, "r+b") as file:
                if not _locked(file):
                    continue
                lines = file.read().split(b"\n")
                path = journal.with_name(journal.name[1:-len(JOURNAL)])
                line = next(filter(_is_json, reversed(lines)), None)  # the last may be cut off
                if line is not None and path.exists():  # a game that is over has no save any more
                    write_atomically(path, line, b"\n", durable=True)
            journal.unlink()


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


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
    return hold(folder / LOCK)


def hold(path: Path) -> bool:
    """Lock a file for this process, until it ends. Return False if another one has it; raise OSError."""
    path = path.parent.resolve() / path.name
    if path in _held:
        return True
    file = open(path, "a+b")  # noqa: SIM115 - open as long as the lock is held
    if not _locked(file):
        file.close()
        return False
    _held[path] = file
    return True


def is_held(path: Path) -> bool:
    """Return whether another process that still runs holds the lock of a file."""
    if not path.is_file():
        return False
    try:
        with open(path, "r+b") as file:
            return not _locked(file)
    except OSError:
        return False


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
