"""Triangles: number tiles with upright digits, three-coloured tiles with points, and their walnut backs.

The slab is drawn once per size and kind; digits and points are blitted on a copy, so that a new size of the
board needs only a few slabs.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.draw.slab import LIGHT, Finish, Piece, grain, slab
from game.draw.svg import Point, bevel, darker, lighter, linear, raster, rgb
from game.ui.assets import font

SIDE, PAD = 150.0, 18.0
HIGH = SIDE * math.sqrt(3) / 2
IVORY, INK, BACK, ROSE = "#f3e6c4", "#281c14", "#603a22", "#faded6"
COLOURS = {"R": "#d8343c", "B": "#2470d0", "G": "#2f9e55"}
SAFE_COLOURS = {"R": "#d9480f", "B": "#1556b0", "G": "#23997a"}
SHAPES = {"R": "circle", "B": "square", "G": "triangle"}


def outline(up: bool) -> list[Point]:
    """Return the corners clockwise in the order of the lattice: from the top or the upper left corner."""
    return [(SIDE / 2, 0), (SIDE, HIGH), (0, HIGH)] if up else [(0, 0), (SIDE, 0), (SIDE / 2, HIGH)]


def middle(up: bool) -> Point:
    return SIDE / 2, HIGH * (2 / 3 if up else 1 / 3)


def _shrunk(up: bool) -> list[Point]:
    """Return the outline slightly shrunk, so that neighbours keep a seam."""
    cx, cy = middle(up)
    return [(x + (cx - x) * 0.027, y + (cy - y) * 0.027) for x, y in outline(up)]


def _finish(base: str, lifted: bool, strength: float = 0.6) -> Finish:
    return Finish(base, 12, 6, 6, strength, lifted)


# --- numbers ---


@lru_cache(maxsize=32)
def _blank(side: int, up: bool, lifted: bool, base: str) -> Piece:
    return slab(_shrunk(up), (SIDE, HIGH), _finish(base, lifted), side / SIDE, "", PAD)


@lru_cache(maxsize=160)
def number_triangle(corners: str, side: int, up: bool, *, lifted: bool = False, base: str = IVORY) -> Piece:
    """Return a tile as it lies; digits are upright, however the tile is turned."""
    blank = _blank(side, up, lifted, base)
    piece = Piece(blank.image.copy(), blank.pad)
    scale = side / SIDE
    cx, cy = middle(up)
    for (x, y), digit in zip(_shrunk(up), corners, strict=True):
        at = ((x + (cx - x) * 0.46) * scale + piece.pad, (y + (cy - y) * 0.46) * scale + piece.pad)
        _glyph(piece.image, digit, round(35 * scale), at)
    return piece


def _glyph(surface: pygame.Surface, text: str, px: int, centre: tuple[float, float]) -> None:
    """Draw an engraved digit: with a light copy just below it."""
    face, light = _glyph_images(text, max(7, px))
    rect = face.get_rect(center=(round(centre[0]), round(centre[1])))
    surface.blit(light, rect.move(0, max(1, round(px * 0.035))))
    surface.blit(face, rect)


@lru_cache(maxsize=128)
def _glyph_images(text: str, px: int) -> tuple[pygame.Surface, pygame.Surface]:
    letters = font("Manrope-ExtraBold", px)
    face, light = letters.render(text, True, rgb(INK)), letters.render(text, True, (255, 255, 255))
    light.set_alpha(120)
    box = face.get_bounding_rect()
    return face.subsurface(box).copy(), light.subsurface(box).copy()


# --- colours ---


@lru_cache(maxsize=48)
def _coloured_blank(colours: str, side: int, up: bool, lifted: bool, safe: bool) -> Piece:
    """Return three kites in the colours of the corners, with an ivory seam between them."""
    palette = SAFE_COLOURS if safe else COLOURS
    points = [pygame.Vector2(x + PAD, y + PAD) for x, y in _shrunk(up)]
    centre = pygame.Vector2(middle(up)) + pygame.Vector2(PAD, PAD)
    pattern = ""
    for i, colour in enumerate(colours):
        corner = points[i]
        after, before = corner.lerp(points[(i + 1) % 3], 0.5), corner.lerp(points[i - 1], 0.5)
        base = palette[colour]
        pattern += linear(f"k{i}", (corner.x, corner.y), (centre.x, centre.y),
                          (0, darker(base, 0.06), 1), (1, lighter(base, 0.2), 1))
        kite = " ".join(f"{p.x:.1f},{p.y:.1f}" for p in (corner, after, centre, before))
        pattern += f'<polygon points="{kite}" fill="url(#k{i})"/>'
    for i in range(3):
        seam = points[i].lerp(points[(i + 1) % 3], 0.5)
        pattern += (f'<path d="M{seam.x:.1f},{seam.y:.1f} L{centre.x:.1f},{centre.y:.1f}" stroke="{IVORY}" '
                    f'stroke-width="4.2"/>')
    pattern += bevel([(p.x, p.y) for p in points], 6, LIGHT, 0.6)
    return slab(_shrunk(up), (SIDE, HIGH), _finish(IVORY, lifted), side / SIDE, pattern, PAD)


@lru_cache(maxsize=160)
def coloured_triangle(corners: str, side: int, up: bool, *, lifted: bool = False, aid: bool = True) -> Piece:
    """Return the tile `B1G0R2` as it lies. With `aid` every colour has its own shape; hollow means 0."""
    blank = _coloured_blank(corners[0::2], side, up, lifted, aid)
    piece = Piece(blank.image.copy(), blank.pad)
    scale = side / SIDE
    centre = pygame.Vector2(middle(up))
    for i, corner in enumerate(_shrunk(up)):
        colour, number = corners[2 * i], int(corners[2 * i + 1])
        q = pygame.Vector2(corner)
        along = (centre - q).normalize()
        across = pygame.Vector2(-along.y, along.x)
        spot = q + (centre - q) * 0.55
        spots = [spot] if number < 2 else [spot + across * 12.5, spot - across * 12.5]
        mark = _mark(SHAPES[colour] if aid else "circle", number == 0, side)
        for at in spots:
            place = (round(at.x * scale + piece.pad), round(at.y * scale + piece.pad))
            piece.image.blit(mark, mark.get_rect(center=place))
    return piece


@lru_cache(maxsize=64)
def _mark(shape: str, hollow: bool, side: int) -> pygame.Surface:
    """Return the mark of a point on a coloured corner."""
    return mark_image(shape, hollow, max(8, round(26 * side / SIDE)))


def mark_image(shape: str, hollow: bool, px: int) -> pygame.Surface:
    """Return a disc, square or triangle of ivory; hollow for 0."""
    r = 7.0 if hollow else 9.0
    shadow = "" if hollow else _shape(shape, 13, 14.4, r, 'fill="#000000" fill-opacity=".35"')
    style = ('fill="none" stroke="#fffaf0" stroke-width="2.6" stroke-linejoin="round"' if hollow
             else 'fill="#fffaf0"')
    return raster(26, 26, shadow + _shape(shape, 13, 13, r, style), px / 26)


def _shape(shape: str, x: float, y: float, r: float, style: str) -> str:
    if shape == "circle":
        return f'<circle cx="{x}" cy="{y}" r="{r}" {style}/>'
    if shape == "square":
        q = r * 0.9
        return f'<path d="M{x - q},{y - q} L{x + q},{y - q} L{x + q},{y + q} L{x - q},{y + q}Z" {style}/>'
    q = r * 1.18
    return f'<path d="M{x},{y - q} L{x + q * 0.95},{y + q * 0.72} L{x - q * 0.95},{y + q * 0.72}Z" {style}/>'


# --- backs ---


@lru_cache(maxsize=16)
def triangle_back(side: int, up: bool) -> Piece:
    return slab(_shrunk(up), (SIDE, HIGH), _finish(BACK, False, 0.5), side / SIDE,
                grain(SIDE + 2 * PAD, HIGH + 2 * PAD, 5, 0.2, "#1d0c03", 14), PAD)
