"""Pictures of letters: plain, with their printed points, lifted, and tilted in the hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from game.boards.kit.rack import Faces
from game.boards.letters.draft import Tile
from game.draw.letter import letter, letter_back, outline
from game.draw.slab import Piece
from rules.games.crossword.letters import JOLLIES, RED, colour_of


def is_red(mark: str) -> bool:
    """Return True for vowels and the red Jolly."""
    return colour_of(mark) == RED


def _no_points(_mark: str) -> int | None:
    return None


class LetterFaces(Faces[Tile]):
    """Draws letters as one game prints them; `points_of` returns the printed number, or None."""

    size = "letter"
    aspect = 1.0

    def __init__(self, points_of: Callable[[str], int | None] = _no_points):
        self._points_of = points_of

    # --- in the rack ---

    def face(self, piece: Tile, index: int, width: int, *, lifted: bool = False) -> Piece:
        return self.tile(piece.mark, width, lifted=lifted)

    def back(self, index: int, width: int) -> Piece:
        return letter_back(width)

    def outline(self, index: int, width: int) -> Sequence[tuple[float, float]]:
        return outline(width)

    def sort_key(self, piece: Tile) -> tuple[int, str]:
        """Sort vowels before consonants, each Jolly after the letters of its colour."""
        rank = 2 * (not is_red(piece.mark)) + (piece.mark in JOLLIES)
        return rank, f"{piece.mark}{piece.copy:03}"

    # --- elsewhere ---

    def tile(self, mark: str, side: int, *, lifted: bool = False) -> Piece:
        return letter(mark, side, self._points_of(mark), lifted=lifted)

    def held(self, mark: str, side: int) -> pygame.Surface:
        """Return a letter as it looks in the hand."""
        return _tilted(self.tile(mark, side, lifted=True).image)


@lru_cache(maxsize=64)
def _tilted(image: pygame.Surface) -> pygame.Surface:
    return pygame.transform.rotozoom(image, -6, 1)
