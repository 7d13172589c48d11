"""Shared parts of the pictures on rules pages: a piece of cloth, lengths, and positions to try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.draw import shapes, surfaces
from game.draw.svg import masked, raster, round_rect
from game.ui.help_sheet import HelpBoard, HelpSheet, Painter
from rules.base import BadSetup, IllegalMove, M, Rules, S, Setup, UnreadableMove

Points: TypeAlias = Sequence[tuple[float, float]]


def shown_if_possible(paint: Painter) -> Painter:
    """Return a painter that leaves out an example which the rules do not allow."""

    def painter(sheet: HelpSheet) -> HelpBoard | None:
        try:
            return paint(sheet)
        except (BadSetup, IllegalMove, UnreadableMove, KeyError):
            return None

    return painter


def patch(sheet: HelpSheet, w: int, h: int) -> pygame.Surface:
    """Return a piece of the player's cloth with round corners."""
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
    """Scale a length of the mock-ups; in small windows pictures grow with the text beside them."""
    look = sheet.look
    return round(length * max(look.k, look.m.text_px("body") / 22))


def line_width(sheet: HelpSheet, width: float) -> float:
    return max(2.0, px(sheet, width * 10) / 10)


def picture_width(sheet: HelpSheet) -> int:
    return min(round(sheet.width * 0.54), px(sheet, 360))


def whole(points: Points) -> tuple[tuple[int, int], ...]:
    """Return the points at whole pixels."""
    return tuple((round(x), round(y)) for x, y in points)


def setup_of(rules: Rules[S, M], moves: Sequence[str]) -> Setup:
    """Return the setup of these moves in a game for two, started so that seat 0 is in turn after them."""
    for starter in (0, 1):
        setup = {"starter": starter, "moves": list(moves)}
        if rules.start(setup, 2).player == 0:
            return setup
    raise AssertionError("one of two players is in turn")
