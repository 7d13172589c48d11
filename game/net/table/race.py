"""A race at a network table: a common start, the progress of all seats, times bounded by the host.

The host counts down to an instant of its clock; each guest knows the offset of its own clock and starts then.
The letters are sent at that instant and not before. A finishing time is measured by the player's clock, but
limited to at most its arrival at the host and at least `SLACK` before that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from game.net.protocol import MOST_SQUARES, Params, plain_phrase
from rules.kit.phrases import Phrase
from rules.race import RaceRules
from rules.session import AnySession

COUNTDOWN = 3.0
SLACK = 2.0
"""Seconds by which a reported time may precede its arrival: the delay of a slow connection."""
GRACE = 1.0
"""Seconds to wait after the last prize for a faster player whose message is still on its way."""

AnyRaceRules = RaceRules[Any, Any, Any]


class Moment(Protocol):
    """The state of a bot's crossword from a given time on."""

    @property
    def letters(self) -> Mapping[tuple[int, int], str]: ...
    @property
    def said(self) -> Phrase | None: ...
    @property
    def done(self) -> bool: ...


@dataclass(slots=True)
class Run:
    """One round of a race."""

    rules: AnyRaceRules
    session: AnySession
    start: float | None = None
    """The instant of the start on the host's clock; None before the countdown."""
    opened: bool = False
    """Whether the letters have been sent."""
    claims: dict[int, Hashable] = field(default_factory=dict)
    heard: dict[int, float] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    """The seats that have given up."""
    plans: dict[int, list[tuple[float, Moment]]] = field(default_factory=dict)
    lanes: dict[int, Params] = field(default_factory=dict)
    """The last progress message of each seat."""

    def count_down(self, now: float) -> float:
        self.start = now + COUNTDOWN
        return self.start

    def elapsed(self, now: float) -> float:
        return 0.0 if self.start is None else max(0.0, now - self.start)

    @property
    def running(self) -> bool:
        return self.opened and self.session.outcome is None

    def racing(self, seat: int) -> bool:
        """Return whether a seat is still building."""
        return self.running and seat not in self.claims and seat not in self.out

    # --- players ---

    def claim(self, seat: int, move: Hashable, seconds: float, now: float) -> Phrase | None:
        """Record that a seat has finished; return the reason if its crossword is not valid."""
        heard = self.elapsed(now)
        move = self.rules.timed(move, min(max(seconds, heard - SLACK), heard))
        refusal = self.rules.why_illegal(self.session.state, move)
        if refusal is not None:
            return refusal
        self.claims[seat], self.heard[seat] = move, now
        return None

    def mark(self, seat: int, laid: int, shape: Sequence[Sequence[int]], now: float, *, done: bool = False,
             said: Phrase | None = None) -> Params:
        """Record the progress of a seat and return the message about it."""
        squares = [list(square) for square in shape[:MOST_SQUARES]]
        lane: Params = {"seat": seat, "laid": laid, "shape": squares,
                        "at": round(self.elapsed(now), 1), "done": done}
        if said is not None:
            lane["said"] = plain_phrase(said)
        self.lanes[seat] = lane
        return lane

    # --- bots ---

    def plan(self, seat: int, plan: Sequence[tuple[float, Moment]]) -> None:
        self.plans[seat] = list(plan)

    def shown_by_bots(self, now: float) -> Iterator[Params]:
        """Advance bots by their plans up to `now`: yield their progress messages, record their finishes."""
        for seat, plan in self.plans.items():
            while plan and self.racing(seat) and plan[0][0] <= self.elapsed(now):
                at, moment = plan.pop(0)
                if moment.done:
                    move = self.rules.finish(self.session.state, seat, at, dict(moment.letters))
                    self.claims[seat], self.heard[seat] = move, now
                yield self.mark(seat, len(moment.letters), sorted(moment.letters), now, done=moment.done,
                                said=moment.said)
            if not plan and self.racing(seat):
                self.out.add(seat)

    # --- the end ---

    def is_over(self, now: float, absent: Sequence[int]) -> bool:
        """Return whether the round can be settled; seats in `absent` are not waited for."""
        if not self.running:
            return False
        seats = range(len(self.session.seats))
        if not [seat for seat in seats if self.racing(seat) and seat not in absent]:
            return True
        if len(self.claims) < self.rules.prizes:
            return False
        last = sorted(self.heard.values())[self.rules.prizes - 1]
        return now >= last + GRACE

    def results(self) -> list[Hashable]:
        """Return the moves of the whole round, in order of time."""
        return list(self.rules.in_order(self.session.state, list(self.claims.values())))
