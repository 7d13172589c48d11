"""The picture on the box of Turris: a tower of both woods."""

from __future__ import annotations

import pygame

from game.draw import shapes
from game.draw.block import CHERRY, MAPLE
from game.draw.tower import View, draw_fine
from rules.games.turris.faces import squares_of

WOODS = (MAPLE, CHERRY)
YAW, PITCH = -32.0, 24.0


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


SCENES = {"turris": paint}
