"""The picture of the shelf as it was left: what the next start shows first is what it shows then."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import last_shelf
from game.boards.measures.figures import played
from tests.kit.desk import Desk

SIZE = (1024, 640)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(last_shelf, "cache_folder", lambda: tmp_path)
    return tmp_path / "data"


def left(folder: Path, *, with_game: bool = False) -> None:
    """Let a program be closed, at its table if `with_game`."""
    desk = Desk(folder, SIZE)
    if with_game:
        desk.app.store.save(played("kwinty", 4), desk.app.store.new_save_path("kwinty"))
    desk.app.close(keep_shelf=True)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("with_game", [False, True])
def test_the_picture_is_the_shelf_that_appears_in_its_place(folder: Path, *, with_game: bool) -> None:
    left(folder, with_game=with_game)
    window = last_shelf.show(folder, SIZE)
    assert window is not None
    shown = pixels(window.surface)
    desk = Desk(folder, SIZE)
    desk.run(50)
    assert pixels(desk.app.screen) == shown and len(set(shown)) > 50
    desk.app.close()


@pytest.mark.parametrize("change", ["settings", "save", "day", "language", "picture", "nothing kept"])
def test_nothing_is_shown_that_may_be_untrue(folder: Path, monkeypatch: pytest.MonkeyPatch,
                                             change: str) -> None:
    left(folder)
    kept = folder.parent / last_shelf.NAME
    if change == "settings":
        (folder / "settings.yaml").write_text("theme: night\n")
    elif change == "save":
        (folder / "saves").mkdir(exist_ok=True)
        (folder / "saves" / "20260101-120000-kwinty.json").write_text("{}")
    elif change == "day":
        monkeypatch.setattr("time.strftime", lambda _: "2030-01-01")
    elif change == "language":
        monkeypatch.setenv("DOMINOTHEK_LANG", "fr")
    elif change == "picture":
        kept.write_bytes(kept.read_bytes()[:100_000])
    else:
        kept.unlink()
    assert last_shelf.show(folder, SIZE) is None


def test_another_size_opens_the_window_without_the_picture(folder: Path) -> None:
    left(folder)
    window = last_shelf.show(folder, (1280, 720))
    assert window is not None and window.surface.get_size() == (1280, 720)
