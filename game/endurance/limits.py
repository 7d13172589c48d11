"""Limits for an endurance run: CPU time and memory beyond which it counts as a hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLong(BaseException):
    """The time limit was reached. Not an Exception, so that no `except Exception` swallows it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLong inside the block after `seconds` of CPU time."""
    if not hasattr(signal, "setitimer"):  # Windows has no such timer
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def at_most_memory(megabytes: int) -> None:
    """Limit the memory of this process, so that absurd requests fail without harming the machine."""
    try:
        import resource  # noqa: PLC0415 - does not exist on Windows
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, resource.RLIM_INFINITY))
