"""Dominoes on a board: a line that bends inside an area, and upright dominoes in a rack."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.rack import Faces
from game.draw.domino import Chain, ChainPlace, back, domino, lay_out
from game.draw.slab import Piece
from game.ui.flight import glide
from game.ui.stage import Sprite
from rules.kit.dominoes import Halves, halves, pips
from rules.kit.hands import Tile

EASE_MS = 220


class DominoLine(Part[H]):
    """Shows a bending line; when it grows, the dominoes that lie already glide to their new places."""

    def __init__(self, host: H):
        super().__init__(host)
        self.area = pygame.Rect(0, 0, 0, 0)
        self.chain = lay_out((), 0, pygame.Rect(0, 0, 400, 400), 40, 80)
        """The line as it is shown."""
        self._sprites: list[Sprite] = []

    def build(self, area: pygame.Rect) -> None:
        """Use another area and forget the sprites of an earlier layout."""
        self.area, self._sprites = area, []

    def fit(self, tiles: Sequence[Halves], start: int) -> Chain:
        """Lay out a line in the area, in the sizes of a domino on the board."""
        low, high = self.look.design["sizes"]["board_piece"]["domino"]
        return lay_out(tiles, start, self.area, self.px(low), self.px(high))

    def show(self, tiles: Sequence[Halves], start: int, *, without: int | None = None,
             ease: bool = False) -> None:
        """Replace all sprites by those of a line, except that of the index `without`, which still moves.

        With `ease` the dominoes move from where they lay; without it they are in their places at once.
        """
        for sprite in self._sprites:
            sprite.remove()
        before = {_name(place): place.rect for place in self.chain.places}
        self.chain = self.fit(tiles, start)
        self._sprites = []
        for index, place in enumerate(self.chain.places):
            if index != without:
                sprite = self.put(*place.image(), index)
                self._sprites.append(sprite)
                if ease and _name(place) in before:
                    self._glide(sprite, before[_name(place)], place.rect)

    def keep(self, sprite: Sprite) -> None:
        """Remove a sprite with the next `show`: a moving piece, a mark."""
        self._sprites.append(sprite)

    def _glide(self, sprite: Sprite, old: pygame.Rect, new: pygame.Rect) -> None:
        ms = EASE_MS * self.look.speed
        if ms > 0 and old.center != new.center:
            glide(self.host.tweens, sprite, old.center, new.center, (ms, "out_cubic"))


def _name(place: ChainPlace) -> tuple[int, ...]:
    return tuple(sorted((place.first, place.second)))


class DominoFaces(Faces[Tile]):
    """Dominoes, written `1|6`, upright in a rack."""

    size = "domino"
    aspect = 2.0

    def face(self, piece: Tile, index: int, width: int, *, lifted: bool = False) -> Piece:
        return domino(*halves(piece), 2 * width, vertical=True, lifted=lifted)

    def back(self, index: int, width: int) -> Piece:
        return back(2 * width, vertical=True)

    def outline(self, index: int, width: int) -> list[tuple[float, float]]:
        return [(0, 0), (width, 0), (width, 2 * width), (0, 2 * width)]

    def sort_key(self, piece: Tile) -> tuple[int, str]:
        return -pips(piece), piece
