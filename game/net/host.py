"""The host of a table: an asyncio server in its own thread around one `Table`.

The host's own window is a member like any guest: `Host.client(seat)` is a `Client` without a connection.
All limits are enforced here; a guest that exceeds one is disconnected with a reason.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from game.net import protocol
from game.net.bots import bot_process, think
from game.net.client import Client
from game.net.entry.door import Certificate, Door, Proofs, make_certificate
from game.net.find import Notice as Announced
from game.net.find import Sign
from game.net.loop import LoopThread
from game.net.protocol import BadMessage, Params, Refused, Request
from game.net.table.chairs import Chair, Line, Who
from game.net.table.room import Member, Options
from game.net.table.table import BotTask, Table
from game.net.wire import FULL, PATIENCE, WireLink, attend, serving
from game.ui.text import Texts
from rules.base import AnyRules, Setup
from rules.session import AnySession

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection

LARGEST_SEED = 10**15
TICK = 0.1
CHOOSING = 180.0
"""Seconds for each message of a guest between proving the code and taking a seat."""


def fresh_seed() -> int:
    """Return a seed from a range too large to find the deal of a known hand by brute force."""
    return secrets.randbelow(LARGEST_SEED)


@dataclass(slots=True)
class Setting:
    """The parameters of a table."""

    rules: AnyRules
    chairs: list[Chair]
    seed: int
    code: str
    setup: Setup | None = None
    """The deal with the host's own words; None for the plain deal of `seed`."""
    options: Options = field(default_factory=Options)
    session: AnySession | None = None
    """The session of a continued save; None for a new game."""
    certificate: Certificate | None = None
    """The certificate of a continued table; None creates a new one."""
    address: str = ""
    """The address to listen at; empty for all interfaces."""
    port: int = 0
    announce: bool = True


class Link(Protocol):
    """The connection to one member."""

    def send(self, text: str) -> None: ...
    def end(self) -> None: ...


@dataclass(slots=True)
class LocalLink:
    """The connection to the host's own window."""

    client: Client

    def send(self, text: str) -> None:
        self.client.receive(text)

    def end(self) -> None:
        self.client.line_is("closed")


