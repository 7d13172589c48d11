"""The shelf: every game has its box, at every window size and with more games than today."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import routes
from game.screens.people.calendar import CalendarScene
from game.screens.setup.scene import Setup
from game.screens.shelf import cards as shelf_cards
from game.screens.shelf.boxes import Box
from game.screens.shelf.grid import grid
from game.screens.shelf.scene import Shelf
from game.shots.screens import draw_all
from game.table.lesson import Lesson
from game.table.scene import TableScene
from game.ui.look import Look
from game.ui.widgets import Area, Cells
from rules.catalog import GAMES, Game, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk

SIZES = [(1024, 640), (1280, 720), (1366, 768), (1920, 1080), (1024, 768)]
MOST = max(Counter(game.family for game in GAMES.values()).values())
SMALLEST_TITLE = 11
"""In pixels; smaller titles are unreadable."""


def more_games(monkeypatch: pytest.MonkeyPatch, *families: str) -> None:
    """Put another copy of a game of each of these families into the catalog."""
    for number, family in enumerate(families):
        model = next(game for game in GAMES.values() if game.family == family)
        monkeypatch.setitem(GAMES, f"more_{number}", model)


def families() -> dict[str, list[Game]]:
    found: dict[str, list[Game]] = {}
    for game in GAMES.values():
        found.setdefault(game.family, []).append(game)
    return found


def large_families() -> list[str]:
    return [family for family, games in families().items() if len(games) == MOST]


def boxes(scene: Shelf) -> list[pygame.Rect]:
    """Return the boxes of games, Play on and the deal of the day."""
    return [widget.rect for widget in scene.widgets if isinstance(widget, Area) and widget.rect.w > 100]


def drawn_titles(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return a dict from every text of the role `box` to the smallest size in which it is drawn."""
    sizes: dict[str, float] = {}
    write = Look.write

    def noted(look: Look, surface: pygame.Surface, text: str, role: str, *rest: Any, fit: float | None = None,
              at_most: float | None = None, **more: Any) -> pygame.Rect:
        if role == "box":
            size = look.fitting(text, role, fit, at_most) if fit else look.m.text_px(role, at_most)
            sizes[text] = min(size, sizes.get(text, size))
        return write(look, surface, text, role, *rest, fit=fit, at_most=at_most, **more)

    monkeypatch.setattr(Look, "write", noted)
    return sizes


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("more", [0, 1, 2])
def test_every_box_is_inside_and_none_overlaps(tmp_path, monkeypatch, size, more):
    """Also with 11 or 12 games, where one or two of the largest families have a fifth member."""
    more_games(monkeypatch, *large_families()[:more])
    titles = drawn_titles(monkeypatch)
    monkeypatch.setenv("DOMINOTHEK_LANG", "de")
    desk = Desk(tmp_path, size)
    found = boxes(desk.scene)
    assert len(found) >= len(GAMES) + 1
    assert all(pygame.Rect((0, 0), size).contains(rect) for rect in found)
    assert not [(one, other) for one, other in combinations(found, 2) if one.colliderect(other)]
    assert titles and {text: px for text, px in titles.items() if px < SMALLEST_TITLE} == {}
    desk.app.close()


def test_titles_are_whole_with_a_fifth_game_in_a_small_window_with_large_text(tmp_path, monkeypatch):
    more_games(monkeypatch, large_families()[0])
    written, write = [], Look.write

    def noted(look: Look, surface: pygame.Surface, text: str, *rest: Any, **more: Any) -> pygame.Rect:
        written.append(text)
        return write(look, surface, text, *rest, **more)

    monkeypatch.setattr(Look, "write", noted)
    draw_all(tmp_path, (1024, 640), "fr", only="shelf", text=150)
    said = " ".join(written)
    assert "Rejoindre une table" in said and "Point-Typ- Dom" in said


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("counts", [(4, 3, 4), (5, 3, 5), (6, 2, 6), (1, 1, 1), (8, 8, 8), (4, 2, 4, 5)],
                         ids=str)
