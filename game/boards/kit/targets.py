"""The values that a board and its table exchange: targets, pointers, previews, progress."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame

M = TypeVar("M")

Preview = list[tuple[str, bool]]
"""The parts of a score preview: each text, and whether it is emphasised."""

PlacedImage = tuple[pygame.Surface, tuple[int, int]]
"""A picture and its upper left corner."""


@dataclass(frozen=True, slots=True)
class Target(Generic[M]):
    """A place where the held piece may be laid, and the move that lays it there."""

    move: M
    place: Hashable
    """Identifies the place: after a turn the piece keeps aiming at the target with the same place."""
    rect: pygame.Rect
    middle: tuple[int, int] | None = None
    """The point that distances are measured to, if it is not the middle of `rect`."""

    @property
    def centre(self) -> tuple[int, int]:
        return self.middle or self.rect.center


@dataclass(frozen=True, slots=True)
class Pointer(Generic[M]):
    """A move that a review points at: one that was `made`, a `wrong` one, or a `better` one."""

    move: M
    kind: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The large number of a solitaire, two lines beside it, and the share that is done (0 to 1)."""

    number: str
    line: str
    more: str
    part: float
