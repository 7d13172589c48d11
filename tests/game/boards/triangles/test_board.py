"""The boards of the triangle games on a headless table, with real events."""

from __future__ import annotations

import math

import pygame
import pytest

from game.table.curtain import CARD_Z, Curtain
from game.table.scene import TableScene
from game.ui.dialogs import Dialog
from rules.base import Outcome
from rules.catalog import rules_of
from rules.games.triangles.layout import Lay, Stop
from rules.kit.hands import Draw, Pass
from rules.kit.lattice import Cell
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

ADA, BERTA = Seat("Ada"), Seat("Berta")
TWO = {"hands": [["555", "345", "123"], ["445", "012"]], "stock": ["000", "111", "222"], "start": None}


def sit(desk, game, seats, setup=None, seed=1):
    session = Session(rules_of(game), seats, seed, level=setup)
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    return table


def against_bot(desk, setup=TWO):
    desk.app.thinker = Quiet()
    return sit(desk, "tripple_domino", [ADA, Seat("Bruno", "bot", "easy")], setup)


def drop(desk, table, tile, cell):
    desk.drag(table.board.piece_rect(tile).center, table.board.lattice.middle(cell))
    desk.run(900)


def test_a_triangle_dragged_from_the_rack_is_laid_and_scored(desk):
    table = against_bot(desk)
    target = table.board.targets("555", 0)[0]
    drop(desk, table, "555", target.place)
    assert table.session.moves == 1
    assert table.state.scores[0] == 15 + table.session.rules.values["bonus"]["start"]


def test_a_tile_turns_by_itself_to_lie_as_it_must(desk):
    table = sit(desk, "tripple_solitaire", [ADA], {"hands": [["345", "001"]], "stock": [], "start": "555"})
    targets = table.board.targets("345", 0)
    assert len(targets) == 0
    table = sit(desk, "tripple_solitaire", [ADA],
                {"hands": [["445", "000"]], "stock": ["111"], "start": "345"})
    places = {target.place for target in table.board.targets("445", 0)}
    assert places
    cell = next(iter(places))
    start = table.board.piece_rect("445").center
    desk.press(start)
    desk.move((start[0] + 20, start[1] - 20), held=True)
    loose = table.hand.held_sprite.image
    desk.move(table.board.lattice.middle(cell), held=True)
    assert table.hand.near is not None and table.hand.held_sprite.image is not loose
    desk.release(table.board.lattice.middle(cell))
    desk.run(900)
    assert table.session.moves == 1


def test_where_several_turns_fit_the_wheel_changes_between_them(desk):
    table = sit(desk, "tripple_solitaire", [ADA],
                {"hands": [["345", "000"]], "stock": ["111"], "start": "333"})
    table = sit(desk, "tripple_solitaire", [ADA],
                {"hands": [["335", "000"]], "stock": ["111"], "start": "333"})
    piece = "335"
    assert table.board.turns(piece) >= 1
    desk.click(table.board.piece_rect(piece).center)
    first = [target.move.corners for target in table.hand.targets]
    if table.board.turns(piece) > 1:
        desk.event(pygame.MOUSEWHEEL, x=0, y=1)
        assert [target.move.corners for target in table.hand.targets] != first


def test_a_refused_drop_names_the_corner(desk):
    table = sit(desk, "tripple_solitaire", [ADA],
                {"hands": [["012", "345"]], "stock": ["000"], "start": "555"})
    cell = next(iter(table.state.layout.open))
    drop(desk, table, "012", cell)
    assert table.session.moves == 0
    assert table.status_now[2] == "bad" and "5" in table.status_now[0]


def test_drawing_costs_what_the_button_says(desk):
    table = against_bot(desk,
                        {"hands": [["012", "123"], ["555", "444"]], "stock": ["000", "111"], "start": None})
    table.session.play(next(iter(table.session.rules.legal_moves(table.state))))
    table.jumped()
    actions = table.board.actions()
    assert [action.move for action in actions] == [Draw()] and "5" in actions[0].label
    desk.key(pygame.K_d)
    desk.run(700)
    assert table.state.scores[0] == -5 and len(table.state.hands[0]) == 3


def test_the_rack_is_rearranged_by_dragging_and_sorted_by_key(desk):
    table = against_bot(desk)
    before = list(table.board.rack.order[0])
    first, last = table.board.piece_rect(before[0]).center, table.board.piece_rect(before[-1])
    desk.drag(first, (last.right + 10, last.centery))
    assert table.board.rack.order[0] == before[1:] + before[:1]
    desk.key(pygame.K_s)
    assert table.board.rack.order[0] == ["555", "345", "123"]
    assert table.session.moves == 0


def test_two_humans_get_a_curtain_and_see_only_their_own_hand(desk):
    table = sit(desk, "tripple_domino", [ADA, BERTA], TWO)
    assert isinstance(desk.scene, Curtain) and table.viewer is None
    desk.key(pygame.K_RETURN)
    assert desk.scene is table and table.viewer == 0
    assert set(table.board.pieces()) == set(TWO["hands"][0])
    drop(desk, table, "555", table.board.targets("555", 0)[0].place)
    desk.run(1000)
    assert isinstance(desk.scene, Curtain)
    desk.key(pygame.K_RETURN)
    assert table.viewer == 1 and set(table.board.pieces()) == set(TWO["hands"][1])


