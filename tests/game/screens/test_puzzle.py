"""Making a puzzle of a position, and what can be done with it in the list; headless, with real events."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import routes
from game.data.history import History
from game.data.own.levels import OwnLevels
from game.screens.levels import Levels
from game.screens.puzzle import PuzzleMaker
from game.table.review.replay import Replay
from game.table.scene import TableScene
from game.ui.dialogs import Dialog, Notice
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk

GAME = "turm_domino"
SETUP = {"tower": ["1|6"], "columns": [["1|5"]]}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path / "data")
    desk.app.history = History(None)
    yield desk
    desk.app.close()


def replay(desk: Desk, *, finished: bool = True, at: int = 0) -> Replay:
    rules = rules_of(GAME)
    session = Session(rules, [Seat("Anna")], 1, level=SETUP)
    if finished:
        session.play(rules.read_move("1>1"))
    desk.app.open(routes.Replay(session, None, at))
    desk.run(50)
    return desk.scene


def made(desk: Desk, name: str = "") -> Levels:
    """Make a puzzle of the first position and save it."""
    replay(desk)
    desk.key(pygame.K_p)
    desk.click_button(desk.say("puzzle.goal.won"))
    if name:
        desk.scene.name = name
    desk.click_button(desk.say("puzzle.save"))
    return desk.scene


def own(desk: Desk) -> OwnLevels:
    return OwnLevels(desk.store.folder)


def test_a_position_of_a_replay_becomes_a_puzzle_of_ones_own(desk: Desk) -> None:
    scene = made(desk, "The gate")
    assert isinstance(scene, Levels)
    assert [card.level.name for card in scene.own] == ["The gate"]
    assert scene.cards[scene.grid.cursor].level.name == "The gate", "the list begins there"
    assert scene.next is scene.shipped[0], "own puzzles do not come in the order of the shipped ones"


def test_a_position_without_a_proof_says_so(desk: Desk, written: list[str]) -> None:
    rules = rules_of(GAME)
    session = Session(rules, [Seat("Anna")], 1, level={"tower": ["1|6"], "columns": [["1|5"], ["3|4"]]})
    session.play(rules.read_move("1>1"))
    assert session.outcome is not None
    desk.app.open(routes.Replay(session, None, 0))
    desk.key(pygame.K_p)
    desk.click_button(desk.say("puzzle.goal.won"))
    assert isinstance(desk.scene, PuzzleMaker) and desk.scene.found is None
    assert desk.scene.failed == "puzzle.none.won"
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Replay)


def test_the_search_can_be_left_and_the_name_too(desk: Desk) -> None:
    replay(desk)
    desk.key(pygame.K_p)
    desk.scene.look_for("won")
    assert desk.scene.found is not None
    desk.scene.escape()
    assert desk.scene.found is None and isinstance(desk.scene, PuzzleMaker)
    desk.scene.escape()
    assert isinstance(desk.scene, Replay) and not own(desk).read(GAME)[0]


def test_an_answer_that_comes_after_leaving_is_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    replay(desk)
    desk.key(pygame.K_p)
    asked = []
    monkeypatch.setattr(desk.app.thinker, "ask", lambda *question: asked.append(question[2]))
    maker = desk.scene
    maker.look_for("won")
    assert maker.depth == 1 and maker.found is None, "it is searching"
    maker.escape()
    asked[0](None)
    assert maker.depth == 0 and not maker.failed


def test_no_puzzle_is_made_of_a_game_in_play(desk: Desk) -> None:
    replay(desk, finished=False)
    desk.key(pygame.K_p)
    assert isinstance(desk.scene, Notice) and desk.scene.text == desk.say("puzzle.why.over")


def test_a_puzzle_that_cannot_be_saved_says_why(desk: Desk) -> None:
    replay(desk)
    desk.key(pygame.K_p)
    desk.scene.look_for("won")
    (desk.store.folder / "levels").write_text("a file in the way")
    desk.scene.save()
    assert isinstance(desk.scene, Notice)


# --- in the list ---


def test_an_own_puzzle_is_played_without_counting_and_keeps_its_stars(desk: Desk, written: list[str]) -> None:
    scene = made(desk)
    desk.key(pygame.K_RETURN)
    assert isinstance(desk.scene, Dialog)
    desk.click_button(desk.say("levels.own.play"))
    table = desk.scene
    assert isinstance(table, TableScene) and not table.counts
    table.play(table.rules.read_move("1>1"))
    desk.run(3000)
    assert desk.say("levels.own.uncounted") in written
    assert own(desk).stars() == {scene.own[0].level.id: 3}
    assert not desk.app.history.stars(GAME) and not desk.store.unfinished()
    desk.app.pop()
    desk.app.pop()
    assert isinstance(desk.scene, Levels) and desk.scene.own[0].stars == 3


def test_an_own_puzzle_is_deleted_after_a_question(desk: Desk) -> None:
    made(desk)
    for _ in range(2):
        if isinstance(desk.scene, Levels):
            desk.key(pygame.K_RETURN)
        desk.click_button(desk.say("levels.own.delete"))
    assert isinstance(desk.scene, Levels) and not desk.scene.own and not own(desk).read(GAME)[0]


def test_a_shared_puzzle_is_opened_by_dropping_it_on_the_window(desk: Desk) -> None:
    made(desk, "The gate / 1")
    desk.key(pygame.K_RETURN)
    desk.click_button(desk.say("levels.own.share"))
    path = desk.store.folder / "shared" / "the-gate-1.dominothek"
    assert path.is_file() and str(path) in desk.scene.text
    desk.app.home()
    own(desk).delete(own(desk).read(GAME)[0][0])
    desk.event(pygame.DROPFILE, file=str(path))
    assert isinstance(desk.scene, Levels)
    assert [card.level.name for card in desk.scene.own] == ["The gate / 1"]


def test_a_damaged_puzzle_that_is_dropped_says_why(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "bad.dominothek"
    path.write_text('{"format": "dominothek-puzzle", "game": "chess", "grade": 1, "levels": []}')
    desk.event(pygame.DROPFILE, file=str(path))
    assert isinstance(desk.scene, Notice) and desk.scene.title == "bad.dominothek"


# --- all window sizes ---


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_panel_fits_into_the_smallest_window(desk_of, text_size: int) -> None:
    desk = desk_of((1024, 640), text_size)
    replay(desk)
    desk.key(pygame.K_p)
    for _ in range(2):
        window = pygame.Rect(0, 0, 1024, 640)
        assert all(window.contains(widget.rect) for widget in desk.scene.widgets)
        desk.scene.look_for("won")
