"""A whole club under load: many tables of bots, the costs of playing, and injected faults."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from game.endurance.net.club import Party, Player, Times, WorkerProcess
from game.endurance.net.cluster import Cluster
from game.endurance.net.figures import Echo, percentile
from game.endurance.net.valve import Valve
from game.net.club.store.bus import UNREACHABLE, Bus, Kept, patiently, read_json
from game.net.club.store.log import Log
from game.net.club.store.status import Status, ask
from game.net.club.worker.story import told_by
from game.net.loop import LoopThread
from game.net.protocol import Params
from rules import records
from rules.catalog import GAMES, rules_from_values

SEATS = 3
PACE = 2.0
"""Mean seconds that a bot waits before it moves."""
FRAME = 0.02
"""Seconds between two rounds of polling; each round over 600 bots takes CPU that the club needs as well."""
SMALL, SMALL_DISK = 2, 96
"""The server whose disk is filled, and its megabytes."""
NOTICED = 10.0
"""Seconds after which the operator is assumed to have noticed a full disk."""
PLAY_ON = 60.0
"""Seconds within which every table must have gone on after a fault."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Figures:
    """The costs of playing a number of tables."""

    tables: int
    p50: float
    p99: float
    """Milliseconds from a move until all at the table have it."""
    echo_p50: float
    echo_p99: float
    """Milliseconds of a bare echo between two processes at the same time."""
    moves: float
    """Moves a second."""
    worker_ms: float
    server_ms: float
    """CPU milliseconds of all workers and of all servers for one move."""
    memory: float
    """Kilobytes of the workers for one table with its guests."""


@dataclass(slots=True)
class Fault:
    """The consequences of one injected fault."""

    name: str
    taken: float = 0.0
    """Seconds until the last table of a dead worker had another owner."""
    plays_on: float = 0.0
    """Seconds until every table had a further move that all had seen."""
    late: float = 0.0
    """The longest round of polling in seconds; if it is long, the bench measures its own bots."""


