"""The server side of a connection: sending, receiving, limits, close codes.

Shared by the host of one table and by the workers of a club.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.net import protocol
from game.net.loop import QUIET
from game.net.protocol import BadMessage, Fields, Request

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.typing import Subprotocol

PATIENCE = 15.0
"""Seconds for the handshake, and for each message until the guest is authenticated."""
MOST_WAITING = 2 * protocol.LARGEST_WHOLE
"""Bytes buffered for a slow guest before its connection is cut."""
HEARTBEAT = 10.0
VERSION, FULL, FAST, BAD, SLOW, HOME, ELSEWHERE = 4001, 4002, 4003, 4004, 4005, 4006, 4007
"""Close codes of this protocol."""


class Ended(Exception):
    """Raised to close the connection of a guest with `code` and `reason`."""

    def __init__(self, code: int, reason: str):
        super().__init__(reason)
        self.code, self.reason = code, reason


def too_fast() -> Ended:
    return Ended(FAST, "too many messages")


class WireLink:
    """The connection to a guest; `send` never waits."""

    def __init__(self, connection: ServerConnection):
        from websockets.asyncio.connection import broadcast  # noqa: PLC0415 - only servers need it

        self.connection = connection
        self.pace = protocol.Pace()
        self._write = broadcast
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        for part in protocol.in_parts(text):
            self._write([self.connection], part)
        if self.connection.transport.get_write_buffer_size() > MOST_WAITING:
            self.connection.transport.abort()

    def end(self) -> None:
        """Close the connection after sending what is buffered."""
        close = self.connection.close(HOME, "the table is closed")
        self._closing = asyncio.get_running_loop().create_task(close)

    async def next(self, seconds: float | None, methods: Mapping[str, Fields] = protocol.REQUESTS) -> Request:
        """Return the next request; raise TimeoutError, Ended, BadMessage or ConnectionClosed."""
        async with asyncio.timeout(seconds):
            text = await self.connection.recv()
        if self.pace.wait():
            raise too_fast()
        return protocol.read_request(text, methods)


def serving() -> dict[str, Any]:
    """Return the `websockets` settings of hosts and workers: version, limits, heartbeat, no logging."""
    return {"logger": QUIET, "subprotocols": [protocol.SUBPROTOCOL], "select_subprotocol": _select,
            "max_size": protocol.LARGEST, "max_queue": 8, "compression": None, "ping_interval": HEARTBEAT,
            "ping_timeout": HEARTBEAT, "open_timeout": PATIENCE, "close_timeout": 2, "server_header": None}


def _select(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Select our subprotocol if offered; else accept without one, so that `attend` can close with VERSION."""
    return next((version for version in offered if version == protocol.SUBPROTOCOL), None)


async def attend(connection: ServerConnection, serve: Callable[[WireLink], Awaitable[None]]) -> None:
    """Run `serve` for one guest; close the connection with the code of the exception it raises."""
    from websockets.exceptions import ConnectionClosed  # noqa: PLC0415 - only servers need it

    try:
        if connection.subprotocol != protocol.SUBPROTOCOL:
            raise Ended(VERSION, protocol.VERSION)
        await serve(WireLink(connection))
    except Ended as end:
        await connection.close(end.code, end.reason)
    except BadMessage as fault:
        await connection.close(BAD, str(fault))
    except TimeoutError:
        await connection.close(SLOW, "no answer")
    except ConnectionClosed:
        pass
