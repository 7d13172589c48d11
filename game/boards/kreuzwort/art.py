"""The picture on the box of Kreuzwort: two crossing words."""

from __future__ import annotations

import pygame

from game.draw.letter import put_letter

LETTERS = (("W", -1, -2), ("O", -1, -1), ("K", -2, 0), ("R", -1, 0), ("E", 0, 0), ("U", 1, 0), ("Z", 2, 0),
       ("T", -1, 1))


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 44 * k
    for mark, x, y in LETTERS:
        put_letter(surface, mark, w / 2 + (x - 0.5) * side, h / 2 + (y + 0.02) * side,
                   round(side - 1.6 * k))


SCENES = {"kreuzwort": paint}
