"""The text field."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import chrome
from game.ui.widgets.base import Host, Widget


class Field(Widget):
    """A line of text to type in."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Host, rect: pygame.Rect, text: str, change: Callable[[str], None], *,
                 role: str = "name", longest: int = 20, allowed: str | None = None,
                 submit: Callable[[], None] | None = None, bad: bool = False, placeholder: str = ""):
        super().__init__(scene, rect)
        self.placeholder = placeholder
        """Shown while the field is empty: the default value."""
        self.text, self.change, self.role, self.longest, self.allowed = text, change, role, longest, allowed
        self.submit = submit
        self.bad = bad
        self.editing = False
        self.selected = False
        """Whether the whole text is selected (Ctrl+A): the next key replaces it."""
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        resting = theme.dim if self.hovered else None
        stroke = theme.bad if self.bad else self.accent if self.editing else resting
        chrome.draw_well(look, surface, rect, alpha=0.40, stroke=stroke, width=2.2 if stroke else 1.5)
        pad = look.px(16)
        size = look.fitting(self.text or " ", self.role, rect.w - 2 * pad - look.px(6))
        if self.selected:
            width = look.width(self.text, self.role, size)
            pygame.draw.rect(surface, theme.line, (rect.left + pad, rect.top + rect.h // 5, width,
                                                   rect.h - 2 * (rect.h // 5)))
        written = look.write(surface, self.text, self.role, (rect.left + pad, rect.centery), "midleft",
                             theme.text if self.enabled else theme.faint, at_most=size)
        if not self.text and self.placeholder and not self.editing:
            look.write(surface, self.placeholder, self.role, (rect.left + pad, rect.centery), "midleft",
                       theme.dim, fit=rect.w - 2 * pad)
        if self.editing:
            caret = pygame.Rect(written.right + look.px(2), rect.top + rect.h // 4, max(2, look.px(2.5)),
                                rect.h // 2)
            pygame.draw.rect(surface, self.accent, caret)

    def speech(self) -> str:
        return self.scene.say("spoken.field", text=self.text or self.placeholder)

    def press(self) -> None:
        self.scene.focus_on(self)
        self.begin()

    def begin(self) -> None:
        if not self.editing:
            self.editing = True
            pygame.key.start_text_input()
            self.refresh()

    def blur(self) -> None:
        if self.editing:
            self.editing = self.selected = False
            pygame.key.stop_text_input()
            self.refresh()

    def put(self, text: str) -> None:
        """Replace the text."""
        if text != self.text:
            self.text = text
            self.refresh()

    def set_bad(self, bad: bool) -> None:
        self.set_state(bad=bad)

    def type_text(self, text: str) -> None:
        if self.selected:
            self.text, self.selected = "", False
        for char in text:
            if char.isprintable() and len(self.text) < self.longest \
                    and (self.allowed is None or char in self.allowed):
                self.text += char
        self.refresh()
        self.change(self.text)

    def key_down(self, event: pygame.Event) -> bool:
        if not self.editing:
            if event.key in (pygame.K_RETURN, pygame.K_SPACE):
                self.begin()
                return True
            return False
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        whole, self.selected = self.selected, False
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.text = "" if whole or control else self.text[:-1]
        elif event.key == pygame.K_a and control:
            self.selected = bool(self.text)
            self.refresh()
            return True
        elif event.key == pygame.K_v and control:
            self.selected = whole
            self.type_text(_clipboard())
            return True
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.blur()
            if self.submit:
                self.submit()
            return True
        elif event.key == pygame.K_ESCAPE:
            self.blur()
            return True
        else:
            self.selected = whole and bool(event.unicode)
            self.refresh()
            return event.key not in (pygame.K_TAB, pygame.K_UP, pygame.K_DOWN) and not control
        self.refresh()
        self.change(self.text)
        return True


def _clipboard() -> str:
    try:
        return pygame.scrap.get_text().strip()
    except pygame.error:
        return ""
