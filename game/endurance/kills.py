"""The trial of kill -9: a program ended at any moment loses no move and books every game once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from game.data.history import History
from rules.catalog import GAMES

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 1.2
"""Longest time of play before a kill, in seconds."""
SECOND_PROGRAM = 0.15
"""The share of trials in which a second program plays in the same folder."""
Moves = list[list[str]]
Games = dict[str, tuple[Moves, bool]]
"""The moves of games by name, and whether they are finished."""


@dataclass
class Report:
    kills: int = 0
    moves: int = 0
    """Moves that were on the screen when the program was killed."""
    failures: list[str] = field(default_factory=list)


def run(folder: Path, kills: int, *, seed: str = "kills", games: tuple[str, ...] = tuple(GAMES),
        told: Callable[[int], None] = lambda _: None) -> Report:
    """Kill `kills` times, cycling through the games; every start continues where the last one was killed."""
    report = Report()
    rng = Random(seed)
    for number in range(kills):
        game = games[number % len(games)]
        one(folder / game, game, rng, report)
        told(number)
    return report


def one(folder: Path, game: str, rng: Random, report: Report) -> None:
    """Start, play for a while, kill; then compare the disk with the screen."""
    before = on_disk(folder)
    lines = killed_play(folder, game, rng)
    report.kills += 1
    after = on_disk(folder)
    said = report.failures.append
    for fault in booking_faults(folder):
        said(f"{game}: {fault}")
    if list(folder.rglob("*.damaged-*")):
        said(f"{game}: a file was damaged by the kill")
    for fault in start_faults(before, after) if not lines else ():  # killed before the first frame
        said(f"{game}: {fault}")
    if not lines:
        return
    name, moves = lines[0]
    if name in before and not begins_with(moves, before[name][0]):  # a bot may have answered meanwhile
        said(f"{game}: {name} was continued at another position")
    for name, moves in dict(lines).items():  # the last line of each game
        report.moves += sum(map(len, moves))
        if name not in after:
            if any(moves):  # a deal without moves is not saved
                said(f"{game}: {name} is gone")
        elif not begins_with(after[name][0], moves):
            said(f"{game}: {name} has {after[name][0]}, on the screen was {moves}")


def killed_play(folder: Path, game: str, rng: Random) -> list[tuple[str, Moves]]:
    """Return the positions on the screen of players killed at random moments.

    Now and then a second program is started in the same folder, a little later.
    """
    folder.mkdir(parents=True, exist_ok=True)
    players = [_started(folder, game, rng)]
    try:
        wait = rng.random() * LONGEST
        first = b"" if rng.random() < 0.1 else _line(players[0])  # some never see the first picture
        if first and rng.random() < SECOND_PROGRAM:
            players.append(_started(folder, game, rng))
            first += _line(players[1])
        time.sleep(wait)
        for player in players:
            if player.poll() is not None:
                told = (folder / "player.log").read_text(errors="replace")[-2000:]
                raise AssertionError(f"{game}: the player ended by itself: {told}")
    finally:
        for player in players:
            player.kill()
    seen = [(first if number == 0 else b"") + (player.communicate()[0] or b"")
            for number, player in enumerate(players)]
    whole = [line for text in seen for line in text.split(b"\n")[:-1]]  # a line cut off was not seen
    return [(name, moves) for name, moves in map(json.loads, whole)]


def _started(folder: Path, game: str, rng: Random) -> subprocess.Popen[bytes]:
    """Start a player."""
    environment = {"DOMINOTHEK_DATA": str(folder.parent), **os.environ, "SDL_VIDEODRIVER": "dummy",
                   "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-m", "game.endurance.player", str(folder), game, str(rng.random())]
    with open(folder / "player.log", "ab") as log:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log)


def _line(player: subprocess.Popen[bytes]) -> bytes:
    assert player.stdout is not None
    return player.stdout.readline()


def start_faults(before: Games, after: Games) -> Iterator[str]:
    """Yield the games that a start has changed before its first frame.

    It may book a finished game, play a pass that is the only move, and begin a new deal, nothing else.
    """
    for name, (moves, finished) in before.items():
        now, over = after.get(name, ([], False))
        rest = [move for round_ in now for move in round_][sum(map(len, moves)):]
        if name not in after or not begins_with(now, moves) or finished > over or set(rest) - {"pass"}:
            yield f"a start without a move has made {after.get(name)} of {name}: {moves, finished}"


def booking_faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with the results: a record that is not booked, or one that is booked twice."""
    history = History(folder)
    booked = [stored.result.record for stored in history.all_results()]
    history.close()
    yield from (f"{name} was booked twice" for name in set(booked) if booked.count(name) > 1)
    for path in (folder / "records").glob("[!.]*.json"):
        entry = json.loads(path.read_text(encoding="utf-8")).get("booked")
        if entry is not None and entry.get("record") not in booked:  # its id: a game may go on in a new file
            yield f"{path.name} was not booked"


def on_disk(folder: Path) -> Games:
    """Return all games of a folder."""
    found: Games = {}
    for place in ("saves", "records"):
        for path in (folder / place).glob("*.json"):
            if not path.name.startswith("."):
                record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                moves = [[entry["move"] for entry in round_["moves"]] for round_ in record["rounds"]]
                if path.name not in found or begins_with(moves, found[path.name][0]):
                    found[path.name] = (moves, place == "records")
    return found


def begins_with(moves: Moves, seen: Moves) -> bool:
    """Return whether a game contains at least the moves seen."""
    flat = [move for round_ in moves for move in round_]
    wanted = [move for round_ in seen for move in round_]
    return flat[:len(wanted)] == wanted and len(moves) >= len(seen)
