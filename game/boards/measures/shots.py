"""Helpers for the `shots` module of a game, which prepares the screenshots of `main.py shots` and the README.

A board's package may have a module `shots` with SCREENS (name of a screenshot to a function that leads the
app to it) and BEST (the screenshot that represents the game). Both are found through the catalog.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from game import routes
from game.app import App
from game.data.occasion import Occasion
from game.table.review.scene import Review
from game.table.scene import TableScene
from game.table.seating import table_scene
from rules.base import Setup
from rules.catalog import engine_of, rules_of
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session

Show = Callable[[App], object]
"""Leads an app that has just started to the screen of a screenshot."""
Screens = Mapping[str, Show]
RESULT_FRAMES = 240
"""Frames after which the last move has been shown and the result has stopped moving."""


def open_table(app: App, game: str, seats: list[Seat], seed: int, setup: Setup,
               moves: tuple[str, ...] = ()) -> TableScene:
    """Open a table with a given setup after these moves, and return its scene."""
    rules = rules_of(game)
    session = Session(rules, seats, seed, level=setup)
    for text in moves:
        session.play(rules.read_move(text))
    scene = table_scene(app, session)
    app.push(scene)
    return scene


def played(game: str, moves: int, seed: int, levels: tuple[str, ...] = ("medium", "easy", "easy"),
           seats: int = 2) -> Session:
    """Return a game of bots after at least `moves` moves, with the first seat in turn, or at its end."""
    rules = rules_of(game)
    engine = engine_of(rules)
    company = [Seat("Ada"), Seat("Bruno", "bot", "medium"), Seat("Cleo", "bot", "medium")]
    session = Session(rules, company[:seats], seed)
    while session.outcome is None and (session.moves < moves or session.state.player):
        state = session.state
        rng = rng_for("shots", seed, state.ply)
        session.play(engine.choose(levels[state.player], state, state.player, rng).move)
    return session


def holding(game: str, moves: int, seed: int) -> Show:
    """Return a function that opens a table with a piece held over one of its places."""
    def show(app: App) -> None:
        app.open(routes.Shelf())
        scene = TableScene(app, played(game, moves, seed), Occasion(counts=False))
        app.push(scene)
        app.step([], 16)
        board = scene.board
        piece = most_places(scene)
        goal = board.targets(piece, 0)[-1].centre
        drag(scene, piece, (-20, -20), (goal[0] - scene.px(60), goal[1] - scene.px(50)))
    return show


def most_places(scene: TableScene) -> object:
    """Return the piece with the most places."""
    return max(scene.board.pieces(), key=lambda piece: len(scene.board.targets(piece, 0)))


def drag(scene: TableScene, piece: object, first: tuple[int, int], goal: tuple[int, int]) -> None:
    """Take a piece with the mouse, move it by `first`, then to `goal`, and keep it in the hand."""
    app, start = scene.app, scene.board.piece_rect(piece).center
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)], 16)
    for pos in ((start[0] + first[0], start[1] + first[1]), goal):
        app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))], 16)


def review(game: str, seed: int, seats: int = 2) -> Show:
    """Return a function that opens the review of a finished game at a costly turn."""
    def show(app: App) -> None:
        app.open(routes.Shelf())
        scene = Review(app, played(game, 2000, seed, ("easy", "medium", "medium"), seats))
        app.push(scene)
        scene.next_costly()
    return show


def result(game: str, seed: int, levels: tuple[str, ...] = ("hard", "easy", "easy")) -> Show:
    """Return a function that plays the last move of a game of bots, and opens its result."""
    def show(app: App) -> None:
        app.open(routes.Shelf())
        session = played(game, 2000, seed, levels)
        last = session.rounds[-1].plies[-1].move
        session.undo()
        scene = TableScene(app, session)
        app.push(scene)
        scene.play(last)
        for _ in range(RESULT_FRAMES):
            app.step([], 16)
    return show


def laboratory(app: App, game: str, changes: Mapping[str, object]) -> Any:
    """Open the rule laboratory with a few values changed. Return its scene."""
    app.open(routes.Shelf())
    files: Any = app.open(routes.RuleFiles(game))
    files.edit()
    scene: Any = app.top
    for entry in scene.draft.entries:
        if entry.name in changes:
            scene.draft.put(entry, changes[entry.name])
    scene.rebuild()
    return scene
