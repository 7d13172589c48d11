"""Short endurance runs of the monkey: random events at every table, and no leaks after games."""

from __future__ import annotations

import weakref

import pygame
import pytest

from game.endurance import memory, monkey
from game.memory import give_back
from game.table.file import telling_part
from game.table.scene import TableScene
from game.table.seating import make_table, solo_seats
from game.ui.assets import WINDOWS
from game.ui.dialogs import Dialog
from rules.catalog import GAMES, rules_of
from tests.kit.desk import FRAME, Desk
from tests.kit.facts import facts_of

EVENTS = 500
"""Number of events at every table; `main.py bench monkey` uses 100,000."""


@pytest.fixture(autouse=True)
def memory_is_given_back(monkeypatch):
    monkeypatch.setattr("game.app.give_back", give_back)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_monkey_does_at_a_table_nothing_breaks(tmp_path, monkeypatch, game):
    monkeypatch.setenv("PATH", "")  # so that no file manager is opened
    report = monkey.run(tmp_path, game, EVENTS, conserved=facts_of(game).pieces)
    assert not report.failures, report.failures[0]
    assert report.events >= EVENTS and report.looks > 2


def test_games_that_are_over_leave_nothing_behind(tmp_path):
    """`main.py bench monkey` measures the size of the process over 200 games."""
    report = memory.run(tmp_path, (len(GAMES),), frames=120)
    assert report.scenes == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_left_is_gone_when_the_next_picture_is_shown(tmp_path, game):
    desk = Desk(tmp_path)
    desk.app.push(make_table(desk.app, rules_of(game), solo_seats(desk.app, game), 1))
    desk.run(500)
    left = weakref.ref(next(scene for scene in desk.app.scenes if isinstance(scene, TableScene)))
    desk.app.home()
    desk.run(FRAME)
    assert left() is None


def test_a_dialog_that_was_closed_is_gone_when_the_next_picture_is_shown(tmp_path):
    desk = Desk(tmp_path)
    desk.table()
    desk.key(pygame.K_ESCAPE)
    closed = weakref.ref(desk.scene)
    assert isinstance(closed(), Dialog)
    desk.key(pygame.K_ESCAPE)
    desk.run(FRAME)
    assert closed() is None


def test_a_scene_that_has_left_holds_no_picture_of_the_size_of_the_window(tmp_path):
    desk = Desk(tmp_path)
    table = desk.table()
    desk.app.home()
    assert table.stage.ground.get_size() == (1, 1) and not table.stage.sprites


def test_no_more_finished_pictures_are_kept_than_fill_some_windows(tmp_path):
    desk = Desk(tmp_path)
    size = desk.app.screen.get_size()
    for number in range(2 * WINDOWS):
        desk.app.pictures.get(f"as large as the window {number}", lambda: pygame.Surface(size))
    assert len(desk.app.pictures.memory) <= WINDOWS
    assert f"as large as the window {2 * WINDOWS - 1}" in desk.app.pictures.memory


def test_the_picture_beside_a_save_shows_the_table_and_not_the_menu_above_it(tmp_path):
    desk = Desk(tmp_path)
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    desk.run(2000)
    table.stage.touch_all()
    table.stage.draw(desk.app.screen)
    board = table.board_area().clip(desk.app.screen.get_rect())
    plain = desk.app.screen.subsurface(telling_part(board)).copy()
    desk.key(pygame.K_ESCAPE)
    desk.app.home()
    kept = pygame.image.load(table.path.with_suffix(".jpg"))
    shown = pygame.transform.smoothscale(plain, kept.get_size())
    colours = (pygame.transform.average_color(image)[:3] for image in (kept, shown))
    assert all(abs(one - other) <= 1 for one, other in zip(*colours, strict=True))
