"""Rounded boxes with shadows and glows, drawn as nine parts, so that any size costs the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.draw.svg import (
    Colour,
    Point,
    dashed_polygon,
    dashed_rect,
    linear,
    raster,
    rgb,
    round_polygon,
    round_rect,
    tinted_blur,
)

Box = pygame.Rect | tuple[float, float, float, float]
PATTERNS = 6


@lru_cache(maxsize=256)
def _corner_sheet(radius: int, fill: Colour | None, alpha: float, stroke: Colour | None, stroke_alpha: float,
                  stroke_width: float) -> pygame.Surface:
    """Return the smallest box with these corners; its middle row and column can be repeated."""
    margin = math.ceil(stroke_width) + 1
    side = 2 * (radius + margin) + 1
    return raster(side, side, _box_body(margin, margin, side - 2 * margin, side - 2 * margin, radius,
                                        fill, alpha, stroke, stroke_alpha, stroke_width))


def _box_body(x: float, y: float, w: float, h: float, radius: float, fill: Colour | None, alpha: float,
              stroke: Colour | None, stroke_alpha: float, stroke_width: float) -> str:
    path = round_rect(x, y, w, h, radius)
    body = f'<path d="{path}" fill="{fill}" fill-opacity="{alpha:g}"/>' if fill else ""
    if stroke:
        body += (f'<path d="{path}" fill="none" stroke="{stroke}" stroke-opacity="{stroke_alpha:g}" '
                 f'stroke-width="{stroke_width:g}"/>')
    return body


def stretch(surface: pygame.Surface, sheet: pygame.Surface, box: pygame.Rect) -> None:
    """Draw a nine-part sheet at the size of `box`: corners stay, edges and middle are repeated."""
    sw, sh = sheet.get_size()
    x, y, w, h = box.x, box.y, max(box.w, 2), max(box.h, 2)
    left, top = min(sw // 2, w // 2), min(sh // 2, h // 2)
    right, bottom = min(sw // 2, w - left - 1), min(sh // 2, h - top - 1)
    columns = ((0, left, x, left), (sw // 2, 1, x + left, w - left - right),
               (sw - right, right, x + w - right, right))
    rows = ((0, top, y, top), (sh // 2, 1, y + top, h - top - bottom),
            (sh - bottom, bottom, y + h - bottom, bottom))
    for from_x, from_w, to_x, to_w in columns:
        for from_y, from_h, to_y, to_h in rows:
            if to_w <= 0 or to_h <= 0 or from_w <= 0 or from_h <= 0:
                continue
            if from_w == from_h == 1:
                colour = sheet.get_at((from_x, from_y))
                if colour.a == 255:
                    surface.fill(colour, (to_x, to_y, to_w, to_h))
                if colour.a in (0, 255):
                    continue
            part = sheet.subsurface((from_x, from_y, from_w, from_h))
            if (to_w, to_h) != (from_w, from_h):
                part = pygame.transform.scale(part, (to_w, to_h))
            surface.blit(part, (to_x, to_y))


def draw_box(surface: pygame.Surface, box: Box, radius: float, fill: Colour | None = None, alpha: float = 1.0,
             stroke: Colour | None = None, stroke_alpha: float = 1.0, stroke_width: float = 1.5) -> None:
    """Draw a rounded box with a fill, a line, or both."""
    x, y, w, h = (round(v) for v in box)
    if w < 1 or h < 1:
        return
    radius = round(min(radius, w / 2, h / 2))
    sheet = _corner_sheet(radius, fill, alpha, stroke, stroke_alpha, stroke_width)
    margin = math.ceil(stroke_width) + 1
    stretch(surface, sheet, pygame.Rect(x - margin, y - margin, w + 2 * margin, h + 2 * margin))


@lru_cache(maxsize=256)
def _gradient_box(w: int, h: int, radius: int, top: Colour, bottom: Colour, inner: float) -> pygame.Surface:
    body = linear("g", (0, 0), (0, h), (0, top, 1), (1, bottom, 1))
    body += f'<path d="{round_rect(0, 0, w, h, radius)}" fill="url(#g)"/>'
    if inner:
        body += (f'<path d="{round_rect(1, 1, w - 2, h - 2, radius - 1)}" fill="none" stroke="#ffffff" '
                 f'stroke-opacity="{inner:g}" stroke-width="1.4"/>')
    return raster(w, h, body)


def draw_gradient_box(surface: pygame.Surface, box: Box, radius: float, top: Colour, bottom: Colour,
                      inner: float = 0.0) -> None:
    x, y, w, h = (round(v) for v in box)
    surface.blit(_gradient_box(w, h, round(min(radius, w / 2, h / 2)), top, bottom, inner), (x, y))


def draw_dashed_box(surface: pygame.Surface, box: Box, radius: float, stroke: Colour,
                    stroke_alpha: float = 1.0,
                    stroke_width: float = 2.0, dash: tuple[float, float] = (9, 8)) -> None:
    x, y, w, h = (round(v) for v in box)
    margin = math.ceil(stroke_width)
    made = _dashed_place if w * h < PLACE else _dashed_area
    surface.blit(made(w, h, round(min(radius, w / 2, h / 2)), stroke, stroke_alpha, stroke_width, dash,
                      margin),
                 (x - margin, y - margin))


PLACE = 40_000
"""Largest dashed box to cache, in pixels: the place of one piece. Larger ones change with every move."""


def _dashed(w: int, h: int, radius: int, stroke: Colour, stroke_alpha: float, stroke_width: float,
            dash: tuple[float, float], margin: int) -> pygame.Surface:
    return raster(w + 2 * margin, h + 2 * margin,
                  f'<path d="{dashed_rect(margin, margin, w, h, radius, *dash)}" fill="none" '
                  f'stroke="{stroke}" '
                  f'stroke-opacity="{stroke_alpha:g}" stroke-width="{stroke_width:g}" '
                  f'stroke-linecap="round"/>')


_dashed_place = lru_cache(maxsize=128)(_dashed)
_dashed_area = lru_cache(maxsize=4)(_dashed)


@lru_cache(maxsize=128)
def _soft_sheet(radius: int, colour: Colour, alpha: float, blur: int) -> pygame.Surface:
    pad = blur * 2 + 2
    side = 2 * (max(radius, blur * 2) + pad) + 1
    shape = raster(side, side, f'<path d="{round_rect(pad, pad, side - 2 * pad, side - 2 * pad, radius)}" '
                               f'fill="#ffffff"/>')
    return tinted_blur(shape, blur, colour, alpha)


def draw_soft_box(surface: pygame.Surface, box: Box, radius: float, colour: Colour, alpha: float, blur: float,
                  down: float = 0, grow: float = 0) -> None:
    """Draw a blurred box: a shadow if black, a glow if not."""
    x, y, w, h = (round(v) for v in box)
    grow, blur = round(grow), max(1, round(blur))
    x, y, w, h = x - grow, y - grow, w + 2 * grow, h + 2 * grow
    pad = blur * 2 + 2
    sheet = _soft_sheet(round(min(radius + grow, w / 2, h / 2)), colour, alpha, blur)
    stretch(surface, sheet, pygame.Rect(x - pad, y - pad + round(down), w + 2 * pad, h + 2 * pad))


def outline_glow(points: Sequence[Point], colour: Colour, blur: int, alpha: float, line: float, fill: float,
                 corner: float, dash: tuple[float, float] | None = None) -> tuple[pygame.Surface, int, int]:
    """Return a glowing outline around any polygon, and its position; the same shape is drawn only once."""
    left, top, pad = min(x for x, _ in points), min(y for _, y in points), blur * 2 + 6
    moved = tuple((round(x - left + pad, 2), round(y - top + pad, 2)) for x, y in points)
    return _outline_glow(moved, pad, colour, blur, alpha, line, fill, corner,
                         dash), round(left - pad), round(top - pad)


@lru_cache(maxsize=64)
def _outline_glow(points: tuple[Point, ...], pad: int, colour: Colour, blur: int, alpha: float, line: float,
                  fill: float, corner: float, dash: tuple[float, float] | None) -> pygame.Surface:
    w, h = max(x for x, _ in points) + pad, max(y for _, y in points) + pad
    path = round_polygon(points, corner)
    out = pygame.Surface((round(w), round(h)), pygame.SRCALPHA)
    if blur:
        # Half as large, since it is blurred anyway: a held piece must not wait for the glow of its place.
        ring = raster(w, h, f'<path d="{path}" fill="none" stroke="#ffffff" stroke-width="{line * 2.6:g}"/>',
                      0.5)
        glow = pygame.transform.smoothscale(tinted_blur(ring, round(blur / 2), colour, alpha), out.get_size())
        out.blit(glow, (0, 0))
        out.blit(glow, (0, 0))
    body = f'<path d="{path}" fill="{colour}" fill-opacity="{fill:g}"/>'
    edge = dashed_polygon(points, *dash) if dash else path
    body += (f'<path d="{edge}" fill="none" stroke="{colour}" stroke-width="{line:g}" stroke-linecap="round" '
             f'stroke-linejoin="round"/>')
    out.blit(raster(w, h, body), (0, 0))
    return out


@lru_cache(maxsize=64)
def disc(diameter: int, colour: Colour) -> pygame.Surface:
    return raster(diameter, diameter, f'<circle cx="{diameter / 2:g}" cy="{diameter / 2:g}" '
                                      f'r="{diameter / 2 - 0.5:g}" fill="{colour}"/>')


@lru_cache(maxsize=64)
def mark(shape: str, px: int, colour: Colour) -> pygame.Surface:
    """Return the dot of a seat in the given shape."""
    if shape == "disc":
        return disc(px, colour)
    return raster(24, 24, f'<path d="{round_polygon(_mark_points(shape), 2)}" fill="{colour}"/>', px / 24)


def _mark_points(shape: str) -> Sequence[Point]:
    if shape == "square":
        return [(3, 3), (21, 3), (21, 21), (3, 21)]
    if shape == "star":
        return [(12 + math.sin(i * math.pi / 5) * (11.5 if i % 2 == 0 else 5),
                 12.6 - math.cos(i * math.pi / 5) * (11.5 if i % 2 == 0 else 5)) for i in range(10)]
    corners, turn = {"triangle": (3, 0.0), "diamond": (4, 0.0), "hexagon": (6, math.pi / 6)}[shape]
    return [(12 + math.sin(turn + i * 2 * math.pi / corners) * 11.5,
             12.5 - math.cos(turn + i * 2 * math.pi / corners) * 11.5) for i in range(corners)]


def hatch(surface: pygame.Surface, box: Box, number: int, step: int, ink: Colour = "#14100c",
          alpha: float = 0.5) -> None:
    """Fill a rectangle with pattern `number` (0 none, strokes, dots), so that areas differ
    not only by colour."""
    rect = pygame.Rect(box)
    number %= PATTERNS
    if not number or rect.w < 2 or rect.h < 2:
        return
    sheet = pygame.Surface(rect.size, pygame.SRCALPHA)
    colour, line, reach = (*rgb(ink), round(255 * alpha)), max(1, step // 6), rect.w + rect.h
    for at in range(-reach, reach, step):
        if number in (1, 5):
            pygame.draw.line(sheet, colour, (at, rect.h), (at + rect.h, 0), line)
        if number in (2, 5):
            pygame.draw.line(sheet, colour, (at, 0), (at + rect.h, rect.h), line)
        if number == 3:
            pygame.draw.line(sheet, colour, (at, 0), (at, rect.h), line)
    if number == 4:
        for row, y in enumerate(range(step // 2, rect.h, step)):
            for x in range(step // 2 * (1 + row % 2), rect.w, step):
                pygame.draw.circle(sheet, colour, (x, y), max(1, step // 5))
    surface.blit(sheet, rect)


def draw_ring_glow(surface: pygame.Surface, box: Box, radius: float, colour: Colour, alpha: float,
                   blur: float) -> None:
    """Draw a glow around a box without covering the inside of the box."""
    sheet = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    draw_soft_box(sheet, box, radius, colour, alpha, blur)
    hole = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    draw_box(hole, box, radius, "#ffffff")
    hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    outside = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    outside.fill((255, 255, 255, 255))
    outside.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    sheet.blit(outside, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(sheet, (0, 0))
