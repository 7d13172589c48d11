"""Outlines on a board: on targets, on pieces that score a bonus or were laid last, on what forbids a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.targets import PlacedImage
from game.draw import shapes
from game.draw.svg import Colour
from game.table.host import TableHost
from rules.session import Ply

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

    def laid_last(self, points: Points, seat: int) -> PlacedImage:
        """Draw the mark on a piece that another player laid last, in the colour of the seat."""
        colour = self.look.theme.avatar(self.host.company[seat].colour)
        return self._draw(_whole(points), colour, 8, 0.55, 3, 0, 10)

    def _draw(self, points: Points, colour: Colour, blur: float, alpha: float, line: float, fill: float,
              corner: float, *, dashed: bool = False) -> PlacedImage:
        look = self.look
        image, left, top = shapes.outline_glow(
            tuple(points), colour, look.px(blur), alpha, max(2.0, line * look.k), fill, look.px(corner),
            (9 * look.k, 7 * look.k) if dashed else None)
        return image, (left, top)


def laid_by_others(host: TableHost) -> list[Ply]:
    """Return the moves of the others since the viewer's last one; in a replay the last move."""
    if host.read_only:
        return list(host.plies[-1:])
    viewer = host.viewer
    return [] if viewer is None else list(takewhile(lambda ply: ply.by != viewer, reversed(host.plies)))


def _whole(points: Points) -> Points:
    return [(round(x), round(y)) for x, y in points]


def corners_of(rect: pygame.Rect) -> Sequence[tuple[float, float]]:
    """Return the corners of a rectangle, for outlines of square pieces."""
    return rect.topleft, rect.topright, rect.bottomright, rect.bottomleft
