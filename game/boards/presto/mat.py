"""Editing a crossword on the mat: undo, and dragging a whole word."""

from __future__ import annotations

from collections.abc import Iterable

from game.boards.letters.draft import Draft, Laid, Square
from rules.words.placement import Run


class MatHistory:
    """Stores the draft before every change."""

    def __init__(self, draft: Draft):
        self._draft = draft
        self._now: Laid = {}
        self._earlier: list[Laid] = []

    def __bool__(self) -> bool:
        return bool(self._earlier)

    def note(self) -> None:
        """Record the draft if it has changed."""
        now = self._draft.copy()
        if now != self._now:
            self._earlier.append(self._now)
            self._now = now

    def undo(self) -> None:
        """Restore the draft before the last change."""
        self._now = self._earlier.pop()
        self._draft.restore(self._now)

    def forget(self) -> None:
        self._now, self._earlier = {}, []


class WordDrag:
    """Moves all letters of a word together."""

    def __init__(self, draft: Draft):
        self._draft = draft
        self._word: Laid = {}
        self._at = (0, 0)

    def lift(self, square: Square, runs: Iterable[Run]) -> bool:
        """Take the longest run through a square; return False if there is none."""
        run = max((run for run in runs if square in run.squares), key=lambda run: len(run.word), default=None)
        if run is None:
            return False
        lying = self._draft.copy()
        self._word, self._at = {at: lying[at] for at in run.squares}, square
        return True

    def move(self, square: Square) -> bool:
        """Move the word along if all its new squares are free; return True if it moved."""
        dx, dy = square[0] - self._at[0], square[1] - self._at[1]
        if not self._word or (dx, dy) == (0, 0):
            return False
        rest = {at: entry for at, entry in self._draft.copy().items() if at not in self._word}
        moved = {(x + dx, y + dy): entry for (x, y), entry in self._word.items()}
        if moved.keys() & rest.keys():
            return False
        self._draft.restore({**rest, **moved})
        self._word, self._at = moved, square
        return True

    def release(self) -> bool:
        """Release the word. Return False if none was held."""
        held, self._word = bool(self._word), {}
        return held
