"""The guests of a worker: WebSocket connections, proof of the key, limits, forwarding to their tables.

A line links a guest to the owner of its table: the guest's requests go to the owner as single messages, the
owner's messages come back on the subject of the line. If the table moves to another worker, or a message is
lost, the line is attached again and the whole state is resent; the guest's own connection stays open.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nats.aio.msg import Msg

from game.net import protocol
from game.net.club.desk import TABLE_ID, Entry, Person
from game.net.club.identity import CHALLENGE_BYTES, KEY_BYTES, proves
from game.net.club.messages import AT_TABLE, CLUB_REQUESTS, ENTERING
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.bus import Bus, read_json
from game.net.club.store.leases import Leases
from game.net.club.store.log import Log
from game.net.club.worker.limits import Limits
from game.net.club.worker.lobby import Lobby
from game.net.club.worker.moderation import Moderation
from game.net.club.worker.people import People
from game.net.entry.door import Certificate
from game.net.protocol import BadMessage, Params, Refused, Request, written
from game.net.table.chairs import Who
from game.net.wire import BAD, ELSEWHERE, FULL, PATIENCE, Ended, WireLink, attend, serving, too_fast
from rules.kit.phrases import Phrase
from rules.kit.plain import BadPlain, phrase_from

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection

TICK = 0.5
ATTACH_AGAIN = 1.0
"""Seconds between two attempts to attach a line."""
ATTACH_PATIENCE = 12.0
"""Seconds after which a guest's request for a table is refused as unreachable."""
NO_ANSWER = 8.0
"""Seconds without an answer of the table after which a line is attached again."""


@dataclass(slots=True)
class Place:
    """The line of a guest to a table, as a player or a spectator."""

    line: str
    table: str
    seat: int | None
    watch: bool
    asked_by: int | None
    """The request to be answered when the line is first attached; None after that."""
    since: float
    epoch: int = 0
    born: int = 0
    """The sequence with which the owner took the table, as of the last attachment."""
    expected: int = 0
    """The number of the owner's next notice."""
    sent: int = 0
    """The number of the next notice to the guest."""
    attached: bool = False
    tried: float = 0.0
    unanswered: dict[int, float] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Caller:
    """A connected program that has proved its key."""

    link: WireLink
    person: Person
    mark: str
    """The limit key of its address."""
    place: Place | None = None
    seeks: bool = False


@dataclass(frozen=True, slots=True)
class Around:
    """The parts of a worker that the gate uses."""

    bus: Bus
    tables: NatsBucket
    settings: NatsBucket
    leases: Leases
    lobby: Lobby
    people: People
    moderation: Moderation
    limits: Limits
    log: Log


