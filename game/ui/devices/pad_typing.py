"""Keys on the screen: how a text is typed with a gamepad."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.draw import chrome
from game.ui.scene import Scene, dimmed_snapshot
from game.ui.shell import Shell
from game.ui.widgets import Button, Field

ROWS = ("1234567890", "abcdefghij", "klmnopqrst", "uvwxyz.:-'")


class PadTyping(Scene):
    """The text of a field above rows of keys; whatever is typed is in the field at once."""

    def __init__(self, app: Shell, field: Field):
        super().__init__(app)
        self.field = field
        self.heading = field.speech()

    def build(self) -> None:
        look, ground, gap = self.look, self.stage.ground, self.px(10)
        ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        size = max(self.px(64), look.design["sizes"]["hit_min"])
        columns = max(map(len, ROWS))
        inner = pygame.Rect(0, 0, columns * (size + gap) - gap, (len(ROWS) + 2) * (size + gap) - gap)
        inner.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, inner.inflate(self.px(56), self.px(56)), shadow="float", alpha=0.98)
        well = pygame.Rect(inner.left, inner.top, inner.w, size)
        self.typed = Field(self, well, self.field.text, self._pass_on, longest=self.field.longest,
                           allowed=self.field.allowed)
        self.typed.focusable = False
        for number, row in enumerate(ROWS, 1):
            for column, mark in enumerate(row):
                place = inner.left + column * (size + gap), inner.top + number * (size + gap)
                rect = pygame.Rect(place, (size, size))
                Button(self, rect, mark, partial(self._type, mark), enabled=self._is_allowed(mark))
        y, width = inner.bottom - size, (inner.w - 2 * gap) // 3
        last: list[tuple[str, Callable[[], None], str | None]] = [
            ("pad_typing.space", partial(self._type, " "), None),
            ("pad_typing.delete", self._delete, "undo"), ("button.ok", self.escape, "check")]
        for number, (key, action, icon) in enumerate(last):
            Button(self, pygame.Rect(inner.left + number * (width + gap), y, width, size), self.say(key),
                   action, icon=icon, kind="primary" if icon == "check" else "secondary",
                   enabled=icon is not None or self._is_allowed(" "))
        if self.focus is None:
            self.focus_on(self.focusable()[0])

    def _is_allowed(self, mark: str) -> bool:
        return self.field.allowed is None or mark in self.field.allowed

    def _type(self, mark: str) -> None:
        """Add a letter; the first one of a word is a capital."""
        before = self.typed.text
        self.typed.type_text(mark.upper() if before.endswith(" ") or not before else mark)

    def _delete(self) -> None:
        self.typed.put(self.typed.text[:-1])
        self._pass_on(self.typed.text)

    def _pass_on(self, text: str) -> None:
        self.field.put(text)
        self.field.change(text)

    def key(self, event: pygame.Event) -> bool:
        """Take what is typed on a keyboard meanwhile; the button of a pad for undo deletes."""
        if event.key == pygame.K_BACKSPACE or (event.key == pygame.K_u and not event.unicode):
            self._delete()
        elif event.unicode and event.unicode.isprintable() and event.key != pygame.K_SPACE:
            self.typed.type_text(event.unicode)
        else:
            return False
        return True

    def close(self) -> None:
        self.field.blur()
