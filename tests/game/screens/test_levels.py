"""The levels screen, headless, with real events: it shows stars, starts levels and reports faults."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.data.history import History, Result
from game.screens import levels as module
from game.screens.levels import Levels, next_level, read_levels, start_level
from game.table.scene import TableScene
from game.table.seating import level_seats
from game.ui.dialogs import Notice
from game.ui.widgets import Button
from rules.catalog import GAMES
from rules.files.levels import load
from tests.kit.desk import Desk

GAME = "turm_domino"

LEVEL = """\
  - id: {id}
    variant: {variant}
    setup: {{tower: ["1|6", "3|4"], columns: [["{domino}"]]}}
    goal: won
    par: 0
    proof: "1>1"
"""


def file_of(grade: int, *levels: tuple[str, str, str]) -> str:
    """Return a level file; each level has an id, a variant and its only domino."""
    return f"grade: {grade}\nlevels:\n" + "".join(
        LEVEL.format(id=id_, variant=variant, domino=domino) for id_, variant, domino in levels)


FIRST = file_of(1, ("a1", "classic", "2|2"), ("a2", "open", "0|6"), ("a3", "classic", "1|1"))
SECOND = file_of(2, ("b1", "classic", "5|6"))
THIRD = file_of(3, ("c1", "classic", "4|4"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Replace the shipped levels by four levels of two grades."""
    folder = tmp_path / "levels"
    (folder / GAME).mkdir(parents=True)
    (folder / GAME / "z_first.yaml").write_text(FIRST)
    (folder / GAME / "a_second.yaml").write_text(SECOND)
    monkeypatch.setattr(module, "SHIPPED", folder)
    return folder / GAME


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path / "data")
    desk.app.history = History(None)
    yield desk
    desk.app.close()


def solve(desk, level: str, stars: int, seconds: float = 61) -> None:
    desk.app.history.add(Result(GAME, "classic", 1, 0, True, "won", 1, 1, seconds, level=level, stars=stars,
                                ended="2026-11-16 12:00:00"))


def open_levels(desk) -> Levels:
    desk.app.push(Levels(desk.app, GAME))
    desk.run(20)
    return desk.scene


def click_card(desk, index: int) -> None:
    grid = desk.scene.grid
    desk.click(grid.shown_rect(index, grid.rect).center)


# --- contents ---


def test_the_shipped_levels_are_all_there(desk):
    scene = open_levels(desk)
    assert len(scene.cards) >= 60 and not scene.faults
    assert [card.level.grade for card in scene.cards] == sorted(card.level.grade for card in scene.cards)
    assert all(desk.app.texts.has(f"levels.grade.{GAME}.{card.level.grade}") for card in scene.cards)


def test_grades_stars_and_times_are_shown(desk, folder, written):
    solve(desk, "a1", 2, 75)
    solve(desk, "a1", 3, 90)
    solve(desk, "b1", 1)
    scene = open_levels(desk)
    assert [(card.level.id, card.stars, card.seconds) for card in scene.cards] == [
        ("a1", 3, 75), ("a2", None, None), ("a3", None, None), ("b1", 1, 61)]
    assert {"First steps", "Fair wind", "1 of 3 solved", "1 of 1 solved", "1:15"} <= set(written)
    assert {"4 of 12 stars", "2 of 4 solved"} <= set(written)


def test_the_first_unsolved_level_is_next(desk, folder):
    solve(desk, "a1", 3)
    scene = open_levels(desk)
    assert scene.next is not None and scene.next.level.id == "a2"
    assert scene.grid.cursor == 1 and scene.focus is scene.grid


def test_when_all_are_solved_nothing_is_next(desk, folder):
    for level in ("a1", "a2", "a3", "b1"):
        solve(desk, level, 3)
    scene = open_levels(desk)
    assert scene.next is None and not [w for w in scene.widgets if isinstance(w, Button)]


def test_a_game_without_levels_says_so(desk, folder, written):
    for path in folder.iterdir():
        path.unlink()
    open_levels(desk)
    assert desk.say("levels.none") in written


def test_faults_of_a_level_file_are_told_and_stop_no_other_level(desk, folder, written):
    (folder / "c_third.yaml").write_text(THIRD.replace("goal", "gaol"))
    scene = open_levels(desk)
    assert len(scene.cards) == 4 and scene.faults
    assert any(text.startswith("c_third.yaml:6:") for text in written)


def test_a_changed_file_is_read_again(desk, folder):
    assert len(read_levels(GAME)[0]) == 4
    (folder / "c_third.yaml").write_text(THIRD)
    assert len(read_levels(GAME)[0]) == 5


