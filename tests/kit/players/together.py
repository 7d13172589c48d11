"""A player at a table of several computers: starts when all are here, moves in turn, goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygame

from game.screens.together.room import WaitingRoom
from game.table.race.model import Phase
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.ui.dialogs import Dialog
from rules.catalog import GAMES
from tests.kit.players.acts import Turn, click, go_on, keys, player
from tests.kit.tiny import player_of


def by_mouse(app: Any) -> Turn:
    """Return the next acts; none while others are in turn. Words are typed."""
    scene = app.top
    keep_picture(app)
    turn: Turn | None = None
    if isinstance(scene, WaitingRoom) and scene.start_button is not None and scene.start_button.enabled:
        button = scene.start_button
        turn = ["room"], lambda: click(button.rect)
    elif isinstance(scene, Dialog):
        turn = _give_up(app, scene) or go_on(scene, mouse=True)
    elif isinstance(scene, RemoteRace) and scene.my_turn:
        turn = ["race"], lambda: keys("Escape")
    elif isinstance(scene, RemoteTable) and (scene.my_turn or _may_run(scene)):
        typed = GAMES[scene.game].family == "words" and not GAMES[scene.game].race
        turn = player(player_of(scene.game, "keyboard" if typed else "mouse"))(app)
    return turn or (["waits"], list)


def _may_run(scene: RemoteTable) -> bool:
    return isinstance(scene, RemoteRace) and scene.race.phase is Phase.READY and scene.ready


def _give_up(app: Any, menu: Dialog) -> Turn | None:
    """Return how a race is given up in the menu: a crossword of any letters may take very long."""
    label = f"{app.scenes[-2].game}.give_up"
    if not app.texts.has(label):
        return None
    button = next((widget for widget in menu.widgets if widget.label == app.texts(label)), None)
    return None if button is None else (["menu"], lambda: click(button.rect))


def keep_picture(app: Any) -> None:
    """Save what the window shows where DOMINOTHEK_PICTURES says so, to be looked at."""
    folder = os.environ.get("DOMINOTHEK_PICTURES")
    if folder:
        name = type(app.top).__name__ + Path(app.store.folder).name
        number = len(list(Path(folder).glob(f"{name}*.png")))
        pygame.image.save(app.screen, Path(folder) / f"{name}{number:03}.png")
