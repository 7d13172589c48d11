"""Pictures of whole towers: the one on the box of Turris, and that of a move."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.draw import shapes
from game.draw.block import CHERRY, MAPLE
from game.draw.svg import Colour
from game.draw.tower import Cells, Cube, View, draw_fine, hull
from rules.games.turris.faces import squares_of

WOODS = (MAPLE, CHERRY)
YAW, PITCH = -32.0, 24.0
FILLED = 0.84
"""The share of a picture that its tower fills, in the direction in which it fills more."""


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    blocks = [("V", 0, 0, 0, 0), ("V", 1, 0, 0, 1), ("V", 2, 0, 0, 0), ("V", 2, 1, 0, 1),
              ("V", 2, 2, 0, 0),
              ("V", 0, 1, 0, 1), ("V", 1, 1, 0, 0), ("V", 0, 2, 0, 0), ("V", 1, 2, 0, 1),
              ("X", 0, 0, 2, 1),
              ("V", 2, 0, 2, 0), ("V", 2, 1, 2, 1), ("Y", 0, 1, 2, 0), ("V", 1, 1, 2, 0),
              ("V", 2, 2, 2, 1),
              ("V", 0, 0, 3, 0), ("V", 1, 1, 4, 1), ("V", 2, 1, 4, 0)]
    cells = {square: (i, WOODS[colour]) for i, (way, x, y, z, colour) in enumerate(blocks)
             for square in squares_of(way, x, y, z)}
    shapes.draw_soft_box(surface, (w / 2 - 70 * k, h / 2 + 52 * k, 150 * k, 40 * k), 20 * k, "#000000",
                         0.6, 10 * k)
    surface.blit(draw_fine((w, h), cells, View(YAW, PITCH, 27 * k, (w / 2 - 2 * k, h / 2 + 70 * k))),
                 (0, 0))


def tower_picture(cells: Cells, marked: Collection[Cube], colour: Colour,
                  size: tuple[int, int]) -> pygame.Surface:
    """Return a tower that fills most of a picture, with an outline around a block."""
    corners = hull(cells, View(YAW, PITCH, 1.0, (0.0, 0.0)))
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    unit = FILLED * min(size[0] / (right - left), size[1] / (bottom - top))
    view = View(YAW, PITCH, unit, (size[0] / 2 - unit * (left + right) / 2,
                                   size[1] / 2 - unit * (top + bottom) / 2))
    picture = draw_fine(size, cells, view)
    points = tuple((round(x), round(y)) for x, y in hull(marked, view))
    ring, x, y = shapes.outline_glow(points, colour, 3, 0.7, 2.5, 0, 3)
    picture.blit(ring, (x, y))
    return picture


SCENES = {"turris": paint}
