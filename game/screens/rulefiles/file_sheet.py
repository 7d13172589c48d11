"""The text of a rule file with line numbers and marked faults; part of the rule files screen."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.draw import shapes
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.paper.sheet import Sheet
from rules.files.faults import Fault

MOST_LINES, LONGEST_LINE = 400, 240
"""Limits on the displayed text: enough for every rule file, and cheap for a hostile one."""


def read_lines(path: Path) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read(MOST_LINES * LONGEST_LINE)
    return ["".join(char if char.isprintable() else " " for char in line) for line in text.splitlines()]


class FileSheet(Sheet):
    """A file with line numbers; long lines are wrapped, faults are marked at their column."""

    def __init__(self, look: Look, accent: Colour, lines: list[str], width: int, faults: list[Fault],
                 cut: str):
        super().__init__(look, accent)
        self.line_tops: dict[int, int] = {}
        self.cell = look.width("0", "label") * 0.86
        """Width of a character column, so that indentation and alignment are kept."""
        self.gutter = look.width("0" * max(2, len(str(len(lines)))), "label") + look.px(44)
        self.width = width
        marks: dict[int, list[int]] = {}
        for fault in faults:
            marks.setdefault(fault.line, []).append(fault.column)
        y = look.px(4)
        for number, line in enumerate(lines[:MOST_LINES], start=1):
            y = self._lay_line(number, line[:LONGEST_LINE], marks.get(number, []), y)
        if len(lines) > MOST_LINES:
            y = self.text(cut, "label", self.gutter, y + look.px(8), width - self.gutter, look.theme.dim)
        self.tall = y + look.px(8)

    def _lay_line(self, number: int, line: str, columns: list[int], y: int) -> int:
        look, theme = self.look, self.look.theme
        self.line_tops[number] = y
        at, step = len(self.items), max(look.line_height("label"), look.font("label").get_height())
        indent, code, comment_at = _cut(line)
        x = round(self.gutter + min(indent, 24) * self.cell)
        bottom = self.text(code, "label", x, y, self.width - x) if code else y
        if comment_at >= 0:
            bottom = max(bottom, self._lay_comment(line, code, comment_at, x, y))
        bottom = max(bottom, y + step)
        row = pygame.Rect(0, y, self.width, bottom - y)
        self.add(pygame.Rect(0, y, self.gutter, step), lambda surface, r: look.write(
            surface, str(number), "label", (r.right - look.px(16), r.centery), "midright",
            theme.bad if columns else theme.faint))
        if columns:
            self.add(row, lambda surface, r: self._paint_mark(surface, r))
            self.items.insert(at, self.items.pop())
            for column in columns:
                self._mark_column(code, column - 1 - indent, x, pygame.Rect(x, y, self.width - x, step))
        return bottom

    def _lay_comment(self, line: str, code: str, comment_at: int, x: int, y: int) -> int:
        """Lay out a comment in its column, or below its line if there is too little room beside it."""
        look, comment = self.look, line[comment_at:]
        step = max(look.line_height("label"), look.font("label").get_height())
        if code:
            code_end = x + look.width(code, "label") + 2 * self.cell
            x = round(max(code_end, self.gutter + comment_at * self.cell))
            if self.width - x < 10 * look.m.text_px("label"):
                x, y = round(self.gutter + 4 * self.cell), y + step
        return self.text(comment, "label", x, y, self.width - x, look.theme.dim)

    def _paint_mark(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        shapes.draw_box(surface, rect, look.px(8), look.theme.bad, 0.20)
        side = round(look.m.text_px("label") * 1.05)
        centre = (rect.left + look.px(6) + side / 2, rect.top + look.line_height("label") / 2)
        look.draw_icon(surface, "warning", centre, side, look.theme.bad)

    def _mark_column(self, code: str, index: int, x: int, row: pygame.Rect) -> None:
        """Underline the column of a fault if it is in the first row of its line."""
        look = self.look
        start = x + look.width(code[:max(0, index)], "label")
        long = max(look.px(10), look.width(code[max(0, index):].split(" ")[0] or "0", "label"))
        if start + look.px(10) > row.right:
            return
        line = pygame.Rect(start, row.bottom - look.px(3), min(long, row.right - start), max(2, look.px(3)))
        self.add(line, lambda surface, r: shapes.draw_box(surface, r, r.h / 2, look.theme.bad))


def _cut(line: str) -> tuple[int, str, int]:
    """Return the indentation of a line, its code, and the start of its comment (-1 if none)."""
    indent = len(line) - len(line.lstrip(" "))
    quote = ""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "#" and (at == 0 or line[at - 1] == " "):
            return indent, line[indent:at].rstrip(), at
    return indent, line[indent:].rstrip(), -1
