"""The picture on the box of Turm-Domino: two towers and a domino in the air."""

from __future__ import annotations

import pygame

from game.draw.domino import domino


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    cx, cy = w / 2, h / 2
    long = round(121 * k)
    for x, tower in ((cx - 128 * k, [(1, 6), (0, 6)]), (cx + 4 * k, [(2, 5), (2, 6), (3, 6), (4, 5)])):
        for layer, halves in enumerate(tower):
            piece = domino(*halves, long)
            surface.blit(piece.image,
                         (round(x - piece.pad), round(cy + 20 * k - layer * 9 * k - piece.pad)))
    image = pygame.transform.rotozoom(domino(3, 5, long, lifted=True).image, 9, 1)
    surface.blit(image, image.get_rect(center=(round(cx - 30 * k), round(cy - 48 * k))))


SCENES = {"turm_domino": paint}
