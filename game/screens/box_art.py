"""The picture of a game and the face of its box, for the shelf, the setup and the result."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.boards.loading import paint_art
from game.draw import surfaces
from game.draw.svg import darker, filled, linear, masked, mix, raster, round_rect
from game.ui.look import Look
from rules.catalog import Game


def game_art(look: Look, game: Game, size: tuple[int, int]) -> pygame.Surface:
    """Paint the art of a game, drawn by the game itself, on cloth in the colour of the game."""
    w, h = size
    accent = look.theme.box_accent(game.id)
    art = surfaces.cloth(size, [darker(accent, part) for part in (0.30, 0.56, 0.78)], (0.5, 0.38))
    paint_art(game.id, art, min(w / 274, h / 206))
    art.blit(_shine(size), (0, 0))
    return art


@lru_cache(maxsize=2)
def _shine(size: tuple[int, int]) -> pygame.Surface:
    """Return the light that falls on every picture from above."""
    w, h = size
    shine = linear("v", (0, 0), (0, h), (0, "#ffffff", 0.10), (0.25, "#ffffff", 0), (1, "#000000", 0.18))
    return raster(w, h, shine + filled(w, h, "v"))


@lru_cache(maxsize=2)
def _box_shape(size: tuple[int, int], radius: int) -> pygame.Surface:
    w, h = size
    return raster(w, h, f'<path d="{round_rect(0, 0, w, h, radius)}" fill="#ffffff"/>')


def box_face(look: Look, game: Game, size: tuple[int, int]) -> pygame.Surface:
    """Paint a box with round corners: art above, an accent line, a dark label below."""
    w, h = size
    art_h = round(h * 0.64)
    accent = look.theme.box_accent(game.id)
    face = pygame.Surface(size, pygame.SRCALPHA)
    face.blit(game_art(look, game, (w, art_h)), (0, 0))
    label = linear("l", (0, 0), (0, h - art_h), (0, mix(accent, "#101010", 0.80), 1),
                   (1, mix(accent, "#0a0a0a", 0.90), 1)) + filled(1, h - art_h, "l")
    label += f'<rect width="1" height="{max(2, round(4 * look.k))}" fill="{accent}"/>'
    face.blit(pygame.transform.scale(raster(1, h - art_h, label), (w, h - art_h)), (0, art_h))
    return masked(face, _box_shape(size, look.px(20)))
