"""The list of games on the left of statistics and honours: a panel with selectable rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.draw import chrome
from game.ui.scene import Scene
from game.ui.widgets import Area


@dataclass(frozen=True)
class GameRow:
    """One row: its label and the function that paints it."""

    game: str | None
    """None for all games together."""
    spoken: str
    paint: Callable[[pygame.Surface, pygame.Rect], None]


def build_game_list(scene: Scene, rect: pygame.Rect, rows: Sequence[GameRow], chosen: str | None, best: int,
                    choose: Callable[[str | None], None]) -> None:
    """Build the list; rows have their preferred height if the rectangle is high enough."""
    look, pad, gap = scene.look, scene.px(16), scene.px(8)
    height = max(look.design["sizes"]["hit_min"], min(best, (rect.h - 2 * pad + gap) // len(rows) - gap))
    panel = pygame.Rect(rect.left, rect.top, rect.w, len(rows) * (height + gap) - gap + 2 * pad)
    chrome.draw_panel(look, scene.stage.ground, panel)
    for number, row in enumerate(rows):
        box = pygame.Rect(rect.left + pad, rect.top + pad + number * (height + gap), rect.w - 2 * pad, height)
        _add_row(scene, box, row, choose, chosen=row.game == chosen)


def _add_row(scene: Scene, rect: pygame.Rect, row: GameRow, choose: Callable[[str | None], None], *,
             chosen: bool) -> None:
    def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
        chrome.draw_choice(scene.look, surface, box, scene.look.theme.accent(row.game), chosen=chosen,
                           hovered=widget.hovered)
        row.paint(surface, box)

    Area(scene, rect, lambda: choose(row.game), paint_over=paint, radius_name="field", spoken=row.spoken)
