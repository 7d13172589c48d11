"""Keys stored between program runs: of seats at other tables, and of tables hosted here.

Both are files in the data folder, readable only by their owner. A guest stores for each seat the address of
the table, its certificate's fingerprint and the token; a host stores beside a save the code, the certificate
and the owners of the seats, so that a continued save is the same table.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from game.data.files import write_atomically
from game.net.entry.door import Certificate
from game.net.protocol import LONGEST_NAME, clean
from game.net.table.chairs import Chair
from rules.kit.plain import BadPlain, Plain

LARGEST = 64 * 1024
OLDEST = 60 * 24 * 3600.0
"""Seconds after which a seat at another table is forgotten."""


@dataclass(frozen=True, slots=True)
class SeatKey:
    """The key of a seat at another computer's table."""

    address: str
    port: int
    fingerprint: str
    token: str
    game: str
    names: tuple[str, ...]
    """The others at the table."""
    when: float

    def path(self, folder: Path) -> Path:
        return folder / "seats" / f"{self.fingerprint[:32]}.json"


def keep_seat(folder: Path, key: SeatKey) -> None:
    """Write the key of a seat; if that fails, the seat is not offered after a restart."""
    _write(key.path(folder), asdict(key))


def forget_seat(folder: Path, fingerprint: str) -> None:
    with suppress(OSError):
        (folder / "seats" / f"{fingerprint[:32]}.json").unlink(missing_ok=True)


def seats_kept(folder: Path) -> list[SeatKey]:
    """Return the stored keys of seats at other tables, the latest first; expired ones are left out."""
    found = [key for data in _read_all(folder / "seats") if (key := _seat_key(data)) is not None]
    return sorted((key for key in found if time.time() - key.when < OLDEST), key=lambda key: -key.when)


def _seat_key(data: Plain) -> SeatKey | None:
    match data:
        case {"address": str(address), "port": int(port), "fingerprint": str(print_), "token": str(token),
              "game": str(game), "names": list(names), "when": int() | float() as when} if (
                  re.fullmatch("[0-9a-f]{64}", print_) and 0 < port < 65536):
            people = tuple(clean(name, LONGEST_NAME) for name in names if isinstance(name, str))
            return SeatKey(address, port, print_, token, game, people, when)
    return None


@dataclass(frozen=True, slots=True)
class TableKey:
    """The identity of a table across runs: code, certificate, port and seats."""

    code: str
    port: int
    certificate: Certificate
    chairs: tuple[Chair, ...]


def table_path(folder: Path, save: str) -> Path:
    """Return the file of a table, named like its save."""
    return folder / "tables" / f"{Path(save).stem}.json"


def keep_table(path: Path, key: TableKey) -> bool:
    """Write the key of a table; return whether that worked."""
    chairs = [chair.kept() for chair in key.chairs]
    return _write(path, {"code": key.code, "port": key.port, "public": key.certificate.public,
                         "private": key.certificate.private, "chairs": chairs})


def read_table(path: Path) -> TableKey | None:
    """Return the table of a save; None if the save was no network table or its file is unusable."""
    match _read(path):
        case {"code": str(code), "port": int(port), "public": str(public), "private": str(private),
              "chairs": list(chairs)} if 0 <= port < 65536:
            try:
                certificate = Certificate(public, private)
                certificate.server_context()
                return TableKey(code, port, certificate, tuple(map(Chair.of_kept, chairs)))
            except (BadPlain, ValueError, OSError):
                return None
    return None


def forget_table(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _write(path: Path, data: dict[str, Plain]) -> bool:
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, json.dumps(data, ensure_ascii=False).encode())
        path.chmod(0o600)
        return True
    return False


def _read(path: Path) -> Plain:
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _read_all(folder: Path) -> Iterator[Plain]:
    with suppress(OSError):
        for path in sorted(folder.glob("*.json")):
            yield _read(path)
