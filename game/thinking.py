"""The line to the thinking process: asks, fetches answers, drops stale ones, restarts it if it dies."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TRIES = 3
"""So often a question is put before its answer is given up: the process may die by a fault of the machine."""
PATIENCE = 120.0
"""Seconds without an answer after which the process is taken for dead; no bot thinks nearly as long."""


class Thinker:
    """One long-lived process, started when first needed and again whenever it has died."""

    def __init__(self) -> None:
        self.process: Any = None
        self._line: Any = None
        self._number = 0
        self._question: _Question | None = None

    def start(self) -> None:
        """Start the process ahead of the first question (it takes a moment)."""
        if self.process is not None and self.process.is_alive():
            return
        import multiprocessing

        from rules.worker import serve

        self._drop()
        context = multiprocessing.get_context("spawn")
        self._line, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other,), daemon=True, name="thinking")
        self.process.start()
        other.close()

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        """Put a question; `then` gets the answer from `poll`. Earlier questions are dropped."""
        self._number += 1
        self._question = _Question((self._number, function, arguments), then)
        self._put()

    def cancel(self) -> None:
        """Nobody waits for an answer any more."""
        if self._question is not None:
            self._question = None
            self._number += 1
            if self.process is not None and self.process.is_alive():
                try:
                    self._line.send((self._number, "", ()))
                except OSError:
                    self._drop()

    @property
    def busy(self) -> bool:
        return self._question is not None

    def poll(self) -> None:
        """Hand out the answer if it has come; called once a frame."""
        if self._line is None:
            if self._question is not None:
                self._lost("the thinking process could not be started")
            return
        try:
            while self._line is not None and self._line.poll():
                number, result, fault = self._line.recv()
                question = self._question
                if question is not None and number == question.request[0]:
                    self._question = None
                    question.then(Failed(fault) if fault else result)
        except (EOFError, OSError):
            self._lost("the thinking process ended")
            return
        if self._question is not None and time.monotonic() - self._question.asked > PATIENCE:
            self._lost("the thinking process did not answer")

    def stop(self) -> None:
        if self.process is not None and self.process.is_alive():
            try:
                self._line.send(None)
            except OSError:
                pass
            self.process.join(0.3)
        self._drop()
        self._question = None

    def _put(self) -> None:
        """Send the question to a process that is alive."""
        question = self._question
        assert question is not None
        question.tries += 1
        question.asked = time.monotonic()
        try:
            self.start()
            self._line.send(question.request)
        except OSError:
            self._drop()  # the next poll finds nobody there and tries again

    def _lost(self, reason: str) -> None:
        """The process is gone: another one gets the question, until that has failed too often."""
        self._drop()
        question = self._question
        if question is None:
            return
        if question.tries < TRIES:
            self._put()
            return
        self._question = None
        question.then(Failed(reason))

    def _drop(self) -> None:
        process, line = self.process, self._line
        self.process = self._line = None
        if line is not None:
            line.close()
        if process is not None and process.is_alive():
            process.kill()


@dataclass
class _Question:
    """What is being thought about: number, function, arguments; who waits; how often and when it was put."""

    request: tuple[int, str, tuple[Any, ...]]
    then: Callable[[Any], None]
    tries: int = 0
    asked: float = 0.0


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
