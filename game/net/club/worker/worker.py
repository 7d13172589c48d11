"""A worker process: joins the club, renews its lease, serves guests, and hands over its tables at the end."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from game.data.files import write_atomically
from game.memory import used
from game.net.club.desk import Bucket, Order, Result, Tables, TableState, Taken
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.bus import KEPT_DAYS, UNREACHABLE, Bus
from game.net.club.store.leases import BEAT, Leases, Lost
from game.net.club.store.log import Log
from game.net.club.worker.gate import Around, Gate
from game.net.club.worker.hosted import Hosted
from game.net.club.worker.house import House
from game.net.club.worker.limits import Limits, Most
from game.net.club.worker.lobby import Buckets, Events, Lobby
from game.net.club.worker.moderation import Moderation
from game.net.club.worker.people import People
from game.net.entry.door import Certificate, make_certificate
from game.net.protocol import Params, written
from rules import records

HOUR = 1 / 24
BEAT_PATIENCE = 5.0
"""Seconds after which a renewal is retried."""
CUT_OFF = 1.0
"""Seconds without a connection to NATS after which guests are sent to another worker."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a worker."""

    servers: tuple[str, ...]
    address: str = ""
    port: int = 0
    public: str = ""
    """The address for guests, if it differs from `address` and `port`."""
    ca: str = ""
    """The file with the CA certificate of the NATS servers."""
    moderation: Path | None = None
    out: Path | None = None
    """The folder for the records of all games that end at this worker."""
    streams: int = 1
    most: Most = field(default_factory=Most)


class ClubTables:
    """Implements `Tables` of game/net/club/desk.py with NATS."""

    def __init__(self, house: House, tables: NatsBucket, results: NatsBucket, bus: Bus):
        self._house, self._tables, self._results, self._bus = house, tables, results, bus

    async def open(self, order: Order) -> None:
        await self._house.order(order)

    async def begin(self, table: str, bots: str) -> None:
        await self._tell(table, "@begin", {"bots": bots})

    async def stop(self, table: str) -> None:
        await self._tell(table, "@stop", {})

    async def _tell(self, table: str, method: str, params: Params) -> None:
        entry = self._tables.known().get(table)
        if entry is not None:
            await self._bus.publish(f"club.ask.{entry.value['owner']}", written(
                {"table": table, "line": "", "epoch": 0, "method": method, "params": params}))

    def state(self, table: str) -> TableState | None:
        entry = self._tables.known().get(table)
        if entry is None or entry.value["phase"] == "over":
            return None
        return TableState(entry.value["phase"] == "playing", frozenset(entry.value["here"]))

    def result(self, table: str) -> Result | None:
        entry = self._results.known().get(table)
        return None if entry is None else Result.of_kept(table, entry.value)


MakeEvents = Callable[[Bucket, Tables], Events]


