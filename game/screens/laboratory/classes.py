"""The choice of word classes: a panel over the laboratory with a name and examples for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice

import pygame

from game.app import App
from game.draw import chrome
from game.screen import Screen
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, Cells
from rules.words.language import GERMAN, LANGUAGES
from rules.words.vocabulary import vocabulary

EXAMPLES = 3
KNOWN_BAND = 2
"""Examples are words that most people know."""


@cache
def examples(letter: str, language: str) -> str:
    """Return a few words of a class, if possible well-known ones that belong to no other."""
    words = vocabulary(letter, language=language if language in LANGUAGES else GERMAN.code)
    known = (word for word in words.known(KNOWN_BAND) if 4 <= len(word) <= 8)
    plain = (word for word in known if (entry := words.entry(word)) is not None and entry.classes == letter)
    return ", ".join(islice(plain, EXAMPLES)) or ", ".join(islice(words, EXAMPLES))


class ClassPicker(Screen):
    """Switches classes on and off; at least one stays on. Closing it hands the choice to `done`."""

    def __init__(self, app: App, game: str, classes: str, chosen: str, language: str,
                 done: Callable[[str], None]):
        super().__init__(app)
        self.game, self.classes, self.chosen, self.language, self.done = game, classes, chosen, language, done

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        self.heading = self.say("laboratory.classes_title")
        pad, gap = self.px(34), self.px(14)
        panel = pygame.Rect(0, 0, min(self.px(1240), look.size[0] - self.px(60)), look.size[1] - self.px(80))
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        x, w = panel.left + pad, panel.w - 2 * pad
        head = look.write(ground, self.heading, "box", (x, panel.top + pad), fit=w)
        height = max(self.px(58), look.line_height("button") + 18, look.design["sizes"]["hit_min"])
        button = pygame.Rect(panel.right - pad - w // 3, panel.bottom - pad - height, w // 3, height)
        body = pygame.Rect(x, head.bottom + gap, w, button.top - gap - head.bottom - gap)
        row = max(self.px(84), look.line_height("button") + look.line_height("label") + self.px(20))
        wide = (w - self.px(20)) // 2
        cells = [pygame.Rect(number % 2 * (wide + self.px(8)), number // 2 * row, wide - self.px(4),
                             row - self.px(8)) for number in range(len(self.classes))]
        content = pygame.Surface((w, cells[-1].bottom + self.px(4)), pygame.SRCALPHA)
        for letter, cell in zip(self.classes, cells, strict=True):
            self._paint(content, cell, letter)
        self.cells = Cells(self, body, content, cells, self.switch, tell=self._told)
        Button(self, button, self.say("laboratory.classes_done"), self.escape, kind="primary", icon="check")

    def _paint(self, surface: pygame.Surface, cell: pygame.Rect, letter: str) -> None:
        look, on = self.look, letter in self.chosen
        chrome.draw_choice(look, surface, cell, self.accent, chosen=on)
        side = self.px(30)
        if on:
            middle = (cell.left + self.px(12) + side / 2, cell.centery)
            look.draw_icon(surface, "check", middle, side, self.accent, 2.6)
        x = cell.left + self.px(24) + side
        room = cell.right - self.px(12) - x
        upper, lower = look.line_height("button"), look.line_height("label")
        top = cell.centery - (upper + lower) / 2
        look.write(surface, self.say(f"word.allowed.{letter}"), "button", (x, top + upper / 2), "midleft",
                   fit=room)
        look.write(surface, examples(letter, self.language), "label", (x, top + upper + lower / 2), "midleft",
                   look.theme.dim, fit=room)

    def _told(self, index: int) -> str:
        letter = self.classes[index]
        state = self.say("spoken.switch_on" if letter in self.chosen else "spoken.switch_off")
        return f"{self.say(f'word.allowed.{letter}')}, {state}"

    def switch(self, index: int) -> None:
        letter = self.classes[index]
        left = "".join(one for one in self.classes if (one in self.chosen) != (one == letter))
        if left:
            self.chosen = left
            at, cursor = self.cells.offset, self.cells.cursor
            self.rebuild()
            self.cells.cursor = cursor
            self.cells.scroll_to(at)

    def escape(self) -> None:
        self.app.pop()
        self.done(self.chosen)
