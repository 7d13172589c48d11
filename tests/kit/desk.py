"""A desk for tests: the whole program without a window, driven by simulated input events."""

from __future__ import annotations

from typing import Any

import pygame

from game.app import App
from game.data.occasion import Occasion
from game.data.store import Store
from game.screens.shelf.scene import Shelf
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.tiny import SOLITAIRE

FRAME = 16
NO_LOOK: Any = None


class Desk:
    """An app at its shelf, which is built when a test looks at it or acts there: most only need tables."""

    def __init__(self, folder: Any, size: tuple[int, int] = (1280, 720)):
        self.store = Store(folder)
        self.app = App(self.store, headless=size)
        self._shelf = Shelf(self.app)
        # As after a change of the window: the app builds it when it comes to the top.
        self._shelf.look = NO_LOOK
        self.app.scenes.append(self._shelf)

    @property
    def scene(self) -> Any:
        self._build_shelf()
        return self.app.top

    def _build_shelf(self) -> None:
        if self._shelf.look is NO_LOOK and self.app.top is self._shelf:
            self.app.home()

    def event(self, kind: int, **values: Any) -> None:
        self._build_shelf()
        self.app.step([pygame.Event(kind, **values)], FRAME)

    def run(self, ms: float) -> None:
        """Run the app for `ms` milliseconds, frame by frame."""
        self._build_shelf()
        while ms > 0:
            self.app.step([], FRAME)
            ms -= FRAME

    def move(self, pos: tuple[int, int], held: bool = False) -> None:
        self.event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(int(held), 0, 0))

    def press(self, pos: tuple[int, int], button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)

    def release(self, pos: tuple[int, int], button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONUP, pos=pos, button=button)

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.move(pos)
        self.press(pos, button)
        self.release(pos, button)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.move(start)
        self.press(start)
        for part in (0.2, 0.5, 0.8, 1.0):
            self.move((round(start[0] + (end[0] - start[0]) * part),
                       round(start[1] + (end[1] - start[1]) * part)),
                      held=True)
        self.release(end)

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.event(pygame.KEYDOWN, key=key, mod=mod, unicode=text)

    def type_word(self, word: str) -> None:
        """Type a word as key events."""
        for mark in word:
            self.key(pygame.key.key_code(mark) if mark.isascii() else pygame.K_UNKNOWN, text=mark)

    def type(self, text: str) -> None:
        for char in text:
            self.event(pygame.TEXTINPUT, text=char)

    def click_button(self, label: str) -> None:
        """Click the button with that label."""
        widget = next(w for w in self.scene.widgets if getattr(w, "label", None) == label)
        self.click(widget.rect.center)

    def say(self, key: str, **values: Any) -> str:
        return self.app.texts(key, **values)

    def table(self, game: str = SOLITAIRE, seed: int = 4711, *, variant: str = "classic",
              setup: Any = None, occasion: Occasion | None = None) -> TableScene:
        """Open a table and return its scene."""
        session = Session(rules_of(game, variant), [Seat("Ada")], seed, level=setup)
        self.app.push(TableScene(self.app, session, occasion))
        self.run(50)
        return self.scene
