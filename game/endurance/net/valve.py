"""A proxy process between a worker and its NATS servers; stopping it simulates a pulled cable.

`python -m game.endurance.net.valve TARGET...` listens on a free port for each target port of this machine,
and prints these ports. While the process is stopped by a signal, nothing passes and no connection is closed.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from contextlib import suppress

from rules.home import HOME

HERE = "127.0.0.1"


class Valve:
    """Starts, stops and continues the proxy process."""

    def __init__(self, targets: list[int]):
        command = [sys.executable, "-m", "game.endurance.net.valve", *map(str, targets)]
        self._process = subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.ports = [int(port) for port in self._process.stdout.readline().split()]

    def shut(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def open(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


async def _serve(targets: list[int]) -> None:
    def connected(target: int) -> object:
        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection(HERE, target)
                await asyncio.gather(_pour(reader, far_writer), _pour(far_reader, writer))

        return pass_on

    servers = [await asyncio.start_server(connected(target), HERE, 0) for target in targets]  # type: ignore[arg-type]
    print(*(server.sockets[0].getsockname()[1] for server in servers), flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    asyncio.run(_serve([int(word) for word in sys.argv[1:]]))
