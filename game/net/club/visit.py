"""The client of a club: the lobby, and at a table the same `Client` as at a host's table.

Like a `Client` it belongs to the window's thread, which calls `poll` once per frame and sends requests at any
time. The connection runs in another thread and reconnects automatically, if necessary to another worker.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from game.net import protocol
from game.net.calling import Calling, Lost, call, ended, fingerprint_seen, pause
from game.net.client import Client
from game.net.club.happenings import (
    Answered,
    ClubHappening,
    Entered,
    Matched,
    Seeking,
    TableOpened,
    Welcome,
    seen_in_lobby,
    welcomed,
)
from game.net.club.identity import Identity
from game.net.club.messages import (
    CLUB_NOTICES,
    FIRST_LOBBY_NUMBER,
    LOBBY_NOTICES,
    OPENED,
    SEEKING,
)
from game.net.club.pins import pin, pinned
from game.net.happenings import Line, LineChanged, WishRefused
from game.net.inbox import Inbox, sayable
from game.net.loop import LoopThread
from game.net.protocol import Answer, BadMessage, Joiner, Notice, Params, Refused
from game.net.table.chairs import Who
from game.ui.text import Texts
from rules.kit.phrases import Phrase

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_HEAD = re.compile(r'\{"jsonrpc":"2\.0","(?:id":([0-9]{1,9})\b|method":"([a-z_]+)")')
_ADDRESS = re.compile(r"\[?([^\]#]{1,200})\]?:([0-9]{1,5})(?:#([0-9a-f]{64}))?")
MOST_NUMBERS = 400_000


@dataclass(frozen=True, slots=True)
class ClubGoal:
    """The address of a club: `host:port`, optionally with `#` and the fingerprint of its certificate."""

    host: str
    port: int
    fingerprint: str = ""

    @classmethod
    def of(cls, text: str) -> ClubGoal:
        """Parse an address; raise Refused."""
        found = _ADDRESS.fullmatch(text.strip())
        if found is None or not 0 < int(found[2]) < 65536:
            raise Refused("club.refuse.address", value=text[:80])
        return cls(found[1], int(found[2]), found[3] or "")

    @property
    def address(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Visit:
    """The client of a club; see the module."""

    def __init__(self, goal: ClubGoal, who: Who, identity: Identity, texts: Texts, *,
                 folder: Path | None = None, thread: LoopThread | None = None):
        self.goal, self.identity = goal, identity
        self._who, self._texts = who, texts
        self.welcome: Welcome | None = None
        self.client: Client | None = None
        """The client of the current table; None in the lobby."""
        self.table = ""
        self._folder = folder
        self._own_thread = thread is None
        self._thread = thread or LoopThread("club")
        """May be shared by several visits."""
        self._inbox: Inbox[ClubHappening] = Inbox(self._read, self._heard, texts)
        self._asked: dict[int, tuple[str, str]] = {}
        self._number = 0
        self._sought: Params | None = None
        # the rest is used in the thread of the event loop
        self._calling = Calling(self._thread)
        self._fingerprint = goal.fingerprint or pinned(folder, goal.address)
        self._addresses: list[ClubGoal] = [goal]
        self._going: tuple[int, Client] | None = None
        self._place: tuple[Params, Client] | None = None
        self._was_in = self._over = False

    @property
    def line(self) -> Line:
        return self._inbox.line

    # --- called by the window ---

    def open(self) -> None:
        """Start connecting; `poll` reports the progress."""
        if self._own_thread:
            self._thread.open()
        self._thread.run(ended(self._stay(), self._end))

    def close(self) -> None:
        """Leave the club; seats in running games are kept."""
        self._over = True
        self._calling.close()
        if self._own_thread:
            self._thread.close()

    def look(self, kind: str, game: str = "", start: int = 0, text: str = "") -> None:
        """Request a list: `open` tables, `running` games or `waiting` people."""
        self._ask("look", {"kind": kind, "game": game, "start": start, "text": text[:40]}, kind)

    def open_table(self, game: str, variant: str, seats: Sequence[str], *, watch: bool = True,
                   talk: bool = True, hints: bool = False) -> None:
        """Request a new table; each seat is `remote` or a bot like `bot:easy`."""
        self._ask("open", {"game": game, "variant": variant, "seats": list(seats), "watch": watch,
                           "talk": talk, "hints": hints})

    def go_to(self, table: str, seat: int | None = None, *, watch: bool = False) -> Client:
        """Take a seat at a table, return to an occupied seat there, or watch."""
        params: Params = {"table": table, "watch": watch}
        if seat is not None:
            params["seat"] = seat
        client = Client(self._calling.send, texts=self._texts)
        self.client, self.table = client, table
        self._thread.call(self._go, self._next_number(), params, client)
        return client

    def leave_table(self) -> None:
        """Return to the lobby."""
        self.client, self.table = None, ""
        self._thread.call(self._forget_place)
        self._ask("leave", {})

    def seek(self, game: str, variant: str = "", players: int = 2, language: str = "") -> None:
        """Search for opponents; the search is renewed after a reconnect."""
        self._sought = {"game": game, "variant": variant, "players": players, "language": language}
        self._ask("seek", self._sought)

    def stop_seeking(self) -> None:
        self._sought = None
        self._ask("unseek", {})

    def ask(self, method: str, params: Params) -> None:
        """Send any other request; `Answered` or `WishRefused` follows."""
        self._ask(method, params)

    def _ask(self, method: str, params: Params, mark: str = "") -> None:
        number = self._next_number()
        self._asked[number] = method, mark
        self._calling.send(number, method, params)

    def _next_number(self) -> int:
        self._number += 1
        return FIRST_LOBBY_NUMBER + self._number % MOST_NUMBERS

    def poll(self) -> list[ClubHappening]:
        """Return the events of the lobby since the last call, without waiting."""
        return self._inbox.poll()

    def _heard(self, happening: ClubHappening) -> None:
        match happening:
            case Entered(welcome):
                self.welcome = welcome
            case LineChanged("here"):
                if self.line == "lost" and self._sought is not None:
                    self._ask("seek", self._sought)
            case LineChanged():
                self._asked.clear()
            case _:
                pass

    def _read(self, text: str) -> list[ClubHappening]:
        found = protocol.read_from_table(text, protocol.LARGEST_WHOLE, CLUB_NOTICES)
        if isinstance(found, Notice):
            if found.method == "matched":
                self._sought = None
                return [Matched(found.params["table"])]
            return []
        method, mark = self._asked.pop(found.number, ("", ""))
        if found.fault is not None:
            return [WishRefused(method, sayable(self._texts, found.fault))]
        return [self._answered(method, mark, found.result or {})]

    def _answered(self, method: str, mark: str, result: Params) -> ClubHappening:
        match method:
            case "look":
                return seen_in_lobby(mark, result)
            case "open" if OPENED.fits(result):
                return TableOpened(result["table"])
            case "seek" if SEEKING.fits(result):
                return Seeking(result["waiting"])
            case "open" | "seek":
                raise BadMessage("not an answer")
            case _:
                return Answered(method, result)

    # --- in the thread of the event loop ---

    def line_is(self, line: Line, why: Phrase | None = None) -> None:
        """Queue for the window that the connection was made, lost or closed."""
        self._inbox.put(LineChanged(line, why))

    def _go(self, number: int, params: Params, client: Client) -> None:
        if self._place is not None and self._place[1] is not client:
            self._place[1].line_is("closed")
        self._place, self._going = (params, client), (number, client)
        self._calling.put(number, "go_to", params)

    def _forget_place(self) -> None:
        self._place = self._going = None

    async def _stay(self) -> None:
        """Enter the club; whenever the connection is lost, enter again at the next worker that answers."""
        tries = 0
        while not self._over:
            goal = self._addresses[tries % len(self._addresses)]
            entered = False
            try:
                async with self._calling.line_to(goal.host, goal.port) as connection:
                    await self._enter(connection)
                    entered = True
                    await self._calling.pass_on(connection, whole_texts(self.route), self.is_full)
            except Refused as fault:
                self._end(fault.phrase)
                return
            except (Lost, OSError, TimeoutError, BadMessage, ssl.SSLError):
                if not self._was_in and tries + 1 >= len(self._addresses):
                    self._end(Phrase("net.join.no_answer", {"address": goal.host, "port": goal.port}))
                    return
            if not self._over:
                self._lose()
                tries = 0 if entered else tries + 1
                if entered:  # try another address first: the worker may be shutting down
                    self._addresses.append(self._addresses.pop(0))
                await asyncio.sleep(pause(tries // len(self._addresses)))

    def is_full(self) -> bool:
        """Return whether the connection must wait until the window has polled."""
        return self._inbox.is_full or (self._place is not None and self._place[1].is_full)

    def _lose(self) -> None:
        self.line_is("lost")
        if self._place is not None:
            self._place[1].line_is("lost")

    def _end(self, why: Phrase) -> None:
        self.line_is("closed", why)
        if self._place is not None:
            self._place[1].line_is("closed", why)

    async def _enter(self, connection: ClientConnection) -> None:
        """Check the club's certificate (trust on first use) and prove this program's identity."""
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
        welcome = welcomed(told)
        self._fingerprint = fingerprint
        pin(self._folder, self.goal.address, fingerprint)
        self._know(told["addresses"])
        if self._was_in:
            self._come_back()
        self._was_in = True
        self.line_is("here")
        self._inbox.put(Entered(welcome))

    def _come_back(self) -> None:
        """Return to the table; drop requests from before the connection was lost."""
        self._calling.forget_unsent()
        if self._place is not None:
            self._go(FIRST_LOBBY_NUMBER + MOST_NUMBERS, *self._place)

    def _know(self, addresses: Sequence[str]) -> None:
        """Add further addresses of the club; the current one stays first."""
        for text in addresses:
            with suppress(Refused):
                goal = ClubGoal.of(text)
                if goal.address not in [known.address for known in self._addresses]:
                    self._addresses.append(goal)
        del self._addresses[50:]

    def route(self, text: str) -> None:
        """Dispatch a message to the lobby or to the table."""
        number, name = _head(text)
        if self._going is not None and number == self._going[0]:
            self._gone(text)
        elif number >= FIRST_LOBBY_NUMBER or name in LOBBY_NOTICES:
            if name == "club":
                self._know(_notice(text, "club").params["addresses"])
            self._inbox.put(text)
        elif self._place is not None:
            self._place[1].receive(text)
        elif name == "closed":  # removed from the club itself
            self._over = True
            self.line_is("closed", Phrase("club.refuse.removed"))

    def _gone(self, text: str) -> None:
        """Handle the answer to `go_to`."""
        assert self._going is not None
        _, client = self._going
        self._going = None
        found = protocol.read_from_table(text, protocol.LARGEST_WHOLE)
        if not isinstance(found, Answer):
            raise BadMessage("not an answer")
        if found.fault is None:
            client.line_is("here")
        else:
            self._place = None
            client.line_is("closed", found.fault)


def _head(text: str) -> tuple[int, str]:
    """Return the number of an answer (-1 if it is none) and the method of a notice (empty if it is none)."""
    head = _HEAD.match(text)
    return (int(head[1] or -1), head[2] or "") if head is not None else (-1, "")


def _notice(text: str, method: str) -> Notice:
    found = protocol.read_from_table(text, notices={method: CLUB_NOTICES[method]})
    if not isinstance(found, Notice):
        raise BadMessage("not a notice")
    return found


def whole_texts(take: Callable[[str], None]) -> Callable[[str], None]:
    """Wrap `take` so that messages sent in parts are joined first."""
    joiner = Joiner()

    def join(text: str) -> None:
        if _head(text)[1] != "part":
            take(text)
            return
        whole = joiner.add(_notice(text, "part").params)
        if whole is not None:
            take(whole)

    return join
