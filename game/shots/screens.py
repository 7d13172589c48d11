"""Pictures of every screen in a typical state, drawn without a window: for the README and for review."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pygame

from game import routes
from game.app import App
from game.boards.measures.shots import Screens
from game.data.history import Result, daily_seed
from game.data.store import Store
from game.shots.games import screens_of_games
from game.shots.people import SCREENS_OF_PEOPLE
from rules.catalog import GAMES

EXAMPLE = next(iter(GAMES))
"""The game used for screens that every game has."""


def draw_all(folder: Path, size: tuple[int, int] = (1920, 1080), lang: str = "en", theme: str = "felt",
             only: str | None = None, text: int = 100) -> list[Path]:
    """Draw all screens, or the named one, into a folder; return the files. Raise KeyError if unknown."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if only is None or name == only]
    if not names:
        raise KeyError(only)
    made = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="dominothek-shots-") as data:
            made.append(_draw(name, folder, size, lang, theme, text, Path(data)))
    return made


def _draw(name: str, folder: Path, size: tuple[int, int], lang: str, theme: str, text: int,
          data: Path) -> Path:
    store = Store(data)
    settings = store.read_settings()
    settings.language, settings.theme, settings.name = lang, theme, "Ada"
    settings.seen_tutorials = EXAMPLE
    settings.text_size = text
    store.write_settings(settings)
    app = App(store, headless=size)
    _fill_history(app)
    SCREENS[name](app)
    for _ in range(3):
        app.step([], 16)
    path = folder / f"{name}.png"
    pygame.image.save(app.screen, path)
    app.close()
    return path


def _fill_history(app: App) -> None:
    """Add the results of a few weeks."""
    today = date.today()
    for i in range(34):
        day = today - timedelta(days=33 - i)
        won = i % 6 != 3 or i > 27
        app.history.add(Result(EXAMPLE, "strict" if i % 9 == 4 else "classic", 1, 1000 + i * 37, won,
                               "won" if won else "stuck", 25 if won else 14 + i % 7, 25,
                               95.0 + (i * 53) % 240, i % 4, int(i % 5 == 0),
                               ended=f"{day.isoformat()} 20:15:00"))
    for i in range(1, 7):
        day = today - timedelta(days=i)
        app.history.add(Result(EXAMPLE, "classic", 1, daily_seed(day), True, "won", 25, 25, 180.0, 1, 0,
                               daily=day.isoformat(), ended=f"{day.isoformat()} 08:00:00"))
    for i in range(101, 111):
        app.history.add(Result(EXAMPLE, "classic", 1, 0, True, "won", 25, 25, 60.0 + i, 0, 0, level=str(i),
                               stars=1 + i % 3, ended=f"{today.isoformat()} 09:00:00"))


def _above_shelf(route: routes.Route) -> Callable[[App], None]:
    """Return a function that opens a route directly above the shelf."""
    def show(app: App) -> None:
        app.open(routes.Shelf())
        app.open(route)
    return show


def _under_way(app: App) -> None:
    """Show the shelf with an unfinished game of several boxes, and the mouse over one of them."""
    app.open(routes.Shelf())
    for game in GAMES.values():
        app.open(routes.PlayAgain(game.id))
        for _ in range(3):
            app.step([], 1000)
        app.home()
    last = app.texts(f"game.{app.store.unfinished()[0].record['game']}.title")
    box = next(widget for widget in app.top.widgets if widget.spoken.startswith(last))
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=box.rect.center, rel=(1, 1), buttons=(0, 0, 0))], 16)


SCREENS: Screens = {
    "shelf_first": lambda app: app.open(routes.Shelf()),
    "shelf_under_way": _under_way,
    "lesson": _above_shelf(routes.Lesson(EXAMPLE)),
    "levels": _above_shelf(routes.Levels(EXAMPLE)),
    "statistics": _above_shelf(routes.Statistics()),
    "settings": _above_shelf(routes.Settings()),
    "rules": _above_shelf(routes.Help(EXAMPLE)),
    "rule_files": _above_shelf(routes.RuleFiles(EXAMPLE)),
    **screens_of_games(),
    **SCREENS_OF_PEOPLE,
}
