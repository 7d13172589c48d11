"""What people at a table of several computers say to each other: a dozen phrases, and a line of text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.draw import chrome
from game.net.client import Client
from game.net.protocol import LONGEST_TEXT, PHRASES
from game.screen import Screen
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, Field

if TYPE_CHECKING:
    from game.app import App

COLUMNS = 3


class Talk(Screen):
    """Phrases to click and a field to write in, above the table."""

    def __init__(self, app: App, client: Client, game: str):
        super().__init__(app)
        self.client, self.game = client, game
        self.heading = self.say("together.talk")
        self._text = ""

    def build(self) -> None:
        look, gap = self.look, self.px(14)
        self.stage.ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        height = max(self.px(56), look.design["sizes"]["hit_min"])
        rows = -(-len(PHRASES) // COLUMNS)
        panel = pygame.Rect(0, 0, min(self.px(980), look.size[0] - self.px(40)),
                            look.line_height("box") + (rows + 1) * (height + gap) + self.px(90))
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, self.stage.ground, panel, shadow="float", alpha=0.98)
        inner = panel.inflate(-self.px(64), -self.px(56))
        look.write(self.stage.ground, self.heading, "box", inner.topleft, "topleft")
        y = inner.top + look.line_height("box") + self.px(16)
        width = (inner.w - (COLUMNS - 1) * gap) // COLUMNS
        for number, phrase in enumerate(PHRASES):
            row, column = divmod(number, COLUMNS)
            rect = pygame.Rect(inner.left + column * (width + gap), y + row * (height + gap), width, height)
            Button(self, rect, self.say(f"net.phrase.{phrase}"), partial(self._say, phrase))
        y += rows * (height + gap)
        send = height * 3
        self.field = Field(self, pygame.Rect(inner.left, y, inner.w - send - gap, height), self._text,
                           self._write, longest=LONGEST_TEXT, submit=self._send,
                           placeholder=self.say("together.write"))
        Button(self, pygame.Rect(inner.right - send, y, send, height), self.say("together.send"), self._send,
               kind="primary")
        self.focus_on(self.field)
        self.field.begin()

    def _write(self, text: str) -> None:
        self._text = text

    def _say(self, phrase: str) -> None:
        self.client.say_phrase(phrase)
        self.app.pop()

    def _send(self) -> None:
        if self._text.strip():
            self.client.say_text(self._text)
            self.app.pop()
