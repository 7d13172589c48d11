"""What workers and tournaments share: people, orders for tables, results, and the buckets that keep them.

Nothing here needs NATS: `MemoryBucket` and `MemoryTables` behave like those of a club, in one process.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from game.net.protocol import Params
from game.net.table.chairs import Who

TABLE_ID = re.compile("[a-z0-9-]{1,40}")
ID_SIGNS = 10


def person_id(key: str) -> str:
    """Return the public id of a key; empty for an empty key."""
    return key and hashlib.sha256(bytes.fromhex(key)).hexdigest()[:ID_SIGNS]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the club: the public half of a program's key pair, and what its owner shows."""

    key: str
    """64 hexadecimal digits; known to the club alone."""
    who: Who

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def id(self) -> str:
        return person_id(self.key)


# --- what is kept ---


class Taken(Exception):
    """Somebody else has changed the entry since it was read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a bucket, and the number of its last change."""

    value: Params
    revision: int


class Bucket(Protocol):
    """Values by key, each changed only by those who know its last revision."""

    async def get(self, key: str) -> Entry | None:
        """Return the newest value."""

    async def create(self, key: str, value: Params) -> int:
        """Add a value and return its revision; raise Taken if there is one."""

    async def update(self, key: str, value: Params, revision: int) -> int:
        """Replace a value and return the new revision; raise Taken if it is not at this revision."""

    async def delete(self, key: str, revision: int = 0) -> None:
        """Remove a value, if it is at this revision; 0 for any."""

    def known(self) -> Mapping[str, Entry]:
        """Return all values as this computer last heard of them."""


# --- tables ---


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """A seat of a table that is ordered: for one person, for a bot of a level, or for anybody."""

    key: str = ""
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A table that a club should open."""

    table: str
    game: str
    variant: str
    seats: tuple[SeatOrder, ...]
    seed: int | None = None
    """The number of the deal; None for one that nobody can guess."""
    event: str = ""
    """The tournament that it belongs to."""
    opener: str = ""
    """The key of the person who may start and close it."""
    watch: bool = True
    talk: bool = True
    hints: bool = False
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended."""

    table: str
    finished: bool
    """False if it was stopped: the scores are those of that moment, and nobody has won."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    keys: tuple[str, ...]
    """The people by seat; empty for a bot."""

    def kept(self) -> Params:
        return {"finished": self.finished, "scores": list(self.scores), "winners": list(self.winners),
                "keys": list(self.keys)}

    @classmethod
    def of_kept(cls, table: str, value: Params) -> Result:
        return cls(table, value["finished"], tuple(value["scores"]), tuple(value["winners"]),
                   tuple(value["keys"]))


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table."""

    begun: bool
    arrived: frozenset[str]
    """The ids of the people who sit there now."""


class Tables(Protocol):
    """The tables of a club, for whoever orders them."""

    async def open(self, order: Order) -> None:
        """Open a table; nothing happens if there has ever been one with this id."""

    async def begin(self, table: str, bots: str) -> None:
        """Start with bots of this level for those who have not come; nothing happens after the start."""

    async def stop(self, table: str) -> None:
        """End a table as it stands."""

    def state(self, table: str) -> TableState | None:
        """Return the state of a table; None if it is unknown or over."""

    def result(self, table: str) -> Result | None:
        """Return how a table ended; None before."""


# --- in one process ---


@dataclass(slots=True)
class MemoryBucket:
    """A bucket of this process."""

    entries: dict[str, Entry] = field(default_factory=dict)
    revision: int = 0

    async def get(self, key: str) -> Entry | None:
        return self.entries.get(key)

    async def create(self, key: str, value: Params) -> int:
        if key in self.entries:
            raise Taken
        return self._put(key, value)

    async def update(self, key: str, value: Params, revision: int) -> int:
        if key not in self.entries or self.entries[key].revision != revision:
            raise Taken
        return self._put(key, value)

    async def delete(self, key: str, revision: int = 0) -> None:
        if revision and (key not in self.entries or self.entries[key].revision != revision):
            raise Taken
        self.entries.pop(key, None)

    def known(self) -> Mapping[str, Entry]:
        return dict(self.entries)

    def _put(self, key: str, value: Params) -> int:
        self.revision += 1
        self.entries[key] = Entry(value, self.revision)
        return self.revision


@dataclass(slots=True)
class MemoryTables:
    """Tables at which nobody plays: a test writes their results."""

    orders: dict[str, Order] = field(default_factory=dict)
    begun: dict[str, str] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    states: dict[str, TableState] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)

    async def open(self, order: Order) -> None:
        self.orders.setdefault(order.table, order)

    async def begin(self, table: str, bots: str) -> None:
        self.begun.setdefault(table, bots)

    async def stop(self, table: str) -> None:
        seats = self.orders[table].seats
        self.stopped.append(table)
        if table in self.begun or (table in self.states and self.states[table].begun):
            self.results.setdefault(table, Result(table, False, (0,) * len(seats), (),
                                                  tuple(seat.key for seat in seats)))

    def state(self, table: str) -> TableState | None:
        return self.states.get(table)

    def result(self, table: str) -> Result | None:
        return self.results.get(table)
