"""The hand at the table: click-only mode, turning, the position of the preview, and drops out of reach."""

from __future__ import annotations

import pygame
import pytest

from game.table.hand import leaning_picture
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "easy")]


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.app.thinker = Quiet()  # type: ignore[assignment]
    return desk


def sit(desk: Desk, game: str, setup) -> TableScene:
    table = TableScene(desk.app, Session(rules_of(game), SEATS, 1, level=setup))
    desk.app.push(table)
    desk.run(50)
    return table


def lift(desk: Desk, start, goal) -> None:
    """Drag a piece without releasing it."""
    desk.move(start)
    desk.press(start)
    desk.move((start[0] + 20, start[1]), held=True)
    desk.move(goal, held=True)


@pytest.fixture
def drawn(monkeypatch) -> list[tuple[int, int]]:
    """The sizes of the pictures that were drawn."""
    sizes, load = [], pygame.image.load_sized_svg
    monkeypatch.setattr(pygame.image, "load_sized_svg", lambda *args: sizes.append(args[1]) or load(*args))
    return sizes


@pytest.mark.parametrize(("game", "setup"), [
    ("kwinty", {"starter": 0, "moves": ["H 0,0", "H 2,0"]}), ("tripple_domino", None)])
def test_what_taking_a_piece_shows_is_drawn_while_the_mouse_rests(desk, drawn, game, setup):
    table = sit(desk, game, setup)
    desk.run(4000)
    piece = next(piece for piece in table.board.pieces() if table.board.targets(piece, 0))
    start, goal = table.board.piece_rect(piece).center, table.board.targets(piece, 0)[-1].centre
    drawn.clear()
    desk.move(start)
    desk.press(start)
    assert drawn == []
    desk.move((start[0] + 20, start[1]), held=True)
    assert table.hand.how == "drag" and table.hand.marks
    assert len(drawn) <= 2, "the empty place and an icon"
    drawn.clear()
    desk.move(goal, held=True)
    assert table.hand.near is not None
    assert all(max(size) < 40 for size in drawn), "corners of the preview, but no piece"


def test_nothing_is_drawn_ahead_while_the_mouse_moves(desk, drawn):
    table = TableScene(desk.app, Session(rules_of("kwinty"), SEATS, 1, level={"starter": 0, "moves": []}))
    desk.app.push(table)
    desk.run(20)
    drawn.clear()
    for x in range(20):
        desk.move((900 + x, 400))
    assert drawn == []


def test_other_pictures_are_drawn_ahead_after_the_view_was_zoomed(desk, drawn):
    table = sit(desk, "tripple_domino", None)
    desk.run(4000)
    desk.move(table.board_area().center)
    desk.event(pygame.MOUSEWHEEL, x=0, y=-1)
    drawn.clear()
    desk.run(500)
    assert drawn


# --- click only, drag only ---


def test_with_click_only_a_drag_lifts_and_lays_nothing(desk):
    desk.app.settings.moving = "click"
    table = sit(desk, "kwinty", {"starter": 0, "moves": ["H 0,0", "H 2,0"]})
    target = table.board.targets("block", 0)[0]
    lift(desk, table.board.piece_rect("block").center, target.centre)
    assert table.hand.how is None
    desk.release(target.centre)
    desk.run(1200)
    assert table.session.moves == 0


def test_with_click_only_two_clicks_lay_a_piece(desk):
    desk.app.settings.moving = "click"
    table = sit(desk, "kwinty", {"starter": 0, "moves": ["H 0,0", "H 2,0"]})
    target = table.board.targets("block", 0)[0]
    desk.click(table.board.piece_rect("block").center)
    assert table.hand.how == "pick"
    desk.click(target.centre)
    desk.run(1200)
    assert [ply.move for _, ply in table.session.history()] == [target.move]


def test_with_drag_only_a_click_picks_nothing(desk):
    desk.app.settings.moving = "drag"
    table = sit(desk, "kwinty", {"starter": 0, "moves": ["H 0,0", "H 2,0"]})
    desk.click(table.board.piece_rect("block").center)
    assert not table.hand.holding


