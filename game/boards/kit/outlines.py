"""Outlines on a board: the ring on a target, pieces that score a bonus, the place that forbids a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.targets import PlacedImage
from game.draw import shapes
from game.draw.svg import Colour

Points = Iterable[tuple[float, float]]

REFUSAL_MS = 1600
REFUSAL_Z = 34


class Outlines(Part[H]):
    """Draws glowing outlines in the colour of the game. Methods take the corners of a polygon, in pixels."""

    def target(self, points: Points, *, nearest: bool, corner: float = 12,
               fill: float | None = None) -> PlacedImage:
        """Draw the ring on a legal place: full for the nearest one, dashed for the others."""
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        return self._draw(points, self.glow_colour, token["blur"], token["alpha"], token["line"],
                          token["fill"] if fill is None else fill, corner, dashed=not nearest)

    def bonus(self, points: Points) -> PlacedImage:
        """Draw the outline of pieces that score a bonus together."""
        token = self.look.design["glow"]["bonus"]
        return self._draw(_whole(points), self.glow_colour, token["blur"], token["alpha"], token["line"],
                          0, 16)

    def refusal(self, points: Points) -> None:
        """Mark the place that forbids a move in red, for a moment."""
        image, pos = self._draw(_whole(points), self.look.theme.bad, 10, 0.8, 4, 0.15, 10)
        self.after(REFUSAL_MS, self.put(image, pos, REFUSAL_Z).remove)

    def _draw(self, points: Points, colour: Colour, blur: float, alpha: float, line: float, fill: float,
              corner: float, *, dashed: bool = False) -> PlacedImage:
        look = self.look
        image, left, top = shapes.outline_glow(
            tuple(points), colour, look.px(blur), alpha, max(2.0, line * look.k), fill, look.px(corner),
            (9 * look.k, 7 * look.k) if dashed else None)
        return image, (left, top)


def _whole(points: Points) -> Points:
    return [(round(x), round(y)) for x, y in points]


def corners_of(rect: pygame.Rect) -> Sequence[tuple[float, float]]:
    """Return the corners of a rectangle, for outlines of square pieces."""
    return rect.topleft, rect.topright, rect.bottomright, rect.bottomleft
