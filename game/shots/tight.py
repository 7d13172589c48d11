"""Finding texts that are too long for their place: they shrink below the readable size of their role."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from game.draw.svg import Colour
from game.ui.look import Look, Pos

TIGHT = 0.7
"""The fraction of the smallest comfortable font size below which a text is too long."""
Shrunk = dict[str, float]
"""Texts, and the fraction of the smallest comfortable size at which each was written."""


@contextmanager
def shrunk_texts() -> Iterator[Shrunk]:
    """Collect the texts that are written too small inside the `with` block."""
    found: Shrunk = {}
    write = Look.write

    def watched(look: Look, surface: pygame.Surface, text: str, role: str, pos: Pos, anchor: str = "topleft",
                colour: Colour | None = None, *, fit: float | None = None, shadow: bool = False,
                at_most: float | None = None) -> pygame.Rect:
        px = at_most if fit is None else look.fitting(text, role, fit, at_most)
        if px is not None and px < TIGHT * look.least(role) and any(map(str.isalpha, text)):
            found[text] = min(found.get(text, 1.0), px / look.least(role))
        return write(look, surface, text, role, pos, anchor, colour, fit=fit, shadow=shadow, at_most=at_most)

    Look.write = watched  # type: ignore[assignment, method-assign]
    try:
        yield found
    finally:
        Look.write = write  # type: ignore[method-assign]
