"""The clock of a race and the lanes of its runners."""

from __future__ import annotations

import math

import pygame

from game.data.seat_colours import SeatLook
from game.draw import chrome, shapes
from game.draw.svg import lighter, radial, raster
from game.ui.look import Look

ROUND = 180
"""Seconds in which the ring fills once."""


def draw_clock(look: Look, diameter: int, seconds: float, text: str, below: str,
               colour: str) -> pygame.Surface:
    """Draw a dial with the time in large figures and a ring that fills."""
    theme = look.theme
    pad, r = 20, 150.0
    side = 2 * (r + pad)
    c = r + pad
    body = radial("c", (c, c - r * 0.3), r * 1.3, (0, lighter(theme.raised, 0.06), 1), (1, theme.panel, 1))
    body += (f'<circle cx="{c}" cy="{c}" r="{r}" fill="url(#c)"/><circle cx="{c}" cy="{c}" r="{r - 8}" '
             f'fill="none" '
             f'stroke="#000000" stroke-opacity=".45" stroke-width="16"/>')
    part = min(0.999, (seconds % ROUND) / ROUND)
    if part > 0:
        angle = math.radians(360 * part - 90)
        x, y = c + (r - 8) * math.cos(angle), c + (r - 8) * math.sin(angle)
        body += (f'<path d="M{c},{c - r + 8} A{r - 8},{r - 8} 0 {int(part > 0.5)} 1 {x:.1f},{y:.1f}" '
                 f'fill="none" '
                 f'stroke="{colour}" stroke-width="16" stroke-linecap="round"/>')
    for hour in range(12):
        turn = math.radians(hour * 30)
        body += (f'<circle cx="{c + (r - 30) * math.sin(turn):.1f}" cy="{c - (r - 30) * math.cos(turn):.1f}" '
                 f'r="{2 if hour % 3 else 3.4}" fill="{theme.dim}" fill-opacity=".8"/>')
    scale = diameter / (2 * r)
    image = raster(side, side, body, scale)
    middle = image.get_width() // 2
    look.write(image, text, "hero", (middle, round(middle - 10 * scale)), "center", fit=diameter * 0.62)
    if below:
        look.write(image, below, "label", (middle, round(middle + 46 * scale)), "center", theme.dim,
                   fit=diameter * 0.56)
    return image


def draw_flag(look: Look, height: int) -> pygame.Surface:
    """Draw the chequered line at the end of the lanes."""
    square = max(4, look.px(9))
    image = pygame.Surface((2 * square, height), pygame.SRCALPHA)
    for row in range(-(-height // square)):
        for column in range(2):
            colour = "#ffffff" if (row + column) % 2 else "#14100c"
            pygame.draw.rect(image, colour, (column * square, row * square, square, square))
    return image


def draw_lane(look: Look, size: tuple[int, int], place: SeatLook, name: str, count: str, laid: int,
              letters: int, shape: frozenset[tuple[int, int]], *, own: bool) -> pygame.Surface:
    """Return the lane of a runner: face, name, letters laid, outline of the crossword, progress bar."""
    theme = look.theme
    image = pygame.Surface(size, pygame.SRCALPHA)
    w, h = size
    radius = min(look.px(22), h // 2 - 2)
    chrome.draw_avatar(look, image, (look.px(26), h // 2), radius, place.colour, place.face)
    left, right = look.px(26) + radius + look.px(14), w - look.px(8)
    bar = pygame.Rect(left, h // 2 + look.px(2), right - left, look.px(22))
    bar.bottom = max(bar.bottom, round(h / 2 + (look.line_height("label") + bar.h) / 2))
    above = bar.top - max(look.px(16), look.line_height("label") // 2)
    number = look.write(image, count, "label", (right - look.px(6), above), "midright",
                        theme.text if own else theme.dim)
    small = _outline(shape, min(look.px(34), h // 2), theme.seat(place.colour))
    room = number.left - left - small.get_width() - look.px(20)
    named = look.write(image, name, "label", (left, above), "midleft", fit=room)
    image.blit(small, small.get_rect(midleft=(named.right + look.px(12), above - look.px(2))))
    shapes.draw_box(image, bar, bar.h / 2, "#000000", 0.45)
    colour = theme.seat(place.colour)
    full = pygame.Rect(bar.left, bar.top, max(0, round(bar.w * laid / max(1, letters))), bar.h)
    if full.w > bar.h:
        if own:
            shapes.draw_soft_box(image, full, bar.h / 2, colour, 0.5, 8 * look.k)
        shapes.draw_gradient_box(image, full, bar.h / 2, lighter(colour, 0.25), colour)
    elif laid:
        shapes.draw_box(image, pygame.Rect(bar.left, bar.top, bar.h, bar.h), bar.h / 2, colour)
    for i in range(1, letters):
        x = bar.left + bar.w * i / letters
        pygame.draw.line(image, (0, 0, 0, 64), (x, bar.top + look.px(3)), (x, bar.bottom - look.px(4)))
    return image


def _outline(shape: frozenset[tuple[int, int]], height: int, colour: str) -> pygame.Surface:
    """Return the silhouette of a crossword: its covered squares."""
    if not shape:
        return pygame.Surface((1, 1), pygame.SRCALPHA)
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    wide, high = max(x for x, _ in shape) - left + 1, max(y for _, y in shape) - top + 1
    side = max(2, min(height // high, 3 * height // wide, height // 4))
    image = pygame.Surface((wide * side, high * side), pygame.SRCALPHA)
    gap = 1 if side > 3 else 0
    for x, y in shape:
        image.fill(colour, ((x - left) * side, (y - top) * side, side - gap, side - gap))
    return image
