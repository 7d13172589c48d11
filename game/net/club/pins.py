"""Pinned certificates of visited clubs: the last fingerprint by address."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

from game.data.files import write_atomically

LARGEST_FILE = 64 * 1024


def _pins(folder: Path) -> dict[str, str]:
    path = folder / "club" / "certificates.json"
    try:
        if path.stat().st_size > LARGEST_FILE:
            return {}
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    known = data.items() if isinstance(data, dict) else ()
    return {address: print_ for address, print_ in known
            if isinstance(print_, str) and re.fullmatch("[0-9a-f]{64}", print_)}


def visited(folder: Path) -> list[str]:
    """Return the addresses of visited clubs, the latest first."""
    return list(_pins(folder))[::-1]


def pinned(folder: Path | None, address: str) -> str:
    """Return the pinned fingerprint of an address; empty if there is none."""
    return "" if folder is None else _pins(folder).get(address, "")


def pin(folder: Path | None, address: str, fingerprint: str) -> None:
    """Pin the certificate of a club; ignore write errors, as they only prevent the next comparison."""
    if folder is not None and list(_pins(folder).items())[-1:] != [(address, fingerprint)]:
        with suppress(OSError):
            (folder / "club").mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_pins(folder, {**_pins_without(folder, address), address: fingerprint})


def forget_certificate(folder: Path, address: str) -> None:
    """Remove the pin of a club, so that the next visit accepts another certificate."""
    with suppress(OSError):
        _write_pins(folder, _pins_without(folder, address))


def _pins_without(folder: Path, address: str) -> dict[str, str]:
    return {known: print_ for known, print_ in _pins(folder).items() if known != address}


def _write_pins(folder: Path, pins: dict[str, str]) -> None:
    write_atomically(folder / "club" / "certificates.json", json.dumps(pins).encode())
