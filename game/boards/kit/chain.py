"""The layout of a line of dominoes that bends inside an area, as in block dominoes.

The line grows from its first domino at both ends. The right arm runs right, turns down at the edge, runs back
to the left, and so on; the left arm does the same upwards. Doubles lie across the line, except in a bend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

BEND = 2
"""Number of upright dominoes in a bend before the line runs back, so that doubles of two rows never touch."""

Halves = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChainPlace:
    """The place of a domino and how to draw it: `first` is its left half, or the upper one if `vertical`."""

    rect: pygame.Rect
    first: int
    second: int
    vertical: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The finished layout of a line."""

    unit: int
    """The side of half a domino, an even number of pixels: a domino is `2 * unit` long."""
    places: tuple[ChainPlace, ...]
    """The dominoes from the left end to the right end."""
    left: pygame.Rect
    """Where a further domino goes at the left end."""
    right: pygame.Rect
    """Where a further domino goes at the right end; the same as `left` for an empty line."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A domino in units of half a domino; (0, 0) is the middle of the first one."""

    x: float
    y: float
    w: int
    h: int
    halves: Halves


def lay_out(tiles: Sequence[Halves], start: int, area: pygame.Rect, smallest: int, largest: int) -> Chain:
    """Lay out a line in the middle of `area`, as large as possible with room for one more domino at each end.

    `tiles` are the halves from the left end to the right end, so that touching halves are equal; `start` is
    the index of the first laid domino. `smallest` and `largest` limit the length of a domino, in pixels.
    """
    least = smallest // 4 * 2  # even, so that half a unit is a whole pixel
    for unit in range(largest // 4 * 2, least, -2):
        boxes = _boxes(tiles, start, area.w // unit)
        if _height(boxes) * unit <= area.h:
            break
    else:
        unit = least
        boxes = _boxes(tiles, start, area.w // unit)
    return _scaled(boxes, unit, area)


def _boxes(tiles: Sequence[Halves], start: int, columns: int) -> list[_Box]:
    """Return the dominoes with the free places at the left and the right end, from left to right."""
    if not tiles:
        return [_Box(-1, -0.5, 2, 1, (0, 1)), _Box(-1, -0.5, 2, 1, (0, 1))]
    first = tiles[start]
    double = first[0] == first[1]
    middle = _Box(-0.5, -1, 1, 2, first) if double else _Box(-1, -0.5, 2, 1, first)
    room = columns / 2
    right = _arm([*tiles[start + 1:], (0, 1)], 1, middle, room)
    left = [_Box(-box.x - box.w, -box.y - box.h, box.w, box.h, box.halves[::-1])
            for box in _arm([(b, a) for a, b in [(0, 1), *tiles[:start]][::-1]], 1, middle, room)]
    return [*reversed(left), middle, *right]


def _arm(tiles: Iterable[Halves], way: int, last: _Box, room: float) -> Iterator[_Box]:
    """Yield the dominoes of the right arm; in `tiles` the half that touches the previous one comes first."""
    upright = 0
    for near, far in tiles:
        edge = last.x + last.w if way > 0 else last.x
        across = near == far
        if upright == 0 and abs(edge + way * (1 if across else 2)) <= room:
            last = _along(last, edge, way, near, far)
        elif upright < BEND:
            x = (last.x + last.w - 1 if way > 0 else last.x) if upright == 0 else last.x
            last = _Box(x, last.y + last.h, 1, 2, (near, far))
            upright += 1
        else:
            way, upright = -way, 0
            last = _along(_Box(last.x, last.y + 1, 1, 1, last.halves), last.x + (1 if way > 0 else 0), way,
                          near, far)
        yield last


def _along(last: _Box, edge: float, way: int, near: int, far: int) -> _Box:
    """Return the next domino of a row: across the line if it is a double."""
    middle = last.y + last.h / 2
    if near == far:
        return _Box(edge if way > 0 else edge - 1, middle - 1, 1, 2, (near, far))
    return _Box(edge if way > 0 else edge - 2, middle - 0.5, 2, 1, (near, far) if way > 0 else (far, near))


def _height(boxes: Iterable[_Box]) -> float:
    return max(box.y + box.h for box in boxes) - min(box.y for box in boxes)


def _scaled(boxes: list[_Box], unit: int, area: pygame.Rect) -> Chain:
    """Convert units to pixels, with the line in the middle of the area."""
    left, right = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
    top, bottom = min(box.y for box in boxes), max(box.y + box.h for box in boxes)
    x0, y0 = round(area.centerx - (left + right) / 2 * unit), round(area.centery - (top + bottom) / 2 * unit)

    def rect(box: _Box) -> pygame.Rect:
        return pygame.Rect(round(x0 + box.x * unit), round(y0 + box.y * unit), box.w * unit, box.h * unit)

    places = tuple(ChainPlace(rect(box), *box.halves, vertical=box.h > box.w) for box in boxes[1:-1])
    return Chain(unit, places, rect(boxes[0]), rect(boxes[-1]))
