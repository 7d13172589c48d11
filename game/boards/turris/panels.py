"""The panels beside the tower of Turris: five faces with their largest groups, and what counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import lru_cache, partial

import pygame

from game.boards.kit.part import Part
from game.draw import chrome, shapes
from game.draw.block import CHERRY, CHERRY_INLAID, INLAY, MAPLE
from game.draw.svg import Colour, darker
from game.table.host import TableHost
from game.ui.look import Look
from game.ui.stage import Sprite
from rules.games.turris.faces import BASE, Face, squares_of
from rules.games.turris.rules import Lay, Move, Turris, TurrisState

WOODS = (MAPLE, CHERRY)
WOODS_SAFE = (MAPLE, CHERRY_INLAID)
OUTLINES = ("#fff3d0", "#ff7a55")
INKS = ("#1a120a", "#ffffff")
BADGES = (MAPLE, darker(CHERRY, 0.16))
"""The ground of a count: cherry a little darker, so that white on it can be read (5.8:1)."""
MOST_KEPT = 200
"""Number of cached pictures of faces at which the cache is cleared."""


def woods_of(look: Look) -> tuple[str, str]:
    """Return the woods of the two players; with colour aid the second has an inlay."""
    return WOODS_SAFE if look.theme.safe_colours else WOODS


class Panels(Part[TableHost]):
    """One sprite for each panel, so that only changed panels are redrawn."""

    def __init__(self, host: TableHost, rules: Turris):
        super().__init__(host)
        self.rules = rules
        self.area = self._note = pygame.Rect(0, 0, 0, 0)
        self.shown: dict[str, tuple[Sprite, Hashable]] = {}
        """By name: the sprite and the key of its picture."""
        self._kept: dict[Hashable, pygame.Surface] = {}
        """Cached pictures: a held block often returns to the same places."""

    def build(self, area: pygame.Rect) -> None:
        self.area = area
        self.shown, self._kept = {}, {}

    def show(self, state: TurrisState, move: Move | None = None) -> None:
        """Show the faces of a state, or how a move would change them."""
        now = self.rules.faces(state)
        then = self.rules.faces_after(state, move) if move is not None else now
        squares = squares_of(move.way, move.x, move.y, move.z) if isinstance(move, Lay) else ()
        highest = max(len(self.rules.levels(state).filled), 1 + max((z for _, _, z in squares), default=0))
        for before, after, (rect, rows, unit) in zip(now, then, self._places(highest), strict=True):
            changed = before.points != after.points or before.seen != after.seen
            change = (after.points[0] - before.points[0], after.points[1] - before.points[1])
            key = (after.name, tuple(after.seen.items()), after.groups, changed, change, rect.size, rows,
                   unit)
            self._show(after.name, rect, key, partial(
                paint_face, self.look, self.say(f"turris.face.{after.name}"), face=after, u=unit, rows=rows,
                stroke=self.accent if changed else None, change=change))
        self._show_note()

    def _show(self, name: str, rect: pygame.Rect, key: Hashable,
              paint: Callable[[pygame.Surface, pygame.Rect], None]) -> None:
        sprite, shown = self.shown.get(name, (None, None))
        if sprite is not None and shown == (key, rect.topleft):
            return
        image = self._kept.get(key)
        if image is None:
            image = pygame.Surface(rect.size, pygame.SRCALPHA)
            paint(image, image.get_rect())
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            self._kept[key] = image
        if sprite is None:
            sprite = self.put(image, rect.topleft, 40)
        sprite.set(image, rect.topleft)
        self.shown[name] = sprite, (key, rect.topleft)

    def _places(self, levels: int) -> list[tuple[pygame.Rect, int, int]]:
        """Return the place of each face with its rows and the side of a square: sides in pairs, then roof."""
        look, area = self.look, self.area
        gap = look.px(16)
        width = (area.w - gap) // 2
        frame = face_frame(look)
        room = area.h - 2 * gap - 3 * frame
        least = max(6, levels)
        u = min((width - look.px(18)) // BASE, room // (2 * least + BASE))
        rows = max(least, (room // u - BASE) // 2)
        high = frame + rows * u
        places = [(pygame.Rect(area.left + (i % 2) * (width + gap), area.top + (i // 2) * (high + gap), width,
                               high), rows, u) for i in range(4)]
        top = area.top + 2 * (high + gap)
        roof = pygame.Rect(area.left, top, width, area.bottom - top)
        places.append((roof, BASE, u))
        self._note = pygame.Rect(area.right - width, top, width, roof.h)
        return places

    def _show_note(self) -> None:
        """Say what counts, in the free corner, where it can be read without shrinking."""
        look, text = self.look, self.say("turris.counts_more")
        inner = self._note.w - look.px(24)
        head = look.px(24) + look.line_height("caption")
        high = look.paragraph_height(text, "label", inner)
        if look.k < 1 or head + high > self._note.h - look.px(12):
            return
        self._show("note", self._note, (self._note.size, text), partial(self._paint_note, text=text))

    def _paint_note(self, image: pygame.Surface, rect: pygame.Rect, *, text: str) -> None:
        look = self.look
        chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None)
        chrome.draw_caption(look, image, self.say("turris.counts"), (look.px(14), look.px(14)))
        look.paragraph(image, text, "label",
                       pygame.Rect(look.px(14), look.px(24) + look.line_height("caption"),
                                   rect.w - look.px(24), rect.h))


def face_frame(look: Look) -> int:
    """Return the height of a face besides its squares: the title above, the counts below."""
    return look.line_height("label") + look.px(8) + _foot(look) + look.px(18)


def _foot(look: Look) -> int:
    return max(look.px(36), look.line_height("label") + 8)


def paint_face(look: Look, title: str, image: pygame.Surface, rect: pygame.Rect, face: Face, u: int,
               rows: int, stroke: Colour | None = None, change: tuple[int, int] = (0, 0)) -> None:
    """Paint a face: recessed squares darker, the largest group of each colour outlined and counted.

    `u` is the side of a square; `stroke` is the colour of the frame of a face that would change, and `change`
    what it would count more or less for each colour.
    """
    image.blit(_face_ground(look, rect.size, u, rows, stroke), rect)
    look.write(image, title, "label", (rect.centerx, rect.top + look.px(6)), "midtop", fit=rect.w - 8)
    left = rect.centerx - BASE * u // 2
    bottom = rect.bottom - _foot(look) - look.px(8)
    woods, deeper = woods_of(look), 0.05 if face.name == "roof" else 0.14
    for (column, row), seen in face.seen.items():
        wood, shade = woods[seen.colour], deeper * seen.depth
        cell = pygame.Rect(left + column * u, bottom - (row + 1) * u, u, u)
        pygame.draw.rect(image, darker(wood, min(0.5, shade)), cell)
        pygame.draw.rect(image, darker(wood, 0.4), cell, 1)
        if wood in INLAY:
            r, (x, y) = max(2, cell.w // 4), cell.center
            pygame.draw.polygon(image, INLAY[wood], [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
    for colour, group in enumerate(face.groups):
        _outline(image, group, (left, bottom), u, OUTLINES[colour], look)
    _counts(look, image, rect, face, change)


@lru_cache(maxsize=12)
def _face_ground(look: Look, size: tuple[int, int], u: int, rows: int, stroke: Colour | None
                 ) -> pygame.Surface:
    """Paint the frame of an empty face, the same for all four sides."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    rect = image.get_rect()
    chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None, stroke=stroke)
    bottom = rect.bottom - _foot(look) - look.px(8)
    well = pygame.Rect(rect.centerx - BASE * u // 2 - 3, bottom - rows * u - 3, BASE * u + 6, rows * u + 6)
    shapes.draw_box(image, well, look.px(6), "#000000", 0.3)
    return image


def _outline(image: pygame.Surface, group: Collection[tuple[int, int]], origin: tuple[int, int], u: int,
             colour: str, look: Look) -> None:
    left, bottom = origin
    inset = max(1, look.px(2))
    sides = (((1, 0), (u - inset, 0, u - inset, u)), ((-1, 0), (inset, 0, inset, u)),
             ((0, 1), (0, inset, u, inset)), ((0, -1), (0, u - inset, u, u - inset)))
    lines = [((x + x1, y + y1), (x + x2, y + y2)) for column, row in group
             for x, y in [(left + column * u, bottom - (row + 1) * u)]
             for (dx, dy), (x1, y1, x2, y2) in sides if (column + dx, row + dy) not in group]
    for width, ink in ((max(3, look.px(7)), "#1c0d05"), (max(2, look.px(4)), colour)):
        for a, b in lines:
            pygame.draw.line(image, ink, a, b, width)


def _counts(look: Look, image: pygame.Surface, rect: pygame.Rect, face: Face,
            change: tuple[int, int]) -> None:
    height = max(look.px(30), look.line_height("label") + 2)
    gap = look.px(8)
    width = (rect.w - look.px(16) - gap) // 2
    y = rect.bottom - look.px(8) - height // 2
    for colour, points in enumerate(face.points):
        badge = _badge(look, (width, height), colour, points, change[colour])
        x = rect.centerx + (-1 if colour == 0 else 1) * (width + gap) // 2
        image.blit(badge, badge.get_rect(center=(x, y)))


@lru_cache(maxsize=160)
def _badge(look: Look, size: tuple[int, int], colour: int, points: int, change: int) -> pygame.Surface:
    """Paint a number of squares on the wood of the counted colour, and by how much it would change."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    box = image.get_rect()
    shapes.draw_box(image, box, look.px(8), BADGES[colour])
    number = str(points)
    more = f"{'+' if change > 0 else chr(0x2212)}{abs(change)}" if change else ""
    px = look.m.text_px("label") + 2
    small = max(9, round(px * 0.72))
    wide = look.width(number, "name", px) + (look.width(more, "name", small) + look.px(5) if more else 0)
    if wide > box.w - 4:
        more = ""
    x = box.centerx - (wide if more else look.width(number, "name", px)) // 2
    written = look.write(image, number, "name", (x, box.centery), "midleft", INKS[colour], at_most=px)
    if more:
        look.write(image, more, "name", (written.right + look.px(5), box.centery), "midleft", INKS[colour],
                   at_most=small)
    return image
