"""The statistics screen, headless, with real events: it shows the figures of the played games."""

from __future__ import annotations

from datetime import date, timedelta

import pygame
import pytest

from game.data.history import History, Result
from game.screens.setup.scene import Setup
from game.screens.statistics.plates import plates_of
from game.screens.statistics.scene import Statistics
from game.table.review.replay import Replay
from game.table.scene import TableScene
from game.ui.dialogs import Notice
from game.ui.widgets import Area, Cells, Segment, Stepper
from rules.catalog import GAMES, Game, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import nothing_overlaps

DAY = date(2026, 11, 16)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path)
    desk.app.history = History(None)  # writing every result to disk is slow
    yield desk
    desk.app.close()


def play(desk, won=True, *, game="turm_domino", variant="classic", seconds=100.0, score=28, **more) -> None:
    given = {"players": 1, "seed": 4711, "why": "won", "moves": 28, "ended": f"{DAY} 12:00:00"} | more
    desk.app.history.add(Result(game, variant, won=won, score=score, seconds=seconds, **given))


def finish(desk, seed: int) -> None:
    """Write a record of a finished game of random moves."""
    session = Session(rules_of("turm_domino"), [Seat("Ada")], seed)
    while session.outcome is None:
        session.play(next(iter(session.rules.legal_moves(session.state))))
    desk.store.finish(session, desk.store.saves / f"{seed}.json")


def leave_unfinished(desk, seed: int, moves: int) -> None:
    session = Session(rules_of("turm_domino", "open"), [Seat("Ada")], seed)
    for _ in range(moves):
        session.play(next(iter(session.rules.legal_moves(session.state))))
    desk.store.save(session, desk.store.saves / f"{seed}.json")


def open_statistics(desk, written=None) -> Statistics:
    if written is not None:
        written.clear()
    desk.app.push(Statistics(desk.app))
    desk.run(20)
    return desk.scene


def choose(desk, value) -> None:
    widget = next(w for w in desk.scene.widgets if isinstance(w, Segment)
                  and value in [o[0] for o in w.options])
    index = [option[0] for option in widget.options].index(value)
    desk.click(widget.cell_rects(widget.rect)[index].center)


def listing(desk) -> Cells:
    return next(w for w in desk.scene.widgets if isinstance(w, Cells))


def click_line(desk, index: int) -> None:
    widget = listing(desk)
    cell = widget.cells[index].move(widget.rect.left, widget.rect.top - widget.offset)
    desk.click(cell.center)


# --- without results ---


def test_the_empty_page_is_friendly_and_leads_to_a_table(desk, written):
    open_statistics(desk, written)
    assert desk.say("statistics.empty.title") in written
    desk.click_button(desk.say("button.play"))
    assert isinstance(desk.scene, Setup)


def test_enter_plays_from_the_empty_page(desk):
    open_statistics(desk)
    desk.key(pygame.K_RETURN)
    assert isinstance(desk.scene, Setup)


# --- figures ---


def test_the_plates_show_what_was_played(desk):
    for ago in (2, 1, 0):
        day = date.today() - timedelta(days=ago)
        play(desk, seconds=60 + ago, daily=day.isoformat(), ended=f"{day} 12:00:00")
    play(desk, won=False, seconds=5)
    play(desk, hints=1, seconds=200)
    shown = plates_of(open_statistics(desk), "turm_domino")
    plates = {label: (number, more) for _, label, number, more in shown}
    assert plates["Played"][0] == "5"
    assert plates["Won"] == ("4", "80%")
    assert plates["Best time"][0] == "1:00"
    assert plates["Without help"][0] == "3"
    assert plates["Wins in a row"] == ("1", "longest streak 3")
    assert plates["Deals of the day"] == ("3", "3 in a row")


def test_the_page_writes_the_numbers(desk, written):
    play(desk, seconds=75, seed=123456)
    open_statistics(desk, written)
    assert {"1:15", "123456", "16 Nov 2026", "100%"} <= set(written)


def test_a_game_of_several_shows_its_scores(desk, written, monkeypatch):
    monkeypatch.setitem(GAMES, "kwinty", Game("kwinty", "blocks", (2, 2), "", "", ""))
    play(desk, game="kwinty", players=2, score=40)
    play(desk, won=False, game="kwinty", players=2, score=21)
    open_statistics(desk, written)
    assert desk.scene.game == "kwinty"
    assert {"Best score", "40", "30 on average", "won", "lost"} <= set(written)


def test_a_game_that_is_not_in_the_catalog_is_not_shown(desk):
    play(desk, game="unknown_game")
    assert open_statistics(desk).games == []


def test_all_games_together(desk, written, monkeypatch):
    monkeypatch.setitem(GAMES, "kwinty", Game("kwinty", "blocks", (2, 2), "", "", ""))
    play(desk)
    play(desk, won=False, game="kwinty", players=2)
    open_statistics(desk, written)
    assert desk.scene.game is None and "50%" in written
    click_line(desk, 0)
    assert desk.scene.game == "turm_domino"
    entries = [w for w in desk.scene.widgets if isinstance(w, Area)]
    assert len(entries) == 3
    desk.click(entries[2].rect.center)
    assert desk.scene.game == "kwinty"
    desk.click(next(w for w in desk.scene.widgets if isinstance(w, Area)).rect.center)
    assert desk.scene.game is None


