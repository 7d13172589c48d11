"""Charts that compare two sets of results: histograms with pairs of columns, shares with pairs of bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.ui.look import Look

Pair = tuple[Colour, Colour]
"""The colours of the two sides: the tried rules, and classic."""


def draw_histogram(look: Look, surface: pygame.Surface, rect: pygame.Rect, steps: Sequence[int],
                   counts: tuple[Sequence[int], Sequence[int]], colours: Pair) -> None:
    """Draw two columns for every range, as high as its share of games, with the ranges below."""
    label_h = look.line_height("key") + look.px(8)
    plot = pygame.Rect(rect.left, rect.top, rect.w, rect.h - label_h)
    totals = [max(1, sum(side)) for side in counts]
    shares = [[count / total for count in side] for side, total in zip(counts, totals, strict=True)]
    top = max((share for side in shares for share in side), default=0) or 1.0
    cell = plot.w / max(1, len(steps) - 1)
    bar_w = max(3, min(look.px(60), round(cell * 0.36)))
    _base_line(look, surface, plot)
    for index in range(len(steps) - 1):
        middle = plot.left + cell * (index + 0.5)
        for side, (share, colour) in enumerate(zip((shares[0][index], shares[1][index]), colours,
                                                   strict=True)):
            h = round(plot.h * share / top)
            if h:
                x = round(middle) - bar_w - 1 if side == 0 else round(middle) + 1
                _bar(look, surface, pygame.Rect(x, plot.bottom - h, bar_w, h), colour, hollow=bool(side))
    _range_labels(look, surface, plot, steps, cell)


def _bar(look: Look, surface: pygame.Surface, rect: pygame.Rect, colour: Colour, *, hollow: bool) -> None:
    """Draw a bar; with the colour aid the one of classic is hollow, so that colour is not needed."""
    radius = min(look.px(5), rect.w / 2, rect.h / 2)
    if hollow and look.theme.safe_colours:
        line = max(1.5, 2 * look.k)
        shapes.draw_box(surface, rect.inflate(-2, -2) if min(rect.size) > 6 else rect, radius, colour, 0.18,
                        colour, 1, line)
    else:
        shapes.draw_box(surface, rect, radius, colour)


def _base_line(look: Look, surface: pygame.Surface, plot: pygame.Rect) -> None:
    shapes.draw_box(surface, (plot.left, plot.bottom, plot.w, max(1, look.px(1.5))), 0, look.theme.line,
                    look.theme.line_alpha * 2.4)


def _range_labels(look: Look, surface: pygame.Surface, plot: pygame.Rect, steps: Sequence[int],
                  cell: float) -> None:
    """Draw the range below each pair; only every second one if they would touch."""
    width = steps[1] - steps[0]
    names = [_number(low) if width == 1 else f"{_number(low)}\u2013{_number(low + width - 1)}"
             for low in steps[:-1]]
    if max(look.width(name, "key") for name in names) > cell - look.px(6):
        names = [_number(low) for low in steps[:-1]]
    every = 1
    while max(look.width(name, "key") for name in names) > cell * every - look.px(6):
        every += 1
    y = plot.bottom + look.px(8) + look.line_height("key") / 2
    for index, name in enumerate(names):
        if index % every == 0:
            look.write(surface, name, "key", (plot.left + cell * (index + 0.5), y), "center", look.theme.dim)


def _number(value: int) -> str:
    return str(value).replace("-", "\u2212")


def draw_shares(look: Look, surface: pygame.Surface, rect: pygame.Rect,
                rows: Sequence[tuple[str, float, float]], colours: Pair,
                percent: Callable[[float], str]) -> None:
    """Draw the name of every row and two bars with their percentages; drop rows that do not fit."""
    if not rows:
        return
    line = look.line_height("label")
    gap = look.px(14)
    each = min((rect.h + gap) // len(rows), line + 2 * look.px(38) + 2 * gap)
    least = line + 2 * max(8, look.px(12)) + gap
    if each < least:
        rows, each = rows[:max(1, (rect.h + gap) // least)], least
    bar = max(6, min(look.px(38), (each - line - gap - look.px(4)) // 2))
    number_w = look.width(percent(100), "label") + look.px(10)
    y = rect.top
    for name, *shares in rows:
        look.write(surface, name, "label", (rect.left, y + line / 2), "midleft", fit=rect.w)
        for side, (share, colour) in enumerate(zip(shares, colours, strict=True)):
            track = pygame.Rect(rect.left, y + line + look.px(2) + side * (bar + 2), rect.w - number_w, bar)
            chrome.draw_well(look, surface, track, min(look.px(5), bar / 2), alpha=0.22, stroke_alpha=0.0)
            w = round(track.w * share)
            if w:
                _bar(look, surface, pygame.Rect(track.left, track.top, max(3, w), bar), colour,
                     hollow=bool(side))
            look.write(surface, percent(share * 100), "label", (rect.right, track.centery), "midright",
                       look.theme.text if side == 0 else look.theme.dim, at_most=max(11, bar * 1.3))
        y += each


def draw_key(look: Look, surface: pygame.Surface, midleft: tuple[int, int], names: tuple[str, str],
             colours: Pair, room: int) -> pygame.Rect:
    """Draw the legend of the two colours."""
    px = max(10, round(look.m.text_px("name") * 0.72))
    x, y = midleft
    for side, (name, colour) in enumerate(zip(names, colours, strict=True)):
        _bar(look, surface, pygame.Rect(x, y - px // 2, px, px), colour, hollow=bool(side))
        written = look.write(surface, name, "name", (x + px + look.px(10), y), "midleft",
                             fit=room // 2 - px - look.px(50))
        x = written.right + look.px(32)
    return pygame.Rect(midleft[0], y - px, x - midleft[0], 2 * px)
