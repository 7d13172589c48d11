"""Every text fits its place: the shelf in all languages here, all screens in `main.py bench texts`."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.shots.screens import draw_all
from game.shots.tight import shrunk_texts
from game.ui.text import languages
from tests.kit.desk import Desk


@pytest.mark.parametrize("language", languages())
def test_no_text_of_the_shelf_shrinks_below_a_readable_size(tmp_path: Path, language: str) -> None:
    with shrunk_texts() as found:
        draw_all(tmp_path, (1024, 640), language, only="shelf", text=150)
    assert not found


def test_a_text_that_shrinks_too_much_is_noticed(tmp_path: Path) -> None:
    look = Desk(tmp_path).app.look
    with shrunk_texts() as found:
        look.write(pygame.Surface((200, 40)), "a name without end", "label", (0, 0), fit=40)
        look.write(pygame.Surface((200, 40)), "short", "label", (0, 0), fit=190)
    assert list(found) == ["a name without end"]
