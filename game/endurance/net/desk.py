"""A table and its clients in one thread: messages arrive at once, and time is simulated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.net import protocol
from game.net.bots import Autopilot, think
from game.net.client import Client
from game.net.happenings import Happening
from game.net.protocol import Refused
from game.net.table.chairs import Chair, Who
from game.net.table.room import Member, Options
from game.net.table.table import Table
from game.ui.text import Texts
from rules.catalog import rules_of

TEXTS = Texts("en")


class Desk:
    """A table, its clients by their order of arrival, and everything that was ever sent to each."""

    def __init__(self, game: str, chairs: Sequence[Chair], *, seed: int = 3, variant: str = "classic",
                 rules: Any = None, session: Any = None, setup: Any = None, waits: bool = False,
                 **options: Any):
        self.now = 1000.0
        self.clients: dict[Member, Client] = {}
        self.wire: dict[Member, list[str]] = {}
        self.happened: dict[Client, list[Happening]] = {}
        self._told: dict[Client, int] = {}
        self._early: list[tuple[Member, str]] = []
        self.rules = rules or rules_of(game, variant)
        self.table = Table(self.rules, chairs, seed, self._send, session=session, setup=setup, waits=waits,
                           options=Options(**{"pace": 0.0, **options}))

    def _send(self, member: Member, method: str, params: Any) -> None:
        text = protocol.notice(method, params, member.sent)
        self.wire.setdefault(member, []).append(text)
        client = self.clients.get(member)
        if client is None:
            self._early.append((member, text))
            return
        for part in protocol.in_parts(text):
            client.receive(part)

    def _client(self, member: Member) -> Client:
        def send(number: int, method: str, params: Any) -> None:
            text = protocol.request(number, method, params)
            asked = protocol.read_request(text)
            try:
                result = self.table.handle(member, asked.method, asked.params, self.now)
                client.receive(protocol.answer(number, result))
            except Refused as fault:
                client.receive(protocol.refusal(number, fault.phrase))

        client = Client(send, texts=TEXTS, clock=lambda: self.now)
        self.clients[member] = client
        self.happened[client] = []
        client.line_is("here")
        for other, text in self._early:
            if other is member:
                client.receive(text)
        self._early = [pair for pair in self._early if pair[0] is not member]
        return client

    def sits(self, name: str) -> Client:
        return self._client(self.table.sit(_person(name), None, self.now))

    def watches(self, name: str = "Wim") -> Client:
        return self._client(self.table.watch(_person(name), self.now))

    def owns(self, seat: int | None = None) -> Client:
        return self._client(self.table.own(seat, self.now))

    def member(self, client: Client) -> Member:
        return next(member for member, known in self.clients.items() if known is client)

    def drops(self, client: Client) -> str:
        """Cut a line; return the key of the seat."""
        member = self.member(client)
        self.table.gone(member, self.now)
        return self.table.chairs[member.seat].token if member.seat is not None else ""

    def returns(self, token: str) -> Client:
        return self._client(self.table.come_back(token, self.now))

    def look(self, client: Client) -> list[Happening]:
        """Let a client poll; return what has happened just now."""
        found = client.poll()
        self.happened[client] += found
        return found

    def step(self, seconds: float = 0.0) -> None:
        """Advance time, let the table's bots move, and poll all clients."""
        self.now += seconds
        self.table.tick(self.now)
        while (task := self.table.wanted()) is not None:
            found = think(self.rules, task, timed=False)
            if task.race:
                assert isinstance(found, list)
                self.table.bot_planned(task, found, self.now)
            else:
                self.table.bot_moved(task, found, self.now)
                self.table.tick(self.now)
        for client in list(self.clients.values()):
            self.look(client)

    def fly(self, pilots: Sequence[Autopilot]) -> None:
        """Pass new events to the bots of clients' seats and let them act."""
        for pilot in pilots:
            known = self._told.get(pilot.client, 0)
            self._told[pilot.client] = len(self.happened[pilot.client])
            pilot.take(self.happened[pilot.client][known:])
            pilot.act()

    def play_out(self, pilots: Sequence[Autopilot], most: int = 4000, seconds: float = 0.0) -> None:
        """Let bots play the clients' seats until the game is over."""
        for _ in range(most):
            self.step(seconds)
            self.fly(pilots)
            if self.table.phase == "over":
                self.step()
                return
        raise AssertionError(f"not over after {most} steps: {self.table.session!r}")


def _person(name: str) -> Who:
    return Who.of({"name": name, "colour": 0, "face": "human"})


def remote(count: int) -> list[Chair]:
    return [Chair("remote") for _ in range(count)]


def bots(count: int, level: str = "easy") -> list[Chair]:
    return [Chair("bot", level) for _ in range(count)]
