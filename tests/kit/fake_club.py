"""A club in this process, for the screens: the interface of a visit, and a director without servers.

Its tables are real ones of a host without a line; nothing leaves the process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.net.client import Client
from game.net.club.desk import MemoryBucket, MemoryTables, Person, TableState
from game.net.club.happenings import (
    Answered,
    ClubHappening,
    Entered,
    LobbySeen,
    Seeking,
    SeekRow,
    TableOpened,
    TableRow,
    Welcome,
)
from game.net.club.messages import MOST_ROWS
from game.net.club.tournament.director import REQUESTS, Director
from game.net.club.tournament.plan import Plan
from game.net.club.visit import ClubGoal
from game.net.happenings import Line, LineChanged, WishRefused
from game.net.host import Host, Setting
from game.net.protocol import Params, Refused
from game.net.table.chairs import Chair, Who
from game.ui.text import Texts
from rules.catalog import GAMES, rules_of
from rules.kit.phrases import Phrase

PAIR = next(game.id for game in GAMES.values() if game.players == (2, 2))


def person(name: str) -> Person:
    return Person(name.encode().hex().rjust(64, "0"), Who(name))


class FakeClub:
    """Tables, people and tournaments that a test arranges."""

    def __init__(self) -> None:
        self.tables: list[TableRow] = []
        self.people: list[SeekRow] = []
        self.bucket, self.tournament_tables = MemoryBucket(), MemoryTables()
        self.director = Director(self.bucket, self.tournament_tables)
        self.hosts: dict[str, Host] = {}
        self.now = 1000.0

    def announce(self, plan: Plan, *people: str) -> None:
        asyncio.run(self.director.announce(plan))
        for name in people:
            asyncio.run(self.director.handle(person(name), "enrol", {"id": plan.id}))

    def step(self, seconds: float = 1.0) -> None:
        self.now += seconds
        asyncio.run(self.director.step(self.now))
        for table in self.tournament_tables.orders:
            self.tournament_tables.states.setdefault(table, TableState(True, frozenset()))

    def host(self, table: str, texts: Texts, chairs: Sequence[Chair] = (), game: str = PAIR) -> Host:
        """Return the host of a table, opened at the first call."""
        if table not in self.hosts:
            setting = Setting(rules_of(game), list(chairs), 5, "", address="127.0.0.1", announce=False)
            self.hosts[table] = Host(setting, texts, processes=False)
            self.hosts[table].open()
        return self.hosts[table]

    def close(self) -> None:
        for host in self.hosts.values():
            host.close()


@dataclass
class FakeVisit:
    """A visit to a `FakeClub`."""

    club: FakeClub
    texts: Texts
    name: str = "Ada"
    refuses: Phrase | None = None
    """Why the door stays shut."""
    line: Line = "connecting"
    welcome: Welcome | None = None
    left: int = 0
    sought: list[tuple[str, str, int, str]] = field(default_factory=list)
    inbox: list[ClubHappening] = field(default_factory=list)
    goal: ClubGoal | None = None
    closed: bool = False

    def open(self) -> None:
        if self.refuses is not None:
            self.change_line("closed", self.refuses)
            return
        self.change_line("here")
        self.welcome = Welcome(self.name, person(self.name).id, False, (), {})
        self.inbox.append(Entered(self.welcome))

    def close(self) -> None:
        self.closed = True

    def change_line(self, line: Line, why: Phrase | None = None) -> None:
        self.line = line
        self.inbox.append(LineChanged(line, why))

    def poll(self) -> list[ClubHappening]:
        found, self.inbox = self.inbox, []
        return found

    def look(self, kind: str, game: str = "", start: int = 0, text: str = "") -> None:
        tables = [row for row in self.club.tables if (row.phase == "waiting") == (kind == "open")]
        if kind == "waiting":
            self.inbox.append(LobbySeen(kind, len(self.club.people), people=tuple(self.club.people)))
        else:
            self.inbox.append(LobbySeen(kind, len(tables), tables=tuple(tables[start:start + MOST_ROWS])))

    def open_table(self, game: str, variant: str, seats: Sequence[str], *, watch: bool = True,
                   talk: bool = True, hints: bool = False) -> None:
        if game not in GAMES:
            self.inbox.append(WishRefused("open", Phrase("club.refuse.table")))
            return
        chairs = [Chair("here", who=Who(self.name)), *(Chair("remote") for _ in seats[1:])]
        self.club.host("mine", self.texts, chairs, game)
        self.inbox.append(TableOpened("mine"))

    def go_to(self, table: str, seat: int | None = None, *, watch: bool = False) -> Client:
        if table not in self.club.hosts:
            client = Client(lambda *_: None, texts=self.texts)
            client.line_is("closed", Phrase("club.refuse.no_table"))
            return client
        return self.club.hosts[table].client(None if watch else 0)

    def leave_table(self) -> None:
        self.left += 1

    def seek(self, game: str, variant: str = "", players: int = 2, language: str = "") -> None:
        self.sought.append((game, variant, players, language))
        self.inbox.append(Seeking(len(self.club.people) + 1))

    def stop_seeking(self) -> None:
        self.sought.clear()

    def ask(self, method: str, params: Params) -> None:
        assert REQUESTS[method].fits(params)
        try:
            result = asyncio.run(self.club.director.handle(person(self.name), method, params))
        except Refused as fault:
            self.inbox.append(WishRefused(method, fault.phrase))
        else:
            self.inbox.append(Answered(method, result))
