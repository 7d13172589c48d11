"""Finding a text on the screens: which pictures contain a key, and where."""

from __future__ import annotations

import re

import pygame

from game.ui.text import Texts
from rules.kit.phrases import Phrase

FRAME = "#ff2d95"
NEAR = 24
"""Pixels up to which changed places count as one."""


class KeyTexts(Texts):
    """Texts that notice when a key, or one below it, is used; `hidden` writes X instead of its letters."""

    def __init__(self, language: str, key: str, *, hidden: bool = False):
        super().__init__(language)
        self.key, self.hidden, self.used = key, hidden, False

    def __call__(self, what: str | Phrase, **values: object) -> str:
        text = super().__call__(what, **values)
        if not self._wanted(what.key if isinstance(what, Phrase) else what):
            return text
        return _crossed_out(text) if self.hidden else text

    def lines(self, key: str) -> list[object]:
        lines = super().lines(key)
        return [_crossed_out_block(line) for line in lines] if self._wanted(key) and self.hidden else lines

    def _wanted(self, key: str) -> bool:
        found = f"{key}.".startswith(f"{self.key}.")
        self.used = self.used or found
        return found


def _crossed_out(text: str) -> str:
    """Return a text with X for every letter; values keep their names."""
    return re.sub(r"\{[^}]*\}|\w", lambda met: met[0] if met[0][0] == "{" else "X", text)


def _crossed_out_block(block: object) -> object:
    """Cross out the sentences of a help page; single words may be moves or conditions."""
    if isinstance(block, dict):
        return {name: _crossed_out_block(part) for name, part in block.items()}
    if isinstance(block, list):
        return [_crossed_out_block(part) for part in block]
    return _crossed_out(block) if isinstance(block, str) and re.search(r"[^\W\d]{2} \w", block) else block


def frame_changes(picture: pygame.Surface, other: pygame.Surface) -> bool:
    """Frame the places where a picture differs from another of the same screen. Return whether it does."""
    same = pygame.mask.from_threshold(picture, (0, 0, 0), (12, 12, 12, 255), other)
    same.invert()
    places: list[pygame.Rect] = []
    for rect in same.get_bounding_rects():
        grown = rect.inflate(NEAR, NEAR)
        while (met := grown.collidelist(places)) >= 0:
            grown = grown.union(places.pop(met))
        places.append(grown)
    for rect in places:
        pygame.draw.rect(picture, FRAME, rect, 3, border_radius=6)
    return bool(places)
