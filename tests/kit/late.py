"""Test doubles for thinking that answer late, on request, even cancelled and replaced questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.thinking import Thinker


@dataclass(frozen=True)
class Question:
    """A question and its callback."""

    function: str
    arguments: tuple[Any, ...]
    then: Callable[[Any], None]


class LateThinker:
    """Replaces `app.thinker`; answers nothing before `answer` is called."""

    busy = False

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def start(self) -> None: ...

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        self.asked.append(Question(function, arguments, then))

    def answer(self, result: Any, question: int = -1) -> None:
        """Answer a question, by default the latest one."""
        self.asked[question].then(result)

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...


class LateWorker:
    """Replaces the thinking process behind a real `Thinker`; both its process and its line."""

    pid = None

    def __init__(self) -> None:
        self.requests: list[tuple[int, str, tuple[Any, ...]]] = []
        """The requests in order of arrival; a cancellation is a request without a function."""
        self._answers: deque[tuple[int, Any, str]] = deque()
        self._alive = True

    @classmethod
    def thinker(cls) -> tuple[Thinker, LateWorker]:
        """Make a thinker with such a worker."""
        worker = cls()
        return Thinker(lambda: (worker, worker)), worker

    def answer(self, result: Any, request: int = -1) -> None:
        """Answer a request, by default the latest one."""
        self._answers.append((self.requests[request][0], result, ""))

    # --- the line ---

    def send(self, request: Any) -> None:
        if request is not None:
            self.requests.append(request)

    def poll(self) -> bool:
        return bool(self._answers)

    def recv(self) -> Any:
        return self._answers.popleft()

    def close(self) -> None: ...

    # --- the process ---

    def is_alive(self) -> bool:
        return self._alive

    def join(self, timeout: float | None = None) -> None: ...

    def kill(self) -> None:
        self._alive = False