class Evening:
    """Servers, workers and tables; `small_disk` gives one of the servers a disk that can be filled."""

    def __init__(self, folder: Path, *, small_disk: bool = False):
        self.folder, self.small_disk = folder, small_disk
        self.game = min((game for game in GAMES if GAMES[game].players[1] >= SEATS
                         and GAMES[game].hidden_hands), key=lambda game: GAMES[game].players[1])
        self.times = Times()
        self.parties: list[Party] = []
        self.failures: list[str] = []
        self._late = 0.0
        stores = {SMALL: _small_disk(folder / "small")} if small_disk else {}
        self.cluster = Cluster(folder / "nats", 3, stores)
        self.cluster.wait()
        self._valve = Valve([self.cluster.port(number) for number in range(3)])
        self._thread = LoopThread("bots")
        self._thread.open()
        behind = [self.cluster.url(number, port=port) for number, port in enumerate(self._valve.ports)]
        self.workers = [self._worker(), self._worker(), self._worker(behind)]
        for worker in self.workers:
            worker.wait()
        self._behind_valve = self.workers[2]
        self._empty = self._memory()

    def _worker(self, servers: list[str] | None = None) -> WorkerProcess:
        return WorkerProcess(self.cluster, self.folder, "--out", str(self.folder / "out"),
                             servers=servers or ())

    def close(self) -> None:
        for worker in self.workers:
            worker.kill()
        self._valve.close()
        self._thread.close()
        self.cluster.close()
        if self.small_disk:
            subprocess.run(["umount", "-l", self.folder / "small"], check=False)

    # --- playing ---

    def seat(self, tables: int) -> None:
        """Add bots until there are this many tables."""
        alive = [worker for worker in self.workers if worker.alive]
        for number in range(len(self.parties), tables):
            players = [Player(f"B{number}-{seat}", alive[(number + seat) % len(alive)].port, self._thread)
                       for seat in range(SEATS)]
            self.parties.append(Party(self.game, players, self.times, pace=PACE, again=True))
            self.play(0.02)
        self.play_until(lambda: all(party.moves for party in self.parties), 120)

    def play(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._step()

    def play_until(self, true: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                return False
            self._step()
        return True

    def _step(self) -> None:
        begun = time.monotonic()
        for party in self.parties:
            party.step()
        self._late = max(self._late, time.monotonic() - begun)
        time.sleep(FRAME)

    def measure(self, seconds: float) -> Figures:
        """Play for some time and return what it cost."""
        workers, servers = self._cpu([w.process.pid for w in self.workers if w.alive]), self._cpu(
            self.cluster.processes)
        self.times.found.clear()
        echo = Echo()
        begun, before = time.monotonic(), self.times.moves
        self.play(seconds)
        echoes = [seconds for _, seconds in echo.end()]
        moves = max(1, self.times.moves - before)
        found = self.times.found[:]
        spent = time.monotonic() - begun
        return Figures(
            len(self.parties), percentile(found, 0.5), percentile(found, 0.99), percentile(echoes, 0.5),
            percentile(echoes, 0.99), moves / spent,
            1000 * (self._cpu([w.process.pid for w in self.workers if w.alive]) - workers) / moves,
            1000 * (self._cpu(self.cluster.processes) - servers) / moves,
            1024 * (self._memory() - self._empty) / len(self.parties))

    @staticmethod
    def _cpu(processes: list[int]) -> float:
        """Return the CPU seconds that processes have used."""
        total = 0
        for process in processes:
            with suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def _memory(self) -> float:
        """Return the memory of all workers in MB."""
        total = 0.0
        for worker in self.workers:
            with suppress(OSError):
                pages = int(Path(f"/proc/{worker.process.pid}/statm").read_text().split()[1])
                total += pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return total

    def status(self) -> Status:
        return asyncio.run(ask([self.cluster.url(number, "status") for number in self.cluster.running],
                               self.cluster.ca))

    # --- what may fail ---

    def suffer(self, name: str, act: Callable[[], None]) -> Fault:
        """Inject a fault, and play until every table that had moves has moved on or is over."""
        fault = Fault(name)
        begun, wall = time.monotonic(), time.time()
        tables = {party: party.table for party in self.parties if party.moves}

        def stuck() -> list[str]:
            return [table for party, table in tables.items() if table not in party.kept
                    and self.times.last_seen.get(table, 0.0) <= begun + 0.5]

        self._late = 0.0
        act()
        self.play_until(lambda: not stuck(), PLAY_ON)
        fault.late = self._late
        fault.plays_on = time.monotonic() - begun
        if left := stuck():
            self.failures.append(f"{name}: {len(left)} tables did not go on, like {left[:3]}")
        taken = [datetime.fromisoformat(str(event["at"])).timestamp() - wall for worker in self.workers
                 for event in worker.events("table_taken") if int(str(event["moves"])) > 0]
        fault.taken = max((at for at in taken if at > 0), default=0.0)
        return fault

    def _any_worker(self) -> WorkerProcess:
        """Return a running worker that has its own connection to the servers."""
        return next(worker for worker in self.workers if worker.alive and worker is not self._behind_valve)

    def kill_worker(self) -> None:
        self._any_worker().kill()

    def add_worker(self) -> None:
        """Start another worker while all tables play on."""
        worker = self._worker()
        self.workers.append(worker)
        self.play_until(lambda: bool(worker.events("worker_open")), PLAY_ON)
        worker.wait()

    def update_worker(self) -> None:
        """Let a worker hand its tables over and end, and start another one for it."""
        self._any_worker().end()
        self.add_worker()

    def kill_server(self) -> None:
        leader = self._leader()
        self.cluster.kill(next(number for number in range(2) if number != leader))

    def kill_leader(self) -> None:
        self.cluster.kill(self._leader())

    def _leader(self) -> int:
        return self.cluster.number_of(self.status().streams[0].leader)

    def start_servers(self) -> None:
        """Start the servers again that were killed, and wait until they have caught up."""
        for number in range(3):
            if number not in self.cluster.running:
                self.cluster.start(number)
        self.cluster.wait()
        self.play_until(self._caught_up, PLAY_ON)

    def _caught_up(self) -> bool:
        self.play(1.0)
        with suppress(*UNREACHABLE):
            return self.status().streams[0].behind == 0
        return False

    def cut_off(self) -> None:
        """Cut a worker off from all servers, until `join_again`."""
        self._valve.shut()

    def join_again(self) -> None:
        self._valve.open()

    def fill_disk(self) -> None:
        """Leave no byte on the disk of one server, and after some time stop it, as its operator has to."""
        with suppress(OSError), open(self.folder / "small" / "ballast", "wb", buffering=0) as file:
            while True:
                file.write(b"\0" * 2**16)
        self.play(NOTICED)
        self.cluster.kill(SMALL)

    def empty_disk(self) -> None:
        (self.folder / "small" / "ballast").unlink(missing_ok=True)
        self.start_servers()

    # --- the end ---

    def finish(self, seconds: float) -> int:
        """Play all tables out, compare and verify every record; return how many."""
        for party in self.parties:
            party.again, party.pace = False, 0.1
        if not self.play_until(lambda: all(party.over for party in self.parties), seconds):
            left = [party.table for party in self.parties if not party.over]
            self.failures.append(f"{len(left)} tables were not played out, like {left[:3]}")
        kept = {table: found for party in self.parties for table, found in party.kept.items()}
        streams = asyncio.run(self._streams())
        for table, found in kept.items():
            try:
                records.verify(found[0], rules_from_values)
            except records.RecordFault as fault:
                self.failures.append(f"{table}: {fault}")
            if any(record != found[0] for record in (*found, streams.get(table))):
                self.failures.append(f"{table}: the records differ")
        for worker in self.workers:
            for event in worker.events("table_fault", "table_unreadable"):
                self.failures.append(str(event))
        return len(kept)

    async def _streams(self) -> dict[str, records.Record]:
        """Return the record of each table that was begun, as rebuilt from the stream."""
        bus, found = Bus(self.cluster.urls, Log("bench", sys.stderr), ca=self.cluster.ca), list[Kept]()
        stream, subject = bus.where("*")

        async def read() -> None:
            found[:] = await bus.all(stream, subject)

        await bus.open()
        try:
            await patiently(read, PLAY_ON)
        finally:
            await bus.close()
        messages: defaultdict[str, list[Params]] = defaultdict(list)
        for kept in found:
            messages[kept.subject.rpartition(".")[2]].append(read_json(kept.data))
        return begun(messages)


def begun(messages: Mapping[str, list[Params]]) -> dict[str, records.Record]:
    """Return the record of each table of a stream at which a game was begun."""
    return {table: records.loads(records.dumps(record)) for table, told in messages.items()
            if (record := told_by(told).record()) is not None}


def _small_disk(folder: Path) -> Path:
    """Mount a small disk in memory; only root may."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}m", "tmpfs", folder], check=True)
    return folder / "store"


