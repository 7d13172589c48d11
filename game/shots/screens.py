"""Pictures of every screen in a typical state, drawn without a window: for the README and for looking at."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.shots import words as shots_words
from game.shots.people import SCREENS_OF_PEOPLE

if TYPE_CHECKING:
    from game.app import App

DEAL = 4711


def draw_all(folder: Path, size: tuple[int, int] = (1920, 1080), lang: str = "en", theme: str = "felt",
             only: str | None = None, text: int = 100) -> list[Path]:
    """Draw the screens, or the one named, into a folder; returns the files."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if only is None or name == only]
    if not names:
        raise KeyError(only)
    made = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="dominothek-shots-") as data:
            made.append(_draw(name, folder, size, lang, theme, text, Path(data)))
    return made


def _draw(name: str, folder: Path, size: tuple[int, int], lang: str, theme: str, text: int, data: Path) -> Path:
    import pygame

    from game.app import App
    from game.data.store import Store

    store = Store(data)
    settings = store.read_settings()
    settings.language, settings.theme, settings.name = lang, theme, "Ada"
    settings.seen_tutorials = "turm_domino"
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
    """A few weeks of playing."""
    from game.data.history import Result, daily_seed

    today = date.today()
    for i in range(34):
        day = today - timedelta(days=33 - i)
        won = i % 6 != 3 or i > 27
        app.history.add(Result("turm_domino", "strict" if i % 9 == 4 else "classic", 1, 1000 + i * 37, won,
                               "won" if won else "stuck", 25 if won else 14 + i % 7, 25, 95.0 + (i * 53) % 240,
                               i % 4, int(i % 5 == 0), ended=f"{day.isoformat()} 20:15:00"))
    for i in range(1, 7):
        day = today - timedelta(days=i)
        app.history.add(Result("turm_domino", "classic", 1, daily_seed(day), True, "won", 25, 25, 180.0, 1, 0,
                               daily=day.isoformat(), ended=f"{day.isoformat()} 08:00:00"))
    for i in range(101, 111):
        app.history.add(Result("turm_domino", "classic", 1, 0, True, "won", 25, 25, 60.0 + i, 0, 0, level=str(i),
                               stars=1 + i % 3, ended=f"{today.isoformat()} 09:00:00"))


def _shelf(app: App) -> None:
    from game.screens.shelf import Shelf

    app.push(Shelf(app))


def _shelf_continue(app: App) -> None:
    _shelf(app)
    _turm(app)
    app.step([], 16)
    app.home()


def _setup(app: App) -> None:
    from game.screens.setup.scene import Setup

    _shelf(app)
    scene = Setup(app, "turm_domino")
    scene.deal_text = str(DEAL)
    app.push(scene)


def _turm(app: App, variant: str = "classic", moves: int = 7) -> Any:
    """A game of Turm-Domino after a few moves of a winning line."""
    from game.table.seating import make_table
    from rules.catalog import rules_of
    from rules.games.turm_domino.solver import Solver
    from rules.session import Seat

    if not app.scenes:
        _shelf(app)
    rules = rules_of("turm_domino", variant)
    app.push(make_table(app, "turm_domino", rules, [Seat("Ada")], DEAL))
    scene: Any = app.top
    for move in Solver(rules).line(scene.state)[:moves]:  # type: ignore[arg-type,index]
        scene.play(move)
        scene.tweens.finish()
    scene.session.tally["seconds"] = 192.0
    scene.session.tally["undos"] = 2
    scene.refresh_side()
    return scene


def _turm_drag(app: App) -> None:
    """A domino in the hand, over the tower it fits on."""
    import pygame

    scene = _turm(app)
    app.step([], 16)
    table = scene.board
    piece = max(table.pieces(), key=lambda p: len(table.targets(p, 0)))
    start, goal = table.piece_rect(piece).center, table.targets(piece, 0)[0].rect.center
    spot = (goal[0] + scene.px(72), goal[1] + scene.px(52))
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)], 16)
    for pos in ((start[0] + 20, start[1] - 20), spot):
        app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))], 16)


def _turm_picked(app: App) -> None:
    scene = _turm(app, "open", 4)
    scene.hand.pick(max(scene.board.pieces(), key=lambda p: len(scene.board.targets(p, 0))))


def _turm_refused(app: App) -> None:
    from rules.games.turm_domino.rules import TurmMove

    scene = _turm(app)
    legal = set(scene.session.rules.legal_moves(scene.state))
    move = next(TurmMove(c, t) for c in scene.board.pieces() for t in range(5) if TurmMove(c, t) not in legal)
    scene.refuse(move)


def _turm_hint(app: App) -> None:
    scene = _turm(app)
    scene.hint()
    scene.hint()


def _turm_lost(app: App) -> None:
    _turm(app).offer_way_back()


