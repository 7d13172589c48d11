"""How fast and how cheap a table is: from a move until all see it, beside a bare echo; an idle host."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

from game.endurance.net.desk import remote
from game.endurance.net.lines import CODE, HOME, guest, open_host, until
from game.net.client import Moved, TableSet
from game.net.entry.door import guest_context, make_certificate
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


def moves_seen(count: int) -> list[float]:
    """Return the seconds from a guest's move until all others have seen it, each guest in its own process."""
    game = next(game for game in GAMES if GAMES[game].players[1] >= AROUND and GAMES[game].hidden_hands)
    times: list[float] = []
    while len(times) < count:
        times += _one_game(game, count - len(times), seed=len(times))
    return times


def _one_game(game: str, count: int, seed: int) -> list[float]:
    host = open_host(rules_of(game), remote(AROUND), seed=seed)
    children = [_child("play", host.port, f"Guest{number}") for number in range(AROUND)]
    owner = host.client(None)
    sent: dict[int, float] = {}
    seen: dict[int, list[float]] = {}
    try:
        until(lambda: owner.poll() is not None and owner.room and all(
            place.taken for place in owner.room.places), 60)
        owner.start()
        until(lambda: owner.poll() is not None and owner.mirror and (
            owner.mirror.outcome is not None or owner.mirror.moves >= count), 20 + 2 * count * PAUSE * AROUND)
        time.sleep(0.3)
    finally:
        for child in children:
            child.kill()
        host.close()
    for child in children:
        said, _ = child.communicate()
        for what, number, at in (line.split() for line in said.splitlines() if line.count(" ") == 2):
            if what == "sent":
                sent[int(number)] = float(at)
            else:
                seen.setdefault(int(number), []).append(float(at))
    return [max(found) - sent[number] for number, found in seen.items()
            if number in sent and len(found) == AROUND - 1]


def _child(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "game.endurance.net.figures", *map(str, words)]
    return subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True)


def play(port: int, name: str) -> None:
    """Be a guest who moves after a pause, and print when each move was sent and when it was seen."""
    client = guest(port, name).client
    due = 0.0
    while True:
        for one in client.poll():
            assert client.mirror is not None or not isinstance(one, Moved)
            if isinstance(one, TableSet):  # the others still read the deal
                due = time.perf_counter() + PAUSE
            if isinstance(one, Moved) and client.mirror is not None:
                due = time.perf_counter() + PAUSE
                if one.ply.by != client.seat:
                    print("seen", client.mirror.moves, time.perf_counter(), flush=True)
        mirror = client.mirror
        if (mirror is not None and mirror.outcome is None and mirror.state.player == client.seat
                and not client.waiting and time.perf_counter() > due):
            move = next(iter(mirror.rules.legal_moves(mirror.state)))
            print("sent", mirror.moves + 1, time.perf_counter(), flush=True)
            client.play(move)
        time.sleep(0.0002)


def echoes(count: int) -> list[float]:
    """Return the seconds of a bare echo of `websockets` over TLS in another process, for so many texts."""
    child = _child("echo")
    try:
        assert child.stdout is not None
        return asyncio.run(_ask_echo(int(child.stdout.readline()), count))
    finally:
        child.kill()
        child.communicate()


async def _ask_echo(port: int, count: int) -> list[float]:
    from websockets.asyncio.client import connect  # noqa: PLC0415 - only this measurement needs it

    times = []
    async with connect(f"wss://{HOME}:{port}", ssl=guest_context(), proxy=None, compression=None) as line:
        for _ in range(count):
            begun = time.perf_counter()
            await line.send("x" * 600)
            await line.recv()
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(PAUSE)
    return times


async def echo() -> None:
    """Be the bare echo until killed."""
    from websockets.asyncio.server import ServerConnection, serve  # noqa: PLC0415 - only the echo needs it

    async def answer(connection: ServerConnection) -> None:
        async for text in connection:
            await connection.send(text)

    context = make_certificate().server_context()
    async with serve(answer, HOME, 0, ssl=context, compression=None) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


def idle_share(seconds: float) -> float:
    """Return the share of a core that a host with guests and watchers needs while nobody moves."""
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
    """Be the guests of `idle_share` until killed."""
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
    else:
        asyncio.run(echo())
