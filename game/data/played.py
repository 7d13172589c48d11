"""Games that were played to their end, as far as a list shows them: read from their records, never replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.data.names import level_name
from rules import records
from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.app import App

WORD = re.compile(r"[>v] -?\d+,-?\d+ ([A-ZÑa-zñ]+)")
"""A word as records spell it."""


@dataclass(frozen=True)
class Played:
    """A record on disk, as far as its line needs it; without a game it is damaged."""

    path: Path
    when: datetime
    game: str = ""
    variant: str = ""
    deal: str = ""
    won: bool = False
    score: str = ""
    words: tuple[tuple[str, int], ...] = ()
    """What people laid in a word game, and what it brought."""


def read_played(path: Path, app: App) -> Played:
    """What a record tells about itself, without replaying it."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:
        when = datetime.fromtimestamp(0)
    try:
        record = records.read_file(path)
        game, seats = record["game"], record["players"]
        human = next((i for i, seat in enumerate(seats) if seat.get("kind") != "bot"), 0)
        result = record.get("result") or record["rounds"][-1]["result"]
        if game not in GAMES:
            return Played(path, when)
        return Played(path, when, game, str(record.get("variant")), deal_of(record, app),
                      human in result["winners"], app.texts.number(result["scores"][human]),
                      tuple(_words(record)) if GAMES[game].family == "words" else ())
    except (records.RecordFault, KeyError, IndexError, TypeError, AttributeError):
        return Played(path, when)


def _words(record: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The words that people laid in a game, with what each brought."""
    people = {i for i, seat in enumerate(record["players"]) if seat.get("kind") != "bot"}
    before: dict[int, int] = {}
    for round_ in record["rounds"]:
        for entry in round_["moves"]:
            by, spelled = entry["by"], WORD.fullmatch(entry["move"])
            score = entry["scores"][by]
            if spelled and by in people:
                yield spelled[1].upper(), score - before.get(by, 0)
            before = dict(enumerate(entry["scores"]))


def deal_of(record: dict[str, Any], app: App) -> str:
    """The level or the number of the deal of a record."""
    playing = record.get("playing")
    level = playing.get("level") if isinstance(playing, dict) else None
    if isinstance(level, str):
        return level_name(app, record["game"], level)
    return str(record.get("seed", ""))
