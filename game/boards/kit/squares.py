"""A view of a square grid, e.g. for letters; y grows downwards, as in the records."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from game.boards.kit.view import View

Square = tuple[int, int]


class Squares(View[Square]):
    """Square cells; the origin is the upper left corner of square (0, 0)."""

    def sibling(self, area: pygame.Rect, smallest: int, largest: int) -> Squares:
        return Squares(area, smallest, largest)

    margin = 2.0
    """Free squares around the position, half of them on each side."""

    def rect(self, cell: Square) -> pygame.Rect:
        left, top = self.origin[0] + cell[0] * self.side, self.origin[1] + cell[1] * self.side
        return pygame.Rect(round(left), round(top), round(self.side), round(self.side))

    def polygon(self, cell: Square) -> tuple[tuple[float, float], ...]:
        rect = self.rect(cell)
        return rect.topleft, rect.topright, rect.bottomright, rect.bottomleft

    def span(self, cells: Iterable[Square]) -> pygame.Rect:
        """Return the rectangle around several squares."""
        rects = [self.rect(cell) for cell in cells]
        return rects[0].unionall(rects[1:])

    def cell_at(self, pos: tuple[float, float]) -> Square:
        return (math.floor((pos[0] - self.origin[0]) / self.side),
                math.floor((pos[1] - self.origin[1]) / self.side))

    def wanted(self, cells: Iterable[Square]) -> tuple[int, tuple[float, float]]:
        squares = list(cells) or [(0, 0)]
        left, right = min(x for x, _ in squares), max(x for x, _ in squares) + 1
        top, bottom = min(y for _, y in squares), max(y for _, y in squares) + 1
        side = min(self.area.w / (right - left + self.margin), self.area.h / (bottom - top + self.margin))
        side = max(self.smallest, min(self.largest, int(side) // 4 * 4))
        cx, cy = (left + right) / 2, (top + bottom) / 2
        return side, (round(self.area.centerx - cx * side), round(self.area.centery - cy * side))

    def seen(self) -> Iterable[Square]:
        """Yield all squares that are completely in view, row by row."""
        left, top = self.cell_at(self.area.topleft)
        right, bottom = self.cell_at((self.area.right - 1, self.area.bottom - 1))
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                if self.area.contains(self.rect((x, y))):
                    yield x, y
