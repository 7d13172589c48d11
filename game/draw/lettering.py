"""Titles drawn in layers: shadow, extrusion, outline, and a face of two tones."""

from __future__ import annotations

import math

import pygame

from game.draw.svg import Colour, darker, filled, linear, mix, raster, rgb, tinted_blur


def lettering(font: pygame.font.Font, text: str, accent: Colour, *, light: bool = False,
              edge: Colour | None = None, top: Colour = "#fff7e3") -> tuple[pygame.Surface, int]:
    """Return a title and the margin around it. `light` is the style on the paper theme."""
    px = font.get_height() / 1.21
    w, h = font.size(text)
    depth = max(2, round(px * (0.05 if light else 0.083)))
    line = max(2, round(px * 0.045))
    margin = line + depth + round(px * 0.25)
    edge = edge or ("#fffaf0" if light else darker(accent, 0.72))
    top = mix(accent, "#ffffff", 0.28) if light else top
    white = font.render(text, True, (255, 255, 255))
    body = _extruded(white, (w + 2 * margin, h + 2 * margin), margin, depth, line, edge)
    out = pygame.Surface(body.get_size(), pygame.SRCALPHA)
    out.blit(tinted_blur(body, max(3, round(px * 0.11)), "#000000", 0.3 if light else 0.59),
             (0, round(px * 0.08)))
    out.blit(body, (0, 0))
    face = raster(w, h, linear("t", (0, h * 0.2), (0, h * 0.82), (0, top, 1),
                               (0.48, mix(top, accent, 0.25), 1),
                               (0.52, mix(top, accent, 0.62), 1), (1, accent, 1)) + filled(w, h, "t"))
    face.blit(white, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(face, (margin, margin))
    return out, margin


def _extruded(white: pygame.Surface, size: tuple[int, int], margin: int, depth: int, line: int,
              edge: Colour) -> pygame.Surface:
    """Return the outline and, below it, its copies shifted down."""
    front, side = _tint(white, edge), _tint(white, darker(edge, 0.45))
    ring = [(round(math.cos(i * math.pi / 10) * line), round(math.sin(i * math.pi / 10) * line))
            for i in range(20)]
    out = pygame.Surface(size, pygame.SRCALPHA)
    for down in range(depth, -1, -1):
        for dx, dy in ring if down in (0, depth) else ring[::2]:
            out.blit(side if down else front, (margin + dx, margin + down + dy))
    return out


def _tint(white: pygame.Surface, colour: Colour) -> pygame.Surface:
    out = white.copy()
    out.fill((*rgb(colour), 255), special_flags=pygame.BLEND_RGBA_MULT)
    return out
