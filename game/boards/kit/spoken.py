"""The board of a game in words, for `--speak` and the panel that shows the table as text.

The usual words do for every game; a game says more by its own subclass, named in `Table.words_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.boards.kit.base import Target


class TableWords:
    """What lies on a table, what is held, and what a place would bring."""

    unit = "spoken.points"
    """The text key of what is counted: `{points}`, with its sign, and `n`, without, for the plural."""

    def __init__(self, table: Any):
        self.table = table

    def say(self, key: str, **values: Any) -> str:
        return self.table.say(key, **values)

    def board(self) -> list[str]:
        """What lies there."""
        return []

    def hand(self, seat: int) -> list[str]:
        """What the seat holds."""
        return []

    def piece_name(self, piece: Any) -> str:
        """A piece as the rules name it."""
        return str(piece)

    def origin(self, place: Any) -> str:
        """Where a piece was turned up."""
        return str(place)

    def place(self, target: Target) -> str:
        """Where a target is."""
        return ""

    def aimed(self, piece: Any, target: Target, at: int, of: int) -> list[str]:
        """A place that was chosen with the keys: which of how many, where, what it would bring."""
        preview = " ".join(text for text, _ in self.table.preview(piece, target))
        return [self.say("spoken.place", at=at, of=of), self.place(target), preview]
