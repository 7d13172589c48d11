"""The queue from the thread of a connection to the thread of a window, which polls it once per frame."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from game.net.happenings import Line, LineChanged
from game.net.protocol import BadMessage
from game.ui.text import Texts
from rules.base import UnreadableMove
from rules.kit.phrases import Phrase
from rules.kit.plain import BadPlain
from rules.records import RecordFault

T = TypeVar("T")

MOST_WAITING = 500
"""Items in the queue from which on the connection reads no more: a whole game sends fewer."""
MOST_A_POLL = 100
"""Items parsed in one frame."""


class Inbox(Generic[T]):
    """Turns received texts into typed events. Call `put` from any thread, the rest from the window's.

    `read` parses a text into events; if it raises BadMessage or another parsing error, the line is closed.
    `hear` is called with each event before `line` changes and `poll` returns it.
    """

    def __init__(self, read: Callable[[str], list[T | LineChanged]], hear: Callable[[T | LineChanged], None],
                 texts: Texts):
        self.line: Line = "connecting"
        """The state of the line after the last polled event."""
        self._read, self._hear, self._texts = read, hear, texts
        self._queue: SimpleQueue[str | T | LineChanged] = SimpleQueue()
        self._next: list[str | T | LineChanged] = []
        """Items that `wait` has taken out of the queue."""

    def put(self, found: str | T | LineChanged) -> None:
        """Add a text to be parsed, or an event; what comes after the line is closed is of no use."""
        if self.line != "closed":
            self._queue.put(found)

    @property
    def is_full(self) -> bool:
        """Whether the connection must wait until the window has polled; callable from any thread."""
        return self.line != "closed" and self._queue.qsize() >= MOST_WAITING

    def wait(self, seconds: float) -> None:
        """Block until there is something to poll, at most `seconds`; for programs without a frame loop."""
        with suppress(Empty):
            self._next.append(self._queue.get(timeout=seconds))

    def poll(self) -> list[T | LineChanged]:
        """Return the next events, without waiting; none after the line is closed."""
        happened: list[T | LineChanged] = []
        for _ in range(MOST_A_POLL):
            if self.line == "closed":
                break
            try:
                found = self._next.pop(0) if self._next else self._queue.get_nowait()
            except Empty:
                break
            for one in self._happenings(found):
                self._hear(one)
                if isinstance(one, LineChanged):
                    self.line = one.line
                happened.append(one)
        return happened

    def _happenings(self, found: str | T | LineChanged) -> list[T | LineChanged]:
        try:
            if isinstance(found, LineChanged) and found.why is not None:  # perhaps in the words of the host
                return [replace(found, why=sayable(self._texts, found.why))]
            return self._read(found) if isinstance(found, str) else [found]
        except (BadMessage, BadPlain, UnreadableMove, RecordFault):
            return [LineChanged("closed", Phrase("net.closed.bad_table"))]


def sayable(texts: Texts, phrase: Phrase) -> Phrase:
    """Return a phrase of another computer if our texts can render it; raise BadMessage otherwise."""
    try:
        texts(phrase)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        raise BadMessage("a phrase that cannot be said") from None
    return phrase
