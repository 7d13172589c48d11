"""A board as speech: the sentences of `--speak` and of the text panel. Games add subclasses."""

from __future__ import annotations

from typing import Generic, TypeVar

from game.boards.kit.part import H, Part
from game.boards.kit.targets import Preview, Target

M = TypeVar("M")
P = TypeVar("P")


class BoardSpeech(Part[H], Generic[H, M, P]):
    """Puts the board, the hand and the place that is aimed at into sentences."""

    unit = "spoken.points"
    """The text key of a score: `{points}` with its sign, and `n` without it for the plural."""

    def board(self) -> list[str]:
        """Describe the pieces on the board."""
        return []

    def hand(self, seat: int) -> list[str]:
        """Describe the hand of a seat."""
        return []

    def piece_name(self, piece: P) -> str:
        """Name a piece as the rules do."""
        return str(piece)

    def origin(self, place: object) -> str:
        """Name the place where a hidden piece was turned up."""
        return str(place)

    def place(self, target: Target[M]) -> str:
        """Name the place of a target."""
        return ""

    def aimed(self, target: Target[M], at: int, of: int, preview: Preview) -> list[str]:
        """Describe a target chosen with the keys: its number, its place, and its score."""
        return [self.say("spoken.place", at=at, of=of), self.place(target),
                " ".join(text for text, _ in preview)]
