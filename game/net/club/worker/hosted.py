"""A table that this worker owns: the `Table` of game/net, persisted in a stream instead of a save.

A request changes the table in memory at once, but messages about it are held back until JetStream has stored
the change. If another worker has written meanwhile, the table in memory is dropped with its unsent messages;
the stream is authoritative.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from game.net import protocol
from game.net.bots import Plan
from game.net.club.desk import Result, Taken, person_id
from game.net.club.store.ledger import Ledger
from game.net.club.worker.story import BadStory, Scribe, Story
from game.net.protocol import Params, Refused, plain_phrase, written
from game.net.table.chairs import Chair, Who
from game.net.table.room import Member, Options
from game.net.table.table import BotTask, Table
from rules.base import Move
from rules.catalog import GAMES
from rules.kit.phrases import Phrase
from rules.session import AnySession

NOT_READY = 60.0
"""Seconds after which a round goes on without players who are not ready."""
NOBODY_CAME = 45.0
"""Seconds after which a table of paired people is closed unless all have arrived."""
EMPTY = 120.0
"""Seconds without any person present after which a table that has not started is closed."""
LINGER = 300.0
"""Seconds for which a finished table stays open."""
STAND_IN = "medium"

Work: TypeAlias = Callable[[float], None]


class Surroundings(Protocol):
    """The interface of a worker to its tables."""

    async def tell(self, line: str, text: str) -> None:
        """Send a text to the guest of a line."""

    def think(self, hosted: Hosted, task: BotTask) -> None:
        """Compute a bot's decision and pass it to `Hosted.bot_thought`."""

    def summary_changed(self, hosted: Hosted) -> None:
        """Update the entry of a table in the lobby."""

    def over(self, hosted: Hosted, result: Result) -> None:
        """Store the result of a table."""

    def lost(self, hosted: Hosted) -> None:
        """Release a table that has another owner now, or whose state in memory is unreliable."""

    def fault(self, hosted: Hosted, fault: Exception) -> None:
        """Log an unexpected exception."""


@dataclass(slots=True)
class Attached:
    """The member of a line, and the epoch of its last attachment."""

    member: Member
    epoch: int