def _turm_menu(app: App) -> None:
    _turm(app).open_menu()


def _result(app: App) -> None:
    _turm(app, moves=25)
    for _ in range(70):
        app.step([], 16)


def _replay(app: App) -> None:
    from game.table.review.replay import Replay

    scene = _turm(app, moves=25)
    app.push(Replay(app, scene.session, scene.occasion, at=12))


def _played(game: str, moves: int, seed: int, levels: tuple[str, str] = ("medium", "easy")) -> Any:
    """A game of two bots after so many moves, with the first to move; at most to its end."""
    from rules.catalog import rules_of
    from rules.engine import ask, bot_for
    from rules.kit.shuffle import rng_for
    from rules.session import Seat, Session

    rules = rules_of(game)
    session = Session(rules, [Seat("Ada"), Seat("Bruno", "bot", "medium")], seed)
    while session.outcome is None and (session.moves < moves or session.state.player):
        state = session.state
        bot = bot_for(game, levels[state.player])
        session.play(ask(bot, rules, state, state.player, rng_for("shots", seed, state.ply)).move)
    return session


def _blocks(game: str, moves: int, seed: int) -> Callable[[App], None]:
    """A table with a piece in the hand, over one of its places."""
    def show(app: App) -> None:
        import pygame

        from game.data.occasion import Occasion
        from game.table.scene import TableScene

        _shelf(app)
        scene = TableScene(app, _played(game, moves, seed), Occasion(counts=False))
        app.push(scene)
        app.step([], 16)
        table = scene.board
        piece = max(table.pieces(), key=lambda p: len(table.targets(p, 0)))
        start, goal = table.piece_rect(piece).center, table.targets(piece, 0)[-1].centre
        app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)], 16)
        for pos in ((start[0] - 20, start[1] - 20), (goal[0] - scene.px(60), goal[1] - scene.px(50))):
            app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))], 16)
    return show


def _analysis(game: str, seed: int) -> Callable[[App], None]:
    """A finished game, at the move that lost it."""
    def show(app: App) -> None:
        from game.table.review.analysis import Analysis

        _shelf(app)
        scene = Analysis(app, _played(game, 200, seed))
        app.push(scene)
        scene.show_losing_move()
    return show


def _lesson(app: App) -> None:
    from game import routes

    _shelf(app)
    app.open(routes.Lesson("turm_domino"))


def _laboratory(app: App, changes: dict[str, Any] | None = None, game: str = "turm_domino") -> Any:
    """The rule laboratory with a few values changed."""
    from game.screens.rulefiles.scene import RuleFiles

    _shelf(app)
    app.push(RuleFiles(app, game))
    app.top.edit()
    scene: Any = app.top
    for entry in scene.draft.entries:
        if entry.name in (changes or LAB_CHANGES):
            scene.draft.put(entry, (changes or LAB_CHANGES)[entry.name])
    scene.rebuild()
    return scene


def _trial(app: App) -> None:
    """A trial that has come to its end."""
    scene = _laboratory(app, {"bonus.hexagon": 80, "draw.most": 1}, "tripple_domino")
    scene.level = "easy"
    scene.try_out()
    while not app.top.over:
        app.step([], 16)


LAB_CHANGES = {"stack.max_difference": 2, "open": True}


def _simple(module: str, name: str, *arguments: Any) -> Callable[[App], None]:
    """A screen that needs nothing but the app."""
    def show(app: App) -> None:
        from importlib import import_module

        _shelf(app)
        app.push(getattr(import_module(f"game.screens.{module}"), name)(app, *arguments))
    return show


SCREENS: dict[str, Callable[[Any], Any]] = {
    "shelf": _shelf_continue,
    "shelf_first": _shelf,
    "setup": _setup,
    "turm": _turm_drag,
    "turm_picked": _turm_picked,
    "turm_refused": _turm_refused,
    "turm_hint": _turm_hint,
    "turm_lost": _turm_lost,
    "menu": _turm_menu,
    "result": _result,
    "replay": _replay,
    "kwinty": _blocks("kwinty", 12, 3),
    "kwinty_analysis": _analysis("kwinty", 3),
    "turris": _blocks("turris", 16, 3),
    "turris_analysis": _analysis("turris", 3),
    "tripple": _blocks("tripple_domino", 14, 5),
    "trio": _blocks("trio_domino", 12, 4),
    "lesson": _lesson,
    "levels": _simple("levels", "Levels", "turm_domino"),
    "statistics": _simple("statistics.scene", "Statistics"),
    "settings": _simple("settings", "SettingsScene"),
    "rules": _simple("help", "Help", "turm_domino"),
    "rule_files": _simple("rulefiles.scene", "RuleFiles", "turm_domino"),
    **shots_words.SCREENS,
    "laboratory": _laboratory,
    "trial": _trial,
    **SCREENS_OF_PEOPLE,
}
