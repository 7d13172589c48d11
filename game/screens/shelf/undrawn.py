"""Pictures that the first frame does not wait for: drawn later, one per frame, and cached on disk."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.screen import Screen
from game.ui.widgets import Area


class Undrawn:
    """The pictures of a screen that are not in the cache yet, and the widget that waits for each."""

    def __init__(self, screen: Screen):
        self.screen = screen
        self._waiting: dict[str, tuple[Area, Callable[[], pygame.Surface]]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def awaited_by(self, widget: Area) -> bool:
        return any(waiting is widget for waiting, _ in self._waiting.values())

    def picture(self, widget: Area, key: str, build: Callable[[], pygame.Surface]) -> pygame.Surface | None:
        """Return a cached picture; None if it has yet to be drawn."""
        pictures = self.screen.look.pictures
        if self.screen.app.headless or pictures.has(key):
            return pictures.get(key, build)
        self._waiting[key] = (widget, build)
        return None

    def draw_next(self) -> None:
        """Draw one missing picture and show it at once."""
        key = next(iter(self._waiting), None)
        if key is not None:
            widget, build = self._waiting.pop(key)
            self.screen.look.pictures.get(key, build)
            widget.refresh()
