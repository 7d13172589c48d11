"""The connection to the thinking process: sends questions, drops stale answers, restarts it if it dies."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rules.kit.skill import SECONDS

if TYPE_CHECKING:
    from rules.worker import Question, Request

TRIES = 3
"""How often a question is sent before it is given up: the process may die by a fault of the machine."""
GRACE = 6.0
"""Seconds after the thinking time of a level after which the process is considered dead."""
STARTING = 8.0
"""Seconds that a new process may need for its first answer besides."""
LONGEST = 120.0
"""Seconds for the questions whose answer is computed and has no time of its own."""


class Process(Protocol):
    """The thinking process, as `Thinker` uses it."""

    @property
    def pid(self) -> int | None: ...
    def is_alive(self) -> bool: ...
    def join(self, timeout: float | None = None) -> None: ...
    def kill(self) -> None: ...


class Line(Protocol):
    """The connection to the process: requests out, (number, result, fault) in."""

    def send(self, request: Any) -> None: ...
    def poll(self) -> bool: ...
    def recv(self) -> Any: ...
    def close(self) -> None: ...


def start_process() -> tuple[Process, Line]:
    """Start a process that answers questions."""
    import multiprocessing  # noqa: PLC0415 - slow to import, and not needed before the first game

    from rules.worker import serve  # noqa: PLC0415 - as above

    context = multiprocessing.get_context("spawn")
    line, other = context.Pipe()
    process = context.Process(target=serve, args=(other,), daemon=True, name="thinking")
    process.start()
    other.close()
    return process, line


class Thinker:
    """One long-lived process, started when first needed and again whenever it has died."""

    def __init__(self, connect: Callable[[], tuple[Process, Line]] = start_process) -> None:
        self.process: Process | None = None
        self._connect = connect
        self._line: Line | None = None
        self._number = 0
        self._question: _Question | None = None
        self._answered = False
        """Whether the present process has answered before."""
        self._wanted = False
        """Whether the next `poll` starts a process."""

    @property
    def _alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def start(self) -> None:
        """Have the process started by the next `poll`: it takes a moment, for which no table should wait."""
        self._wanted = not self._alive

    def ask(self, function: Question, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        """Ask a question; `poll` calls `then` with the answer. Earlier questions are dropped."""
        self._number += 1
        self._question = _Question((self._number, function, arguments), then)
        if not self._wanted:
            self._put()

    def cancel(self) -> None:
        """Cancel the pending question."""
        if self._question is not None:
            self._question = None
            self._number += 1
            if self._line is not None and self._alive:
                try:
                    self._line.send((self._number, None, ()))
                except OSError:
                    self._drop()

    @property
    def busy(self) -> bool:
        return self._question is not None

    def poll(self) -> None:
        """Hand out the answer to the pending question, if any; drop older ones. Called once a frame."""
        if self._wanted:
            self._begin()
        if self._question is None:
            return  # old answers may wait in the line until the next question
        if self._line is None:
            self._lost("the thinking process could not be started")
            return
        try:
            while self._line is not None and self._line.poll():
                number, result, fault = self._line.recv()
                self._answered = True
                question = self._question
                if question is not None and number == question.request[0]:
                    self._question = None
                    question.then(Failed(fault) if fault else result)
        except (EOFError, OSError):
            self._lost("the thinking process ended")
            return
        if self._question is not None and time.monotonic() - self._question.asked > self._patience():
            self._lost("the thinking process did not answer")

    def stop(self) -> None:
        """End the process and forget the pending question."""
        if self.process is not None and self._line is not None and self.process.is_alive():
            with suppress(OSError):
                self._line.send(None)
            self.process.join(0.3)
        self._drop()
        self._question, self._wanted = None, False

    def _patience(self) -> float:
        """Return the seconds to wait for the answer to the pending question."""
        assert self._question is not None
        _, function, arguments = self._question.request
        if function != "bot_move" or len(arguments) < 2:
            return LONGEST
        seconds = SECONDS.get(str(arguments[1]), 0.0) + GRACE
        return seconds if self._answered else seconds + STARTING

    def _begin(self) -> None:
        """Start the process that `start` asked for, and send it what was asked meanwhile."""
        self._wanted = False
        if self._question is not None:
            self._put()
        else:
            with suppress(OSError):  # the first question tries again
                self._run()

    def _run(self) -> None:
        """See that there is a process."""
        if not self._alive:
            self._drop()
            self._answered = False
            self.process, self._line = self._connect()

    def _put(self) -> None:
        """Send the question to a process that is alive."""
        question = self._question
        assert question is not None
        question.tries += 1
        question.asked = time.monotonic()
        try:
            self._run()
            assert self._line is not None
            self._line.send(question.request)
        except OSError:
            self._drop()  # the next poll finds no process and tries again

    def _lost(self, reason: str) -> None:
        """Handle a dead worker: resend the question to a new one, or report failure after TRIES attempts."""
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
    """The pending question: number, function, arguments, callback, number of attempts and
    time of the last one."""

    request: Request
    then: Callable[[Any], None]
    tries: int = 0
    asked: float = 0.0


class Failed:
    """The answer to a question that could not be answered."""

    def __init__(self, reason: str):
        self.reason = reason


class Direct:
    """The same interface, answering at once in this process: for tests and screenshots."""

    busy = False

    def start(self) -> None: ...

    def ask(self, function: Question, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        from rules.worker import answer  # noqa: PLC0415 - as above

        then(answer(function, arguments, lambda: False))

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...
