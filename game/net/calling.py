"""The guest's end of a connection: opening it, being let in, and sending below the host's rate limit.

Shared by the guest of one table and by a program that visits a club.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from random import uniform
from typing import TYPE_CHECKING

from game.net import protocol
from game.net.entry.door import fingerprint_of, guest_context
from game.net.loop import QUIET, LoopThread
from game.net.protocol import Answer, BadMessage, Params, Refused
from rules.kit.phrases import Phrase

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

CONNECT_SECONDS = 6.0
ANSWER_SECONDS = 10.0
PAUSES = (0.3, 0.7, 1.5, 3.0, 5.0)
"""Seconds between attempts to reconnect, at most; the last one is repeated."""
HEARTBEAT = 10.0
NEXT_LOOK = 0.05
"""Seconds until a connection looks again whether the window has taken what it received."""
_REASONS = {4001: "net.join.version", 4002: "net.refuse.crowded", 4003: "net.closed.too_fast",
            4004: "net.closed.misunderstood"}


class Lost(Exception):
    """The connection failed or was lost; `code` is the reason if the other side closed it."""

    def __init__(self, code: int = 0):
        super().__init__(code)
        self.code = code


@asynccontextmanager
async def line_to(address: str, port: int, opening: asyncio.Semaphore | None = None,
                  ) -> AsyncIterator[ClientConnection]:
    """Open a connection; raise Refused, Lost, BadMessage, OSError, TimeoutError or ssl.SSLError."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 - only guests need it
    from websockets.exceptions import (  # noqa: PLC0415 - as above
        ConnectionClosed,
        InvalidHandshake,
        InvalidURI,
    )

    where = f"[{address}]" if ":" in address else address
    try:
        async with opening or nullcontext():
            try:
                connection = await connect(
                    f"wss://{where}:{port}", ssl=guest_context(), proxy=None, compression=None,
                    subprotocols=[protocol.SUBPROTOCOL],  # type: ignore[list-item]
                    open_timeout=CONNECT_SECONDS, ping_interval=HEARTBEAT, ping_timeout=HEARTBEAT,
                    close_timeout=2, max_size=protocol.LARGEST, user_agent_header=None, logger=QUIET)
            except (InvalidHandshake, InvalidURI, ValueError):  # the last two: not the name of a computer
                raise BadMessage("no WebSocket") from None
        async with connection:
            if connection.subprotocol != protocol.SUBPROTOCOL:
                raise Refused("net.join.version")
            yield connection
    except ConnectionClosed as fault:
        code = fault.rcvd.code if fault.rcvd is not None else 0
        if code in _REASONS:
            raise Refused(_REASONS[code]) from None
        raise Lost(code) from None


def fingerprint_seen(connection: ClientConnection) -> str:
    """Return the fingerprint of the certificate that the other side has shown."""
    tls = connection.transport.get_extra_info("ssl_object")
    return fingerprint_of(tls.getpeercert(binary_form=True))


async def call(connection: ClientConnection, number: int, method: str, params: Params,
               early: list[str] | None = None) -> Params:
    """Send a request during admission and return its answer; append notices to `early`. Raise Refused."""
    await connection.send(protocol.request(number, method, params))
    async with asyncio.timeout(ANSWER_SECONDS):
        while True:
            text = await connection.recv()
            found = protocol.read_from_table(text)
            if isinstance(found, Answer) and found.number == number:
                if found.fault is not None:
                    raise Refused.because(found.fault)
                return found.result or {}
            if early is None or not isinstance(text, str):
                raise BadMessage("not an answer")
            early.append(text)


def pause(tries: int) -> float:
    """Return the seconds before the next attempt to reconnect, random so that not all guests come at once."""
    return PAUSES[min(tries, len(PAUSES) - 1)] * uniform(0.5, 1.0)


async def ended(stay: Awaitable[None], end: Callable[[Phrase], None]) -> None:
    """Run the connection of a program; call `end` with a reason before raising an unexpected exception."""
    try:
        await stay
    except Exception:
        end(Phrase("net.closed.bad_table"))  # otherwise the window would wait for ever
        raise


class Calling:
    """The connections of one program to its table or club, one after the other, and the outgoing requests.

    Call everything but `send` and `close` from the thread of the loop.
    """

    def __init__(self, thread: LoopThread):
        self._thread = thread
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._connection: ClientConnection | None = None

    def send(self, number: int, method: str, params: Params) -> None:
        """Queue a request; callable from any thread."""
        self._thread.call(self.put, number, method, params)

    def put(self, number: int, method: str, params: Params) -> None:
        """Queue a request."""
        self._outbox.put_nowait(protocol.request(number, method, params))

    def forget_unsent(self) -> None:
        """Drop the requests from before the connection was lost: they are obsolete."""
        while not self._outbox.empty():
            self._outbox.get_nowait()

    @asynccontextmanager
    async def line_to(self, address: str, port: int) -> AsyncIterator[ClientConnection]:
        """Open a connection that `close` can end; raise what the function `line_to` raises."""
        async with line_to(address, port, self._thread.opening) as connection:
            self._connection = connection
            try:
                yield connection
            finally:
                self._connection = None

    async def pass_on(self, connection: ClientConnection, take: Callable[[str], None],
                      is_full: Callable[[], bool]) -> None:
        """Send queued requests, call `take` with every received text; raise Lost when the line ends.

        While `is_full`, nothing is read, so that a host cannot send more than the window takes.
        """
        writer = asyncio.get_running_loop().create_task(self._send_all(connection))
        try:
            async for text in connection:
                if not isinstance(text, str):
                    raise BadMessage("not a text")
                take(text)
                while is_full():
                    await asyncio.sleep(NEXT_LOOK)
        finally:
            writer.cancel()
        raise Lost

    async def _send_all(self, connection: ClientConnection) -> None:
        """Send the outbox at 80 % of the rate that the other side allows."""
        pace = protocol.Pace(0.8 * protocol.MOST_A_SECOND)
        while True:
            text = await self._outbox.get()
            if early := pace.wait():
                await asyncio.sleep(early)
            await connection.send(text)

    def close(self) -> None:
        """Close the connection, if there is one; callable from any other thread."""
        if self._thread.is_open:
            with suppress(Exception):
                self._thread.run(self._hang_up()).result(3)

    async def _hang_up(self) -> None:
        if self._connection is not None:
            await self._connection.close()
