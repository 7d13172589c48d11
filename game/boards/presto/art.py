"""The picture on the box of Presto: letters in a hurry."""

from __future__ import annotations

import pygame

from game.draw import shapes
from game.draw.letter import letter

LETTERS = (("P", -1.35, -0.62, 12), ("R", -0.1, -0.82, -7), ("E", 1.15, -0.55, 9), ("S", -1.0, 0.72, -9),
       ("T", 0.28, 0.86, 6), ("O", 1.55, 0.68, 13))
STREAKS = ((-1.98, -0.78, 0.3), (-2.0, -0.5, 0.44), (-1.62, 0.55, 0.36), (-1.66, 0.83, 0.5))
"""Speed lines behind the letters: right end and length of each, in sides of a letter."""


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 44 * 1.28 * k
    for x, y, long in STREAKS:
        shapes.draw_box(surface, (w / 2 + (x - long) * side, h / 2 + y * side, long * side, 3.4 * k),
                        1.7 * k, "#ffffff", 0.42)
    for mark, x, y, angle in LETTERS:
        made = letter(mark, round(side))
        turned = pygame.transform.rotozoom(made.image, angle, 1)
        surface.blit(turned, turned.get_rect(center=(w / 2 + x * side, h / 2 + y * side)))


SCENES = {"presto": paint}
