"""CPU time of a frame at a network table, compared with the same game at a local table."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import mean

from game.app import App
from game.data.occasion import Occasion
from game.data.store import Store
from game.endurance.net.desk import Desk, remote
from game.table.remote.opening import begun_scene
from game.table.remote.seated import Seated
from game.table.scene import TableScene
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session

FRAME = 16
RESTING = 20
"""Frames after the animation of a move."""
SIZE = (1280, 720)
SEED = 3


def frame_costs(moves: int) -> tuple[float, float]:
    """Return the CPU milliseconds of a frame during moves: at a network table and at a local one."""
    game = next(game for game in GAMES if GAMES[game].players == (2, 2) and not GAMES[game].race)
    with tempfile.TemporaryDirectory(prefix="dominothek-") as folder:
        app = App(Store(Path(folder)), headless=SIZE)
        try:
            return mean(_remote(app, game, moves)), mean(_local(app, game, moves))
        finally:
            app.close()


def _remote(app: App, game: str, moves: int) -> list[float]:
    desk = Desk(game, remote(2), seed=SEED)
    clients = [desk.sits(name) for name in ("Ada", "Ben")]
    desk.owns().start()
    for client in clients:
        client.poll()
    scene = begun_scene(app, Seated(clients[0]))
    app.push(scene)
    times: list[float] = []
    for _ in range(moves):
        mirror = scene.session
        if mirror.outcome is not None:
            break
        clients[mirror.state.player].play(next(iter(mirror.rules.legal_moves(mirror.state))))
        clients[1].poll()
        times += _frames(app, scene)
    app.pop()
    return times


def _local(app: App, game: str, moves: int) -> list[float]:
    session = Session(rules_of(game), [Seat("Ada"), Seat("Ben")], SEED)
    scene = TableScene(app, session, Occasion(counts=False))
    app.push(scene)
    times: list[float] = []
    for _ in range(moves):
        if session.outcome is not None:
            break
        move = next(iter(session.rules.legal_moves(session.state)))
        begun = time.process_time()
        scene.play(move)  # what a guest has its host do
        times += [1000 * (time.process_time() - begun), *_frames(app, scene)]
    app.pop()
    return times


def _frames(app: App, scene: TableScene) -> list[float]:
    """Return the CPU milliseconds of each frame from a move until some time after its animation."""
    times: list[float] = []
    left = RESTING
    while left:
        left = RESTING if scene.tweens.busy else left - 1
        begun = time.process_time()
        app.step([], FRAME)
        times.append(1000 * (time.process_time() - begun))
    return times
