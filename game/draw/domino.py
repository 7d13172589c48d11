"""Dominoes: bevelled ivory with sunk pips and a brass pin, their walnut backs, and lines of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.draw.slab import Finish, Piece, grain, slab
from game.draw.svg import loaded
from game.ui.assets import sprite_source

LONG, SHORT, PAD = 184, 92, 18
THICK = 9
IVORY, EBONY, BACK = "#f0e9d7", "#3b3230", "#603a22"

_SPOTS = {
    0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1)),
    7: ((-1, -1), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}


@lru_cache(maxsize=256)
def domino(first: int, second: int, long_px: int, *, vertical: bool = False, lifted: bool = False,
           inverted: bool = False) -> Piece:
    """Return a domino lying flat, the first half left (or above). `inverted` marks a picked one."""
    scale = long_px / LONG
    blank = _blank(long_px, vertical, lifted, inverted)
    piece = Piece(blank.image.copy(), blank.pad)
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    centres = [(46, 46), (46, 138)] if vertical else [(46, 46), (138, 46)]
    pip = _part("pip_inverted" if inverted else "pip", 22.4 * scale)
    for number, (cx, cy) in zip((first, second), centres, strict=True):
        for dx, dy in _SPOTS[number]:
            dx, dy = (dy, dx) if vertical else (dx, dy)
            _put(piece, pip, (cx + dx * SHORT * 0.28) * scale, (cy + dy * SHORT * 0.28) * scale)
    _put(piece, _part("pin", 13 * scale), (w / 2 + 0.5) * scale, h / 2 * scale)
    return piece


@lru_cache(maxsize=16)
def _blank(long_px: int, vertical: bool, lifted: bool, inverted: bool) -> Piece:
    """Return the slab without pips: the slow part of the drawing, the same for all dominoes."""
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    finish = Finish(EBONY if inverted else IVORY, 13, THICK, 5, 0.8, lifted)
    return slab([(0, 0), (w, 0), (w, h), (0, h)], (w, h), finish, long_px / LONG, _seam(vertical, inverted),
                PAD)


def _seam(vertical: bool, inverted: bool) -> str:
    dark, light = ("#ffffff", "#000000") if inverted else ("#000000", "#ffffff")
    if vertical:
        return (f'<rect x="{PAD + 12}" y="{PAD + 91}" width="{SHORT - 24}" height="2" fill="{dark}" '
                f'fill-opacity=".38"/><rect x="{PAD + 12}" y="{PAD + 93}" width="{SHORT - 24}" height="1.6" '
                f'fill="{light}" fill-opacity=".9"/>')
    return (f'<rect x="{PAD + 91}" y="{PAD + 12}" width="2" height="{SHORT - 24}" fill="{dark}" '
            f'fill-opacity=".38"/><rect x="{PAD + 93}" y="{PAD + 12}" width="1.6" height="{SHORT - 24}" '
            f'fill="{light}" fill-opacity=".9"/>')


@lru_cache(maxsize=16)
def back(long_px: int, *, vertical: bool = False) -> Piece:
    """Return a domino face down, lying or upright."""
    scale = long_px / LONG
    w, h = (SHORT, LONG) if vertical else (LONG, SHORT)
    piece = slab([(0, 0), (w, 0), (w, h), (0, h)], (w, h), Finish(BACK, 13, THICK, 4, 0.45),
                 scale, grain(w + 2 * PAD, h + 2 * PAD, 5, 0.22, "#1d0c03", 14), PAD)
    inlay = loaded(sprite_source("domino", "back"), (round(LONG * scale), round(SHORT * scale)))
    piece.image.blit(pygame.transform.rotate(inlay, 90) if vertical else inlay, (piece.pad, piece.pad))
    return piece


@lru_cache(maxsize=32)
def _part(name: str, px: float) -> pygame.Surface:
    side = max(3, round(px))
    return loaded(sprite_source("domino", name), (side, side))


def _put(piece: Piece, part: pygame.Surface, x: float, y: float) -> None:
    piece.image.blit(part, part.get_rect(center=(round(piece.pad + x), round(piece.pad + y))))


# --- a line that bends ---
#
# It grows from its first domino to both ends. The right arm runs right, turns down at the edge, runs back to
# the left, and so on; the left arm does the same upwards. Doubles lie across the line, except in a bend.

Halves = tuple[int, int]
"""Both halves of a domino as it lies, from left to right."""
BEND = 2
"""How many dominoes of a bend lie upright before the line runs back: doubles of two rows never touch."""
FREE: Halves = (0, 1)
"""The domino for which a free place is measured: not a double."""


@dataclass(frozen=True, slots=True)
class ChainPlace:
    """The place of a domino and how to draw it: `first` is its left half, or the upper one if `vertical`."""

    rect: pygame.Rect
    first: int
    second: int
    vertical: bool

    def image(self, *, lifted: bool = False) -> tuple[pygame.Surface, tuple[int, int]]:
        """Draw the domino in its place."""
        made = domino(self.first, self.second, max(self.rect.size), vertical=self.vertical, lifted=lifted)
        return made.image, (self.rect.left - made.pad, self.rect.top - made.pad)


@dataclass(frozen=True, slots=True)
class Chain:
    """The finished layout of a line."""

    tiles: tuple[Halves, ...]
    start: int
    unit: int
    """The side of half a domino, an even number of pixels: a domino is `2 * unit` long."""
    columns: int
    """How many units a row may be long."""
    origin: tuple[int, int]
    """The pixel of the middle of the first domino."""
    places: tuple[ChainPlace, ...]
    """The dominoes from the left end to the right end."""
    left: pygame.Rect
    """Where a further domino goes at the left end."""
    right: pygame.Rect
    """Where a further domino goes at the right end; the same as `left` for an empty line."""

    def beyond(self, end: str, tile: Halves) -> ChainPlace:
        """Return the place of a further domino at an end, `left` or `right`; its halves as they lie."""
        box = _boxes(self.tiles, self.start, self.columns, tile)[0 if end == "left" else -1]
        return _placed(box, self.unit, self.origin)


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
    the index of the domino that was laid first. `smallest` and `largest` limit the length of a domino, in
    pixels.
    """
    least = smallest // 4 * 2  # even, so that half a unit is a whole pixel
    for unit in range(largest // 4 * 2, least, -2):
        boxes = _boxes(tiles, start, area.w // unit, FREE)
        if _height(boxes) * unit <= area.h:
            break
    else:
        unit = least
        boxes = _boxes(tiles, start, area.w // unit, FREE)
    left, right = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
    top, bottom = min(box.y for box in boxes), max(box.y + box.h for box in boxes)
    origin = round(area.centerx - (left + right) / 2 * unit), round(area.centery - (top + bottom) / 2 * unit)
    first, *places, last = (_placed(box, unit, origin) for box in boxes)
    return Chain(tuple(tiles), start, unit, area.w // unit, origin, tuple(places), first.rect, last.rect)


def _placed(box: _Box, unit: int, origin: tuple[int, int]) -> ChainPlace:
    """Convert units to pixels."""
    rect = pygame.Rect(round(origin[0] + box.x * unit), round(origin[1] + box.y * unit),
                       box.w * unit, box.h * unit)
    return ChainPlace(rect, *box.halves, vertical=box.h > box.w)


def _boxes(tiles: Sequence[Halves], start: int, columns: int, further: Halves) -> list[_Box]:
    """Return the dominoes from left to right, and before and after them the places of a further one."""
    if not tiles:
        return [_Box(-1, -0.5, 2, 1, further), _Box(-1, -0.5, 2, 1, further)]
    first = tiles[start]
    double = first[0] == first[1]
    middle = _Box(-0.5, -1, 1, 2, first) if double else _Box(-1, -0.5, 2, 1, first)
    room = columns / 2
    right = _arm([*tiles[start + 1:], further], 1, middle, room)
    left = [_Box(-box.x - box.w, -box.y - box.h, box.w, box.h, box.halves[::-1])
            for box in _arm([(b, a) for a, b in [further, *tiles[:start]][::-1]], 1, middle, room)]
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


def draw_chain(surface: pygame.Surface, *places: ChainPlace) -> None:
    """Draw dominoes in their places, e.g. for a picture of the rules page."""
    for place in places:
        surface.blit(*place.image())
