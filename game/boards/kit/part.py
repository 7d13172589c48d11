"""The base class of a board and of its parts: the host and a few shorthands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import pygame

from game.draw.svg import Colour
from game.table.host import TableHost
from game.ui.look import Look
from game.ui.stage import Sprite
from game.ui.tween import Tween
from rules.base import Phrase

H = TypeVar("H", bound=TableHost)


class Part(Generic[H]):
    """Something that draws on a table: a board, or a rack, field or panel that a board owns."""

    def __init__(self, host: H):
        self.host = host

    @property
    def look(self) -> Look:
        return self.host.look

    @property
    def accent(self) -> Colour:
        """The colour of the game on the ground of the theme."""
        return self.look.theme.accent(self.host.rules.game)

    @property
    def glow_colour(self) -> Colour:
        """The colour of the game on dark ground: rings, outlines and sparks."""
        return self.look.theme.box_accent(self.host.rules.game)

    def px(self, length: float) -> int:
        """Scale a length of the mock-ups (1920x1080) to the window."""
        return self.look.px(length)

    def say(self, key: str | Phrase, **values: object) -> str:
        """Translate a text key or a phrase."""
        return self.host.texts(key, **values)

    def put(self, image: pygame.Surface, pos: tuple[float, float], z: int = 0, *, moving: bool = False,
            owner: object = None) -> Sprite:
        """Add a sprite to the stage."""
        return self.host.stage.add(Sprite(image, pos, z, moving=moving, owner=owner))

    def after(self, ms: float, action: Callable[[], None]) -> Tween:
        """Call `action` after `ms` milliseconds, unless the stage is rebuilt before."""
        return self.host.tweens.add(Tween(1, "linear", lambda _: None, action, delay=ms))
