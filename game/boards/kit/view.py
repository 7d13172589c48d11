"""Where an open board is on the screen: the size of a cell, pushing, zooming, and what fits into view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import pygame


class View(ABC):
    """A window on a board without bound. Subclasses know the shape of its cells."""

    def __init__(self, area: pygame.Rect, smallest: int, largest: int):
        self.area = area
        self.smallest, self.largest = smallest, max(smallest, largest)
        self.side = self.largest
        """The length of a side of a cell, in pixels."""
        self.origin = (float(area.centerx), float(area.centery))
        """Where the point (0, 0) of the board lies."""
        self.manual = False
        """The player has moved the board: it stays until it is asked to fit again."""

    @abstractmethod
    def rect(self, cell: Any) -> pygame.Rect:
        """The pixels of a cell."""

    @abstractmethod
    def polygon(self, cell: Any) -> tuple[tuple[float, float], ...]: ...

    @abstractmethod
    def cell_at(self, pos: tuple[float, float]) -> Any:
        """The cell under a pixel."""

    @abstractmethod
    def wanted(self, cells: Iterable[Any]) -> tuple[int, tuple[float, float]]:
        """Side and origin at which the position with a margin of a piece all around fits."""

    def sibling(self, area: pygame.Rect, smallest: int, largest: int) -> View:
        """Another view of the same board, e.g. a small map of it."""
        return type(self)(area, smallest, largest)

    def fits(self, cells: Iterable[Any]) -> bool:
        """Whether all of the position is in view."""
        rects = [self.rect(cell) for cell in cells]
        return not rects or self.area.contains(rects[0].unionall(rects[1:]))

    def view(self, side: int, origin: tuple[float, float]) -> None:
        self.side, self.origin = side, origin

    def push(self, dx: float, dy: float) -> None:
        self.origin = (self.origin[0] + dx, self.origin[1] + dy)
        self.manual = True

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        """Larger or smaller around a pixel; False if it is as far as it goes."""
        side = round(self.side * (1.15 ** steps)) // 4 * 4
        side = max(self.smallest, min(round(self.largest * 1.3), side))
        if side == self.side:
            return False
        factor = side / self.side
        self.origin = (pos[0] - (pos[0] - self.origin[0]) * factor, pos[1] - (pos[1] - self.origin[1]) * factor)
        self.side = side
        self.manual = True
        return True
