"""Pictures of every screen in a typical state, drawn without a window: for the README and for review."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pygame

from game import routes
from game.app import App
from game.boards.measures.shots import Screens
from game.data.history import Result, daily_seed
from game.data.store import Store
from game.shots.company import SCREENS_OF_COMPANY
from game.shots.games import screens_of_games
from game.shots.keys import KeyTexts, frame_changes
from game.shots.people import SCREENS_OF_PEOPLE
from game.table.review.replay import Replay
from rules.catalog import GAMES, rules_of
from rules.files.levels import load
from rules.session import Seat, Session

EXAMPLE = next(iter(GAMES))
"""The game used for screens that every game has."""


def draw_all(folder: Path, size: tuple[int, int] = (1920, 1080), lang: str = "en", theme: str = "felt",
             only: str | None = None, text: int = 100, key: str | None = None) -> list[Path]:
    """Draw all screens, or the named one, into a folder; return the files. Raise KeyError if unknown.

    With a text key only the screens that use it are kept, and it is framed there.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if only is None or name == only]
    if not names:
        raise KeyError(only)
    made = []
    for name in names:
        picture = _picture(name, size, lang, theme, text) if key is None else _with_key(
            name, key, size, lang, theme, text)
        if picture is not None:
            made.append(folder / f"{name}.png")
            pygame.image.save(picture, made[-1])
    return made


def _with_key(name: str, key: str, size: tuple[int, int], lang: str, theme: str,
              text: int) -> pygame.Surface | None:
    """Return the picture of a screen with a text framed; None if the screen does not show it."""
    texts = KeyTexts(lang, key)
    picture = _picture(name, size, lang, theme, text, texts)
    if not texts.used:
        return None
    hidden = _picture(name, size, lang, theme, text, KeyTexts(lang, key, hidden=True))
    return picture if frame_changes(picture, hidden) else None


def _picture(name: str, size: tuple[int, int], lang: str, theme: str, text: int,
             texts: KeyTexts | None = None) -> pygame.Surface:
    with tempfile.TemporaryDirectory(prefix="dominothek-shots-") as data, _own_cache(data if texts else None):
        store = Store(Path(data))
        settings = store.read_settings()
        settings.language, settings.theme, settings.name = lang, theme, "Ada"
        settings.seen_tutorials = EXAMPLE
        settings.text_size = text
        store.write_settings(settings)
        app = App(store, headless=size)
        app.texts = texts or app.texts
        app.chance = Random(1)
        _fill_history(app)
        SCREENS[name](app)
        for _ in range(3):
            app.step([], 16)
        picture = app.screen.copy()
        app.close()
        return picture


@contextmanager
def _own_cache(folder: str | None) -> Iterator[None]:
    """Keep painted texts out of the cache of the program, and take none from there."""
    before = os.environ.get("DOMINOTHEK_DATA")
    if folder is not None:
        os.environ["DOMINOTHEK_DATA"] = folder
    yield
    if folder is not None:
        os.environ.pop("DOMINOTHEK_DATA")
        os.environ.update({} if before is None else {"DOMINOTHEK_DATA": before})


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


def _puzzle(app: App) -> None:
    """Show the panel that makes a puzzle, above the replay of a solved level."""
    level = load(EXAMPLE)[0]
    rules = rules_of(EXAMPLE, level.variant)
    session = Session(rules, [Seat("Anna")], 0, level=level.setup)
    for text in level.proof:
        session.play(rules.read_move(text))
    app.open(routes.Shelf())
    app.open(routes.Replay(session, at=2))
    assert isinstance(app.top, Replay)
    app.top.make_puzzle()


SCREENS: Screens = {
    "shelf_first": lambda app: app.open(routes.Shelf()),
    "shelf_under_way": _under_way,
    "lesson": _above_shelf(routes.Lesson(EXAMPLE)),
    "levels": _above_shelf(routes.Levels(EXAMPLE)),
    "puzzle": _puzzle,
    "statistics": _above_shelf(routes.Statistics()),
    "settings": _above_shelf(routes.Settings()),
    "about": _above_shelf(routes.About()),
    "word_of_the_day": lambda app: _above_shelf(routes.WordOfDay(date.today()))(app),
    "own_words": _above_shelf(routes.OwnWords("de")),
    "rules": _above_shelf(routes.Help(EXAMPLE)),
    "rule_files": _above_shelf(routes.RuleFiles(EXAMPLE)),
    **screens_of_games(),
    **SCREENS_OF_PEOPLE,
    **SCREENS_OF_COMPANY,
}
