"""Bots at a network table: run by the host, or in a guest's program for the guest's seat."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process

from game.net.client import Client
from game.net.happenings import Happening, Lane, RaceGoes, TableSet, TakeBackAsked, WishRefused
from game.net.table.race import Moment
from game.net.table.table import BotTask
from rules.base import AnyRules, Move
from rules.catalog import engine_of
from rules.engine import RaceEngine
from rules.kit.shuffle import rng_for
from rules.kit.skill import deadline_for
from rules.race import RaceRules

Plan = Sequence[tuple[float, Moment]]


def think(rules: AnyRules, task: BotTask, *, timed: bool = True) -> Move | Plan:
    """Return the move for a task, or the plan of a race; `timed` bots also have a deadline."""
    engine = engine_of(rules)
    if task.race:
        assert isinstance(engine, RaceEngine)
        return engine.race_plan(task.level, task.state, task.seat, task.key, _never)
    rng = rng_for("bot", task.level, task.key)
    deadline = deadline_for(task.level) if timed else None
    return engine.choose(task.level, task.state, task.seat, rng, deadline).move


def bot_process() -> Executor:
    """Return an executor with one process that ends with this program, even if this one is killed."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    def wait() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def _never() -> bool:
    return False


@dataclass(slots=True)
class Autopilot:
    """A bot that plays the seat of a client. Pass every event to `take` and call `act` regularly.

    It knows only the view of its seat; hidden pieces are guessed.
    """

    client: Client
    level: str
    timed: bool = True
    clock: Callable[[], float] = time.monotonic
    _asked: int = -1
    """Number of moves played when it last requested one."""
    _ready: tuple[int, int] = (-1, -1)
    _start: float | None = None
    _plan: list[tuple[float, Moment]] = field(default_factory=list)
    _planned: int = -1
    """The round of the plan."""
    _done: bool = False
    """Whether the host has confirmed that this seat finished the race."""

    def take(self, happened: Sequence[Happening]) -> None:
        for one in happened:
            if isinstance(one, TableSet):  # also after a reconnect: the request may have been lost
                self._asked, self._ready, self._start = -1, (-1, -1), None
                self._plan, self._planned, self._done = [], -1, False
            elif isinstance(one, RaceGoes):
                self._start, self._done = one.at, False
            elif isinstance(one, WishRefused) and one.method == "ready":  # the table is moving elsewhere
                self._ready = (-1, -1)
            elif isinstance(one, TakeBackAsked) and one.open and one.by != self.client.seat:
                self.client.answer_question(one.question, yes=True)
            elif isinstance(one, Lane):
                self._done = self._done or (one.seat == self.client.seat and one.done)
            else:
                self._asked = -1 if not self.client.waiting else self._asked

    def act(self) -> None:
        """Request a move if it is this seat's turn, confirm readiness, follow the plan of a race."""
        client = self.client
        mirror, seat = client.mirror, client.seat
        if mirror is None or seat is None or client.line != "here" or mirror.game_outcome is not None:
            return
        race = isinstance(mirror.rules, RaceRules)
        stage = len(mirror.rounds), int(mirror.outcome is not None)
        if (mirror.outcome is not None or (race and self._start is None)) and self._ready != stage:
            self._ready = stage
            client.ready()
        if mirror.outcome is not None:
            self._start, self._plan = None, []
            return
        if race:
            if client.opened and self._planned != len(mirror.rounds):
                self._planned = len(mirror.rounds)
                self._make_plan()
            if not self._done:
                self._follow()
        elif mirror.state.player == seat and not client.waiting and self._asked != mirror.moves:
            self._asked = mirror.moves
            filled = mirror.rules.filled_in(mirror.state, seat)
            task = BotTask(seat, self.level, filled, f"guest:{mirror.state.ply}:{seat}", 0)
            client.play(think(mirror.rules, task, timed=self.timed))

    def _make_plan(self) -> None:
        mirror, seat = self.client.mirror, self.client.seat
        assert mirror is not None
        if seat is not None:
            filled = mirror.rules.filled_in(mirror.state, seat)
            task = BotTask(seat, self.level, filled, f"guest:{len(mirror.rounds)}:{seat}", 0, race=True)
            plan = think(mirror.rules, task)
            assert isinstance(plan, Sequence)
            self._plan = list(plan)

    def _follow(self) -> None:
        mirror, seat = self.client.mirror, self.client.seat
        assert mirror is not None and seat is not None and isinstance(mirror.rules, RaceRules)
        while self._plan and self._start is not None and self._plan[0][0] <= self.clock() - self._start:
            at, moment = self._plan.pop(0)
            self.client.show_progress(len(moment.letters), sorted(moment.letters))
            if moment.done:
                self.client.play(mirror.rules.finish(mirror.state, seat, at, dict(moment.letters)))
            elif not self._plan:
                self.client.give_up()
