"""The clock of a turn with a time limit, at the upper right of the field."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.boards.kit.part import Part
from game.boards.letters.field import LetterField
from game.draw import chrome
from game.table.host import WordHost
from game.ui.stage import Sprite

LATE, LAST = 10, 5
"""Remaining seconds at which the clock begins to warn, and to tick."""


class TurnClock(Part[WordHost]):
    """Counts the seconds of a turn."""

    def __init__(self, host: WordHost, field: LetterField):
        super().__init__(host)
        self.field = field
        self._sprite: Sprite | None = None
        self._left_ms = 0.0
        self._turn = (-1, -1)

    def forget_sprites(self) -> None:
        """Drop references to sprites after the stage was rebuilt."""
        self._sprite = None

    def advance(self, ms: float, seconds: int, late_move: Callable[[], object]) -> None:
        """Advance a turn of `seconds` (0 for no limit); play `late_move` when the time is up."""
        host = self.host
        if not seconds or not host.counts:
            return
        turn = (len(host.rounds), host.state.ply)
        if turn != self._turn:
            self._turn, self._left_ms = turn, seconds * 1000.0
        shown = -(-int(self._left_ms) // 1000)
        self._left_ms -= ms
        left = max(0, -(-int(self._left_ms) // 1000))
        if left != shown:
            self._show(left)
            if left <= LAST:
                host.sounds.play("tick")
        if self._left_ms <= 0:
            host.act(late_move())
            host.set_status(self.say("letters.time_is_up"), mood="warn")

    def _show(self, seconds: int) -> None:
        look = self.look
        image = pygame.Surface((look.px(160), look.px(64)), pygame.SRCALPHA)
        box = pygame.Rect(look.px(10), look.px(8), look.px(140), look.px(46))
        late = seconds <= LATE
        colour = look.theme.warn if late else look.theme.text
        chrome.draw_panel(look, image, box, radius=box.h / 2, shadow=None, stroke=colour if late else None)
        look.draw_icon(image, "clock", (box.left + look.px(28), box.centery), look.px(24), colour)
        look.write(image, self.host.texts.clock(seconds), "name", (box.left + look.px(52), box.centery),
                   "midleft", colour)
        if self._sprite is not None:
            self._sprite.remove()
        area = self.field.area
        self._sprite = self.put(image, (area.right - look.px(160), area.top), 47)
