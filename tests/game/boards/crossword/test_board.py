"""The boards of Kreuzwort and Point-Typ-Dom: laying, typing, judging, Jollies, buying, agreeing."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.boards.kreuzwort.shots import SCREENS
from game.boards.letters.buttons import BuyButton
from game.boards.letters.draft import Draft, Tile, tiles
from game.boards.letters.field import CARD_Z
from game.boards.letters.letter_choice import LetterChoice
from game.data.store import Store
from game.screens.laboratory.model import entries_of
from game.table.seating import make_table, table_scene
from game.ui.dialogs import Dialog
from game.ui.names import rule_name
from game.ui.text import Texts, languages
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.long import LONG

WORDS = "HAUS HAUT HUT UHR ROT RAT RATE TUR AN NA ROST TOR TORE OR HAUSE"


@pytest.fixture
def desk(tmp_path: Any) -> Desk:
    return Desk(tmp_path, (1600, 900))


def sit(desk: Desk, game: str = "kreuzwort", hands: tuple[str, ...] = ("AUEHSTR*", "EOHRTN"),
        words: str = WORDS, moves: tuple[str, ...] = (), **more: Any) -> Any:
    """Open a table with two people, so that no bot moves."""
    setup = {"hands": list(hands), "red": "AEIO", "black": "BCDFG", "starter": 0, "words": words,
             "moves": list(moves)} | more
    session = Session(rules_of(game), [Seat("Ada"), Seat("Bea")], 1, level=setup)
    scene = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    if desk.scene is not scene:  # the curtain between two people
        desk.key(pygame.K_RETURN)
        desk.run(50)
    return scene


def tile(scene: Any, mark: str) -> Tile:
    return next(piece for piece in scene.board.pieces() if piece.mark == mark)


def square(scene: Any, x: int, y: int) -> tuple[int, int]:
    return scene.board.field.view.rect((x, y)).center


def put(desk: Desk, scene: Any, word: str, x: int, y: int, *, down: bool = False) -> None:
    """Drag the letters of a word that are not on the board yet."""
    for i, mark in enumerate(word):
        at = (x, y + i) if down else (x + i, y)
        if at not in scene.board.letters:
            desk.drag(scene.board.piece_rect(tile(scene, mark)).center, square(scene, *at))


# --- the draft model ---


def test_a_hint_shows_the_letters_of_its_word_that_are_new(desk):
    scene = sit(desk, moves=("> 0,0 HAUT",))
    read = scene.session.rules.read_move
    images = scene.board.hint_ghosts(read("v 3,0 TOR"))
    assert len(images) == 2 and scene.board.hint_ghosts(read("pass")) == []


def test_equal_letters_are_told_apart():
    assert tiles("AAB") == [Tile("A", 0), Tile("A", 1), Tile("B", 0)]


def test_a_draft_forgets_what_cannot_lie_any_more():
    draft = Draft()
    draft.put((0, 0), Tile("A", 0))
    draft.put((1, 0), Tile("*", 0), "E")
    assert draft.letters == {(0, 0): "A", (1, 0): "e"}
    draft.keep_possible([Tile("*", 0)], {})
    assert draft.letters == {(1, 0): "e"}
    draft.keep_possible([Tile("*", 0)], {(1, 0): "X"})
    assert not draft


# --- laying ---


def test_letters_are_dragged_one_by_one_and_laid_with_enter(desk):
    scene = sit(desk)
    put(desk, scene, "HAUS", 0, 0)
    assert scene.board.laying.draft.letters == {(0, 0): "H", (1, 0): "A", (2, 0): "U", (3, 0): "S"}
    desk.key(pygame.K_RETURN)
    assert scene.session.rules.write_move(scene.session.rounds[-1].plies[-1].move) == "> 0,0 HAUS"


def test_the_first_word_may_stand_anywhere_in_its_row(desk):
    scene = sit(desk)
    put(desk, scene, "HUT", -2, 0)
    scene.board.confirm()
    assert [str(ply.move) for _, ply in scene.session.history()] == ["> 0,0 HUT"]


def test_the_first_word_lies_in_the_middle_row_only(desk):
    scene = sit(desk)
    desk.drag(scene.board.piece_rect(tile(scene, "H")).center, square(scene, 0, 1))
    assert not scene.board.laying.draft


def test_a_letter_on_the_board_can_be_moved_and_taken_back(desk):
    scene = sit(desk)
    put(desk, scene, "H", 0, 0)
    desk.drag(square(scene, 0, 0), square(scene, 2, 0))
    assert scene.board.laying.draft.letters == {(2, 0): "H"}
    desk.drag(square(scene, 2, 0), scene.board.rack.rail.center)
    assert not scene.board.laying.draft
    put(desk, scene, "HUT", 0, 0)
    desk.click(square(scene, 1, 0), button=3)
    assert scene.board.laying.draft.letters == {(0, 0): "H", (2, 0): "T"}
    desk.key(pygame.K_BACKSPACE)
    assert scene.board.laying.draft.letters == {(0, 0): "H"}


def test_the_rack_keeps_the_place_of_a_letter_that_is_out(desk):
    scene = sit(desk)
    before = {piece: scene.board.piece_rect(piece).left for piece in scene.board.pieces()}
    put(desk, scene, "HUT", 0, 0)
    assert all(scene.board.rack.piece_rect(piece).left == left for piece, left in before.items())
    assert len(scene.board.pieces()) == len(before) - 3


def test_the_button_lays_only_what_is_right(desk):
    scene = sit(desk)
    put(desk, scene, "HU", 0, 0)
    assert not scene.board.buttons.large.enabled
    put(desk, scene, "T", 2, 0)
    assert scene.board.buttons.large.enabled
    desk.click(scene.board.buttons.large.rect.center)
    assert scene.session.moves == 1


def test_a_wrong_word_is_refused_with_its_name(desk):
    scene = sit(desk)
    put(desk, scene, "HUS", 0, 0)
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 0
    assert scene.status_now[0] == desk.say("refuse.word_not_listed", word="HUS")


def test_a_word_that_touches_another_wrongly_names_both(desk):
    scene = sit(desk, moves=("> 0,0 HAUS", "buy red"))
    put(desk, scene, "RAT", 1, -1, down=True)
    found = scene.board.judge.survey()
    assert [run.word for run in found.runs if not run.valid] == []
    desk.key(pygame.K_DELETE)
    put(desk, scene, "TR", 0, 1)
    assert not scene.board.buttons.large.enabled


def test_one_letter_that_makes_two_words_can_be_laid_as_either(desk):
    scene = sit(desk, hands=("ANRE", "UEE"), words="AN AU UR NR", moves=("> 0,0 AN", "v 0,0 AU"))
    put(desk, scene, "R", 1, 1)
    first = scene.board.judge.move()
    desk.key(pygame.K_r, pygame.KMOD_CTRL, text="\x12")
    assert {str(first), str(scene.board.judge.move())} == {"> 0,1 UR", "v 1,0 NR"}
    scene.board.confirm()
    assert scene.session.moves == 1


# --- typing ---


def test_a_click_and_a_word_typed_lay_themselves(desk):
    scene = sit(desk)
    desk.click(square(scene, 0, 0))
    desk.type_word("haus")
    assert scene.board.laying.draft.letters == {(0, 0): "H", (1, 0): "A", (2, 0): "U", (3, 0): "S"}
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 1


def test_letters_that_lie_are_skipped_whether_typed_or_not(desk):
    for typed in ("rate", "rte"):
        scene = sit(desk, moves=("> 0,0 HAUS", "buy red"))
        desk.click(square(scene, 1, -1))
        desk.click(square(scene, 1, -1))
        assert scene.board.cursor.at.down
        desk.type_word(typed)
        assert scene.board.laying.draft.letters == {(1, -1): "R", (1, 1): "T", (1, 2): "E"}
        desk.app.home()


def test_a_letter_that_is_not_in_the_hand_takes_the_jolly_or_is_refused(desk):
    scene = sit(desk, hands=("HUT*", "EE"))
    desk.click(square(scene, 0, 0))
    desk.type_word("ha")
    assert scene.board.laying.draft.letters == {(0, 0): "H", (1, 0): "a"}
    desk.type_word("x")
    assert scene.status_now[0] == desk.say("letters.not_in_hand", letter="X")


def test_escape_leaves_the_cursor_then_the_letters_then_the_table(desk):
    scene = sit(desk)
    desk.click(square(scene, 0, 0))
    desk.type_word("hu")
    desk.key(pygame.K_ESCAPE)
    assert scene.board.cursor.at is None and scene.board.laying.draft
    desk.key(pygame.K_ESCAPE)
    assert not scene.board.laying.draft and desk.scene is scene
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is not scene


# --- Jollies ---


def test_a_jolly_asks_for_its_letter(desk):
    scene = sit(desk)
    desk.drag(scene.board.piece_rect(tile(scene, "*")).center, square(scene, 0, 0))
    assert isinstance(desk.scene, LetterChoice) and desk.scene.letters == "AEIOUY"
    desk.key(pygame.K_a, text="a")
    assert desk.scene is scene and scene.board.laying.draft.letters == {(0, 0): "a"}


def test_a_jolly_that_gets_no_letter_goes_back(desk):
    scene = sit(desk)
    desk.drag(scene.board.piece_rect(tile(scene, "*")).center, square(scene, 0, 0))
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is scene and not scene.board.laying.draft


def test_a_lying_jolly_is_exchanged_by_dropping_its_letter_on_it(desk):
    scene = sit(desk, hands=("HUST*A", "EOHR"), moves=("> 0,0 HaUS", "buy red"))
    desk.drag(scene.board.piece_rect(tile(scene, "A")).center, square(scene, 1, 0))
    assert str(scene.session.rounds[-1].plies[-1].move) == "swap 1,0"
    assert "*" in scene.state.hands[0]


# --- buying ---


def test_kreuzwort_buys_one_letter_with_one_click(desk):
    scene = sit(desk, moves=("> 0,0 HAUS", "buy red"))
    desk.key(pygame.K_2, text="2")
    assert str(scene.session.rounds[-1].plies[-1].move) == "buy black"


def test_point_collects_letters_before_it_buys_them(desk):
    scene = sit(desk, "point_typ_dom")
    for key, text in ((pygame.K_2, "2"), (pygame.K_1, "1"), (pygame.K_2, "2")):
        desk.key(key, text=text)
    assert scene.board.buttons.large.label == desk.say("letters.buy_chosen", n=3)
    desk.key(pygame.K_RETURN)
    assert str(scene.session.rounds[-1].plies[-1].move) == "buy red black black"


def test_a_chosen_letter_can_be_put_back(desk):
    scene = sit(desk, "point_typ_dom")
    desk.key(pygame.K_1, text="1")
    desk.key(pygame.K_BACKSPACE)
    assert scene.board.chosen == [] and scene.session.moves == 0


def test_point_shows_the_sum_of_a_word(desk):
    scene = sit(desk, "point_typ_dom")
    put(desk, scene, "HUT", 0, 0)
    run = scene.board.judge.main_run(scene.board.judge.survey())
    assert scene.board.count_sentence(run, 5).startswith("3 + 1 + 3 = 7")
    assert scene.side.deltas == {0: "+7"}


# --- agreeing ---


def test_people_can_agree_on_a_word_that_the_list_does_not_know(desk):
    setup = {"hands": ["HUTXXEA", "EOHR"], "red": "A", "black": "B", "starter": 0}
    session = Session(rules_of("kreuzwort"), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1, level=setup)
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    put(desk, scene, "HUXX", 0, 0)
    assert not scene.board.buttons.large.enabled
    desk.click(scene.board.marks.agree_button.rect.center)
    assert isinstance(desk.scene, Dialog)
    desk.click_button(desk.say("letters.agree_now"))
    assert scene.board.buttons.large.enabled
    assert session.rounds[-1].setup["agreed"] == "HUXX"
    assert session.uncounted == "word", "nobody else could agree"


def test_a_person_alone_is_told_before_a_word_costs_the_result(desk):
    setup = {"hands": ["HUTXXEA", "EOHR"], "red": "A", "black": "B", "starter": 0}
    session = Session(rules_of("kreuzwort"), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1, level=setup)
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    put(desk, scene, "HUXX", 0, 0)
    desk.click(scene.board.marks.agree_button.rect.center)
    assert desk.scene.text == desk.say("uncounted.word")
    desk.key(pygame.K_RETURN)
    assert "agreed" not in session.rounds[-1].setup and session.uncounted is None


def test_two_people_agree_and_their_game_counts(desk):
    session = Session(rules_of("kreuzwort"), [Seat("Ada"), Seat("Bea")], 1,
                      level={"hands": ["HUTXXEA", "EOHR"], "red": "A", "black": "B", "starter": 0})
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.key(pygame.K_RETURN)
    assert scene.agree("HUXX", keep=False) is None
    assert session.rounds[-1].setup["agreed"] == "HUXX" and scene.is_counted


def test_words_of_a_closed_list_are_not_discussed(desk):
    scene = sit(desk)
    put(desk, scene, "HUS", 0, 0)
    assert scene.board.marks.agree_button is None


# --- the clock ---


def test_over_the_agreed_time_a_letter_is_bought(desk):
    values = {**rules_of("kreuzwort").values, "turn": {"seconds": 2}}
    rules = type(rules_of("kreuzwort"))(values)
    session = Session(rules, [Seat("Ada"), Seat("Bea")], 1)
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    desk.key(pygame.K_RETURN)
    desk.run(2600)
    assert str(session.rounds[-1].plies[0].move).startswith("buy")


# --- undo and resizing ---


def test_a_draft_survives_another_window_size(desk):
    scene = sit(desk)
    put(desk, scene, "HUT", 0, 0)
    scene.rebuild()
    assert len(scene.board.laying.draft) == 3


def test_a_laid_word_can_be_taken_back(desk):
    scene = sit(desk)
    put(desk, scene, "HUT", 0, 0)
    desk.key(pygame.K_RETURN)
    desk.run(1500)
    if desk.scene is not scene:
        desk.key(pygame.K_RETURN)
    scene.undo()
    assert scene.session.moves == 0


def test_own_and_blocked_words_count_from_the_next_deal(desk):
    folder = desk.store.folder / "words"
    folder.mkdir(parents=True)
    (folder / "own.txt").write_text("# unsere\nquatschkopp\n", "utf-8")
    (folder / "blocked.txt").write_text("Haus\n", "utf-8")
    rules = rules_of("kreuzwort")
    scene = make_table(desk.app, rules, [Seat("Ada"), Seat("Bea")], 5)
    words = rules.vocabulary(scene.session.state)
    assert "QUATSCHKOPP" in words and "HAUS" not in words
    assert scene.session.rounds[0].setup["agreed"] == "QUATSCHKOPP"


def test_a_word_agreed_on_for_good_is_in_the_players_file(desk):
    setup = {"hands": ["HUTXXEA", "EOHR"], "red": "A", "black": "B", "starter": 0}
    session = Session(rules_of("kreuzwort"), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 1, level=setup)
    scene: Any = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    put(desk, scene, "HUXX", 0, 0)
    desk.click(scene.board.marks.agree_button.rect.center)
    desk.click_button(desk.say("letters.agree_always"))
    assert "huxx" in (desk.store.folder / "words" / "own.txt").read_text("utf-8").casefold()


def test_the_log_says_what_a_word_is(desk):
    for game in ("kreuzwort", "point_typ_dom"):
        setup = {"hands": ["GELBEN", "ROTENE"], "red": "A", "black": "B", "starter": 0}
        session = Session(rules_of(game), [Seat("Ada"), Seat("Bea")], 1, level=setup)
        session.play(session.rules.read_move("> 0,0 GELB"))
        scene: Any = table_scene(desk.app, session)
        desk.app.push(scene)
        ply = session.rounds[-1].plies[-1]
        assert desk.say("word.kind.A") in scene.board.log_text(ply) + scene.board.log_value(ply)


# --- layout ---


@pytest.mark.parametrize(("size", "language"), [
    (size, language) for size in ((1024, 640), (1280, 720), (1920, 1080)) for language in languages()
    if LONG or size == (1024, 640) or language == "de"])
def test_both_stocks_use_the_same_form_of_their_label(tmp_path, size, language):
    store = Store(tmp_path)
    settings = store.read_settings()
    settings.language = language
    store.write_settings(settings)
    desk = Desk(tmp_path, size)
    assert desk.app.texts.language == language
    board = sit(desk).board
    labels = {button.label for button in board.buttons.low if isinstance(button, BuyButton)}
    forms = [{desk.say(f"letters.{form}{colour}") for colour in ("red", "black")} for form in ("buy_", "")]
    assert labels in [*forms, {""}]


def test_letters_of_a_long_hand_never_hide_each_other(tmp_path):
    desk = Desk(tmp_path, (1280, 720))
    board = sit(desk, hands=("AAAEEEIIOOUUBCDFGHKLMNPRST", "EOHRTN")).board
    rects = [board.piece_rect(piece) for piece in board.pieces()]
    assert len(rects) == 26 and all(len(rect.collidelistall(rects)) == 1 for rect in rects)
    assert all(board.rack.rail.contains(rect) for rect in rects)


def test_a_letter_dropped_on_the_second_row_of_the_rack_comes_to_stand_there(tmp_path):
    desk = Desk(tmp_path, (1280, 720))
    scene = sit(desk, hands=("AAAEEEIIOOUUBCDFGHKLMNPRST", "EOHRTN"))
    board = scene.board
    first, *_, last = board.pieces()
    end = board.piece_rect(last)
    desk.drag(board.piece_rect(first).center, (end.right + 4, end.centery))
    assert board.pieces()[-1] == first


def test_the_middle_row_is_shown_until_the_first_word_lies(desk):
    scene = sit(desk)
    assert scene.board.field.marked_squares
    put(desk, scene, "HAUT", 0, 0)
    desk.key(pygame.K_RETURN)
    desk.run(600)
    assert not scene.board.field.marked_squares


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl"])
@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom", "presto", "wer_behaelt_recht"])
def test_every_value_of_the_rule_file_has_a_name(game, language):
    texts = Texts(language)
    names = [entry.name for entry in entries_of(game)]
    assert not [name for name in names if rule_name(texts, game, name) == name]


# --- letters always type ---


def test_a_letter_without_a_chosen_square_is_typed_where_the_cursor_shows(desk):
    scene = sit(desk, hands=("AUHSTR", "EOHRTN"))
    here = scene.board.cursor.here
    assert scene.board.cursor.at is None and here is not None
    desk.type_word("hut")
    assert "".join(scene.board.laying.draft.letters.values()) == "HUT", "H is no hint"
    assert next(iter(scene.board.laying.draft.letters)) == here.square


def test_the_suggested_place_crosses_a_word_that_lies(desk):
    scene = sit(desk, hands=("AUHSTR", "EOHRTN"))
    desk.type_word("haus")
    desk.key(pygame.K_RETURN)
    desk.run(1500)
    desk.key(pygame.K_RETURN)  # the curtain
    desk.run(50)
    here = scene.board.cursor.here
    assert here is not None and here.square in scene.board.letters and here.down


def test_shortcuts_of_a_word_table_need_ctrl(desk):
    scene = sit(desk, hands=("AUEHSTR*", "EOHRTN"))
    order = list(scene.board.rack.pieces())
    desk.key(pygame.K_x, text="x")
    assert list(scene.board.rack.pieces()) == order, "X is a letter, although the hand has none"
    desk.key(pygame.K_x, pygame.KMOD_CTRL, text="\x18")
    assert sorted(scene.board.rack.pieces()) == sorted(order) != list(scene.board.rack.pieces())
    desk.key(pygame.K_s, pygame.KMOD_CTRL, text="\x13")
    assert list(scene.board.rack.pieces()) == sorted(order, key=scene.board.rack.faces.sort_key)
    assert scene.tools["undo"].key == desk.say("key.with_ctrl", letter="U")


# --- the card says the point of the move ---


def test_the_card_names_the_word_that_grows(desk, written):
    scene = sit(desk, hands=("TORES", "OHRTN"), words="TOR TORE ES", moves=("> 0,0 TOR", "buy red"))
    written.clear()
    put(desk, scene, "E", 3, 0)
    said = " ".join(written)
    assert "TOR" in said and desk.say("letters.lengthens", word="TOR", longer="TORE").split()[-1] in said


def test_the_card_says_that_a_word_earns_a_second_one(desk, written):
    scene = sit(desk, hands=("UUENDNS", "HUTOREN"), words="HUT HUND TOR NUR TORE", starter=1,
                moves=("> 0,0 HUT", "v 0,0 HUND", "v 2,0 TOR"))
    written.clear()
    put(desk, scene, "NUR", 0, 2)
    assert desk.say("letters.earns_second").split(":")[0] in " ".join(written)


def test_the_points_of_a_word_leave_the_plate_with_the_move(desk):
    scene = sit(desk, "point_typ_dom")
    put(desk, scene, "HUT", 0, 0)
    assert scene.side.deltas[0] == "+7"
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 1 and not scene.side.deltas


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom"])
def test_with_empty_stocks_the_turn_line_offers_no_letters(desk, game):
    line = sit(desk, game, red="", black="", moves=("> 0,0 HAUS", "pass")).board.idle_line()
    assert line is not None and line[1] == desk.say("letters.word_or_pass")


def test_the_card_covers_no_letter_while_there_is_room_beside_them(tmp_path):
    desk = Desk(tmp_path, (1024, 640))
    SCREENS["kreuzwort"](desk.app)
    desk.run(50)
    field = desk.scene.board.field
    [card] = [sprite for sprite in desk.scene.stage.sprites if sprite.z == CARD_Z]
    panel = card.image.get_bounding_rect(min_alpha=200).move(card.rect.topleft)
    assert panel.collidelist([field.view.rect(square) for square in field.laid]) < 0
    desk.app.close()
