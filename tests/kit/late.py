"""Thinking doubles that answer late: when the test says so, also questions that were cancelled or replaced.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.thinking import Thinker


@dataclass(frozen=True)
class Question:
    """What was asked, and who waits for the answer."""

    function: str
    arguments: tuple[Any, ...]
    then: Callable[[Any], None]


class LateThinker:
    """Takes the place of `app.thinker`; nothing is answered before `answer` is called."""

    busy = False

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def start(self) -> None: ...

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        self.asked.append(Question(function, arguments, then))

    def answer(self, result: Any, question: int = -1) -> None:
        """Answer a question, the latest one unless another is named by its index."""
        self.asked[question].then(result)

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...


class LateWorker:
    """Takes the place of the thinking process behind a real `Thinker`; both its process and its line."""

    pid = None

    def __init__(self) -> None:
        self.requests: list[tuple[int, str, tuple[Any, ...]]] = []
        """The questions in the order of their arrival; cancelling arrives as one without a function."""
        self._answers: deque[tuple[int, Any, str]] = deque()
        self._alive = True

    @classmethod
    def thinker(cls) -> tuple[Thinker, LateWorker]:
        """Make a thinker with such a worker."""
        worker = cls()
        return Thinker(lambda: (worker, worker)), worker

    def answer(self, result: Any, request: int = -1) -> None:
        """Answer a request, the latest one unless another is named by its index."""
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
