"""The tables of a worker: taking them over, updating their entries in the lobby, and handing them on.

The bucket `tables` names the owner of each table. The owner reads the stream and appends its own id; from
then on no earlier owner can write to the table.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from nats.aio.msg import Msg

from game.net.bots import bot_process, think
from game.net.club.desk import Entry, Order, Result, Taken, person_id
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.bus import UNREACHABLE, Bus, read_json
from game.net.club.store.leases import Leases
from game.net.club.store.ledger import Ledger
from game.net.club.store.log import Log
from game.net.club.worker.hosted import Hosted
from game.net.club.worker.story import BadStory, opening, told_by
from game.net.protocol import Params
from game.net.table.chairs import Who
from game.net.table.table import BotTask
from rules.records import Record

AT_ONCE = 8
"""The most tables read at the same time."""
SWEEP = 2.0
BACK_SOON = 8.0
"""Seconds for which the lines of a dead worker are kept."""
TICK, SLOW_TICK = 0.1, 1.0


class Results(Protocol):
    """The interface for storing results."""

    async def keep(self, hosted: Hosted, result: Result) -> None:
        """Store the result of a table, once."""

    def is_kept(self, table: str) -> bool:
        """Return whether the result of a table is stored."""


class House:
    """All tables that this worker owns."""

    def __init__(self, bus: Bus, tables: NatsBucket, leases: Leases, log: Log, results: Results):
        self.tables: dict[str, Hosted] = {}
        self._bus, self._bucket, self._leases, self._log = bus, tables, leases, log
        self._keep, self._is_kept = results.keep, results.is_kept
        self._own = leases.own
        self._taking: set[str] = set()
        self._dead: dict[str, float] = {}
        """The dead workers, and when each was found dead."""
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._jobs: set[asyncio.Task[None]] = set()
        self._executor: Executor | None = None
        self._leaving = False
        tables.watchers.append(self._heard)
        leases.died.append(self._worker_died)

    async def open(self) -> None:
        await self._bus.hear(f"club.ask.{self._own}", self._asked)
        self._job(self._tick())
        self._job(self._sweep())

    def _job(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    # --- opening ---

    async def order(self, order: Order) -> None:
        """Open a table at one of the workers with the fewest; an existing stream of the table is kept."""
        ledger = Ledger(self._bus, order.table)
        first = opening(order)
        with suppress(Taken):
            await ledger.append(first)
            self._log("table_opened", table=order.table, game=order.game, seats=len(order.seats))
        with suppress(Taken):
            owner = self._leases.owner_of(order.table, self._emptiest())
            await self._bucket.create(order.table, {"owner": owner, **_announced(order)})

    def _emptiest(self) -> list[str]:
        """Return the workers with about the fewest tables, according to their last beats."""
        load = {worker: entry.value["tables"] for worker, entry in self._leases.bucket.known().items()}
        load[self._own] = len(self.tables)
        least = min(load.values())
        return [worker for worker in load if load[worker] <= 1.1 * least + 2]

    async def record(self, table: str) -> Record | None:
        """Return the record of a game from the stream; None if it is not finished. Raise BadStory."""
        story = told_by(await Ledger(self._bus, table).read())
        record = story.record()
        return record if record is not None and "result" in record else None

    # --- taking and losing ---

    def _heard(self, key: str, _: Entry | None, now: Entry | None) -> None:
        hosted = self.tables.get(key)
        if now is not None and now.value["owner"] == self._own:
            if hosted is None:
                self._take(key)
        elif hosted is not None:
            self.lost(hosted)

    def _take(self, table: str) -> None:
        if table not in self._taking and not self._leaving:
            self._taking.add(table)
            self._job(self._take_now(table))

    async def _take_now(self, table: str) -> None:
        """Read the stream of a table that names this worker as owner, and append its id."""
        try:
            async with self._gate:
                entry = self._bucket.known().get(table)
                if entry is None or entry.value["owner"] != self._own:
                    return
                ledger = Ledger(self._bus, table)
                story = told_by(await ledger.read())
                session = await asyncio.to_thread(story.session)  # the replay must not delay the lease
                await ledger.append({"owner": self._own})
                hosted = Hosted(story, session, ledger, self)
                hosted.revision = entry.revision
                hosted.told = {key: value for key, value in entry.value.items() if key != "owner"}
                self.tables[table] = hosted
                self._log("table_taken", table=table, moves=hosted.table.session.moves
                          if hosted.table.session is not None else 0)
                hosted.offer(lambda _: None)
                await self._bus.publish(f"club.line.taken.{table}", str(hosted.born))
        except (Taken, *UNREACHABLE) as fault:  # the next sweep tries again
            self._log("table_not_taken", table=table, kind=type(fault).__name__)
        except BadStory as fault:
            self._log("table_unreadable", table=table, kind=str(fault)[:100])
            with suppress(Taken, *UNREACHABLE):
                await self._bucket.delete(table)
        finally:
            self._taking.discard(table)

    def lost(self, hosted: Hosted) -> None:
        hosted.gone = True
        if self.tables.get(hosted.id) is hosted:
            del self.tables[hosted.id]
            self._log("table_lost", table=hosted.id)

    def fault(self, hosted: Hosted, fault: Exception) -> None:
        self._log("table_fault", table=hosted.id, kind=type(fault).__name__)

    def _worker_died(self, worker: str) -> None:
        self._dead.setdefault(worker, time.monotonic())
        self._claim_orphans()

    def _drop_dead_lines(self, now: float) -> None:
        """Remove the lines of dead workers after BACK_SOON; keep those of a worker that is back."""
        living = self._leases.living()
        for worker, since in list(self._dead.items()):
            if worker not in living and now - since < BACK_SOON:
                continue
            del self._dead[worker]
            for hosted in self.tables.values() if worker not in living else ():
                for line in [line for line in hosted.lines if line.startswith(f"{worker}.")]:
                    hosted.leave(line)

    def _claim_orphans(self) -> None:
        """Claim this worker's share of the tables of dead workers; remove those that are finished."""
        living = self._leases.living()
        for table, entry in list(self._bucket.known().items()):
            owner = entry.value["owner"]
            if owner == self._own and table not in self.tables:
                self._take(table)
            elif owner not in living and self._leases.owner_of(table, living) == self._own:
                done = (entry.value["phase"] == "over" and self._is_kept(table)
                        and not entry.value["here"])  # otherwise a guest may wait for the record
                self._job(self._remove(table, entry.revision) if done else self._claim(table, entry))

    async def _claim(self, table: str, entry: Entry) -> None:
        if not self._leaving:
            with suppress(Taken, *UNREACHABLE):
                await self._bucket.update(table, {**entry.value, "owner": self._own}, entry.revision)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self._claim_orphans()
            now = time.monotonic()
            self._drop_dead_lines(now)
            for hosted in [one for one in self.tables.values() if one.outlived(now)]:
                self.lost(hosted)
                await self._remove(hosted.id, hosted.revision)

    async def _remove(self, table: str, revision: int) -> None:
        """Remove a finished table from the lobby."""
        with suppress(Taken, *UNREACHABLE):
            await self._bucket.delete(table, revision)

    async def hand_over(self) -> None:
        """Hand all tables over to the other workers, each after its changes are stored."""
        self._leaving = True
        others = [worker for worker in self._leases.living() if worker != self._own]
        if others:
            await asyncio.gather(*(self._hand_over(hosted, others) for hosted in list(self.tables.values())))

    async def _hand_over(self, hosted: Hosted, others: list[str]) -> None:
        await hosted.rest()
        owner = self._leases.owner_of(hosted.id, others)
        with suppress(Taken, *UNREACHABLE):
            await self._bucket.update(hosted.id, {"owner": owner, **hosted.summary()}, hosted.revision)
        self._log("table_handed_over", table=hosted.id, to=owner)

    async def close(self) -> None:
        for job in self._jobs:
            job.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    # --- requests forwarded by all workers ---

    def _asked(self, message: Msg) -> None:
        asked = read_json(message.data)
        hosted = self.tables.get(asked.get("table", ""))
        if hosted is None:
            return
        line, params = asked["line"], asked.get("params", {})
        match asked["method"]:
            case "@attach":
                hosted.attach(line, asked["epoch"], params["key"], Who.of(params), params["seat"],
                              (params.get("born", 0), params["heard"]), watch=params["watch"])
            case "@leave":
                hosted.leave(line)
            case "@begin":
                hosted.begin(params["bots"])
            case "@stop":
                hosted.stop()
            case method:
                hosted.ask(line, asked["epoch"], asked["number"], method, params)

    # --- called by tables ---

    async def tell(self, line: str, text: str) -> None:
        await self._bus.publish(f"club.line.{line}", text)

    def summary_changed(self, hosted: Hosted) -> None:
        self._job(self._tell_lobby(hosted))

    async def _tell_lobby(self, hosted: Hosted) -> None:
        """Update the entry of a table in the lobby; only one update of a table runs at a time."""
        if hosted.gone or hosted.telling:
            return
        hosted.telling = True
        try:
            while not hosted.gone and hosted.summary() != hosted.told:
                summary = hosted.summary()
                hosted.revision = await self._bucket.update(
                    hosted.id, {"owner": self._own, **summary}, hosted.revision)
                hosted.told = summary
        except Taken:
            await self._check_owner(hosted)
        except UNREACHABLE:
            pass
        finally:
            hosted.telling = False

    async def _check_owner(self, hosted: Hosted) -> None:
        with suppress(*UNREACHABLE):
            entry = await self._bucket.get(hosted.id)
            if entry is None or entry.value["owner"] != self._own:
                self.lost(hosted)
            else:
                hosted.revision = entry.revision

    def over(self, hosted: Hosted, result: Result) -> None:
        self._log("table_over", table=hosted.id, finished=result.finished, moves=hosted.table.played.moves)
        self._job(self._keep(hosted, result))

    def think(self, hosted: Hosted, task: BotTask) -> None:
        self._job(self._think(hosted, task))

    async def _think(self, hosted: Hosted, task: BotTask) -> None:
        loop = asyncio.get_running_loop()
        if self._executor is None:
            self._executor = bot_process()
        try:
            found = await loop.run_in_executor(self._executor, think, hosted.table.rules, task)
        except BrokenExecutor:  # the process was killed; bots go on in a thread
            self._executor = ThreadPoolExecutor(1)
            found = await loop.run_in_executor(self._executor, think, hosted.table.rules, task)
        hosted.bot_thought(task, found)

    # --- time ---

    async def _tick(self) -> None:
        slow = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            every = now - slow > SLOW_TICK
            slow = now if every else slow
            for hosted in list(self.tables.values()):
                if every or hosted.lively:
                    hosted.tick()


def _announced(order: Order) -> Params:
    """Return the entry of a table for the lobby until its owner has read it."""
    keyed = [seat for seat in order.seats if seat.key]
    return {"game": order.game, "variant": order.variant, "seats": len(order.seats),
            "names": [seat.name for seat in keyed], "free": sum(not seat.key and not seat.level
                                                                 for seat in order.seats),
            "phase": "waiting", "watch": order.watch, "event": order.event,
            "opener": person_id(order.opener),
            "ids": [person_id(seat.key) for seat in keyed], "here": []}
