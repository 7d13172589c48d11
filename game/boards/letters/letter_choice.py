"""The dialog that asks which letter a Jolly stands for: a panel of letters above the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import pygame

from game.draw import chrome
from game.draw.letter import letter
from game.ui.scene import Scene, dimmed_snapshot
from game.ui.widgets import Widget
from rules.words.language import LANGUAGES
from rules.words.placement import RED_JOLLY

if TYPE_CHECKING:
    from game.app import App
    from rules.base import AnyRules


class Meanwhile(Protocol):
    """A race that goes on while the dialog is open."""

    def run_on(self, ms: float) -> None:
        """Advance the race while the dialog is open."""

    def pause(self, away: bool) -> None:
        """Called when the window loses the focus or gets it back."""

    @property
    def restless(self) -> bool:
        """Whether frames must be drawn although nothing happens in the dialog."""


class LetterKey(Widget):
    """One letter of the panel."""

    bleed = 24

    def __init__(self, scene: Scene, rect: pygame.Rect, mark: str, action: Callable[[], None]):
        super().__init__(scene, rect)
        self.mark, self.action = mark, action
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        made = letter(self.mark.lower(), rect.w, lifted=self.hovered)
        up = self.look.px(3) if self.hovered else 0
        surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad - up))

    def press(self) -> None:
        self.action()


class LetterChoice(Scene):
    """Calls `chosen` with the letter; Esc calls `cancelled`."""

    def __init__(self, app: App, rules: AnyRules, jolly: str, chosen: Callable[[str], None],
                 cancelled: Callable[[], None], meanwhile: Meanwhile | None = None):
        super().__init__(app)
        self.game = rules.game
        self._language = LANGUAGES[rules.words_language]
        self.letters = self._language.red if jolly == RED_JOLLY else self._language.black
        self._chosen, self._cancelled = chosen, cancelled
        self._meanwhile = meanwhile

    def build(self) -> None:
        look = self.look
        self.stage.ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        columns = min(len(self.letters), 7)
        side, gap = max(look.px(72), look.design["sizes"]["hit_min"]), look.px(14)
        rows = -(-len(self.letters) // columns)
        title = self.say("letters.jolly_title")
        width = max(columns * (side + gap) - gap, look.width(title, "box")) + look.px(80)
        height = look.px(36) + look.line_height("box") + look.px(24) + rows * (side + gap) + look.px(30)
        panel = pygame.Rect(0, 0, width, height)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, self.stage.ground, panel, shadow="float", alpha=0.98)
        look.write(self.stage.ground, title, "box", (panel.centerx, panel.top + look.px(36)), "midtop",
                   fit=panel.w - look.px(40))
        top = panel.top + look.px(60) + look.line_height("box")
        for i, mark in enumerate(self.letters):
            row, column = divmod(i, columns)
            in_row = min(columns, len(self.letters) - row * columns)
            left = panel.centerx - (in_row * (side + gap) - gap) // 2
            rect = pygame.Rect(left + column * (side + gap), top + row * (side + gap), side, side)
            LetterKey(self, rect, mark, partial(self._choose, mark))
        self.focus_on(self.widgets[0])

    # --- time ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self._meanwhile is not None:
            self._meanwhile.run_on(ms)

    def pause(self, away: bool) -> None:
        if self._meanwhile is not None:
            self._meanwhile.pause(away)

    @property
    def restless(self) -> bool:
        return super().restless or (self._meanwhile is not None and self._meanwhile.restless)

    # --- the answer ---

    def _choose(self, mark: str) -> None:
        self.app.pop()
        self._chosen(mark)

    def key(self, event: pygame.Event) -> bool:
        mark = self._language.typed(getattr(event, "unicode", ""))
        if mark and mark in self.letters:
            self._choose(mark)
            return True
        return False

    def escape(self) -> None:
        self.app.pop()
        self._cancelled()
