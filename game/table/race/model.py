"""The model of a race: clock, current runner, progress of all seats and the end. Imports no pygame.

Bots follow plans made before the start. Several people at one screen run one after the other against the same
clock; the progress of earlier runners is replayed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from rules.kit.phrases import Phrase

Square = tuple[int, int]


class Phase(Enum):
    """The phases of a race."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a track: the number of laid letters, and a line of the log if there is one."""

    at: float
    laid: int
    phrase: Phrase | None = None
    letters: Mapping[Square, str] = field(default_factory=dict)
    """What is laid; during the race the other players are shown its shape only."""

    @property
    def shape(self) -> frozenset[Square]:
        """The covered squares."""
        return frozenset(self.letters)


NOTHING = Mark(0.0, 0)


@dataclass(slots=True)
class Track:
    """The visible progress of one runner, in chronological order."""

    marks: list[Mark] = field(default_factory=list)
    finish: float | None = None

    def seen(self, at: float) -> Mark:
        """Return the last mark at or before `at`."""
        return next((mark for mark in reversed(self.marks) if mark.at <= at), NOTHING)


class Race:
    """One round of a race.

    `humans` run one after the other; `letters` is the number of letters of each seat; the race stops when as
    many seats have finished as there are `prizes`.
    """

    def __init__(self, humans: Sequence[int], letters: Sequence[int], prizes: int):
        self.prizes = prizes
        self.waiting = list(humans)
        self.letters = list(letters)
        self.tracks: dict[int, Track] = {}
        """Tracks by seat: of bots as soon as they have a plan, of people as soon as they start."""
        self.claims: dict[int, Hashable] = {}
        """The finishing moves, by seat."""
        self.elapsed = 0.0
        self.phase = Phase.READY
        self.runner: int | None = self.waiting[0] if self.waiting else None

    # --- the course ---

    def plan(self, seat: int, marks: Sequence[Mark], claim: Hashable | None, finish: float | None) -> None:
        """Set the plan of a bot: its marks, and its finishing move with its time, or None for both."""
        self.tracks[seat] = Track(list(marks), finish)
        if claim is not None:
            self.claims[seat] = claim

    def go(self) -> None:
        """Start the clock for the current runner."""
        if self.runner is not None:
            self.tracks[self.runner] = Track()
        self.elapsed, self.phase = 0.0, Phase.RUNNING

    def pause(self) -> None:
        if self.phase == Phase.RUNNING:
            self.phase = Phase.PAUSED

    def resume(self) -> None:
        if self.phase == Phase.PAUSED:
            self.phase = Phase.RUNNING

    def advance(self, ms: float) -> bool:
        """Advance the clock. Return True if that stopped the runner because all prizes are gone."""
        if self.phase != Phase.RUNNING:
            return False
        self.elapsed += ms / 1000
        stop = self.stops_at()
        if stop is None or self.elapsed < stop:
            return False
        self.elapsed = stop
        self._leave()
        return True

    def stops_at(self) -> float | None:
        """Return when all prizes will be gone; without a human runner, at most when the last bot is done."""
        times = sorted(track.finish for seat, track in self.tracks.items()
                       if seat != self.runner and track.finish is not None)
        if len(times) >= self.prizes:
            return times[self.prizes - 1]
        if self.runner is not None:
            return None
        return max((mark.at for track in self.tracks.values() for mark in track.marks), default=0.0)

    def note(self, laid: int, phrase: Phrase | None = None,
             letters: Mapping[Square, str] | None = None) -> None:
        """Record how many letters the runner has laid, and which."""
        if self.runner is not None and self.phase == Phase.RUNNING:
            self.tracks[self.runner].marks.append(Mark(self.elapsed, laid, phrase, dict(letters or {})))

    def finish(self, claim: Hashable) -> None:
        """Record that the runner has finished with the move `claim`."""
        assert self.runner is not None
        self.claims[self.runner] = claim
        self.tracks[self.runner].finish = self.elapsed
        self._leave()

    def give_up(self) -> None:
        """Stop the runner without a result."""
        if self.phase in (Phase.RUNNING, Phase.PAUSED):
            self._leave()

    def _leave(self) -> None:
        """Call the next human; after the last one the race is over."""
        del self.waiting[:1]
        self.runner = self.waiting[0] if self.waiting else None
        self.phase = Phase.READY if self.waiting else Phase.OVER

    # --- standings ---

    def laid(self, seat: int) -> int:
        """Return the number of letters that a seat has laid."""
        return self.seen(seat).laid

    def seen(self, seat: int) -> Mark:
        """Return the current mark of a seat."""
        track = self.tracks.get(seat)
        return track.seen(self.elapsed) if track is not None else NOTHING

    def finished(self, seat: int) -> bool:
        track = self.tracks.get(seat)
        return track is not None and track.finish is not None and track.finish <= self.elapsed

    def order(self) -> list[int]:
        """Return the seats by rank: finished ones by time, then the others by their share of laid letters."""
        def rank(seat: int) -> tuple[float, ...]:
            if self.finished(seat):
                return 0, self.tracks[seat].finish or 0.0, seat
            return 1, -self.laid(seat) / max(1, self.letters[seat]), seat
        return sorted(range(len(self.letters)), key=rank)

    def log(self) -> list[tuple[float, int, Phrase]]:
        """Return (seconds, seat, phrase) of all lines up to now, the newest first."""
        rows = [(mark.at, seat, mark.phrase) for seat, track in self.tracks.items() for mark in track.marks
                if mark.phrase is not None and mark.at <= self.elapsed]
        return sorted(rows, key=lambda row: -row[0])
