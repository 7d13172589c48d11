"""The picture on the box of Point-Typ-Dom: crossing words and the points of their letters."""

from __future__ import annotations

import pygame

from game.draw.letter import put_letter

LETTERS = (("T", -1.5, 0, 3), ("A", -0.5, 0, 1), ("X", 0.5, 0, 9), ("I", 1.5, 0, 1), ("E", 0.5, -1, 1),
       ("T", 0.5, 1, 3))


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 48.4 * k
    for mark, x, y, value in sorted(LETTERS, key=lambda entry: entry[2]):
        put_letter(surface, mark, w / 2 + (x - 0.5) * side, h / 2 + (y - 0.5) * side,
                   round(side - 1.6 * k), value=value)


SCENES = {"point_typ_dom": paint}
