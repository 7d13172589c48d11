"""`main.py bench triangles`: legal moves, a simulated game, a drag over 50 tiles, frames during thinking."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import Any

import pygame

from game.boards.measures.figures import Row, report
from game.boards.measures.frames import FRAMES, bare_frames, calmest, motion, open_app, path, timed
from game.data.occasion import Occasion
from game.table.scene import TableScene
from game.thinking import Thinker
from rules.catalog import engine_of, rules_of
from rules.games.triangles.layout import Lay
from rules.games.triangles.tripple import TILES
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session


def main() -> None:
    quick = "--quick" in sys.argv
    rows = [Row("tripple_legal", legal_ms(), "ms", None, 3.0),
            Row("tripple_easy", easy_game(), "s", None, 0.5)]
    for name, size in [("1080p", (1920, 1080))] if quick else [("1080p", (1920, 1080)), ("4k", (3840, 2160))]:
        ours, floor = drag_over_many(size)
        rows += [Row(f"tripple_drag_{name}", sum(ours) / len(ours), "ms", sum(floor) / len(floor), 4.0),
                 Row(f"tripple_drag_worst_{name}", max(ours), "ms", None, 8.0)]
    calm, thinking = frames_while_thinking(2.0 if quick else 3.0)
    rows.append(Row("thinking_p99", thinking, "ms", calm, 1.2))
    report(rows)


def crowded(tiles: int, seed: int = 1) -> Session[Any, Any]:
    """Return a game of Tripple Domino with `tiles` tiles on the board."""
    for number in range(seed, seed + 400):
        rng = rng_for("crowded", number)
        session: Session[Any, Any] = Session(rules_of("tripple_domino"), [Seat("A"), Seat("B")], number)
        while session.outcome is None and len(session.state.layout.laid) < tiles:
            moves = list(session.rules.legal_moves(session.state))
            lays = [move for move in moves if isinstance(move, Lay)]
            session.play(pick(rng, lays or moves))
        if len(session.state.layout.laid) == tiles and session.outcome is None:
            return session
    raise ValueError(f"no table of {tiles} tiles was found")


def legal_ms() -> float:
    """Return the time of listing legal moves with 40 tiles laid and a hand of ten."""
    session = crowded(40)
    state = session.state
    lying = {lay.tile for lay in state.layout.laid}
    hand = tuple(tile for tile in TILES if tile not in lying)[:10]
    hands = tuple(hand if seat == state.player else other for seat, other in enumerate(state.hands))
    full = replace(state, hands=hands, drawn=0)
    started = time.perf_counter()
    for _ in range(50):
        list(session.rules.legal_moves(full))
    return (time.perf_counter() - started) / 50 * 1000


def easy_game() -> float:
    """Return the mean time of a whole game of four easy bots."""
    started, games = time.perf_counter(), 4
    for seed in range(games):
        session = Session(rules_of("tripple_domino"), [Seat(name, "bot", "easy") for name in "ABCD"], seed)
        while session.game_outcome is None:
            if session.outcome is not None:
                session.next_round()
                continue
            state = session.state
            engine, rng = engine_of(session.rules), rng_for(seed, state.ply)
            session.play(engine.choose("easy", state, state.player, rng).move)
    return (time.perf_counter() - started) / games


def drag_over_many(size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Return the frame times of a drag over a full board, and of the minimal loop."""
    app = open_app(size)
    scene = TableScene(app, crowded(50), Occasion(counts=False))
    app.push(scene)
    while app.top is not scene:
        app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")], 16)
    for _ in range(10):
        app.step(pygame.event.get(), 16)
    piece = scene.board.pieces()[0]
    at = scene.board.piece_rect(piece).center
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)], 16)
    app.step([motion((at[0] + 20, at[1]))], 16)
    for pos in path(size):
        app.step([motion(pos)], 16)
    times = calmest(lambda: timed(lambda pos: app.step([motion(pos)], 16), size))
    held = scene.hand.held_sprite
    assert held is not None and held.image is not None
    floor = bare_frames(app.screen, held.image, size)
    app.thinker.stop()
    return times[:FRAMES], floor


def frames_while_thinking(seconds: float) -> tuple[float, float]:
    """Return the 99th percentile of the time between frames, idle and while a master bot thinks."""
    thinker = Thinker()
    thinker.start()
    session = crowded(24)
    state = session.state
    clock = pygame.time.Clock()

    def watch() -> float:
        gaps, end = [], time.monotonic() + seconds
        clock.tick(60)
        while time.monotonic() < end:
            thinker.poll()
            started = time.perf_counter()
            clock.tick(60)
            gaps.append((time.perf_counter() - started) * 1000)
        return sorted(gaps)[int(len(gaps) * 0.99) - 1]

    calm = watch()
    thinker.ask("bot_move", (session.rules, "master", state, state.player, "bench"), lambda _: None)
    thinking = watch()
    thinker.stop()
    return calm, thinking


if __name__ == "__main__":
    main()
