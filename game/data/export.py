"""Export of results, people and honours as one JSON file or as three CSV tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from game.data.files import write_atomically
from game.data.history import History, SeatResult, StoredResult

KINDS = ("json", "csv")
FORMAT, VERSION = "dominothek-export", 1

Row = Mapping[str, object]
"""Names and values of one line; the values are plain JSON data."""


def everything(history: History) -> dict[str, object]:
    """Return all that the history holds, as plain JSON data."""
    return {"format": FORMAT, "version": VERSION, "people": _people(history),
            "results": [_game_row(stored) | {"seats": [_seat_row(seat) for seat in stored.seats]}
                        for stored in history.all_results()],
            "honours": _honours(history)}


def write_export(history: History, folder: Path, kind: str, stem: str) -> list[Path]:
    """Write the files into a folder and return them; raise OSError. CSV has a line for every seat."""
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "json":
        text = json.dumps(everything(history), ensure_ascii=False, indent=1)
        files = {folder / f"{stem}.json": f"{text}\n"}
    else:
        files = {folder / f"{stem}-results.csv": _table(_flat(history.all_results())),
                 folder / f"{stem}-people.csv": _table(_people(history)),
                 folder / f"{stem}-honours.csv": _table(_honours(history))}
    for path, text in files.items():
        write_atomically(path, text.encode("utf-8"), durable=True)
    return list(files)


def _people(history: History) -> list[Row]:
    return [asdict(person) for person in history.people.all()]


def _honours(history: History) -> list[Row]:
    people = history.people
    return [{"profile": person.id, "name": person.name, "game": game, "honour": honour, "earned": day}
            for person in people.all() for (game, honour), day in sorted(people.earned(person.id).items())]


def _game_row(stored: StoredResult) -> dict[str, object]:
    return {"id": stored.id, **asdict(stored.result)}


def _seat_row(seat: SeatResult) -> Row:
    return {"name": seat.name, "profile": seat.profile, "kind": seat.kind, "level": seat.level,
            "score": seat.score, "won": seat.won}


def _flat(results: Sequence[StoredResult]) -> list[Row]:
    """Return a row for every seat: first the fields of the whole game, then those of the seat."""
    rows: list[Row] = []
    for stored in results:
        game = {"game_id" if name == "id" else name: value for name, value in _game_row(stored).items()
                if name not in ("won", "score", "best_rival")}
        for number, seat in enumerate(stored.seats):
            rows.append(game | {"seat": number, "name": seat.name, "kind": seat.kind, "bot_level": seat.level,
                                "profile": seat.profile, "score": seat.score, "won": int(seat.won)})
    return rows


def _table(rows: Sequence[Row]) -> str:
    """Return CSV as spreadsheets read it; missing values are empty cells."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\r\n")
        writer.writeheader()
        writer.writerows([{name: _harmless(value) for name, value in row.items()} for row in rows])
    return out.getvalue()


def _harmless(value: object) -> object:
    """Quote a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value
