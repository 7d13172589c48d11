"""What the pictures of all rules pages share: a piece of cloth, lengths, the verdict, a position to try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.draw import shapes, surfaces
from game.draw.svg import masked, raster, round_rect
from game.ui.help_sheet import HelpSheet
from rules.base import Rules


def patch(sheet: HelpSheet, w: int, h: int) -> pygame.Surface:
    """A piece of the player's cloth with round corners."""
    theme, radius = sheet.table.theme, sheet.look.px(14)

    def build() -> pygame.Surface:
        out = pygame.Surface((w, h), pygame.SRCALPHA)
        out.blit(surfaces.cloth((w, h), theme.table, (0.4, 0.3)), (0, 0))
        out = masked(out, raster(w, h, f'<path d="{round_rect(0, 0, w, h, radius)}" fill="#ffffff"/>'))
        shapes.draw_box(out, (0, 0, w - 1, h - 1), radius, None, 1, "#2a1f15", 0.35,
                        max(1.0, 1.5 * sheet.look.k))
        return out

    return sheet.look.pictures.get(f"patch:{w}x{h}:{radius}:{theme.table}", build).copy()


def px(sheet: HelpSheet, length: float) -> int:
    """A length of the mock-ups; pictures grow with the text beside them where the window is small."""
    look = sheet.look
    return round(length * max(look.k, look.m.text_px("body") / 22))


def line_width(sheet: HelpSheet, width: float) -> float:
    return max(2.0, px(sheet, width * 10) / 10)


def picture_width(sheet: HelpSheet) -> int:
    return min(round(sheet.width * 0.54), px(sheet, 360))


def setup_of(rules: Rules, moves: Sequence[str]) -> dict[str, Any]:
    """These moves of a game for two, begun by whoever makes it the first player's turn after them."""
    for starter in (0, 1):
        setup = {"starter": starter, "moves": list(moves)}
        if rules.start(setup, 2).player == 0:
            return setup
    raise AssertionError("one of two players is in turn")
