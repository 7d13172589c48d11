"""A club in this process for tests: one real server, workers in a thread, guests over real lines."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.endurance.net.cluster import HERE, Cluster
from game.net.client import Client
from game.net.club.happenings import ClubHappening
from game.net.club.identity import Identity, new_identity
from game.net.club.visit import ClubGoal, Visit
from game.net.club.worker.worker import MakeEvents, Settings, Worker
from game.net.loop import LoopThread
from game.net.table.chairs import Who
from game.ui.text import Texts

TEXTS = Texts("en")


def until(true: Callable[[], Any], seconds: float = 15.0) -> Any:
    """Wait until something is true, and return it."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)
    return found


class Guest:
    """A visit that remembers everything that has happened."""

    def __init__(self, visit: Visit):
        self.visit, self.happened = visit, list[ClubHappening]()
        self.client: Client | None = None
        self.at_table: list[Any] = []

    def look(self) -> None:
        self.happened += self.visit.poll()
        if self.visit.client is not None:
            self.client = self.visit.client
            self.at_table += self.client.poll()

    def wait(self, wanted: type, /, seconds: float = 15.0, **values: Any) -> Any:
        """Wait for a happening of the lobby with these values, and take everything up to it."""
        def found() -> Any:
            self.look()
            for index, one in enumerate(self.happened):
                if isinstance(one, wanted) and all(
                        getattr(one, name) == value for name, value in values.items()):
                    del self.happened[:index + 1]
                    return one
            return None

        return until(found, seconds)

    def wait_for(self, true: Callable[[], Any], seconds: float = 15.0) -> Any:
        def looked() -> Any:
            self.look()
            return true()

        return until(looked, seconds)


class ClubHere:
    """A club of this process."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.cluster = Cluster(folder / "nats", 1)
        self.cluster.wait()
        self.thread = LoopThread("club test")
        self.thread.open()
        self.workers: list[Worker] = []
        self._guests: list[Visit] = []
        self.log = io.StringIO()

    def run(self, work: Any, seconds: float = 30.0) -> Any:
        """Do something in the thread of the workers."""
        return self.thread.run(work).result(seconds)

    def worker(self, make_events: MakeEvents | None = None, **settings: Any) -> Worker:
        async def start() -> Worker:
            worker = Worker(Settings(tuple(self.cluster.urls), HERE, ca=self.cluster.ca, **settings),
                            make_events, log=self.log)
            await worker.open()
            return worker

        self.workers.append(self.run(start()))
        return self.workers[-1]

    def guest(self, name: str, worker: Worker | None = None, identity: Identity | None = None,
              folder: Path | None = None) -> Guest:
        visit = Visit(ClubGoal(HERE, (worker or self.workers[0]).port), Who(name), identity or new_identity(),
                      TEXTS, folder=folder)
        self._guests.append(visit)
        visit.open()
        return Guest(visit)

    def end(self, worker: Worker) -> None:
        """Let a worker go as SIGTERM does."""
        self.workers.remove(worker)

        async def stop() -> None:
            worker.stop()
            await worker.run()

        self.run(stop())

    def close(self) -> None:
        for visit in self._guests:
            visit.close()
        for worker in list(self.workers):
            self.end(worker)
        self.thread.close()
        self.cluster.close()
