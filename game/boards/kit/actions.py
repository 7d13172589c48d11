"""The action buttons of a turn (draw, pass, stop ...) with their keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame

from game.boards.kit.part import H, Part
from game.ui.look import Look
from game.ui.widgets import Button

M = TypeVar("M")

BUTTON_Z = 60


@dataclass(frozen=True, slots=True)
class Action(Generic[M]):
    """Something a player can do in a turn instead of laying a piece."""

    move: M
    label: str
    icon: str | None = None
    key: str = ""
    """The letter or digit of its shortcut."""
    tip: str = ""
    legal: bool = True
    """An illegal action is shown, but disabled."""
    primary: bool = False
    """Draw the button in the colour of the game."""
    in_menu: bool = False
    """Offered by its key and in the menu of the table, away from the buttons that are pressed often."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the player is asked before a move that ends the game."""

    title: str
    text: str
    yes: str
    no: str


class ActionBar(Part[H], Generic[H, M]):
    """A row of buttons for the actions that `choices` returns; shown only to the human in turn."""

    def __init__(self, host: H, choices: Callable[[], list[Action[M]]]):
        super().__init__(host)
        self._choices = choices
        self._buttons: list[Button] = []
        self._rects: dict[str, pygame.Rect] = {}

    def build(self) -> None:
        """Drop the buttons of an earlier layout."""
        self._buttons, self._rects = [], {}

    def show(self, row: pygame.Rect) -> bool:
        """Replace the buttons by the current ones, at the bottom of `row`. Return False if there are none."""
        for button in self._buttons:
            button.remove()
        self.build()
        actions = [action for action in self._choices() if not action.in_menu] if self.host.my_turn else []
        if not actions:
            return False
        look = self.look
        height = max(look.px(56), look.design["sizes"]["hit_min"])
        gap = look.px(12)
        labels = [action.label for action in actions]
        role, widths = button_widths(look, labels, row.w - gap * (len(actions) - 1))
        icons = all(look.width(label, role) + look.px(62) <= width
                    for label, width in zip(labels, widths, strict=True))
        x = row.left
        for action, width in zip(actions, widths, strict=True):
            rect = pygame.Rect(x, row.bottom - height, width, height)
            x += width + gap
            self._rects[self.host.rules.write_move(action.move)] = rect
            self._buttons.append(self._button(action, rect, role, icon=icons, key=len(actions) == 1))
        return True

    def _button(self, action: Action[M], rect: pygame.Rect, role: str, *, icon: bool, key: bool) -> Button:
        return Button(self.host.screen, rect, action.label, lambda: self.host.act(action.move), role=role,
                      icon=action.icon if icon else None, key=action.key if key else "", tip=action.tip,
                      z=BUTTON_Z, enabled=action.legal, kind="primary" if action.primary else "secondary")

    def key(self, event: pygame.Event) -> bool:
        """Do the action whose key was pressed."""
        for action in self._choices():
            if action.key and action.legal and event.key == pygame.key.key_code(action.key.lower()):
                self.host.act(action.move)
                return True
        return False

    def rect_of(self, move: M) -> pygame.Rect | None:
        """Return the button of a move, for hints."""
        return self._rects.get(self.host.rules.write_move(move))


def button_widths(look: Look, labels: list[str], room: int, roles: tuple[str, ...] = ("button", "label")
                  ) -> tuple[str, list[int]]:
    """Share `room` among buttons. Return the largest text role that fits and the width of each button.

    The buttons are equally wide if every label fits; otherwise each is as wide as its label needs.
    """
    for role in roles:
        needs = [look.width(label, role) + look.px(26) for label in labels]
        if max(needs) * len(needs) <= room:
            return role, [room // len(needs)] * len(needs)
        spare = room - sum(needs)
        if spare >= 0:
            return role, [need + spare // len(needs) for need in needs]
    return roles[-1], [room * need // sum(needs) for need in needs]
