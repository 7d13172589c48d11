"""A program in a club: the lobby, and at a table the same `Client` as at a host's.

Like a `Client` it belongs to the thread of a window, which calls `poll` once a frame and the wishes at any
time; the line lives in another thread, comes back by itself, and goes to another worker if its own is gone.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from game.data.files import write_atomically
from game.net import protocol
from game.net.calling import PAUSES, Lost, call, fingerprint_seen, line_to, send_all
from game.net.client import Client, Line, LineChanged, WishRefused
from game.net.club.identity import Identity
from game.net.club.messages import (
    CLUB_NOTICES,
    FIRST_LOBBY_NUMBER,
    LOBBY_NOTICES,
    SEEK_ROW,
    SEEN,
    TABLE_ROW,
    WELCOME,
)
from game.net.loop import LoopThread
from game.net.protocol import LONGEST_NAME, Answer, BadMessage, Joiner, Notice, Params, Refused, clean
from game.net.table.chairs import Who
from game.ui.text import Texts
from rules.kit.phrases import Phrase

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_HEAD = re.compile(r'\{"jsonrpc":"2\.0","(id|method)":"?(\w+)')
_ADDRESS = re.compile(r"\[?([^\]#]{1,200})\]?:([0-9]{1,5})(?:#([0-9a-f]{64}))?")
MOST_NUMBERS = 400_000
LARGEST_FILE = 64 * 1024


@dataclass(frozen=True, slots=True)
class ClubGoal:
    """Where a club is: `host:port`, and behind a `#` the fingerprint of its certificate if it is known."""

    host: str
    port: int
    fingerprint: str = ""

    @classmethod
    def of(cls, text: str) -> ClubGoal:
        """Return the goal that a text names; raise Refused."""
        found = _ADDRESS.fullmatch(text.strip())
        if found is None or not 0 < int(found[2]) < 65536:
            raise Refused("club.refuse.address", value=text[:80])
        return cls(found[1], int(found[2]), found[3] or "")

    @property
    def address(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the lobby shows it."""

    table: str
    game: str
    variant: str
    names: tuple[str, ...]
    seats: int
    free: int
    phase: str
    watch: bool
    event: str = ""


@dataclass(frozen=True, slots=True)
class SeekRow:
    """Somebody who looks for a game."""

    name: str
    game: str
    variant: str
    players: int
    language: str
    rating: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a club says when one has entered."""

    name: str
    id: str
    muted: bool
    seats: tuple[TableRow, ...]
    """The tables at which one has a seat."""
    ratings: dict[str, int]


# --- happenings: what `poll` returns, in order ---


@dataclass(frozen=True, slots=True)
class Entered:
    welcome: Welcome


@dataclass(frozen=True, slots=True)
class LobbySeen:
    """What was asked for by `look`."""

    kind: str
    total: int
    tables: tuple[TableRow, ...] = ()
    people: tuple[SeekRow, ...] = ()


@dataclass(frozen=True, slots=True)
class TableOpened:
    table: str


@dataclass(frozen=True, slots=True)
class Seeking:
    """The club looks for others; so many people are waiting for a game."""

    waiting: int


@dataclass(frozen=True, slots=True)
class Matched:
    """A table waits for this person: found for them, or of a tournament."""

    table: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to any other request."""

    method: str
    result: Params


ClubHappening: TypeAlias = (LineChanged | Entered | LobbySeen | TableOpened | Seeking | Matched | Answered
                            | WishRefused)


