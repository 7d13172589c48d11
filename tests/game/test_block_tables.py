"""The tables of Kwinty and Turris, headless, with real events."""

from __future__ import annotations

import pygame
import pytest

from game.scenes.table import TableScene
from rules.catalog import rules_of
from rules.games.kwinty import FLAT, Lay
from rules.games.turris import Lay as Block
from rules.games.turris import Pass, TakeOut
from rules.session import Seat, Session
from tests.desk import Desk
from tests.game.test_triangle_tables import Quiet

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "easy")]


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    desk.app.thinker = Quiet()
    yield desk
    desk.app.close()


def sit(desk, game, moves=()):
    session = Session(rules_of(game), SEATS, 1, level={"starter": len(moves) % 2, "moves": list(moves)})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    return table


def drop_on(desk, table, piece, target):
    desk.drag(table.table.piece_rect(piece).center, target.centre)
    desk.run(1200)


def test_a_block_is_dragged_onto_the_wall_and_falls_the_last_bit(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    target = next(t for t in table.table.targets("block", 0) if t.move.way == FLAT)
    drop_on(desk, table, "block", target)
    assert [ply.move for _, ply in table.session.history()] == [target.move]
    assert "block" in desk.app.sounds.played


def test_the_wheel_turns_the_block_in_the_hand(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    desk.click(table.table.piece_rect("block").center)
    assert table.hand.targets[0].move.way == FLAT
    desk.event(pygame.MOUSEWHEEL, x=0, y=1)
    assert table.hand.targets[0].move.way != FLAT


def test_a_refused_block_names_the_rule(desk):
    table = sit(desk, "kwinty", ["H 0,0", "H 2,0"])
    desk.click(table.table.piece_rect("block").center)
    table.refuse(Lay(FLAT, 2, 1) if table.state.player else Lay(FLAT, 5, 3))
    assert table._status_now[2] == "bad" and "." not in table._status_now[0].split()[0]


def test_a_block_is_dragged_onto_the_tower(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    target = table.table.targets("upright", 0)[0]
    drop_on(desk, table, "upright", target)
    assert table.session.moves == 1 and table.session.rounds[-1].plies[0].move == target.move


def test_the_tower_turns_by_keys_and_by_dragging_beside_it(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 1,0,0"])
    yaw = table.table.tower.yaw
    desk.key(pygame.K_e)
    desk.run(600)
    assert table.table.tower.yaw == pytest.approx((yaw + 90 + 180) % 360 - 180)
    left = table.table.tower.area
    spot = (left.right - 20, left.top + 60)
    desk.press(spot)
    desk.move((spot[0] - 60, spot[1]), held=True)
    desk.release((spot[0] - 60, spot[1]))
    assert table.table.tower.yaw != pytest.approx((yaw + 90 + 180) % 360 - 180)
    assert table.session.moves == 0


def bonus_table(desk):
    table = sit(desk, "turris", ["V 0,0,0", "V 0,1,0", "V 1,0,0", "V 0,2,0"])
    table.play(Block("V", 1, 1, 0))
    desk.run(1200)
    assert table.state.bonus and table.my_turn
    return table


def test_the_bonus_is_a_choice_of_three(desk):
    table = bonus_table(desk)
    labels = [widget.label for widget in table.table.choice.buttons if hasattr(widget, "label")]
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
    assert table.table.choice.taking and table.table.tower.marks
    desk.key(pygame.K_RETURN)
    desk.run(800)
    assert isinstance(table.session.rounds[-1].plies[-1].move, TakeOut)


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
