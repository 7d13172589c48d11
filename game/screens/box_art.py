"""The picture of a game and the face of its box, for the shelf, the setup and the result."""

from __future__ import annotations

import pygame

from game.boards.loading import board_class
from game.draw import surfaces
from game.draw.svg import darker, filled, linear, masked, mix, radial, raster, round_rect
from game.ui.look import Look
from rules.catalog import Game


def game_art(look: Look, game: Game, size: tuple[int, int]) -> pygame.Surface:
    """Paint the art of a game, drawn by its own board, on cloth in the colour of the game."""
    w, h = size
    accent = look.theme.box_accent(game.id)
    body = radial("b", (w * 0.5, h * 0.38), w * 0.75, (0, darker(accent, 0.30), 1),
                  (0.55, darker(accent, 0.56), 1),
                  (1, darker(accent, 0.78), 1)) + filled(w, h, "b")
    art = raster(w, h, body)
    surfaces.strew(art)
    board_class(game.id).paint_art(art, min(w / 274, h / 206))
    shine = linear("v", (0, 0), (0, h), (0, "#ffffff", 0.10), (0.25, "#ffffff", 0), (1, "#000000", 0.18))
    art.blit(raster(w, h, shine + filled(w, h, "v")), (0, 0))
    return art


def box_face(look: Look, game: Game, size: tuple[int, int]) -> pygame.Surface:
    """Paint a box with round corners: art above, an accent line, a dark label below."""
    w, h = size
    art_h = round(h * 0.64)
    accent = look.theme.box_accent(game.id)
    face = pygame.Surface(size, pygame.SRCALPHA)
    face.blit(game_art(look, game, (w, art_h)), (0, 0))
    label = linear("l", (0, 0), (0, h - art_h), (0, mix(accent, "#101010", 0.80), 1),
                   (1, mix(accent, "#0a0a0a", 0.90), 1))
    label += filled(w, h - art_h,
                    "l") + f'<rect width="{w}" height="{max(2, round(4 * look.k))}" fill="{accent}"/>'
    face.blit(raster(w, h - art_h, label), (0, art_h))
    return masked(face, raster(w, h, f'<path d="{round_rect(0, 0, w, h, look.px(20))}" fill="#ffffff"/>'))