# --- filters ---


def test_one_variant_at_one_table_needs_no_filter(desk):
    play(desk)
    assert open_statistics(desk).filters() == []


def test_the_rules_can_be_filtered(desk):
    play(desk)
    play(desk, variant="open")
    play(desk, won=False, variant="open")
    scene = open_statistics(desk)
    assert scene.summary("turm_domino").played == 3
    choose(desk, "open")
    assert desk.scene.variant == "open" and scene.summary("turm_domino").played == 2
    choose(desk, None)
    assert scene.summary("turm_domino").played == 3


def test_the_number_of_players_can_be_filtered(desk, monkeypatch):
    monkeypatch.setitem(GAMES, "kwinty", Game("kwinty", "blocks", (2, 4), "", "", ""))
    for players in (2, 3, 3):
        play(desk, game="kwinty", players=players)
    scene = open_statistics(desk)
    choose(desk, 3)
    assert scene.summary("kwinty").played == 2


def test_more_variants_than_there_is_room_for_are_stepped_through(desk):
    for number in range(20):
        play(desk, variant=f"a_rather_long_name_{number}")
    open_statistics(desk)
    stepper = next(w for w in desk.scene.widgets if isinstance(w, Stepper))
    desk.click((stepper.rect.right - 8, stepper.rect.centery))
    assert desk.scene.variant == "a_rather_long_name_0"


# --- lists ---


def test_a_record_is_watched_again(desk):
    finish(desk, 5)
    open_statistics(desk)
    choose(desk, "records")
    click_line(desk, 0)
    assert isinstance(desk.scene, Replay)


def test_a_damaged_record_says_what_is_wrong(desk):
    finish(desk, 5)
    (desk.store.records / "torn.json").write_text('{"format": ')
    open_statistics(desk).choose(None)
    choose(desk, "records")
    lines = listing(desk).lines
    click_line(desk, next(i for i, line in enumerate(lines) if line.texts[0] == "damaged"))
    assert isinstance(desk.scene, Notice) and desk.scene.title == "torn.json"


def test_an_unfinished_game_goes_on(desk, written):
    leave_unfinished(desk, 7, 3)
    open_statistics(desk, written)
    choose(desk, "unfinished")
    assert {"3", "7", "Open"} <= set(written)
    click_line(desk, 0)
    assert isinstance(desk.scene, TableScene) and desk.scene.session.moves == 3
    desk.app.pop()
    assert isinstance(desk.scene, Statistics)


def test_lists_without_lines_say_so(desk, written):
    play(desk)
    open_statistics(desk)
    choose(desk, "records")
    choose(desk, "unfinished")
    text = " ".join(written)
    assert "watch your finished games again" in text and "No unfinished games" in text


def test_a_list_is_used_by_keyboard(desk):
    for seed in range(12):
        finish(desk, seed)
    open_statistics(desk)
    choose(desk, "records")
    widget = listing(desk)
    while desk.scene.focus is not widget:
        desk.key(pygame.K_TAB)
    desk.key(pygame.K_END)
    assert widget.cursor == 11 and widget.offset == widget.furthest > 0
    desk.key(pygame.K_UP)
    assert widget.cursor == 10
    desk.key(pygame.K_HOME)
    desk.key(pygame.K_UP)
    assert desk.scene.focus is not widget, "above the first line the focus goes on"
    desk.scene.focus_on(widget)
    desk.key(pygame.K_RETURN)
    assert isinstance(desk.scene, Replay)


def test_the_wheel_scrolls_and_the_mouse_marks_a_line(desk):
    for seed in range(12):
        finish(desk, seed)
    open_statistics(desk)
    choose(desk, "records")
    widget = listing(desk)
    desk.move((widget.rect.centerx, widget.rect.top + 5))
    assert widget.hover_index == 0
    desk.event(pygame.MOUSEWHEEL, y=-1, x=0)
    assert widget.offset > 0 and widget.hover_index > 0


def test_new_results_are_there_when_one_comes_back(desk):
    finish(desk, 5)
    scene = open_statistics(desk)
    choose(desk, "records")
    click_line(desk, 0)
    play(desk)
    desk.app.pop()
    assert desk.scene is scene and scene.summary("turm_domino").played == 1


# --- all window sizes ---


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (2560, 1080)])
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_overlaps_or_leaves_the_window(desk_of, size, text_size):
    desk = desk_of(size, text_size)
    for variant in ("classic", "strict", "open", "three_towers"):
        play(desk, variant=variant)
    open_statistics(desk)
    nothing_overlaps(desk.app)
    assert listing(desk).rect.h >= 3 * listing(desk).row
