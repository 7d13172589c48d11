"""The subject of one table in its stream: append after the last known message, read from the start.

JetStream accepts a message only with the last sequence of the subject, so of two workers that both consider
themselves owners of a table only one can write; the other gets `Taken`.
"""

from __future__ import annotations

import asyncio
import secrets

from game.net.club.desk import Taken
from game.net.club.store.bus import PAUSE, UNREACHABLE, Bus, read_json, wrong_sequence
from game.net.protocol import Params, written


class Ledger:
    """The messages of one table; `last` is the sequence of the last one that this worker knows."""

    def __init__(self, bus: Bus, table: str):
        self._bus = bus
        self._stream, self._subject = bus.where(table)
        self.last = 0

    async def append(self, message: Params) -> None:
        """Append a message, retrying while there is no leader; raise Taken if another worker has written."""
        mark = secrets.token_hex(8)
        headers = {"Nats-Expected-Last-Subject-Sequence": str(self.last), "Nats-Msg-Id": mark}
        data = written(message).encode()
        tried = False
        while True:
            try:
                self.last = await self._bus.store(self._subject, data, headers)
                return
            except UNREACHABLE as fault:
                if wrong_sequence(fault):
                    break
                tried = True
                await asyncio.sleep(PAUSE)
        if tried and (mine := await self._found(mark)):
            self.last = mine  # an earlier attempt was stored, only its answer was lost
            return
        raise Taken

    async def _found(self, mark: str) -> int:
        """Return the sequence of the last message if it is the marked one, else 0."""
        while True:
            try:
                kept = await self._bus.last(self._stream, self._subject)
                return kept.sequence if kept is not None and kept.headers.get("Nats-Msg-Id") == mark else 0
            except UNREACHABLE:
                await asyncio.sleep(PAUSE)

    async def read(self) -> list[Params]:
        """Return all messages; raise one of UNREACHABLE if NATS cannot be reached."""
        kept = await self._bus.last(self._stream, self._subject)
        if kept is None:
            return []
        found = await self._bus.read(self._stream, self._subject, kept.sequence)
        self.last = found[-1].sequence
        return [read_json(one.data) for one in found]
