"""The rules pages and lessons of the block games follow the rule file; the rules judge their pictures."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.app import App
from game.boards.kwinty.help import WallPicture
from game.data.cache import parse
from game.screens.help.scene import Help
from game.table.lesson import LESSONS, PUPIL, Goal, Lesson, lesson_session
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.text import Texts, languages
from rules.catalog import rules_of, variants
from rules.games.turris.rules import Lay
from tests.kit.facts import facts_of
from tests.kit.lessons import lesson, wait
from tests.kit.screens import Make, changed, cramped, own_variant, painted, shown, told, unpainted

KWINTY, TURRIS = "kwinty", "turris"
GAMES = (KWINTY, TURRIS)
SHIPPED = [(game, variant.name) for game in GAMES for variant in variants(game)]
STEPS = [(game, index) for game in GAMES for index in range(len(facts_of(game).taught))]

pytestmark = pytest.mark.usefixtures("nobody_thinks")



def boards_of(app: App, game: str, variant: str) -> list[tuple[dict[str, Any], HelpBoard | None]]:
    rules = rules_of(game, variant)
    return [(block, painted(app, rules, block["board"], **{k: v for k, v in block.items() if k != "board"}))
            for block in unpainted(app, game, variant).blocks() if "board" in block]


def test_the_blocks_of_a_picture_stand_in_its_middle(make: Make) -> None:
    app, squares = make(), [(2, 0), (3, 0), (3, 1)]
    picture = WallPicture(HelpSheet(rules_of(KWINTY), app.look, app.look, app.texts, {}, 560), squares)
    assert abs(picture.rect(squares).centerx - picture.surface.get_width() / 2) <= 1
    assert picture.surface.get_rect().contains(picture.rect(squares))


# --- texts of the pages ---


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_every_placeholder_is_filled(make: Make, game: str, variant: str, language: str) -> None:
    text = told(make(language=language), game, variant)
    assert "{" not in text and "}" not in text
    assert len(text) > 3000


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "text", "expected"), [
    (KWINTY, "blocks: 33\nwall: {width: 17, height: 13}\nrow: {win: 7, count: 6}",
     ["33", "66", "17", "13", "7", "6"]),
    (TURRIS, "blocks: 33\nunfinished_levels: 7\nmatch: {games: 11}", ["33", "66", "7", "11"]),
])
def test_changed_values_change_the_page(make: Make, game: str, text: str, expected: list[str],
                                        language: str) -> None:
    app = make(language=language)
    own_variant(app, game, text)
    before, after = (told(app, game, name).replace(",", " ").replace(".", " ").split()
                     for name in ("classic", "mine"))
    for number in expected:
        assert after.count(number) > before.count(number), number


@pytest.mark.parametrize(("game", "text", "gone", "instead"), [
    (KWINTY, "match: {games: 3}", "In variants with several games", "A match has 3 games"),
    (TURRIS, "bonus: {removal: false}", "Taking out a block", "No block is taken out"),
    (TURRIS, "bonus: {block: false}", "place another block", "blocks, or decline"),
    (TURRIS, "bonus: {chain: true}", "you get nothing more", "you get the next bonus move"),
    (TURRIS, "bonus: {block: false, removal: false}", "Choose:", "There are no bonus moves"),
    (TURRIS, "match: {games: 5}", "no such words", "A match has 5 games"),
])
def test_a_page_says_only_what_holds(make: Make, game: str, text: str, gone: str, instead: str) -> None:
    app = make()
    assert instead not in told(app, game)
    own_variant(app, game, text)
    assert gone not in told(app, game, "mine") and instead in told(app, game, "mine")


# --- pictures of the pages ---


@pytest.mark.parametrize(("game", "variant"), [
    (KWINTY, "classic"), (KWINTY, "small"), (TURRIS, "classic"), (TURRIS, "compact"), (TURRIS, "peaceful")])
def test_every_picture_is_painted_and_every_example_can_be_tried(make: Make, game: str, variant: str) -> None:
    rules, boards = rules_of(game, variant), boards_of(make(), game, variant)
    missing = [block for block, board in boards if board is None]
    if variant == "compact":  # these need a third level
        assert [block["move"] for block in missing] == ["V 2,0,2", "R 1,0,0"]
    else:
        assert not missing
    for block, board in boards:
        if board is None:
            continue
        assert board.picture.get_width() <= 560 and board.sentence, block
        if board.setup is not None:
            state = rules.start(board.setup, 2)
            assert state.player == 0 and rules.outcome(state) is None
            if "move" in block and len(block["move"]) > 1:
                assert (rules.why_illegal(state, rules.read_move(block["move"])) is None) is board.fits


@pytest.mark.parametrize("language", languages())
def test_each_rule_of_the_wall_is_shown_right_and_wrong(make: Make, language: str) -> None:
    app = make(language=language)
    boards = [board for block, board in boards_of(app, KWINTY, "classic") if board and board.fits is not None]
    sentences = [board.sentence for board in boards if not board.fits]
    for key in ("overhang", "no_contact", "short_side_flat", "short_side_upright"):
        assert app.texts(f"refuse.kwinty.{key}") in sentences, key
    assert app.texts("refuse.kwinty.too_wide", width=9, found=10) in sentences
    assert sum(board.fits is True for board in boards) >= 7


@pytest.mark.parametrize("variant", ["classic", "compact"])
def test_each_rule_of_the_tower_is_shown_right_and_wrong(make: Make, variant: str) -> None:
    """Sections a to f; the level rule is shown with the levels of the variant."""
    app, rules = make(), rules_of(TURRIS, variant)
    verdicts: dict[str, list[HelpBoard]] = {}
    letter = ""
    for block in unpainted(app, TURRIS, variant).blocks():
        letter = block["h"][:2] if "h" in block else letter
        if block.get("board") == "move":
            board = painted(app, rules, "move", **{k: v for k, v in block.items() if k != "board"})
            verdicts.setdefault(letter, []).extend([board] if board else [])
    for letter, key in {"a)": "contact", "b)": "overhang", "c)": "side_contact", "d)": "two_blocks",
                        "f)": "middle"}.items():
        assert {board.fits for board in verdicts[letter]} == {True, False}, letter
        refused = [board.sentence for board in verdicts[letter] if not board.fits]
        assert any(app.texts(f"refuse.turris.{key}", level=level) in refused for level in (1, 2)), letter
    limit = rules.values["unfinished_levels"]
    refused = [board.sentence for board in verdicts["e)"] if not board.fits]
    assert refused == [app.texts("refuse.turris.levels", levels=limit + 1, n=limit)]
    assert any(board.fits for board in verdicts["e)"])


def test_a_row_wins_only_if_the_rules_say_so(make: Make) -> None:
    app = make()
    for way in ("across", "up", "rising", "falling"):
        assert shown(app, rules_of(KWINTY), "five", way=way).sentence == app.texts("help.kwinty.wins", n=5)
        assert painted(app, changed(KWINTY, row__win=6), "five", way=way) is None


@pytest.mark.parametrize("width", [4, 7, 10])
def test_the_widest_wall_takes_an_upright_block_only(make: Make, width: int) -> None:
    app, rules = make(), changed(KWINTY, wall__width=width)
    assert shown(app, rules, "lay", wall="wide", move="V").fits is True
    refused = shown(app, rules, "lay", wall="wide", move="H")
    assert refused.sentence == app.texts("refuse.kwinty.too_wide", width=width, found=width + 1)


def test_the_end_and_the_pass_are_left_out_where_they_do_not_come_up(make: Make) -> None:
    app = make()
    assert "maple 4, ebony 5. Ebony wins." in shown(app, rules_of(KWINTY), "end").sentence
    assert "maple 3, ebony 1. Maple wins." in shown(app, rules_of(KWINTY, "small"), "end").sentence
    assert "Ebony has 4 blocks left" in shown(app, rules_of(KWINTY), "pass").sentence
    narrow = changed(KWINTY, wall__width=5)
    assert painted(app, narrow, "end") is None and painted(app, narrow, "pass") is None


def test_the_faces_are_counted_by_the_rules(make: Make) -> None:
    app, rules = make(), rules_of(TURRIS)
    board = shown(app, rules, "faces", example="faces")
    assert board.setup is not None
    first, second = rules.start(board.setup, 2).points
    assert f"= {first}, " in board.sentence and f"= {second}." in board.sentence
    assert shown(app, rules, "faces", example="recessed", faces="south").sentence == "Maple 0, cherry 6."


def test_the_answers_to_a_bonus_follow_the_rules(make: Make) -> None:
    app = make()
    assert "1 block could be taken out" in shown(app, rules_of(TURRIS), "choice", example="bonus").sentence
    peaceful = shown(app, rules_of(TURRIS, "peaceful"), "choice", example="bonus").sentence
    assert "0 blocks could be taken out" in peaceful
    none = changed(TURRIS, bonus__block=False, bonus__removal=False)
    assert painted(app, none, "choice", example="bonus") is None


# --- all window sizes ---


@pytest.mark.parametrize(("size", "text_size"), [((1024, 640), 150), ((1280, 720), 100), ((1920, 1080), 100)])
def test_the_pages_fit_in_every_window(make: Make, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int],
                                       text_size: int) -> None:
    faults = cramped(monkeypatch)
    app = make(size, "de", text_size=text_size)
    for game in GAMES:
        scene = Help(app, game)
        app.push(scene)
        assert scene.page is not None
        assert all(item.rect.left >= 0 and item.rect.right <= scene.page.rect.w
                   for item in scene.page.layout.items)
        assert all(pygame.Rect((0, 0), size).contains(widget.rect) for widget in scene.widgets)
        app.scenes.clear()
    assert not faults


# --- the lessons ---


def play(app: App, scene: Lesson, text: str) -> None:
    """Play a move of the pupil, and everything that follows from it."""
    assert scene.my_turn
    scene.play(scene.session.rules.read_move(text))
    wait(app)


@pytest.mark.parametrize(("game", "index"), STEPS)
def test_every_step_is_finished_by_what_it_teaches(make: Make, game: str, index: int) -> None:
    step = parse(LESSONS / f"{game}.yaml")[index]
    session = lesson_session(rules_of(game), step, "Ada")
    assert session.state.player == PUPIL and session.outcome is None
    assert not Goal.read(step["until"]).reached(session.rules, []) or step["until"] == "won"
    app = make(speed="none")
    scene = lesson(app, game, index)
    *first, last = facts_of(game).taught[index]
    for text in first:
        play(app, scene, text)
        assert not scene.done and not scene.failed, text
    play(app, scene, last)
    assert scene.done


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_its_words(game: str, language: str) -> None:
    lines = Texts(language).lines(f"tutorial.{game}")
    assert len(lines) == len(facts_of(game).taught)
    assert all(set(part) == {"title", "text", "done"} for part in lines)


def test_a_threat_that_is_not_answered_loses(make: Make) -> None:
    app = make(speed="none")
    scene = lesson(app, KWINTY, 3)
    play(app, scene, "V 2,0")
    assert scene.failed and not scene.done


def test_only_one_place_solves_the_last_step_of_turris() -> None:
    rules = rules_of(TURRIS)
    step = parse(LESSONS / "turris.yaml")[4]
    state = lesson_session(rules, step, "Ada").state
    solving = [move for move in rules.legal_moves(state)
               if isinstance(move, Lay) and rules.outcome(rules.apply(state, move).state).winners == (PUPIL,)]
    assert [rules.write_move(move) for move in solving] == ["V 1,0,0"]
    assert state.points == (16, 16)


@pytest.mark.parametrize(("size", "text_size"), [((1024, 640), 150), ((1280, 720), 100), ((1920, 1080), 100)])
def test_the_coach_fits_beside_the_board(make: Make, size: tuple[int, int], text_size: int) -> None:
    app = make(size, language="de", text_size=text_size)
    for game in GAMES:
        parts = Texts("de").lines(f"tutorial.{game}")
        index = max(range(len(parts)), key=lambda i: len(parts[i]["text"]))
        scene = lesson(app, game, index)
        app.scenes.clear()
        look, part, coach = scene.look, scene.part(), scene.coach_rect
        for key in ("text", "done"):
            needed = look.paragraph_height(part[key], "body", coach.w - 2 * look.px(20), scene.text_px)
            assert needed <= scene.text_h, (game, index, key)
        assert pygame.Rect((0, 0), size).contains(coach) and not coach.colliderect(scene.board_area())
