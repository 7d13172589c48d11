"""SVG fragments built in code, and their rasterisation: the lowest layer of all drawing.

The reader behind `load_sized_svg` supports no text, filter, clip, mask or pattern, and gradients only in user
space; colours are written #rrggbb. Dashes are cut here, because the reader fails at round corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise

import pygame

Point = tuple[float, float]
Colour = str
"""Always #rrggbb."""

ARC = 0.4477
"""Distance of a control point from the corner, in radii, for a quarter circle."""


def raster(width: float, height: float, body: str, scale: float = 1.0) -> pygame.Surface:
    """Rasterise an SVG body on a transparent sheet of `width` by `height`, at `scale`."""
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}">{body}</svg>')
    return loaded(text, size)


def loaded(source: str, size: tuple[int, int]) -> pygame.Surface:
    """Rasterise a whole SVG, in the format of the display: it is drawn five to ten times as fast."""
    made = pygame.image.load_sized_svg(BytesIO(source.encode()), size)
    return made.convert_alpha() if pygame.display.get_surface() is not None else made


# --- colours ---


def rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a mix of two colours; `part` is the share of `other`."""
    mixed = (round(a + (b - a) * part) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{max(0, min(255, v)):02x}" for v in mixed)


def lighter(colour: Colour, part: float) -> Colour:
    return mix(colour, "#ffffff", part)


def darker(colour: Colour, part: float) -> Colour:
    return mix(colour, "#000000", part)


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, from 0 for black to 1 for white."""
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
                        for part in (channel / 255 for channel in rgb(colour)))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21; text needs 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# --- gradients: stops are (offset, colour, opacity) ---

Stop = tuple[float, Colour, float]


def _stops(stops: Sequence[Stop]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{colour}" stop-opacity="{alpha:g}"/>'
                   for at, colour, alpha in stops)


def linear(name: str, start: Point, end: Point, *stops: Stop) -> str:
    return (f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{start[0]:g}" y1="{start[1]:g}" '
            f'x2="{end[0]:g}" y2="{end[1]:g}">{_stops(stops)}</linearGradient>')


def radial(name: str, centre: Point, radius: float, *stops: Stop) -> str:
    return (f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{centre[0]:g}" '
            f'cy="{centre[1]:g}" '
            f'r="{radius:g}">{_stops(stops)}</radialGradient>')


def filled(width: float, height: float, gradient: str) -> str:
    """Return a rectangle over the whole sheet, filled with a gradient by name."""
    return f'<rect width="{width:g}" height="{height:g}" fill="url(#{gradient})"/>'


# --- paths ---


def round_rect(x: float, y: float, w: float, h: float, r: float) -> str:
    r = max(0.0, min(r, w / 2, h / 2))
    k = r * ARC
    return (f"M{x + r:.2f},{y:.2f} L{x + w - r:.2f},{y:.2f} "
            f"C{x + w - k:.2f},{y:.2f} {x + w:.2f},{y + k:.2f} {x + w:.2f},{y + r:.2f} "
            f"L{x + w:.2f},{y + h - r:.2f} "
            f"C{x + w:.2f},{y + h - k:.2f} {x + w - k:.2f},{y + h:.2f} {x + w - r:.2f},{y + h:.2f} "
            f"L{x + r:.2f},{y + h:.2f} "
            f"C{x + k:.2f},{y + h:.2f} {x:.2f},{y + h - k:.2f} {x:.2f},{y + h - r:.2f} "
            f"L{x:.2f},{y + r:.2f} C{x:.2f},{y + k:.2f} {x + k:.2f},{y:.2f} {x + r:.2f},{y:.2f}Z")


def round_polygon(points: Sequence[Point], r: float) -> str:
    """Return a closed path with rounded corners."""
    parts = []
    for i, corner in enumerate(points):
        p = pygame.Vector2(corner)
        before, after = pygame.Vector2(points[i - 1]), pygame.Vector2(points[(i + 1) % len(points)])
        u, v = (before - p).normalize(), (after - p).normalize()
        half = math.acos(max(-1.0, min(1.0, u.dot(v)))) / 2
        cut = min(r / math.tan(half), (before - p).length() * 0.45, (after - p).length() * 0.45)
        start, end = p + u * cut, p + v * cut
        parts.append(f"{'M' if i == 0 else 'L'}{start.x:.2f},{start.y:.2f} "
                     f"Q{p.x:.2f},{p.y:.2f} {end.x:.2f},{end.y:.2f}")
    return " ".join(parts) + "Z"


def inset(points: Sequence[Point], by: float) -> list[Point]:
    """Return the outline moved inwards by `by`."""
    out = []
    for i, corner in enumerate(points):
        p = pygame.Vector2(corner)
        u = (pygame.Vector2(points[i - 1]) - p).normalize()
        v = (pygame.Vector2(points[(i + 1) % len(points)]) - p).normalize()
        half = math.acos(max(-1.0, min(1.0, u.dot(v)))) / 2
        moved = p + (u + v).normalize() * by / math.sin(half)
        out.append((moved.x, moved.y))
    return out


