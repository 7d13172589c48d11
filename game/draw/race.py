"""The curve of a game: a line for every player, labelled at its end, and the winning score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.draw import shapes
from game.draw.svg import Colour, darker, raster
from game.ui.look import Look

_STRIDES = [unit * 10 ** power for power in range(9) for unit in (1, 2, 5)]
MOST_DOTS = 14
"""With more points than this only the last one of a line gets a dot."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One line: its player, its values from left to right, its colour and the shape of its dots."""

    name: str
    values: list[int]
    colour: Colour
    mark: str


def draw_race(look: Look, surface: pygame.Surface, rect: pygame.Rect, runners: list[Runner],
              step: Callable[[int], str], target: int | None, accent: Colour) -> None:
    """Draw the curve. `step` returns the label below value number n; value 0 is the start, without one."""
    low = min(0, *(value for runner in runners for value in runner.values))
    high = max(1, target or 1, *(value for runner in runners for value in runner.values))
    line = look.line_height("key")
    foot, half = line + look.px(8), line // 2
    marks = heights(low, high, target, max(1, min(4, (rect.h - foot - half) // (line * 2))))
    left = max(look.width(_number(value), "key") for value in marks) + look.px(12)
    last = len(runners[0].values) - 1
    names = max(_name_width(look, runners, rect.w * 0.33), look.width(step(last), "key") // 2)
    plot = pygame.Rect(rect.left + left, rect.top + half, rect.w - left - names, rect.h - half - foot)

    def y_of(value: float) -> float:
        return plot.bottom - (value - low) / (high - low) * plot.h

    for value in marks:
        _draw_height(look, surface, plot, round(y_of(value)), _number(value),
                     accent if value == target else None)
    _draw_steps(look, surface, plot, step, last)
    ends = []
    for runner in runners:
        across = plot.w / max(1, len(runner.values) - 1)
        points = [(plot.left + i * across, y_of(value)) for i, value in enumerate(runner.values)]
        _draw_line(look, surface, plot, points, runner)
        ends.append(points[-1][1])
    if len(runners) > 1:
        _draw_names(look, surface, plot, names - look.px(16), runners, ends)


def _number(value: int) -> str:
    return str(value).replace("-", "\u2212")


def heights(low: int, high: int, target: int | None, most: int) -> list[int]:
    """Return at most `most` round numbers between the ends, and the target."""
    step = next(stride for stride in _STRIDES if (high - low) // stride <= most)
    heights = list(range(-(-low // step) * step, high + 1, step))
    if target is not None:
        heights = [value for value in heights if abs(value - target) > step * 0.6 or value == target]
        heights += [] if target in heights else [target]
    return heights


def _draw_height(look: Look, surface: pygame.Surface, plot: pygame.Rect, y: int, text: str,
                 accent: Colour | None) -> None:
    thick = max(1, look.px(3 if accent else 1.5))
    shapes.draw_box(surface, (plot.left, y - thick // 2, plot.w, thick), 0, accent or look.theme.line,
                    1.0 if accent else look.theme.line_alpha * 1.3)
    look.write(surface, text, "key", (plot.left - look.px(10), y), "midright", accent or look.theme.dim)


def _draw_steps(look: Look, surface: pygame.Surface, plot: pygame.Rect, step: Callable[[int], str],
                last: int) -> None:
    """Label every value, or every second, fifth, tenth ... as space allows, and always the last one."""
    if not last:
        return
    across = plot.w / last
    room = look.width(step(last), "key") + look.px(12)
    every = next(stride for stride in _STRIDES if stride * across >= room)
    y = plot.bottom + look.px(8) + look.line_height("key") // 2
    for number in [*range(every, last, every), last]:
        if number == last or (last - number) * across >= room:
            look.write(surface, step(number), "key", (plot.left + number * across, y), "center",
                       look.theme.dim)


def _draw_line(look: Look, surface: pygame.Surface, plot: pygame.Rect, points: Sequence[tuple[float, float]],
               runner: Runner) -> None:
    margin, thick = look.px(14), max(1.6, 3.4 * look.k)
    if len(points) > 1:
        path = " L".join(f"{x - plot.left + margin:.1f},{y - plot.top + margin:.1f}" for x, y in points)
        body = (f'<path d="M{path}" fill="none" stroke="{runner.colour}" stroke-width="{thick:g}" '
                f'stroke-linejoin="round" stroke-linecap="round"/>')
        surface.blit(raster(plot.w + 2 * margin, plot.h + 2 * margin, body), plot.move(-margin, -margin))
    size = max(7, look.px(13 if runner.mark == "disc" else 17))
    for x, y in points[1:] if len(points) <= MOST_DOTS else points[-1:]:
        for px, colour in ((size + max(2, look.px(5)), look.theme.panel), (size, runner.colour)):
            dot = shapes.mark(runner.mark, px, colour)
            surface.blit(dot, dot.get_rect(center=(round(x), round(y))))


# --- the names at the ends ---


LONGEST_NAME = 60
"""Longer names occur only in damaged saves."""


def short_names(look: Look, names: list[str], role: str, room: float,
                at_most: float | None = None) -> list[str]:
    """Shorten names that would become tiny: to the first part, or to the beginning if two share that."""
    names = [name[:LONGEST_NAME] for name in names]
    first = [re.split(r"[\s-]", name.strip(), maxsplit=1)[0] or name for name in names]
    size = look.m.text_px(role, at_most)

    def fits(text: str) -> bool:
        return look.fitting(text, role, room, size) >= size * 0.8

    def shortened(name: str, part: str) -> str:
        if fits(name) or first.count(part) > 1:
            return name
        cuts = (f"{part[:end]}." for end in range(len(part) - 1, 1, -1))
        return part if fits(part) else next((cut for cut in cuts if fits(cut)), part[:1])

    return [shortened(name, part) for name, part in zip(names, first, strict=True)]


def _name_width(look: Look, runners: list[Runner], most: float) -> int:
    if len(runners) == 1:
        return 0  # a single line needs no name
    size = look.m.text_px("label")
    names = short_names(look, [runner.name for runner in runners], "name", most - look.px(20), size)
    return round(min(most, max(look.width(name, "name", size) for name in names) + look.px(20)))


def _draw_names(look: Look, surface: pygame.Surface, plot: pygame.Rect, room: int, runners: list[Runner],
                ends: list[float]) -> None:
    """Write the names beside the ends of their lines, moved apart until none overlap."""
    size = max(8, min(look.m.text_px("label"), int(plot.h / len(runners) / 1.05)))
    names = short_names(look, [runner.name for runner in runners], "name", room, size)
    order = sorted(range(len(runners)), key=lambda i: (ends[i], i))
    places = apart([ends[i] for i in order], size * 1.15, plot.top, plot.bottom - size * 0.5)
    for i, y in zip(order, places, strict=True):
        colour = darker(runners[i].colour, 0.25) if look.theme.light else runners[i].colour
        look.write(surface, names[i], "name", (plot.right + look.px(16), y), "midleft", colour, at_most=size,
                   fit=room)


def apart(wanted: list[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return positions in rising order, at least `gap` apart, as near to the wanted ones as possible."""
    gap = min(gap, (bottom - top) / max(1, len(wanted) - 1)) if len(wanted) > 1 else gap
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap) if places else max(place, top))
    limit = bottom
    for i in range(len(places) - 1, -1, -1):
        places[i] = min(places[i], limit)
        limit = places[i] - gap
    return places
