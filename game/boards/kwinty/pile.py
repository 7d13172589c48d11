"""The remaining blocks of a player of Kwinty, and the buttons beside them."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.boards.kit.part import Part
from game.boards.kit.targets import PlacedImage
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
        self._hovered: int | None = None
        """The block that is lifted under the mouse."""

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
        self._hovered = None
        look = self.look
        seat = self.host.viewer if self.host.viewer is not None else state.player
        count = self._rules.blocks_left(state, seat)
        half = look.px(42)
        left = self.rail.left + look.px(38)
        buttons = 2 * (look.px(160) + look.px(8)) + look.px(40)
        told = [(self.say("kwinty.left", n=count), "button"), (self.say("kwinty.turn"), "label")]
        words = max(look.px(190), min(look.px(300), max(look.width(text, role) for text, role in told)))
        room = self.rail.right - buttons - words - look.px(20) - left
        step = min(2 * half + look.px(10), (room - 2 * half) / max(1, count - 1))
        y = self.rail.centery - half // 2
        for i in range(count):
            rect = pygame.Rect(round(left + i * step), y, 2 * half, half)
            self.rects.append(rect)
            self._blocks.append(self.put(*self._placed(i, seat), PIECE_Z))
        x = self.rail.right - buttons - words
        told = [line for line in told if look.fitting(*line, words) >= look.least("label")]
        apart = max(look.px(13), look.line_height("label") // 2)
        for (text, role), dy in zip(told, (-apart, apart) if len(told) == 2 else (0,), strict=True):
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

    def _placed(self, number: int, seat: int, *, lifted: bool = False) -> PlacedImage:
        """Draw a block at its place in the row; a lifted one is a little above it."""
        rect = self.rects[number]
        made = block(2, 1, rect.h, woods_of(self.look)[seat], number % 6 + 1, lifted=lifted)
        return made.image, (rect.left - made.pad, rect.top - made.pad - (self.px(3) if lifted else 0))

    def hover(self, pos: tuple[int, int]) -> None:
        """Lift the block under the mouse a little; of overlapping ones the upper."""
        free = self.host.my_turn and not self.host.hand.holding and self.look.speed > 0
        under = [number for number, rect in enumerate(self.rects) if rect.collidepoint(pos)] if free else []
        self._lift(under[-1] if under else None)

    def draw_lifted(self) -> None:
        """Draw the block that lies on top as it looks under the mouse; the drawing is kept."""
        if self._blocks:
            self._placed(len(self._blocks) - 1, self._seat, lifted=True)

    @property
    def _seat(self) -> int:
        """Whose blocks are shown."""
        return self.host.viewer if self.host.viewer is not None else self.host.state.player

    def _lift(self, block_under: int | None) -> None:
        if block_under == self._hovered:
            return
        for number, lifted in ((self._hovered, False), (block_under, True)):
            if number is not None:
                self._blocks[number].set(*self._placed(number, self._seat, lifted=lifted))
        self._hovered = block_under

    def show_picked(self, *, dragged: bool) -> None:
        """Take the last block from the pile, or put it back."""
        self._lift(None)
        if self._blocks:
            self._blocks[-1].show(not dragged)
