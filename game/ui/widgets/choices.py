"""Widgets that hold a value: switches, segments, steppers and sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from game.draw import chrome, shapes
from game.ui.widgets.base import Host, Widget
from game.ui.widgets.labels import pair_height, write_lines, write_pair

V = TypeVar("V")
Option = tuple[V, str] | tuple[V, str, str | None]
"""A value, its label and an optional icon."""


class Toggle(Widget):
    """A switch with a label and a line that explains it."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Host, rect: pygame.Rect, label: str, more: str, on: bool,
                 change: Callable[[bool], None]):
        super().__init__(scene, rect)
        self.label, self.more, self.on, self.change = label, more, on, change
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        w, h = (look.px(v) for v in look.design["sizes"]["toggle"])
        room = rect.w - w - look.px(16)
        colour = look.theme.text if self.enabled else look.theme.faint
        if self.more and rect.h >= pair_height(look):
            write_pair(surface, look, pygame.Rect(rect.left, rect.top, room, rect.h), (self.label, colour),
                       (self.more, look.theme.dim))
        else:
            write_lines(surface, look, pygame.Rect(rect.left, rect.top, room, rect.h), self.label, colour)
        knob = pygame.Rect(rect.right - w, rect.centery - h // 2, w, h)
        chrome.draw_toggle(look, surface, knob, self.on, self.accent)
        if self.hovered:
            shapes.draw_box(surface, knob, h / 2, None, 1, look.theme.dim, 1, max(1.5, 2 * look.k))

    def value_speech(self) -> str:
        return self.scene.say("spoken.switch_on" if self.on else "spoken.switch_off")

    def press(self) -> None:
        self.scene.app.sounds.play("button")
        self.on = not self.on
        self.scene.app.speech.say(self.speech())
        self.refresh()
        self.change(self.on)


class Chooser(Widget, Generic[V]):
    """Holds one of several values; `change` is called with every new one."""

    value: V
    change: Callable[[V], None]

    def take(self, value: V) -> None:
        if value != self.value:
            self.scene.app.sounds.play("button")
            self.value = value
            self.scene.app.speech.say(self.speech())
            self.refresh()
            self.change(value)


class Segment(Chooser[V]):
    """A row of options of which one is chosen. Options are (value, label) or (value, label, icon)."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Host, rect: pygame.Rect, options: Sequence[Option[V]], value: V,
                 change: Callable[[V], None], *, role: str = "label", told: list[str] | None = None):
        super().__init__(scene, rect)
        self.told = told
        """The spoken options, if their labels are icons."""
        self.options = [(option[0], option[1], option[2] if len(option) == 3 else None) for option in options]
        self.value, self.change, self.role = value, change, role
        self.hover_index = -1
        self.refresh()

    def _widths(self) -> list[float]:
        """Return the width of every part: the width of its label and an equal share of the rest."""
        look = self.look
        inner = self.rect.w - look.px(8)
        needs = [look.width(label, self.role) + look.px(20) + (look.px(26) if icon else 0)
                 for _, label, icon in self.options]
        spare = inner - sum(needs)
        if spare < 0:
            return [inner * need / sum(needs) for need in needs]
        equal = inner / len(needs)
        return [equal] * len(needs) if max(needs) <= equal else [need + spare / len(needs) for need in needs]

    def cell_rects(self, rect: pygame.Rect) -> list[pygame.Rect]:
        x: float = rect.left + self.look.px(4)
        cells = []
        for width in self._widths():
            cells.append(pygame.Rect(round(x), rect.top + self.look.px(4), round(width),
                                     rect.h - 2 * self.look.px(4)))
            x += width
        return cells

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        chrome.draw_well(look, surface, rect, rect.h / 2.6)
        for index, ((value, label, icon),
                    cell) in enumerate(zip(self.options, self.cell_rects(rect), strict=True)):
            chosen = value == self.value
            if chosen:
                shapes.draw_box(surface, cell, cell.h / 2.6, self.accent)
            elif index == self.hover_index and self.hovered:
                shapes.draw_box(surface, cell, cell.h / 2.6, None, 1, theme.dim, 1, max(1.0, 1.5 * look.k))
            colour = theme.ink_on(self.accent) if chosen else theme.dim
            icon_w = look.px(26) if icon else 0
            size = look.fitting(label, self.role, cell.w - look.px(10) - icon_w)
            x = cell.centerx - (look.width(label, self.role, size) + icon_w) / 2
            if icon:
                look.draw_icon(surface, icon, (x + look.px(9), cell.centery), look.px(20), colour, 2.2)
            look.write(surface, label, self.role, (x + icon_w, cell.centery), "midleft", colour, at_most=size)

    def value_speech(self) -> str:
        names = self.told or [label for _, label, _ in self.options]
        return next((name for name, option in zip(names, self.options, strict=True)
                     if option[0] == self.value), "")

    def _index_at(self, pos: tuple[int, int]) -> int:
        return next((i for i, cell in enumerate(self.cell_rects(self.rect))
                     if cell.left <= pos[0] < cell.right), -1)

    def hover_at(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index != self.hover_index:
            self.hover_index = index
            self.refresh()

    def click(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index >= 0:
            self.take(self.options[index][0])

    def key_down(self, event: pygame.Event) -> bool:
        values = [option[0] for option in self.options]
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if step is None and event.key in (pygame.K_RETURN, pygame.K_SPACE):
            self.take(values[(values.index(self.value) + 1) % len(values)] if self.value in values
                      else values[0])
            return True
        if step is None or self.value not in values:
            return False
        at = values.index(self.value) + step
        if 0 <= at < len(values):
            self.take(values[at])
        return True


class Stepper(Chooser[int]):
    """A number between minus and plus buttons; `write` turns it into text."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Host, rect: pygame.Rect, value: int, low: int, high: int, step: int,
                 write: Callable[[int], str], change: Callable[[int], None]):
        super().__init__(scene, rect)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.write, self.change = write, change
        self.refresh()

    def ends(self, rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        side = round(rect.h * 0.72)
        inset = (rect.h - side) // 2
        return (pygame.Rect(rect.left + inset, rect.top + inset, side, side),
                pygame.Rect(rect.right - inset - side, rect.top + inset, side, side))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        chrome.draw_well(look, surface, rect)
        ends = self.ends(rect)
        for end, icon, possible in zip(ends, ("minus", "plus"),
                                       (self.value > self.low, self.value < self.high),
                                       strict=True):
            chrome.draw_secondary(look, surface, end, self.accent, "normal" if possible else "disabled",
                                  radius=look.px(10))
            look.draw_icon(surface, icon, end.center, end.h * 0.5,
                           look.theme.text if possible else look.theme.faint)
        look.write(surface, self.write(self.value), "button", rect.center, "center",
                   fit=ends[1].left - ends[0].right - look.px(8))

    def speech(self) -> str:
        return self.write(self.value)

    def click(self, pos: tuple[int, int]) -> None:
        self.step_by(-1 if pos[0] < self.rect.centerx else 1)

    def step_by(self, direction: int) -> None:
        self.take(max(self.low, min(self.high, self.value + direction * self.step)))

    def wheel(self, steps: int) -> bool:
        self.step_by(1 if steps > 0 else -1)
        return True

    def key_down(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step_by(-1 if event.key == pygame.K_LEFT else 1)
            return True
        return False


class Slider(Widget):
    """A value from 0 to 100, set by dragging."""

    radius_name = "field"
    bleed = 12

    def __init__(self, scene: Host, rect: pygame.Rect, value: int, change: Callable[[int], None]):
        super().__init__(scene, rect)
        self.value, self.change = value, change
        self.refresh()

    def track(self, rect: pygame.Rect) -> pygame.Rect:
        h = self.look.px(12)
        number = self.look.width("100", "button") + self.look.px(16)
        return pygame.Rect(rect.left + h, rect.centery - h // 2, rect.w - 2 * h - number, h)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, track = self.look, self.track(rect)
        chrome.draw_progress(look, surface, track, self.value / 100, self.accent)
        knob = shapes.disc(look.px(30), "#fffaf0")
        at = (track.left + round(track.w * self.value / 100), track.centery)
        chrome.draw_shadow(look, surface, knob.get_rect(center=at), look.px(15), "rest")
        surface.blit(knob, knob.get_rect(center=at))
        look.write(surface, str(self.value), "button", rect.midright, "midright")

    def value_speech(self) -> str:
        return str(self.value)

    def _take(self, x: int) -> None:
        track = self.track(self.rect)
        value = max(0, min(100, round((x - track.left) / track.w * 20) * 5))
        if value != self.value:
            self.value = value
            self.scene.app.speech.say(self.speech())
            self.refresh()
            self.change(value)

    def drag(self, pos: tuple[int, int]) -> None:
        self._take(pos[0])

    def click(self, pos: tuple[int, int]) -> None:
        self._take(pos[0])

    def key_down(self, event: pygame.Event) -> bool:
        step = {pygame.K_LEFT: -5, pygame.K_RIGHT: 5}.get(event.key)
        if step is None:
            return False
        track = self.track(self.rect)
        self._take(track.left + round(track.w * (self.value + step) / 100))
        return True