def test_a_human_alone_among_bots_never_sees_a_curtain(desk):
    table = against_bot(desk)
    assert desk.scene is table and table.viewer == 0


def test_a_bot_answers_a_move(desk):
    table = sit(desk, "tripple_domino", [ADA, Seat("Bruno", "bot", "easy")], TWO)
    drop(desk, table, "555", table.board.targets("555", 0)[0].place)
    desk.run(3000)
    assert (table.session.moves >= 2 and table.state.player == 0) or table.session.outcome is not None


def test_undo_against_bots_takes_back_whole_turns(desk):
    table = sit(desk, "tripple_domino", [ADA, Seat("Bruno", "bot", "easy")], TWO)
    drop(desk, table, "555", table.board.targets("555", 0)[0].place)
    desk.run(3000)
    if table.session.outcome is None:
        desk.key(pygame.K_u)
        assert table.state.player == 0 and table.session.moves == 0


def test_the_board_is_pushed_and_zoomed_and_fits_again(desk):
    table = against_bot(desk)
    lattice = table.board.lattice
    desk.press((60, 300))
    desk.move((160, 340), held=True)
    desk.release((160, 340))
    assert lattice.manual
    side = lattice.side
    desk.move((400, 300))
    desk.event(pygame.MOUSEWHEEL, x=0, y=-1)
    assert lattice.side < side
    desk.key(pygame.K_0)
    assert not lattice.manual


def test_trio_offers_stop_or_go_on_after_the_last_tile(desk):
    setup = {"hands": [["R2B2G2"], ["R0B0G0", "R1B1G1"]], "stock": ["R0B1G2", "R0B2G1"], "start": "R2G2B2",
             "starter": 0}
    desk.app.thinker = Quiet()
    table = sit(desk, "trio_domino", [ADA, Seat("Bruno", "bot", "easy")], setup)
    move = next(m for m in table.session.rules.legal_moves(table.state) if isinstance(m, Lay))
    table.play(move)
    desk.run(900)
    labels = [action.move for action in table.board.actions()]
    assert len(labels) == 2 and Stop() in labels
    assert "Ada" in table.status_now[1]


@pytest.mark.parametrize("size",
                         [(1024, 640), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160)])
@pytest.mark.parametrize("game", ["tripple_domino", "tripple_solitaire", "trio_domino"])
def test_everything_on_the_table_lies_inside_the_window(tmp_path, size, game):
    desk = Desk(tmp_path, size)
    desk.app.thinker = Quiet()
    low = {"tripple_domino": 4}.get(game, 1)
    table = sit(desk, game, [ADA] + [Seat(f"Bot {i}", "bot", "easy") for i in range(1, low)])
    window = pygame.Rect(0, 0, *size)
    for widget in table.widgets:
        assert window.contains(widget.rect), (type(widget).__name__, widget.rect)
    for piece in table.board.pieces():
        assert table.board.rack.rail.contains(table.board.piece_rect(piece))
    desk.app.close()


def test_a_bot_is_asked_also_if_the_window_is_resized_while_a_tile_flies(desk):
    table = sit(desk, "tripple_domino", [ADA, Seat("Bruno", "bot", "easy")], TWO)
    target = table.board.targets("555", 0)[0]
    desk.drag(table.board.piece_rect("555").center, table.board.lattice.middle(target.place))
    assert table.tweens.busy
    desk.app.screen = pygame.display.set_mode((1600, 900))
    desk.app.refresh()
    desk.run(3000)
    assert table.session.moves >= 2


def test_a_click_on_the_stock_draws(desk):
    table = sit(desk, "tripple_solitaire", [ADA],
                {"hands": [["012", "345"]], "stock": ["000", "111"], "start": "555"})
    desk.click(table.board.stock.rect.center)
    desk.run(700)
    assert len(table.state.hands[0]) == 3 and table.state.scores == (-5,)


STOPPABLE = {"hands": [["012", "345"]], "stock": ["000", "111", "222", "333"], "start": "555"}


def test_stopping_a_solitaire_asks_first_and_enter_plays_on(desk):
    table = sit(desk, "tripple_solitaire", [ADA], STOPPABLE)
    desk.key(pygame.K_x)
    assert isinstance(desk.scene, Dialog)
    desk.key(pygame.K_RETURN)
    assert desk.scene is table and table.session.outcome is None and table.session.moves == 0
    desk.key(pygame.K_x)
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is table and table.session.outcome is None
    desk.key(pygame.K_x)
    desk.click_button(desk.say("tripple.stop_yes"))
    assert table.session.outcome == Outcome((), "stop")


