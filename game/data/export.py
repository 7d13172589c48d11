"""Handing out everything that is known: results, people, honours as one JSON file or as three CSV tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.data.files import write_atomically

if TYPE_CHECKING:
    from game.data.history import History

KINDS = ("json", "csv")
FORMAT, VERSION = "dominothek-export", 1


def everything(history: History) -> dict[str, Any]:
    """All that the history holds, as plain data."""
    people = history.people
    everybody = people.all()
    return {
        "format": FORMAT, "version": VERSION,
        "people": [{"id": one.id, "name": one.name, "colour": one.colour, "face": one.face, "made": one.made}
                   for one in everybody],
        "results": [row | {"won": bool(row["won"]), "seats": [seat | {"won": bool(seat["won"])}
                                                              for seat in row["seats"]]}
                    for row in history.all_rows()],
        "honours": [{"profile": one.id, "name": one.name, "game": game, "honour": honour, "earned": day}
                    for one in everybody for (game, honour), day in sorted(people.earned(one.id).items())]}


def write_export(history: History, folder: Path, kind: str, stem: str) -> list[Path]:
    """Write the files into a folder; raises OSError. CSV: one line for every seat of every game."""
    data = everything(history)
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "json":
        files = {folder / f"{stem}.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n"}
    else:
        files = {folder / f"{stem}-results.csv": _table(_flat(data["results"])),
                 folder / f"{stem}-people.csv": _table(data["people"]),
                 folder / f"{stem}-honours.csv": _table(data["honours"])}
    for path, text in files.items():
        write_atomically(path, text.encode("utf-8"))
    return list(files)


def _flat(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for every seat: what is the same for the whole game first, then the seat."""
    rows = []
    for result in results:
        game = {name: value for name, value in result.items() if name not in ("seats", "won", "score", "best_rival")}
        for number, seat in enumerate(result["seats"]):
            rows.append({"game_id" if name == "id" else name: value for name, value in game.items()}
                        | {"seat": number, "name": seat["name"], "kind": seat["kind"], "bot_level": seat["level"],
                           "profile": seat["profile"], "score": seat["score"], "won": int(seat["won"])})
    return rows


def _table(rows: list[dict[str, Any]]) -> str:
    """CSV as spreadsheets read it; empty cells for what there is not."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\r\n")
        writer.writeheader()
        writer.writerows([{name: _harmless(value) for name, value in row.items()} for row in rows])
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """A name that begins like a formula must not become one in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value