# --- turning ---


def test_a_turned_piece_keeps_aiming_at_the_same_place(desk):
    table = sit(desk, "kwinty", {"starter": 0, "moves": ["H 0,0", "H 2,0"]})
    both = {t.place for t in table.board.targets("block", 0)} & {t.place
                                                                 for t in table.board.targets("block", 1)}
    target = next(t for t in table.board.targets("block", 0) if t.place in both)
    lift(desk, table.board.piece_rect("block").center, target.centre)
    assert table.hand.near == target
    desk.event(pygame.MOUSEWHEEL, x=0, y=1)
    assert table.hand.near is not None and table.hand.near.place == target.place
    assert table.hand.near.move != target.move
    desk.release(target.centre)
    desk.run(1200)
    assert table.session.rounds[-1].plies[-1].move != target.move
    assert table.session.moves == 1


# --- the preview ---


def test_a_preview_near_the_top_bar_is_below_its_place_and_covers_nothing_of_the_bar(desk):
    table = sit(desk, "turris", {"starter": 0, "moves": []})
    bar = table.look.m.top
    target = table.board.targets("upright", 0)[0]
    table.hand.pick("upright")
    high = type(target)(target.move, target.place, target.rect.move(0, bar.bottom + 4 - target.rect.top))
    table.hand.targets = [high]
    assert table.hand.step_target(1)
    bubble = table.hand.bubble
    assert bubble is not None and bubble.rect.top >= bar.bottom
    assert bubble.rect.centery > high.rect.centery


def test_a_preview_with_room_above_its_place_is_above_it(desk):
    table = sit(desk, "turris", {"starter": 0, "moves": []})
    target = table.board.targets("upright", 0)[0]
    table.hand.pick("upright")
    low = type(target)(target.move, target.place,
                       target.rect.move(0, table.look.size[1] // 2 - target.rect.top))
    table.hand.targets = [low]
    assert table.hand.step_target(1)
    assert table.hand.bubble is not None and table.hand.bubble.rect.centery < low.rect.top


# --- out of reach ---


def test_a_legal_move_out_of_reach_is_not_played_and_not_dropped_without_a_word(desk):
    table = sit(desk, "turris", {"starter": 0, "moves": []})
    far = (table.board.tower.area.left + 6, table.board.tower.area.top + 6)
    move = table.board.attempt("upright", far)
    assert move is not None and table.session.rules.why_illegal(table.state, move) is None
    desk.drag(table.board.piece_rect("upright").center, far)
    assert table.status_now[:3] == (desk.say("status.out_of_reach"), "", "bad")
    assert desk.app.sounds.played.count("refuse") == 1
    desk.run(1200)
    assert table.session.moves == 0 and not table.hand.holding


def test_a_click_beside_every_place_says_so_and_keeps_the_piece_in_the_hand(desk):
    table = sit(desk, "turris", {"starter": 0, "moves": []})
    desk.click(table.board.piece_rect("upright").center)
    desk.click((table.board.tower.area.left + 6, table.board.tower.area.top + 6))
    assert table.status_now[0] == desk.say("status.out_of_reach") and table.hand.holding


def test_a_dragged_piece_leans_while_it_is_pulled_and_comes_upright(desk):
    table = desk.table()
    start = table.board.piece_rect(table.board.pieces()[0]).center
    desk.press(start)
    for step in range(1, 6):
        desk.move((start[0] + 40 * step, start[1] - 10 * step), held=True)
    assert table.hand.leaning and table.restless
    desk.run(600)
    assert not table.hand.leaning
    desk.release(start)


def test_a_leaning_piece_has_smooth_edges():
    """Turned pixel by pixel, its rims and pips were torn into steps."""
    piece = pygame.Surface((120, 60), pygame.SRCALPHA)
    piece.fill("white", (10, 10, 100, 40))
    image = leaning_picture(piece, 6)
    column = [image.get_at((image.get_width() // 2 - 20, y)).a for y in range(image.get_height())]
    assert any(0 < alpha < 255 for alpha in column) and 255 in column
