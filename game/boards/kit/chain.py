"""Dominoes on a board: a line that bends inside an area, as in block dominoes, and upright ones in the rack.

The line grows from its first domino to both ends. The right arm runs right, turns down at the edge, runs back
to the left, and so on; the left arm does the same upwards. Doubles lie across the line, except in a bend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.rack import Faces
from game.boards.kit.targets import PlacedImage
from game.draw.domino import back, domino
from game.draw.slab import Piece
from game.ui.flight import glide
from game.ui.stage import Sprite
from rules.kit.dominoes import Halves, halves, pips
from rules.kit.hands import Tile

BEND = 2
"""How many dominoes of a bend lie upright before the line runs back: doubles of two rows never touch."""
EASE_MS = 220
FREE: Halves = (0, 1)
"""The domino for which a free place is measured: not a double."""


@dataclass(frozen=True, slots=True)
class ChainPlace:
    """The place of a domino and how to draw it: `first` is its left half, or the upper one if `vertical`."""

    rect: pygame.Rect
    first: int
    second: int
    vertical: bool

    def image(self, *, lifted: bool = False) -> PlacedImage:
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


# --- on the board ---


class DominoLine(Part[H]):
    """Shows a bending line; when it grows, the dominoes that lie already glide to their new places."""

    def __init__(self, host: H):
        super().__init__(host)
        self.area = pygame.Rect(0, 0, 0, 0)
        self.chain = lay_out((), 0, pygame.Rect(0, 0, 400, 400), 40, 80)
        """The line as it is shown."""
        self._sprites: list[Sprite] = []

    def build(self, area: pygame.Rect) -> None:
        """Use another area and forget the sprites of an earlier layout."""
        self.area, self._sprites = area, []

    def fit(self, tiles: Sequence[Halves], start: int) -> Chain:
        """Lay out a line in the area, in the sizes of a domino on the board."""
        low, high = self.look.design["sizes"]["board_piece"]["domino"]
        return lay_out(tiles, start, self.area, self.px(low), self.px(high))

    def show(self, tiles: Sequence[Halves], start: int, *, without: int | None = None,
             ease: bool = False) -> None:
        """Replace all sprites by those of a line, except that of the index `without`, which still moves.

        With `ease` the dominoes move from where they lay; without it they are in their places at once.
        """
        for sprite in self._sprites:
            sprite.remove()
        before = {_name(place): place.rect for place in self.chain.places}
        self.chain = self.fit(tiles, start)
        self._sprites = []
        for index, place in enumerate(self.chain.places):
            if index != without:
                sprite = self.put(*place.image(), index)
                self._sprites.append(sprite)
                if ease and _name(place) in before:
                    self._glide(sprite, before[_name(place)], place.rect)

    def keep(self, sprite: Sprite) -> None:
        """Remove a sprite with the next `show`: a moving piece, a mark."""
        self._sprites.append(sprite)

    def _glide(self, sprite: Sprite, old: pygame.Rect, new: pygame.Rect) -> None:
        ms = EASE_MS * self.look.speed
        if ms > 0 and old.center != new.center:
            glide(self.host.tweens, sprite, old.center, new.center, (ms, "out_cubic"))


def _name(place: ChainPlace) -> tuple[int, ...]:
    return tuple(sorted((place.first, place.second)))


def draw_chain(surface: pygame.Surface, *places: ChainPlace) -> None:
    """Draw dominoes in their places, e.g. for a picture of the rules page."""
    for place in places:
        surface.blit(*place.image())


class DominoFaces(Faces[Tile]):
    """Dominoes, written `1|6`, upright in a rack."""

    size = "domino"
    aspect = 2.0

    def face(self, piece: Tile, index: int, width: int, *, lifted: bool = False) -> Piece:
        return domino(*halves(piece), 2 * width, vertical=True, lifted=lifted)

    def back(self, index: int, width: int) -> Piece:
        return back(2 * width, vertical=True)

    def outline(self, index: int, width: int) -> list[tuple[float, float]]:
        return [(0, 0), (width, 0), (width, 2 * width), (0, 2 * width)]

    def sort_key(self, piece: Tile) -> tuple[int, str]:
        return -pips(piece), piece