def bevel(points: Sequence[Point], width: float, light: Point, strength: float) -> str:
    """Return quads between an outline and its inset, white or black by their angle to the lamp."""
    inner = inset(points, width)
    centre = pygame.Vector2(sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    lamp = pygame.Vector2(light).normalize()
    body = ""
    for i, a in enumerate(points):
        j = (i + 1) % len(points)
        b = points[j]
        normal = pygame.Vector2(-(b[1] - a[1]), b[0] - a[0]).normalize()
        if normal.dot(pygame.Vector2(a) - centre) < 0:
            normal = -normal
        lit = normal.dot(lamp)
        colour, alpha = ("#ffffff", lit * strength) if lit > 0 else ("#000000", -lit * strength * 0.62)
        quad = " ".join(f"{x:.2f},{y:.2f}" for x, y in (a, b, inner[j], inner[i]))
        body += f'<polygon points="{quad}" fill="{colour}" fill-opacity="{alpha:.3f}"/>'
    return body


def _round_rect_points(x: float, y: float, w: float, h: float, r: float) -> list[Point]:
    r = max(0.1, min(r, w / 2, h / 2))
    corners = (((x + w - r, y + r), -90), ((x + w - r, y + h - r), 0),
               ((x + r, y + h - r), 90), ((x + r, y + r), 180))
    points = [(cx + r * math.cos(math.radians(first + step * 11.25)),
               cy + r * math.sin(math.radians(first + step * 11.25)))
              for (cx, cy), first in corners for step in range(9)]
    return [*points, points[0]]


def dashes(points: Sequence[Point], on: float, off: float) -> str:
    """Return a closed line cut into a whole number of dashes."""
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    fit = length / max(1, round(length / (on + off))) / (on + off)
    spans = (on * fit, off * fit)
    path, drawing, left = f"M{points[0][0]:.1f},{points[0][1]:.1f}", True, spans[0]
    for a, b in pairwise(points):
        edge, at = math.dist(a, b), 0.0
        while edge - at > left:
            at += left
            x, y = a[0] + (b[0] - a[0]) * at / edge, a[1] + (b[1] - a[1]) * at / edge
            path += f" {'L' if drawing else 'M'}{x:.1f},{y:.1f}"
            drawing = not drawing
            left = spans[0] if drawing else spans[1]
        left -= edge - at
        if drawing and edge > 0:
            path += f" L{b[0]:.1f},{b[1]:.1f}"
    return path


def dashed_rect(x: float, y: float, w: float, h: float, r: float, on: float, off: float) -> str:
    return dashes(_round_rect_points(x, y, w, h, r), on, off)


def dashed_polygon(points: Sequence[Point], on: float, off: float) -> str:
    return dashes([*points, points[0]], on, off)


# --- surfaces ---


def masked(surface: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Return the part of the surface within the mask."""
    out = surface.copy()
    out.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def with_alpha(surface: pygame.Surface, alpha: float) -> pygame.Surface:
    """Return a copy with its opacity multiplied by `alpha` (0 to 1)."""
    out = surface.copy()
    out.fill((255, 255, 255, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def ghosted(surface: pygame.Surface, alpha: float, ground: Colour) -> pygame.Surface:
    """Return a copy that looks faint on `ground`, but lets nothing shine through that lies below it."""
    out = surface.copy()
    out.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    out.fill((*rgb(ground), 0), special_flags=pygame.BLEND_RGBA_MAX)
    out.blit(with_alpha(surface, alpha), (0, 0))
    return out


def tinted_blur(shape: pygame.Surface, radius: int, colour: Colour, alpha: float) -> pygame.Surface:
    """Return a shape blurred in one pure colour.

    Blurring mixes the edge with black; the colour is restored afterwards, or a glow would look brown.
    """
    out = shape.copy()
    out.fill((*rgb(colour), 255), special_flags=pygame.BLEND_RGBA_MULT)
    if radius > 0:
        out = _blurred(out, radius)
    out.fill((*rgb(colour), 0), special_flags=pygame.BLEND_RGBA_MAX)
    out.fill((255, 255, 255, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def _blurred(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a blurred copy; a wide blur is made on a smaller copy, which is many times faster."""
    shrink = 1 if radius < 5 else 2 if radius < 16 else 4
    if shrink == 1:
        return pygame.transform.gaussian_blur(surface, radius)
    size = surface.get_size()
    small = pygame.transform.smoothscale(surface, (max(1, size[0] // shrink), max(1, size[1] // shrink)))
    small = pygame.transform.gaussian_blur(small, max(1, round(radius / shrink)))
    return pygame.transform.smoothscale(small, size)
