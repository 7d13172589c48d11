"""Widgets that do something when pressed: buttons, cards and clickable areas."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.widgets.base import WIDGET_Z, Host, Widget
from game.ui.widgets.labels import explanation, pair_height, write_pair


class Button(Widget):
    """A button with a label; `kind` is primary, secondary or ghost."""

    def __init__(self, scene: Host, rect: pygame.Rect, label: str, action: Callable[[], None], *,
                 icon: str | None = None, kind: str = "secondary", role: str = "button", tip: str = "",
                 key: str = "",
                 enabled: bool = True, accent: Colour | None = None, z: int = WIDGET_Z, badge: str = ""):
        super().__init__(scene, rect, tip=tip, key=key, enabled=enabled, z=z)
        self.label, self.action, self.icon, self.kind, self.role = label, action, icon, kind, role
        self._accent = accent
        self.badge = badge
        self.refresh()

    @property
    def accent(self) -> Colour:
        return self._accent or self.scene.accent

    def set_label(self, label: str, icon: str | None = None) -> None:
        if (label, icon or self.icon) != (self.label, self.icon):
            self.label, self.icon = label, icon or self.icon
            self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        if self.kind == "primary":
            _, down = chrome.draw_primary(look, surface, rect, self.accent, self.state)
            colour = look.theme.ink_on(self.accent)
        else:
            _, down = chrome.draw_secondary(look, surface, rect, self.accent, self.state,
                                            filled=self.kind != "ghost")
            colour = look.theme.text
        if not self.enabled:
            colour = look.theme.faint
        self._paint_label(surface, rect.move(0, round(down)), colour)

    def _fits_beside_icon(self, rect: pygame.Rect, key_w: int) -> bool:
        """Return whether the label nearly keeps its size beside its icon and its key."""
        look, px = self.look, self.look.m.text_px(self.role)
        room = rect.w - look.px(34) - round(px * 1.25) - key_w
        return look.fitting(self.label, self.role, room) >= px * 0.82

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        look = self.look
        key_w = chrome.keycap_width(look, self.key) + look.px(20) if self.key and rect.w > look.px(200) else 0
        icon = self.icon
        if icon and self.label and not self._fits_beside_icon(rect, key_w):
            icon, key_w = None, 0  # a readable label matters more than icon and key
        icon_px = round(look.m.text_px(self.role) * 1.25) if icon else 0
        gap = look.px(10) if icon and self.label else 0
        room = rect.w - look.px(24) - icon_px - gap
        size = look.fitting(self.label, self.role, room - key_w, None)
        total = icon_px + gap + look.width(self.label, self.role, size)
        x = rect.centerx - total / 2
        if key_w and rect.centerx + total / 2 > rect.right - key_w:
            x = rect.left + (rect.w - key_w - total) / 2 + look.px(6)
        if icon:
            look.draw_icon(surface, icon, (x + icon_px / 2, rect.centery), icon_px, colour, 2.3)
        look.write(surface, self.label, self.role, (x + icon_px + gap, rect.centery), "midleft", colour,
                   at_most=size)
        if key_w:
            chrome.draw_keycap(look, surface, self.key, (rect.right - look.px(12), rect.centery),
                               colour if self.kind == "primary" else look.theme.dim)

    def press(self) -> None:
        self.scene.app.sounds.play("button")
        self.action()


class IconButton(Widget):
    """A square button with an icon; `on` highlights a tool that is active."""

    def __init__(self, scene: Host, rect: pygame.Rect, icon: str, action: Callable[[], None], *,
                 tip: str = "", key: str = "", enabled: bool = True, on: bool = False, z: int = WIDGET_Z):
        super().__init__(scene, rect, tip=tip, key=key, enabled=enabled, z=z)
        self.icon, self.action, self.on = icon, action, on
        self.refresh()

    def set_icon(self, icon: str) -> None:
        if icon != self.icon:
            self.icon = icon
            self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        state = "chosen" if self.on and self.state == "normal" else self.state
        chrome.draw_secondary(self.look, surface, rect, self.accent, state, radius=self.look.px(14))
        theme = self.look.theme
        colour = theme.ink_on(self.accent) if state == "chosen" else theme.text
        if not self.enabled:
            colour = theme.faint
        self.look.draw_icon(surface, self.icon, rect.center, rect.h * 0.5, colour)

    def press(self) -> None:
        self.scene.app.sounds.play("button")
        self.action()


CARD_MARGIN = 68
"""What a card is wider than its text, in design pixels."""


class Card(Widget):
    """An option with a title and a line about it, such as a variant of the rules."""

    radius_name = "field"
    bleed = 12

    def __init__(self, scene: Host, rect: pygame.Rect, title: str, more: str, chosen: bool,
                 action: Callable[[], None], *, faulty: bool = False):
        super().__init__(scene, rect)
        self.label, self.more, self.chosen, self.action, self.faulty = title, more, chosen, action, faulty
        self.refresh()

    @staticmethod
    def height(look: Look, more: str, width: int) -> int:
        """Return the height that a card of this width needs for its whole text."""
        lines = len(explanation(look, more, width - look.px(CARD_MARGIN)))
        return look.line_height("button") + lines * look.line_height("label") + look.px(20)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        stroke = self.accent if self.chosen else theme.dim if self.hovered else theme.line
        alpha = 1.0 if self.chosen else 0.8 if self.hovered else theme.hair
        shapes.draw_box(surface, rect, look.px(14), theme.raised, 1.0 if self.chosen else 0.55, stroke, alpha,
                        max(1.0, (2.6 if self.chosen else 1.5) * look.k))
        x = rect.left + look.px(29)
        if self.faulty:
            look.draw_icon(surface, "warning", (x, rect.centery), look.px(26), theme.bad)
        else:
            d = look.px(22)
            shapes.draw_box(surface, (x - d // 2, rect.centery - d // 2, d, d), d / 2, None, 1,
                            self.accent if self.chosen else theme.dim, 1, max(1.5, 2.4 * look.k))
            if self.chosen:
                dot = shapes.disc(look.px(12), self.accent)
                surface.blit(dot, dot.get_rect(center=(x - d // 2 + d / 2, rect.centery - d // 2 + d / 2)))
        left, room = rect.left + look.px(56), rect.w - look.px(CARD_MARGIN)
        if self.more and rect.h >= pair_height(look) + look.px(8):
            write_pair(surface, look, pygame.Rect(left, rect.top, room, rect.h), (self.label, theme.text),
                       (self.more, theme.bad if self.faulty else theme.dim))
        else:
            look.write(surface, self.label, "button", (left, rect.centery), "midleft", fit=room)

    def value_speech(self) -> str:
        return f"{self.more}, {self.scene.say('spoken.chosen')}" if self.chosen else self.more

    def press(self) -> None:
        self.scene.app.sounds.play("button")
        self.action()


class Area(Widget):
    """A rectangle that can be clicked; `paint_over` draws it in each state."""

    def __init__(self, scene: Host, rect: pygame.Rect, action: Callable[[], None], *,
                 paint_over: Callable[[Area, pygame.Surface, pygame.Rect], None], tip: str = "",
                 z: int = WIDGET_Z, radius_name: str = "box", spoken: str = ""):
        super().__init__(scene, rect, tip=tip, z=z)
        self.radius_name = radius_name
        self.spoken = spoken
        self.action, self.paint_over = action, paint_over
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.paint_over(self, surface, rect)

    def press(self) -> None:
        self.scene.app.sounds.play("button")
        self.action()
