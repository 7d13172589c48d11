"""The board of Kreuzwort."""

from __future__ import annotations

import pygame

from game.boards.crossword.board import CrosswordBoard
from game.draw.letter import put_letter

ART = (("W", -1, -2), ("O", -1, -1), ("K", -2, 0), ("R", -1, 0), ("E", 0, 0), ("U", 1, 0), ("Z", 2, 0),
       ("T", -1, 1))


class KreuzwortBoard(CrosswordBoard):
    """Words score nothing; the first player without letters is paid for those the others hold."""

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 44 * k
        for mark, x, y in ART:
            put_letter(surface, mark, w / 2 + (x - 0.5) * side, h / 2 + (y + 0.02) * side,
                       round(side - 1.6 * k))
