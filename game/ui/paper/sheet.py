"""A sheet of paper: text and pictures at fixed places, and the view that scrolls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour, filled, linear, raster
from game.ui.look import Look
from game.ui.widgets import Cells, Host

Painter = Callable[[pygame.Surface, pygame.Rect], object]


class Paper(Look):
    """A look with dark ink on ivory in every theme; domino chips get an edge, so that they stand out."""

    def _text_image(self, text: str, role: str, colour: Colour,
                    at_most: float | None = None) -> pygame.Surface:
        image = super()._text_image(text, role, colour, at_most)
        font = self.font(role, at_most)
        x = 0
        for part in self._parts(text, font):
            if isinstance(part, str):
                x += font.size(part)[0]
                continue
            h = round(part.height * 0.98)
            box = (x, (part.height - h) // 2, part.face, h - 1)
            shapes.draw_box(image, box, h * 0.26, None, 1, "#a08d6c", 1, max(1.0, self.k))
            x += part.w
        return image


def paper_for(look: Look) -> Paper:
    return Paper(look.size, theme="paper", text_scale=look.m.text_scale, safe_colours=look.theme.safe_colours,
                 speed=look.speed, cache=look.pictures)


def broken(look: Look, text: str, role: str, width: float) -> list[str]:
    """Break a paragraph into lines; cut a word (such as a path) that is wider than a line."""
    lines: list[str] = []
    for line in look.wrap(text, role, width):
        while look.width(line, role) > width and len(line) > 1:
            end = next((n for n in range(len(line) - 1, 1, -1) if look.width(line[:n], role) <= width), 1)
            lines.append(line[:end])
            line = line[end:]
        lines.append(line)
    return lines


@dataclass(frozen=True, slots=True)
class Item:
    """Something on the sheet; `paint` gets its rectangle on the surface."""

    rect: pygame.Rect
    paint: Painter


class Sheet:
    """Items with their places, and the cells that can be chosen: the content of a SheetView."""

    def __init__(self, look: Look, accent: Colour, ground: Colour | None = None):
        self.look, self.accent, self.ground = look, accent, ground
        self.items: list[Item] = []
        self.cells: list[pygame.Rect] = []
        self.tall = 0

    def add(self, rect: pygame.Rect, paint: Painter) -> None:
        self.items.append(Item(rect, paint))

    def text(self, text: str, role: str, x: int, y: int, width: int, colour: Colour | None = None,
             like: str | None = None) -> int:
        """Add a paragraph and return the y below it. `like` names a role whose line height is used."""
        look = self.look
        step = max(look.line_height(like or role), look.font(role).get_height())
        for line in broken(look, text, role, width):
            self.add(pygame.Rect(x, y, width, step), partial(self._write, line, role, colour))
            y += step
        return y

    def _write(self, line: str, role: str, colour: Colour | None, surface: pygame.Surface,
               rect: pygame.Rect) -> None:
        self.look.write(surface, line, role, (rect.left, rect.centery), "midleft", colour)

    def line(self, text: str, role: str, x: int, y: int, width: int, colour: Colour | None = None) -> int:
        """Add one line, shrunk to fit if necessary, and return the y below it."""
        look, step = self.look, self.look.line_height(role)
        self.add(pygame.Rect(x, y, width, step), lambda surface, r: look.write(
            surface, text, role, (r.left, r.centery), "midleft", colour, fit=width))
        return y + step


class SheetView(Cells):
    """A scrolling view of a sheet, which is painted in strips as they come into view."""

    def __init__(self, scene: Host, rect: pygame.Rect, sheet: Sheet, choose: Callable[[int], None], *,
                 cursor: int = 0):
        self.sheet = sheet
        self._strip_h = max(64, rect.h // 2)
        self._strip = lru_cache(maxsize=8)(self._paint_strip)
        super().__init__(scene, rect, pygame.Surface((1, 1)), sheet.cells, choose, cursor=cursor)
        self.look = sheet.look
        self.refresh()

    @property
    def tall(self) -> int:
        return self.sheet.tall

    @property
    def accent(self) -> Colour:
        return self.sheet.accent

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.set_clip(rect)
        for number in range(self.offset // self._strip_h, (self.offset + rect.h - 1) // self._strip_h + 1):
            surface.blit(self._strip(number), (rect.left, rect.top - self.offset + number * self._strip_h))
        surface.set_clip(None)
        if self.sheet.ground is not None:
            self._paint_fades(surface, rect, self.sheet.ground)

    def _paint_fades(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        """Draw a gradient at the edges beyond which the sheet continues."""
        high = self.sheet.look.px(26)
        for there, upwards, top in ((self.offset > 0, False, rect.top),
                                    (self.offset < self.furthest, True, rect.bottom - high)):
            if there:
                surface.blit(_fade(rect.w, high, colour, upwards=upwards), (rect.left, top))

    def _paint_strip(self, number: int) -> pygame.Surface:
        sheet = self.sheet
        strip = pygame.Surface((self.rect.w, self._strip_h), 0 if sheet.ground else pygame.SRCALPHA)
        if sheet.ground is not None:
            strip.fill(sheet.ground)
        window = strip.get_rect(top=number * self._strip_h)
        margin = sheet.look.px(30)  # room for shadows
        for item in sheet.items:
            if item.rect.inflate(2 * margin, 2 * margin).colliderect(window):
                item.paint(strip, item.rect.move(0, -window.top))
        return strip

    def paint_focus(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the focus ring on the cell at the cursor if it is in view, else around the whole view."""
        if self.cells and rect.contains(self.shown_rect(self.cursor, rect)):
            super().paint_focus(surface, rect)
        else:
            chrome.draw_focus(self.look, surface, rect.inflate(-6, -6), self._radius)


@lru_cache(maxsize=8)
def _fade(width: int, height: int, colour: Colour, *, upwards: bool) -> pygame.Surface:
    """Return a strip of colour that fades out downwards or upwards."""
    first, last = (0.0, 1.0) if upwards else (1.0, 0.0)
    strip = raster(1, height, linear("f", (0, 0), (0, height), (0, colour, first), (1, colour, last))
                   + filled(1, height, "f"))
    return pygame.transform.scale(strip, (width, height))


def verdict_badge(look: Look, side: int, *, fits: bool) -> pygame.Surface:
    """Return a white tick on green or a white cross on red."""
    theme = look.theme
    badge = shapes.disc(side, theme.good if fits else theme.bad).copy()
    look.draw_icon(badge, "check" if fits else "cross", (side / 2, side / 2), side * 0.72, "#ffffff", 3.0)
    return badge


def number_badge(look: Look, side: int, number: int) -> pygame.Surface:
    """Return the badge of a number, for a picture and its legend."""
    badge = shapes.disc(side, "#fffaf0").copy()
    inner = shapes.disc(side - max(2, round(side * 0.14)), "#2a1f15")
    badge.blit(inner, inner.get_rect(center=(side // 2, side // 2)))
    look.write(badge, str(number), "key", (side / 2, side / 2), "center", "#fffaf0", at_most=side * 0.62)
    return badge
