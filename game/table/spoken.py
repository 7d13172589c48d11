"""The table as text: a panel over it with the sentences that `--speak` prints, to be read at leisure (F2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.ui.scene import Scene, dimmed_snapshot
from game.ui.speech import tell_ply, tell_table
from game.ui.widgets import Button, Scroll

if TYPE_CHECKING:
    from game.app import App
    from game.table.scene import TableScene

LATEST = 30
"""Moves told."""


class SpokenPanel(Scene):
    """Two parts: what is on the table now, and what happened, the latest first."""

    def __init__(self, app: App, table: TableScene):
        super().__init__(app)
        self.table, self.game = table, table.game
        self.heading = self.say("spoken.title")
        self.now = tell_table(table)
        plies = [ply for _, ply in table.shown_history()][-LATEST:]
        self.before = [" ".join(tell_ply(table, ply)) for ply in reversed(plies)]

    def enter(self) -> None:
        for text in self.now:
            self.app.speech.say(text)

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        ground.blit(dimmed_snapshot(self.app, 0.6), (0, 0))
        margin = self.px(60)
        panel = pygame.Rect(0, 0, min(look.size[0] - 2 * margin, self.px(1280)), look.size[1] - 2 * margin)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        pad = self.px(36)
        x, y, width = panel.left + pad, panel.top + self.px(28), panel.w - 2 * pad
        look.write(ground, self.heading, "box", (x, y), fit=width)
        y += look.line_height("box") + self.px(14)
        button_h = max(self.px(58), look.design["sizes"]["hit_min"], look.line_height("button") + self.px(16))
        body = pygame.Rect(x, y, width, panel.bottom - pad - button_h - self.px(18) - y)
        self.text = Scroll(self, body, self._page(body.w - self.px(24)))
        self.text.focusable = True
        label = self.say("spoken.close")
        wide = max(self.px(320), look.width(label, "button") + self.px(120))
        Button(self, pygame.Rect(x, panel.bottom - pad - button_h, min(width, wide), button_h), label, self.escape,
               icon="back", kind="primary", key="F2")
        self.focus_on(self.text)

    def _page(self, width: int) -> pygame.Surface:
        """Both parts as one tall picture."""
        look = self.look
        parts = [(self.say("spoken.on_table"), self.now),
                 (self.say("spoken.happened"), self.before or [self.say("spoken.nothing")])]
        gap, caption = self.px(8), look.line_height("caption") + self.px(10)
        tall = sum(caption + self.px(22) + sum(look.paragraph_height(text, "body", width - self.px(22)) + gap
                                              for text in texts) for _, texts in parts)
        page = pygame.Surface((width, tall), pygame.SRCALPHA)
        y = 0
        for heading, texts in parts:
            chrome.draw_caption(look, page, heading, (0, y))
            y += caption
            for text in texts:
                dot = shapes.disc(max(5, self.px(8)), self.accent)
                page.blit(dot, dot.get_rect(center=(self.px(6), y + look.line_height("body") // 2)))
                y = look.paragraph(page, text, "body", pygame.Rect(self.px(22), y, width - self.px(22), 1)) + gap
            y += self.px(22)
        return page

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_F2 or (event.key == pygame.K_RETURN and self.focus is self.text):
            self.escape()
            return True
        return False
