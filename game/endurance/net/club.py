"""A whole club on this machine: real servers, workers as processes, and bots as guests over real lines."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from game.endurance.net.cluster import HERE, Cluster
from game.net.bots import Autopilot
from game.net.client import Client
from game.net.club.happenings import TableOpened
from game.net.club.identity import new_identity
from game.net.club.visit import ClubGoal, Visit
from game.net.happenings import LineChanged, Moved, RoundDealt, TableSet, WishRefused
from game.net.loop import LoopThread
from game.net.table.chairs import Who
from game.ui.text import Texts
from rules.home import HOME
from rules.kit.shuffle import rng_for
from rules.records import Record

TEXTS = Texts("en")
_MOVED = '{"jsonrpc":"2.0","method":"moved"'


class WorkerProcess:
    """One `main.py club`; its log goes to a file."""

    def __init__(self, cluster: Cluster, folder: Path, *more: str, servers: Sequence[str] = ()):
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / f"worker-{time.monotonic_ns()}.log"
        environment = {**os.environ, "DOMINOTHEK_NATS": ",".join(servers or cluster.urls),
                       "DOMINOTHEK_DATA": str(folder / "data"), "DOMINOTHEK_LANG": "en"}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "main.py", "club", "--ca", cluster.ca, "--address", HERE, "--guests", "5000",
                 *more], cwd=HOME, env=environment, stdout=log, stderr=log)
        self.port, self.id = 0, ""

    def wait(self, seconds: float = 40.0) -> WorkerProcess:
        """Wait until it accepts guests."""
        end = time.monotonic() + seconds
        while not (opened := self.events("worker_open")):
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-2000:]
            time.sleep(0.02)
        self.port, self.id = int(str(opened[0]["port"])), str(opened[0]["worker"])
        return self

    def events(self, *names: str) -> list[dict[str, object]]:
        """Return the lines of its log with these events."""
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [event for line in lines if (event := json.loads(line))["event"] in names]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """Ask the worker to hand its tables over and exit."""
        self.process.send_signal(signal.SIGTERM)

    @property
    def alive(self) -> bool:
        return self.process.poll() is None


@dataclass(slots=True)
class Times:
    """Measures the time from a move until all programs at its table have received it."""

    found: list[float] = field(default_factory=list)
    moves: int = 0
    last_seen: dict[str, float] = field(default_factory=dict)
    """By table, when a move was last seen by all."""
    _under_way: dict[str, tuple[int, float, int]] = field(default_factory=dict)
    """By table the ply that was sent last, when, and how many have not seen it."""

    def sent(self, table: str, ply: int, seats: int) -> None:
        self._under_way[table] = ply, time.monotonic(), seats

    def seen(self, table: str, ply: int) -> None:
        at, (wanted, sent, left) = time.monotonic(), self._under_way.get(table, (-1, 0.0, 0))
        if ply != wanted or not left:
            return
        self._under_way[table] = wanted, sent, left - 1
        if left == 1:
            self.found.append(at - sent)
            self.moves += 1
            self.last_seen[table] = at


class Player:
    """A bot that visits the club."""

    def __init__(self, name: str, port: int, thread: LoopThread, level: str = "easy"):
        self.level = level
        self.pilot: Autopilot | None = None
        self.due = 0.0
        self._goal, self._who, self._identity, self._thread = (
            ClubGoal(HERE, port), Who(name), new_identity(), thread)
        self.enter()

    def enter(self) -> None:
        """Go to the club, or try again after it has not answered in time."""
        self.visit = Visit(self._goal, self._who, self._identity, TEXTS, thread=self._thread)
        self.visit.open()

    @property
    def client(self) -> Client | None:
        return self.visit.client

    @property
    def record(self) -> Record | None:
        return self.client.record if self.client is not None else None


class Party:
    """Some bots that play one table after the other, each opened by the first of them."""

    def __init__(self, game: str, players: Sequence[Player], times: Times, *, variant: str = "classic",
                 pace: float = 0.0, again: bool = False):
        self.game, self.variant, self.players = game, variant, list(players)
        self.again = again
        """Whether another game follows."""
        self.table = ""
        self.kept: dict[str, list[Record]] = {}
        """By table, the records that its players have received."""
        self.pace = pace
        """Mean seconds that a bot waits before it moves."""
        self._times = times
        self._asked = False
        self._rng = rng_for("party", players[0].visit.identity.key)

    @property
    def over(self) -> bool:
        """Whether all players have the record of the last game."""
        return bool(self.table) and self.table in self.kept

    @property
    def moves(self) -> int:
        """The number of moves that all players at the table have seen."""
        clients = [player.client for player in self.players]
        return min((client.mirror.moves if client is not None and client.mirror is not None else 0
                    for client in clients), default=0)

    def step(self) -> None:
        """Poll all bots and let them act."""
        for player in self.players:
            if player.visit.line == "closed" and not self.table:
                player.enter()
            for one in player.visit.poll():
                if isinstance(one, TableOpened):
                    self._go(one.table)
                elif not self.table and (one == LineChanged("lost")
                                         or (isinstance(one, WishRefused) and one.method == "open")):
                    self._asked = False  # what was asked was lost with the line, or could not be done
        if not self._asked and all(player.visit.line == "here" for player in self.players):
            self._asked = True
            self.players[0].visit.open_table(self.game, self.variant, ["remote"] * len(self.players))
        for player in self.players:
            self._act(player)
        if self.table and not self.over and all(player.record is not None for player in self.players):
            self.kept[self.table] = [player.record or {} for player in self.players]
            if self.again:
                self._leave()

    def _leave(self) -> None:
        for player in self.players:
            player.visit.leave_table()
            player.pilot = None
        self.table, self._asked = "", False

    def _go(self, table: str) -> None:
        self.table = table
        for player in self.players:
            client = player.visit.go_to(table)
            setattr(client, "receive", _timed(client, table, self._times))  # noqa: B010 - a method is replaced
            player.pilot = Autopilot(client, player.level, timed=False)

    def _act(self, player: Player) -> None:
        pilot, client = player.pilot, player.client
        if pilot is None or client is None:
            return
        happened = client.poll()
        pilot.take(happened)
        if client.line == "closed" and client.record is None:  # the table could not be reached in time
            pilot, player.pilot = None, None
            self._leave()
            return
        now = time.monotonic()
        for one in happened:
            if isinstance(one, Moved | RoundDealt | WishRefused):
                player.due = now + self.pace * (0.5 + self._rng.random())
            elif isinstance(one, TableSet):  # there was time to think while the table was away
                player.due = now
        if now < player.due:
            return
        if client.mirror is not None and not client.waiting and client.mirror.state.player == client.seat:
            self._times.sent(self.table, client.mirror.state.ply + 1, len(self.players))
        pilot.act()


def _timed(client: Client, table: str, times: Times) -> Callable[[str], None]:
    """Return a `receive` that notes when each move arrives."""
    receive, ply = client.receive, re.compile(r'"ply":(\d+)')

    def noted(text: str) -> None:
        if text.startswith(_MOVED) and (found := ply.search(text)) is not None:
            times.seen(table, int(found[1]))
        receive(text)

    return noted
