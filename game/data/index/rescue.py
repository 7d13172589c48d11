"""Read what is left of a damaged database of results: row by row, around the pages that cannot be read."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from game.data.index.result import RESULT_COLUMNS, SEAT_COLUMNS, Booked, Result, SeatResult

LONGEST = 3.0
"""Seconds for the rows between two gaps of one table, at most."""
SMALLEST_ROW = 16
"""Bytes; a file holds no more rows than fit in it."""

Row = tuple[Any, ...]

SOUND_RESULT = """typeof(game) = 'text' and typeof(variant) = 'text' and typeof(players) = 'integer' and
    typeof(seed) = 'integer' and typeof(won) = 'integer' and typeof(score) = 'integer' and
    typeof(moves) = 'integer' and typeof(seconds) in ('real', 'integer') and typeof(undos) = 'integer' and
    typeof(hints) = 'integer' and typeof(stars) in ('null', 'integer') and typeof(why) = 'text' and
    typeof(level) in ('null', 'text') and typeof(daily) in ('null', 'text') and typeof(ended) = 'text' and
    typeof(best_rival) in ('null', 'integer') and (record is null or record glob '*.json')"""
SOUND = {
    "results": SOUND_RESULT,
    "seats": """typeof(name) = 'text' and typeof(score) = 'integer' and typeof(won) = 'integer' and
        typeof(kind) = 'text' and typeof(level) in ('null', 'text') and typeof(profile) in ('null', 'integer')
        and typeof(result) = 'integer' and typeof(seat) = 'integer'""",
    "profiles": """typeof(name) = 'text' and typeof(colour) = 'integer' and typeof(face) = 'text' and
        typeof(made) = 'text'""",
    "honours": """typeof(profile) = 'integer' and typeof(game) = 'text' and typeof(honour) = 'text' and
        typeof(earned) = 'text'""",
}
"""What holds for every row of a table that has not been damaged on disk."""
FAULTS = (sqlite3.Error, ValueError, OverflowError, MemoryError)
"""What reading a damaged database can raise; UnicodeDecodeError is a ValueError."""


def forgiving(data: bytes) -> str:
    """Decode a text of the database; damaged bytes become replacement characters."""
    return data.decode("utf-8", "replace")


class Rescue:
    """The readable rows of a damaged database."""

    def __init__(self, path: Path):
        self.results: list[Booked] = []
        self.profiles: list[Row] = []
        """id, name, colour, face, made."""
        self.honours: list[Row] = []
        """profile, game, honour, earned."""
        try:
            size = path.stat().st_size if path.is_file() else 0
            if size:
                name = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
                with closing(sqlite3.connect(name, uri=True)) as db:
                    db.text_factory = forgiving
                    self._read(db, size // SMALLEST_ROW)
        except (OSError, *FAULTS):
            pass  # not even its header can be read

    def _read(self, db: sqlite3.Connection, most: int) -> None:
        self.profiles = list(_rows(db, "profiles", ("id", "name", "colour", "face", "made"), most).values())
        self.honours = list(_rows(db, "honours", ("profile", "game", "honour", "earned"), most).values())
        seats: dict[int, dict[int, SeatResult]] = {}
        for result, seat, *row in _rows(db, "seats", ("result", "seat", *SEAT_COLUMNS), most).values():
            seats.setdefault(result, {})[seat] = _seat(row)
        for number, columns in _rows(db, "results", RESULT_COLUMNS, most).items():
            values = dict(zip(RESULT_COLUMNS, columns, strict=True))
            found = Result(**values | {"won": bool(values["won"])})
            own = seats.get(number) or {0: SeatResult("", found.score, found.won)}
            self.results.append(Booked(found, tuple(own[seat] for seat in sorted(own))))


def _seat(row: Sequence[Any]) -> SeatResult:
    values = dict(zip(SEAT_COLUMNS, row, strict=True))
    return SeatResult(**values | {"won": bool(values["won"])})


def _rows(db: sqlite3.Connection, table: str, columns: Sequence[str], most: int) -> dict[int, Row]:
    """Return the sound rows of a table by their number: forward, backward, then one by one in between."""
    found: dict[int, Row] = {}
    select = f"select rowid, {', '.join(columns)} from {table} not indexed where {SOUND[table]}"

    def read(rest: str, *values: int) -> bool:
        try:
            for number, *row in db.execute(f"{select} {rest}", values):
                found[number] = tuple(row)
        except FAULTS:
            return False
        return True

    try:
        db.execute(f"explain {select}")
    except FAULTS:
        return found  # the list of tables is damaged: asking for single rows would fail in the same way
    if read("order by rowid"):
        return found
    last = max(found, default=0)
    read("order by rowid desc")
    first = min((number for number in found if number > last), default=last + most)
    end = time.monotonic() + LONGEST
    for number in range(last + 1, min(first, last + most)):
        read("and rowid = ?", number)
        if time.monotonic() > end:
            break
    return dict(sorted(found.items()))
