"""Finished games as the statistics list them: read from their records without replaying them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rules import records
from rules.catalog import GAMES, rules_class
from rules.kit.visible import visible


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a game began: at a level, or with the deal of a number."""

    level: str | None
    number: str


@dataclass(frozen=True, slots=True)
class Played:
    """One record; without a game it is damaged."""

    path: Path
    when: datetime
    game: str = ""
    variant: str = ""
    deal: Deal = Deal(None, "")
    won: bool = False
    counts: bool = True
    """Whether it counts in the statistics."""
    score: int = 0
    words: tuple[tuple[str, int], ...] = ()
    """The words that people laid, with the points of each; none of a game that does not count."""
    language: str = ""
    """The language of these words."""


def read_played(path: Path) -> Played:
    """Read the data of a record that lists show; only path and time if it is damaged."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:
        when = datetime.fromtimestamp(0)
    try:
        record = records.read_file(path)
        game, seats = record["game"], record["players"]
        human = next((i for i, seat in enumerate(seats) if seat.get("kind") != "bot"), 0)
        result = record.get("result") or record["rounds"][-1]["result"]
        score = result["scores"][human]
        if not isinstance(game, str) or game not in GAMES or not isinstance(score, int):
            return Played(path, when)
        counts = not records.uncounted(record)
        return Played(path, when, game, visible(str(record.get("variant")), 60), deal_of(record),
                      human in result["winners"], counts, score, tuple(_words(record)) if counts else (),
                      _language(record))
    except (records.RecordFault, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return Played(path, when)


def _language(record: dict[str, Any]) -> str:
    """Return the language of the words of a game; records that name none are German, the first language."""
    words = record.get("rules", {}).get("words", {})
    return str(words.get("language", next(iter(rules_class(record["game"]).word_languages), "")))


def _words(record: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the words that people laid in a game, with the points of each move."""
    rules = rules_class(record["game"])
    if not rules.has_words:
        return
    people = {i for i, seat in enumerate(record["players"]) if seat.get("kind") != "bot"}
    before: dict[int, int] = {}
    for round_ in record["rounds"]:
        for entry in round_["moves"]:
            by, score = entry["by"], entry["scores"][entry["by"]]
            if by in people:
                yield from ((word, score - before.get(by, 0)) for word in rules.words_laid(entry["move"]))
            before = dict(enumerate(entry["scores"]))


def deal_of(record: dict[str, Any]) -> Deal:
    """Return the level and the number of the deal of a record."""
    playing = record.get("playing")
    level = playing.get("level") if isinstance(playing, dict) else None
    seed = record.get("seed", "")
    return Deal(level if isinstance(level, str) else None, visible(str(seed), 20))
