"""Types that workers and tournaments share: people, table orders, results, and the buckets that store them.

Nothing here needs NATS: `MemoryBucket` and `MemoryTables` implement the interfaces in one process.
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
    """A person in the club: the public key of a program, and its owner's public profile."""

    key: str
    """64 hexadecimal digits; never shown to other people."""
    who: Who

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def id(self) -> str:
        return person_id(self.key)


# --- buckets ---


class Taken(Exception):
    """A conditional write failed: the entry exists already or has changed since it was read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a bucket and its revision."""

    value: Params
    revision: int


class Bucket(Protocol):
    """A key-value store with optimistic locking: a change requires the current revision."""

    async def get(self, key: str) -> Entry | None:
        """Return the newest value; None if there is none."""

    async def create(self, key: str, value: Params) -> int:
        """Add a value and return its revision; raise Taken if the key exists."""

    async def update(self, key: str, value: Params, revision: int) -> int:
        """Replace a value and return the new revision; raise Taken unless it is at `revision`."""

    async def delete(self, key: str, revision: int = 0) -> None:
        """Remove a value; raise Taken unless it is at `revision` (0 for any)."""

    def known(self) -> Mapping[str, Entry]:
        """Return all values as last received by this process."""


# --- tables ---


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """A seat of an ordered table: for one person, for a bot of a level, or open to all."""

    key: str = ""
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """An order to open a table."""

    table: str
    game: str
    variant: str
    seats: tuple[SeatOrder, ...]
    seed: int | None = None
    """The number of the deal; None for an unpredictable one."""
    event: str = ""
    """The id of the tournament of the table; empty if there is none."""
    opener: str = ""
    """The key of the person who may start and close it."""
    watch: bool = True
    talk: bool = True
    hints: bool = False
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table."""

    table: str
    finished: bool
    """False if the table was stopped: the scores are those of that moment, and there are no winners."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    keys: tuple[str, ...]
    """The keys of the people by seat; empty for a bot."""

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
    """The ids of the people at the table now."""


class Tables(Protocol):
    """The tables of a club: the interface for ordering and stopping them."""

    async def open(self, order: Order) -> None:
        """Open a table; do nothing if its id was ever used."""

    async def begin(self, table: str, bots: str) -> None:
        """Start the game with bots of this level for absent people; do nothing if it has started."""

    async def stop(self, table: str) -> None:
        """Stop a table; a running game ends with its current scores."""

    def state(self, table: str) -> TableState | None:
        """Return the state of a table; None if it is unknown or over."""

    def result(self, table: str) -> Result | None:
        """Return the result of a table; None before its end."""


# --- in one process ---


@dataclass(slots=True)
class MemoryBucket:
    """A bucket in memory."""

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
    """Tables without games: a test sets their states and results."""

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
