"""The line to the thinking process: asks, fetches answers, drops stale ones, restarts it if it dies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Thinker:
    """One long-lived process, started when first needed."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Any = None
        self._number = 0
        self._waiting: dict[int, Callable[[Any], None]] = {}

    def start(self) -> None:
        """Start the process ahead of the first question (it takes a moment)."""
        if self._process is not None and self._process.is_alive():
            return
        import multiprocessing

        from rules.worker import serve

        context = multiprocessing.get_context("spawn")
        self._line, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other,), daemon=True, name="thinking")
        self._process.start()
        other.close()

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        """Put a question; `then` gets the answer from `poll`. Earlier questions are dropped."""
        self._waiting.clear()
        self._number += 1
        self._waiting[self._number] = then
        self._send((self._number, function, arguments))

    def cancel(self) -> None:
        """Nobody waits for an answer any more."""
        if self._waiting:
            self._waiting.clear()
            self._number += 1
            if self._process is not None and self._process.is_alive():
                self._send((self._number, "", ()))

    @property
    def busy(self) -> bool:
        return bool(self._waiting)

    def poll(self) -> None:
        """Hand out the answers that have come; called once a frame."""
        if self._line is None:
            return
        try:
            while self._line.poll():
                number, result, fault = self._line.recv()
                then = self._waiting.pop(number, None)
                if then is not None:
                    then(result if not fault else Failed(fault))
        except (EOFError, OSError):
            self._lost()

    def stop(self) -> None:
        if self._process is not None and self._process.is_alive():
            try:
                self._line.send(None)
            except OSError:
                pass
            self._process.join(0.3)
            if self._process.is_alive():
                self._process.terminate()
        self._process = self._line = None

    def _send(self, request: Any) -> None:
        self.start()
        try:
            self._line.send(request)
        except OSError:
            self._process = None
            self.start()
            self._line.send(request)

    def _lost(self) -> None:
        """The process died: whoever waits is told, the next question starts a new one."""
        self._process = self._line = None
        waiting, self._waiting = self._waiting, {}
        for then in waiting.values():
            then(Failed("the thinking process ended"))


class Failed:
    """An answer that could not be had."""

    def __init__(self, reason: str):
        self.reason = reason


class Direct:
    """The same interface, answering at once in this process: for tests and pictures."""

    busy = False

    def start(self) -> None: ...

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        from importlib import import_module

        module, _, name = function.partition(":")
        then(getattr(import_module(module), name)(*arguments, stop=lambda: False))

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...
