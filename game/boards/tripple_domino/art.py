"""The pictures on the boxes of Tripple Domino and of its solitaire: triangles around a point."""

from __future__ import annotations

import math

import pygame

from game.boards.triangles.lattice import Lattice, ring_points
from game.draw import shapes
from game.draw.triangle import IVORY, ROSE, number_triangle
from rules.kit.lattice import around, corners

NUMBERS = [1, 4, 5, 3, 2, 0]
"""At the corners of the hexagon."""


def paint_bridge(surface: pygame.Surface, k: float) -> None:
    """Paint a bridge about to be closed; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 76 * k
    centre = (w / 2 + 6 * k, h / 2 + 14 * k)
    _paint_ring(surface, side, centre, NUMBERS, 5, 0, IVORY)
    gap = [(centre[0] + side * math.cos(a), centre[1] - side * math.sin(a))
           for a in (math.pi / 3, 2 * math.pi / 3)]
    points = tuple((round(x), round(y)) for x, y in (*gap, centre))
    glow, left, top = shapes.outline_glow(points, "#ff9a62", round(7 * k), 0.8, 2.5 * k, 0.2, 8 * k)
    surface.blit(glow, (left, top))
    lifted = number_triangle("455", round(side * 1.05), False, lifted=True)
    image = pygame.transform.rotozoom(lifted.image, 12, 1)
    surface.blit(image, image.get_rect(center=(round(centre[0] - 16 * k), round(centre[1] - 60 * k))))


def paint_hexagon(surface: pygame.Surface, k: float) -> None:
    """Paint a hexagon; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 82 * k
    centre = (w / 2, h / 2 + 2 * k)
    _paint_ring(surface, side, centre, NUMBERS, 5, None, ROSE)
    points = tuple((round(x), round(y)) for x, y in ring_points(centre, side))
    glow, left, top = shapes.outline_glow(points, "#ff9db0", round(9 * k), 0.86, 3.5 * k, 0, 12 * k)
    surface.blit(glow, (left, top))


def _paint_ring(surface: pygame.Surface, side: float, centre: tuple[float, float], numbers: list[int],
                hub: int, skip: int | None, base: str) -> None:
    """Paint six tiles around a point; `skip` leaves one out."""
    view = Lattice(surface.get_rect(), 10, 400)
    view.view(round(side), centre)
    ring = dict(zip([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], numbers, strict=True))
    ring[(0, 0)] = hub
    cells = [cell for i, cell in enumerate(around((0, 0))) if i != skip]
    for cell in sorted(cells, key=lambda c: -c.y):
        made = number_triangle("".join(str(ring[v]) for v in corners(cell)), round(side), cell.up, base=base)
        rect = view.rect(cell)
        surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))


SCENES = {"tripple_domino": paint_bridge, "tripple_solitaire": paint_hexagon}
