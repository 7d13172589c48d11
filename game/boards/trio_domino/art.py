"""The picture on the box of Trio-Domino: coloured triangles in a double row."""

from __future__ import annotations

import pygame

from game.boards.triangles.lattice import Lattice
from game.draw.triangle import coloured_triangle
from rules.kit.lattice import Cell


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    view = Lattice(surface.get_rect(), 10, 400)
    view.view(round(88 * k), (w / 2 - 54 * k, h / 2 + 76 * k))
    colours = "RBG"
    for i, x in enumerate(range(-2, 4)):
        for y in (1, 0):
            for up in (True, False):
                shift = i + y + (0 if up else 1)
                marks = "".join(f"{colours[(shift + j) % 3]}{(i * 2 + j + y) % 3}" for j in range(3))
                cell = Cell(x - y, y, up)
                made = coloured_triangle(marks, round(view.side), up, aid=False)
                rect = view.rect(cell)
                surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))


SCENES = {"trio_domino": paint}
