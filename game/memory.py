"""Give memory back to the system after a scene was closed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Collect garbage: scenes form reference cycles, and surfaces do not trigger the collector."""
    gc.collect()
    _trim()()


@cache
def _trim() -> Callable[[], object]:
    """Return glibc's `malloc_trim`, which gives freed heap memory back to the system (no-op elsewhere)."""
    if sys.platform.startswith("linux"):
        import ctypes  # noqa: PLC0415 - not needed for the first frame

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None


def used() -> float:
    """Return the memory of this process in MB, as the system counts it; 0 where it does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return 0.0
