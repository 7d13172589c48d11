"""Slabs of any outline under a lamp: shadow, thick edge, glossy bevelled face. All pieces are slabs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.draw.svg import (
    Colour,
    Point,
    bevel,
    darker,
    filled,
    lighter,
    linear,
    masked,
    radial,
    raster,
    round_polygon,
    tinted_blur,
)

LIGHT = (-0.45, -0.90)
"""The direction of the lamp: top left."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A finished picture of a piece; the bounding box of its outline begins `pad` pixels inside."""

    image: pygame.Surface
    pad: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The material of a slab; lengths in units of its outline."""

    base: Colour
    corner: float
    thick: float
    bevel: float = 5.0
    strength: float = 0.55
    lifted: bool = False


def slab(outline: Sequence[Point], size: Point, finish: Finish, scale: float, pattern: str = "",
         pad: float = 18) -> Piece:
    """Draw a slab. `pattern` is SVG on the face, in the coordinates of the outline moved by `pad`."""
    pad = pad * (1.8 if finish.lifted else 1)
    sheet = size[0] + 2 * pad, size[1] + 2 * pad + finish.thick
    below, face, mask, rim = _plain(tuple(outline), size, sheet, pad, finish, scale)
    out = below.copy()
    if pattern:
        shift = "" if pad == 18 else f'<g transform="translate({pad - 18:g},{pad - 18:g})">{pattern}</g>'
        face = face.copy()
        face.blit(raster(*sheet, shift or pattern, scale), (0, 0))
    out.blit(masked(face, mask), (0, 0))
    out.blit(rim, (0, 0))
    return Piece(out.convert_alpha() if pygame.display.get_init() else out, round(pad * scale))


@lru_cache(maxsize=4)
def _plain(outline: tuple[Point, ...], size: Point, sheet: Point, pad: float, finish: Finish,
           scale: float) -> tuple[pygame.Surface, pygame.Surface, pygame.Surface, pygame.Surface]:
    """Draw what all slabs of a kind share: shadow and edge; the face, still beyond its outline; the outline
    as a mask and as a line. Few are kept: tables draw their pieces one kind after the other."""
    points = [(x + pad, y + pad) for x, y in outline]
    layers = [round_polygon([(x, y + down) for x, y in points], finish.corner)
              for down in (*range(int(finish.thick)), finish.thick)]
    body = "".join(f'<path d="{layer}" fill="#ffffff"/>' for layer in layers)
    silhouette = raster(*sheet, body, scale)
    blur, alpha, down = (14, 0.47, 12) if finish.lifted else (5, 0.45, 4)
    below = pygame.Surface(silhouette.get_size(), pygame.SRCALPHA)
    shadow = tinted_blur(silhouette, max(1, round(blur * scale)), "#000000", alpha)
    below.blit(shadow, (0, round(down * scale)))
    below.blit(_edge(silhouette, sheet, pad, finish, scale), (0, 0))
    path = round_polygon(points, finish.corner)
    line = (f'<path d="{path}" fill="none" stroke="{darker(finish.base, 0.6)}" stroke-opacity=".55" '
            f'stroke-width="1.2"/>')
    return (below, _face(points, size, sheet, pad, finish, scale),
            raster(*sheet, f'<path d="{path}" fill="#ffffff"/>', scale), raster(*sheet, line, scale))


def _edge(silhouette: pygame.Surface, sheet: Point, pad: float, finish: Finish,
          scale: float) -> pygame.Surface:
    body = linear("e", (0, pad), (0, sheet[1] - pad), (0, darker(finish.base, 0.30), 1),
                  (1, darker(finish.base, 0.55), 1)) + filled(*sheet, "e")
    return masked(raster(*sheet, body, scale), silhouette)


def _face(points: list[Point], size: Point, sheet: Point, pad: float, finish: Finish,
          scale: float) -> pygame.Surface:
    """Draw the light on a slab and its bevel, over the whole sheet."""
    w, h = size
    base = finish.base
    body = linear("f", (pad, pad), (pad + w * 0.35, pad + h), (0, lighter(base, 0.30), 1), (0.55, base, 1),
                  (1, darker(base, 0.14), 1)) + filled(*sheet, "f")
    body += radial("gl", (pad + w * 0.35, pad + h * 0.12), max(w, h) * 0.75, (0, "#ffffff", 0.38),
                   (0.6, "#ffffff", 0.06), (1, "#ffffff", 0)) + filled(*sheet, "gl")
    lit = raster(*sheet, body, scale)
    lit.blit(raster(*sheet, bevel(points, finish.bevel, LIGHT, finish.strength), scale), (0, 0))
    return lit


def grain(w: float, h: float, seed: int, alpha: float, colour: Colour = "#6b3d14", lines: int = 16) -> str:
    """Return wood grain along the width, as a pattern for a slab."""
    rng = random.Random(seed)
    body = ""
    for i in range(lines):
        y = h * (i + rng.random()) / lines
        body += (f'<path d="M-5,{y:.1f} C{w * 0.3:.1f},{y + rng.uniform(-9, 9):.1f} {w * 0.6:.1f},'
                 f'{y + rng.uniform(-9, 9):.1f} {w + 5},{y + rng.uniform(-5, 5):.1f}" fill="none" '
                 f'stroke="{colour}" stroke-opacity="{alpha * rng.uniform(0.35, 1):.3f}" '
                 f'stroke-width="{rng.uniform(0.6, 2.6):.2f}"/>')
    return body