class Gate:
    """The server for the guests of one worker."""

    def __init__(self, around: Around, certificate: Certificate):
        self._around, self._certificate = around, certificate
        self._fingerprint = certificate.fingerprint
        self._server: Server | None = None
        self._callers: set[Caller] = set()
        self._is_known = True
        """Whether the keys connected here have been published since the last worker joined."""
        self._hurry = asyncio.Event()
        """Set when a line has to be attached immediately."""
        self._lines: dict[str, Caller] = {}
        self._at: defaultdict[str, set[Caller]] = defaultdict(set)
        self._numbers = 0
        self._open = True
        self.messages = 0
        """The number of messages from and to guests."""
        events = around.lobby.events
        self._methods = {**CLUB_REQUESTS, **(events.requests if events is not None else {})}
        around.tables.watchers.append(self._table_heard)
        around.settings.watchers.append(self._settings_heard)
        around.leases.bucket.watchers.append(self._workers_heard)

    @property
    def people(self) -> int:
        return len(self._callers)

    async def open(self, address: str, port: int) -> int:
        """Listen and return the port; raise OSError."""
        from websockets.asyncio.server import serve  # noqa: PLC0415 - only a running worker needs it

        await self._around.bus.hear(f"club.line.{self._around.leases.own}.*", self._heard)
        await self._around.bus.hear("club.line.keys.*", self._keys_heard)
        await self._around.bus.hear("club.line.taken.*", self._table_taken)
        self._server = await serve(self._serve, address or None, port, backlog=200,
                                   ssl=self._certificate.server_context(), **serving())
        return int(next(iter(self._server.sockets)).getsockname()[1])

    async def close(self) -> None:
        """Stop listening and send all guests to other workers."""
        self._open = False
        if self._server is not None:
            self._server.close(close_connections=False)
            await self.send_elsewhere()
            self._server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._server.wait_closed(), 3)

    async def send_elsewhere(self) -> None:
        """Close all connections with ELSEWHERE; the guests reconnect to another worker."""
        callers = list(self._callers)
        await asyncio.gather(*(caller.link.connection.close(ELSEWHERE, "go to another worker")
                               for caller in callers), return_exceptions=True)

    # --- entering ---

    async def _serve(self, connection: ServerConnection) -> None:
        limits = self._around.limits
        if not self._open or not self._around.bus.connected:
            await connection.close(ELSEWHERE, "go to another worker")
            return
        try:
            mark = limits.arrives(str(connection.remote_address[0]))
        except Refused:
            await connection.close(FULL, "too many connections")
            return
        try:
            await attend(connection, lambda link: self._attend(link, mark))
        finally:
            limits.leaves(mark)

    async def _attend(self, link: WireLink, mark: str) -> None:
        caller = await self._let_in(link, mark)
        try:
            await self._listen(caller)
        finally:
            await self._has_gone(caller)

    async def _let_in(self, link: WireLink, mark: str) -> Caller:
        """Authenticate a program: it signs our challenge together with our certificate's fingerprint."""
        challenge, person = "", None
        while True:
            asked = await link.next(PATIENCE, {name: CLUB_REQUESTS[name] for name in ENTERING})
            if asked.method == "enter":
                key = asked.params["key"]
                if len(key) != 2 * KEY_BYTES or not all(sign in "0123456789abcdef" for sign in key):
                    raise BadMessage("not a key")
                person = Person(key, Who.of(asked.params))
                challenge = secrets.token_hex(CHALLENGE_BYTES)
                link.send(protocol.answer(asked.number, {"challenge": challenge}))
                continue
            if person is None or not challenge:
                raise BadMessage("no challenge")
            used, challenge = challenge, ""
            if not proves(person.key, used, self._fingerprint, asked.params["signature"]):
                self._around.limits.failed(mark)
                link.send(protocol.refusal(asked.number, Phrase("club.refuse.proof")))
                continue
            return await self._welcome(link, mark, person, asked.number)

    async def _welcome(self, link: WireLink, mark: str, person: Person, number: int) -> Caller:
        around = self._around
        try:
            if around.moderation.removed(person):
                raise Refused("club.refuse.removed")
            around.limits.enters(person.key)
        except Refused as fault:
            link.send(protocol.refusal(number, fault.phrase))
            await asyncio.sleep(0.1)  # let the refusal be sent first
            raise Ended(BAD, "removed") from None
        caller = Caller(link, person, mark)
        self._callers.add(caller)
        try:
            await self._tell_keys(person.key)
            await around.people.met(person)
            ratings = await around.people.ratings(person.key)
        except BaseException:
            await self._has_gone(caller)
            raise
        link.send(protocol.answer(number, {
            "name": person.name, "id": person.id, "muted": around.moderation.muted(person),
            "addresses": self._addresses(), "seats": around.lobby.seats_of(person),
            "ratings": {game: rating.points for game, rating in ratings.items()}}))
        return caller

    def _addresses(self) -> list[str]:
        """Return the addresses of all workers."""
        entries = self._around.leases.bucket.known().values()
        return sorted({entry.value["address"] for entry in entries if entry.value.get("address")})[:100]

    async def _tell_keys(self, *keys: str) -> None:
        """Publish the numbers of connections here of these keys, or of all keys, to the other workers."""
        around = self._around
        await around.bus.publish(f"club.line.keys.{around.leases.own}", written(around.limits.held(*keys)))

    def _keys_heard(self, message: Msg) -> None:
        worker = message.subject.rpartition(".")[2]
        if worker != self._around.leases.own:
            self._around.limits.heard(worker, read_json(message.data))

    async def _has_gone(self, caller: Caller) -> None:
        if caller not in self._callers:
            return
        self._callers.discard(caller)
        self._around.limits.exits(caller.person.key)
        await self._tell_keys(caller.person.key)
        if caller.seeks:
            with suppress(Exception):
                await self._around.lobby.stops_seeking(caller.person)
        await self._leave(caller)

    # --- requests of guests ---

    async def _listen(self, caller: Caller) -> None:
        while True:
            asked = await caller.link.next(None, self._methods)
            self.messages += 1
            if self._around.limits.too_fast(caller.person.key, caller.mark):
                raise too_fast()
            try:
                await self._answer(caller, asked)
            except Refused as fault:
                caller.link.send(protocol.refusal(asked.number, fault.phrase))

    async def _answer(self, caller: Caller, asked: Request) -> None:
        if asked.method in ENTERING:
            raise BadMessage("has entered already")
        if asked.method == "go_to":
            await self._go_to(caller, asked)
        elif asked.method == "leave":
            await self._leave(caller)
            caller.link.send(protocol.answer(asked.number, {}))
        elif asked.method in AT_TABLE:
            await self._pass_on(caller, asked)
        else:
            result = await self._around.lobby.handle(caller.person, asked.method, asked.params)
            if asked.method in ("seek", "unseek"):
                caller.seeks = asked.method == "seek"
            caller.link.send(protocol.answer(asked.number, result))

    async def _pass_on(self, caller: Caller, asked: Request) -> None:
        place = caller.place
        if asked.method == "clock" and place is None:
            caller.link.send(protocol.answer(asked.number, {"now": time.monotonic()}))
            return
        if place is None:
            raise Refused("net.refuse.not_now")
        if not place.attached:
            raise Refused("club.refuse.moving")
        if asked.method == "say" and self._around.moderation.muted(caller.person):
            raise Refused("club.refuse.muted")
        place.unanswered[asked.number] = time.monotonic()
        await self._to_owner(place, {"method": asked.method, "number": asked.number, "params": asked.params})

    async def _to_owner(self, place: Place, message: Params) -> None:
        entry = self._around.tables.known().get(place.table)
        if entry is not None:
            await self._around.bus.publish(f"club.ask.{entry.value['owner']}", written(
                {"table": place.table, "line": place.line, "epoch": place.epoch, **message}))

    async def _go_to(self, caller: Caller, asked: Request) -> None:
        table = asked.params["table"]
        if not TABLE_ID.fullmatch(table) or (table not in self._around.tables.known()
                                             and await self._around.tables.get(table) is None):
            raise Refused("club.refuse.no_table")
        await self._leave(caller)
        self._numbers += 1
        line = f"{self._around.leases.own}.{self._numbers}"
        caller.place = Place(line, table, asked.params.get("seat"), asked.params.get("watch", False),
                             asked.number, time.monotonic())
        self._lines[line] = caller
        self._at[table].add(caller)
        await self._attach(caller)

    async def _leave(self, caller: Caller) -> None:
        place = self._forget_place(caller)
        if place is not None:
            await self._to_owner(place, {"method": "@leave"})

    def _forget_place(self, caller: Caller) -> Place | None:
        place, caller.place = caller.place, None
        if place is not None:
            self._lines.pop(place.line, None)
            self._at[place.table].discard(caller)
            if not self._at[place.table]:
                del self._at[place.table]
        return place

    async def _attach(self, caller: Caller) -> None:
        """Ask the owner of a table to admit a line, or to resend everything to it."""
        place, person = caller.place, caller.person
        if place is None:
            return
        place.epoch += 1
        place.attached, place.tried = False, time.monotonic()
        if place.unanswered:  # requests may be lost as well: have everything resent, which ends their wait
            place.expected = -1
            place.unanswered.clear()
        await self._to_owner(place, {"method": "@attach", "params": {
            "key": person.key, "name": person.name, "colour": person.who.colour, "face": person.who.face,
            "seat": place.seat, "watch": place.watch, "heard": place.expected, "born": place.born}})

    # --- messages of tables ---

    def _heard(self, message: Msg) -> None:
        """Handle a message from the owner of a table to one line; ignore those of earlier epochs."""
        line = message.subject.partition("club.line.")[2]
        caller = self._lines.get(line)
        if caller is None or caller.place is None:
            return
        place, text = caller.place, message.data.decode()
        epoch, _, rest = text[1:].partition(" ")
        if epoch != str(place.epoch):
            return
        self.messages += 1
        match text[0]:
            case "N":
                self._notice(caller, place, rest)
            case "A":
                self._answered(caller, place, rest)
            case "T":
                self._attached(caller, place, rest)
            case "R":
                self._refused(caller, place, rest)
            case "L":
                self._again(caller)
            case _:
                self._forget_place(caller)

    def _notice(self, caller: Caller, place: Place, rest: str) -> None:
        number, method, params = rest.split(" ", 2)
        if int(number) != place.expected:
            self._again(caller)
            return
        place.expected += 1
        caller.link.send(protocol.numbered(method, params, place.sent))
        place.sent += 1

    def _answered(self, caller: Caller, place: Place, text: str) -> None:
        number = text.partition('"id":')[2].partition(",")[0]
        if number.isdigit():
            place.unanswered.pop(int(number), None)
        caller.link.send(text)

    def _attached(self, caller: Caller, place: Place, text: str) -> None:
        place.attached = True
        number, place.asked_by = place.asked_by, None
        found = json.loads(text)
        place.seat, place.born = found["seat"], found.get("born", 0)
        if not found["same"]:
            place.expected = 0
        if number is not None:
            caller.link.send(protocol.answer(number, {"table": place.table, "seat": place.seat}))

    def _refused(self, caller: Caller, place: Place, text: str) -> None:
        try:
            why = phrase_from(json.loads(text)["why"])
        except BadPlain:
            why = Phrase("club.refuse.no_table")
        self._end_place(caller, place, why)

    def _end_place(self, caller: Caller, place: Place, why: Phrase) -> None:
        """Detach a guest: refuse its pending request for the table, or send it `closed`."""
        self._forget_place(caller)
        if place.asked_by is not None:
            caller.link.send(protocol.refusal(place.asked_by, why))
        else:
            caller.link.send(protocol.notice("closed", {"why": protocol.plain_phrase(why)}, place.sent))

    def _table_taken(self, message: Msg) -> None:
        """Attach the lines of a table again after an owner, the same or another, has loaded it."""
        table, born = message.subject.rpartition(".")[2], int(message.data)
        for caller in self._at.get(table, ()):
            if caller.place is not None and caller.place.born != born:
                self._again(caller)

    def _again(self, caller: Caller) -> None:
        if caller.place is not None:
            caller.place.attached, caller.place.tried = False, 0.0
            self._hurry.set()

    def attach_all(self) -> None:
        """Attach all lines again: messages may have been lost."""
        for caller in self._callers:
            self._again(caller)

    # --- news of the club ---

    def _table_heard(self, table: str, before: Entry | None, now: Entry | None) -> None:
        if now is not None and before is not None and now.value["owner"] != before.value["owner"]:
            for caller in self._at.get(table, ()):
                self._again(caller)
        if now is None:
            for caller in list(self._at.get(table, ())):
                if caller.place is not None:
                    self._end_place(caller, caller.place, Phrase("net.closed.by_host"))
        elif now.value["phase"] == "waiting":
            ids = set(now.value["ids"]) - set(before.value["ids"] if before is not None else ())
            for caller in [caller for caller in self._callers if caller.person.id in ids]:
                if caller.place is None or caller.place.table != table:
                    caller.seeks = False
                    caller.link.send(protocol.notice("matched", {"table": table}))

    def _settings_heard(self, *_: object) -> None:
        for caller in list(self._callers):
            if self._around.moderation.removed(caller.person):
                caller.link.send(protocol.notice("closed", {"why": protocol.plain_phrase(
                    Phrase("club.refuse.removed"))}, caller.place.sent if caller.place else 0))
                caller.link.end()

    def _workers_heard(self, worker: str, before: Entry | None, now: Entry | None) -> None:
        if now is None:
            self._around.limits.worker_gone(worker)
        elif before is None:
            self._is_known = False
        if (before is None) != (now is None):
            told: Params = {"addresses": self._addresses()}
            for caller in self._callers:
                caller.link.send(protocol.notice("club", {
                    **told, "muted": self._around.moderation.muted(caller.person)}))

    async def tick(self) -> None:
        """Attach detached lines, give up those that cannot be attached, publish the keys to new workers."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), TICK)
            self._hurry.clear()
            if not self._is_known:
                self._is_known = True
                await self._tell_keys()
            now = time.monotonic()
            for caller in list(self._callers):
                place = caller.place
                if place is None:
                    continue
                if place.attached and place.unanswered and now - min(place.unanswered.values()) > NO_ANSWER:
                    self._again(caller)
                if place.attached:
                    place.since = now
                elif place.asked_by is not None and now - place.since > ATTACH_PATIENCE:
                    self._end_place(caller, place, Phrase("club.refuse.unreachable"))
                elif now - place.tried > ATTACH_AGAIN:
                    await self._attach(caller)
