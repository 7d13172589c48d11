"""The boards of Kwinty and Turris on a headless table, with real events."""

from __future__ import annotations

import pygame
import pytest

from game.table.scene import TableScene
from game.thinking import Direct
from game.ui.flight import LIGHT_Z
from rules.catalog import rules_of
from rules.games.kwinty.bots import why
from rules.games.kwinty.rules import FLAT, Lay
from rules.games.turris.faces import squares_of
from rules.games.turris.rules import Lay as Block
from rules.games.turris.rules import Pass, TakeOut
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import Quiet

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "easy")]


@pytest.fixture
def desk(desk):
    """A desk whose bots never answer."""
    desk.app.thinker = Quiet()
    return desk


def sit(desk, game, moves=()):
    session = Session(rules_of(game), SEATS, 1, level={"starter": len(moves) % 2, "moves": list(moves)})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    return table


def drop_on(desk, table, piece, target):
    desk.drag(table.board.piece_rect(piece).center, target.centre)
    desk.run(1200)


def test_a_block_is_dragged_onto_the_wall_and_falls_the_last_bit(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    target = next(t for t in table.board.targets("block", 0) if t.move.way == FLAT)
    drop_on(desk, table, "block", target)
    assert [ply.move for _, ply in table.session.history()] == [target.move]
    assert "block" in desk.app.sounds.played


def test_the_wall_is_told_row_by_row_and_an_empty_one_as_such(desk):
    assert sit(desk, "kwinty").board.speech.board() == [desk.say("spoken.kwinty.empty")]
    assert len(sit(desk, "kwinty", ["H 0,0", "V 2,0"]).board.speech.board()) == 2


def test_the_wheel_turns_the_block_in_the_hand(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    desk.click(table.board.piece_rect("block").center)
    assert table.hand.targets[0].move.way == FLAT
    desk.event(pygame.MOUSEWHEEL, x=0, y=1)
    assert table.hand.targets[0].move.way != FLAT


def test_a_refused_block_names_the_rule(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    desk.click(table.board.piece_rect("block").center)
    table.refuse(Lay(FLAT, 2, 1) if table.state.player else Lay(FLAT, 5, 3))
    assert table.status_now[2] == "bad" and "." not in table.status_now[0].split()[0]


def test_a_block_is_dragged_onto_the_tower(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    target = table.board.targets("upright", 0)[0]
    drop_on(desk, table, "upright", target)
    assert table.session.moves == 1 and table.session.rounds[-1].plies[0].move == target.move


def test_the_ladder_shows_the_level_that_a_block_begins(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    ladder = next(sprite for sprite in table.stage.sprites if sprite.rect == table.board.ladder.area)
    before = ladder.image
    table.play(table.board.targets("upright", 0)[0].move)
    desk.run(1200)
    assert ladder in table.stage.sprites and ladder.image is not before


def test_only_places_that_can_be_seen_glow_also_on_the_ground(desk):
    board = sit(desk, "turris", ["V 0,0,0", "V 1,0,0", "V 2,0,0", "V 0,1,0"]).board
    glows = {target.move: board.glow(target, nearest=False)[0].get_width() > 1
             for piece in board.pieces() for target in board.targets(piece, 0)}
    assert not glows[Block("V", 1, 1, 0)] and glows[Block("X", 0, 0, 2)]


def test_the_tower_turns_by_keys_and_by_dragging_beside_it(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    yaw = table.board.tower.yaw
    desk.key(pygame.K_e)
    desk.run(600)
    assert table.board.tower.yaw == pytest.approx((yaw + 90 + 180) % 360 - 180)
    left = table.board.tower.area
    spot = (left.right - 20, left.top + 60)
    desk.press(spot)
    desk.move((spot[0] - 60, spot[1]), held=True)
    assert table.board.tower.view.yaw == table.board.tower.yaw, "it is seen turning"
    desk.release((spot[0] - 60, spot[1]))
    assert table.board.tower.yaw != pytest.approx((yaw + 90 + 180) % 360 - 180)
    assert table.session.moves == 0


def bonus_table(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 0,1,0", "V 1,0,0", "V 0,2,0"])
    table.play(Block("V", 1, 1, 0))
    desk.run(1200)
    assert table.state.bonus and table.my_turn
    return table


def test_the_bonus_is_a_choice_of_three(desk):
    table = bonus_table(desk)
    labels = [widget.label for widget in table.board.choice.buttons if hasattr(widget, "label")]
    assert labels == [desk.say("turris.another"), desk.say("turris.take_out"), desk.say("turris.decline")]
    desk.key(pygame.K_d)
    desk.run(600)
    assert isinstance(table.session.rounds[-1].plies[-1].move, Pass)


def test_a_glowing_block_is_taken_out_by_a_click(desk):
    table = bonus_table(desk)
    moves = [move for move in table.session.rules.legal_moves(table.state) if isinstance(move, TakeOut)]
    if not moves:
        pytest.skip("nothing can be taken out in this position")
    desk.key(pygame.K_t)
    assert table.board.choice.taking and table.board.tower.marks
    desk.key(pygame.K_RETURN)
    desk.run(800)
    assert isinstance(table.session.rounds[-1].plies[-1].move, TakeOut)


# --- hints and undo ---


@pytest.mark.parametrize(("game", "moves"),
                         [("kwinty", ["H 0,0", "V 2,0"]), ("turris", ["V 0,0,0", "V 1,0,0"])])
def test_a_hint_first_says_where_to_look_and_then_shows_the_move_and_why(desk, game, moves):
    table = sit(desk, game, moves)
    desk.app.thinker = Direct()
    desk.key(pygame.K_h)
    found, shown = table.advice.found
    assert shown == 1 and table.status_now[0] == desk.say("hint.look") and len(table.advice.marks) == 1
    mark = table.advice.marks[0].rect
    target = next(t for piece in table.board.pieces() for turn in (0, 1)
                  for t in table.board.targets(piece, turn)
                  if t.move == found.move)
    assert mark.collidepoint(target.centre) and mark.h > target.rect.h, "columns, not yet the place"
    desk.key(pygame.K_h)
    assert table.advice.found[1] == 2 and table.status_now[0] == desk.say(found.reason)
    assert len(table.advice.marks) == 3
    assert table.session.tally["hints"] == 1 and table.session.moves == 0


def test_a_hint_in_a_bonus_names_one_of_its_answers(desk):
    table = bonus_table(desk)
    desk.app.thinker = Direct()
    desk.key(pygame.K_h)
    desk.key(pygame.K_h)
    assert table.advice.found[0].move in list(table.session.rules.legal_moves(table.state))
    assert table.advice.marks


def test_taking_back_against_a_bot_takes_its_answer_back_too(desk):
    table = sit(desk, "kwinty", ["H 0,0", "V 2,0"])
    before = table.state
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    table.tweens.finish()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    desk.run(1200)
    assert table.session.moves == 2
    desk.key(pygame.K_u)
    assert table.state == before
    desk.key(pygame.K_y)
    assert table.session.moves == 2 and table.my_turn


def test_taking_back_against_a_bot_takes_a_bonus_back_with_its_block(desk):
    table = bonus_table(desk)
    desk.key(pygame.K_d)
    desk.run(600)
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    desk.run(1200)
    assert [ply.by for _, ply in table.session.history()] == [0, 0, 1]
    desk.key(pygame.K_u)
    assert table.session.moves == 0 and not table.state.bonus and table.my_turn
    desk.key(pygame.K_y)
    assert table.session.moves == 3 and table.my_turn


def test_the_answer_to_a_bonus_can_still_be_changed(desk):
    table = bonus_table(desk)
    desk.key(pygame.K_u)
    assert table.session.moves == 0 and table.my_turn


# --- settings ---


def test_open_fours_glow_only_if_the_setting_says_so(desk):
    moves = ["V 0,0", "V -1,0", "H 1,0", "H 1,1", "V 3,0"]
    session = Session(rules_of("kwinty"), SEATS, 1, level={"starter": 0, "moves": moves})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    board, lit = table.board, len(table.stage.sprites)
    assert [four.gap for four in board.kwinty.open_fours(table.state, 0) if four.ready] == [(4, 0)]
    assert board.idle_line() == (desk.say("kwinty.threat", name=table.who(0)), desk.say("kwinty.threat_more"))
    desk.app.settings.turn("open_fours", on=False)
    board.sync(table.state)
    assert board.idle_line() is None and len(table.stage.sprites) == lit - 1
    assert desk.app.settings.hints, "hints are another matter"


def test_the_square_of_a_threat_is_marked_although_no_four_is_open(desk):
    moves = ["H 0,0", "V 1,1", "V -1,0"]
    session = Session(rules_of("kwinty"), SEATS, 1, level={"starter": 0, "moves": moves})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    marked = {square for _, gaps in table.board.marks.threats(table.state) for square in gaps}
    lays = [lay for seat in (0, 1) for lay in table.board.kwinty.winning_lays(table.state, seat)]
    assert [str(lay) for lay in lays] == ["H -3,0"] and marked == {(-3, 0), (-2, 0)}
    assert not any(four.ready for seat in (0, 1) for four in table.board.kwinty.open_fours(table.state, seat))


def test_every_column_that_a_hint_can_name_is_numbered(desk):
    table = sit(desk, "kwinty", ["H 0,0", "V 1,1", "V -1,0"])
    numbered = table.board.marks.numbered(table.state)
    lays = [move for move in table.rules.legal_moves(table.state) if isinstance(move, Lay)]
    assert {x for lay in lays for x, _ in lay.squares} <= set(numbered)
    assert list(map(table.state.wall.number, numbered)) == [-1, 0, 1, 2, 3, 4, 5]
    left = Lay(FLAT, -3, 0)
    assert why(table.rules, table.state, left).values["column"] == table.state.wall.number(-3)


def test_the_log_names_the_column_by_its_number_below_the_wall(desk):
    session = Session(rules_of("kwinty"), SEATS, 1, level={"starter": 0})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    rules = table.session.rules
    for text in ("V 0,0", "V -1,0"):
        table.play(rules.read_move(text))
        table.tweens.finish()
    first = table.session.rounds[-1].plies[0]
    assert table.board.log_text(first) == desk.say("log.kwinty.upright", column=2), "it grew to the left"


def test_a_refusal_rings_the_square_that_forbids_it(desk):
    table = sit(desk, "kwinty", ["H 0,0", "V 2,0"])
    before = len(table.stage.sprites)
    table.refuse(Lay(FLAT, 5, 0))
    assert table.status_now[2] == "bad" and len(table.stage.sprites) == before + 1
    desk.run(2000)
    assert len(table.stage.sprites) == before


# --- the tower ---


def test_the_tower_is_turned_while_a_bot_thinks(desk):
    table = sit(desk, "turris", ["V 0,0,0"])
    assert not table.my_turn or table.state.player == 0
    yaw = table.board.tower.yaw
    desk.key(pygame.K_q)
    desk.run(600)
    assert table.board.tower.yaw != yaw


def test_seeing_through_the_tower_is_a_key_and_a_button(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    desk.key(pygame.K_x)
    assert table.board.tower.see_through
    button = next(w for w in table.widgets if w.key == "X")
    desk.click(button.rect.center)
    assert not table.board.tower.see_through


def test_only_the_faces_that_change_are_drawn_again(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    shown = dict(table.board.panels.shown)
    target = table.board.targets("upright", 0)[0]
    table.board.aim(target)
    desk.run(50)
    changed = {name for name, (_, key) in table.board.panels.shown.items() if key != shown[name][1]}
    assert 1 < len(changed) < 5
    table.board.aim(None)
    desk.run(50)
    assert {name: key for name, (_, key) in table.board.panels.shown.items()} == {
        name: key for name, (_, key) in shown.items()}


def test_a_ghost_behind_the_tower_is_seen_through_it(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0", "V 2,0,0", "V 0,1,0"])
    tower, blocks = table.board.tower, table.state.blocks
    cubes = squares_of("V", 1, 1, 0)
    alone, _ = tower.ghost((), cubes, "#ecd3a4")
    behind, _ = tower.ghost(blocks, cubes, "#ecd3a4")
    middle = alone.get_rect().center
    assert behind.get_at(middle).a < alone.get_at(middle).a


@pytest.fixture
def drawn(monkeypatch):
    """The sizes of the vector drawings made during a test: each costs more than the rest of a frame."""
    sizes, load = [], pygame.image.load_sized_svg
    monkeypatch.setattr(pygame.image, "load_sized_svg", lambda *args: sizes.append(args[1]) or load(*args))
    return sizes


def test_a_turning_tower_needs_no_vector_drawing(desk, drawn):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    area = table.board.tower.area
    at = (area.right - 20, area.top + 60)
    desk.press(at)
    pitch = table.board.tower.pitch
    drawn.clear()
    for i in range(1, 30):
        desk.move((at[0] - 5 * i, at[1] + 4 * i), held=True)
    assert table.board.tower.pitch > pitch + 20 and not drawn


def test_a_tower_that_is_let_go_is_drawn_finely_in_the_frames_that_follow(desk, drawn):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0", "V 0,1,0", "V 2,0,0", "V 0,2,0"])
    tower = table.board.tower
    tower.show(table.state)
    faces = len(drawn)
    at = (tower.area.right - 20, tower.area.top + 60)
    desk.press(at)
    desk.move((at[0] - 60, at[1]), held=True)
    drawn.clear()
    desk.release((at[0] - 60, at[1]))
    assert len(drawn) < faces / 2
    desk.run(1000)
    assert len(drawn) >= faces / 2
    drawn.clear()
    desk.run(200)
    assert not drawn


def test_a_tower_at_rest_is_drawn_face_by_face_because_large_sheets_are_slow(desk, drawn):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0", "V 0,1,0"])
    tower = table.board.tower
    drawn.clear()
    tower.show(table.state)
    assert len(drawn) >= 8 and all(max(size) < 2 * tower.view.u for size in drawn)


def test_a_block_held_over_the_next_place_looks_the_same_and_is_not_drawn_again(desk, drawn):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    board = table.board
    first, *others = board.targets("upright", 0)
    for target in (first, *others):
        if target is others[0]:
            drawn.clear()
        board.ghost("upright", target)
        for nearest in (True, False):
            board.glow(target, nearest=nearest)
    assert not drawn


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("game", ["kwinty", "turris"])
def test_everything_on_the_table_lies_inside_the_window(tmp_path, size, game):
    desk = Desk(tmp_path, size)
    desk.app.thinker = Quiet()
    table = sit(desk, game)
    window = pygame.Rect(0, 0, *size)
    for widget in table.widgets:
        assert window.contains(widget.rect), (type(widget).__name__, widget.rect)
    desk.app.close()


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768), (1920, 1080)])
def test_the_tower_has_half_of_the_window_and_previews_leave_the_ladder_alone(tmp_path, size):
    desk = Desk(tmp_path, size)
    desk.app.thinker = Quiet()
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0", "V 0,1,0"])
    board = table.board
    assert board.tower.area.w >= size[0] / 2
    ground, step = board.tower.levels_at()
    assert ground <= board.ladder.area.bottom - board.ladder.foot(table.look)
    assert step > table.look.line_height("label"), "a rung has room for its figure"
    for target in board.targets("upright", 0):
        start = board.piece_rect("upright").center
        desk.press(start)
        desk.move(target.centre, held=True)
        desk.move((target.centre[0] + 2, target.centre[1]), held=True)
        if table.hand.bubble is not None:
            box = table.hand.bubble.rect.inflate(-2 * table.look.px(44), -2 * table.look.px(44))
            assert not box.colliderect(board.ladder.area) and not box.colliderect(table.look.m.top)
        table.hand.cancel(quiet=True)
        desk.release(start)
    desk.app.close()


def test_preview_plates_and_log_of_a_block_count_the_same_lead(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    board, target = table.board, table.board.targets("upright", 0)[0]
    gains = board.gains_of(target)
    own = table.state.player
    swing = table.texts.gain(gains[own] - gains[1 - own])
    assert board.preview("upright", target)[1][0] == desk.say("turris.for_you", gain=swing)
    table.play(target.move)
    assert board.log_value(table.session.rounds[-1].plies[-1]) == swing
    assert board.log_unit() == desk.say("turris.lead")


def test_a_hint_is_drawn_in_the_perspective_of_the_tower(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    move = table.board.targets("upright", 0)[0].move
    outline = table.board.hint_outline(move)
    assert outline is not None and len(outline) == 6, "a column seen over a corner has six outer corners"


@pytest.mark.parametrize("speed", ["normal", "none"])
def test_a_light_runs_along_a_new_four_unless_movements_are_off(desk, speed):
    desk.app.settings.speed = speed
    desk.app.refresh()
    table = sit(desk, "kwinty", ["V 0,0", "V -1,0", "H 1,0", "H 1,1"])
    table.play(table.session.rules.read_move("V 3,0"))
    lights = set()
    for _ in range(90):
        desk.run(16)
        lights |= {sprite for sprite in table.stage.sprites if sprite.z == LIGHT_Z}
    assert table.state.scores[0] == 1 and bool(lights) == (speed == "normal")
    assert not any(sprite.z == LIGHT_Z for sprite in table.stage.sprites), "it runs once"


@pytest.mark.parametrize(("game", "speed"), [("kwinty", "normal"), ("turris", "normal"), ("turris", "none"),
                                               ("turm_domino", "normal")])
def test_a_piece_lifts_under_the_mouse_unless_movements_are_off(desk, game, speed):
    desk.app.settings.speed = speed
    desk.app.refresh()
    table = desk.table(game) if game == "turm_domino" else sit(desk, game)
    piece, seen = table.board.piece_rect(table.board.pieces()[-1]), []
    for pos in ((5, 300), piece.center, (5, 300)):
        desk.move(pos)
        desk.run(50)
        seen.append(pygame.image.tobytes(desk.app.screen, "RGB"))
    assert (seen[0] != seen[1]) == (speed == "normal") and seen[2] == seen[0]


def test_a_move_of_turris_is_shown_with_its_whole_tower(desk):
    table = sit(desk, "turris")
    shapes = []
    for move in ("V 1,2,0", "V 2,2,0", "V 0,2,0", "X 0,2,2"):
        table.session.play(table.session.rules.read_move(move))
        picture = table.board.move_picture(table.session.rounds[-1].plies[-1], (300, 300))
        shown = picture.get_bounding_rect(min_alpha=40)
        assert picture.get_rect().contains(shown.inflate(4, 4))  # nothing is cut off
        assert max(shown.size) > 220
        shapes.append(shown.w / shown.h)
    assert shapes[0] < shapes[1] < shapes[2] > shapes[3]  # wider, then higher
