"""Leases of the workers: each renews its entry in a bucket; one that stops doing so is considered dead.

Silence is counted in successful renewals of this worker, so no lease expires while NATS has no leader. A
process that ends also loses its connection to NATS, which is found sooner than silence; one that is only busy
stays connected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b

from game.net.club.desk import Taken
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.bus import UNREACHABLE
from game.net.club.store.log import Log
from game.net.protocol import Params

BEAT = 0.8
"""Seconds between two renewals."""
SILENT_BEATS = 6
"""Another worker is dead after this many own renewals without one of its."""
GONE_BEATS = 3
"""The same for a worker that is not connected to NATS."""


class Lost(Exception):
    """This worker's lease was removed: the others consider it dead."""


class Leases:
    """The live workers as one of them knows them."""

    def __init__(self, bucket: NatsBucket, own: str, log: Log,
                 is_connected: Callable[[str], Awaitable[bool]]):
        self.bucket, self.own, self._log, self._is_connected = bucket, own, log, is_connected
        self._silent: dict[str, int] = {}
        self._revision = 0
        self._checks: set[asyncio.Task[None]] = set()
        self.died: list[Callable[[str], None]] = []
        """Called with each worker found dead."""
        bucket.watchers.append(self._heard)

    def _heard(self, key: str, _: object, now: object) -> None:
        self._silent[key] = 0
        if now is None:
            del self._silent[key]
            if key != self.own:
                self._log("worker_gone", other=key)
                for call in self.died:
                    call(key)

    def living(self) -> list[str]:
        """Return all live workers, sorted."""
        return sorted({*self.bucket.known(), self.own})

    @property
    def directs(self) -> bool:
        """Whether this worker pairs searching people and runs tournaments: the first of the live ones."""
        return self.living()[0] == self.own

    def owner_of(self, table: str, among: list[str]) -> str:
        """Return the worker that should run a table, by rendezvous hashing: all workers agree on it."""
        return max(among, key=lambda worker: blake2b(f"{worker} {table}".encode(), digest_size=8).digest())

    async def beat(self, told: Params) -> None:
        """Renew this worker's lease and find silent ones; raise Lost if this worker's lease was removed."""
        if self._revision:
            try:
                self._revision = await self.bucket.update(self.own, told, self._revision)
            except Taken:
                entry = await self.bucket.get(self.own)
                self._revision = entry.revision if entry is not None else 0
                if entry is None:
                    raise Lost from None
        else:
            self._revision = await self.bucket.put(self.own, told)
        for other in [other for other in self.bucket.known() if other != self.own]:
            silent = self._silent[other] = self._silent.get(other, 0) + 1
            if silent > SILENT_BEATS:
                await self._give_up(other)
            elif silent > GONE_BEATS:  # beside the beats: the answer may take long on a busy machine
                check = asyncio.create_task(self._check(other))
                self._checks.add(check)
                check.add_done_callback(self._checks.discard)

    async def _check(self, other: str) -> None:
        with suppress(*UNREACHABLE):
            if not await self._is_connected(other):
                await self._give_up(other)

    async def _give_up(self, other: str) -> None:
        before = self.bucket.known().get(other)
        entry = await self.bucket.get(other)
        if entry is None or before is None or entry.revision != before.revision:
            self._silent[other] = 0
            return
        try:
            await self.bucket.delete(other, entry.revision)
        except Taken:
            self._silent[other] = 0

    async def end(self) -> None:
        """Announce that this worker exits."""
        await self.bucket.delete(self.own)
