"""The additional contract between a race and its board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from game.boards.kit.contract import Board, M, P, S
from game.table.host import RaceHost
from rules.kit.phrases import Phrase

Letters = Mapping[tuple[int, int], str]
"""The letters that a runner has laid, by square."""


class BuildStep(Protocol):
    """One step in the plan of a bot."""

    @property
    def letters(self) -> Letters:
        """The letters laid after this step."""

    @property
    def said(self) -> Phrase | None:
        """A line for the log, or None."""

    @property
    def done(self) -> bool:
        """Whether the bot has finished."""


class Suggestion(Protocol):
    """A hint of the engine."""

    @property
    def said(self) -> Phrase: ...


G = TypeVar("G", bound=Suggestion)
"""The hints of the game's engine."""


class RaceBoard(Board[RaceHost, S, M, P], Generic[S, M, P, G]):
    """The board of a game in which all players build at once, against the clock."""

    # --- the runner's crossword ---

    @abstractmethod
    def letters_of_seats(self) -> list[int]:
        """Return how many letters each seat has to lay."""

    @property
    @abstractmethod
    def built(self) -> Letters:
        """The letters that the runner has laid."""

    @abstractmethod
    def start_afresh(self) -> None:
        """Clear the runner's letters, before another runner, another round or the results."""

    @abstractmethod
    def refresh_start(self) -> None:
        """Update the start button. Called when the readiness of the bots has changed."""

    @property
    @abstractmethod
    def can_take_back(self) -> bool:
        """Whether there is a change of the runner to undo."""

    @abstractmethod
    def take_back(self) -> None:
        """Undo the last change of the runner."""

    @abstractmethod
    def show_suggestion(self, found: G) -> None:
        """Show a hint of the engine."""

    @abstractmethod
    def follow(self, found: G) -> None:
        """Do what the hint that is shown suggests."""

    # --- dragging several pieces at once: Shift and the left button, or the middle one ---

    def grab(self, pos: tuple[int, int]) -> bool:  # noqa: ARG002 - the default of a hook
        """Take all pieces that belong to the one at `pos`. Return True to get `drag_grabbed`."""
        return False

    def drag_grabbed(self, pos: tuple[int, int]) -> None:
        """Follow the mouse after `grab` returned True."""

    def release_grabbed(self) -> None:
        """React to the end of such a drag."""
