"""Dominoes: bevelled ivory with sunk pips and a brass pin, and their walnut backs."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.draw.slab import Finish, Piece, grain, slab
from game.draw.svg import loaded
from game.ui.assets import sprite_source

LONG, SHORT, PAD = 184, 92, 18
THICK = 9
IVORY, EBONY, BACK = "#f0e9d7", "#3b3230", "#603a22"

_SPOTS = {
    0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1)),
    7: ((-1, -1), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}


@lru_cache(maxsize=256)
def domino(first: int, second: int, long_px: int, *, vertical: bool = False, lifted: bool = False,
           inverted: bool = False) -> Piece:
    """Return a domino lying flat, the first half left (or above). `inverted` marks a picked one."""
    scale = long_px / LONG
    blank = _blank(long_px, vertical, lifted, inverted)
    piece = Piece(blank.image.copy(), blank.pad)
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    centres = [(46, 46), (46, 138)] if vertical else [(46, 46), (138, 46)]
    pip = _part("pip_inverted" if inverted else "pip", 22.4 * scale)
    for number, (cx, cy) in zip((first, second), centres, strict=True):
        for dx, dy in _SPOTS[number]:
            dx, dy = (dy, dx) if vertical else (dx, dy)
            _put(piece, pip, (cx + dx * SHORT * 0.28) * scale, (cy + dy * SHORT * 0.28) * scale)
    _put(piece, _part("pin", 13 * scale), (w / 2 + 0.5) * scale, h / 2 * scale)
    return piece


@lru_cache(maxsize=16)
def _blank(long_px: int, vertical: bool, lifted: bool, inverted: bool) -> Piece:
    """Return the slab without pips: the slow part of the drawing, the same for all dominoes."""
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    finish = Finish(EBONY if inverted else IVORY, 13, THICK, 5, 0.8, lifted)
    return slab([(0, 0), (w, 0), (w, h), (0, h)], (w, h), finish, long_px / LONG, _seam(vertical, inverted),
                PAD)


def _seam(vertical: bool, inverted: bool) -> str:
    dark, light = ("#ffffff", "#000000") if inverted else ("#000000", "#ffffff")
    if vertical:
        return (f'<rect x="{PAD + 12}" y="{PAD + 91}" width="{SHORT - 24}" height="2" fill="{dark}" '
                f'fill-opacity=".38"/><rect x="{PAD + 12}" y="{PAD + 93}" width="{SHORT - 24}" height="1.6" '
                f'fill="{light}" fill-opacity=".9"/>')
    return (f'<rect x="{PAD + 91}" y="{PAD + 12}" width="2" height="{SHORT - 24}" fill="{dark}" '
            f'fill-opacity=".38"/><rect x="{PAD + 93}" y="{PAD + 12}" width="1.6" height="{SHORT - 24}" '
            f'fill="{light}" fill-opacity=".9"/>')


@lru_cache(maxsize=16)
def back(long_px: int, *, vertical: bool = False) -> Piece:
    """Return a domino face down, lying or upright."""
    scale = long_px / LONG
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    piece = slab([(0, 0), (w, 0), (w, h), (0, h)], (w, h), Finish(BACK, 13, THICK, 4, 0.45),
                 scale, grain(w + 2 * PAD, h + 2 * PAD, 5, 0.22, "#1d0c03", 14), PAD)
    inlay = loaded(sprite_source("domino", "back"), (round(LONG * scale), round(SHORT * scale)))
    piece.image.blit(pygame.transform.rotate(inlay, 90) if vertical else inlay, (piece.pad, piece.pad))
    return piece


@lru_cache(maxsize=32)
def _part(name: str, px: float) -> pygame.Surface:
    side = max(3, round(px))
    return loaded(sprite_source("domino", name), (side, side))


def _put(piece: Piece, part: pygame.Surface, x: float, y: float) -> None:
    piece.image.blit(part, part.get_rect(center=(round(piece.pad + x), round(piece.pad + y))))
