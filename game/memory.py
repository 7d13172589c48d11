"""Memory that a game no longer needs goes back to the system; used by the program whenever a scene has left."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Scenes, their widgets and what these do know each other: only a collection ends them, and pictures, which
    are not counted as Python's own, never call for one."""
    gc.collect()
    _trim()()


@cache
def _trim() -> Callable[[], object]:
    """The C library of Linux keeps what was freed in the middle of its heap until it is told not to."""
    if sys.platform.startswith("linux"):
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None
