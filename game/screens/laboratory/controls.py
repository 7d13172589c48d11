"""Controls of the rule laboratory: a number field, a labelled switch, a list as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.ui.paper.blocks import domino_chip
from game.ui.widgets import Field, Stepper, Toggle
from rules.files.kinds import Whole

if TYPE_CHECKING:
    from game.ui.scene import Scene

UNBOUNDED = 10**9


class NumberBox(Stepper):
    """A stepper that also accepts typed digits; the mouse wheel is left to the form."""

    def __init__(self, scene: Scene, rect: pygame.Rect, value: int, kind: Whole, step: int,
                 change: Callable[[int], None]):
        self._typed = ""
        super().__init__(scene, rect, value, -UNBOUNDED if kind.low is None else kind.low,
                         UNBOUNDED if kind.high is None else kind.high, step, scene.texts.number, change)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        super().paint(surface, rect)
        if self.focused:
            chrome.draw_well(self.look, surface, rect, alpha=0.0, stroke=self.accent, width=2.2)

    def click(self, pos: tuple[int, int]) -> None:
        """Step at either end; wait for digits in the middle."""
        self.scene.focus_on(self)
        minus, plus = self.ends(self.rect)
        if pos[0] <= minus.right:
            self.step_by(-1)
        elif pos[0] >= plus.left:
            self.step_by(1)

    def step_by(self, direction: int) -> None:
        self._typed = ""
        super().step_by(direction)

    def key_down(self, event: pygame.Event) -> bool:
        digit = event.key - pygame.K_0 if pygame.K_0 <= event.key <= pygame.K_9 else (
            (event.key - pygame.K_KP_1 + 1) % 10 if pygame.K_KP_1 <= event.key <= pygame.K_KP_0 else None)
        if digit is not None and not event.mod & pygame.KMOD_CTRL:
            self._type(self._typed + str(digit), str(digit))
            return True
        if event.key == pygame.K_BACKSPACE:
            shown = self._typed or str(self.value)
            self._type(shown[:-1] or "0", "0")
            return True
        if event.key in (pygame.K_MINUS, pygame.K_KP_MINUS, pygame.K_PLUS, pygame.K_KP_PLUS):
            self.step_by(-1 if event.key in (pygame.K_MINUS, pygame.K_KP_MINUS) else 1)
            return True
        return super().key_down(event)

    def _type(self, text: str, otherwise: str) -> None:
        """Append a typed digit; a number above the maximum restarts with the last digit."""
        self._typed = text if int(text) <= self.high else otherwise
        value = max(self.low, min(self.high, int(self._typed)))
        if value != self.value:
            self.value = value
            self.refresh()
            self.change(value)

    def blur(self) -> None:
        self._typed = ""


class Switcher(Toggle):
    """A switch with the name of its current value beside it."""

    def __init__(self, scene: Scene, rect: pygame.Rect, on: bool, change: Callable[[bool], None]):
        super().__init__(scene, rect, "", "", on, change)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        w, h = (look.px(v) for v in look.design["sizes"]["toggle"])
        knob = pygame.Rect(rect.left, rect.centery - h // 2, w, h)
        chrome.draw_toggle(look, surface, knob, self.on, self.accent)
        if self.hovered:
            shapes.draw_box(surface, knob, h / 2, None, 1, look.theme.dim, 1, max(1.5, 2 * look.k))
        word = self.scene.say("value.true" if self.on else "value.false")
        look.write(surface, word, "button", (knob.right + look.px(14), rect.centery), "midleft",
                   fit=rect.right - knob.right - look.px(14))

    def key_down(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if self.on != (event.key == pygame.K_RIGHT):
                self.click(self.rect.center)
            return True
        return False


class TextBox(Field):
    """A text field that shows dominoes as pictures until it is edited."""

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        written = self.text
        if not self.editing:
            self.text = " ".join(domino_chip(word) for word in written.split(" "))
        super().paint(surface, rect)
        self.text = written
