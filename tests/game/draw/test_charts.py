"""The legend of a chart keeps its place."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.draw.charts import draw_legend
from game.ui.look import Look
from tests.kit.desk import Desk


def test_both_texts_of_a_legend_have_one_size_and_stay_inside(tmp_path: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    desk, write, written = Desk(tmp_path, (1024, 640)), Look.write, []

    def noted(*args, **values) -> pygame.Rect:
        written.append(write(*args, **values))
        return written[-1]

    monkeypatch.setattr(Look, "write", noted)
    rect = pygame.Rect(0, 0, 180, 28)
    draw_legend(desk.app.look, desk.app.screen, rect, "won; taller took longer", "lost", "#ffffff")
    won, lost = written
    assert won.h == lost.h and lost.right <= rect.right
    desk.app.close()