# --- playing ---


def test_a_click_starts_a_level(desk, folder):
    open_levels(desk)
    click_card(desk, 2)
    table = desk.scene
    assert isinstance(table, TableScene) and table.session.level_id == "a3"
    assert table.occasion.level.id == "a3" and table.session.rules.variant == "classic"


def test_the_button_and_enter_start_the_next_level(desk, folder):
    solve(desk, "a1", 1)
    open_levels(desk)
    desk.click_button(desk.say("levels.play", number=2))
    assert desk.scene.session.level_id == "a2" and desk.scene.session.rules.variant == "open"
    desk.app.pop()
    desk.click((5, desk.app.look.size[1] - 5))
    assert desk.scene.focus is None
    desk.key(pygame.K_RETURN)
    assert desk.scene.session.level_id == "a2"


def test_levels_are_chosen_by_keyboard(desk, folder):
    open_levels(desk)
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_RIGHT)
    assert desk.scene.grid.cursor == 2
    desk.key(pygame.K_DOWN)
    assert desk.scene.grid.cursor == 3, "the next grade is below"
    desk.key(pygame.K_HOME)
    desk.key(pygame.K_UP)
    assert desk.scene.focus is not desk.scene.grid, "above the first row the focus goes on"
    desk.scene.focus_on(desk.scene.grid)
    desk.key(pygame.K_END)
    desk.key(pygame.K_RETURN)
    assert desk.scene.session.level_id == "b1"


def test_the_keyboard_scrolls_to_a_level_out_of_sight(desk):
    grid = open_levels(desk).grid
    assert grid.furthest > 0 and grid.offset == 0
    desk.key(pygame.K_END)
    assert grid.rect.contains(grid.shown_rect(grid.cursor, grid.rect))
    desk.key(pygame.K_PAGEUP)
    assert 0 < grid.cursor < len(grid.cells) - 1


def test_stars_won_meanwhile_are_there_when_one_comes_back(desk, folder):
    scene = open_levels(desk)
    click_card(desk, 0)
    solve(desk, "a1", 2)
    desk.app.pop()
    assert desk.scene is scene and scene.cards[0].stars == 2 and scene.next.level.id == "a2"


def test_a_level_that_no_longer_fits_its_game_says_why(desk, folder):
    level = read_levels(GAME)[0][0]
    start_level(desk.app, GAME, replace(level, setup={}))
    assert isinstance(desk.scene, Notice) and desk.scene.text
    desk.app.pop()
    start_level(desk.app, GAME, replace(level, variant="gone"))
    assert isinstance(desk.scene, Notice) and "gone" in desk.scene.text


def test_levels_follow_each_other(desk, folder):
    assert next_level(GAME, "a1").id == "a2"
    assert next_level(GAME, "a3").id == "b1"
    assert next_level(GAME, "b1") is None
    assert next_level(GAME, "unknown") is None
    start_level(desk.app, GAME, read_levels(GAME)[0][0])
    start_level(desk.app, GAME, read_levels(GAME)[0][1], replace=True)
    assert desk.scene.session.level_id == "a2" and len(desk.app.scenes) == 2


def test_esc_goes_back(desk, folder):
    open_levels(desk)
    desk.key(pygame.K_ESCAPE)
    assert not isinstance(desk.scene, Levels)


# --- all window sizes ---


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (2560, 1080)])
@pytest.mark.parametrize("text_size", [100, 150])
def test_the_cards_fit_into_the_window(desk_of, size, text_size):
    desk = desk_of(size, text_size)
    grid = open_levels(desk).grid
    assert pygame.Rect((0, 0), size).contains(grid.rect)
    assert all(cell.left >= 0 and cell.right <= grid.rect.w for cell in grid.cells)
    assert len({(cell.left, cell.top) for cell in grid.cells}) == len(grid.cells)
    assert sum(cell.bottom <= grid.rect.h for cell in grid.cells) >= 4


# --- who sits at the table ---


def test_the_first_level_of_a_race_seats_no_masters(tmp_path):
    desk = Desk(tmp_path)
    race = next(game.id for game in GAMES.values() if game.race)
    levels = load(race)
    first, last = levels[0], levels[-1]
    assert {seat.level for seat in level_seats(desk.app, first) if seat.is_bot} == {"easy"}
    assert {seat.level for seat in level_seats(desk.app, last) if seat.is_bot} == {"master"}
    desk.app.close()
