"""The score pad: the points of every round by kind and player, and the running totals, as on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.draw.race import short_names
from game.screens.result.report import Report
from game.ui.paper.sheet import paper_for
from game.ui.widgets import Scroll

if TYPE_CHECKING:
    from game.ui.look import Look

PAPER, RULE, MARGIN, HOLE = "#fffaf0", "#e4d6bb", "#b9a27c", "#10241b"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the pad; `role` is "head" (of a round), "kind" or "total"."""

    role: str
    label: str
    values: tuple[int | None, ...] = ()
    number: int = 0


class ScorePad(Scroll):
    """The lines below the names. Only visible ones are painted, however many rounds were played."""

    def __init__(self, scene: Report, frame: pygame.Rect):
        self.paper: Look = paper_for(scene.look)
        self.sheet = scene
        self.seats = scene.table.session.seats
        self.lines = _lines(scene)
        look = scene.look
        self.step = max(look.px(36), look.line_height("name") + look.px(6))
        self.page = self._page(frame)
        head = look.px(40) + max(look.px(44), look.line_height("name") + look.px(12))
        room = self.page.h - head - look.px(10)
        body = pygame.Rect(self.page.left, self.page.top + head, self.page.w, room // self.step * self.step)
        self.label_room = min(round(self.page.w * 0.26), look.px(300))
        self._paint_page(scene.stage.ground, head)
        super().__init__(scene, body, pygame.Surface((1, 1)))
        self.look = self.paper  # the scroll bar and the focus ring are on paper too
        self.scroll_to(self.furthest)

    def _page(self, frame: pygame.Rect) -> pygame.Rect:
        look = self.sheet.look
        width = min(frame.w, look.px(320) + len(self.seats) * look.px(280))
        return pygame.Rect(frame.centerx - width // 2, frame.top, width, frame.h)

    @property
    def tall(self) -> int:
        return self.step * len(self.lines)

    def column(self, seat: int) -> pygame.Rect:
        """Return the column of a seat's numbers."""
        room = self.page.w - self.label_room - self.look_px(28)
        width = room / len(self.seats)
        return pygame.Rect(round(self.label_room + seat * width), 0, round(width), 0)

    def look_px(self, length: float) -> int:
        return self.sheet.look.px(length)

    # --- the page: paper, holes, names ---

    def _paint_page(self, ground: pygame.Surface, head: int) -> None:
        look, px = self.paper, self.look_px
        chrome.draw_shadow(self.sheet.look, ground, self.page, px(14), "float")
        shapes.draw_box(ground, self.page, px(14), PAPER)
        hole = shapes.disc(max(7, px(15)), HOLE)
        count = max(6, self.page.w // px(64))
        for i in range(count):
            x = self.page.left + round((i + 0.5) * self.page.w / count)
            ground.blit(hole, hole.get_rect(center=(x, self.page.top + px(20))))
        y = self.page.top + head
        middle = (self.page.top + px(36) + y) // 2
        size = max(8, px(16))
        room = self.column(0).w - size - px(24)
        for seat, name in enumerate(short_names(look, [player.name for player in self.seats], "name", room)):
            name_px = look.fitting(name, "name", room)
            wide = size + px(8) + look.width(name, "name", name_px)
            x = self.page.left + self.column(seat).centerx - wide // 2
            colour = self.sheet.table.company[seat].colour
            mark = shapes.mark(look.theme.seat_mark(colour), size, look.theme.seat(colour))
            ground.blit(mark, mark.get_rect(midleft=(x, middle)))
            look.write(ground, name, "name", (x + size + px(8), middle), "midleft", at_most=name_px)
        ground.fill(look.theme.text, (self.page.left, y - 1, self.page.w, max(1, px(2))))

    # --- the lines in sight ---

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.set_clip(rect)
        first = self.offset // self.step
        for number in range(first, first + rect.h // self.step + 2):
            box = pygame.Rect(rect.left, rect.top + number * self.step - self.offset, rect.w, self.step)
            if number < len(self.lines):
                self._paint_line(surface, box, self.lines[number])
            else:  # rule the rest of the page below the last line
                surface.fill(RULE, (box.left, box.bottom - 1, box.w, 1))
        for seat in range(len(self.seats)):
            surface.fill(MARGIN, (rect.left + self.column(seat).left, rect.top, 1, rect.h))
        surface.set_clip(None)

    def _paint_line(self, surface: pygame.Surface, box: pygame.Rect, line: Line) -> None:
        look, px = self.paper, self.look_px
        theme = look.theme
        if line.role == "head":
            look.write(surface, line.label, "caption", (box.left + px(28), box.centery + px(3)), "midleft",
                       look.theme.accent(self.sheet.game))
            return
        total = line.role == "total"
        role, colour = ("name", theme.text) if total else ("label", theme.dim)
        look.write(surface, line.label, role, (box.left + px(28), box.centery), "midleft", colour,
                   fit=self.label_room - px(40))
        for seat, value in enumerate(line.values):
            self._paint_value(surface, box, seat, value, line)
        thick = max(1, px(2)) if total else 1
        surface.fill(theme.text if total else RULE, (box.left, box.bottom - thick, box.w, thick))

    def _paint_value(self, surface: pygame.Surface, box: pygame.Rect, seat: int, value: int | None,
                     line: Line) -> None:
        look, px, theme = self.paper, self.look_px, self.paper.theme
        column = self.column(seat)
        right = box.left + column.centerx + look.width("0000", "name") // 2
        if value is None:
            look.write(surface, "\u2013", "label", (right, box.centery), "midright", "#a99a80")
            return
        total = line.role == "total"
        colour = theme.text if total or value >= 0 else theme.bad
        written = look.write(surface, self.sheet.texts.number(value), "name" if total else "label",
                             (right, box.centery), "midright", colour)
        last = total and line.number == len(self.sheet.table.session.rounds)
        if last and self.sheet.figures.over and seat in self.sheet.figures.outcome.winners:
            ring = written.inflate(px(26), px(4)).clip(box.inflate(0, -2))
            shapes.draw_box(surface, ring, ring.h / 2, None, 1,
                            theme.seat(self.sheet.table.company[seat].colour), 1,
                            max(1.5, 2.6 * look.k))


def _lines(scene: Report) -> list[Line]:
    figures, rounds = scene.figures, scene.table.session.rounds
    kinds = figures.pad_kinds()
    lines: list[Line] = []
    for number, round_ in enumerate(rounds, 1):
        if figures.many_rounds:
            lines.append(Line("head", scene.say("sheet.pad.round", n=number)))
        scored = figures.pad_round(number - 1)
        lines += [Line("kind", scene.say_kind("pad", kind), tuple(seat.get(kind) for seat in scored))
                  for kind in kinds]
        lines.append(Line("total", scene.say("sheet.pad.sum"), tuple(round_.state.scores), number))
    return lines
