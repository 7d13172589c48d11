"""Two whole programs without windows at one table of several computers; their lines go over the loopback."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.net.find import Found
from game.net.host import Setting
from game.net.keeping import host_table
from game.net.table.chairs import Chair, Who
from game.net.table.room import Options
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.remote.scene import RemoteTable
from game.table.remote.seated import Seated
from rules.base import AnyRules
from tests.kit.desk import Desk

CODE = "7 Turm Regal"
SEED = 5


class Nowhere:
    """Finds what it was given, without a network."""

    def __init__(self, *found: Found):
        self.found = list(found)

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""


class Pair:
    """A host and a guest, each a whole program."""

    def __init__(self, folder: Path, rules: AnyRules, options: Options | None = None):
        self.host, self.guest = Desk(folder / "host"), Desk(folder / "guest")
        for desk in (self.host, self.guest):
            desk.app.settings.speed = "none"
        self.guest.app.settings.name = "Klara"
        chairs = [Chair("here", who=Who("Ada")), Chair("remote")]
        chairs += [Chair("bot", "easy") for _ in range(rules.seats[0] - 2)]
        setting = Setting(rules, chairs, SEED, CODE, options=options or Options(), address="127.0.0.1",
                          announce=False)
        kept = host_table(self.host.store, setting, self.host.app.texts, processes=False)
        self.port = kept.host.open()
        self.host.app.push(WaitingRoom(self.host.app, Seated(kept.host.client(0), kept=kept), CODE,
                                       f"127.0.0.1:{self.port}"))

    def until(self, ready: Callable[[], object], what: str, *, alone: Desk | None = None) -> None:
        """Let both programs run until something has happened; `alone`: the other one has ended."""
        end = time.monotonic() + 30
        while not ready():
            assert time.monotonic() < end, what
            for desk in (self.host, self.guest) if alone is None else (alone,):
                desk.app.step([], 16)
            time.sleep(0.002)

    def until_moves(self, count: int) -> None:
        host, guest = self.tables
        self.until(lambda: host.session.moves == guest.session.moves == count, f"both see {count} moves")

    def watch(self, eye: Desk, ready: Callable[[], object], what: str) -> None:
        """Let both programs and that of a spectator run until something has happened."""
        def ready_now() -> object:
            eye.app.step([], 16)
            return ready()

        self.until(ready_now, what)

    def join(self, code: str = CODE, *, watch: bool = False) -> Join:
        join = Join(self.guest.app, Nowhere())
        self.guest.app.push(join)
        join.code, join.address = code, f"127.0.0.1:{self.port}"
        join.watch() if watch else join.sit_down()
        return join

    def begin(self) -> None:
        self.join()
        self.until(lambda: isinstance(self.guest.scene, WaitingRoom), "the guest is let in")
        self.until(lambda: self.host.scene.start_button.enabled, "the host sees the guest")
        self.host.scene.start()
        self.until(lambda: all(isinstance(desk.scene, RemoteTable) for desk in (self.host, self.guest)),
                   "both sit at the table")

    @property
    def tables(self) -> tuple[RemoteTable, RemoteTable]:
        return self.host.scene, self.guest.scene

    def close(self) -> None:
        for desk in (self.guest, self.host):
            desk.app.close()


@contextmanager
def pair(folder: Path, rules: AnyRules, options: Options | None = None) -> Iterator[Pair]:
    found = Pair(folder, rules, options)
    try:
        yield found
    finally:
        found.close()
