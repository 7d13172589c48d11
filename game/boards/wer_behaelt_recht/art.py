"""The picture on the box of Wer behält recht?: an open word and the one who says it."""

from __future__ import annotations

import pygame

from game.draw import shapes
from game.draw.letter import letter, put_letter
from game.ui import assets

LETTERS = (("R", -2, 0), ("E", -1, 0), ("C", 0, 0))
MISSING = ((1, 0, "H"), (2, 0, "T"))
SAID = "RECHT!"
IVORY = "#fff7e3"


def paint(surface: pygame.Surface, k: float) -> None:
    """Paint the scene; `k` scales the lengths of the mock-ups."""
    w, h = surface.get_size()
    side = 44 * k
    left, top = w / 2 - side / 2, h / 2 + side * 0.1
    bubble = pygame.Rect(round(left - 1.6 * side), round(top - 1.62 * side), round(3.5 * side),
                         round(0.94 * side))
    _paint_said(surface, bubble, k)
    for mark, x, y in LETTERS:
        put_letter(surface, mark, left + x * side, top + y * side, round(side - 1.6 * k))
    for x, y, mark in MISSING:
        rect = pygame.Rect(round(left + x * side), round(top + y * side), round(side - 3 * k),
                           round(side - 3 * k))
        shapes.draw_dashed_box(surface, rect, 7 * k, "#ffffff", 0.8, max(1.2, 2 * k), (6 * k, 5 * k))
        ghost = letter(mark, round(side - 3 * k)).image.copy()
        ghost.set_alpha(70)
        surface.blit(ghost, ghost.get_rect(center=rect.center))


def _paint_said(surface: pygame.Surface, box: pygame.Rect, k: float) -> None:
    """Draw the word of the picture as a speech bubble above its first letters."""
    shapes.draw_soft_box(surface, box, 12 * k, "#000000", 0.35, 6 * k, down=3 * k)
    tail = [(box.left + 26 * k, box.bottom - 2), (box.left + 50 * k, box.bottom - 2),
            (box.left + 28 * k, box.bottom + 13 * k)]
    pygame.draw.polygon(surface, IVORY, tail)
    shapes.draw_box(surface, box, 12 * k, IVORY)
    text = assets.font("Manrope-ExtraBold", max(8, round(21 * k))).render(SAID, True, "#0c5a50")
    surface.blit(text, text.get_rect(center=box.center))


SCENES = {"wer_behaelt_recht": paint}
