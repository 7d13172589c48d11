"""The connection to NATS: creating and reading the streams and buckets of the club."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import nats.errors
from nats.aio.client import Client as Nats
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    RawStreamMsg,
    RePublish,
    StorageType,
    StreamConfig,
)
from nats.js.errors import APIError, BadRequestError, NotFoundError

from game.net.club.store.log import Log
from game.net.protocol import Params

UNREACHABLE = (nats.errors.Error, TimeoutError, OSError)
"""The exceptions raised while NATS cannot be reached or has no leader."""
ANSWER = 2.0
"""Seconds to wait for an answer of JetStream before a retry."""
CONNECT = 5.0
"""Seconds to wait for the first connection to any of the servers."""
JOINED = 15.0
"""Seconds to wait for servers that have just started to join their cluster."""
PAUSE = 0.2
TABLE_DAYS, KEPT_DAYS = 14, 90
"""The days for which streams of tables and results are kept."""
STREAM_BYTES = 16 * 1024**3
"""The size limit of all streams of tables together."""
BUCKET_BYTES = 256 * 1024**2
DAY = 24 * 3600.0
WRONG_SEQUENCE = (10071, 10164)
NOT_CLUSTERED = 10074
NAME_IN_USE = 10058
NO_PEERS = 10005


class Unfit(Exception):
    """The NATS servers cannot host a club; the message is their answer."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A message of a stream."""

    subject: str
    sequence: int
    headers: dict[str, str]
    data: bytes