class Hosted:
    """One table of this worker."""

    def __init__(self, story: Story, session: AnySession | None, ledger: Ledger, around: Surroundings):
        self.id, self.order, self._ledger, self._around = story.order.table, story.order, ledger, around
        rules = session.rules if session is not None else story.rules()
        order = story.order
        options = Options(hints=order.hints, talk=order.talk, watch=order.watch, stand_in=STAND_IN,
                          turn_seconds=order.turn)
        self.table = Table(rules, story.seats(), order.seed or 0, self._send, session=session,
                           options=options)
        self._scribe = Scribe(session)
        self.table.changed = self._scribe.changed
        self.stopped = story.stopped
        self.born = ledger.last
        """The sequence with which this worker took the table; identifies this object to its lines."""
        self.revision = 0
        """The revision of the entry in the lobby."""
        self.told: Params = {}
        """The summary last stored in the lobby."""
        self.telling = False
        """Whether the entry in the lobby is being updated."""
        self.lines: dict[str, Attached] = {}
        self._line_of: dict[Member, str] = {}
        self._arriving: tuple[str, int] | None = None
        self._outbox: list[tuple[str, str]] = []
        self._chairs = [chair.kept() for chair in self.table.chairs]
        self._backlog: deque[Work] = deque()
        self._busy = False
        self.gone = False
        """Whether this object was given up: it stores and sends nothing any more."""
        self.ended = False
        now = time.monotonic()
        self._empty_since = self._round_since = self._opened = now
        self._ended_at = 0.0
        if self.stopped or story.closed:
            self.table.closed = True
        else:
            self.table.resume(now)
        self.lively = bool(options.turn_seconds or rules.turn_seconds) or GAMES[rules.game].race
        self._tasks: set[asyncio.Task[None]] = set()

    # --- requests ---

    def offer(self, work: Work) -> None:
        """Queue a change of the table; it runs when all earlier changes are stored."""
        self._backlog.append(work)
        if not self._busy and not self.gone:
            self._busy = True
            task = asyncio.get_running_loop().create_task(self._drain())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def idle(self) -> bool:
        return not self._busy

    async def rest(self) -> None:
        """Wait until all queued changes are stored, then accept no more."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        self.gone = True

    def ask(self, line: str, epoch: int, number: int, method: str, params: Params) -> None:
        """Handle a request of the guest of a line."""
        def work(now: float) -> None:
            found = self.lines.get(line)
            if found is None or found.epoch != epoch:
                return
            try:
                result = self.table.handle(found.member, method, params, now)
                text = protocol.answer(number, result)
            except Refused as fault:
                text = protocol.refusal(number, fault.phrase)
            self._outbox.append((line, f"A{epoch} {text}"))

        self.offer(work)

    def attach(self, line: str, epoch: int, key: str, who: Who, seat: int | None,
               heard: tuple[int, int], *, watch: bool) -> None:
        """Admit a line, or resend everything to it unless it has received all notices.

        `heard` is the line's last known `born`, and the number of the notice that it expects next.
        """
        def work(now: float) -> None:
            known = self.lines.get(line)
            at, same = len(self._outbox), False
            try:
                if known is not None and known.member in self.table.members:
                    member, known.epoch = known.member, epoch
                    same = heard == (self.born, member.sent)
                    if not same:
                        self.table.tell_again(member, now)
                else:
                    member = self._let_in(line, epoch, key, who, seat, now, watch=watch)
            except Refused as fault:
                self._outbox.append((line, f"R{epoch} {written({'why': plain_phrase(fault.phrase)})}"))
                return
            told = {"seat": member.seat, "same": same, "born": self.born}
            self._outbox.insert(at, (line, f"T{epoch} {written(told)}"))

        self.offer(work)

    def _let_in(self, line: str, epoch: int, key: str, who: Who, seat: int | None, now: float, *,
                watch: bool) -> Member:
        self._arriving = line, epoch
        try:
            member = self.table.watch(who, now) if watch else self.table.sit(who, seat, now, key)
        finally:
            self._arriving = None
        member.owner = key == self.order.opener
        self._bind(member, line, epoch)
        return member

    def _bind(self, member: Member, line: str, epoch: int) -> None:
        self.lines[line] = Attached(member, epoch)
        self._line_of[member] = line

    def leave(self, line: str) -> None:
        """Remove a line that has ended."""
        def work(now: float) -> None:
            found = self.lines.pop(line, None)
            if found is not None:
                self._line_of.pop(found.member, None)
                self.table.gone(found.member, now)

        self.offer(work)

    def begin(self, bots: str) -> None:
        """Start the game, with bots of this level for missing people."""
        def work(now: float) -> None:
            if not self.table.closed:
                with suppress(Refused):  # it has begun already
                    self.table.start(now, bots)

        self.offer(work)

    def stop(self) -> None:
        """Stop the table; a running game ends with its current scores."""
        def work(_: float) -> None:
            if not self.table.closed and self.table.phase != "over":
                self.stopped = True
                self._scribe.steps.append(["stop"])
                self.table.close(Phrase("net.closed.time_up"))

        self.offer(work)

    def tick(self) -> None:
        """Queue the passing of time, unless the table is busy."""
        if self.idle and not self.gone:
            self.offer(self._pass_time)

    # --- applying and storing ---

    async def _drain(self) -> None:
        try:
            while self._backlog and not self.gone:
                self._backlog.popleft()(time.monotonic())
                self._go_on(time.monotonic())
                await self._store()
        except (Taken, BadStory):
            self._forget()
        except Exception as fault:  # the state may be inconsistent: reload it from the stream
            self._around.fault(self, fault)
            self._forget()
        finally:
            self._busy = False

    def _forget(self) -> None:
        self.gone = True
        self._outbox.clear()
        self._around.lost(self)

    async def _store(self) -> None:
        """Store the changes, then send the messages about them and start what follows."""
        message: Params = {}
        steps = self._scribe.taken()
        chairs = [chair.kept() for chair in self.table.chairs]
        if chairs != self._chairs:
            self._chairs = message["chairs"] = chairs
        if steps:
            message["steps"] = steps
        if message:
            await self._ledger.append(message)
        if self.gone:
            return
        outbox, self._outbox = self._outbox, []
        for line, text in outbox:
            await self._around.tell(line, text)
        await self._drop_dismissed()
        while not self.table.closed and (task := self.table.wanted()) is not None:
            self._around.think(self, task)
        if self.summary() != self.told:
            self._around.summary_changed(self)
        if not self.ended and (self.table.phase == "over" or self.table.closed):
            self.ended, self._ended_at = True, time.monotonic()
            if self.table.session is not None:
                self._around.over(self, self._result())

    def _go_on(self, now: float) -> None:
        """Act without a request: start when all have arrived, record that the table was closed."""
        table = self.table
        if table.closed and not self.stopped and not self.ended:
            self._scribe.steps.append(["close"])
        elif not table.closed and table.session is None and not table.missing:
            table.start(now)
            self._round_since = now

    def _send(self, member: Member, method: str, params: Params) -> None:
        line = self._line_of.get(member)
        if line is None:
            assert self._arriving is not None
            line, epoch = self._arriving
            self._bind(member, line, epoch)
        epoch = self.lines[line].epoch
        self._outbox.append((line, f"N{epoch} {member.sent} {method} {written(params)}"))

    async def _drop_dismissed(self) -> None:
        for line, found in list(self.lines.items()):
            if found.member not in self.table.members:
                del self.lines[line]
                self._line_of.pop(found.member, None)
                await self._around.tell(line, f"E{found.epoch}")

    def bot_thought(self, task: BotTask, found: Move | Plan) -> None:
        """Queue the decision of a bot."""
        def work(now: float) -> None:
            if task.race:
                assert isinstance(found, Sequence)
                self.table.bot_planned(task, found, now)
            else:
                self.table.bot_moved(task, found, now)

        self.lively = True
        self.offer(work)

    def tell_all_again(self) -> None:
        """Ask all lines to attach again: messages to them may have been lost."""
        def work(_: float) -> None:
            self._outbox += [(line, f"L{found.epoch} ") for line, found in self.lines.items()]

        self.offer(work)

    # --- time ---

    def _pass_time(self, now: float) -> None:
        table = self.table
        if table.closed:
            return
        table.tick(now)
        if any(chair.present for chair in table.chairs):
            self._empty_since = now
        if table.session is None:
            self._wait(now)
            return
        session = table.session
        waits = session.outcome is not None or (GAMES[table.rules.game].race and not session.rounds[-1].plies)
        if table.phase != "playing" or not waits:
            self._round_since = now
        elif now - self._round_since > NOT_READY:
            self._round_since = now
            table.go_on(now)

    def _wait(self, now: float) -> None:
        """Before the start: free the seats of people who left; close a table that stays empty or unfilled."""
        table = self.table
        for seat, chair in enumerate(table.chairs):
            if (chair.kind == "remote" and chair.who is not None and not chair.reserved
                    and chair.away_since is not None and now - chair.away_since > EMPTY / 2):
                table.chairs[seat] = Chair("remote")
        if self.order.event:
            return
        paired = any(chair.reserved for chair in table.chairs)
        if (now - self._empty_since > EMPTY) or (paired and now - self._opened > NOBODY_CAME):
            table.close(Phrase("net.closed.nobody_came"))

    def outlived(self, now: float) -> bool:
        """Return whether the table has ended and can be removed."""
        return self.ended and (self.table.closed or now - self._ended_at > LINGER)

    # --- facts ---

    def summary(self) -> Params:
        """Return the entry of the table for the lobby."""
        chairs = self.table.chairs
        return {"game": self.table.rules.game, "variant": self.table.rules.variant, "seats": len(chairs),
                "names": [chair.who.name for chair in chairs if chair.who is not None],
                "free": self.table.free, "phase": self.table.phase, "watch": self.table.options.watch,
                "event": self.order.event, "opener": person_id(self.order.opener),
                "ids": [person_id(chair.token) for chair in chairs if chair.kind != "bot" and chair.token],
                "here": [person_id(chair.token) for chair in chairs if chair.present]}

    def _result(self) -> Result:
        session = self.table.played
        outcome = session.game_outcome
        keys = tuple(chair.token if chair.kind == "remote" else "" for chair in self.table.chairs)
        return Result(self.id, outcome is not None, tuple(session.state.scores),
                      tuple(outcome.winners) if outcome is not None else (), keys)
