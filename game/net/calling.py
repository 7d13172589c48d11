"""The guest's end of a line: making it, asking while being let in, and sending at a pace that no host minds.

Shared by the guest of one table and by a program that visits a club.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from game.net import protocol
from game.net.entry.door import fingerprint_of, guest_context
from game.net.loop import QUIET
from game.net.protocol import Answer, BadMessage, Params, Refused

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

CONNECT_SECONDS = 6.0
ANSWER_SECONDS = 10.0
PAUSES = (0.3, 0.7, 1.5, 3.0, 5.0)
"""Seconds between the tries to come back; the last one again and again."""
HEARTBEAT = 10.0
_REASONS = {4001: "net.join.version", 4002: "net.refuse.crowded", 4003: "net.closed.too_fast",
            4004: "net.closed.misunderstood"}


class Lost(Exception):
    """The line could not be made, or is gone; `code` says why the other side has closed it, if it did."""

    def __init__(self, code: int = 0):
        super().__init__(code)
        self.code = code


@asynccontextmanager
async def line_to(address: str, port: int) -> AsyncIterator[ClientConnection]:
    """Open a line; raise Refused, Lost, BadMessage, OSError, TimeoutError or ssl.SSLError."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 - only who joins needs it
    from websockets.exceptions import ConnectionClosed, InvalidHandshake  # noqa: PLC0415 - as above

    where = f"[{address}]" if ":" in address else address
    try:
        async with connect(
                f"wss://{where}:{port}", ssl=guest_context(), proxy=None, compression=None,
                subprotocols=[protocol.SUBPROTOCOL], open_timeout=CONNECT_SECONDS,  # type: ignore[list-item]
                ping_interval=HEARTBEAT, ping_timeout=HEARTBEAT, close_timeout=2,
                max_size=protocol.LARGEST, user_agent_header=None, logger=QUIET) as connection:
            if connection.subprotocol != protocol.SUBPROTOCOL:
                raise Refused("net.join.version")
            yield connection
    except ConnectionClosed as fault:
        code = fault.rcvd.code if fault.rcvd is not None else 0
        if code in _REASONS:
            raise Refused(_REASONS[code]) from None
        raise Lost(code) from None
    except InvalidHandshake:
        raise BadMessage("no WebSocket") from None


def fingerprint_seen(connection: ClientConnection) -> str:
    """Return the fingerprint of the certificate that the other side has shown."""
    tls = connection.transport.get_extra_info("ssl_object")
    return fingerprint_of(tls.getpeercert(binary_form=True))


async def call(connection: ClientConnection, number: int, method: str, params: Params,
               early: list[str] | None = None) -> Params:
    """Send a request while being let in and return its answer; notices are kept in `early`. Raise Refused."""
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


async def send_all(connection: ClientConnection, outbox: asyncio.Queue[str]) -> None:
    """Send what is put into a queue, never near the limit of the other side."""
    pace = protocol.Pace(0.8 * protocol.MOST_A_SECOND)
    while True:
        text = await outbox.get()
        if early := pace.wait():
            await asyncio.sleep(early)
        await connection.send(text)