class Bus:
    """One connection to NATS and JetStream."""

    def __init__(self, servers: Sequence[str], log: Log, *, ca: str = "", name: str = ""):
        self._servers, self._log, self._ca, self._name = list(servers), log, ca, name
        self.nats = Nats()
        self.js: JetStreamContext = self.nats.jetstream(timeout=ANSWER)
        self.streams = 1
        """The number of streams over which the tables are distributed."""
        self.replicas = 3
        self.back: Callable[[], None] = lambda: None
        """Called after a reconnect: messages may have been lost."""
        self.appended = 0
        self.waits: list[float] = []
        """The durations of the last appends in seconds."""

    async def open(self) -> None:
        """Connect; raise OSError, TimeoutError or nats.errors.Error."""
        context = None
        if self._ca or any(server.startswith("tls:") for server in self._servers):
            context = ssl.create_default_context(cafile=self._ca or None)
        await asyncio.wait_for(self.nats.connect(
            self._servers, name=self._name, connect_timeout=2, reconnect_time_wait=0,
            max_reconnect_attempts=-1, ping_interval=2, max_outstanding_pings=2, pending_size=16 * 1024**2,
            tls=context, error_cb=self._failed, disconnected_cb=self._lost, reconnected_cb=self._back),
            CONNECT)

    async def close(self) -> None:
        with suppress(*UNREACHABLE):
            await self.nats.close()

    @property
    def connected(self) -> bool:
        return bool(self.nats.is_connected)

    async def _failed(self, fault: Exception) -> None:
        self._log("nats_fault", kind=type(fault).__name__)
        if not self.connected:
            await asyncio.sleep(PAUSE)  # the client's reconnect loop does not pause

    async def _lost(self) -> None:
        self._log("nats_lost")

    async def _back(self) -> None:
        self._log("nats_back")
        self.back()

    # --- streams ---

    async def make_stream(self, name: str, subjects: list[str], **more: Any) -> None:
        """Create a stream if it is missing, with three replicas in a cluster; raise Unfit."""
        config = StreamConfig(name=name, subjects=subjects, storage=StorageType.FILE,
                              num_replicas=self.replicas, discard=DiscardPolicy.NEW, duplicate_window=120.0,
                              **more)
        end = asyncio.get_running_loop().time() + JOINED
        while True:
            try:
                await self.js.stream_info(name)
                return
            except NotFoundError:
                pass
            except UNREACHABLE as fault:
                self._log("nats_waits", kind=type(fault).__name__)
                await asyncio.sleep(PAUSE)
                continue
            try:
                await self.js.add_stream(config)
                return
            except APIError as fault:
                if fault.err_code == NOT_CLUSTERED and self.replicas > 1:
                    self.replicas = 1
                    config = replace(config, num_replicas=1)
                elif fault.err_code == NO_PEERS and asyncio.get_running_loop().time() < end:
                    await asyncio.sleep(PAUSE)
                elif fault.err_code != NAME_IN_USE:
                    raise Unfit(str(fault.description)) from None
            except UNREACHABLE as fault:
                self._log("nats_waits", kind=type(fault).__name__)
                await asyncio.sleep(PAUSE)

    async def make_tables(self) -> None:
        """Create the streams of the tables."""
        await asyncio.gather(*(self.make_stream(
            f"CLUB_TABLES_{number}", [f"club.table.{number}.>"], max_age=TABLE_DAYS * DAY,
            max_bytes=STREAM_BYTES // self.streams, max_msg_size=1024**2) for number in range(self.streams)))

    async def make_bucket(self, name: str, days: float = 0.0) -> None:
        """Create a bucket: a stream that keeps the last message of each key and republishes changes."""
        await self.make_stream(
            f"KV_club_{name}", [f"$KV.club_{name}.>"], max_msgs_per_subject=1, allow_rollup_hdrs=True,
            deny_delete=True, max_bytes=BUCKET_BYTES, max_age=days * DAY or None,
            republish=RePublish(src=f"$KV.club_{name}.>", dest=f"club.news.{name}.>"))

    def where(self, table: str) -> tuple[str, str]:
        """Return the stream and the subject of a table."""
        number = crc32(table.encode()) % self.streams
        return f"CLUB_TABLES_{number}", f"club.table.{number}.{table}"

    # --- writing and reading ---

    async def publish(self, subject: str, data: str) -> None:
        """Publish a message; while disconnected it is buffered, and may be lost."""
        with suppress(*UNREACHABLE):
            await self.nats.publish(subject, data.encode())

    async def is_heard(self, subject: str) -> bool:
        """Return whether anybody hears a subject, be it too busy to answer; NATS knows it at once."""
        try:
            await self.nats.request(subject, timeout=ANSWER)
        except nats.errors.NoRespondersError:
            return False
        except UNREACHABLE:
            pass
        return True

    async def store(self, subject: str, data: bytes, headers: dict[str, str]) -> int:
        """Append a message to the stream of its subject, and return its sequence."""
        begun = asyncio.get_running_loop().time()
        answer = await self.js.publish(subject, data, headers=headers, timeout=ANSWER)
        self.appended += 1
        self.waits.append(asyncio.get_running_loop().time() - begun)
        return int(answer.seq)

    async def last(self, stream: str, subject: str) -> Kept | None:
        """Return the last message of a subject from the stream's leader; None if there is none."""
        try:
            return _of_raw(await self.js.get_last_msg(stream, subject))
        except NotFoundError:
            return None

    async def read(self, stream: str, subject: str, to: int) -> list[Kept]:
        """Return all messages of a subject up to sequence `to`.

        A consumer delivers them in one go, but may be placed on a server that is offline or behind; missing
        messages are fetched one by one from the stream's leader.
        """
        found: list[Kept] = []
        with suppress(*UNREACHABLE):
            found = await asyncio.wait_for(self.all(stream, subject), ANSWER / 2)
        while not found or found[-1].sequence < to:
            after = found[-1].sequence + 1 if found else 1
            found.append(_of_raw(await self.js.get_msg(stream, seq=after, subject=subject, next=True)))
        return found

    async def newest(self, stream: str, subjects: str) -> list[Kept]:
        """Return the last message of each subject."""
        return await self.all(stream, subjects, DeliverPolicy.LAST_PER_SUBJECT)

    async def all(self, stream: str, subjects: str, policy: DeliverPolicy = DeliverPolicy.ALL) -> list[Kept]:
        """Return all messages of the subjects in one go, through a temporary consumer."""
        heard = await self.js.subscribe(subjects, stream=stream, config=ConsumerConfig(
            deliver_policy=policy, ack_policy=AckPolicy.NONE, mem_storage=True, num_replicas=1,
            inactive_threshold=10.0))
        found: list[Kept] = []
        try:
            told = await heard.consumer_info()
            left = int(told.num_pending or 0) + int(told.delivered.consumer_seq if told.delivered else 0)
            while len(found) < left:
                found.append(_kept(await heard.next_msg(ANSWER)))
        finally:
            with suppress(*UNREACHABLE):
                await heard.unsubscribe()
        return found

    async def hear(self, subject: str, heard: Callable[[Msg], None]) -> None:
        """Subscribe to a subject: call `heard` with every message, in order."""
        async def pass_on(message: Msg) -> None:
            heard(message)

        await self.nats.subscribe(subject, cb=pass_on, pending_msgs_limit=-1, pending_bytes_limit=-1)


def _of_raw(message: RawStreamMsg) -> Kept:
    return Kept(str(message.subject), int(message.seq or 0), dict(message.headers or {}), message.data or b"")


def _kept(message: Msg) -> Kept:
    return Kept(message.subject, message.metadata.sequence.stream, dict(message.headers or {}), message.data)


def wrong_sequence(fault: Exception) -> bool:
    """Return whether JetStream refused a message because its expected last sequence is outdated."""
    return isinstance(fault, APIError) and fault.err_code in WRONG_SEQUENCE


def read_json(data: bytes) -> Params:
    """Parse a JSON object; return an empty one for anything else."""
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


async def patiently(work: Callable[[], Awaitable[object]], seconds: float, *, new: bool = False) -> None:
    """Retry `work` for some seconds while NATS cannot be reached; then raise its last exception.

    A stream that is `new` may not be known to every server yet; otherwise NotFoundError is raised at once.
    """
    final = (BadRequestError,) if new else (BadRequestError, NotFoundError)
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            await work()
            return
        except UNREACHABLE as fault:
            if isinstance(fault, final) or asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(PAUSE)
