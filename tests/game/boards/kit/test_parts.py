"""The parts of the kit on a real headless table: action keys, stock, rack, outlines, moving pieces."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from game.boards.kit.actions import button_widths
from game.boards.kit.laying import fly_drawn, lay
from game.boards.kit.outlines import Outlines, corners_of, laid_by_others
from game.boards.kit.rack import HOVER_Z
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

SETUP = {"hands": [["123", "345", "555"], ["455", "111"]], "stock": ["012", "044"]}
SQUARE = pygame.Rect(300, 300, 80, 80)


@pytest.fixture
def table(desk: Desk) -> TableScene:
    """Open a game with hands and a stock, in which the human is to move."""
    desk.app.thinker = Quiet()  # type: ignore[assignment]
    session = Session(rules_of("tripple_domino"), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1, level=SETUP)
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    assert table.my_turn
    return table


def test_the_right_end_of_the_rack_holds_stock_and_action_row(table):
    rack, stock = table.board.rack, table.board.stock
    assert rack.rail.contains(rack.action_row) and rack.side.contains(stock.rect)
    assert all(not rack.side.colliderect(rack.piece_rect(piece)) for piece in rack.pieces())


def test_only_the_piece_under_the_mouse_is_lifted(desk, table):
    places = [table.board.piece_rect(piece).center for piece in table.board.pieces()]
    for place in (*places, table.board_area().center):
        desk.move(place)
        lifted = [sprite for sprite in table.stage.sprites if sprite.z == HOVER_Z]
        assert len(lifted) == (place in places)


def test_a_click_on_the_stock_means_the_same_as_its_move(desk, table):
    draw = table.session.rules.read_move("draw")
    refusal = table.session.rules.why_illegal(table.state, draw)
    desk.click(table.board.stock.rect.center)
    desk.run(800)
    if refusal is None:
        assert table.session.rounds[-1].plies[-1].move == draw
    else:
        assert table.session.moves == 0 and table.status_now[0] == desk.say(refusal)


def test_a_click_beside_the_stock_is_not_for_it(table):
    outside = (table.board.stock.rect.right + 5, table.board.stock.rect.top)
    assert not table.board.stock.press(outside, table.session.rules.read_move("draw"))
    assert table.session.moves == 0


def test_a_piece_dropped_on_the_rack_takes_that_place(table):
    rack = table.board.rack
    first, *others = rack.pieces()
    last = rack.piece_rect(others[-1])
    assert rack.dropped(first, (last.right, last.centery))
    assert rack.pieces() == [*others, first]
    assert not rack.dropped(first, (rack.rail.centerx, rack.rail.top - 300))


def test_a_dragged_piece_leaves_an_open_socket_and_a_picked_one_is_raised(table):
    rack, piece = table.board.rack, table.board.pieces()[0]
    count, place = len(table.stage.sprites), rack.piece_rect(piece)
    rack.show_picked(piece, "drag")
    assert len(table.stage.sprites) == count + 1 and rack.piece_rect(piece) == place
    rack.show_picked(piece, "pick")
    assert len(table.stage.sprites) == count
    rack.show_picked(piece, None)
    assert rack.piece_rect(piece) == place


def test_buttons_share_their_room_equally_as_long_as_their_labels_fit(table):
    role, widths = button_widths(table.look, ["A", "B"], 400)
    assert role == "button" and widths == [200, 200]
    _, narrow = button_widths(table.look, ["A", "A very long label of a button indeed"], 300)
    assert sum(narrow) <= 300 and narrow[1] > narrow[0]


def test_an_outline_surrounds_its_place_and_the_nearest_one_glows_wider(table):
    outlines = Outlines(table)
    for nearest in (True, False):
        image, pos = outlines.target(corners_of(SQUARE), nearest=nearest)
        assert image.get_rect(topleft=pos).contains(SQUARE)
    wide, narrow = (outlines.target(corners_of(SQUARE), nearest=near)[0].get_width()
                    for near in (True, False))
    assert wide > narrow


def test_the_mark_of_a_refusal_disappears_by_itself(desk, table):
    count = len(table.stage.sprites)
    Outlines(table).refusal(corners_of(SQUARE))
    assert len(table.stage.sprites) == count + 1
    desk.run(2000)
    assert len(table.stage.sprites) == count


def test_a_laid_piece_moves_to_its_place_with_a_sound_and_then_reports(desk, table):
    done: list[str] = []
    image = pygame.Surface((40, 20), pygame.SRCALPHA)
    flying = lay(table, image, (120, 110), (400, 300), lambda: done.append("laid"), dragged=True)
    assert flying.rect.center == (120, 110) and not done
    table.tweens.finish()
    assert flying.pos == (400, 300) and flying not in table.stage.sprites
    assert done == ["laid"] and desk.app.sounds.played[-1] == "lay"


def test_a_drawn_piece_flies_to_its_player(desk, table):
    done: list[str] = []
    image = pygame.Surface((40, 20), pygame.SRCALPHA)
    flying = fly_drawn(table, image, (100, 100), (500, 400), lambda: done.append("drawn"))
    assert desk.app.sounds.played[-1] == "draw"
    table.tweens.finish()
    assert flying.rect.center == (500, 400) and flying not in table.stage.sprites and done == ["drawn"]


# --- what lies on the board and in the rack ---


def test_a_board_paints_only_within_its_frame(table):
    field = table.board.field
    field.show({})
    move = next(iter(table.session.rules.legal_moves(table.state)))
    table.play(move)
    table.tweens.finish()
    field.view.push(0, field.view.area.top - field.view.rect(move.cell).bottom + 10)
    field.show(table.state.layout.at)
    assert all(field.frame.contains(sprite.rect) for sprite in table.stage.sprites
               if sprite.z == -move.cell.y and sprite.rect.w)


def test_a_panned_view_is_fitted_again_when_something_new_lies_outside(table):
    field = table.board.field
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    table.tweens.finish()
    field.view.push(30, 0)
    field.fit(table.state.layout.at)
    assert field.view.manual, "everything new is in view"
    field.view.push(3 * field.view.area.w, 0)
    field.fit([*table.state.layout.at, *table.session.rules.open_cells(table.state)])
    assert not field.view.manual


def test_what_the_others_laid_is_marked_until_the_viewer_moves(table):
    opening = next(iter(table.session.rules.legal_moves(table.state)))
    table.play(opening)
    table.tweens.finish()
    assert not laid_by_others(table)
    answer = next(iter(table.session.rules.legal_moves(table.state)))
    table.play(answer)
    table.tweens.finish()
    assert [ply.move for ply in laid_by_others(table)] == [answer]
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    table.tweens.finish()
    assert not laid_by_others(table)


def test_a_drawn_piece_is_marked_in_the_rack(table):
    for _ in range(2):
        table.play(next(iter(table.session.rules.legal_moves(table.state))))
        table.tweens.finish()
    rack = table.board.rack
    assert table.my_turn and not rack.just_drawn(rack.pieces())
    table.play(table.session.rules.read_move("draw"))
    table.tweens.finish()
    assert rack.just_drawn(rack.pieces()) == [table.state.hand[-1]]
    assert table.status_now[0] in {table.say(f"tripple.turn.{key}") for key in ("drawn", "drawn_nothing")}


def test_the_opening_line_names_the_only_tile_that_may_be_laid_and_it_is_lit(table):
    assert table.status_now[0] == table.say("tripple.opening", tile=table.board.tile_name("555"))
    assert table.board.lit() == ["555"]


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
@pytest.mark.parametrize("count", [6, 12, 20, 30])
def test_many_pieces_stay_legible_and_inside_the_rail(tmp_path, size, count):
    desk = Desk(tmp_path, size)
    desk.app.thinker = Quiet()  # type: ignore[assignment]
    rules = rules_of("tripple_domino")
    tiles = [tile for tile in rules.tiles if tile not in ("555", "000")]
    setup = {"hands": [["555", *tiles[:count - 1]], ["000"]], "stock": tiles[count:]}
    table = TableScene(desk.app, Session(rules, [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1, level=setup))
    desk.app.push(table)
    desk.run(50)
    rack = table.board.rack
    rects = [rack.piece_rect(piece) for piece in rack.pieces()]
    assert len(rects) == count and all(rack.rail.contains(rect) for rect in rects)
    assert rects[0].w >= 40 and max(rect.right for rect in rects) < rack.side.left
    if count <= 20:
        assert all(abs(a.centerx - b.centerx) >= a.w * 0.5 for a, b in pairwise(rects)
                   if a.top == b.top), "the numbers do not overlap"
    full = rack.piece_width()
    desk.move(rects[0].center)
    lifted = max((sprite for sprite in table.stage.sprites if sprite.z == 76), key=lambda s: s.rect.w)
    assert lifted.rect.w >= min(full, rects[0].w), "the piece under the mouse is seen in full size"
    desk.app.close()
