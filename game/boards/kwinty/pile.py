"""The remaining blocks of a player of Kwinty, and the buttons beside them."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.boards.kit.part import Part
from game.boards.kwinty.wall import woods_of
from game.draw import chrome
from game.draw.block import block
from game.table.host import TableHost
from game.ui.stage import Sprite
from game.ui.widgets import Button
from rules.games.kwinty.rules import PASS, Kwinty, KwintyState

PIECE_Z, BUTTON_Z = 45, 60


class Pile(Part[TableHost]):
    """The rail below the wall. `turned` is called when the player turned the next block."""

    def __init__(self, host: TableHost, rules: Kwinty, turned: Callable[[int], None]):
        super().__init__(host)
        self.rail = pygame.Rect(0, 0, 0, 0)
        self.rects: list[pygame.Rect] = []
        """The places of the blocks."""
        self.buttons: list[Button] = []
        self._rules, self._turned = rules, turned
        self._blocks: list[Sprite] = []
        self._texts: list[Sprite] = []

    def build(self, rail: pygame.Rect, ground: pygame.Surface) -> None:
        self.rail = rail
        chrome.draw_rail(self.look, ground, rail, self.look.k, seed=9)
        self.rects, self.buttons, self._blocks, self._texts = [], [], [], []

    def show(self, state: KwintyState, way: int) -> None:
        """Show the blocks of the viewer; `way` is the turn of the next one: 0 flat, 1 upright."""
        for sprite in (*self._blocks, *self._texts):
            sprite.remove()
        for button in self.buttons:
            button.remove()
        self.rects, self.buttons, self._blocks, self._texts = [], [], [], []
        look = self.look
        seat = self.host.viewer if self.host.viewer is not None else state.player
        count = self._rules.blocks_left(state, seat)
        half = look.px(42)
        left = self.rail.left + look.px(38)
        buttons = 2 * (look.px(160) + look.px(8)) + look.px(40)
        told = ((self.say("kwinty.left", n=count), "button"), (self.say("kwinty.turn"), "label"))
        words = max(look.px(190), min(look.px(300), max(look.width(text, role) for text, role in told)))
        room = self.rail.right - buttons - words - look.px(20) - left
        step = min(2 * half + look.px(10), (room - 2 * half) / max(1, count - 1))
        y = self.rail.centery - half // 2
        for i in range(count):
            made = block(2, 1, half, woods_of(look)[seat], i % 6 + 1)
            rect = pygame.Rect(round(left + i * step), y, 2 * half, half)
            self._blocks.append(self.put(made.image, (rect.left - made.pad, rect.top - made.pad), PIECE_Z))
            self.rects.append(rect)
        x = self.rail.right - buttons - words
        apart = max(look.px(13), look.line_height("label") // 2)
        for (text, role), dy in zip(told, (-apart, apart), strict=True):
            image = look.text_image(text, role, "#f8f1e1", look.fitting(text, role, words))
            self._texts.append(self.put(image, image.get_rect(midleft=(x, self.rail.centery + dy)).topleft,
                                        PIECE_Z))
        if self.host.my_turn:
            self._show_buttons(state, way)

    def _show_buttons(self, state: KwintyState, way: int) -> None:
        """Show the buttons that turn a block, or a pass that is the only move."""
        look, screen = self.look, self.host.screen
        height = max(look.px(64), look.design["sizes"]["hit_min"])
        width = look.px(160)
        y = self.rail.centery - height // 2
        right = self.rail.right - look.px(28)
        if self._rules.why_illegal(state, PASS) is None:
            rect = pygame.Rect(right - 2 * width, y, 2 * width, height)
            self.buttons = [Button(screen, rect, self.say("tiles.pass"), lambda: self.host.act(PASS),
                                   icon="skip", kind="primary", z=BUTTON_Z)]
            return
        for i, name in enumerate(("flat", "upright")):
            rect = pygame.Rect(right - (2 - i) * (width + look.px(8)), y, width, height)
            self.buttons.append(Button(screen, rect, self.say(f"block.{name}"), self._choice(i), icon=name,
                                       kind="primary" if i == way else "secondary", z=BUTTON_Z))

    def _choice(self, way: int) -> Callable[[], None]:
        return lambda: self._turned(way)

    def show_picked(self, *, dragged: bool) -> None:
        """Take the last block from the pile, or put it back."""
        if self._blocks:
            self._blocks[-1].show(not dragged)
