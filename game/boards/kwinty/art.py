"""The picture on the box of Kwinty: a wall of both woods."""

from __future__ import annotations

import pygame

from game.draw.block import EBONY, MAPLE, block

WOODS = (MAPLE, EBONY)


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    u = round(37 * k)
    wall = [("H", 0, 0, 0), ("H", 2, 0, 1), ("H", 4, 0, 0), ("V", 0, 1, 1), ("H", 1, 1, 0),
            ("V", 3, 1, 1),
            ("V", 4, 1, 0), ("V", 5, 1, 1), ("H", 1, 2, 1), ("V", 0, 3, 0), ("H", 3, 3, 0),
            ("V", 1, 3, 1)]
    left, ground = w / 2 - 3 * u, h / 2 + 2.45 * u
    for i, (way, x, y, seat) in enumerate(wall):
        wide, high = (2, 1) if way == "H" else (1, 2)
        made = block(wide, high, u, WOODS[seat], i + 3)
        surface.blit(made.image,
                     (round(left + x * u) - made.pad, round(ground - (y + high) * u) - made.pad))


SCENES = {"kwinty": paint}
