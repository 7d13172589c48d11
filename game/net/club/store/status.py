"""`main.py club --status`: the last reports of the workers, and the state of the streams."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass

from nats.js.errors import NotFoundError

from game.net.club.store.bus import UNREACHABLE, Bus, Kept, patiently, read_json
from game.net.club.store.log import Log
from game.net.protocol import Params

PATIENCE = 15.0
"""Seconds of retrying while a server is offline."""


@dataclass(frozen=True, slots=True)
class StreamStatus:
    """The state of one stream of tables."""

    name: str
    messages: int
    megabytes: float
    leader: str
    behind: int
    """The largest lag of a replica in messages; -1 if a replica is offline or not current."""


@dataclass(frozen=True, slots=True)
class Status:
    """The current state of a club."""

    workers: dict[str, Params]
    streams: list[StreamStatus]
    lag_ms: float
    """The mean response time of JetStream in milliseconds."""


async def _kept(bus: Bus, bucket: str) -> dict[str, Params]:
    found: list[Kept] = []

    async def read() -> None:
        found[:] = await bus.newest(f"KV_club_{bucket}", f"$KV.club_{bucket}.>")

    await patiently(read, PATIENCE)
    return {kept.subject.rpartition(".")[2]: read_json(kept.data) for kept in found
            if "KV-Operation" not in kept.headers}


async def kept_in(servers: Sequence[str], ca: str, bucket: str) -> dict[str, Params]:
    """Return all values of a bucket of a club; raise what NATS raises."""
    bus = Bus(servers, Log("results", io.StringIO()), ca=ca, name="dominothek results")
    await bus.open()
    try:
        return await _kept(bus, bucket)
    finally:
        await bus.close()


async def ask(servers: Sequence[str], ca: str) -> Status:
    """Return the state of a club; raise what NATS raises."""
    bus = Bus(servers, Log("status", io.StringIO()), ca=ca, name="dominothek status")
    await bus.open()
    try:
        workers = await _kept(bus, "workers")
        streams: list[StreamStatus] = []
        begun = time.monotonic()
        while True:
            try:
                info = await bus.js.stream_info(f"CLUB_TABLES_{len(streams)}")
            except NotFoundError:
                break
            except UNREACHABLE:  # its leader does not answer
                streams.append(StreamStatus(f"CLUB_TABLES_{len(streams)}", 0, 0.0, "?", -1))
                break
            copies = info.cluster.replicas or [] if info.cluster is not None else []
            away = any(copy.offline or not copy.current for copy in copies)
            streams.append(StreamStatus(
                str(info.config.name), info.state.messages, round(info.state.bytes / 2**20, 1),
                str(info.cluster.leader or "-") if info.cluster is not None else "-",
                -1 if away else max((copy.lag or 0 for copy in copies), default=0)))
        lag = 1000 * (time.monotonic() - begun) / (len(streams) + 1)
        return Status(workers, streams, round(lag, 1))
    finally:
        await bus.close()
