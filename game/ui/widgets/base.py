"""The base class of all widgets, and the interface of their scene."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

import pygame

from game.draw import chrome
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.shell import Shell
from game.ui.stage import Sprite, Stage

WIDGET_Z = 50


class Host(Protocol):
    """The scene as its widgets see it."""

    @property
    def app(self) -> Shell: ...

    @property
    def look(self) -> Look: ...

    @property
    def stage(self) -> Stage: ...

    @property
    def accent(self) -> Colour: ...

    @property
    def widgets(self) -> list[Widget]:
        """All widgets of the scene; a new one appends itself."""

    def say(self, key: str, **values: object) -> str:
        """Translate a text key."""

    def focus_on(self, widget: Widget | None) -> None:
        """Move the keyboard focus."""

    def forget(self, widget: Widget) -> None:
        """Drop every reference to a widget that is removed."""


class Widget(ABC):
    """Something on the screen that reacts to input. Subclasses paint themselves for their state."""

    focusable = True
    editing = False
    """Whether it receives all typed keys."""
    radius_name = "button"
    bleed = 34
    """How far shadow and glow reach beyond the rectangle, in design pixels."""

    def __init__(self, scene: Host, rect: pygame.Rect, *, tip: str = "", key: str = "", enabled: bool = True,
                 z: int = WIDGET_Z):
        self.scene = scene
        self.look = scene.look
        self.rect = rect
        self.tip = tip
        self.key = key
        """The shortcut shown on it and in its tip."""
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

    label = ""
    """The text on it."""
    spoken = ""
    """Its spoken name, if that is not the label."""

    def speech(self) -> str:
        """Return what is said when it gets the focus: its name, its value, whether it is disabled."""
        off = "" if self.enabled else self.scene.say("spoken.disabled")
        return ", ".join(filter(None, (self.spoken or self.label or self.tip, self.value_speech(), off)))

    def value_speech(self) -> str:
        """Return the current value as speech."""
        return ""

    # --- drawing ---

    def refresh(self) -> None:
        """Repaint; called whenever the state changes."""
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

    @abstractmethod
    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it in its present state; `surface` is larger than `rect` by `bleed`."""

    def remove(self) -> None:
        """Remove the widget from its scene."""
        self.scene.forget(self)
        self.sprite.remove()

    # --- input ---

    def click(self, pos: tuple[int, int]) -> None:  # noqa: ARG002 - for subclasses with parts
        """Called when the mouse was pressed and released at `pos`, or with the centre when Enter was hit."""
        self.press()

    def press(self) -> None:
        """Called by `click`; enough for a widget with a single action."""

    def hover_at(self, pos: tuple[int, int]) -> None:
        """Called when the mouse moves over this widget."""

    def drag(self, pos: tuple[int, int]) -> None:
        """Called when the mouse is pressed on this widget, and when it moves while pressed."""

    def wheel(self, steps: int) -> bool:  # noqa: ARG002 - a hook
        """Called when the mouse wheel turns here; return True if it was used."""
        return False

    def type_text(self, text: str) -> None:
        """Called with typed text while `editing`."""

    def key_down(self, event: pygame.Event) -> bool:  # noqa: ARG002 - a hook
        """Called with a key while this widget has the focus; return True if it was used."""
        return False

    def blur(self) -> None:
        """Called when the focus moves elsewhere."""
