"""A JetStream bucket with a local mirror of its entries, and changes conditional on the revision."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import TypeAlias

from nats.aio.msg import Msg

from game.net.club.desk import Entry, Taken
from game.net.club.store.bus import PAUSE, UNREACHABLE, Bus, Kept, patiently, read_json, wrong_sequence
from game.net.protocol import Params, written

GIVE_UP = 20.0
"""Seconds of retrying before an operation fails."""
Heard: TypeAlias = Callable[[str, Entry | None, Entry | None], None]
"""Called with a key, its previous entry and its new entry."""


class NatsBucket:
    """The entries of one bucket; JetStream republishes every stored change to all workers."""

    def __init__(self, bus: Bus, name: str, days: float = 0.0):
        self._bus, self._name, self._days = bus, name, days
        self._stream, self._before = f"KV_club_{name}", f"$KV.club_{name}."
        self._entries: dict[str, Entry] = {}
        self._gone: dict[str, int] = {}
        """The revisions at which entries were removed, so that older news cannot restore them."""
        self._complete = 0
        """The revision up to which all changes are known."""
        self._ahead: set[int] = set()
        """Later revisions already received; news between `_complete` and them may be lost."""
        self.watchers: list[Heard] = []

    async def open(self, *, mirror: bool = True) -> None:
        """Create the bucket if missing; as a `mirror`, load all entries and subscribe to their changes."""
        await self._bus.make_bucket(self._name, self._days)
        if mirror:
            await self._bus.hear(f"club.news.{self._name}.>", self._news)
            await patiently(self.load, GIVE_UP, new=True)

    async def load(self) -> None:
        """Load all entries: at the start, and when news may have been lost."""
        found = await self._bus.newest(self._stream, f"{self._before}>")
        for kept in found:
            self._heard(kept.subject, kept)
        there = {kept.subject.removeprefix(self._before) for kept in found}
        newest = max((kept.sequence for kept in found), default=0)
        self._nothing_missing(newest)
        for key in [key for key, entry in self._entries.items()
                    if key not in there and entry.revision <= newest]:
            self._set(key, None, newest)

    async def check(self) -> None:
        """Reload all entries if the stream has changes that did not arrive."""
        info = await self._bus.js.stream_info(self._stream)
        if info.state.last_seq > self._complete:
            await asyncio.sleep(PAUSE)  # the news may still arrive
            if info.state.last_seq > self._complete:
                await self.load()
                self._nothing_missing(info.state.last_seq)

    @property
    def has_gap(self) -> bool:
        return bool(self._ahead)

    def _nothing_missing(self, revision: int) -> None:
        """Mark all changes up to a revision as known."""
        self._complete = max(self._complete, revision)
        self._ahead = {one for one in self._ahead if one > self._complete}
        while self._complete + 1 in self._ahead:
            self._complete += 1
            self._ahead.discard(self._complete)

    def _news(self, message: Msg) -> None:
        headers = message.headers or {}
        self._heard(headers.get("Nats-Subject", ""), Kept(
            message.subject, int(headers.get("Nats-Sequence", "0")), headers, message.data))

    def _heard(self, subject: str, kept: Kept) -> None:
        key = subject.removeprefix(self._before)
        removed = "KV-Operation" in kept.headers
        self._set(key, None if removed else Entry(read_json(kept.data), kept.sequence), kept.sequence)

    def _set(self, key: str, entry: Entry | None, revision: int) -> None:
        if revision > self._complete:
            self._ahead.add(revision)
            self._nothing_missing(self._complete)
        before = self._entries.get(key)
        if revision <= max(before.revision if before else 0, self._gone.get(key, 0)):
            return
        if entry is None:
            self._gone[key] = revision
            self._entries.pop(key, None)
        else:
            self._gone.pop(key, None)
            self._entries[key] = entry
        for watch in self.watchers:
            watch(key, before, entry)

    def known(self) -> Mapping[str, Entry]:
        return self._entries

    async def get(self, key: str) -> Entry | None:
        kept = await self._last(key)
        if kept is not None:
            self._heard(kept.subject, kept)
        removed = kept is None or "KV-Operation" in kept.headers
        return None if kept is None or removed else Entry(read_json(kept.data), kept.sequence)

    async def _last(self, key: str) -> Kept | None:
        found: list[Kept | None] = []

        async def ask() -> None:
            found.append(await self._bus.last(self._stream, self._before + key))

        await patiently(ask, GIVE_UP)
        return found[-1]

    async def create(self, key: str, value: Params) -> int:
        kept = await self._last(key)
        if kept is not None and "KV-Operation" not in kept.headers:
            raise Taken
        return await self._store(key, value, kept.sequence if kept is not None else 0)

    async def update(self, key: str, value: Params, revision: int) -> int:
        return await self._store(key, value, revision)

    async def put(self, key: str, value: Params) -> int:
        """Write a value unconditionally."""
        return await self._store(key, value, None)

    async def delete(self, key: str, revision: int = 0) -> None:
        await self._store(key, None, revision or None)

    async def _store(self, key: str, value: Params | None, revision: int | None) -> int:
        """Write a value, or a removal marker for None; raise Taken if a given `revision` is outdated."""
        mark = secrets.token_hex(8)
        headers = {"Nats-Msg-Id": mark}
        if revision is not None:
            headers["Nats-Expected-Last-Subject-Sequence"] = str(revision)
        if value is None:
            headers["KV-Operation"] = "DEL"
        data = written(value).encode() if value is not None else b""
        end = asyncio.get_running_loop().time() + GIVE_UP
        tried = False
        while True:
            try:
                found = await self._bus.store(self._before + key, data, headers)
                break
            except UNREACHABLE as fault:
                if wrong_sequence(fault):
                    kept = await self._last(key) if tried else None
                    if kept is None or kept.headers.get("Nats-Msg-Id") != mark:
                        raise Taken from None
                    found = kept.sequence  # an earlier attempt was stored
                    break
                if asyncio.get_running_loop().time() > end:
                    raise
                tried = True
                await asyncio.sleep(PAUSE)
        self._set(key, Entry(value, found) if value is not None else None, found)
        return found
