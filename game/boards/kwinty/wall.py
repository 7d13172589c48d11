"""The wall of Kwinty on the screen: squares to pixels, blocks, and the marks on it."""

from __future__ import annotations

import pygame

from game.boards.kit.part import Part
from game.draw.block import EBONY, EBONY_INLAID, MAPLE, block
from game.draw.slab import Piece
from game.table.host import TableHost
from game.ui.look import Look
from game.ui.stage import Sprite
from rules.games.kwinty.rules import FLAT, KwintyState, Lay, Square

WOODS = (MAPLE, EBONY)
WOODS_SAFE = (MAPLE, EBONY_INLAID)


def woods_of(look: Look) -> tuple[str, str]:
    """Return the woods of the two players; with colour aid the second has an inlay."""
    return WOODS_SAFE if look.theme.safe_colours else WOODS


class Wall(Part[TableHost]):
    """Squares are those of the rules; y grows upwards."""

    def __init__(self, host: TableHost):
        super().__init__(host)
        self.area = pygame.Rect(0, 0, 0, 0)
        self.u = 60
        """The side of a square, in pixels."""
        self.left_x = 0.0
        """The left side of column 0."""
        self.ground_y = 0
        self._sprites: list[Sprite] = []

    def build(self, area: pygame.Rect, u: int, ground_y: int) -> None:
        self.area, self.u, self.ground_y = area, u, ground_y
        self._sprites = []

    def centre(self, state: KwintyState) -> None:
        """Scroll so that the wall of a state is in the middle."""
        wall = state.wall
        middle = (wall.left + wall.right + 1) / 2 if wall.laid else 0.5
        self.left_x = self.area.centerx - middle * self.u

    def clear(self) -> None:
        """Remove all blocks and marks."""
        for sprite in self._sprites:
            sprite.remove()
        self._sprites = []

    def keep(self, sprite: Sprite) -> None:
        """Remove a sprite at the next `clear`."""
        self._sprites.append(sprite)

    def put_mark(self, image: pygame.Surface, pos: tuple[float, float], z: int) -> None:
        """Show a picture until the next `clear`."""
        self.keep(self.put(image, pos, z))

    def put_block(self, lay: Lay, seat: int, number: int) -> None:
        """Show a block; `number` selects its grain."""
        made, rect = self.block(seat, lay.way, number), self.lay_rect(lay)
        self.put_mark(made.image, (rect.left - made.pad, rect.top - made.pad), 2)

    def block(self, seat: int, way: str, number: int, *, lifted: bool = False) -> Piece:
        """Draw a block of a player."""
        wide, high = (2, 1) if way == FLAT else (1, 2)
        return block(wide, high, self.u, woods_of(self.look)[seat], number % 6 + 1, lifted=lifted)

    # --- geometry ---

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the lower left corner of a square."""
        return round(self.left_x + x * self.u), round(self.ground_y - y * self.u)

    def square_rect(self, square: Square) -> pygame.Rect:
        x, y = self.pixel(square[0], square[1] + 1)
        return pygame.Rect(x, y, self.u, self.u)

    def lay_rect(self, lay: Lay) -> pygame.Rect:
        first, second = lay.squares
        return self.square_rect(first).union(self.square_rect(second))