class Visit:
    """A program in a club."""

    def __init__(self, goal: ClubGoal, who: Who, identity: Identity, texts: Texts, *,
                 folder: Path | None = None, thread: LoopThread | None = None):
        self.goal, self.identity = goal, identity
        self._who, self._texts = who, texts
        self.line: Line = "connecting"
        self.welcome: Welcome | None = None
        self.client: Client | None = None
        """The place at a table; None in the lobby."""
        self.table = ""
        self._folder = folder
        self._own_thread = thread is None
        self._thread = thread or LoopThread("club")
        """One thread may carry many visits."""
        self._inbox: SimpleQueue[str | LineChanged | Welcome] = SimpleQueue()
        self._asked: dict[int, tuple[str, str]] = {}
        self._number = 0
        self._sought: Params | None = None
        # the rest belongs to the thread of the loop
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._connection: ClientConnection | None = None
        self._fingerprint = goal.fingerprint or _pinned(folder, goal.address)
        self._addresses: list[ClubGoal] = [goal]
        self._going: tuple[int, Client] | None = None
        self._place: tuple[Params, Client] | None = None
        self._was_in = self._over = False

    # --- from the window ---

    def open(self) -> None:
        """Begin to connect; what happens is told by `poll`."""
        if self._own_thread:
            self._thread.open()
        self._thread.run(self._stay())

    def close(self) -> None:
        """Leave the club; seats of running games stay."""
        self._over = True
        if self._thread.is_open:
            with suppress(Exception):
                self._thread.run(self._hang_up()).result(3)
        if self._own_thread:
            self._thread.close()

    def look(self, kind: str, game: str = "", start: int = 0, text: str = "") -> None:
        """Ask for a list: tables that are `open`, games that are `running`, or people who are `waiting`."""
        self._ask("look", {"kind": kind, "game": game, "start": start, "text": text[:40]}, kind)

    def open_table(self, game: str, variant: str, seats: Sequence[str], *, watch: bool = True,
                   talk: bool = True, hints: bool = False) -> None:
        """Open a table; each seat is `remote` or a bot like `bot:easy`."""
        self._ask("open", {"game": game, "variant": variant, "seats": list(seats), "watch": watch,
                           "talk": talk, "hints": hints})

    def go_to(self, table: str, seat: int | None = None, *, watch: bool = False) -> Client:
        """Sit down at a table, come back to the own seat there, or look on."""
        params: Params = {"table": table, "watch": watch}
        if seat is not None:
            params["seat"] = seat
        client = Client(self._send, texts=self._texts)
        self.client, self.table = client, table
        self._number += 1
        number = FIRST_LOBBY_NUMBER + self._number % MOST_NUMBERS
        self._thread.call(self._go, number, params, client)
        return client

    def leave_table(self) -> None:
        """Go back to the lobby."""
        self.client, self.table = None, ""
        self._thread.call(self._forget_place)
        self._ask("leave", {})

    def seek(self, game: str, variant: str = "", players: int = 2, language: str = "") -> None:
        """Look for others to play with."""
        self._sought = {"game": game, "variant": variant, "players": players, "language": language}
        self._ask("seek", self._sought)

    def stop_seeking(self) -> None:
        self._sought = None
        self._ask("unseek", {})

    def ask(self, method: str, params: Params) -> None:
        """Ask anything else; `Answered` or `WishRefused` follows."""
        self._ask(method, params)

    def _ask(self, method: str, params: Params, mark: str = "") -> None:
        self._number += 1
        number = FIRST_LOBBY_NUMBER + self._number % MOST_NUMBERS
        self._asked[number] = method, mark
        self._send(number, method, params)

    def _send(self, number: int, method: str, params: Params) -> None:
        self._thread.call(self._outbox.put_nowait, protocol.request(number, method, params))

    def poll(self) -> list[ClubHappening]:
        """Return everything that has happened in the lobby since the last call; never waits."""
        happened: list[ClubHappening] = []
        while self.line != "closed":
            try:
                found = self._inbox.get_nowait()
            except Empty:
                break
            try:
                if isinstance(found, LineChanged):
                    self._line_changed(found)
                    happened.append(found)
                elif isinstance(found, Welcome):
                    self.welcome = found
                    happened.append(Entered(found))
                else:
                    happened += self._read(found)
            except (BadMessage, KeyError, TypeError):
                self.line = "closed"
                happened.append(LineChanged("closed", Phrase("net.closed.bad_table")))
        return happened

    def _line_changed(self, change: LineChanged) -> None:
        lost, self.line = self.line == "lost", change.line
        if change.line != "here":
            self._asked.clear()
        elif lost and self._sought is not None:
            self._ask("seek", self._sought)

    def _read(self, text: str) -> list[ClubHappening]:
        found = protocol.read_from_table(text, protocol.LARGEST_WHOLE, CLUB_NOTICES)
        if isinstance(found, Notice):
            if found.method == "matched":
                self._sought = None
                return [Matched(found.params["table"])]
            return []
        method, mark = self._asked.pop(found.number, ("", ""))
        if found.fault is not None:
            return [WishRefused(method, self._sayable(found.fault))]
        return [self._answered(method, mark, found.result or {})]

    def _answered(self, method: str, mark: str, result: Params) -> ClubHappening:
        match method:
            case "look":
                return _seen(mark, result)
            case "open":
                return TableOpened(str(result["table"]))
            case "seek":
                return Seeking(int(result["waiting"]))
            case _:
                return Answered(method, result)

    def _sayable(self, phrase: Phrase) -> Phrase:
        try:
            self._texts(phrase)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            raise BadMessage("a phrase that cannot be said") from None
        return phrase

    # --- in the thread of the loop ---

    def _go(self, number: int, params: Params, client: Client) -> None:
        if self._place is not None and self._place[1] is not client:
            self._place[1].line_is("closed")
        self._place, self._going = (params, client), (number, client)
        self._outbox.put_nowait(protocol.request(number, "go_to", params))

    def _forget_place(self) -> None:
        self._place = self._going = None

    async def _hang_up(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _stay(self) -> None:
        """Enter, and enter again whenever the line is lost, at whichever worker answers."""
        tries = 0
        while not self._over:
            goal = self._addresses[tries % len(self._addresses)]
            entered = False
            try:
                async with line_to(goal.host, goal.port) as connection:
                    self._connection = connection
                    await self._enter(connection)
                    entered = True
                    await self._pass_on(connection)
            except Refused as fault:
                self._end(fault.phrase)
                return
            except (Lost, OSError, TimeoutError, BadMessage, ssl.SSLError):
                if not self._was_in and tries + 1 >= len(self._addresses):
                    self._end(Phrase("net.join.no_answer", {"address": goal.host, "port": goal.port}))
                    return
            finally:
                self._connection = None
            if not self._over:
                self._lose()
                tries = 0 if entered else tries + 1
                if entered:  # somewhere else first: the worker may be going
                    self._addresses.append(self._addresses.pop(0))
                await asyncio.sleep(PAUSES[min(tries // len(self._addresses), len(PAUSES) - 1)])

    def _lose(self) -> None:
        self._inbox.put(LineChanged("lost"))
        if self._place is not None:
            self._place[1].line_is("lost")

    def _end(self, why: Phrase) -> None:
        self._inbox.put(LineChanged("closed", why))
        if self._place is not None:
            self._place[1].line_is("closed", why)

    async def _enter(self, connection: ClientConnection) -> None:
        """Prove who we are to a club whose certificate we know, or see for the first time."""
        fingerprint = fingerprint_seen(connection)
        if self._fingerprint and not hmac.compare_digest(fingerprint, self._fingerprint):
            raise Refused("club.refuse.other_certificate")
        who = self._who
        asked = await call(connection, 1, "enter", {
            "key": self.identity.key, "version": protocol.VERSION, "name": who.name, "colour": who.colour,
            "face": who.face})
        challenge = asked.get("challenge")
        if not isinstance(challenge, str) or not re.fullmatch("[0-9a-f]{64}", challenge):
            raise BadMessage("no challenge")
        told = await call(connection, 2, "prove", {
            "signature": self.identity.sign(challenge, fingerprint)})
        if not WELCOME.fits(told):
            raise BadMessage("no welcome")
        self._fingerprint = fingerprint
        _pin(self._folder, self.goal.address, fingerprint)
        self._know(told["addresses"])
        if self._was_in:
            self._come_back()
        self._was_in = True
        self._inbox.put(LineChanged("here"))
        self._inbox.put(Welcome(
            clean(told["name"], LONGEST_NAME), told["id"], told["muted"], tuple(map(_row, told["seats"])),
            {game: points for game, points in told["ratings"].items() if isinstance(points, int)}
            if isinstance(told["ratings"], dict) else {}))

    def _come_back(self) -> None:
        """Go back to the seat; wishes from before the line was lost mean nothing now."""
        while not self._outbox.empty():
            self._outbox.get_nowait()
        if self._place is not None:
            self._go(FIRST_LOBBY_NUMBER + MOST_NUMBERS, *self._place)

    def _know(self, addresses: Sequence[str]) -> None:
        """Note where else the club can be reached; the present one stays the first."""
        for text in addresses:
            with suppress(Refused):
                goal = ClubGoal.of(text)
                if goal.address not in [known.address for known in self._addresses]:
                    self._addresses.append(goal)
        del self._addresses[50:]

    async def _pass_on(self, connection: ClientConnection) -> None:
        """Pass messages in both directions until one ends."""
        writer = asyncio.get_running_loop().create_task(send_all(connection, self._outbox))
        joiner = Joiner()
        try:
            async for text in connection:
                if not isinstance(text, str):
                    raise BadMessage("not a text")
                head = _HEAD.match(text)
                if head is not None and head[2] == "part":
                    part = protocol.read_from_table(text)
                    assert isinstance(part, Notice)
                    whole = joiner.add(part.params)
                    if whole is not None:
                        self._route(whole)
                else:
                    self._route(text)
        finally:
            writer.cancel()
        raise Lost

    def _route(self, text: str) -> None:
        """Give a message to the lobby or to the table."""
        head = _HEAD.match(text)
        kind, name = (head[1], head[2]) if head is not None else ("", "")
        number = int(name) if kind == "id" and name.isdigit() else -1
        if self._going is not None and number == self._going[0]:
            self._gone(text)
        elif number >= FIRST_LOBBY_NUMBER or name in LOBBY_NOTICES:
            if name == "club":
                told = protocol.read_from_table(text, notices=CLUB_NOTICES)
                assert isinstance(told, Notice)
                self._know(told.params["addresses"])
            self._inbox.put(text)
        elif self._place is not None:
            self._place[1].receive(text)
        elif name == "closed":  # sent away from the club itself
            self._over = True
            self._inbox.put(LineChanged("closed", Phrase("club.refuse.removed")))

    def _gone(self, text: str) -> None:
        """Take the answer to going to a table."""
        assert self._going is not None
        _, client = self._going
        self._going = None
        found = protocol.read_from_table(text, protocol.LARGEST_WHOLE)
        assert isinstance(found, Answer)
        if found.fault is None:
            client.line_is("here")
        else:
            self._place = None
            client.line_is("closed", found.fault)


def _row(data: Params) -> TableRow:
    return TableRow(**{**data, "names": tuple(clean(name, LONGEST_NAME) for name in data["names"]),
                       "variant": clean(data["variant"], 200)})


def _seen(kind: str, result: Params) -> LobbySeen:
    """Return a list of the lobby; raise BadMessage."""
    schema = SEEK_ROW if kind == "waiting" else TABLE_ROW
    if not SEEN.fits(result) or not all(schema.fits(row) for row in result["rows"]):
        raise BadMessage("not a list")
    if kind == "waiting":
        people = tuple(SeekRow(**{**row, "name": clean(row["name"], LONGEST_NAME)}) for row in result["rows"])
        return LobbySeen(kind, result["total"], people=people)
    return LobbySeen(kind, result["total"], tables=tuple(map(_row, result["rows"])))


# --- the certificates of clubs that were visited ---


def _pins(folder: Path) -> dict[str, str]:
    path = folder / "club" / "certificates.json"
    try:
        if path.stat().st_size > LARGEST_FILE:
            return {}
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    known = data.items() if isinstance(data, dict) else ()
    return {address: print_ for address, print_ in known
            if isinstance(print_, str) and re.fullmatch("[0-9a-f]{64}", print_)}


def visited(folder: Path) -> list[str]:
    """Return the addresses of the clubs that were visited, the last first."""
    return list(_pins(folder))[::-1]


def _pinned(folder: Path | None, address: str) -> str:
    return "" if folder is None else _pins(folder).get(address, "")


def _pin(folder: Path | None, address: str, fingerprint: str) -> None:
    """Remember the certificate of a club; a failure only means that the next visit cannot compare it."""
    if folder is not None and list(_pins(folder).items())[-1:] != [(address, fingerprint)]:
        with suppress(OSError):
            (folder / "club").mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_pins(folder, {**_pins_without(folder, address), address: fingerprint})


def forget_certificate(folder: Path, address: str) -> None:
    """Forget the certificate of a club, so that the next visit accepts another one."""
    with suppress(OSError):
        _write_pins(folder, _pins_without(folder, address))


def _pins_without(folder: Path, address: str) -> dict[str, str]:
    return {known: print_ for known, print_ in _pins(folder).items() if known != address}


def _write_pins(folder: Path, pins: dict[str, str]) -> None:
    write_atomically(folder / "club" / "certificates.json", json.dumps(pins).encode())
