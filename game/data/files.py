"""Files that survive a crash: written beside, flushed, renamed; and damaged ones set aside, never deleted."""

from __future__ import annotations

import os
import time
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Replace a file as a whole. `durable` waits until it has reached the disk (saves, settings)."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def set_aside(path: Path) -> Path:
    """Rename a damaged file so that nothing overwrites it; returns where it is now."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(100):
        mark = f"{stamp}-{number}" if number else stamp
        aside = path.with_name(f"{path.stem}.damaged-{mark}{path.suffix}")
        if not aside.exists():
            break
    os.replace(path, aside)
    return aside
