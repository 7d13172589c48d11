"""Small charts of many results: bars by time for solitaires, a curve of points for the other games."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import shapes
from game.draw.svg import Colour, raster
from game.ui.look import Look


def draw_bars(look: Look, surface: pygame.Surface, rect: pygame.Rect, results: list[tuple[bool, float]],
              accent: Colour, label: Callable[[float], str]) -> None:
    """Draw a bar per result, as high as its value: filled if won, hollow if lost. Label the top."""
    top = max((value for _, value in results), default=0.0) or 1.0
    plot = _plot(look, surface, rect, [(top, label(top)), (0.0, label(0.0))], 0.0, top)
    step = min(plot.w / max(1, len(results)), look.px(44))
    for number, (won, value) in enumerate(results):
        h = max(look.px(6), round(plot.h * value / top))
        bar = pygame.Rect(round(plot.left + number * step), plot.bottom - h, max(3, round(step * 0.7)), h)
        radius = min(look.px(6), bar.w / 2)
        if won:
            shapes.draw_box(surface, bar, radius, accent)
        else:
            shapes.draw_box(surface, bar.inflate(-1, -1), radius, None, 1, look.theme.bad, 1,
                            max(1.0, 1.8 * look.k))


def draw_curve(look: Look, surface: pygame.Surface, rect: pygame.Rect, results: list[tuple[bool, float]],
               accent: Colour, label: Callable[[float], str]) -> None:
    """Draw the values as a line with a dot for each: won ones full, lost ones hollow."""
    values = [value for _, value in results] or [0.0]
    low, high = min(0.0, *values), max(*values, 1.0)
    marks = [(value, label(value)) for value in dict.fromkeys((high, (high + max(low, 0.0)) / 2, 0.0, low))]
    plot = _plot(look, surface, rect, marks, low, high)
    step = min(plot.w / max(1, len(results) - 1), look.px(80))
    points = [(number * step, (high - value) / (high - low) * plot.h) for number, value in enumerate(values)]
    margin, line = look.px(12), max(1.6, 3 * look.k)
    path = " L".join(f"{x + margin:.1f},{y + margin:.1f}" for x, y in points)
    body = (f'<path d="M{path}" fill="none" stroke="{accent}" stroke-width="{line:g}" '
            f'stroke-linejoin="round"/>')
    dot = max(2.5, min(look.px(6), step * 0.36))
    for (won, _), (x, y) in zip(results, points, strict=True):
        fill, stroke = (accent, accent) if won else (look.theme.panel, look.theme.bad)
        body += (f'<circle cx="{x + margin:.1f}" cy="{y + margin:.1f}" r="{dot:g}" fill="{fill}" '
                 f'stroke="{stroke}" stroke-width="{line * 0.8:g}"/>')
    surface.blit(raster(plot.w + 2 * margin, plot.h + 2 * margin, body), plot.move(-margin, -margin))


def _plot(look: Look, surface: pygame.Surface, rect: pygame.Rect, marks: list[tuple[float, str]], low: float,
          high: float) -> pygame.Rect:
    """Draw lines at the heights of `marks` with labels at the left. Return the plot area."""
    room = max(look.width(text, "key") for _, text in marks) + look.px(14)
    half = look.line_height("key") // 2
    plot = pygame.Rect(rect.left + room, rect.top + half, rect.w - room - look.px(8), rect.h - 2 * half)
    lowest = rect.top - look.px(99)
    for value, text in sorted(marks, reverse=True):
        y = round(plot.top + (high - value) / (high - low) * plot.h)
        shapes.draw_box(surface, (plot.left, y, rect.right - plot.left, max(1, look.px(1.5))), 0,
                        look.theme.line, look.theme.line_alpha * (2.4 if value == 0 else 1.2))
        if y - lowest > look.line_height("key") + 2:
            look.write(surface, text, "key", (plot.left - look.px(10), y), "midright", look.theme.dim)
            lowest = y
    return plot


def draw_legend(look: Look, surface: pygame.Surface, rect: pygame.Rect, won: str, lost: str,
                accent: Colour) -> None:
    """Draw a legend of full and hollow marks, in one line and one size."""
    x, y, px = rect.left, rect.centery, max(8, round(look.m.text_px("label") * 0.72))
    gap, between = look.px(8), look.px(22)
    size = look.fitting(won + lost, "label", rect.w - 2 * (px + gap) - between)
    for text, full in ((won, True), (lost, False)):
        box = pygame.Rect(x, y - px // 2, px, px)
        if full:
            shapes.draw_box(surface, box, px * 0.3, accent)
        else:
            shapes.draw_box(surface, box, px * 0.3, None, 1, look.theme.bad, 1, max(1.2, 1.8 * look.k))
        x = look.write(surface, text, "label", (box.right + gap, y), "midleft", look.theme.dim,
                       at_most=size).right + between
