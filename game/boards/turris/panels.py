"""The panels beside the tower of Turris: five faces with their largest groups, levels, and points."""

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
from rules.games.turris.rules import Lay, Levels, Move, Turris, TurrisState

WOODS = (MAPLE, CHERRY)
WOODS_SAFE = (MAPLE, CHERRY_INLAID)
OUTLINES = ("#fff3d0", "#ff7a55")
INKS = ("#1a120a", "#ffffff")
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
        self.area = self.ladder = pygame.Rect(0, 0, 0, 0)
        self.shown: dict[str, tuple[Sprite, Hashable]] = {}
        """By name: the sprite and the key of its picture."""
        self._kept: dict[Hashable, pygame.Surface] = {}
        """Cached pictures: a held block often returns to the same places."""

    def build(self, area: pygame.Rect, ladder: pygame.Rect) -> None:
        self.area, self.ladder = area, ladder
        self.shown, self._kept = {}, {}

    def show(self, state: TurrisState, move: Move | None = None) -> None:
        """Show the faces of a state, or how a move would change them."""
        now = self.rules.faces(state)
        then = self.rules.faces_after(state, move) if move is not None else now
        levels = self.rules.levels(state)
        squares = squares_of(move.way, move.x, move.y, move.z) if isinstance(move, Lay) else ()
        rects, points_rect = self._places(max(len(levels.filled),
                                              1 + max((z for _, _, z in squares), default=0)))
        for before, after, (rect, rows, unit) in zip(now, then, rects, strict=True):
            changed = before.points != after.points or before.seen != after.seen
            key = (after.name, tuple(after.seen.items()), after.groups, changed, rect.size, rows, unit)
            self._show(after.name, rect, key, partial(
                paint_face, self.look, self.say(f"turris.face.{after.name}"), face=after, u=unit, rows=rows,
                stroke=self.accent if changed else None))
        points = _sums(now)
        new = _sums(then) if move is not None else None
        self._show("points", points_rect, (points, new, points_rect.size, state.player),
                   partial(self._paint_points, own=state.player, now=points, then=new))
        self._show("ladder", self.ladder, (levels.filled, levels.begun),
                   partial(self._paint_ladder, levels=levels))

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

    def _places(self, levels: int) -> tuple[list[tuple[pygame.Rect, int, int]], pygame.Rect]:
        """Return the place of each face with its rows and the side of a square, and the place of the points.

        The four sides are in a row, the roof below the first of them.
        """
        look, area = self.look, self.area
        gap = look.px(16)
        width = (area.w - 3 * gap) // 4
        rows = max(6, levels)
        head, foot = look.line_height("label") + look.px(8), max(look.px(36), look.line_height("label") + 8)
        frame = head + foot + look.px(18)
        room = round(area.h * 0.60) - frame
        u = min((width - look.px(24)) // BASE, room // rows)
        places = [(pygame.Rect(area.left + i * (width + gap), area.top, width, frame + rows * u), rows, u)
                  for i in range(4)]
        top = area.top + frame + rows * u + gap
        roof_u = min(u, (area.bottom - top - frame) // BASE)
        roof = pygame.Rect(area.left, top, width, frame + BASE * roof_u)
        places.append((roof, BASE, roof_u))
        return places, pygame.Rect(roof.right + gap, top, area.right - roof.right - gap, roof.h)

    def _paint_points(self, image: pygame.Surface, rect: pygame.Rect, *, own: int, now: tuple[int, int],
                      then: tuple[int, int] | None) -> None:
        """Paint the points as if the game ended now, and what the held block would change."""
        look, theme = self.look, self.look.theme
        image.blit(_points_ground(look, rect.size, self.say("turris.if_ended")), rect)
        x, right = rect.left + look.px(24), rect.right - look.px(24)
        head = look.px(14) + look.line_height("caption")
        line, score = look.line_height("button"), look.font("score").get_height()
        gap = max(look.px(6),
                  min(look.px(30), (rect.h - head - score - look.px(12) - line - look.px(16)) // 4))
        y = rect.top + head + gap + score // 2
        names = [seat.name for seat in self.host.seats]
        first = look.write(image, str(now[0]), "score", (x, y), "midleft", _bright(look, 0))
        second = look.write(image, str(now[1]), "score", (right, y), "midright", _bright(look, 1))
        half = (second.left - first.right) // 2 - look.px(20)
        look.write(image, names[0], "label", (first.right + look.px(10), y), "midleft", theme.dim, fit=half)
        look.write(image, names[1], "label", (second.left - look.px(10), y), "midright", theme.dim, fit=half)
        bar = pygame.Rect(x, y + score // 2 + gap // 2, right - x, look.px(12))
        if bar.bottom >= rect.bottom:
            return
        shapes.draw_box(image, bar, bar.h / 2, CHERRY)
        share = now[0] / sum(now) if any(now) else 0.5
        part = pygame.Rect(bar.left, bar.top, max(bar.h, round(bar.w * share)), bar.h)
        shapes.draw_box(image, part, bar.h / 2, MAPLE)
        y = bar.bottom + gap + line // 2
        if y + line // 2 < rect.bottom:
            self._paint_outlook(image, pygame.Rect(x, y - line // 2, right - x, line), own, now, then)

    def _paint_outlook(self, image: pygame.Surface, rect: pygame.Rect, own: int, now: tuple[int, int],
                       then: tuple[int, int] | None) -> None:
        """Paint what the held block would score; without one, the leader."""
        look, theme = self.look, self.look.theme
        if then is None:
            lead = now[0] - now[1]
            leader = self.host.who(0 if lead > 0 else 1)
            key = "turris.leads" if lead else "turris.level_points"
            text = self.say(key, name=leader, n=abs(lead))
            look.write(image, text, "label", rect.midleft, "midleft", theme.dim, fit=rect.w)
            return
        gain = then[own] - then[1 - own] - now[own] + now[1 - own]
        text = self.host.texts.gain(gain)
        written = look.write(image, text, "button", rect.midright, "midright",
                             theme.good if gain >= 0 else theme.bad)
        look.write(image, self.say("turris.with_block", first=then[0], second=then[1]), "button",
                   rect.midleft, "midleft", fit=written.left - rect.left - look.px(12))

    def _paint_ladder(self, image: pygame.Surface, rect: pygame.Rect, *, levels: Levels) -> None:
        """Paint the levels from below: full, begun, and the number of begun levels allowed."""
        look, theme = self.look, self.look.theme
        chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None)
        look.write(image, self.say("turris.levels"), "caption", (rect.centerx, rect.top + look.px(10)),
                   "midtop", theme.dim,
                   fit=rect.w - 6)
        shown = max(8, len(levels.filled) + 1)
        foot = 2 * look.line_height("label") + look.px(10)
        top = rect.top + look.px(16) + look.line_height("caption")
        step = (rect.bottom - foot - top) / shown
        full = BASE * BASE
        for z in range(shown):
            y = round(rect.bottom - foot - (z + 1) * step)
            bar = pygame.Rect(rect.left + look.px(34), y + 2, rect.w - look.px(44), max(6, round(step) - 4))
            look.write(image, str(z + 1), "key", (rect.left + look.px(24), bar.centery), "midright",
                       theme.dim)
            count = levels.filled[z] if z < len(levels.filled) else 0
            chrome.draw_well(look, image, bar, look.px(5), alpha=0.35, stroke_alpha=0)
            if count:
                part = pygame.Rect(bar.left, bar.top, max(4, bar.w * count // full), bar.h)
                colour = theme.good if count == full else self.accent
                shapes.draw_box(image, part, look.px(5), colour)
                if bar.h > look.line_height("key"):
                    text = self.say("turris.full") if count == full else f"{count}/{full}"
                    for clip, ink in ((bar, theme.text), (part, theme.ink_on(colour))):
                        image.set_clip(clip)
                        look.write(image, text, "key", bar.center, "center", ink, fit=bar.w - 4)
                    image.set_clip(None)
        y = rect.bottom - foot + look.px(4)
        look.write(image, self.say("turris.begun", n=levels.begun), "label", (rect.centerx, y), "midtop",
                   fit=rect.w - 8)
        look.write(image, self.say("turris.allowed", n=self.rules.unfinished_levels), "label",
                   (rect.centerx, y + look.line_height("label")), "midtop", theme.dim, fit=rect.w - 8)


def _sums(faces: tuple[Face, ...]) -> tuple[int, int]:
    return sum(face.points[0] for face in faces), sum(face.points[1] for face in faces)


def paint_face(look: Look, title: str, image: pygame.Surface, rect: pygame.Rect, face: Face, u: int,
               rows: int, stroke: Colour | None = None) -> None:
    """Paint a face: recessed squares darker, the largest group of each colour outlined and counted.

    `u` is the side of a square; `stroke` is the colour of the frame of a face that would change.
    """
    image.blit(_face_ground(look, rect.size, title, u, rows, stroke), rect)
    left = rect.centerx - BASE * u // 2
    bottom = rect.bottom - max(look.px(36), look.line_height("label") + 8) - look.px(8)
    for (column, row), seen in face.seen.items():
        shade = 0.14 * seen.depth if face.name != "roof" else 0.05 * seen.depth
        cell = pygame.Rect(left + column * u, bottom - (row + 1) * u, u, u)
        wood = woods_of(look)[seen.colour]
        pygame.draw.rect(image, darker(wood, min(0.5, shade)), cell)
        pygame.draw.rect(image, darker(wood, 0.4), cell, 1)
        if wood in INLAY:
            r, (x, y) = max(2, cell.w // 4), cell.center
            pygame.draw.polygon(image, INLAY[wood], [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
    for colour, group in enumerate(face.groups):
        _outline(image, group, (left, bottom), u, OUTLINES[colour], look)
    _counts(look, image, rect, face)


@lru_cache(maxsize=24)
def _face_ground(look: Look, size: tuple[int, int], name: str, u: int, rows: int,
                 stroke: str | None) -> pygame.Surface:
    """Paint the frame of an empty face."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    rect = image.get_rect()
    chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None, stroke=stroke)
    look.write(image, name, "label", (rect.centerx, look.px(6)), "midtop", fit=rect.w - 8)
    bottom = rect.bottom - max(look.px(36), look.line_height("label") + 8) - look.px(8)
    well = pygame.Rect(rect.centerx - BASE * u // 2 - 3, bottom - rows * u - 3, BASE * u + 6, rows * u + 6)
    shapes.draw_box(image, well, look.px(6), "#000000", 0.3)
    return image


def _outline(image: pygame.Surface, group: Collection[tuple[int, int]], origin: tuple[int, int], u: int,
             colour: str, look: Look) -> None:
    left, bottom = origin
    for width, ink in ((max(3, look.px(7)), "#1c0d05"), (max(2, look.px(4)), colour)):
        for column, row in group:
            x, y = left + column * u, bottom - (row + 1) * u
            inset = max(1, look.px(2))
            sides = (((1, 0), (x + u - inset, y), (x + u - inset, y + u)),
                     ((-1, 0), (x + inset, y), (x + inset, y + u)),
                     ((0, 1), (x, y + inset), (x + u, y + inset)),
                     ((0, -1), (x, y + u - inset), (x + u, y + u - inset)))
            for (dx, dy), a, b in sides:
                if (column + dx, row + dy) not in group:
                    pygame.draw.line(image, ink, a, b, width)


def _counts(look: Look, image: pygame.Surface, rect: pygame.Rect, face: Face) -> None:
    height = max(look.px(30), look.line_height("label") + 2)
    width = max(look.px(44), look.width("88", "label") + 8)
    y = rect.bottom - look.px(8) - height // 2
    for colour, points in enumerate(face.points):
        badge = _badge(look, (width, height), colour, points)
        x = rect.centerx + (-1 if colour == 0 else 1) * (width // 2 + look.px(4))
        image.blit(badge, badge.get_rect(center=(x, y)))


@lru_cache(maxsize=80)
def _badge(look: Look, size: tuple[int, int], colour: int, points: int) -> pygame.Surface:
    """Paint a number of squares on the wood of the counted colour."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    box = image.get_rect()
    shapes.draw_box(image, box, look.px(8), WOODS[colour])
    look.write(image, str(points), "name", box.center, "center", INKS[colour], fit=box.w - 6,
               at_most=look.m.text_px("label") + 2)
    return image


@lru_cache(maxsize=4)
def _points_ground(look: Look, size: tuple[int, int], caption: str) -> pygame.Surface:
    image = pygame.Surface(size, pygame.SRCALPHA)
    chrome.draw_panel(look, image, image.get_rect(), radius=look.px(16), shadow=None)
    chrome.draw_caption(look, image, caption, (look.px(24), look.px(14)), within=size[0] - look.px(48))
    return image


def _bright(look: Look, seat: int) -> str:
    if look.theme.light:
        return ("#75521a", "#9c3413")[seat]
    return ("#ecd3a4", "#ff9a7a")[seat]
