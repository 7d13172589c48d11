"""Where everything lies on the board of Turm-Domino."""

from __future__ import annotations

import pygame
import pytest

from game.boards.turm_domino.geometry import TRAY_SIDE, geometry


@pytest.mark.parametrize(("columns", "towers"), [(7, 4), (3, 5), (1, 1)])
def test_a_narrow_board_is_filled_from_side_to_side(columns: int, towers: int) -> None:
    area = pygame.Rect(100, 50, 600, 4000)
    found = geometry(area, columns, towers, 4, 9.0)
    widest = max(found.column_x, found.tower_x, key=len)
    assert widest[0] - found.px(TRAY_SIDE) == pytest.approx(area.left, abs=2)
    assert widest[-1] + found.long + found.px(TRAY_SIDE) == pytest.approx(area.right, abs=2)
