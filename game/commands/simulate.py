"""`main.py simulate`: bots play each other without a window; prints a table, optionally writes records."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.check import written
from game.commands.command_line import (
    CommandLine,
    Failure,
    a_game,
    complain,
    failed,
    misused,
    one_of,
    reason,
    whole,
)
from game.commands.compare import Comparison
from game.commands.match import Match, Played, levels_of, play_game
from game.commands.scoreboard import Scoreboard
from game.data.files import write_atomically
from game.data.store import Store
from game.ui.text import Texts
from rules.base import BadSetup
from rules.catalog import GAMES, rules_of, variants

MOST_GAMES, MOST_JOBS = 1_000_000, 64
LARGEST_SEED = 10**15


def run(args: list[str], texts: Texts) -> int:
    """Run the command; return 0, or 1 if a game or a record failed."""
    line = CommandLine("simulate", texts)
    line.takes("game")
    for name, default in (("variant", "classic"), ("bots", None), ("players", None), ("games", "100"),
                          ("seed", "1"), ("out", None), ("jobs", "1"), ("compare", None), ("pace", None)):
        line.offers(name, default)
    line.switch("legal")
    line.switch("timed")
    found = line.parse(args)
    if found is None:
        return 0
    match = _match(found, texts)
    jobs = whole("--jobs", found.jobs, 1, MOST_JOBS)
    jobs = min(jobs, match.games)
    if found.compare is not None:
        _compare((match, _other(match, found.compare, texts)), jobs, texts)
    else:
        _simulate(match, jobs, Path(found.out) if found.out is not None else None, texts)
    return 0


# --- the match ---


def _match(found: Any, texts: Texts) -> Match:
    game, own = a_game(found.game, "simulate"), Store().own_rules
    _check_variant(game, found.variant, own, texts)
    bots, players = _bots_and_players(game, found.bots, found.players)
    return Match(
        game=game, variant=found.variant, bots=bots, players=players,
        games=whole("--games", found.games, 1, MOST_GAMES), seed=whole("--seed", found.seed, 0, LARGEST_SEED),
        legal=found.legal, recorded=found.out is not None, pace=_pace(found), own_rules=own)


def _pace(found: Any) -> float | None:
    """Return the fraction of their usual time that bots have; None if no clock was requested."""
    if found.pace is not None:
        return whole("--pace", found.pace, 1, 100) / 100
    return 1.0 if found.timed else None


def _other(match: Match, variant: str, texts: Texts) -> Match:
    """Return the same match with another variant, without records, whose names would collide."""
    if match.recorded:
        misused("cli.fault.compare_out")
    _check_variant(match.game, variant, match.own_rules, texts)
    return replace(match, variant=variant)


def _check_variant(game: str, variant: str, own: Path | None, texts: Texts) -> None:
    """Raise UsageFault for a missing variant; print the faults of a faulty one, or why it cannot be dealt."""
    known = {entry.name: entry for entry in variants(game, own)}
    one_of("cli.fault.variant", variant, known)
    faults = known[variant].faults
    if faults:
        for fault in faults:
            complain(written(fault, texts))
        failed("cli.simulate.faulty", variant=variant)
    rules = rules_of(game, variant, own)
    try:
        rules.new_game(rules.seats[0], seed=1)
    except BadSetup as fault:  # the word list cannot be read
        raise Failure(fault.phrase) from None


def _bots_and_players(game: str, bots: str | None, players: str | None) -> tuple[tuple[str, ...], int]:
    """Return the bots and the number of seats; by default the weakest plays the strongest."""
    low, high = GAMES[game].players
    levels = levels_of(game)
    wanted = bots.split(",") if bots is not None else [levels[0], levels[-1]]
    chosen = tuple(one_of("cli.fault.bot", word.strip(), levels) for word in wanted)
    if players is not None:
        return chosen, whole("--players", players, low, high)
    if len(chosen) > high > 1:
        misused("cli.fault.too_many_bots", found=len(chosen), high=high)
    return chosen, min(max(low, len(chosen)), high)


# --- playing ---


def _simulate(match: Match, jobs: int, out: Path | None, texts: Texts) -> None:
    """Play, write each record when its game ends, and print the table, also after an interruption."""
    if out is not None:
        _make_folder(out)
    board, progress = Scoreboard(match), Progress(match.games, texts)
    try:
        with _games(match, jobs) as games:
            for played in games:
                if out is not None:
                    _write(out / _file_name(match, played.index), played)
                board.add(played)
                progress.show(played.index + 1)
    finally:
        progress.clear()
        if board.lengths.count:
            print(board.table(texts))
            if out is not None:
                print(texts("cli.simulate.written", n=board.lengths.count, folder=out))


def _compare(matches: tuple[Match, Match], jobs: int, texts: Texts) -> None:
    """Play both matches and print their figures side by side, also if they were interrupted."""
    comparison, progress = Comparison(matches), Progress(matches[0].games, texts)
    try:
        with _games(matches[0], jobs) as ones, _games(matches[1], jobs) as others:
            for one, other in zip(ones, others, strict=False):
                comparison.add(0, one)
                comparison.add(1, other)
                progress.show(one.index + 1)
    finally:
        progress.clear()
        if comparison.tallies[1].games:
            print(comparison.table(texts))


@contextmanager
def _games(match: Match, jobs: int) -> Iterator[Iterator[Played]]:
    """Yield the games in order, played in this process or by several."""
    play = partial(play_game, match)
    if jobs == 1:
        yield map(play, range(match.games))
        return
    from multiprocessing import get_context  # noqa: PLC0415 - only for several jobs

    with get_context("spawn").Pool(jobs, initializer=leave_interrupts) as pool:
        yield pool.imap(play, range(match.games))


def leave_interrupts() -> None:
    """Ignore Ctrl-C in worker processes; the printing process decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- records ---


def _file_name(match: Match, index: int) -> str:
    digits = max(3, len(str(match.games - 1)))
    return f"{match.game}-{match.seed}-{index:0{digits}}.json"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        failed("cli.simulate.no_folder", folder=str(folder), reason=reason(fault))


def _write(path: Path, played: Played) -> None:
    try:
        write_atomically(path, (played.record or "").encode())
    except OSError as fault:
        failed("cli.simulate.not_written", file=str(path), reason=reason(fault))


# --- progress ---


class Progress:
    """Progress on stderr: one changing line in a terminal, elsewhere a line every 5 seconds."""

    def __init__(self, total: int, texts: Texts, key: str = "cli.simulate.progress"):
        self.total, self.texts, self.key = total, texts, key
        self.terminal = sys.stderr is not None and sys.stderr.isatty()
        self.every = 0.2 if self.terminal else 5.0
        self.begun = self.last = time.monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        now = time.monotonic()
        if now - self.last < self.every or done == self.total:
            return
        self.last = now
        left = (now - self.begun) / done * (self.total - done)
        line = self.texts(self.key, done=done, total=self.total, left=self.texts.clock(left))
        if self.terminal:
            print(f"\r{line:{self.width}}", end="", file=sys.stderr, flush=True)
            self.width = len(line)
        else:
            complain(line)

    def clear(self) -> None:
        """Erase the progress line."""
        if self.width:
            print(f"\r{'':{self.width}}\r", end="", file=sys.stderr, flush=True)
