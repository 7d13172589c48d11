"""The connection of a guest to a table: asyncio in its own thread, with automatic reconnection."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from game.net import protocol
from game.net.calling import Calling, Lost, call, ended, fingerprint_seen, pause
from game.net.client import Client
from game.net.entry.door import Knock
from game.net.entry.keys import SeatKey, forget_seat, keep_seat
from game.net.loop import LoopThread
from game.net.protocol import BadMessage, Params, Refused
from game.net.table.chairs import TOKEN_BYTES, Who
from game.ui.text import Texts
from rules.catalog import GAMES, rules_of
from rules.kit.phrases import Phrase
from rules.kit.plain import Plain

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SENT_HOME = 4006
SAID = ("game", "letters", "log", "net", "refuse", "word")
"""The topics of texts about moves and refusals; topics are loaded on first use."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The table to connect to, and the purpose: to take a seat, to watch, or to return."""

    address: str
    port: int
    who: Who
    code: str = ""
    """Required to take a seat or to watch; not needed with a `token`."""
    watch: bool = False
    seat: int | None = None
    """The requested seat; None for any."""
    fingerprint: str = ""
    token: str = ""

    @classmethod
    def back_to(cls, key: SeatKey, who: Who) -> Goal:
        """Return the goal of returning to a stored seat."""
        return cls(key.address, key.port, who, fingerprint=key.fingerprint, token=key.token)


class Guest:
    """A guest at another computer's table; the window uses `client`."""

    def __init__(self, goal: Goal, texts: Texts, *, folder: Path | None = None, patient: bool = False):
        self.goal = goal
        self._thread = LoopThread("guest")
        self._calling = Calling(self._thread)
        self.client = Client(self._calling.send, texts=texts)
        self._texts = texts
        self._folder = folder
        """The folder that stores the key of the seat; None keeps the key in memory only."""
        self._fingerprint, self._token = goal.fingerprint, goal.token
        self._own_token = secrets.token_hex(TOKEN_BYTES)
        """The key that this guest proposes for a new seat."""
        self._program, self._lines = secrets.token_hex(TOKEN_BYTES), 0
        """The id of this program and the number of its connection: a host refuses a late older one."""
        self._over = False
        self._was_in = patient or bool(goal.token)
        """Whether to reconnect after a loss: once seated, or a `patient` one from the start."""

    def open(self) -> None:
        """Start connecting; the client reports the progress."""
        self._thread.open()
        self._thread.run(ended(self._stay(), self._end))

    def close(self) -> None:
        """Disconnect and end the thread; the key of the seat stays valid."""
        self._over = True
        self._calling.close()
        self._thread.close()

    # --- in the thread of the loop ---

    async def _stay(self) -> None:
        """Connect, and reconnect whenever the connection is lost, until the table or the window closes."""
        tries = 0
        while not self._over:
            try:
                await self._sit()
            except Refused as fault:
                if not self._may_try_again(fault.phrase):
                    self._end(fault.phrase)
                    return
            except BadMessage:  # also a connection cut during the handshake
                if not self._was_in:
                    self._end(Phrase("net.join.no_table", self._where()))
                    return
            except (Lost, OSError, TimeoutError, ssl.SSLError) as fault:
                if not self._was_in:
                    self._end(self._why(fault))
                    return
            if not self._over:
                tries = 0 if self.client.line == "here" else tries
                self.client.line_is("lost")
                await asyncio.sleep(pause(tries))
                tries += 1

    def _may_try_again(self, why: Phrase) -> bool:
        """Return whether to reconnect after a refusal.

        If the seat was freed before the start and the code is known, drop its key and request a new seat.
        Reconnect after `too_fast`: a stalled connection may have delivered many messages at once.
        """
        freed = why.key == "net.refuse.unknown_seat" and bool(self.goal.code and self._token)
        if freed:
            self._token = ""
        return freed or (why.key == "net.closed.too_fast" and self._was_in)

    def _end(self, why: Phrase) -> None:
        if why.key == "net.refuse.unknown_seat" and self._folder is not None:
            forget_seat(self._folder, self._fingerprint)
        self.client.line_is("closed", why)

    def _where(self) -> dict[str, object]:
        return {"address": self.goal.address, "port": self.goal.port}

    def _why(self, fault: Exception) -> Phrase:
        odd = isinstance(fault, ssl.SSLError)
        return Phrase("net.join.no_table" if odd else "net.join.no_answer", self._where())

    async def _sit(self) -> None:
        """Connect, get admitted, and exchange messages until the connection ends."""
        try:
            async with self._calling.line_to(self.goal.address, self.goal.port) as connection:
                await self._let_in(connection)
                await self._calling.pass_on(connection, self.client.receive, lambda: self.client.is_full)
        except Lost as fault:
            if fault.code == SENT_HOME:
                self._over = True  # the table has sent the reason
            raise

    async def _let_in(self, connection: ClientConnection) -> None:
        fingerprint = fingerprint_seen(connection)
        early: list[str] = []
        self._lines += 1
        if self._token:
            if not hmac.compare_digest(fingerprint, self._fingerprint):
                raise Refused("net.join.other_certificate")
            params: Params = {"token": self._token, "version": protocol.VERSION, **self._line}
            await call(connection, 1, "return", params, early)
        else:
            await self.prove(connection, fingerprint)
            await self._take_seat(connection, fingerprint, early)
        self._calling.forget_unsent()
        self._was_in = True
        self.client.line_is("here")
        for text in early:
            self.client.receive(text)

    @property
    def _line(self) -> Params:
        return {"program": self._program, "line": self._lines}

    async def prove(self, connection: ClientConnection, fingerprint: str) -> None:
        """Prove the spoken code to the host, and let the host prove it; raise Refused."""
        knock = Knock(self.goal.code, fingerprint)
        hello = await call(connection, 1, "hello", {"pake": knock.hello, "version": protocol.VERSION})
        proofs = knock.proofs(str(hello.get("pake", "")))
        proved = await call(connection, 2, "prove", {"proof": proofs.guest})
        if not hmac.compare_digest(proofs.host.encode(), str(proved.get("proof", "")).encode()):
            raise Refused("net.join.not_the_host")
        self._prepare(proved.get("room"))

    def _prepare(self, room: Plain) -> None:
        """Load rules and texts of the table's game in advance, so that they delay no move."""
        match room:
            case {"game": str(game)} if game in GAMES:
                rules_of(game)
                for topic in (*SAID, game):
                    self._texts.has(topic)
        self._thread.settle()

    async def _take_seat(self, connection: ClientConnection, fingerprint: str, early: list[str]) -> None:
        who = self.goal.who
        params: Params = {"name": who.name, "colour": who.colour, "face": who.face}
        if not self.goal.watch:
            params |= {"token": self._own_token, **self._line}
            if self.goal.seat is not None:
                params["seat"] = self.goal.seat
        found = await call(connection, 3, "watch" if self.goal.watch else "sit", params, early)
        token = found.get("token")
        if isinstance(token, str) and len(token) <= 64:
            self._fingerprint, self._token = fingerprint, token

    def keep(self, game: str, names: tuple[str, ...]) -> None:
        """Store the key of the seat for later runs of the program; called when the game begins."""
        if self._folder is not None and self._token:
            keep_seat(self._folder, SeatKey(self.goal.address, self.goal.port, self._fingerprint, self._token,
                                            game, names, time.time()))

    def forget(self) -> None:
        """Delete the stored key: the game is over, or the player has left for good."""
        if self._folder is not None and self._fingerprint:
            forget_seat(self._folder, self._fingerprint)
