"""The table, headless, with real events: actions of the hand are recorded as moves."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.data.occasion import Occasion
from game.data.store import PICTURES
from game.draw import chrome
from game.screens.result.solitaire import Result
from game.screens.unfinished import picture_of
from game.table.curtain import Curtain
from game.table.scene import TableScene
from game.table.seating import play_again, table_scene
from game.table.side import Log, PlatesSide
from game.table.spoken import tell_ply
from game.ui.grammar import Who
from game.ui.look import Look
from game.ui.text import Texts
from rules.base import Scored
from rules.catalog import GAMES, rules_of
from rules.games.turm_domino.solver import Solver
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.late import LateThinker

SMALL = {"tower": ["", "1|4", "5|6"], "columns": [["2|3"], ["2|2"], ["5|5"]]}


def piece_pos(table, piece):
    return table.board.piece_rect(piece).center


def tower_pos(table, tower):
    state = table.state
    return table.board.g.tower_rect(tower, len(state.towers[tower])).center


def test_dragging_a_domino_onto_a_tower_plays_the_move(desk):
    table = desk.table(setup=SMALL)
    desk.drag(piece_pos(table, 0), tower_pos(table, 1))
    desk.run(600)
    assert [table.session.rules.write_move(ply.move) for _, ply in table.session.history()] == ["1>2"]
    assert str(table.state.towers[1][-1]) == "2|3"


def test_a_refused_drop_flies_home_and_says_why(desk):
    table = desk.table(setup=SMALL)
    desk.drag(piece_pos(table, 0), tower_pos(table, 2))
    assert table.session.moves == 0
    assert table.status_now[2] == "bad"
    assert "[2|3]" in table.status_now[0] and "[5|6]" in table.status_now[0]
    desk.run(600)
    assert table.board.piece_sprites[0].visible
    assert desk.app.sounds.played.count("refuse") == 1


def test_a_press_of_the_mouse_ends_what_still_moves(desk):
    table = desk.table(setup=SMALL)
    table.play(table.session.rules.read_move("1>2"))
    assert table.tweens.busy
    desk.press(table.board_area().bottomleft)
    assert not table.tweens.busy


def test_a_domino_that_a_key_laid_under_the_pressed_button_is_not_lifted(desk):
    table = desk.table(setup=SMALL)
    start = piece_pos(table, 0)
    desk.press(start)
    table.play(table.session.rules.read_move("1>2"))
    desk.move((start[0] + 40, start[1]), held=True)
    assert not table.hand.holding
    desk.release(start)
    desk.run(600)
    assert not table.hand.holding and table.session.moves == 1


def test_a_move_is_not_taken_back_under_the_result_that_it_has_brought(desk):
    table = desk.table(setup=SMALL)
    for move in Solver(table.session.rules).line(table.state):
        table.tweens.finish()
        table.play(move)
    desk.run(400)  # the domino has landed, the result is pending
    assert desk.scene is table and table.session.outcome is not None
    desk.key(pygame.K_u)
    assert isinstance(desk.scene, Result) and table.session.outcome is not None


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F1, pygame.K_F2])
def test_whoever_opens_something_before_the_result_is_shown_sees_the_result(desk, key):
    table = desk.table(setup=SMALL)
    for move in Solver(table.session.rules).line(table.state):
        table.tweens.finish()
        table.play(move)
    desk.run(400)
    desk.key(key)
    assert isinstance(desk.scene, Result) and desk.app.scenes[-2] is table


def test_a_new_layout_in_the_moment_before_the_result_does_not_lose_it(desk):
    table = desk.table(setup=SMALL)
    for move in Solver(table.session.rules).line(table.state):
        table.tweens.finish()
        table.play(move)
    desk.run(400)
    assert desk.scene is table
    desk.app.refresh()
    desk.run(1200)
    assert isinstance(desk.scene, Result)


def test_a_drop_on_bare_cloth_only_flies_home(desk):
    table = desk.table(setup=SMALL)
    desk.drag(piece_pos(table, 0), (20, 700))
    desk.run(600)
    assert table.session.moves == 0
    assert table.status_now[2] == "turn"
    assert table.board.piece_sprites[0].visible


def test_two_clicks_pick_a_domino_inverted_and_lay_it(desk):
    table = desk.table(setup=SMALL)
    normal = table.board.piece_sprites[0].image
    desk.click(piece_pos(table, 0))
    assert table.hand.how == "pick"
    assert table.board.piece_sprites[0].image is not normal
    desk.click(tower_pos(table, 1))
    desk.run(600)
    assert table.session.moves == 1


def test_a_second_click_on_the_picked_domino_puts_it_back(desk):
    table = desk.table(setup=SMALL)
    desk.click(piece_pos(table, 0))
    desk.click(piece_pos(table, 0))
    assert not table.hand.holding and table.session.moves == 0


def test_digits_pick_a_column_and_then_a_tower(desk):
    table = desk.table(setup=SMALL)
    desk.key(pygame.K_1)
    desk.key(pygame.K_2)
    desk.run(600)
    assert table.session.moves == 1
    desk.key(pygame.K_2)
    desk.key(pygame.K_3)
    assert table.session.moves == 1 and table.status_now[2] == "bad"


def test_arrows_and_enter_play_without_a_mouse(desk):
    table = desk.table(setup=SMALL)
    desk.key(pygame.K_RIGHT)
    assert table.hand.piece == 0
    desk.key(pygame.K_UP)
    desk.key(pygame.K_RETURN)
    desk.run(600)
    assert table.session.moves == 1


def test_escape_lets_go_of_a_piece_before_it_opens_the_menu(desk):
    table = desk.table(setup=SMALL)
    desk.key(pygame.K_1)
    desk.key(pygame.K_ESCAPE)
    assert not table.hand.holding and desk.scene is table
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is not table
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is table


def test_legal_places_glow_and_the_nearest_shows_what_a_drop_does(desk):
    table = desk.table(setup=SMALL)
    start, goal = piece_pos(table, 0), tower_pos(table, 1)
    desk.press(start)
    desk.move((start[0] + 30, start[1] - 30), held=True)
    assert len(table.hand.marks) == 1 and table.hand.near is None
    desk.move(goal, held=True)
    assert table.hand.near is not None and table.hand.ghost is not None and table.hand.bubble is not None
    parts = table.board.preview(0, table.hand.near)
    assert parts[0][0] == "2 on 1, 3 on 4:" or parts[0][0] == "2 auf 1, 3 auf 4:"
    desk.release(goal)


def test_undo_and_redo_by_key_and_button(desk):
    table = desk.table(setup=SMALL)
    desk.key(pygame.K_1)
    desk.key(pygame.K_2)
    desk.run(600)
    desk.key(pygame.K_u)
    assert table.session.moves == 0 and table.session.tally["undos"] == 1
    desk.click(table.tools["redo"].rect.center)
    assert table.session.moves == 1
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    assert table.session.moves == 0


def test_a_hint_first_shows_where_to_look_and_then_the_move(desk):
    table = desk.table()
    desk.key(pygame.K_h)
    assert table.advice.found is not None and table.advice.found[1] == 1 and len(table.advice.marks) == 1
    desk.key(pygame.K_h)
    assert table.advice.found[1] == 2 and len(table.advice.marks) == 3
    assert table.session.tally["hints"] == 1 and table.session.moves == 0
    desk.key(pygame.K_h)
    desk.run(600)
    assert table.session.moves == 1 and Solver(table.session.rules).winnable(table.state)


def test_enter_plays_the_move_of_a_hint_once_it_is_shown(desk):
    table = desk.table()
    desk.key(pygame.K_h)
    desk.key(pygame.K_RETURN)
    assert table.session.moves == 0, "the move is not shown yet"
    desk.key(pygame.K_h)
    desk.key(pygame.K_RETURN)
    desk.run(600)
    assert table.session.moves == 1


def test_the_first_tab_picks_a_piece_and_the_second_reaches_the_buttons(desk):
    table = desk.table()
    desk.key(pygame.K_TAB)
    assert table.hand.how == "pick" and table.focus is None
    assert table.hand.ring is not None
    assert table.hand.ring.rect.contains(table.board.piece_rect(table.hand.piece))
    desk.key(pygame.K_TAB)
    assert not table.hand.holding and table.hand.ring is None and table.focus is not None
    desk.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert table.hand.how == "pick"


def test_the_menu_leads_to_the_rules_by_its_entry_and_by_f1(desk):
    table = desk.table()
    for way in ("entry", "key"):
        desk.key(pygame.K_ESCAPE)
        assert desk.scene is not table
        if way == "entry":
            desk.click_button(desk.say("menu.rules"))
        else:
            desk.key(pygame.K_F1)
        assert desk.scene.heading == desk.say("tip.rules") or "help" in type(desk.scene).__module__
        desk.key(pygame.K_ESCAPE)
        assert desk.scene is table


def test_a_hint_is_counted_in_the_save_at_once(desk):
    table = desk.table()
    desk.key(pygame.K_h)
    assert json.loads(table.path.read_text(encoding="utf-8"))["playing"]["tally"]["hints"] == 1


def test_every_move_is_saved_before_the_next_frame(desk):
    table = desk.table()
    move = next(iter(table.session.rules.legal_moves(table.state)))
    table.play(move)
    record = json.loads(table.path.read_text(encoding="utf-8"))
    assert [entry["move"] for entry in record["rounds"][0]["moves"]] == [table.session.rules.write_move(move)]


def test_the_game_goes_on_where_it_was_after_a_crash(tmp_path):
    first = Desk(tmp_path)
    table = first.table()
    for _ in range(3):
        table.play(next(iter(table.session.rules.legal_moves(table.state))))
        table.tweens.finish()
    state = table.state
    # not closed: the process was killed
    second = Desk(tmp_path)
    second.click_button(second.say("button.play_on"))
    assert isinstance(second.scene, TableScene) and second.scene.state == state
    second.app.close()


def test_a_damaged_save_is_set_aside_and_named(tmp_path):
    (tmp_path / "saves").mkdir()
    broken = tmp_path / "saves" / "20260101-000000-turm_domino.json"
    broken.write_text('{"format": "dominothek", "version": 1, "rou')
    desk = Desk(tmp_path)
    assert not broken.exists()
    assert len(list((tmp_path / "saves").glob("*.damaged-*.json"))) == 1
    assert desk.store.notices and desk.store.notices[0].values["file"] == broken.name
    desk.app.close()


def test_a_save_with_an_illegal_move_is_set_aside_and_the_shelf_stays(tmp_path):
    desk = Desk(tmp_path)
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    path = table.path
    desk.app.home()
    record = json.loads(path.read_text(encoding="utf-8"))
    record["rounds"][0]["moves"][0]["move"] = "9>9"
    path.write_text(json.dumps(record))
    desk.app.top.rebuild()
    desk.click_button(desk.say("button.play_on"))
    assert not path.exists() and desk.store.notices
    desk.app.close()


def test_winning_shows_the_result_and_counts_once(desk):
    table = desk.table(setup=SMALL)
    for text in ("1>2", "2>2", "3>3"):
        table.play(table.session.rules.read_move(text))
        table.tweens.finish()
    desk.run(1500)
    assert isinstance(desk.scene, Result) and desk.scene.won
    summary = desk.app.history.summary("turm_domino")
    assert (summary.played, summary.won, summary.streak) == (1, 1, 1)
    assert not list(desk.store.saves.glob("*.json")) and len(list(desk.store.records.glob("*.json"))) == 1


@pytest.mark.parametrize("suffix", PICTURES)
def test_the_picture_of_a_save_goes_when_the_game_is_over(desk, suffix):
    table = desk.table(setup=SMALL)
    picture = table.path.with_suffix(suffix)
    picture.write_bytes(b"")
    for text in ("1>2", "2>2", "3>3"):
        table.play(table.session.rules.read_move(text))
        table.tweens.finish()
    desk.run(1500)
    assert not picture.exists()


@pytest.mark.parametrize("suffix", PICTURES)
def test_the_picture_of_a_save_is_shown_also_that_of_an_older_version(desk, suffix):
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    pygame.image.save(pygame.Surface((6, 4)), table.path.with_suffix(suffix))
    picture = picture_of(desk.store.latest())
    assert picture is not None and picture.get_size() == (6, 4)


def stuck_table(desk):
    table = desk.table(setup={"tower": ["0|0"], "columns": [["0|1"], ["3|3"]]})
    table.play(table.session.rules.read_move("1>1"))
    table.tweens.finish()
    desk.run(1500)
    return table


def test_a_stuck_game_can_be_taken_back_and_does_not_count(desk):
    table = stuck_table(desk)
    assert isinstance(desk.scene, Result) and not desk.scene.won
    desk.click_button(desk.say("result.take_back"))
    assert desk.scene is table and table.session.moves == 0
    assert desk.app.history.summary("turm_domino").played == 0


def test_a_stuck_game_that_is_left_counts_as_lost(desk):
    stuck_table(desk)
    desk.click_button(desk.say("menu.shelf"))
    summary = desk.app.history.summary("turm_domino")
    assert (summary.played, summary.won) == (1, 0)


def test_a_position_that_is_lost_offers_the_way_back(desk):
    setup = {"tower": ["1|6", "2|5", "3|4"], "columns": [["0|0", "2|6"], ["3|3", "0|2"], ["4|4", "1|5"]]}
    table = desk.table(setup=setup)
    solver = Solver(table.session.rules)
    good = solver.good_moves(table.state)
    bad = next(move for move in table.session.rules.legal_moves(table.state) if move not in good)
    table.play(bad)
    desk.run(900)
    assert table.advice.offer
    desk.click(table.advice.offer[0].rect.center)
    assert table.session.moves == 0 and not table.advice.offer


def test_the_way_back_is_offered_once_for_a_position(desk):
    setup = {"tower": ["1|6", "2|5", "3|4"], "columns": [["0|0", "2|6"], ["3|3", "0|2"], ["4|4", "1|5"]]}
    table = desk.table(setup=setup)
    good = Solver(table.session.rules).good_moves(table.state)
    table.play(next(move for move in table.session.rules.legal_moves(table.state) if move not in good))
    desk.run(900)
    assert table.status_shift != 0
    desk.click(table.advice.offer[1].rect.center)
    assert not table.advice.offer and table.status_shift == 0 and table.session.moves == 1
    table.offer_way_back()
    assert not table.advice.offer


def test_the_way_back_is_offered_within_a_small_window(tmp_path):
    desk = Desk(tmp_path, (1024, 640))
    desk.app.settings.text_size, desk.app.settings.language = 150, "de"
    desk.app.refresh()
    table = desk.table()
    table.offer_way_back()
    shown = [table.status_rect, *(button.rect for button in table.advice.offer)]
    room = desk.app.look.m.region("board")
    assert len(shown) == 3 and all(room.left <= rect.left and rect.right <= room.right for rect in shown)
    desk.app.close()


def test_the_same_deal_can_be_played_again_from_its_beginning(desk):
    table = desk.table(setup=SMALL)
    table.play(table.session.rules.read_move("1>2"))
    table.tweens.finish()
    table.restart()
    assert desk.scene is not table and desk.scene.session.moves == 0
    assert desk.scene.session.rounds[0].setup == table.session.rounds[0].setup


def test_a_new_deal_is_another_one_for_the_same_seats(desk):
    table = desk.table()
    table.new_deal()
    desk.run(50)
    assert isinstance(desk.scene, TableScene) and desk.scene is not table
    assert desk.scene.session.seed != table.session.seed
    assert [seat.name for seat in desk.scene.session.seats] == [seat.name for seat in table.session.seats]


def test_playing_again_continues_the_unfinished_game_or_deals_a_new_one(desk):
    dealt = play_again(desk.app, "turm_domino")
    assert isinstance(dealt, TableScene) and dealt.session.moves == 0
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    again = play_again(desk.app, "turm_domino")
    assert again.session.moves == 1 and again.path == table.path


def test_practice_is_neither_saved_nor_counted(desk):
    table = desk.table(setup=SMALL, occasion=Occasion(counts=False))
    table.play(table.session.rules.read_move("1>2"))
    assert table.path is None and not list(desk.store.folder.glob("saves/*.json"))


def test_the_clock_stands_still_while_the_window_is_away(desk):
    table = desk.table()
    desk.run(320)
    seconds = table.session.tally["seconds"]
    assert seconds > 0.2
    desk.event(pygame.WINDOWFOCUSLOST)
    desk.run(320)
    assert table.session.tally["seconds"] == pytest.approx(seconds, abs=0.05)
    desk.event(pygame.WINDOWFOCUSGAINED)
    desk.run(320)
    assert table.session.tally["seconds"] > seconds + 0.2


@pytest.mark.parametrize("size",
                         [(1024, 640), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160)])
def test_everything_on_the_table_lies_inside_the_window(tmp_path, size):
    desk = Desk(tmp_path, size)
    table = desk.table()
    window = pygame.Rect(0, 0, *size)
    for widget in table.widgets:
        assert window.contains(widget.rect), (type(widget).__name__, widget.rect)
    for piece in table.board.pieces():
        assert window.contains(table.board.piece_rect(piece))
    for tower in range(5):
        assert window.contains(table.board.g.tower_rect(tower, 8))
    board = table.board.key_rect(0)
    assert board.bottom < table.status_centre()[1]
    desk.app.close()


def test_the_panel_beside_a_solitaire_says_what_it_counts(desk, monkeypatch):
    captions: list[str] = []
    monkeypatch.setattr(chrome, "draw_caption", lambda look, image, text, *_, **more: captions.append(text))
    table = desk.table(setup=SMALL)
    table.side.refresh()
    assert table.caption() in captions


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_facts_of_a_solitaire_stand_below_each_other(desk, monkeypatch, text_size):
    desk.app.settings.text_size = text_size
    desk.app.refresh()
    table, write = desk.table(setup=SMALL), Look.write
    facts, lines = {label for _, label, _ in table.facts()}, []

    def noted(look, surface, text, role, pos, *rest, **more):
        if text in facts:
            lines.append(pos[1])
        return write(look, surface, text, role, pos, *rest, **more)

    monkeypatch.setattr(Look, "write", noted)
    table.side.refresh()
    assert len(lines) > 1
    assert all(after - before >= table.look.line_height("label") for before, after in pairwise(lines))


def test_the_drawer_of_a_narrow_table_shows_the_log_and_goes_again(tmp_path):
    table = Desk(tmp_path, (1024, 768)).table(setup=SMALL)
    before = set(table.stage.sprites)
    for _ in range(2):
        assert table.toggle_drawer()
        drawn = set(table.stage.sprites) - before
        assert any(sprite.rect.contains(table.look.m.region("drawer")) for sprite in drawn)
        assert table.toggle_drawer() and set(table.stage.sprites) == before


def test_resizing_in_the_middle_of_a_drag_loses_nothing(desk):
    table = desk.table(setup=SMALL)
    start = piece_pos(table, 0)
    desk.press(start)
    desk.move((start[0] + 60, start[1] - 60), held=True)
    desk.app.screen = pygame.display.set_mode((1600, 900))
    desk.app.refresh()
    desk.release((300, 300))
    desk.run(100)
    assert table.session.moves == 0 and not table.hand.holding
    desk.drag(piece_pos(table, 0), tower_pos(table, 1))
    desk.run(600)
    assert table.session.moves == 1


def test_a_tiny_window_says_so_and_the_game_is_still_there_afterwards(desk):
    table = desk.table(setup=SMALL)
    desk.app.screen = pygame.display.set_mode((400, 300))
    desk.app.refresh()
    desk.run(50)
    assert desk.app.too_small
    desk.app.screen = pygame.display.set_mode((1280, 720))
    desk.app.refresh()
    desk.run(50)
    assert desk.scene is table and table.session.moves == 0


def test_the_very_first_start_shows_the_shelf_before_its_pictures_are_drawn(tmp_path):
    from game.screens.shelf.scene import Shelf
    from game.ui.assets import PictureCache

    desk = Desk(tmp_path)
    desk.app.pictures = PictureCache(tmp_path / "pictures")
    desk.app.refresh()
    desk.app.pictures.forget()
    for path in (tmp_path / "pictures").iterdir():
        path.unlink()
    desk.app.headless = False
    shelf = Shelf(desk.app)
    desk.app.push(shelf)
    waiting = len(shelf.undrawn)
    assert waiting > 5 and shelf.restless
    desk.app.step([], 16)
    assert len(shelf.undrawn) == waiting, "first it shows what there is"
    desk.app.step([], 16)
    assert len(shelf.undrawn) == waiting - 1, "then one a frame"
    while shelf.restless:
        desk.app.step([], 16)
    shown = pygame.image.tobytes(desk.app.screen, "RGB")
    shelf.rebuild()
    desk.app.step([], 16)
    assert pygame.image.tobytes(desk.app.screen, "RGB") == shown, "in the end it looks as always"


def test_a_player_without_a_name_is_spoken_to_and_never_called_by_a_pronoun(desk):
    desk.app.texts = Texts("en")
    session = Session(rules_of("kwinty"), [Seat("Du"), Seat("Bruno", "bot", "easy")], 1)
    table = TableScene(desk.app, session)
    assert table.seats[0].name == desk.say("player.you") == "Guest"
    assert table.who(0) == Who(("Guest",), you=True) and table.who(1) == Who(("Bruno",))
    assert table.who(0, 1) == Who(("Guest", "Bruno")) and desk.say("log.by", name="A", text="b") == "A: b"


def test_the_points_of_the_player_are_told_before_those_of_others(desk):
    game = next(game for game in GAMES.values() if game.players == (2, 2))
    table = table_scene(desk.app, Session(rules_of(game.id), [Seat("Ada"), Seat("Ben", "bot", "easy")], 1))
    table.session.play(next(iter(table.session.rules.legal_moves(table.state))))
    ply = table.session.rounds[-1].plies[-1]
    for by in (0, 1):
        told = tell_ply(table, replace(ply, by=by, events=(Scored(1, 22, "tiles"), Scored(0, 11, "tiles"))))
        amounts = [amount for line in told for amount in ("11", "22") if amount in line]
        assert amounts == (["11", "22"] if by == 0 else ["22", "11"])


def test_the_speaker_of_a_table_and_of_its_curtain_switches_the_sound(desk):
    table = TableScene(desk.app, Session(rules_of("tripple_domino"), [Seat("Ada"), Seat("Bea")], 7))
    desk.app.push(table)
    desk.run(50)
    desk.app.settings.sound = 70
    for expected in (0, 70):
        assert isinstance(desk.scene, Curtain)
        speaker = next(widget for widget in desk.scene.widgets if widget.tip == desk.say("tip.sound"))
        desk.click(speaker.rect.center)
        assert desk.app.settings.sound == expected
    desk.key(pygame.K_RETURN)
    desk.click(table.tools["sound"].rect.center)
    assert desk.app.settings.sound == 0


def test_while_a_solution_is_sought_the_turn_line_says_so(desk):
    table = desk.table()
    desk.app.thinker = LateThinker()
    desk.key(pygame.K_ESCAPE)
    desk.click_button(desk.say("menu.solution"))
    assert desk.scene is table and table.status_now[0] == desk.say("status.thinking")


def test_the_second_hint_marks_the_piece_itself_and_no_longer_where_to_look(desk, monkeypatch):
    table = desk.table()
    where, outlined = pygame.Rect(100, 100, 300, 200), []
    monkeypatch.setattr(table.board, "hint_where", lambda move: where)
    monkeypatch.setattr(table.board, "hint_outline", outlined.append)
    desk.key(pygame.K_h)
    assert table.advice.marks[0].rect.contains(where) and len(outlined) == 1
    desk.key(pygame.K_h)
    assert not table.advice.marks[0].rect.colliderect(where) and len(outlined) == 1


def test_the_offer_to_go_back_is_gone_as_soon_as_it_is_taken(desk):
    table = desk.table()
    desk.app.thinker = LateThinker()
    table.offer_way_back()
    assert len(table.advice.offer) == 2
    desk.click_button(desk.say("button.go_back"))
    assert not table.advice.offer


def test_enter_aims_a_picked_piece_at_a_place_and_then_lays_it(desk):
    table = desk.table()
    desk.key(pygame.K_RIGHT)
    while not table.hand.targets:
        desk.key(pygame.K_RIGHT)
    assert table.hand.near is None
    desk.key(pygame.K_RETURN)
    assert table.hand.near is not None and table.session.moves == 0
    desk.key(pygame.K_RETURN)
    assert table.session.moves == 1


def test_a_dragged_piece_stays_under_the_mouse_where_it_was_taken(desk):
    table = desk.table()
    rect = table.board.piece_rect(table.board.pieces()[0])
    pressed = (rect.left + 6, rect.top + 6)
    desk.move(pressed)
    desk.press(pressed)
    desk.move((pressed[0] + 80, pressed[1] - 90), held=True)
    centre = table.hand.held_sprite.rect.center
    assert abs(centre[0] - (rect.centerx + 80)) < 8 and abs(centre[1] - (rect.centery - 90)) < 12


def test_after_taking_back_the_board_looks_as_before_the_move(desk):
    table = desk.table()

    def picture() -> bytes:
        desk.run(1500)
        table.stage.touch_all()
        desk.run(50)
        return pygame.image.tobytes(desk.app.screen.subsurface(table.board_area()), "RGB")

    before = picture()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    assert picture() != before
    table.undo()
    assert picture() == before


def test_an_opened_table_paints_every_plate_and_the_log_once(desk, monkeypatch):
    painted = []
    monkeypatch.setattr(PlatesSide, "paint", lambda self, seat: painted.append(seat))
    monkeypatch.setattr(Log, "refresh", lambda self: painted.append("log"))
    session = Session(rules_of("tripple_domino"), [Seat("Ada"), Seat("Bo"), Seat("Cy")], 1)
    desk.app.push(TableScene(desk.app, session))
    assert isinstance(desk.app.top, Curtain) and painted == [0, 1, 2, "log"]