def test_every_game_has_one_place_whatever_the_families_hold(tmp_path, monkeypatch, size, counts):
    desk = Desk(tmp_path, size)
    model = next(iter(GAMES.values()))
    games = {f"{family}_{n}": replace(model, id=f"{family}_{n}", family=str(family))
             for family, count in enumerate(counts) for n in range(count)}
    monkeypatch.setattr("game.screens.shelf.grid.GAMES", games)
    columns, rows = grid(desk.app.look.m)
    placed = [game.id for row in rows for _, _, part in row for game in part]
    assert sorted(placed) == sorted(games) and rows[0][0][0] == "play_on"
    assert all(sum(width for _, width, _ in row) <= columns for row in rows)
    desk.app.close()


def test_a_further_game_in_a_full_row_makes_a_further_column_not_a_further_row(tmp_path, monkeypatch):
    desk = Desk(tmp_path, (1280, 720))
    columns, rows = grid(desk.app.look.m)
    more_games(monkeypatch, large_families()[0])
    wider, still = grid(desk.app.look.m)
    assert len(still) == len(rows) and columns <= wider <= columns + 1
    desk.app.close()


# --- unfinished games ---


def begun(desk: Desk, game: str, seed: int = 7) -> Session:
    """Begin a game of Ada and Bruno with one move, leave it, and return it."""
    rules = rules_of(game)
    seats = [Seat("Ada"), Seat("Bruno", "bot", "easy")][:max(1, GAMES[game].players[0])]
    session = Session(rules, seats, seed)
    session.play(next(iter(rules.legal_moves(session.state))))
    desk.store.save(session, desk.store.new_save_path(game))
    return session


def box_of(desk: Desk, game: str) -> Area:
    title = desk.say(f"game.{game}.title")
    return next(widget for widget in desk.scene.widgets
                if isinstance(widget, Area) and widget.spoken.startswith(title))


def two_games() -> tuple[str, str]:
    """Return a game that is played alone and one for two."""
    return (next(game.id for game in GAMES.values() if game.solitaire),
            next(game.id for game in GAMES.values() if game.players == (2, 2)))


def test_each_box_offers_its_own_unfinished_game_and_never_says_new(tmp_path):
    desk = Desk(tmp_path)
    alone, for_two = two_games()
    sessions = {game: begun(desk, game) for game in (alone, for_two)}
    desk.app.home()
    for game, session in sessions.items():
        assert desk.say("shelf.note.new") not in box_of(desk, game).spoken.split(", ")
        desk.click(box_of(desk, game).rect.center)
        assert desk.scene.game == game and desk.scene.session.seed == session.seed
        desk.app.home()
    untouched = next(game for game in GAMES if game not in sessions)
    assert desk.say("shelf.note.new") in box_of(desk, untouched).spoken
    desk.app.close()


def test_a_box_with_an_unfinished_game_can_begin_a_new_one_by_mouse_and_by_key(tmp_path):
    desk = Desk(tmp_path)
    game = two_games()[1]
    begun(desk, game)
    desk.app.home()
    box = box_of(desk, game)
    assert isinstance(box, Box) and box.new_part is not None
    desk.click(box.new_part.move(box.rect.topleft).center)
    assert isinstance(desk.scene, Setup) and desk.scene.game == game
    desk.app.home()
    desk.scene.focus_on(box_of(desk, game))
    desk.key(pygame.K_n)
    assert isinstance(desk.scene, Setup) and desk.scene.game == game
    desk.app.close()


def test_the_setup_lists_every_unfinished_game_of_its_own(tmp_path):
    desk = Desk(tmp_path)
    alone, for_two = two_games()
    for number in range(3):
        begun(desk, for_two, number + 1)
    begun(desk, alone)
    desk.app.open(routes.Setup(for_two))
    listed = next(widget for widget in desk.scene.widgets if isinstance(widget, Cells))
    assert len(listed.cells) == 3
    told = listed.tell(0)
    assert "Bruno" in told and desk.say("unfinished.moves", n=1) in told
    listed.choose(2)
    assert desk.scene.game == for_two and desk.scene.session.seed == 1, "the oldest one"
    desk.app.close()


