"""The own page of a game in the result, in place of points by kind, best move and curve."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import pygame

from game.data.seat_colours import SeatLook
from game.ui.grammar import Who
from game.ui.paper.report import Fact
from game.ui.text import Texts
from game.ui.widgets.base import Host
from rules.session import Session
from rules.worker import Question


class ResultScreen(Host, Protocol):
    """The screen after a round, as the page of a game sees it."""

    @property
    def session(self) -> Session: ...

    @property
    def company(self) -> Sequence[SeatLook]:
        """Colour and face of every seat."""

    @property
    def texts(self) -> Texts: ...

    @property
    def viewer(self) -> int:
        """The seat whose result it is: the first human's."""

    def px(self, length: float) -> int: ...

    def who(self, *seats: int) -> Who:
        """Return players as a value of a text."""

    def facts(self) -> list[Fact]:
        """Return time, series and streak of the game that is over."""

    def ask(self, question: Question, values: tuple[object, ...], then: Callable[[object], None]) -> None:
        """Ask the thinking process while this screen is the top one; a failure is answered with None."""


class ResultPage(ABC):
    """Builds the page for every layout of the window; it is made once for a result."""

    explains_defeats: ClassVar[bool] = False
    """Whether a loser will want to see why: the review then comes before the rematch."""

    def __init__(self, screen: ResultScreen):
        self.screen = screen

    @abstractmethod
    def build(self, frame: pygame.Rect) -> None:
        """Paint the page onto the ground of the screen, and add its widgets."""

    def enter(self) -> None:
        """React to the screen being on top: the time to ask the thinking process."""

    def note(self) -> str:
        """Return what there is to say beside the button for the rematch: who begins."""
        return ""


@dataclass(frozen=True)
class Course:
    """How the game went, for the curve of the usual result: a line of values for every seat."""

    caption: str
    values: list[list[int]]
    step: Callable[[int], str]
    """Returns the label below value number n."""
