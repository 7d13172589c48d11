"""A table in a panel, for the statistics: a header of texts or icons, and lines to scroll and choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.draw import shapes
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.scene import Scene
from game.ui.widgets import Cells


@dataclass(frozen=True)
class Column:
    """A column with its header: a text, or an icon if there is no room for texts."""

    label: str
    icon: str
    right: bool = False
    spare: int = 0
    """Columns with a higher number are dropped first if there is no room; 0 is never dropped."""


@dataclass(frozen=True)
class Line:
    """A line of the table: a text for each column, and an icon before them."""

    texts: tuple[str, ...]
    mark: tuple[str, Colour] | None = None


class Listing(Cells):
    """The lines below the header. Only visible lines are painted."""

    def __init__(self, scene: Scene, rect: pygame.Rect, columns: list[Column], lines: list[Line],
                 choose: Callable[[int], None] | None = None, *, end: str = "", cursor: int = 0):
        self.lines, self.end = lines, end if choose else ""
        look = scene.look
        self.row = max(look.px(46), look.line_height("label") + look.px(14),
                       look.design["sizes"]["hit_min"] if choose else 0)
        head = look.line_height("label") + look.px(14)
        body = pygame.Rect(rect.left, rect.top + head, rect.w, rect.h - head)
        self.layout = _Layout(look, columns, lines, body.w, bool(self.end))
        cells = [pygame.Rect(0, i * self.row, body.w - look.px(14), self.row) for i in range(len(lines))]
        super().__init__(scene, body, pygame.Surface((1, 1)), cells if choose else [], choose or _nothing,
                         cursor=cursor, tell=lambda index: ", ".join(filter(None, lines[index].texts)))
        self.layout.draw_head(scene.stage.ground, pygame.Rect(rect.left, rect.top, rect.w, head))
        shapes.draw_box(scene.stage.ground, (rect.left, body.top - look.px(3), rect.w, max(1, look.px(1.5))),
                        0, look.theme.line, look.theme.line_alpha * 1.6)

    @property
    def tall(self) -> int:
        return self.row * len(self.lines)

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        surface.set_clip(rect)
        first, last = self.offset // self.row, (self.offset + rect.h) // self.row + 1
        for number in range(first, min(last, len(self.lines))):
            top = rect.top + number * self.row - self.offset
            self.layout.draw_line(surface, self.lines[number], rect.left, top + self.row // 2)
            if self.end:
                look.draw_icon(
                    surface, self.end,
                    (rect.left + self.layout.right + look.px(14) + self.layout.icon // 2,
                     top + self.row // 2),
                    self.layout.icon, self.accent)
            shapes.draw_box(surface, (rect.left, top + self.row - 1, rect.w - look.px(14), 1), 0,
                            look.theme.line, look.theme.line_alpha * 0.7)
        surface.set_clip(None)


def _nothing(index: int) -> None:
    """Default action of lines that cannot be chosen."""


class _Layout:
    """The columns that fit, with their positions."""

    def __init__(self, look: Look, columns: list[Column], lines: list[Line], width: int, has_end: bool):
        self.look = look
        self.icon = round(look.m.text_px("label") * 1.3)
        self.left = look.px(12) + (self.icon + look.px(12) if any(line.mark for line in lines) else 0)
        self.right = width - look.px(24) - (self.icon + look.px(18) if has_end else 0)
        self.columns = list(enumerate(columns))
        self.labelled = True
        bodies = [max((look.width(line.texts[i], "label") for line in lines), default=0)
                  for i in range(len(columns))]
        gap, room = look.px(26), self.right - self.left
        while sum(needs := self._needs(bodies)) + gap * (len(needs) - 1) > room:
            if self.labelled:
                self.labelled = False
                continue
            spare = max(column.spare for _, column in self.columns)
            if not spare:
                break
            self.columns = [(i, column) for i, column in self.columns if column.spare != spare]
        self._place(needs, room, gap)

    def _needs(self, bodies: list[int]) -> list[int]:
        heads = [self.look.width(column.label, "label") if self.labelled else self.icon
                 for _, column in self.columns]
        return [max(head, bodies[i]) for head, (i, _) in zip(heads, self.columns, strict=True)]

    def _place(self, needs: list[int], room: int, gap: int) -> None:
        spare = room - sum(needs) - gap * (len(needs) - 1)
        if spare < 0:
            needs = [need + spare * need // sum(needs) for need in needs]
            spare = 0
        step = gap + spare // max(1, len(needs) - 1)
        self.spans: list[tuple[int, int]] = []
        x = self.left
        for need in needs:
            self.spans.append((x, need))
            x += need + step

    def draw_head(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        for (_, column), (x, width) in zip(self.columns, self.spans, strict=True):
            at = rect.left + (x + width if column.right else x)
            if self.labelled:
                look.write(surface, column.label, "label", (at, rect.centery),
                           "midright" if column.right else "midleft", look.theme.dim)
            else:
                middle = at - self.icon // 2 if column.right else at + self.icon // 2
                look.draw_icon(surface, column.icon, (middle, rect.centery), self.icon, look.theme.dim)

    def draw_line(self, surface: pygame.Surface, line: Line, left: int, y: int) -> None:
        look = self.look
        if line.mark:
            name, colour = line.mark
            look.draw_icon(surface, name, (left + look.px(12) + self.icon // 2, y), self.icon, colour, 2.6)
        for (i, column), (x, width) in zip(self.columns, self.spans, strict=True):
            at = left + (x + width if column.right else x)
            look.write(surface, line.texts[i], "label", (at, y), "midright" if column.right else "midleft",
                       fit=width + 1)
