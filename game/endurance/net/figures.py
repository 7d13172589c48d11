"""Latency of a table (from a move until all have received it) and a bare echo; CPU load of an idle host."""

from __future__ import annotations

import asyncio
import math
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from game.data.store import Store
from game.endurance.net.desk import remote
from game.endurance.net.lines import CODE, HOME, TEXTS, guest, open_host, setting, until
from game.net.entry.door import guest_context, make_certificate
from game.net.happenings import Moved, TableSet
from game.net.keeping import host_table
from game.net.table.chairs import Chair
from rules.catalog import GAMES, rules_of
from rules.home import HOME as FOLDER

PAUSE = 0.07
"""Seconds between two moves, below every limit."""
GUESTS, WATCHING = 6, 20
AROUND = 4


def percentile(times: list[float], share: float) -> float:
    """Return the time that this share of the times does not exceed, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


def moves_seen(count: int) -> tuple[list[float], list[float]]:
    """Return the seconds from a guest's move until all others have seen it, and those of a bare echo.

    The host, each guest, the echo and its client are processes of their own; the table is saved. Every
    game with hidden hands is played in turn, from the first, cold move on.
    """
    games = cycle(game for game in GAMES if GAMES[game].players[1] >= AROUND and GAMES[game].hidden_hands)
    seen: list[float] = []
    spans: list[tuple[float, float]] = []
    echo = Echo()
    try:
        while len(seen) < count:
            moves = _one_game(next(games), max(20, count // 5), seed=len(spans))
            seen += moves.values()
            spans.append((min(moves), max(moves)))
    finally:
        answers = echo.end()
    return seen, [seconds for at, seconds in answers if any(begun <= at <= end for begun, end in spans)]


class Echo:
    """A bare echo of `websockets` over TLS: one process answers, another one asks."""

    def __init__(self) -> None:
        self._echo = _child("echo")
        assert self._echo.stdout is not None
        self._asking = _child("ask", self._echo.stdout.readline().strip())

    def end(self) -> list[tuple[float, float]]:
        """End both; return when each answer came and how many seconds it took."""
        self._asking.kill()
        lines = [line.split() for line in self._asking.communicate()[0].splitlines()]
        self._echo.kill()
        self._echo.communicate()
        return [(float(words[0]), float(words[1])) for words in lines if len(words) == 2]


def _one_game(game: str, count: int, seed: int) -> dict[float, float]:
    """Return for each instant at which a move was sent the seconds until the last of the others saw it."""
    with tempfile.TemporaryDirectory(prefix="dominothek-") as folder:
        kept = host_table(Store(Path(folder)), setting(rules_of(game), remote(AROUND), seed=seed), TEXTS,
                          processes=False)
        host = kept.host
        host.open()
        children = [_child("play", host.port, f"Guest{number}") for number in range(AROUND)]
        owner = host.client(None)
        try:
            until(lambda: owner.poll() is not None and owner.room and all(
                place.taken for place in owner.room.places), 60)
            owner.start()
            end = time.monotonic() + 60 + 2 * count * PAUSE
            while owner.mirror is None or (owner.mirror.outcome is None and owner.mirror.moves < count):
                assert time.monotonic() < end, "it takes too long"
                owner.wait(1.0)
                owner.poll()
            time.sleep(0.3)
        finally:
            for child in children:
                child.kill()
            kept.close()
    sent: dict[int, float] = {}
    seen: dict[int, list[float]] = {}
    said = "".join(child.communicate()[0] for child in children)
    for what, number, at in map(str.split, said.splitlines()):
        if what == "sent":
            sent[int(number)] = float(at)
        else:
            seen.setdefault(int(number), []).append(float(at))
    return {sent[number]: max(found) - sent[number] for number, found in seen.items()
            if len(found) == AROUND - 1}


def _child(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "game.endurance.net.figures", *map(str, words)]
    return subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True)


def play(port: int, name: str) -> None:
    """Run a guest that moves after a pause; print when each move was sent and when it was seen."""
    client = guest(port, name).client
    due = 0.0
    while True:
        client.wait(max(0.001, min(0.1, due - time.perf_counter())))
        for one in client.poll():
            if isinstance(one, Moved) and client.mirror is not None and one.ply.by != client.seat:
                print("seen", client.mirror.moves, time.perf_counter(), flush=True)
            if isinstance(one, Moved | TableSet):
                mine = client.mirror is not None and client.mirror.state.player == client.seat
                due = time.perf_counter() + (PAUSE if mine else math.inf)
        mirror = client.mirror
        if mirror is not None and mirror.outcome is None and time.perf_counter() > due:
            due = math.inf
            move = next(iter(mirror.rules.legal_moves(mirror.state)))
            sent = time.perf_counter()
            client.play(move)
            print("sent", mirror.moves + 1, sent, flush=True)


async def ask(port: int) -> None:
    """Query the bare echo repeatedly; print the time and the delay in seconds of each answer."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 - only this measurement needs it

    async with connect(f"wss://{HOME}:{port}", ssl=guest_context(), proxy=None, compression=None) as line:
        while True:
            begun = time.perf_counter()
            await line.send("x" * 600)
            await line.recv()
            print(begun, time.perf_counter() - begun, flush=True)
            await asyncio.sleep(PAUSE)


async def echo() -> None:
    """Run the bare echo until killed."""
    from websockets.asyncio.server import ServerConnection, serve  # noqa: PLC0415 - only the echo needs it
    from websockets.exceptions import ConnectionClosed  # noqa: PLC0415 - as above

    async def answer(connection: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in connection:
                await connection.send(text)

    context = make_certificate().server_context()
    async with serve(answer, HOME, 0, ssl=context, compression=None) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


def idle_share(seconds: float) -> float:
    """Return the share of a core that a host with guests and spectators uses while no move is made."""
    game = next(game for game in GAMES if GAMES[game].players[1] >= GUESTS and GAMES[game].hidden_hands)
    chairs: list[Chair] = remote(GUESTS)
    host = open_host(rules_of(game), chairs)
    child = _child("idle", host.port)
    owner = host.client(None)
    try:
        until(lambda: owner.poll() is not None and owner.room and owner.room.watching == WATCHING and all(
            place.taken for place in owner.room.places), 60)
        owner.start()
        time.sleep(2.0)
        begun = time.process_time()
        time.sleep(seconds)
        return (time.process_time() - begun) / seconds
    finally:
        child.kill()
        child.wait()
        host.close()


def idle(port: int) -> None:
    """Run the guests of `idle_share` until killed."""
    guests = [guest(port, f"Guest{number}", CODE, watch=number >= GUESTS)
              for number in range(GUESTS + WATCHING)]
    while True:
        for one in guests:
            one.client.poll()
        time.sleep(0.05)


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1] == "idle":
        idle(int(sys.argv[2]))
    elif sys.argv[1] == "ask":
        asyncio.run(ask(int(sys.argv[2])))
    else:
        asyncio.run(echo())
