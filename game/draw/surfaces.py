"""Large surfaces: the cloth under a lamp, walnut, and noise against banding of gradients."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import pygame

from game.draw.shapes import draw_soft_box
from game.draw.svg import Colour, darker, filled, lighter, linear, masked, radial, raster, round_rect


@lru_cache(maxsize=2)
def noise() -> pygame.Surface:
    """Return a tile of faint black and white grains."""
    chance = random.Random(5).randbytes(256 * 256)
    grey = chance.translate(bytes(255 * (value // 6 % 2) for value in range(256)))
    # One pixel of seven has a grain; the others are transparent.
    alpha = chance.translate(bytes(3 + value % 6 if value < 36 else 0 for value in range(256)))
    grains = bytearray(len(chance) * 4)
    grains[0::4] = grains[1::4] = grains[2::4] = grey
    grains[3::4] = alpha
    return pygame.image.frombytes(bytes(grains), (256, 256), "RGBA").convert_alpha()


def strew(surface: pygame.Surface) -> None:
    """Blit the noise over a whole surface."""
    grains = noise()
    for x in range(0, surface.get_width(), 256):
        for y in range(0, surface.get_height(), 256):
            surface.blit(grains, (x, y))


def cloth(size: tuple[int, int], colours: list[Colour], centre: tuple[float, float] = (0.42, 0.42),
          shade: tuple[float, float, float] | None = None, lamps: tuple[float, ...] = ()) -> pygame.Surface:
    """Return the cloth under its lamp; `shade` darkens it downwards, `lamps` shine from above (shelf)."""
    w, h = max(2, size[0] // 4), max(2, size[1] // 4)
    inner, middle, rim = colours
    body = radial("f", (w * centre[0], h * centre[1]), max(w, h) * 0.72,
                  (0, inner, 1), (0.55, middle, 1), (1, rim, 1)) + filled(w, h, "f")
    if shade:
        body += linear("d", (0, 0), (0, h), (0, "#000000", shade[0]), (0.5, "#000000", shade[1]),
                       (1, "#000000", shade[2])) + filled(w, h, "d")
    small = raster(w, h, body).convert()
    for at in lamps:
        lamp = raster(w, h, radial("l", (w * at, -h * 0.09), w * 0.354, (0, "#3b2f19", 1),
                                   (0.45, "#191409", 1),
                                   (1, "#000000", 1)) + filled(w, h, "l")).convert()
        small.blit(lamp, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    surface = pygame.transform.smoothscale(small, size)
    strew(surface)
    return surface


def folded(size: tuple[int, int], colours: list[Colour], *, light: bool = False) -> pygame.Surface:
    """Return a closed curtain of this cloth: uneven folds, a lamp on its middle, darker to the edges."""
    rng, w = random.Random(12), size[0]
    image = cloth(size, colours, (0.5, 0.34))
    strip = pygame.Surface((max(2, w // 4), 1))
    deep, x = 34 if light else 70, 0
    while x < strip.get_width():
        width = rng.randint(max(4, w // 120), max(6, w // 64))
        for i in range(width):
            shade = 255 - round(deep * (0.5 + 0.5 * math.cos(2 * math.pi * i / width)) ** 1.6)
            if x + i < strip.get_width():
                strip.set_at((x + i, 0), (shade, shade, shade))
        x += width
    image.blit(pygame.transform.smoothscale(strip, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return image


def draw_rod(surface: pygame.Surface, rect: pygame.Rect, base: Colour, brass: Colour) -> None:
    """Draw the rod of a curtain with its rings."""
    surface.blit(wood(rect.w, rect.h, base, 5), rect)
    rng, x = random.Random(7), 0
    ring = pygame.Rect(0, 0, max(6, rect.h // 2), rect.h + max(4, rect.h // 3))
    while x < rect.right:
        ring.center = (x, rect.centery)
        pygame.draw.rect(surface, darker(brass, 0.35), ring.inflate(2, 2), border_radius=ring.w // 2)
        pygame.draw.rect(surface, brass, ring, border_radius=ring.w // 2)
        pygame.draw.rect(surface, lighter(brass, 0.4), ring.inflate(-ring.w * 2 // 3, -4), border_radius=2)
        x += rng.randint(rect.w // 20, rect.w // 13)


def wood(w: int, h: int, base: Colour, seed: int, *, grain: float = 0.34, radius: float = 0,
         dark: float = 0.35) -> pygame.Surface:
    """Return a board of wood with its grain along the length."""
    rng = random.Random(seed)
    body = linear("w", (0, 0), (0, h), (0, lighter(base, 0.16), 1), (0.5, base, 1),
                  (1, darker(base, dark), 1))
    body += filled(w, h, "w")
    lines = max(6, h // 7)
    sway = min(9.0, h * 0.12)
    for i in range(lines):
        y = h * (i + rng.random()) / lines
        colour = "#2a1407" if rng.random() < 0.7 else "#c58a55"
        bends = [y + rng.uniform(-sway, sway) for _ in range(3)]
        body += (f'<path d="M-5,{y:.1f} C{w * 0.25:.1f},{bends[0]:.1f} {w * 0.7:.1f},{bends[1]:.1f} '
                 f'{w + 5},{y + (bends[2] - y) * 0.6:.1f}" fill="none" stroke="{colour}" '
                 f'stroke-opacity="{grain * rng.uniform(0.3, 1):.3f}" '
                 f'stroke-width="{rng.uniform(0.6, 2.4):.2f}"/>')
    board = raster(w, h, body)
    if radius:
        board = masked(board, raster(w, h, f'<path d="{round_rect(0, 0, w, h, radius)}" fill="#ffffff"/>'))
    return board


def draw_rail(surface: pygame.Surface, rect: pygame.Rect, base: Colour, k: float, seed: int = 3) -> None:
    """Draw a walnut tray with a groove: the rack, and the tray of the towers."""
    draw_soft_box(surface, rect, 18 * k, "#000000", 0.59, 26 * k, down=16 * k)
    surface.blit(wood(rect.w, rect.h, base, seed, radius=18 * k), rect)
    w, h, rim = rect.w, rect.h, 14 * k
    body = (f'<path d="{round_rect(2, 2, w - 4, h - 4, 16 * k)}" fill="none" stroke="#ffffff" '
            f'stroke-opacity=".22" stroke-width="{2 * k:g}"/>')
    body += linear("g", (0, rim), (0, h - rim), (0, "#000000", 0.55), (0.25, "#000000", 0.34),
                   (1, "#000000", 0.2))
    groove = round_rect(rim, rim, w - 2 * rim, h - 2 * rim, 12 * k)
    body += f'<path d="{groove}" fill="url(#g)"/>'
    body += f'<path d="{groove}" fill="none" stroke="#ffffff" stroke-opacity=".13" stroke-width="1.5"/>'
    surface.blit(raster(w, h, body), rect)


def draw_shelf_board(surface: pygame.Surface, rect: pygame.Rect, base: Colour, k: float, seed: int) -> None:
    """Draw one board of the shelf, lit from above."""
    draw_soft_box(surface, rect.move(0, round(12 * k)), 6 * k, "#000000", 0.78, 16 * k, down=12 * k)
    surface.blit(wood(rect.w, rect.h, base, seed, grain=0.4, radius=7 * k), rect)
    body = (f'<rect x="{4 * k:g}" y="1" width="{rect.w - 8 * k:g}" height="{2 * k:g}" fill="#ffe9c8" '
            f'fill-opacity=".5"/><rect x="0" y="{rect.h - 6 * k:g}" width="{rect.w}" height="{6 * k:g}" '
            f'fill="#000000" fill-opacity=".28"/>')
    surface.blit(raster(rect.w, rect.h, body), rect)
