"""Contents that must fit into small windows: plates of many players, long names, high scores."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.draw.race import short_names
from game.table.seating import table_scene
from game.ui.look import Look
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

NAMES = ("Maximiliane-Charlotte", "Bruno", "Friedrich-Wilhelm von Hohenstein", "Cleo", "Dario", "Esmeralda")
FOR_SIX = [game.id for game in GAMES.values() if game.players[1] == len(NAMES) and not game.race]
"""The games with the fullest tables."""


def sit(desk: Desk, game: str = FOR_SIX[0], scores: tuple[int, ...] = (0,) * 6) -> Any:
    seats = [Seat(NAMES[0]), *(Seat(name, "bot", "hard") for name in NAMES[1:])]
    session = Session(rules_of(game), seats, 7)
    session.rounds[-1].start = replace(session.state, scores=scores)
    scene = table_scene(desk.app, session)
    desk.app.thinker = Quiet()
    desk.app.push(scene)
    desk.run(50)
    return scene


def texts_on(plate: int, scene: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, pygame.Rect]]:
    """Return the texts on a plate with their rectangles."""
    written: list[tuple[str, pygame.Rect]] = []
    real = Look.write

    def write(look: Look, surface: pygame.Surface, text: str, *args: Any, **more: Any) -> pygame.Rect:
        rect = real(look, surface, text, *args, **more)
        written.append((text, rect))
        return rect

    with monkeypatch.context() as patch:
        patch.setattr(Look, "write", write)
        scene.side.paint(plate)
    return written


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("delta", ["", "+152"])
def test_names_points_and_lines_of_a_plate_never_touch(tmp_path, monkeypatch, size, delta):
    scene = sit(Desk(tmp_path, size), scores=(1234, 2345, 3456, 4567, 5678, 6789))
    scene.side.show_deltas({0: delta})
    assert scene.state.scores[0] == 1234
    for seat in range(6):
        rects = [rect for _, rect in texts_on(seat, scene, monkeypatch)]
        for rect in rects:
            others = [other for other in rects if other is not rect]
            assert rect.inflate(-2, -rect.h // 3).collidelist(
                [other.inflate(-2, -other.h // 3) for other in others]) == -1


@pytest.mark.parametrize("game", FOR_SIX)
def test_all_plates_leave_out_the_same(tmp_path, monkeypatch, game):
    """The longest line leaves no room for a level, so no plate shows one."""
    desk = Desk(tmp_path, (1280, 720))
    scene = sit(desk, game, scores=(0, 100, 0, 0, 0, 0))
    told = [" ".join(text for text, _ in texts_on(seat, scene, monkeypatch)) for seat in range(1, 6)]
    level = desk.say("level_name.hard")
    assert all(level in text for text in told) or not any(level in text for text in told)


def test_a_name_without_end_is_cut_at_once():
    pygame.font.init()
    look = Look((1280, 720))
    begun = time.process_time()
    assert short_names(look, ["x" * 20_000, "Ada"], "name", 120)[1] == "Ada"
    assert time.process_time() - begun < 1
