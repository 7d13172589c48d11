"""The view of an unbounded board: the size of a cell, panning, zooming, and fitting a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

import pygame

C = TypeVar("C")
"""Names a cell of the board."""


class View(ABC, Generic[C]):
    """A window on an unbounded board. Subclasses define the shape of its cells."""

    def __init__(self, area: pygame.Rect, smallest: int, largest: int):
        self.area = area
        self.smallest, self.largest = smallest, max(smallest, largest)
        self.side = self.largest
        """The length of a side of a cell, in pixels."""
        self.origin = (float(area.centerx), float(area.centery))
        """The pixel of the point (0, 0) of the board."""
        self.manual = False
        """True once the player has panned the board; it is not fitted again until the player asks for it."""

    @abstractmethod
    def rect(self, cell: C) -> pygame.Rect:
        """Return the bounding box of a cell, in pixels."""

    @abstractmethod
    def polygon(self, cell: C) -> tuple[tuple[float, float], ...]:
        """Return the corners of a cell, in pixels."""

    @abstractmethod
    def cell_at(self, pos: tuple[float, float]) -> C:
        """Return the cell under a pixel."""

    @abstractmethod
    def wanted(self, cells: Iterable[C]) -> tuple[int, tuple[float, float]]:
        """Return side and origin at which the cells fit, with a margin of one piece all around."""

    @abstractmethod
    def sibling(self, area: pygame.Rect, smallest: int, largest: int) -> View[C]:
        """Make another view of the same kind, e.g. for a small map."""

    def fits(self, cells: Iterable[C]) -> bool:
        """Return whether all cells are in view."""
        rects = [self.rect(cell) for cell in cells]
        return not rects or self.area.contains(rects[0].unionall(rects[1:]))

    def view(self, side: int, origin: tuple[float, float]) -> None:
        """Use another side and origin."""
        self.side, self.origin = side, origin

    def push(self, dx: float, dy: float) -> None:
        """Pan the board by (`dx`, `dy`) pixels."""
        self.origin = (self.origin[0] + dx, self.origin[1] + dy)
        self.manual = True

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        """Scale around a pixel. Return False if the limit is reached."""
        side = round(self.side * (1.15 ** steps)) // 4 * 4
        side = max(self.smallest, min(round(self.largest * 1.3), side))
        if side == self.side:
            return False
        factor = side / self.side
        self.origin = (pos[0] - (pos[0] - self.origin[0]) * factor,
                       pos[1] - (pos[1] - self.origin[1]) * factor)
        self.side = side
        self.manual = True
        return True
