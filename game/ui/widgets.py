"""Buttons, switches, fields and scroll areas: what scenes are made of besides the pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.ui.stage import Sprite

if TYPE_CHECKING:
    from game.ui.look import Look
    from game.ui.scene import Scene

WIDGET_Z = 50


class Widget:
    """Something on the screen that reacts. Subclasses paint themselves for their state."""

    focusable = True
    radius_name = "button"
    bleed = 34
    """How far shadow and glow reach beyond the rectangle, in pixels of the mock-ups."""

    def __init__(self, scene: Scene, rect: pygame.Rect, *, tip: str = "", key: str = "", enabled: bool = True,
                 z: int = WIDGET_Z):
        self.scene = scene
        self.look = scene.look
        self.rect = rect
        self.tip = tip
        self.key = key
        """Name of the shortcut shown on it and in its tip."""
        self.enabled = enabled
        self.hovered = self.pressed = self.focused = False
        self.sprite = scene.stage.add(Sprite(z=z))
        scene.widgets.append(self)

    # --- state ---

    @property
    def state(self) -> str:
        if not self.enabled:
            return "disabled"
        if self.pressed:
            return "pressed"
        return "hover" if self.hovered else "normal"

    @property
    def accent(self) -> Colour:
        return self.scene.accent

    def set_state(self, **state: bool) -> None:
        if any(getattr(self, name) != value for name, value in state.items()):
            for name, value in state.items():
                setattr(self, name, value)
            self.refresh()

    def enable(self, enabled: bool) -> None:
        self.set_state(enabled=enabled)

    def contains(self, pos: tuple[int, int]) -> bool:
        least = self.look.design["sizes"]["hit_min"]
        grown = self.rect.inflate(max(0, least - self.rect.w), max(0, least - self.rect.h))
        return grown.collidepoint(pos)

    # --- speech ---

    spoken = ""
    """What it is called, where it has no label."""

    def words(self) -> str:
        """What is said when it gets the focus: its name, its value, whether it can be used."""
        name = self.spoken or getattr(self, "label", "") or getattr(self, "title", "") or self.tip
        value = self.value_words()
        off = "" if self.enabled else self.scene.say("spoken.disabled")
        return ", ".join(text for text in (name if isinstance(name, str) else "", value, off) if text)

    def value_words(self) -> str:
        return ""

    # --- drawing ---

    def refresh(self) -> None:
        """Paint anew; called whenever the state changes."""
        bleed = self.look.px(self.bleed)
        image = pygame.Surface((self.rect.w + 2 * bleed, self.rect.h + 2 * bleed), pygame.SRCALPHA)
        inner = pygame.Rect(bleed, bleed, self.rect.w, self.rect.h)
        self.paint(image, inner)
        if self.focused and self.scene.app.shows_focus:
            self.paint_focus(image, inner)
        self.sprite.set(image, (self.rect.left - bleed, self.rect.top - bleed))

    def paint_focus(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        radius = min(self.look.px(self.look.design["radius"][self.radius_name]), self.rect.h // 2)
        chrome.draw_focus(self.look, surface, rect, radius)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        raise TypeError(f"{type(self).__name__} paints nothing")

    def remove(self) -> None:
        """Take it away; nothing of the scene may still point at it."""
        scene = self.scene
        if scene.focus is self:
            scene.focus_on(None)
        if scene._pressed is self:
            scene._pressed = None
        if scene._hovered is self:
            scene._hovered = None
        self.sprite.remove()
        if self in scene.widgets:
            scene.widgets.remove(self)

    # --- input ---

    def click(self, pos: tuple[int, int]) -> None:
        """The mouse was pressed and released here, or Enter was hit (then pos is the centre)."""

    def hover_at(self, pos: tuple[int, int]) -> None:
        """The mouse moves over this widget."""

    def drag(self, pos: tuple[int, int]) -> None:
        """The mouse moves while pressed on this widget."""

    def wheel(self, steps: int, pos: tuple[int, int]) -> bool:
        return False

    def key_down(self, event: pygame.Event) -> bool:
        """A key while this widget has the focus; True if it was used."""
        return False

    def blur(self) -> None:
        """The focus goes elsewhere."""


class Button(Widget):
    """A button with a label; `kind` is primary, secondary or ghost."""

    def __init__(self, scene: Scene, rect: pygame.Rect, label: str, action: Callable[[], None], *,
                 icon: str | None = None, kind: str = "secondary", role: str = "button", tip: str = "", key: str = "",
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
            colour = look.theme.ink_on_accent
        else:
            _, down = chrome.draw_secondary(look, surface, rect, self.accent, self.state, filled=self.kind != "ghost")
            colour = look.theme.text
        if not self.enabled:
            colour = look.theme.faint
        self._paint_label(surface, rect.move(0, round(down)), colour)

    def _fits_beside_icon(self, rect: pygame.Rect, key_w: int) -> bool:
        """Whether the label need not shrink much with its icon and its key beside it."""
        look, px = self.look, self.look.m.text_px(self.role)
        room = rect.w - look.px(34) - round(px * 1.25) - key_w
        return look.fitting(self.label, self.role, room) >= px * 0.82

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        look = self.look
        key_w = chrome.keycap_width(look, self.key) + look.px(20) if self.key and rect.w > look.px(200) else 0
        icon = self.icon
        if icon and self.label and not self._fits_beside_icon(rect, key_w):
            icon, key_w = None, 0  # rather no icon and no key than small letters
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
        look.write(surface, self.label, self.role, (x + icon_px + gap, rect.centery), "midleft", colour, at_most=size)
        if key_w:
            chrome.draw_keycap(look, surface, self.key, (rect.right - look.px(12), rect.centery),
                               colour if self.kind == "primary" else look.theme.dim)

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.app.sounds.play("button")
        self.action()


class IconButton(Widget):
    """A square button with an icon; `on` marks a tool that is switched on."""

    def __init__(self, scene: Scene, rect: pygame.Rect, icon: str, action: Callable[[], None], *, tip: str = "",
                 key: str = "", enabled: bool = True, on: bool = False, z: int = WIDGET_Z):
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
        colour = theme.faint if not self.enabled else theme.ink_on_accent if state == "chosen" else theme.text
        self.look.draw_icon(surface, self.icon, rect.center, rect.h * 0.5, colour)

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.app.sounds.play("button")
        self.action()


def pair_height(look: Look) -> int:
    """The least that a label with a line about it needs, in the chosen text size."""
    return look.line_height("button") + look.line_height("label")


LEGIBLE = 0.8
"""Text that would shrink below this part of its size is left out, or broken into two lines."""
COMFORTABLE = 0.9
"""Where a shorter text is at hand it takes the place of one that would shrink below this part of its size."""


def legible(look: Look, text: str, role: str, room: float) -> bool:
    """Whether a line fits into a room without shrinking to what many cannot read."""
    return look.fitting(text, role, room) >= look.m.text_px(role) * LEGIBLE


def comfortable(look: Look, text: str, role: str, room: float) -> bool:
    """Whether a line fits into a room without becoming smaller than the smallest size of its role."""
    return look.fitting(text, role, room) >= max(look.least(role), look.m.text_px(role) * COMFORTABLE)


def _write_lines(surface: pygame.Surface, look: Look, box: pygame.Rect, text: str, colour: Colour) -> None:
    """A label in one line, or in two where it would shrink too much and there is room."""
    lines = [text]
    if not legible(look, text, "button", box.w):
        wrapped = look.wrap(text, "button", box.w)
        lines = wrapped if len(wrapped) == 2 and box.h >= 2 * look.line_height("button") else lines
    step = look.line_height("button")
    for number, line in enumerate(lines):
        y = box.centery + (number - (len(lines) - 1) / 2) * step
        look.write(surface, line, "button", (box.left, y), "midleft", colour, fit=box.w)


def _write_pair(surface: pygame.Surface, look: Look, box: pygame.Rect, label: tuple[str, Colour],
                more: tuple[str, Colour]) -> None:
    """A label and the line about it, one above the other in the middle of a box."""
    if not (legible(look, label[0], "button", box.w) and legible(look, more[0], "label", box.w)):
        _write_lines(surface, look, box, *label)
        return
    upper, lower = look.line_height("button"), look.line_height("label")
    gap = max(0, min(look.px(6), box.h - upper - lower))
    top = box.centery - (upper + gap + lower) / 2
    look.write(surface, label[0], "button", (box.left, top + upper / 2), "midleft", label[1], fit=box.w)
    look.write(surface, more[0], "label", (box.left, top + upper + gap + lower / 2), "midleft", more[1], fit=box.w)


class Toggle(Widget):
    """A switch with a label and a line that says what it does."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Scene, rect: pygame.Rect, label: str, more: str, on: bool,
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
            _write_pair(surface, look, pygame.Rect(rect.left, rect.top, room, rect.h), (self.label, colour),
                        (self.more, look.theme.dim))
        else:
            _write_lines(surface, look, pygame.Rect(rect.left, rect.top, room, rect.h), self.label, colour)
        knob = pygame.Rect(rect.right - w, rect.centery - h // 2, w, h)
        chrome.draw_toggle(look, surface, knob, self.on, self.accent)
        if self.hovered:
            shapes.draw_box(surface, knob, h / 2, None, 1, look.theme.dim, 1, max(1.5, 2 * look.k))

    def value_words(self) -> str:
        return self.scene.say("spoken.switch_on" if self.on else "spoken.switch_off")

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.app.sounds.play("button")
        self.on = not self.on
        self.scene.app.speech.say(self.words())
        self.refresh()
        self.change(self.on)


class Chooser(Widget):
    """Holds one of several values and tells whoever made it when another is taken."""

    value: Any
    change: Callable[[Any], None]

    def take(self, value: Any) -> None:
        if value != self.value:
            self.scene.app.sounds.play("button")
            self.value = value
            self.scene.app.speech.say(self.words())
            self.refresh()
            self.change(value)


class Segment(Chooser):
    """A few choices of which one is taken. Options are (value, label) or (value, label, icon)."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Scene, rect: pygame.Rect, options: list[tuple], value: object,
                 change: Callable[[object], None], *, role: str = "label", told: list[str] | None = None):
        super().__init__(scene, rect)
        self.told = told
        """The options in words, where their labels are icons."""
        self.options = [(option[0], option[1], option[2] if len(option) > 2 else None) for option in options]
        self.value, self.change, self.role = value, change, role
        self.hover_index = -1
        self.refresh()

    def _widths(self) -> list[float]:
        """Each part as wide as its label needs, the rest shared."""
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
            cells.append(pygame.Rect(round(x), rect.top + self.look.px(4), round(width), rect.h - 2 * self.look.px(4)))
            x += width
        return cells

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        chrome.draw_well(look, surface, rect, rect.h / 2.6)
        for index, ((value, label, icon), cell) in enumerate(zip(self.options, self.cell_rects(rect))):
            chosen = value == self.value
            if chosen:
                shapes.draw_box(surface, cell, cell.h / 2.6, self.accent)
            elif index == self.hover_index and self.hovered:
                shapes.draw_box(surface, cell, cell.h / 2.6, None, 1, theme.dim, 1, max(1.0, 1.5 * look.k))
            colour = theme.ink_on_accent if chosen else theme.dim
            icon_w = look.px(26) if icon else 0
            size = look.fitting(label, self.role, cell.w - look.px(10) - icon_w)
            x = cell.centerx - (look.width(label, self.role, size) + icon_w) / 2
            if icon:
                look.draw_icon(surface, icon, (x + look.px(9), cell.centery), look.px(20), colour, 2.2)
            look.write(surface, label, self.role, (x + icon_w, cell.centery), "midleft", colour, at_most=size)

    def value_words(self) -> str:
        words = self.told or [label for _, label, _ in self.options]
        return next((word for word, option in zip(words, self.options) if option[0] == self.value), "")

    def _index_at(self, pos: tuple[int, int]) -> int:
        return next((i for i, cell in enumerate(self.cell_rects(self.rect)) if cell.left <= pos[0] < cell.right), -1)

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
            self.take(values[(values.index(self.value) + 1) % len(values)] if self.value in values else values[0])
            return True
        if step is None or self.value not in values:
            return False
        at = values.index(self.value) + step
        if 0 <= at < len(values):
            self.take(values[at])
        return True


class Stepper(Chooser):
    """A number with minus and plus."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Scene, rect: pygame.Rect, value: int, low: int, high: int, step: int,
                 label: Callable[[int], str], change: Callable[[int], None]):
        super().__init__(scene, rect)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.label, self.change = label, change
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
        for end, icon, possible in zip(ends, ("minus", "plus"), (self.value > self.low, self.value < self.high)):
            chrome.draw_secondary(look, surface, end, self.accent, "normal" if possible else "disabled",
                                  radius=look.px(10))
            look.draw_icon(surface, icon, end.center, end.h * 0.5,
                           look.theme.text if possible else look.theme.faint)
        look.write(surface, self.label(self.value), "button", rect.center, "center",
                   fit=ends[1].left - ends[0].right - look.px(8))

    def words(self) -> str:
        return self.label(self.value)

    def click(self, pos: tuple[int, int]) -> None:
        self._move(-1 if pos[0] < self.rect.centerx else 1)

    def _move(self, direction: int) -> None:
        self.take(max(self.low, min(self.high, self.value + direction * self.step)))

    def wheel(self, steps: int, pos: tuple[int, int]) -> bool:
        self._move(1 if steps > 0 else -1)
        return True

    def key_down(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._move(-1 if event.key == pygame.K_LEFT else 1)
            return True
        return False


class Slider(Widget):
    """A value from 0 to 100, dragged."""

    radius_name = "field"
    bleed = 12

    def __init__(self, scene: Scene, rect: pygame.Rect, value: int, change: Callable[[int], None]):
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

    def value_words(self) -> str:
        return str(self.value)

    def _take(self, x: int) -> None:
        track = self.track(self.rect)
        value = max(0, min(100, round((x - track.left) / track.w * 20) * 5))
        if value != self.value:
            self.value = value
            self.scene.app.speech.say(self.words())
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


class Field(Widget):
    """A line of text to type in. `check` returns a sentence if the text cannot be taken."""

    radius_name = "field"
    bleed = 10

    def __init__(self, scene: Scene, rect: pygame.Rect, text: str, change: Callable[[str], None], *,
                 role: str = "name", longest: int = 20, allowed: str | None = None,
                 submit: Callable[[], None] | None = None, bad: bool = False, placeholder: str = ""):
        super().__init__(scene, rect)
        self.placeholder = placeholder
        """Shown while the field is empty: what counts then."""
        self.text, self.change, self.role, self.longest, self.allowed = text, change, role, longest, allowed
        self.submit = submit
        self.bad = bad
        self.editing = False
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        stroke = theme.bad if self.bad else self.accent if self.editing else theme.dim if self.hovered else None
        chrome.draw_well(look, surface, rect, alpha=0.40, stroke=stroke, width=2.2 if stroke else 1.5)
        pad = look.px(16)
        size = look.fitting(self.text or " ", self.role, rect.w - 2 * pad - look.px(6))
        written = look.write(surface, self.text, self.role, (rect.left + pad, rect.centery), "midleft",
                             theme.text if self.enabled else theme.faint, at_most=size)
        if not self.text and self.placeholder and not self.editing:
            look.write(surface, self.placeholder, self.role, (rect.left + pad, rect.centery), "midleft", theme.dim,
                       fit=rect.w - 2 * pad)
        if self.editing:
            caret = pygame.Rect(written.right + look.px(2), rect.top + rect.h // 4, max(2, look.px(2.5)), rect.h // 2)
            pygame.draw.rect(surface, self.accent, caret)

    def words(self) -> str:
        return self.scene.say("spoken.field", text=self.text or self.placeholder)

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.focus_on(self)
        self.begin()

    def begin(self) -> None:
        if not self.editing:
            self.editing = True
            pygame.key.start_text_input()
            self.refresh()

    def blur(self) -> None:
        if self.editing:
            self.editing = False
            pygame.key.stop_text_input()
            self.refresh()

    def put(self, text: str) -> None:
        """Another text, not typed here."""
        if text != self.text:
            self.text = text
            self.refresh()

    def set_bad(self, bad: bool) -> None:
        self.set_state(bad=bad)

    def type_text(self, text: str) -> None:
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
        if event.key == pygame.K_BACKSPACE:
            self.text = "" if event.mod & pygame.KMOD_CTRL else self.text[:-1]
        elif event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
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
            return event.key not in (pygame.K_TAB, pygame.K_UP, pygame.K_DOWN) and not event.mod & pygame.KMOD_CTRL
        self.refresh()
        self.change(self.text)
        return True


def _clipboard() -> str:
    try:
        return pygame.scrap.get_text().strip()
    except pygame.error:
        return ""


class Card(Widget):
    """A choice with a title and a line about it: a variant of the rules."""

    radius_name = "field"
    bleed = 12

    def __init__(self, scene: Scene, rect: pygame.Rect, title: str, more: str, chosen: bool,
                 action: Callable[[], None], *, faulty: bool = False):
        super().__init__(scene, rect)
        self.title, self.more, self.chosen, self.action, self.faulty = title, more, chosen, action, faulty
        self.refresh()

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
            ring = shapes.draw_box
            d = look.px(22)
            ring(surface, (x - d // 2, rect.centery - d // 2, d, d), d / 2, None, 1,
                 self.accent if self.chosen else theme.dim, 1, max(1.5, 2.4 * look.k))
            if self.chosen:
                dot = shapes.disc(look.px(12), self.accent)
                surface.blit(dot, dot.get_rect(center=(x - d // 2 + d / 2, rect.centery - d // 2 + d / 2)))
        left, room = rect.left + look.px(56), rect.w - look.px(68)
        if self.more and rect.h >= pair_height(look) + look.px(8):
            _write_pair(surface, look, pygame.Rect(left, rect.top, room, rect.h), (self.title, theme.text),
                        (self.more, theme.bad if self.faulty else theme.dim))
        else:
            look.write(surface, self.title, "button", (left, rect.centery), "midleft", fit=room)

    def value_words(self) -> str:
        return f"{self.more}, {self.scene.say('spoken.chosen')}" if self.chosen else self.more

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.app.sounds.play("button")
        self.action()


class Area(Widget):
    """An invisible rectangle that can be clicked; `paint_over` draws what it shows in each state."""

    def __init__(self, scene: Scene, rect: pygame.Rect, action: Callable[[], None], *,
                 paint_over: Callable[[Area, pygame.Surface, pygame.Rect], None], tip: str = "",
                 z: int = WIDGET_Z, radius_name: str = "box", spoken: str = ""):
        super().__init__(scene, rect, tip=tip, z=z)
        self.radius_name = radius_name
        self.spoken = spoken
        self.action, self.paint_over = action, paint_over
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.paint_over(self, surface, rect)

    def click(self, pos: tuple[int, int]) -> None:
        self.scene.app.sounds.play("button")
        self.action()


class Scroll(Widget):
    """A window on a tall picture: wheel, bar and keys move it; clicks are passed on in its coordinates."""

    radius_name = "field"
    bleed = 8

    def __init__(self, scene: Scene, rect: pygame.Rect, content: pygame.Surface,
                 pick: Callable[[tuple[int, int]], None] | None = None, z: int = WIDGET_Z):
        super().__init__(scene, rect, z=z)
        self.content, self.pick = content, pick
        self.offset = 0
        self._dragging = False
        self.focusable = self.tall > rect.h or pick is not None
        self.refresh()

    @property
    def tall(self) -> int:
        """The height of all that can be seen through the window; a subclass may paint it piece by piece."""
        return self.content.get_height()

    @property
    def furthest(self) -> int:
        return max(0, self.tall - self.rect.h)

    def set_content(self, content: pygame.Surface) -> None:
        self.content = content
        self.offset = min(self.offset, self.furthest)
        self.refresh()

    def scroll_to(self, offset: float) -> None:
        offset = max(0, min(self.furthest, round(offset)))
        if offset != self.offset:
            self.offset = offset
            self.refresh()

    def _bar(self) -> pygame.Rect | None:
        if not self.furthest:
            return None
        width = self.look.px(8)
        height = max(self.look.px(40), round(self.rect.h * self.rect.h / self.tall))
        top = round((self.rect.h - height) * self.offset / self.furthest)
        return pygame.Rect(self.rect.w - width, top, width, height)

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """What lies in the window at this offset."""
        surface.blit(self.content, rect, pygame.Rect(0, self.offset, rect.w, rect.h))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.paint_content(surface, rect)
        bar = self._bar()
        if bar is not None:
            shapes.draw_box(surface, bar.move(rect.topleft), bar.w / 2, self.look.theme.dim,
                            0.8 if self.hovered else 0.45)

    def wheel(self, steps: int, pos: tuple[int, int]) -> bool:
        self.scroll_to(self.offset - steps * self.look.px(90))
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        bar = self._bar()
        if bar is None:
            return
        if self._dragging or pos[0] >= self.rect.right - self.look.px(28):
            self._dragging = True
            room = max(1, self.rect.h - bar.h)
            self.scroll_to((pos[1] - self.rect.top - bar.h / 2) / room * self.furthest)

    def click(self, pos: tuple[int, int]) -> None:
        if self._dragging:
            self._dragging = False
        elif self.pick:
            self.pick((pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset))

    def key_down(self, event: pygame.Event) -> bool:
        page = self.rect.h * 0.85
        steps = {pygame.K_DOWN: self.look.px(60), pygame.K_UP: -self.look.px(60), pygame.K_PAGEDOWN: page,
                 pygame.K_PAGEUP: -page, pygame.K_HOME: -self.offset, pygame.K_END: self.furthest}
        if event.key in steps and self.furthest:
            before = self.offset
            self.scroll_to(self.offset + steps[event.key])
            return self.offset != before
        return False


class Cells(Scroll):
    """Things to choose in a scroll area, in rows or in a grid: by mouse, or by arrows and Enter.

    The content shows them; this only marks the one under the mouse and the one of the keyboard.
    """

    def __init__(self, scene: Scene, rect: pygame.Rect, content: pygame.Surface, cells: list[pygame.Rect],
                 choose: Callable[[int], None], *, cursor: int = 0, z: int = WIDGET_Z,
                 tell: Callable[[int], str] | None = None):
        self.cells, self.choose = cells, choose
        self.tell = tell
        """What a cell is called, in words."""
        self.cursor = max(0, min(cursor, len(cells) - 1))
        self.hover_index = -1
        super().__init__(scene, rect, content, self._pick, z=z)
        self.focusable = bool(cells) or self.tall > rect.h

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        super().paint(surface, rect)
        if self.hovered and 0 <= self.hover_index < len(self.cells):
            surface.set_clip(rect.inflate(2, 2))
            shapes.draw_box(surface, self.shown_rect(self.hover_index, rect), self._radius, None, 1, self.accent, 1,
                            max(1.5, 2 * self.look.k))
            surface.set_clip(None)

    def paint_focus(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.cells:
            gap = self.look.px(5)
            chrome.draw_focus(self.look, surface, self.shown_rect(self.cursor, rect).inflate(-gap, -gap), self._radius)
        else:
            super().paint_focus(surface, rect)

    @property
    def _radius(self) -> int:
        return self.look.px(self.look.design["radius"]["field"])

    def shown_rect(self, index: int, rect: pygame.Rect) -> pygame.Rect:
        return self.cells[index].move(rect.left, rect.top - self.offset)

    def set_state(self, **state: bool) -> None:
        if state.get("focused") and self.cells:
            self.reveal(self.cursor)
        super().set_state(**state)

    def words(self) -> str:
        return self.tell(self.cursor) if self.tell is not None and self.cells else super().words()

    def reveal(self, index: int) -> None:
        """Scroll until a cell is in sight, with a little of what is around it."""
        cell, margin = self.cells[index], self.look.px(40)
        if cell.top - margin < self.offset:
            self.scroll_to(cell.top - margin)
        elif cell.bottom + margin > self.offset + self.rect.h:
            self.scroll_to(cell.bottom + margin - self.rect.h)

    def _index_at(self, pos: tuple[int, int]) -> int:
        return next((i for i, cell in enumerate(self.cells) if cell.collidepoint(pos)), -1)

    def hover_at(self, pos: tuple[int, int]) -> None:
        index = self._index_at((pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset))
        if index != self.hover_index:
            self.hover_index = index
            self.refresh()

    def wheel(self, steps: int, pos: tuple[int, int]) -> bool:
        super().wheel(steps, pos)
        self.hover_at(pos)
        return True

    def _pick(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index >= 0:
            self._take(index)

    def _take(self, index: int) -> None:
        self.cursor = index
        self.scene.app.sounds.play("button")
        self.choose(index)

    def key_down(self, event: pygame.Event) -> bool:
        if not self.cells:
            return super().key_down(event)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._take(self.cursor)
            return True
        index = self._next(event.key)
        if index is None:
            return False
        self.scene.app.show_focus()
        self.cursor = index
        self.reveal(index)
        self.refresh()
        self.scene.app.speech.say(self.words())
        return True

    def _next(self, key: int) -> int | None:
        """The cell a key leads to; None at the edge, so that the focus goes on to another widget."""
        here = self.cells[self.cursor]
        arrows = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
        if key in arrows:
            return self._beside(here, *arrows[key])
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.cells) - 1}
        pages = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
        if key in pages:
            wanted = here.centery + pages[key] * self.rect.h * 0.85
            return min(range(len(self.cells)), key=lambda i: (abs(self.cells[i].centery - wanted),
                                                              abs(self.cells[i].centerx - here.centerx)))
        return ends.get(key)

    def _beside(self, here: pygame.Rect, dx: int, dy: int) -> int | None:
        """The cell next to one in its row, or the one of the next row that is nearest to it."""
        found = []
        for index, cell in enumerate(self.cells):
            across, down = cell.centerx - here.centerx, cell.centery - here.centery
            ahead, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
            if ahead > 0 and not (dx and aside > here.h / 2):
                found.append((ahead, aside, index))
        return min(found)[2] if found else None