class Worker:
    """One worker process of a club."""

    def __init__(self, settings: Settings, make_events: MakeEvents | None = None, *,
                 log: TextIO | None = None):
        self.id = secrets.token_hex(4)
        self._settings, self._make_events = settings, make_events
        self.log = Log(self.id, log)
        self.bus = Bus(settings.servers, self.log, ca=settings.ca, name=f"dominothek {self.id}")
        self.port = 0
        self._jobs: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()
        self._counted = (time.monotonic(), 0)
        self._late = 0.0
        """The largest lag of the event loop since the last beat."""

    # --- life cycle ---

    async def open(self) -> None:
        """Join the club; raise what NATS raises, Unfit, or OSError if the port is taken."""
        bus, log = self.bus, self.log
        await bus.open()
        self.settings = NatsBucket(bus, "settings")
        await self.settings.open()
        certificate = await self._club()
        self.tables = NatsBucket(bus, "tables", KEPT_DAYS)
        self.workers = NatsBucket(bus, "workers", HOUR)
        self.results = NatsBucket(bus, "results", KEPT_DAYS)
        self.seeks = NatsBucket(bus, "seeks", 1)
        self.events_bucket = NatsBucket(bus, "tournaments")
        self._people = NatsBucket(bus, "people")
        self._mirrors = (self.settings, self.tables, self.workers, self.results, self.seeks,
                         self.events_bucket)
        await asyncio.gather(bus.make_tables(), self._people.open(mirror=False),
                             *(bucket.open() for bucket in self._mirrors[1:]))
        self.leases = Leases(self.workers, self.id, log, lambda other: bus.is_heard(f"club.ask.{other}"))
        self.house = House(bus, self.tables, self.leases, log, self)
        self.people = People(self._people)
        club_tables = ClubTables(self.house, self.tables, self.results, bus)
        self.events = self._make_events(self.events_bucket, club_tables) if self._make_events else None
        self.lobby = Lobby(Buckets(self.tables, self.seeks), self.house, self.people, self._settings.most,
                           self.events)
        self.limits = Limits(self._settings.most)
        self.moderation = Moderation(self.settings, log, self._settings.moderation)
        self.gate = Gate(Around(bus, self.tables, self.settings, self.leases, self.lobby, self.people,
                                self.moderation, self.limits, log), certificate)
        self.port = await self.gate.open(self._settings.address, self._settings.port)
        await self.house.open()
        await self.leases.beat(self._told())
        bus.back = self._nats_is_back
        for work in (self._beat(), self._direct(), self._look_after(), self.gate.tick(), self._measure()):
            self._job(work)
        log("worker_open", port=self.port, streams=bus.streams, replicas=bus.replicas)

    def _job(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def run(self) -> None:
        """Serve until `stop`, then hand the tables and the guests over."""
        await self._stopping.wait()
        self.log("worker_leaves", tables=len(self.house.tables), people=self.gate.people)
        with suppress(*UNREACHABLE):
            await asyncio.wait_for(self.house.hand_over(), 20)
        await self.gate.close()
        for job in self._jobs:
            job.cancel()
        with suppress(*UNREACHABLE):
            await asyncio.wait_for(self.leases.end(), 5)
        await self.house.close()
        await self.bus.close()
        self.log("worker_closed")

    def stop(self) -> None:
        self._stopping.set()

    async def _club(self) -> Certificate:
        """Return the club's certificate and set its number of streams; the first worker stores both."""
        entry = await self.settings.get("club")
        if entry is None:
            made = make_certificate()
            with suppress(Taken):
                await self.settings.create("club", {
                    "public": made.public, "private": made.private, "streams": self._settings.streams})
            entry = await self.settings.get("club")
        assert entry is not None
        self.bus.streams = entry.value["streams"]
        return Certificate(entry.value["public"], entry.value["private"])

    # --- background jobs ---

    def _told(self) -> Params:
        """Return this worker's report for the others and for `--status`."""
        now, (then, before) = time.monotonic(), self._counted
        messages = self.gate.messages + self.bus.appended
        self._counted = now, messages
        waits = sorted(self.bus.waits[-1000:])
        self.bus.waits.clear()
        late, self._late = self._late, 0.0
        return {"address": self._settings.public or (f"{self._settings.address}:{self.port}"
                                                     if self._settings.address else ""),
                "tables": len(self.house.tables), "people": self.gate.people,
                "per_second": round((messages - before) / max(0.001, now - then), 1),
                "append_ms": round(1000 * waits[int(0.99 * len(waits))], 1) if waits else 0.0,
                "late_ms": round(1000 * late, 1),
                "memory_mb": round(used())}

    async def _measure(self) -> None:
        """Measure the lag of the event loop; send guests to other workers if NATS cannot be reached."""
        reached = time.monotonic()
        while True:
            begun = time.monotonic()
            await asyncio.sleep(0.1)
            now = time.monotonic()
            self._late = max(self._late, now - begun - 0.1)
            if self.bus.connected:
                reached = now
            elif now - reached > CUT_OFF and self.gate.people:
                self.log("cut_off")
                await self.gate.send_elsewhere()

    async def _beat(self) -> None:
        """Renew the lease; exit if NATS no longer accepts this worker."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await asyncio.wait_for(self.leases.beat(self._told()), BEAT_PATIENCE)
            except Lost:  # tables claimed by others meanwhile are lost one by one, the rest is kept
                self.log("lease_lost")
                with suppress(*UNREACHABLE):
                    await self.leases.beat(self._told())
            except UNREACHABLE:
                if self.bus.nats.is_closed:
                    self.log("nats_closed")
                    self.stop()
                    return

    def _nats_is_back(self) -> None:
        self._job(self._catch_up())

    async def _catch_up(self) -> None:
        """Resend everything to all guests, and reload all mirrored buckets."""
        for hosted in list(self.house.tables.values()):
            hosted.tell_all_again()
        self.gate.attach_all()
        for bucket in self._mirrors:
            for _ in range(20):
                with suppress(*UNREACHABLE):
                    await bucket.load()
                    break
                await asyncio.sleep(0.2)

    async def _direct(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self.leases.directs:
                with suppress(Taken, *UNREACHABLE):
                    await self.lobby.pair(time.time())
                    if self.events is not None:
                        await self.events.step(time.time())

    async def _look_after(self) -> None:
        """Read the moderator's file, and check whether news of any entry were lost."""
        rounds = 0
        while True:
            with suppress(*UNREACHABLE):
                await self.moderation.look()
                for bucket in self._mirrors:
                    if bucket.has_gap or rounds % 5 == 4:
                        await bucket.check()
            self.limits.forget()
            rounds += 1
            await asyncio.sleep(1.0)

    def is_kept(self, table: str) -> bool:
        return table in self.results.known()

    async def keep(self, hosted: Hosted, result: Result) -> None:
        """Write the record of a table, store its result once, and rate its people."""
        record = records.to_record(hosted.table.played)
        if self._settings.out is not None:
            path = self._settings.out / f"{hosted.id}.json"
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, records.dumps(record).encode())
        for _ in range(20):
            try:
                await self.results.create(hosted.id, {**result.kept(), "game": hosted.order.game,
                                                      "event": hosted.order.event})
                break
            except Taken:
                return
            except UNREACHABLE:
                await asyncio.sleep(0.5)
        else:
            return  # not stored: the worker that stores it later rates the people
        if result.finished:
            with suppress(*UNREACHABLE):
                await self.people.played(result, hosted.order.game, hosted.table.played.seats)
