"""The result of a finished game: a row of the statistics with all its seats."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game, as seen by the first human at the table."""

    game: str
    variant: str
    players: int
    seed: int
    won: bool
    why: str
    score: int
    moves: int
    seconds: float
    undos: int = 0
    hints: int = 0
    level: str | None = None
    daily: str | None = None
    stars: int | None = None
    best_rival: int | None = None
    ended: str = ""
    record: str | None = None
    """The id of the game: the name of the file in which it was first saved."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a finished game: a person, who may have a profile, or a bot with its level."""

    name: str
    score: int
    won: bool
    profile: int | None = None
    kind: str = "human"
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Booked:
    """A result with all its seats and the honours that were earned with it."""

    result: Result
    seats: tuple[SeatResult, ...]
    honours: tuple[tuple[int, str], ...] = ()
    """Seat and id of the honour."""


RESULT_COLUMNS = tuple(item.name for item in fields(Result))
SEAT_COLUMNS = tuple(item.name for item in fields(SeatResult))
