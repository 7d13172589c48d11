"""A new title for an own rule file: a panel over the rule files with one field."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pygame

from game.app import App
from game.draw import chrome
from game.screen import Screen
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, Field

LONGEST = 40


def with_title(text: str, title: str) -> str:
    """Return the text of a rule file with another title; everything else stays as it is."""
    line = f"title: {json.dumps(title, ensure_ascii=False)}"
    changed, found = re.subn(r"^title:.*$", lambda _: line, text, count=1, flags=re.MULTILINE)
    return changed if found else f"{line}\n{text}"


class Renaming(Screen):
    """Asks for a title and hands it to `done`; an empty one changes nothing."""

    def __init__(self, app: App, game: str, title: str, done: Callable[[str], None]):
        super().__init__(app)
        self.game, self.title, self.done = game, title, done

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        pad, gap = self.px(36), self.px(14)
        height = max(self.px(58), look.line_height("button") + 18, look.design["sizes"]["hit_min"])
        head = look.line_height("box") + gap
        panel = pygame.Rect(0, 0, min(self.px(700), look.size[0] - self.px(80)),
                            2 * pad + head + 2 * height + gap)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        x, y, w = panel.left + pad, panel.top + pad, panel.w - 2 * pad
        self.heading = self.say("rulefiles.rename")
        look.write(ground, self.heading, "box", (x, y), fit=w)
        self.field = Field(self, pygame.Rect(x, y + head, w, height), self.title, self._typed,
                           longest=LONGEST, submit=self.take)
        half = (w - gap) // 2
        low = panel.bottom - pad - height
        Button(self, pygame.Rect(x, low, half, height), self.say("button.cancel"), self.escape)
        Button(self, pygame.Rect(x + half + gap, low, half, height), self.say("button.ok"), self.take,
               kind="primary", icon="check")
        self.focus_on(self.field)
        self.field.begin()

    def _typed(self, text: str) -> None:
        self.title = text

    def take(self) -> None:
        self.app.pop()
        if self.title.strip():
            self.done(self.title.strip())
