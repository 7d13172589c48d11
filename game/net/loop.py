"""A thread with its own event loop, in which the network runs beside the window."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

QUIET = logging.getLogger("dominothek.net")
"""A silent logger, for libraries that would log every failed connection to stderr."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False
logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns about connections that break during a write

OPENED_AT_ONCE = 16
"""So many connections are opened at the same time; of hundreds at once, all would time out together."""
T = TypeVar("T")
P = ParamSpec("P")


class LoopThread:
    """An event loop in a daemon thread; call `open` and `close` from any other thread."""

    def __init__(self, name: str):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._is_settled = False
        self.opening = asyncio.Semaphore(OPENED_AT_ONCE)

    def open(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            pending = asyncio.all_tasks(self._loop)
            for task in pending:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    def settle(self) -> None:
        """Exempt all objects from garbage collection until `close`; a collection costs about 50 moves."""
        if not gc.get_freeze_count():
            self._is_settled = True
            gc.collect()
            gc.freeze()

    @property
    def is_open(self) -> bool:
        return self._thread.is_alive()

    def call(self, function: Callable[P, object], *args: P.args, **named: P.kwargs) -> None:
        """Schedule a function in the loop; do nothing once the loop has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(lambda: function(*args, **named))

    def run(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine in the loop; return a future."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self, seconds: float = 5.0) -> None:
        """Stop the loop and wait for its thread, at most `seconds`."""
        if self._thread.is_alive():
            self.call(self._loop.stop)
            self._thread.join(seconds)
        if self._is_settled:
            self._is_settled = False
            gc.unfreeze()
