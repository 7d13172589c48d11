"""The triangular lattice on the screen: vertices, cells and pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from game.boards.kit.view import View
from rules.kit.lattice import Cell, Vertex, corners, point

ROOT3 = math.sqrt(3) / 2


class Lattice(View[Cell]):
    """Triangular cells; the origin is the pixel of vertex (0, 0)."""

    def sibling(self, area: pygame.Rect, smallest: int, largest: int) -> Lattice:
        return Lattice(area, smallest, largest)

    def pixel(self, vertex: Vertex) -> tuple[float, float]:
        x, y = point(vertex)
        return self.origin[0] + x * self.side, self.origin[1] - y * self.side

    def polygon(self, cell: Cell) -> tuple[tuple[float, float], ...]:
        return tuple(self.pixel(vertex) for vertex in corners(cell))

    def rect(self, cell: Cell) -> pygame.Rect:
        points = self.polygon(cell)
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        return pygame.Rect(round(left), round(top), round(self.side), round(self.side * ROOT3))

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the centre of gravity of a cell, in pixels."""
        points = self.polygon(cell)
        return round(sum(p[0] for p in points) / 3), round(sum(p[1] for p in points) / 3)

    def cell_at(self, pos: tuple[float, float]) -> Cell:
        v = (self.origin[1] - pos[1]) / (self.side * ROOT3)
        u = (pos[0] - self.origin[0]) / self.side - v / 2
        x, y = math.floor(u), math.floor(v)
        return Cell(x, y, (u - x) + (v - y) < 1)

    def _bounds(self, cells: Iterable[Cell]) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top, in sides of a cell."""
        points = [point(vertex) for cell in cells for vertex in corners(cell)] or [(0.0, 0.0), (1.0, 0.87)]
        return (min(p[0] for p in points), min(p[1] for p in points), max(p[0] for p in points),
                max(p[1] for p in points))

    def wanted(self, cells: Iterable[Cell]) -> tuple[int, tuple[float, float]]:
        left, bottom, right, top = self._bounds(cells)
        wide, high = right - left + 2.0, top - bottom + 2 * ROOT3
        side = min(self.area.w / wide, self.area.h / high)
        side = max(self.smallest, min(self.largest, int(side) // 4 * 4))
        cx, cy = (left + right) / 2, (bottom + top) / 2
        return side, (self.area.centerx - cx * side, self.area.centery + cy * side)


def ring_points(centre: tuple[float, float], side: float) -> list[tuple[float, float]]:
    """Return the corners of a hexagon of that side."""
    return [(centre[0] + side * math.cos(math.radians(60 * i)),
             centre[1] - side * math.sin(math.radians(60 * i)))
            for i in range(6)]