def test_the_deals_of_the_day_are_named_by_their_games(tmp_path):
    desk = Desk(tmp_path)
    card = next(widget for widget in desk.scene.widgets if widget.spoken.startswith(desk.say("today.title")))
    daily = list(GAMES.values())
    assert all(desk.say(f"game.{game.id}.title") in card.spoken for game in daily)
    desk.click(card.rect.center)
    assert isinstance(desk.scene, CalendarScene) and desk.scene.game == daily[0].id
    desk.app.close()


def test_a_card_without_anything_to_offer_leaves_its_room_to_the_others(tmp_path, monkeypatch):
    desk = Desk(tmp_path)

    def cards() -> list[pygame.Rect]:
        return [widget.rect for widget in desk.scene.widgets
                if widget.spoken.startswith(desk.say("today.title"))]

    monkeypatch.setattr(shelf_cards, "CARDS", (shelf_cards.todays_deals,))
    desk.app.home()
    alone = cards()[0]
    monkeypatch.setattr(shelf_cards, "CARDS", (shelf_cards.todays_deals, lambda *_: None))
    desk.app.home()
    assert cards() == [alone]
    monkeypatch.setattr(shelf_cards, "CARDS", (shelf_cards.todays_deals, shelf_cards.todays_deals))
    desk.app.home()
    first, second = cards()
    assert first.right < second.left and first.w < alone.w and second.right == alone.right
    desk.app.close()


# --- the first time at a game ---


def labels(desk: Desk) -> set[str]:
    return {widget.label for widget in desk.scene.widgets}


@pytest.mark.parametrize("game", list(GAMES))
def test_the_first_time_at_a_game_its_lesson_is_offered_if_it_has_one(tmp_path, game):
    desk = Desk(tmp_path)
    desk.app.open(routes.Setup(game))
    taught = bool(desk.app.texts.lines(f"tutorial.{game}"))
    assert ({desk.say("first.show"), desk.say("first.play")} <= labels(desk)) == taught
    if taught:
        desk.click_button(desk.say("first.show"))
        assert isinstance(desk.scene, Lesson) and desk.scene.game == game
        desk.scene.skip()
        assert desk.say("first.show") not in labels(desk), "only once"
    desk.app.close()


def test_who_just_wants_to_play_plays_at_once_and_is_not_asked_again(tmp_path):
    desk, game = Desk(tmp_path), two_games()[1]
    desk.app.open(routes.Setup(game))
    desk.click_button(desk.say("first.play"))
    assert isinstance(desk.scene, TableScene) and not isinstance(desk.scene, Lesson)
    desk.app.home()
    desk.app.open(routes.Setup(game))
    assert desk.say("first.show") not in labels(desk)
    desk.app.close()


def test_the_same_deal_again_keeps_the_old_game_and_says_so(tmp_path):
    desk = Desk(tmp_path)
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    desk.run(1500)
    table.restart()
    assert desk.scene is not table and desk.scene.session.moves == 0
    assert desk.scene.status_now[0] == desk.say("status.kept")
    kept = [len(save.record["rounds"][0]["moves"]) for save in desk.store.unfinished()]
    assert 1 in kept, "the old game"
    desk.app.close()


def test_the_shelf_draws_all_boxes_without_importing_a_board_or_rule_files(tmp_path):
    """They take longer to import than everything else until the first frame."""
    script = ("import sys; from game.app import App; from game import routes\n"
              "app = App(headless=(1024, 640)); app.open(routes.Shelf()); app.step([], 16); app.close()\n"
              "print([name for name in sys.modules if name.endswith('.board')\n"
              "       or name in ('rules.base', 'rules.files.kinds', 'rules.files.source')])")
    environment = {"DOMINOTHEK_DATA": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[3], env=environment,
                          capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
