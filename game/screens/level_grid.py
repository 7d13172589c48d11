"""The cards of levels below the titles of their chapters: stars, time, difficulty; for screens/levels.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.data.own.levels import MOST_STARS
from game.draw import chrome, shapes
from game.screen import Screen
from game.ui.names import level_title, name_of_level
from game.ui.widgets import Cells
from rules.files.levels import Level


@dataclass(frozen=True)
class Card:
    """A level as shown in the grid."""

    level: Level
    number: int
    stars: int | None
    """None if not solved yet."""
    seconds: float | None
    is_own: bool = False


class Grid(Cells):
    """All cards; only visible ones are painted. Levels without a name of their own have small ones."""

    scene: Screen

    def __init__(self, scene: Screen, rect: pygame.Rect, cards: list[Card], marked: Card | None,
                 choose: Callable[[Card], None], *, cursor: int):
        self.cards, self.marked = cards, marked
        self.heads: list[tuple[int, str, str]] = []
        """(y, title, progress note) of every chapter."""
        look = scene.look
        self.margin = look.px(8)
        self.names = [card.level.name or level_title(scene.texts, card.level.game, card.level.id)
                      for card in cards]
        """Empty for a level that is only numbered."""
        cells = self._lay_out(scene, rect.w - look.px(18))
        super().__init__(scene, rect, pygame.Surface((1, 1)), cells, lambda index: choose(cards[index]),
                         cursor=cursor, tell=self._tell)

    # --- layout ---

    def _lay_out(self, scene: Screen, width: int) -> list[pygame.Rect]:
        look = scene.look
        gap, head = look.px(16), look.line_height("family") + look.px(24)
        chapters: dict[tuple[bool, int], list[int]] = {}
        for index, card in enumerate(self.cards):
            chapters.setdefault((card.is_own, 0 if card.is_own else card.level.grade), []).append(index)
        named = [len(part) for part in chapters.values() if self.names[part[0]]]
        numbered = [len(part) for part in chapters.values() if not self.names[part[0]]]
        room = width - 2 * self.margin + gap
        large = _columns(named, room // (self._least(scene) + gap))
        small = _columns(numbered, room // (self._least_small(scene) + gap))
        longest = max((look.width(name, "button") for name in self.names), default=0)
        self.name_lines = 2 if longest + self._around(scene) > room // large - gap else 1
        cells: list[pygame.Rect] = []
        y = 0
        for (is_own, grade), part in chapters.items():
            solved = sum(self.cards[index].stars is not None for index in part)
            title = "levels.own.title" if is_own else f"levels.grade.{self.cards[part[0]].level.game}.{grade}"
            head_text = scene.say(title) if scene.texts.has(title) else scene.say("levels.grade_number",
                                                                                  number=grade)
            self.heads.append((y, head_text, scene.say("levels.solved", solved=solved, total=len(part))))
            y += head
            columns, lines = (large, self.name_lines) if self.names[part[0]] else (small, 1)
            card_w = room // columns - gap
            card_h = max(look.px(112 if self.names[part[0]] else 96),
                         lines * round(look.line_height("button") * 1.15)
                         + look.line_height("label") + look.px(48 if self.names[part[0]] else 40))
            for i in range(len(part)):
                row, column = divmod(i, columns)
                cells.append(pygame.Rect(self.margin + column * (card_w + gap), y + row * (card_h + gap),
                                         card_w, card_h))
            y += -(-len(part) // columns) * (card_h + gap) + look.px(14)
        self._tall = y - look.px(14)
        return cells

    @staticmethod
    def _around(scene: Screen) -> int:
        """Return the room beside a name."""
        look = scene.look
        return look.px(18) + look.width("000", "button") + look.px(12) + look.px(16)

    def _least(self, scene: Screen) -> int:
        """Return the width of a card with a name: its longest word must fit."""
        look = scene.look
        word = max((look.width(word, "button") for name in self.names for word in name.split(" ")), default=0)
        return max(look.px(230), round(look.m.text_px("button") * 10.5), word + self._around(scene))

    def _least_small(self, scene: Screen) -> int:
        """Return the width of a card with number and share in one row and stars below."""
        look = scene.look
        share = look.width(scene.texts.percent(100), "label") + self._star_px(scene) + look.px(8)
        top = look.width("000", "button") + look.px(16) + share
        below = round(MOST_STARS * self._star_px(scene) * 1.15) + look.width("00:00", "label") + look.px(12)
        return look.px(36) + max(top, below)

    @staticmethod
    def _star_px(scene: Screen) -> int:
        return round(max(scene.look.px(28), scene.look.m.text_px("label") * 1.15))

    @property
    def tall(self) -> int:
        return self._tall

    # --- painting ---

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.set_clip(rect)
        for y, title, note in self.heads:
            self._paint_head(surface, rect, rect.top + y - self.offset, title, note)
        for index, card in enumerate(self.cards):
            box = self.shown_rect(index, rect)
            if box.colliderect(rect):
                self._paint_card(surface, box, card, self.names[index])
        surface.set_clip(None)

    def _paint_head(self, surface: pygame.Surface, rect: pygame.Rect, y: int, title: str, note: str) -> None:
        """Paint the title of a chapter, its progress, and a hairline to the right end."""
        look = self.look
        y += look.line_height("family") // 2 + look.px(6)
        if not rect.top - look.px(40) < y < rect.bottom + look.px(40):
            return
        right = rect.right - look.px(18) - self.margin
        left = look.write(surface, title, "family", (rect.left + self.margin, y),
                          "midleft").right + look.px(16)
        if left + look.width(note, "label") < right:
            left = look.write(surface, note, "label", (left, y), "midleft",
                              look.theme.dim).right + look.px(16)
        if left < right:
            shapes.draw_box(surface, (left, y, right - left, max(1, look.px(2))), 0, look.theme.line,
                            look.theme.line_alpha * 1.4)

    def _paint_card(self, surface: pygame.Surface, box: pygame.Rect, card: Card, name: str) -> None:
        look, theme = self.look, self.look.theme
        following, solved = card is self.marked, card.stars is not None
        stroke, alpha = (self.accent, 1.0) if following else (theme.line, theme.line_alpha)
        shapes.draw_box(surface, box, self._radius, theme.raised, 1.0 if solved or following else 0.4, stroke,
                        alpha, max(1.0, (3.0 if following else 1.5) * look.k))
        x, right = box.left + look.px(18), box.right - look.px(16)
        y = box.top + look.px(14) + look.line_height("button") // 2
        low = box.bottom - look.px(16) - look.line_height("label") // 2
        px = self._star_px(self.scene)
        number = look.write(surface, str(card.number), "button", (x, y), "midleft",
                            self.accent if following else theme.dim)
        end = chrome.draw_stars(look, surface, (x, low), card.stars or 0, px)
        if name:
            self._paint_name(surface, name, pygame.Rect(number.right + look.px(12), y,
                                                        right - number.right - look.px(12), 0))
            right = self._paint_share(surface, card, right, low)
        else:
            self._paint_share(surface, card, right, y)
        if card.seconds is not None:
            text = self.scene.texts.clock(card.seconds)
            if end + look.width(text, "label") < right:
                look.write(surface, text, "label", (right, low), "midright", theme.dim)
        elif following and end + px < right:
            look.draw_icon(surface, "play", (right - px / 2, low), px, self.accent)

    def _paint_share(self, surface: pygame.Surface, card: Card, right: int, y: int) -> int:
        """Paint which share of players solves a level; return the right end of the room beside it."""
        if card.level.ease is None:
            return right
        look = self.look
        text = self.scene.texts.percent(100 * card.level.ease)
        written = look.write(surface, text, "label", (right, y), "midright", look.theme.dim)
        px = round(look.m.text_px("label"))
        look.draw_icon(surface, "target", (written.left - look.px(6) - px // 2, y), px, look.theme.dim)
        return written.left - px - look.px(18)

    def _paint_name(self, surface: pygame.Surface, name: str, room: pygame.Rect) -> None:
        y = room.top
        for line in self._lines(name, room.w):
            self.look.write(surface, line, "button", (room.left, y), "midleft", fit=room.w)
            y += round(self.look.line_height("button") * 1.15)

    def _lines(self, name: str, width: int) -> list[str]:
        """Wrap a name to the lines of a card; shrink the rest to fit the last line."""
        lines = self.look.wrap(name, "button", width)
        last = self.name_lines - 1
        return [*lines[:last], " ".join(lines[last:])] if lines[last:] else lines

    # --- speech ---

    def _tell(self, index: int) -> str:
        card, scene = self.cards[index], self.scene
        parts = [name_of_level(scene.texts, card.level)]
        if card.level.ease is not None:
            parts.append(scene.say("levels.found", share=scene.texts.percent(100 * card.level.ease)))
        if card.stars is not None:
            parts.append(scene.say("levels.stars", won=card.stars, total=MOST_STARS))
        return ". ".join(parts)


def _columns(parts: list[int], most: int) -> int:
    """Return the number of cards per row: many, but preferably without a single card in the last row."""
    most = max(1, most)
    return min(range(-(-most * 7 // 10), most + 1), key=lambda n: (sum(-part % n for part in parts), -n))
