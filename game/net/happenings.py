"""The room of a network table, and the typed events that `Client.poll` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.base import State
from rules.kit.phrases import Phrase
from rules.records import Record
from rules.session import Ply
from rules.views import Mirror

AnyMirror: TypeAlias = Mirror[State, Any]
Line = Literal["connecting", "here", "lost", "closed"]
LONG_AWAY = 60.0
"""Seconds after which the host may let a bot sit in."""


@dataclass(frozen=True, slots=True)
class Place:
    """The public state of a seat."""

    seat: int
    kind: str
    """`here` (at the host's computer), `remote`, or `bot`."""
    taken: bool
    here: bool
    """False while its owner is disconnected."""
    away: float
    """Seconds since the connection was lost, as of the last message about the room."""
    name: str
    colour: int
    face: str
    level: str | None
    sits_in: str | None
    """The level of the bot that plays for its absent owner; None if there is none."""
    hints: int
    ready: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    """The seats, spectators and options of a table."""

    game: str
    variant: str
    phase: str
    """`waiting`, `playing` or `over`."""
    places: tuple[Place, ...]
    watching: int
    hints: bool
    talk: bool
    watch: bool
    at: float
    """The local time at which this message was read."""

    def long_away(self, place: Place, now: float) -> bool:
        """Return whether the owner of a seat has been away long enough for a bot to sit in."""
        return not place.here and not place.sits_in and place.away + now - self.at >= LONG_AWAY


@dataclass(frozen=True, slots=True)
class LineChanged:
    """The connection was made, lost, or closed for good; `why` is the reason, if known."""

    line: Line
    why: Phrase | None = None


@dataclass(frozen=True, slots=True)
class RoomChanged:
    room: RoomView


@dataclass(frozen=True, slots=True)
class TableSet:
    """The game begins, or its state was sent again after a reconnect: `mirror` is a new object."""

    mirror: AnyMirror


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt. `opened`: a race starts now, and its letters are in the state."""

    opened: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made and applied to the mirror; `before` is the state before it."""

    ply: Ply[State, Any]
    before: State


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves were taken back; `moves` of the game remain."""

    moves: int


@dataclass(frozen=True, slots=True)
class TakeBackAsked:
    """A player asks to take back all moves after the first `moves`; `open` until it is decided."""

    question: int
    by: int
    moves: int
    open: bool
    yes: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """A chat message: a quick phrase (`net.phrase.<phrase>`) or a text; `by` is None for a spectator."""

    by: int | None
    name: str
    phrase: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnTimed:
    """The turn of a seat ends at this reading of `time.monotonic()`."""

    seat: int
    until: float


@dataclass(frozen=True, slots=True)
class RaceGoes:
    """The race starts at this reading of `time.monotonic()`."""

    at: float


@dataclass(frozen=True, slots=True)
class Lane:
    """The progress of a seat in a race."""

    seat: int
    laid: int
    at: float
    done: bool
    shape: frozenset[tuple[int, int]]
    said: Phrase | None


@dataclass(frozen=True, slots=True)
class RecordKept:
    """The game is over; `record` is complete and accepted by `records.verify`."""

    record: Record


@dataclass(frozen=True, slots=True)
class WishRefused:
    """A request was refused."""

    method: str
    why: Phrase


Happening: TypeAlias = (LineChanged | RoomChanged | TableSet | RoundDealt | Moved | TakenBack | TakeBackAsked
                        | Spoken | TurnTimed | RaceGoes | Lane | RecordKept | WishRefused)
