"""The ladder beside the tower of Turris: one rung for each level, as high as the level of the tower."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.boards.kit.part import Part
from game.draw import chrome, shapes
from game.table.host import TableHost
from game.ui.look import Look
from game.ui.stage import Sprite
from rules.games.turris.faces import BASE
from rules.games.turris.rules import Levels, Turris

FULL = BASE * BASE


class Ladder(Part[TableHost]):
    """Full levels, begun ones with their squares, and how many may be begun."""

    def __init__(self, host: TableHost, rules: Turris):
        super().__init__(host)
        self.rules = rules
        self.area = pygame.Rect(0, 0, 0, 0)
        self._sprite: Sprite | None = None
        self._shown: Hashable = None

    def build(self, area: pygame.Rect) -> None:
        self.area, self._sprite, self._shown = area, None, None

    @staticmethod
    def width(look: Look, words: list[str]) -> int:
        """Return the width that the longest of `words` needs, the two lines at the foot included."""
        return max(look.px(128), max(look.width(word, "label") for word in words) + look.px(16))

    @staticmethod
    def foot(look: Look) -> int:
        """Return the height of the two lines below the lowest rung."""
        return 2 * look.line_height("label") + look.px(22)

    def show(self, levels: Levels, ground: float, step: float) -> None:
        """Show the levels; the lowest rung is at the pixel `ground`, each is `step` pixels high."""
        key = levels.filled, levels.begun, round(ground), round(step, 1)
        if key == self._shown:
            return
        self._shown = key
        image = pygame.Surface(self.area.size, pygame.SRCALPHA)
        self._paint(image, levels, ground - self.area.top, step)
        if self._sprite is None:
            self._sprite = self.put(image, self.area.topleft, 40)
        self._sprite.set(image)

    def _paint(self, image: pygame.Surface, levels: Levels, ground: float, step: float) -> None:
        look, theme, rect = self.look, self.look.theme, image.get_rect()
        chrome.draw_panel(look, image, rect, radius=look.px(18), shadow=None)
        head = look.px(14) + look.line_height("caption")
        look.write(image, self.say("turris.levels"), "caption", (rect.centerx, look.px(12)), "midtop",
                   theme.dim, fit=rect.w - 6)
        left = look.px(14) + look.width("88", "label")
        for z in range(max(1, int((ground - head) // step))):
            bar = pygame.Rect(left, round(ground - (z + 1) * step) + 2, rect.w - left - look.px(10),
                              max(6, round(step) - 4))
            look.write(image, str(z + 1), "label", (left - look.px(8), bar.centery), "midright")
            self._paint_rung(image, bar, levels.filled[z] if z < len(levels.filled) else 0)
        y = rect.bottom - self.foot(look) + look.px(8)
        look.write(image, self.say("turris.begun", n=levels.begun), "label", (rect.centerx, y), "midtop",
                   fit=rect.w - 8)
        look.write(image, self.say("turris.allowed", n=self.rules.unfinished_levels), "label",
                   (rect.centerx, y + look.line_height("label")), "midtop", theme.dim, fit=rect.w - 8)

    def _paint_rung(self, image: pygame.Surface, bar: pygame.Rect, count: int) -> None:
        look, theme = self.look, self.look.theme
        whole = count == FULL
        chrome.draw_well(look, image, bar, look.px(8), alpha=0.35, stroke=theme.good if whole else None)
        if not count:
            return
        line = look.line_height("label")
        text = self.say("turris.full") if whole else self.say("turris.of_nine", n=count)
        picture = min(look.px(44), bar.h - line - look.px(4))
        if picture < look.px(18):  # no room for both: words say more than nine dots
            look.write(image, text, "label", bar.center, "center", fit=bar.w - 6)
            return
        top = bar.top + (bar.h - picture - line) // 2
        if whole:
            look.draw_icon(image, "check", (bar.centerx, top + picture // 2), picture * 0.6, theme.good)
        else:
            self._paint_squares(image, pygame.Rect(bar.centerx - picture // 2, top, picture, picture), count)
        look.write(image, text, "label", (bar.centerx, top + picture), "midtop", fit=bar.w - 6)

    def _paint_squares(self, image: pygame.Surface, box: pygame.Rect, count: int) -> None:
        """Paint the nine squares of a level, the filled ones from below."""
        side = box.w // BASE
        for number in range(FULL):
            row, column = divmod(number, BASE)
            cell = pygame.Rect(box.left + column * side, box.bottom - (row + 1) * side, side - 2, side - 2)
            if number < count:
                shapes.draw_box(image, cell, self.look.px(3), self.accent)
            else:
                shapes.draw_box(image, cell, self.look.px(3), None, 1, self.look.theme.dim, 0.5)
