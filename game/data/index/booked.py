"""The part `booked` of a record: the result of the game, as the statistics need it.

Records are the truth and the database of game/data/history.py is their index: `booked` holds all that the
statistics need. A record of version 1.0 lacks it; its result is then derived from the game itself.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from game.data.index.result import Booked, Result, SeatResult
from rules import records
from rules.catalog import GAMES, rules_from_values
from rules.files.levels import Level, find
from rules.kit.visible import visible
from rules.session import AnySession

T = TypeVar("T")

KEY = "booked"
LARGEST = 2**53
"""No count or score of a record reaches it."""
LONGEST = 200
"""The most characters of a text in `booked`."""


def write_booked(booked: Booked) -> dict[str, Any]:
    """Return the part `booked` of a record."""
    return {**asdict(booked.result), "seats": [asdict(seat) for seat in booked.seats],
            "honours": [list(honour) for honour in booked.honours]}


def read_booked(path: Path) -> tuple[Booked | None, bool]:
    """Return the result in a record, and whether it was written there or had to be derived.

    The result is None for a game of bots alone, an unfinished one, or one that does not count. Raise
    RecordFault.
    """
    record = records.read_file(path)
    if records.uncounted(record):
        return None, True
    written = _written(record[KEY], path.name) if KEY in record else None
    return (written, True) if written is not None else (_derived(record, path), False)


def valid_day(text: object) -> str | None:
    """Return a date such as 2026-11-16; None if it is no date."""
    if not isinstance(text, str) or len(text) != 10:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _written(data: object, name: str) -> Booked | None:
    """Read the part `booked`; None if any of it is not what `write_booked` writes."""
    if not isinstance(data, dict) or not isinstance(data.get("seats"), list) or not data["seats"]:
        return None
    result = _made(Result, data)
    seats = [_made(SeatResult, seat) for seat in data["seats"]]
    if result is None or result.game not in GAMES or not valid_day(result.ended[:10]):
        return None
    sound = tuple(seat for seat in seats if seat is not None)
    if len(sound) < len(seats) or (result.daily is not None and valid_day(result.daily) is None):
        return None
    if result.record is None:
        result = _made(Result, {**data, "record": name}) or result
    given = data.get("honours")
    honours = [(entry[0], entry[1]) for entry in (given if isinstance(given, list) else [])
               if isinstance(entry, list) and len(entry) == 2 and entry[0] in range(len(seats))
               and isinstance(entry[1], str)]
    return Booked(result, sound, tuple(honours))


def _made(kind: type[T], data: object) -> T | None:
    """Return a dataclass of plain JSON data, None if a value is missing or of another type."""
    if not isinstance(data, Mapping):
        return None
    values: dict[str, Any] = {}
    for item in fields(kind):  # type: ignore[arg-type]
        if item.name not in data:
            if item.default is MISSING:
                return None
            continue
        value = data[item.name]
        if not _fits(value, str(item.type)):
            return None
        values[item.name] = visible(value, LONGEST) if isinstance(value, str) else value
    return kind(**values)


def _fits(value: object, annotation: str) -> bool:
    allowed = annotation.split(" | ")
    if value is None:
        return "None" in allowed
    if isinstance(value, bool):
        return "bool" in allowed
    if isinstance(value, (int, float)):
        return -LARGEST < value < LARGEST and ("float" in allowed or ("int" in allowed
                                                                      and isinstance(value, int)))
    return isinstance(value, str) and "str" in allowed


# --- records of version 1.0 ---


def _derived(record: records.Record, path: Path) -> Booked | None:
    """Derive the result from the moves, the players and the tally of a finished game."""
    try:
        return _derive(record, path)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, OverflowError):
        return None


def _derive(record: records.Record, path: Path) -> Booked | None:
    players, rounds = record["players"], record["rounds"]
    humans = [i for i, seat in enumerate(players) if seat.get("kind") != "bot"]
    playing = record.get("playing")
    playing = playing if isinstance(playing, dict) else {}
    level = playing.get("level")
    last = rounds[-1].get("result") or {}
    result = record.get("result") or last
    if not humans or not (result or level):
        return None
    scores = result["scores"] if result else rounds[-1]["moves"][-1]["scores"]
    winners = result.get("winners", [])
    first = humans[0]
    won = first in winners
    stars = None
    if isinstance(level, str):
        won, stars = _solved(record, level, won=won)
    tally = playing.get("tally") or {}
    data = {
        "game": record["game"], "variant": str(record.get("variant", "classic")), "players": len(players),
        "seed": record.get("seed", 0), "won": won, "why": str(last.get("why", "won" if won else "missed")),
        "score": scores[first], "moves": sum(len(round_["moves"]) for round_ in rounds),
        "seconds": float(tally.get("seconds", 0)), "undos": int(tally.get("undos", 0)),
        "hints": int(tally.get("hints", 0)), "level": level,
        "daily": valid_day((playing.get("notes") or {}).get("daily")), "stars": stars,
        "best_rival": max((score for i, score in enumerate(scores) if i != first), default=None),
        "ended": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(path.stat().st_mtime)),
        "seats": [{"name": seat["name"], "kind": seat.get("kind", "human"), "level": seat.get("level"),
                   "score": scores[i], "won": won if i == first else i in winners}
                  for i, seat in enumerate(players)]}
    return _written(data, path.name)


def _solved(record: records.Record, name: str, *, won: bool) -> tuple[bool, int | None]:
    """Return whether the level of a record was solved, and its stars."""
    level = find(record["game"], name)
    if level is None:
        return won, None
    try:
        session = records.replay(record, rules_from_values)
    except records.RecordFault:
        return won, None
    return level_result(session, level, won=won)


def level_result(session: AnySession, level: Level, *, won: bool) -> tuple[bool, int | None]:
    """Return whether the level of a session is solved, and its stars; `won` if it is not decided."""
    if level.goal == "par":
        human = next((i for i, seat in enumerate(session.seats) if not seat.is_bot), 0)
        if session.state.scores[human] < level.par:
            return False, 0
        return True, 1 + (session.tally["hints"] == 0) + (session.tally["undos"] == 0)
    solver = session.rounds[0].start.player
    own = sum(ply.by == solver for _, ply in session.history())
    verdict = level.verdict(session.rules, session.state, own)
    return (won if verdict is None else verdict), level.stars(session.tally) if verdict else 0

