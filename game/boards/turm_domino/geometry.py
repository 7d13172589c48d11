"""Where everything lies on the board of Turm-Domino, for any size of its area."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

# Lengths of the mock-up, in pixels at 1920x1080; all are scaled by one factor so that the board fits.
LONG, SHORT, STEP, ROW, LAYER = 195, 97.5, 284, 103, 11
TRAY_TOP, TRAY_H, TRAY_SIDE, TOWER_TOP = 18, 212, 48, 100
FIELD_TOP, WELL_SIDE, WELL_TOP, WELL_FOOT, KEY_TOP = 282, 14, 14, 22, 36
FOOT = 84
"""Room for the turn line, below the keys."""


@dataclass(frozen=True)
class Geometry:
    """The places of all pieces for one size of the board."""

    s: float
    """Pixels per pixel of the mock-up."""
    top: float
    column_x: tuple[int, ...]
    tower_x: tuple[int, ...]
    rows: int

    def px(self, length: float) -> int:
        return round(length * self.s)

    @property
    def long(self) -> int:
        return self.px(LONG)

    @property
    def short(self) -> int:
        return self.px(SHORT)

    def tower_base(self, tower: int) -> tuple[int, int]:
        """Return the top left corner of the lowest domino of a tower."""
        return self.tower_x[tower], round(self.top + TOWER_TOP * self.s)

    def layer(self, height: int) -> float:
        """Return the height of one domino in a tower; less in high towers, so that they fit the tray."""
        return min(LAYER, 74 / max(1, height - 1)) * self.s

    def tower_spot(self, tower: int, layer: int, height: int) -> tuple[int, int]:
        x, y = self.tower_base(tower)
        return x, round(y - layer * self.layer(height))

    def column_spot(self, column: int, row: int) -> tuple[int, int]:
        return self.column_x[column], round(self.top + (FIELD_TOP + row * ROW) * self.s)

    def tower_rect(self, tower: int, height: int) -> pygame.Rect:
        """Return the rectangle of a whole tower, or of an empty position."""
        x, y = self.tower_base(tower)
        if not height:
            return pygame.Rect(x, y - self.px(8), self.long, self.short + self.px(8))
        rise = round((height - 1) * self.layer(height))
        return pygame.Rect(x, y - rise, self.long, self.short + rise + self.px(9))


def geometry(area: pygame.Rect, columns: int, towers: int, rows: int, k: float) -> Geometry:
    wide = (max(columns, towers) - 1) * STEP + LONG + 2 * TRAY_SIDE
    high = FIELD_TOP + rows * ROW + KEY_TOP + 40 + FOOT
    s = min(area.w / wide, area.h / high, k * 1.25)

    def spread(count: int) -> tuple[int, ...]:
        left = area.centerx - ((count - 1) * STEP + LONG) * s / 2
        return tuple(round(left + i * STEP * s) for i in range(count))

    spare = area.h - high * s
    return Geometry(s, area.top + max(0.0, spare * 0.3), spread(columns), spread(towers), rows)
