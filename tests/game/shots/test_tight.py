"""Every text fits its place: the shelf in all languages here, all screens in `main.py bench texts`."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import routes
from game.shots.screens import draw_all
from game.shots.tight import shrunk_texts
from game.ui.text import Texts, languages
from game.ui.widgets import Card
from rules.catalog import GAMES
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


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_variant_has_its_whole_line_where_there_is_room(tmp_path: Path, language: str) -> None:
    desk = Desk(tmp_path, (1366, 768))
    desk.app.texts = Texts(language)
    for game in GAMES:
        desk.app.open(routes.Setup(game))
        for card in (widget for widget in desk.scene.widgets if isinstance(widget, Card)):
            assert card.rect.h >= Card.height(desk.app.look, card.more, card.rect.w), (game, card.label)
        desk.app.pop()
    desk.app.close()