class Host:
    """A table that other computers can join."""

    def __init__(self, setting: Setting, texts: Texts, *, changed: Callable[[AnySession], None] | None = None,
                 processes: bool = True):
        self.setting, self._texts = setting, texts
        self.certificate = setting.certificate or make_certificate()
        self.port = setting.port
        """The port of the table; 0 until it is open, unless the setting names one."""
        self.table = Table(setting.rules, setting.chairs, setting.seed, self._send, setup=setting.setup,
                           options=setting.options, session=setting.session, waits=True)
        if changed is not None:
            self.table.changed = changed
        self._door = Door(setting.code, self.certificate.fingerprint)
        self._thread = LoopThread("table")
        self._links: dict[Member, Link] = {}
        self._arriving: Link | None = None
        self._server: Server | None = None
        self._connections = 0
        self._executor: Executor = (
            bot_process() if processes else ThreadPoolExecutor(1))
        self._sign: Sign | None = None
        self._news = asyncio.Event()
        self._jobs: set[asyncio.Task[None]] = set()

    # --- callable from any thread ---

    def open(self) -> int:
        """Open the table and return its port; raise OSError."""
        self._thread.open()
        try:
            self.port = self._thread.run(self._open()).result(20)
        except BaseException:
            self._thread.close()
            raise
        return self.port

    def client(self, seat: int | None) -> Client:
        """Return a client of the host's own program for one of its seats, or for None a spectator."""
        def send(number: int, method: str, params: Params) -> None:
            # Encode and parse like a guest's request: the threads share no objects.
            text = protocol.request(number, method, params)
            self._thread.call(self._local, client, member, text)

        member: list[Member] = []  # filled by the loop before it handles the first request
        client = Client(send, texts=self._texts)
        self._thread.call(self._let_own_in, client, seat, member)
        return client

    def agree(self, options: Options) -> None:
        """Change the options and notify all members."""
        self._thread.call(self.table.agree, options, time.monotonic())

    def close(self) -> None:
        """Stop the server and its thread. Guests lose the connection and return if the save is continued."""
        if self._thread.is_open:
            with suppress(TimeoutError):
                self._thread.run(self._close()).result(5)
        self._thread.close()
        self._executor.shutdown(wait=False, cancel_futures=True)

    # --- in the thread of the loop ---

    async def _open(self) -> int:
        from websockets.asyncio.server import serve  # noqa: PLC0415 - only hosts need it

        port = self.setting.port or _free_port(self.setting.address)
        self._server = await serve(
            self._serve, self.setting.address or None, port, ssl=self.certificate.server_context(),
            backlog=protocol.MOST_CONNECTIONS, **serving())
        self._thread.settle()
        self._job(self._tick())
        if self.setting.announce and not self.setting.address.startswith("127."):
            self._sign = Sign(port)
            self._job(self._announce())
        return port

    def _job(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _close(self) -> None:
        self.table.closed = True
        if self._sign is not None:
            await self._sign.close()
        if self._server is not None:
            await asyncio.sleep(0.05)  # the last messages are still being sent
            self._server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._server.wait_closed(), 2)

    async def _tick(self) -> None:
        while not self.table.closed:
            self._advance()
            await asyncio.sleep(TICK)

    def _advance(self) -> None:
        """Advance the clock of the table and start pending bot tasks."""
        self.table.tick(time.monotonic())
        while (task := self.table.wanted()) is not None:
            self._job(self._think(task))
        self._drop_dismissed()

    async def _think(self, task: BotTask) -> None:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._executor, think, self.table.rules, task)
        except BrokenExecutor:  # the process was killed; bots go on in a thread
            self._executor = ThreadPoolExecutor(1)
            found = await loop.run_in_executor(self._executor, think, self.table.rules, task)
        if task.race:
            assert isinstance(found, list)
            self.table.bot_planned(task, found, time.monotonic())
        else:
            self.table.bot_moved(task, found, time.monotonic())
        self._advance()

    def _send(self, member: Member, method: str, params: Params) -> None:
        if member not in self._links:
            assert self._arriving is not None
            self._links[member] = self._arriving
        self._links[member].send(protocol.notice(method, params, member.sent))
        if method == "room":
            self._news.set()

    def _drop_dismissed(self) -> None:
        for member in [member for member in self._links if member not in self.table.members]:
            self._links.pop(member).end()

    async def _announce(self) -> None:
        """Keep the mDNS announcement up to date."""
        assert self._sign is not None
        while not self.table.closed:
            self._news.clear()
            await self._sign.show(Announced.of(self.table, self.certificate.fingerprint))
            await asyncio.sleep(1.0)
            await self._news.wait()

    # --- the host's own window ---

    def _let_own_in(self, client: Client, seat: int | None, member: list[Member]) -> None:
        client.line_is("here")
        self._arriving = LocalLink(client)
        member.append(self.table.own(seat, time.monotonic()))
        self._arriving = None

    def _local(self, client: Client, member: list[Member], text: str) -> None:
        for one in member:
            client.receive(self._answer(one, protocol.read_request(text)))
        self._advance()

    def _answer(self, member: Member, asked: Request) -> str:
        try:
            result = self.table.handle(member, asked.method, asked.params, time.monotonic())
        except Refused as fault:
            return protocol.refusal(asked.number, fault.phrase)
        return protocol.answer(asked.number, result)

    # --- guests ---

    async def _serve(self, connection: ServerConnection) -> None:
        if self._connections >= protocol.MOST_CONNECTIONS:
            await connection.close(FULL, "too many connections")
            return
        self._connections += 1
        try:
            await attend(connection, self._attend)
        finally:
            self._connections -= 1

    async def _attend(self, link: WireLink) -> None:
        member = await self._let_in(link)
        try:
            await self._listen(link, member)
        finally:
            self._links.pop(member, None)
            self.table.gone(member, time.monotonic())

    async def _let_in(self, link: WireLink) -> Member:
        """Admit a guest: to a seat or as a spectator after proving the code, or to its own seat by token."""
        proofs: Proofs | None = None
        proved = False
        while True:
            asked = await link.next(CHOOSING if proved else PATIENCE)
            now = time.monotonic()
            try:
                if asked.method == "clock":
                    link.send(protocol.answer(asked.number, {"now": now}))
                elif asked.method == "hello":
                    own, proofs = self._door.answer(asked.params["pake"], now)
                    link.send(protocol.answer(asked.number, {"pake": own}))
                elif asked.method == "prove" and proofs is not None:
                    self._door.check(proofs, asked.params["proof"], now)
                    proved = True
                    room = self.table.room(now)
                    link.send(protocol.answer(asked.number, {"proof": proofs.host, "room": room}))
                elif asked.method == "return" or (proved and asked.method in ("sit", "watch")):
                    return self._seat(link, asked, now)
                else:
                    raise BadMessage("not let in")
            except Refused as fault:
                link.send(protocol.refusal(asked.number, fault.phrase))
                if asked.method == "prove":
                    proofs = None

    def _seat(self, link: WireLink, asked: Request, now: float) -> Member:
        self._arriving = _Held(link)
        try:
            line = Line(asked.params.get("program", ""), asked.params.get("line", 0))
            if asked.method == "return":
                member = self.table.come_back(asked.params["token"], now, line)
            elif asked.method == "watch":
                member = self.table.watch(Who.of(asked.params), now)
            else:
                member = self.table.sit(Who.of(asked.params), asked.params.get("seat"), now,
                                        asked.params.get("token", ""), line)
        finally:
            held, self._arriving = self._arriving, None
        token = self.table.chairs[member.seat].token if member.seat is not None else ""
        self._links[member] = link
        link.send(protocol.answer(asked.number, {"seat": member.seat, "token": token}))
        assert isinstance(held, _Held)
        held.release()
        self._drop_dismissed()
        return member

    async def _listen(self, link: WireLink, member: Member) -> None:
        while True:
            asked = await link.next(None)
            link.send(self._answer(member, asked))
            self._advance()


class _Held:
    """Buffers messages to a member who is being let in until the answer has been sent."""

    def __init__(self, link: Link):
        self._link = link
        self._texts: list[str] = []

    def send(self, text: str) -> None:
        self._texts.append(text)

    def end(self) -> None:
        self._link.end()

    def release(self) -> None:
        for text in self._texts:
            self._link.send(text)


def _free_port(address: str) -> int:
    """Return a port that is free for IPv4 and IPv6 alike; port 0 would give each its own."""
    with socket.create_server((address, 0)) as probe:
        return int(probe.getsockname()[1])
