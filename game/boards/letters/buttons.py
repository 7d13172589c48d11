"""The buttons of the turn in the word games: one large button, the two stocks to buy from, passing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.boards.kit.actions import BUTTON_Z, Action
from game.boards.kit.part import Part
from game.boards.letters.rack import LetterRack
from game.draw import shapes
from game.draw.letter import BLACK_INK, RED_INK, WOOD
from game.draw.svg import Colour
from game.table.host import WordHost
from game.ui.look import Look
from game.ui.scene import Scene
from game.ui.widgets import Button, Widget
from rules.games.crossword.board import Buy, CrosswordState, Pass

Move = Buy | Pass
"""The moves of the lower row."""
STOCKS = (("red", "1"), ("black", "2"))
"""The stocks and their keys."""


@dataclass(frozen=True, slots=True)
class MainButton:
    """The current text and action of the large button."""

    label: str
    icon: str
    press: Callable[[], None]
    ready: bool
    chosen: tuple[str, ...] = ()
    """The colours of the letters that it buys."""


class TurnBoard(Protocol):
    """The interface of a board for its turn buttons."""

    @property
    def state(self) -> CrosswordState: ...

    def main_button(self) -> MainButton: ...

    def actions(self) -> list[Action[Move]]:
        """Return the actions of the lower row."""

    def do(self, action: Action[Move]) -> None:
        """Carry out an action of the lower row."""


def draw_stock_chip(look: Look, surface: pygame.Surface, colour: str, left: int, middle: int,
                    side: int) -> int:
    """Draw the sign of a stock: a letter tile of its colour. Return the pixel behind it."""
    chip = pygame.Rect(left, middle - side // 2, side, side)
    shapes.draw_box(surface, chip, look.px(7), WOOD)
    shapes.draw_box(surface, chip.inflate(-side * 12 // 26, -side * 12 // 26), look.px(4),
                    RED_INK if colour == "red" else BLACK_INK)
    return chip.right


class ChosenButton(Button):
    """The large button while letters are chosen to be bought: it shows their colours."""

    def __init__(self, scene: Scene, rect: pygame.Rect, label: str, press: Callable[[], None], *,
                 chosen: tuple[str, ...], key: str):
        self.chosen = chosen
        super().__init__(scene, rect, label, press, key=key, z=BUTTON_Z, kind="primary")

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        look, side = self.look, min(self.look.px(30), rect.h - 12)
        x = rect.left + look.px(14)
        for chosen in self.chosen:
            x = draw_stock_chip(look, surface, chosen, x, rect.centery, side) + look.px(5)
        super()._paint_label(surface, pygame.Rect(x, rect.top, rect.right - x, rect.h), colour)


class BuyButton(Button):
    """A button with the colour of a stock and, where there is room, the number of its letters."""

    def __init__(self, scene: Scene, rect: pygame.Rect, label: str, press: Callable[[], None], *, colour: str,
                 count: int | None, tip: str, key: str, enabled: bool):
        self.colour, self.count = colour, count
        super().__init__(scene, rect, label, press, tip=tip, key=key, z=BUTTON_Z, enabled=enabled,
                         role="label")

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        look = self.look
        side = min(look.px(26), rect.h - 8)
        left = draw_stock_chip(look, surface, self.colour, rect.left + look.px(10), rect.centery, side)
        left, right = left + look.px(8), rect.right - look.px(10)
        if self.count is not None:
            number = look.write(surface, str(self.count), self.role, (right, rect.centery), "midright",
                                look.theme.dim if self.enabled else colour)
            right = number.left - look.px(6)
        look.write(surface, self.label, self.role, (left, rect.centery), "midleft", colour,
                   fit=max(1, right - left))


class TurnButtons(Part[WordHost]):
    """The right end of the rack."""

    def __init__(self, host: WordHost, rack: LetterRack, board: TurnBoard):
        super().__init__(host)
        self.rack, self.board = rack, board
        self.large: Button | None = None
        self.low: list[Button] = []
        """The buttons of the actions."""
        self._widgets: list[Widget] = []
        self._rects: dict[str, pygame.Rect] = {}

    def forget_widgets(self) -> None:
        """Drop references to widgets after the stage was rebuilt."""
        self.large, self.low, self._widgets = None, [], []

    def buying(self) -> list[Action[Move]]:
        """Return the actions that buy one letter of a stock."""
        return [Action(Buy((colour,)), self.say(f"letters.buy_{colour}"), None, key,
                       self.say(f"letters.buy_{colour}_tip"), self._is_legal(Buy((colour,))))
                for colour, key in STOCKS]

    def passing(self) -> list[Action[Move]]:
        """Return the action that passes, if it is legal."""
        if not self._is_legal(Pass()):
            return []
        return [Action(Pass(), self.say("letters.pass"), "skip", "P", self.say("letters.pass_tip"))]

    def _is_legal(self, move: Move) -> bool:
        return self.host.rules.why_illegal(self.host.state, move) is None

    def show(self) -> None:
        """Make all buttons again; there are none unless a human is to move."""
        host = self.host
        for widget in self._widgets:
            widget.remove()
        self.large, self.low, self._widgets, self._rects = None, [], [], {}
        if not host.my_turn:
            return
        large, row = self.rack.button_rows()
        main, actions = self.board.main_button(), self.board.actions()
        enter = self.say("key.enter")
        self.large = (ChosenButton(host.screen, large, main.label, main.press, chosen=main.chosen, key=enter)
                      if main.chosen else
                      Button(host.screen, large, main.label, main.press, icon=main.icon, kind="primary",
                             key=enter, z=BUTTON_Z, enabled=main.ready))
        x, gap = row.left, self.look.px(8)
        room = row.w - gap * (len(actions) - 1)
        labels, counted = self._labels(actions, room)
        widths = self._widths(actions, labels, room, counted=counted)
        for action, label, width in zip(actions, labels, widths, strict=True):
            rect = pygame.Rect(x, row.top, width, row.h)
            self._rects[self.host.rules.write_move(action.move)] = rect
            self.low.append(self._low_button(rect, action, label, counted=counted))
            x += width + gap
        self._widgets = [self.large, *self.low, *self.rack.order_buttons(row.left)]

    def refresh(self, *, ready: bool) -> None:
        """Enable the large button or disable it."""
        if self.large is not None:
            self.large.enable(ready)

    def key(self, event: pygame.Event) -> bool:
        for action in self.board.actions():
            if action.key and event.key == pygame.key.key_code(action.key.lower()) and action.legal:
                self.board.do(action)
                return True
        return False

    def rect_of(self, move: object) -> pygame.Rect:
        """Return the button of a move; the whole rail if it has none."""
        return self._rects.get(self.host.rules.write_move(move), self.rack.rail)

    def _labels(self, actions: list[Action[Move]], room: int) -> tuple[list[str], bool]:
        """Return the longest labels that fit, and whether the stocks show their numbers beside them.

        A stock always says what its button does: in full, or the verb beside the colour of its chip.
        """
        full = [action.label for action in actions]
        short = [self.say("letters.buy") if isinstance(action.move, Buy) else action.label
                 for action in actions]
        forms = [(full, True), (full, False), (short, True), (short, False)]
        return next(((labels, counted) for labels, counted in forms
                     if self._needed(actions, labels, counted=counted) <= room), forms[-1])

    def _needed(self, actions: list[Action[Move]], labels: list[str], *, counted: bool) -> int:
        return sum(self._need(action, label, counted=counted)
                   for action, label in zip(actions, labels, strict=True))

    def _need(self, action: Action[Move], label: str, *, counted: bool) -> int:
        """Return the width that a button needs for its label."""
        look = self.look
        if not isinstance(action.move, Buy):
            return look.width(label, "label") + look.px(64)
        number = look.width("00", "label") + look.px(6) if counted else 0
        return look.width(label, "label") + number + look.px(26 + 28)

    def _widths(self, actions: list[Action[Move]], labels: list[str], room: int, *,
                counted: bool) -> list[int]:
        """Give each button the width it needs and share the rest equally."""
        needs = [self._need(action, label, counted=counted)
                 for action, label in zip(actions, labels, strict=True)]
        spare = room - sum(needs)
        if spare >= 0:
            return [need + spare // len(needs) for need in needs]
        return [room * need // sum(needs) for need in needs]

    def _low_button(self, rect: pygame.Rect, action: Action[Move], label: str, *, counted: bool) -> Button:
        def press() -> None:
            self.board.do(action)

        button: Button
        if isinstance(action.move, Buy):
            colour = action.move.colours[0]
            button = BuyButton(self.host.screen, rect, label, press, colour=colour,
                               count=len(self.board.state.stock(colour)) if counted else None,
                               tip=action.tip, key=action.key, enabled=action.legal)
        else:
            button = Button(self.host.screen, rect, label, press, tip=action.tip, key="", z=BUTTON_Z,
                            enabled=action.legal, icon=action.icon, role="label")
        button.spoken = action.label
        return button
