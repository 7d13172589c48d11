"""Dialogs above a scene: a question with buttons, a notice, the menu of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.draw import chrome
from game.ui.scene import Scene, dimmed_snapshot
from game.ui.shell import Shell
from game.ui.widgets import Button

Choice = tuple[str, Callable[[], None] | None, str | None]
"""Label, action after the dialog has closed, icon."""


class Dialog(Scene):
    """A title, a paragraph and some buttons; the first is the primary one.

    Esc takes the last choice; with `esc_closes` it closes the dialog without a choice. `shortcuts` are keys
    that close it and do something else.
    """

    def __init__(self, app: Shell, title: str, text: str, choices: list[Choice], *, game: str | None = None,
                 icon: str | None = None, column: bool = False, esc_closes: bool = False,
                 shortcuts: Mapping[int, Callable[[], None]] | None = None):
        super().__init__(app)
        self.heading = f"{title}. {text}"
        self.title, self.text, self.choices, self.game, self.icon = title, text, choices, game, icon
        self.column, self.esc_closes, self.shortcuts = column, esc_closes, shortcuts or {}

    def build(self) -> None:
        look = self.look
        self.stage.ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        width = min(self.px(720), look.size[0] - self.px(80))
        inner = width - 2 * self.px(40)
        text_h = look.paragraph_height(self.text, "body", inner) if self.text else 0
        button_h = max(self.px(58), look.line_height("button") + 20)
        rows = self._rows(inner)
        head = look.line_height("box") + self.px(24)
        height = head + text_h + len(rows) * (button_h + self.px(14))
        height += self.px(36) + self.px(28) + self.px(26)
        panel = pygame.Rect(0, 0, width, height)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, self.stage.ground, panel, shadow="float", alpha=0.98)
        x, y = panel.left + self.px(40), panel.top + self.px(36)
        if self.icon:
            look.draw_icon(self.stage.ground, self.icon, (x + self.px(18), y + look.line_height("box") // 2),
                           self.px(36), self.accent)
            x += self.px(52)
        look.write(self.stage.ground, self.title, "box", (x, y + look.line_height("box") // 2), "midleft",
                   fit=panel.right - self.px(40) - x)
        y += head
        if self.text:
            y = look.paragraph(self.stage.ground, self.text, "body",
                               pygame.Rect(panel.left + self.px(40), y, inner, text_h))
        y += self.px(28)
        first = True
        for row in rows:
            gap = self.px(14)
            cell = (inner - gap * (len(row) - 1)) // len(row)
            for i, (label, action, icon) in enumerate(row):
                rect = pygame.Rect(panel.left + self.px(40) + i * (cell + gap), y, cell, button_h)
                Button(self, rect, label, self._closing(action), icon=icon,
                       kind="primary" if first else "secondary")
                first = False
            y += button_h + gap
        self.focus_on(self.widgets[0])

    def _rows(self, inner: int) -> list[list[Choice]]:
        """Return the rows of buttons: side by side if their labels fit, else in a column."""
        if self.column:
            return [[choice] for choice in self.choices]
        needs = max(self.look.width(choice[0], "button") for choice in self.choices) + self.px(90)
        per_row = max(1, min(len(self.choices), inner // needs))
        if len(self.choices) == 4 and per_row == 3:
            per_row = 2
        return [self.choices[i:i + per_row] for i in range(0, len(self.choices), per_row)]

    def _closing(self, action: Callable[[], None] | None) -> Callable[[], None]:
        def close() -> None:
            if self.app.top is self:
                self.app.pop()
            if action is not None:
                action()
        return close

    def key(self, event: pygame.Event) -> bool:
        if event.key in self.shortcuts:
            self._closing(self.shortcuts[event.key])()
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not self.app.shows_focus:
            self._closing(self.choices[0][1])()
            return True
        return False

    def escape(self) -> None:
        self._closing(None if self.esc_closes else self.choices[-1][1])()


class Notice(Dialog):
    """A message with one button."""

    def __init__(self, app: Shell, title: str, text: str):
        super().__init__(app, title, text, [(app.texts("button.ok"), None, "check")], icon="warning")
