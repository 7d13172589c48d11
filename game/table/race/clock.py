"""A race at one table: the clock, who is building, how far everybody has come, and when it stops. Knows no pygame.

Bots have plans, made before the start, of what they will have laid when. Several people at one screen run one
after the other against the same clock; those who ran before are seen again as they ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kit.phrases import Phrase

READY, RUNNING, PAUSED, OVER = "ready", "running", "paused", "over"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something seen of a runner: so many letters lie at that time, and perhaps what is said about it."""

    at: float
    laid: int
    phrase: Phrase | None = None
    shape: frozenset[tuple[int, int]] = frozenset()
    """The squares that are covered; which letters lie there nobody sees."""


NOTHING = Mark(0.0, 0)


@dataclass(slots=True)
class Track:
    """All that is seen of one runner, in order of time."""

    marks: list[Mark] = field(default_factory=list)
    finish: float | None = None

    def seen(self, at: float) -> Mark:
        """The last that was seen at that time."""
        return next((mark for mark in reversed(self.marks) if mark.at <= at), NOTHING)


class Race:
    """One round. `humans` run one after the other; `letters` is how many each of the seats has, and when as many
    have finished as there are `prizes` it stops."""

    def __init__(self, humans: Sequence[int], letters: Sequence[int], prizes: int):
        self.prizes = prizes
        self.waiting = list(humans)
        self.letters = list(letters)
        self.tracks: dict[int, Track] = {}
        """Of bots from the beginning, of people as they run."""
        self.claims: dict[int, Any] = {}
        """The crossword of everybody who has finished."""
        self.elapsed = 0.0
        self.phase = READY
        self.runner: int | None = self.waiting[0] if self.waiting else None

    # --- who runs ---

    def plan(self, seat: int, marks: Sequence[Mark], claim: Any, finish: float | None) -> None:
        """What a bot will do."""
        self.tracks[seat] = Track(list(marks), finish)
        if claim is not None:
            self.claims[seat] = claim

    def go(self) -> None:
        """Los!"""
        if self.runner is not None:
            self.tracks[self.runner] = Track()
        self.elapsed, self.phase = 0.0, RUNNING

    def pause(self) -> None:
        if self.phase == RUNNING:
            self.phase = PAUSED

    def resume(self) -> None:
        if self.phase == PAUSED:
            self.phase = RUNNING

    def advance(self, ms: float) -> bool:
        """Time passes; True if the runner was stopped by it: two others have finished."""
        if self.phase != RUNNING:
            return False
        self.elapsed += ms / 1000
        stop = self.stops_at()
        if stop is None or self.elapsed < stop:
            return False
        self.elapsed = stop
        self._leave()
        return True

    def stops_at(self) -> float | None:
        """When two others will have finished, so that there is nothing left to win; bots alone run to their ends."""
        times = sorted(track.finish for seat, track in self.tracks.items()
                       if seat != self.runner and track.finish is not None)
        if len(times) >= self.prizes:
            return times[self.prizes - 1]
        if self.runner is not None:
            return None
        return max((mark.at for track in self.tracks.values() for mark in track.marks), default=0.0)

    def note(self, laid: int, phrase: Phrase | None = None, shape: frozenset[tuple[int, int]] = frozenset()) -> None:
        """The runner has so many letters on the mat now."""
        if self.runner is not None and self.phase == RUNNING:
            self.tracks[self.runner].marks.append(Mark(self.elapsed, laid, phrase, shape))

    def finish(self, claim: Any) -> None:
        """The runner says "Fertig!" with a sound crossword."""
        assert self.runner is not None
        self.claims[self.runner] = claim
        self.tracks[self.runner].finish = self.elapsed
        self._leave()

    def give_up(self) -> None:
        """The runner stops without a crossword."""
        if self.phase in (RUNNING, PAUSED):
            self._leave()

    def _leave(self) -> None:
        """The next of the people is called to the mat; after the last one the race is over."""
        del self.waiting[:1]
        self.runner = self.waiting[0] if self.waiting else None
        self.phase = READY if self.waiting else OVER

    # --- what is seen ---

    def laid(self, seat: int) -> int:
        """How many letters of a seat lie now."""
        return self.seen(seat).laid

    def seen(self, seat: int) -> Mark:
        """What is seen of a seat now."""
        track = self.tracks.get(seat)
        return track.seen(self.elapsed) if track is not None else NOTHING

    def finished(self, seat: int) -> bool:
        track = self.tracks.get(seat)
        return track is not None and track.finish is not None and track.finish <= self.elapsed

    def order(self) -> list[int]:
        """The seats as they lie in the race: who has finished, by time; then who has most letters on the mat."""
        def rank(seat: int) -> tuple[float, ...]:
            if self.finished(seat):
                return 0, self.tracks[seat].finish or 0.0, seat
            return 1, -self.laid(seat) / max(1, self.letters[seat]), seat
        return sorted(range(len(self.letters)), key=rank)

    def log(self) -> list[tuple[float, int, Phrase]]:
        """What was said so far, the newest first: (seconds, seat, what)."""
        rows = [(mark.at, seat, mark.phrase) for seat, track in self.tracks.items() for mark in track.marks
                if mark.phrase is not None and mark.at <= self.elapsed]
        return sorted(rows, key=lambda row: -row[0])
