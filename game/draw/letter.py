"""Letters on wood: red framed vowels, black consonants, lighter Jollies with a star, and their walnut backs.

The slab is drawn once per size and grain; frame, star and letter are blitted on a copy.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.draw.slab import Finish, Piece, grain, slab
from game.draw.svg import Colour, raster, rgb, round_rect, with_alpha
from game.ui.assets import font
from rules.words.marks import JOLLIES, RED, colour_of

SIDE, PAD, THICK = 104.0, 18.0, 8.0
WOOD, JOLLY_WOOD, BACK = "#eccb96", "#f6e4b6", "#603a22"
RED_INK, BLACK_INK = "#a81d1d", "#231a14"
GRAINS = 3


def outline(side: float) -> list[tuple[float, float]]:
    return [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]


@lru_cache(maxsize=320)
def letter(mark: str, side: int, value: int | None = None, *, lifted: bool = False) -> Piece:
    """Return a letter in the notation of records: `*` and `+` are free Jollies, lower case a Jolly in use."""
    free = mark in JOLLIES
    red = colour_of(mark) == RED
    jolly = free or mark.islower()
    ink = RED_INK if red else BLACK_INK
    blank = _blank(side, ord(mark) % GRAINS, jolly, lifted)
    piece = Piece(blank.image.copy(), blank.pad)
    scale = side / SIDE
    piece.image.blit(_trim(side, ink, red, "free" if free else "stands" if jolly else ""),
                     (piece.pad, piece.pad))
    if not free:
        _glyph(piece, mark.upper(), "SourceSerifPro-Bold", 74 * scale, (52 if value is None else 47, 53), ink)
    if value is not None and not jolly:
        _glyph(piece, str(value), "Manrope-ExtraBold", 24 * scale, (85, 84), ink)
    return piece


@lru_cache(maxsize=48)
def _blank(side: int, kind: int, jolly: bool, lifted: bool) -> Piece:
    finish = Finish(JOLLY_WOOD if jolly else WOOD, 14, THICK, 5, 0.6, lifted)
    pattern = grain(SIDE + 2 * PAD, SIDE + 2 * PAD, 3 * kind + 2, 0.15)
    return slab(outline(SIDE), (SIDE, SIDE), finish, side / SIDE, pattern, PAD)


@lru_cache(maxsize=64)
def _trim(side: int, ink: Colour, framed: bool, star: str) -> pygame.Surface:
    """Return everything printed besides the letter: the frame of vowels, the star of Jollies."""
    body = ""
    if framed:
        body += (f'<path d="{round_rect(9, 9, SIDE - 18, SIDE - 18, 9)}" fill="none" stroke="{ink}" '
                 f'stroke-opacity=".55" stroke-width="2"/>')
    if star == "free":
        body += _star((52, 53), 34, 14.5, ink)
    elif star:
        body += _star((84, 20), 9, 4, ink)
    return raster(SIDE, SIDE, body, side / SIDE)


def _star(centre: tuple[float, float], outer: float, inner: float, ink: Colour) -> str:
    points = []
    for i in range(10):
        radius, angle = (inner if i % 2 else outer), i * math.pi / 5
        x, y = centre[0] + math.sin(angle) * radius, centre[1] - math.cos(angle) * radius
        points.append(f"{x:.1f},{y:.1f}")
    return f'<polygon points="{" ".join(points)}" fill="{ink}"/>'


def _glyph(piece: Piece, text: str, name: str, px: float, centre: tuple[float, float], ink: Colour) -> None:
    """Draw an engraved letter: with a light copy just below it."""
    face, light = _glyph_images(text, name, max(7, round(px)), ink)
    scale = (piece.image.get_width() - 2 * piece.pad) / SIDE
    rect = face.get_rect(center=(round(piece.pad + centre[0] * scale), round(piece.pad + centre[1] * scale)))
    piece.image.blit(light, rect.move(0, max(1, round(px * 0.03))))
    piece.image.blit(face, rect)


@lru_cache(maxsize=512)
def _glyph_images(text: str, name: str, px: int, ink: Colour) -> tuple[pygame.Surface, pygame.Surface]:
    letters = font(name, px)
    face, light = letters.render(text, True, rgb(ink)), letters.render(text, True, (255, 255, 255))
    light.set_alpha(110)
    box, upright = face.get_bounding_rect(), letters.render("H", True, rgb(ink)).get_bounding_rect()
    # Centre on the height of capitals, so that descenders hang below.
    over = max(upright.top - box.top, box.bottom - upright.bottom, 0)
    box.top, box.h = upright.top - over, upright.h + 2 * over
    box = box.clip(face.get_rect())
    return face.subsurface(box).copy(), light.subsurface(box).copy()


@lru_cache(maxsize=16)
def letter_back(side: int) -> Piece:
    """Return the back of a letter."""
    return slab(outline(SIDE), (SIDE, SIDE), Finish(BACK, 14, THICK, 4, 0.45), side / SIDE,
                grain(SIDE + 2 * PAD, SIDE + 2 * PAD, 5, 0.22, "#1d0c03", 14), PAD)


def put_letter(surface: pygame.Surface, mark: str, left: float, top: float, side: int,
               value: int | None = None, *, alpha: float = 1.0) -> None:
    """Draw a letter with the corner of its face at (`left`, `top`), for pictures."""
    made = letter(mark, side, value)
    image = made.image if alpha == 1.0 else with_alpha(made.image, alpha)
    surface.blit(image, (round(left) - made.pad, round(top) - made.pad))
