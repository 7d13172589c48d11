"""Tweens: values that run from 0 to 1 along an easing curve."""

from __future__ import annotations

import math
from collections.abc import Callable


def _out_back(t: float) -> float:
    return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2


EASES: dict[str, Callable[[float], float]] = {
    "linear": lambda t: t,
    "out_quad": lambda t: 1 - (1 - t) ** 2,
    "out_cubic": lambda t: 1 - (1 - t) ** 3,
    "in_out_cubic": lambda t: 4 * t ** 3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2,
    "in_out_sine": lambda t: (1 - math.cos(math.pi * t)) / 2,
    "out_expo": lambda t: 1.0 if t >= 1 else 1 - 2 ** (-10 * t),
    "out_back": _out_back,
}


class Tween:
    """One animation. `step` gets the eased value, `done` is called once at the end."""

    __slots__ = ("_delay", "_done", "_ease", "_ms", "_step", "_time", "alive")

    def __init__(self, ms: float, ease: str, step: Callable[[float], None],
                 done: Callable[[], None] | None = None, delay: float = 0.0):
        self._ms, self._ease, self._step, self._done, self._delay = ms, EASES[ease], step, done, delay
        self._time = 0.0
        self.alive = True

    def advance(self, ms: float) -> None:
        if not self.alive:
            return
        self._time += ms
        running = self._time - self._delay
        if running >= self._ms:
            self.finish()
        elif running > 0:
            self._step(self._ease(running / self._ms))

    def finish(self) -> None:
        """Finish the tween at once."""
        if self.alive:
            self.alive = False
            self._step(1.0)
            if self._done:
                self._done()

    def cancel(self) -> None:
        self.alive = False


def wait(ms: float, done: Callable[[], None]) -> Tween:
    """Return a tween that only calls `done` after a delay."""
    return Tween(1, "linear", lambda _: None, done, delay=ms)


class Tweens:
    """All animations of a scene."""

    def __init__(self) -> None:
        self._running: list[Tween] = []

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def add(self, tween: Tween) -> Tween:
        """Start a tween; one without duration finishes at once."""
        if tween._ms <= 0 and tween._delay <= 0:
            tween.finish()
        else:
            self._running.append(tween)
        return tween

    def advance(self, ms: float) -> None:
        for tween in list(self._running):
            tween.advance(ms)
        self._running = [tween for tween in self._running if tween.alive]

    def finish(self) -> None:
        """Finish all tweens, including those started by their callbacks."""
        for _ in range(100):
            if not self._running:
                return
            running, self._running = self._running, []
            for tween in running:
                tween.finish()

    def cancel(self) -> None:
        for tween in self._running:
            tween.cancel()
        self._running = []
