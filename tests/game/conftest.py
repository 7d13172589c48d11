"""Fixtures for tests of screens: one app per module, desks, and a list of all written texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import game.app
from game.app import App
from game.data.cache import use_cache
from game.data.history import History
from game.data.store import Settings, Store
from game.folders import cache_folder
from game.ui.look import Look
from tests.kit.desk import Desk
from tests.kit.screens import Make, Quiet

use_cache(cache_folder() / "data")
"""As in the program: parsing the texts of a language takes 0.5 s, reading them from the cache 10 ms."""
game.app.give_back = lambda: None
"""The memory of a closed scene is used again by the next test; those about memory take the real function."""


@pytest.fixture(scope="module")
def one_app() -> Iterator[App]:
    """One app for all tests of a module: starting it takes longer than most of them."""
    app = App(headless=(1280, 720))
    yield app
    app.thinker.stop()


@pytest.fixture
def make(one_app: App, tmp_path: Path) -> Make:
    """Return a function that resets the app to its first start, with its own data folder."""

    def begin(size: tuple[int, int] = (1280, 720), language: str = "en", **settings: Any) -> App:
        one_app.scenes.clear()
        one_app.store = Store(tmp_path / "data")
        one_app.settings = Settings(language=language, **settings)
        one_app.shows_focus = False
        one_app.screen = pygame.display.set_mode(size)
        one_app.refresh()
        return one_app

    return begin


@pytest.fixture
def nobody_thinks(one_app: App, monkeypatch: pytest.MonkeyPatch) -> Quiet:
    """Replace the thinker of the module's app by one that never answers."""
    quiet = Quiet()
    monkeypatch.setattr(one_app, "thinker", quiet)
    return quiet


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.app.close()


@pytest.fixture
def english_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk of Ada in English, with the history in memory, because writing results to disk is slow."""
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path)
    desk.app.history = History(None)
    desk.app.settings.name = "Ada"
    yield desk
    desk.app.close()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of every text that is written to a surface."""
    texts: list[str] = []
    write = Look.write

    def noted(self: Look, surface: pygame.Surface, text: str, *rest: Any, **more: Any) -> Any:
        texts.append(text)
        return write(self, surface, text, *rest, **more)

    monkeypatch.setattr(Look, "write", noted)
    return texts


@pytest.fixture
def desk_of(tmp_path: Path,
            monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[tuple[int, int], int], Desk]]:
    """Return a function that opens a German desk for a window and a text size: German words are long."""
    desks: list[Desk] = []
    monkeypatch.setenv("DOMINOTHEK_LANG", "de")

    def begin(size: tuple[int, int], text_size: int) -> Desk:
        desk = Desk(tmp_path, size)
        desk.app.settings.text_size = text_size
        desk.app.refresh()
        desks.append(desk)
        return desk

    yield begin
    for desk in desks:
        desk.app.close()