def test_stopping_a_solitaire_is_in_the_menu_and_not_beside_drawing(desk):
    table = sit(desk, "tripple_solitaire", [ADA], STOPPABLE)
    (stop,) = table.board.menu_actions()
    assert stop.move == Stop()
    labels = [getattr(widget, "label", "") for widget in table.widgets]
    assert stop.label not in labels and any(desk.say("tiles.draw") in label for label in labels)
    desk.key(pygame.K_ESCAPE)
    desk.click_button(stop.label)
    assert isinstance(desk.scene, Dialog) and table.session.outcome is None


def test_after_three_draws_the_solitaire_offers_to_pass(desk):
    table = sit(desk, "tripple_solitaire", [ADA], STOPPABLE)
    for drawn in range(1, 4):
        desk.key(pygame.K_d)
        desk.run(900)
        assert table.state.drawn == drawn
    assert Pass() in [action.move for action in table.board.actions()]
    desk.key(pygame.K_p)
    desk.run(900)
    assert table.state.drawn == 0 and table.state.scores == (-15,)


def test_a_tile_refused_for_the_double_row_marks_the_forbidden_place(desk):
    table = sit(desk, "trio_domino", [ADA])
    before = len(table.stage.sprites)
    cell = next(iter(table.state.layout.open))
    table.board.show_refusal(cell)
    assert len(table.stage.sprites) == before + 1
    desk.run(1800)
    assert len(table.stage.sprites) == before


def test_the_move_is_seen_before_the_curtain_and_told_on_it(desk):
    table = sit(desk, "tripple_domino", [ADA, BERTA], TWO)
    desk.key(pygame.K_RETURN)
    desk.run(50)
    drop(desk, table, "555", Cell(0, 0, True))
    assert desk.scene is table and table.viewer == 0, "Ada still looks at what she laid"
    desk.run(1200)
    curtain = desk.scene
    assert isinstance(curtain, Curtain) and table.viewer is None
    assert [ply.move.tile for ply in curtain.recap] == ["555"]
    before = max(sprite.rect.h for sprite in curtain.stage.sprites if sprite.z >= CARD_Z)
    desk.key(pygame.K_RIGHT)
    card = next(sprite for sprite in curtain.stage.sprites if sprite.z == CARD_Z + 1)
    assert curtain.chosen == 0 and card.rect.h > before, "its picture is seen larger"
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Dialog), "the menu stands above the curtain"
    labels = {widget.label for widget in desk.scene.widgets}
    assert desk.say("menu.rules") in labels and desk.say("spoken.menu") not in labels
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is curtain and table.viewer is None
    desk.key(pygame.K_RETURN)
    assert desk.scene is table and table.viewer == 1


def test_a_place_glows_around_its_cell(desk):
    board = against_bot(desk).board
    target = board.targets("555", 0)[0]
    image, pos = board.glow(target, nearest=False)
    assert math.dist(image.get_rect(topleft=pos).center, board.lattice.rect(target.place).center) < 3


def test_the_double_row_of_trio_is_marked_as_soon_as_its_direction_is_fixed(desk):
    table = sit(desk, "trio_domino", [ADA])
    session, rng = Session(rules_of("trio_domino"), [ADA, BERTA], 1), rng_for("x", 1)
    while len(list(session.rules.open_directions(before := session.state))) > 1:
        session.play(pick(rng, list(session.rules.legal_moves(before))))
        marks = len(table.board.decorations(before))
    assert len(table.board.decorations(session.state)) == marks + 1


@pytest.mark.parametrize("hand, stock, key", [("R0B0G0", ["R0B1G2"], "trio.only_draw"),
                                              ("R0B0G0", [], "tiles.only_pass"),
                                              ("R2B2G2", [], "tiles.only_lay")])
def test_the_turn_line_of_trio_offers_only_what_is_possible(desk, hand, stock, key):
    desk.app.thinker = Quiet()
    other = "R1B1G1" if hand == "R2B2G2" else "R2B2G2"
    setup = {"hands": [[hand], [other]], "stock": stock, "start": "R2G2B2", "starter": 1, "moves": ["pass"]}
    board = sit(desk, "trio_domino", [ADA, Seat("Bruno", "bot", "easy")], setup).board
    assert not board.state.first_turn and board.idle_line()[1] == desk.say(key)


def test_a_drawn_tile_is_told_with_its_back_whatever_it_is(desk):
    pictures = []
    for stock in (["000", "111", "222"], ["222", "111", "000"]):
        table = sit(desk, "tripple_domino", [ADA, BERTA],
                    {"hands": [["555", "123"], ["012", "112"]], "stock": stock, "start": None})
        table.session.play(next(iter(table.session.rules.legal_moves(table.state))))
        table.session.play(Draw())
        picture = table.board.move_picture(table.session.rounds[-1].plies[-1], (200, 200))
        assert picture.get_bounding_rect().w > 50
        pictures.append(pygame.image.tobytes(picture, "RGBA"))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_RIGHT, pygame.K_LEFT])
def test_the_keyboard_picks_a_tile_that_fits_before_all_others(desk, key):
    table = against_bot(desk, {**TWO, "hands": [["123", "345", "555", "001"], ["445", "012"]]})
    desk.key(key)
    assert table.hand.piece == "555", "the only one that may begin"
