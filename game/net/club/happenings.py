"""Rows of a club's lobby, and the typed events that `Visit.poll` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.net.club.messages import SEEK_ROW, SEEN, TABLE_ROW, WELCOME
from game.net.happenings import LineChanged, WishRefused
from game.net.protocol import LONGEST_NAME, BadMessage, Params, clean

LONGEST = 200
"""The most characters of a text from a club."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the lobby shows it."""

    table: str
    game: str
    variant: str
    names: tuple[str, ...]
    seats: int
    free: int
    phase: str
    watch: bool
    event: str = ""


@dataclass(frozen=True, slots=True)
class SeekRow:
    """A person who searches for opponents."""

    name: str
    game: str
    variant: str
    players: int
    language: str
    rating: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """The club's answer to entering."""

    name: str
    id: str
    muted: bool
    seats: tuple[TableRow, ...]
    """The tables at which this person has a seat."""
    ratings: dict[str, int]


@dataclass(frozen=True, slots=True)
class Entered:
    welcome: Welcome


@dataclass(frozen=True, slots=True)
class LobbySeen:
    """The list requested by `look`."""

    kind: str
    total: int
    tables: tuple[TableRow, ...] = ()
    people: tuple[SeekRow, ...] = ()


@dataclass(frozen=True, slots=True)
class TableOpened:
    table: str


@dataclass(frozen=True, slots=True)
class Seeking:
    """The club searches for players; `waiting` people are searching."""

    waiting: int


@dataclass(frozen=True, slots=True)
class Matched:
    """A table is ready for this person, after a search or in a tournament."""

    table: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to any other request."""

    method: str
    result: Params


ClubHappening: TypeAlias = (LineChanged | Entered | LobbySeen | TableOpened | Seeking | Matched | Answered
                            | WishRefused)


def _row(data: Params) -> TableRow:
    return TableRow(**{**_cleaned(data), "names": tuple(clean(name, LONGEST_NAME) for name in data["names"])})


def _cleaned(data: Params) -> Params:
    return {key: clean(value, LONGEST) if isinstance(value, str) else value for key, value in data.items()}


def welcomed(told: Params) -> Welcome:
    """Parse the club's answer to entering; raise BadMessage."""
    if not WELCOME.fits(told):
        raise BadMessage("no welcome")
    ratings = told["ratings"] if isinstance(told["ratings"], dict) else {}
    return Welcome(clean(told["name"], LONGEST_NAME), clean(told["id"], LONGEST), told["muted"],
                   tuple(map(_row, told["seats"])),
                   {game: points for game, points in ratings.items() if isinstance(points, int)})


def seen_in_lobby(kind: str, result: Params) -> LobbySeen:
    """Parse a list of the lobby; raise BadMessage."""
    schema = SEEK_ROW if kind == "waiting" else TABLE_ROW
    if not SEEN.fits(result) or not all(schema.fits(row) for row in result["rows"]):
        raise BadMessage("not a list")
    if kind == "waiting":
        people = tuple(SeekRow(**{**_cleaned(row), "name": clean(row["name"], LONGEST_NAME)})
                       for row in result["rows"])
        return LobbySeen(kind, result["total"], people=people)
    return LobbySeen(kind, result["total"], tables=tuple(map(_row, result["rows"])))
