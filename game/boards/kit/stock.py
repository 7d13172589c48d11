"""The stock beside the rack: a few pieces face down, the number left, and a click that draws."""

from __future__ import annotations

from typing import Generic

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.rack import SOCKET_Z, P, Rack
from game.ui.stage import Sprite

FAN = ((0, -14), (26, 8), (52, -4))
"""The pieces of the picture: offset in pixels of the mock-ups, and angle."""


class Stock(Part[H], Generic[H, P]):
    """Shows the stock at the right end of a rack."""

    def __init__(self, host: H, rack: Rack[H, P]):
        super().__init__(host)
        self.rack = rack
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The area in which a click draws a piece."""
        self._sprite: Sprite | None = None

    def build(self) -> None:
        """Drop the sprite of an earlier layout."""
        self._sprite = None

    def show(self, count: int, text: str, more: str) -> None:
        """Replace the picture by that of `count` pieces with two lines beside it."""
        if self._sprite is not None:
            self._sprite.remove()
        look, side = self.look, self.rack.side
        image = pygame.Surface((side.w, look.px(110)), pygame.SRCALPHA)
        width = min(look.px(78), round(look.px(74) / self.rack.faces.aspect))
        x = 0
        for i, (dx, turn) in enumerate(FAN):
            if i < count:
                turned = pygame.transform.rotozoom(self.rack.faces.back(0, width).image, turn, 1)
                image.blit(turned, turned.get_rect(center=(look.px(48 + dx), look.px(50))))
            x = look.px(48 + dx) + look.px(54)
        room = side.w - x - look.px(24)
        if room > look.px(60):
            look.write(image, text, "button", (x, look.px(38)), "midleft", "#f8f1e1", fit=room)
            if look.fitting(more, "label", room) >= look.least("label"):
                look.write(image, more, "label", (x, look.px(64)), "midleft", "#e8d6bd", fit=room)
        self._sprite = self.put(image, (side.left, side.top + look.px(4)), SOCKET_Z)
        self.rect = pygame.Rect(side.left, side.top + look.px(10), look.px(140), look.px(90))

    def press(self, pos: tuple[int, int], draw: object) -> bool:
        """Play the move `draw` if the stock was clicked in the player's turn, or say why it is not legal.

        Return True if `pos` is on the stock.
        """
        host = self.host
        if not self.rect.collidepoint(pos):
            return False
        if host.my_turn and host.rules.why_illegal(host.state, draw) is None:
            host.act(draw)
        elif host.my_turn:
            host.refuse(draw)
        return True
