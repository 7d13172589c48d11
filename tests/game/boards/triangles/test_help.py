"""The rules pages of the triangle games follow the rule file; the rules judge their pictures."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.app import App
from game.boards.triangles.help import Picture, sum_text
from game.boards.trio_domino import help as trio_help
from game.boards.tripple_domino import help as tripple_help
from game.screens.help.page import Page
from game.screens.help.scene import Help
from game.table.scene import TableScene
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.text import languages
from rules.base import Rules
from rules.catalog import rules_of, variants
from rules.games.triangles.layout import Lay
from rules.games.tripple_domino.rules import TrippleDomino
from rules.session import Seat, Session
from tests.kit.screens import Make, changed, cramped, own_variant, painted, shown, told, unpainted

TRIPPLE, SOLITAIRE, TRIO = "tripple_domino", "tripple_solitaire", "trio_domino"
GAMES = (TRIPPLE, SOLITAIRE, TRIO)
SHIPPED = [(game, variant.name) for game in GAMES for variant in variants(game)]
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]
OUTSIDE = {"table": "444@0,0^:444 344@0,0v:434", "move": "445@0,-1v:445"}

pytestmark = pytest.mark.usefixtures("nobody_thinks")


def boards_of(app: App, rules: Rules, game: str,
              variant: str = "classic") -> list[tuple[dict[str, Any], HelpBoard | None]]:
    """Return the page blocks with pictures, and the pictures that these rules give."""
    found = []
    for block in unpainted(app, game, variant).blocks():
        if "board" in block:
            values = {name: text for name, text in block.items() if name != "board"}
            found.append((block, painted(app, rules, block["board"], **values)))
    return found


# --- texts of the pages ---


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_every_placeholder_is_filled(make: Make, game: str, variant: str, language: str) -> None:
    text = told(make(language=language), game, variant)
    assert "{" not in text and "}" not in text
    assert len(text) > 3000


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "text", "expected"), [
    (TRIPPLE, "draw: {most: 7, cost: 11, empty_cost: 13}\ntarget: 777\nbonus: {bridge: 61, last: 67}",
     ["7", "11", "13", "777", "61", "67"]),
    (TRIPPLE, "hand: {2: 21, 6: 9}", ["21", "9"]),
    (SOLITAIRE, "solitaire: {draws: 31}\nhand: {1: 17}\nbonus: {double: 71}", ["31", "17", "38", "71"]),
    (TRIO, "hand: 6\ndraw: {most: 5}\ncolour: {factor: 4}", ["6", "5", "4"]),
])
def test_changed_values_change_the_page(make: Make, game: str, text: str, expected: list[str],
                                        language: str) -> None:
    app = make(language=language)
    own_variant(app, game, text)
    before, after = (told(app, game, name).replace("-", " ").replace(",", " ").replace(".", " ").split()
                     for name in ("classic", "mine"))
    for number in expected:
        assert after.count(number) > before.count(number), number


@pytest.mark.parametrize(("game", "text", "gone", "instead"), [
    (TRIPPLE, "draw: {cost: 0}", "each costs you", "It costs nothing."),
    (TRIPPLE, "draw: {then_lay: any}", "only play a tile you drew", "any of your tiles"),
    (TRIPPLE, "draw: {empty_pass: free}", "only if none of your tiles fits", "whenever you like"),
    (TRIPPLE, "bonus: {hexagon_each: false}", "both count", "only one of them counts"),
    (TRIPPLE, "bonus: {bridge: 0}", "It spans a gap", "Double connection, 25"),
    (TRIPPLE, "blocked_tie: none", "each of them is paid", "nobody gets anything"),
    (SOLITAIRE, "solitaire: {draws: 0}", "times in the whole game", "with the tiles you were dealt"),
    (SOLITAIRE, "draw: {then_lay: any}", "you may also pass", "whenever you like"),
    (TRIO, "play_out: true", "Then you choose", "nobody can stop"),
    (TRIO, "rows: 3", "The double row", "into 3 rows"),
    (TRIO, "colour: {agree: all}", "along every side", "as all the corners"),
    (TRIO, "colour: {factor: 1}", "match in colour", "do not count in this variant"),
])
def test_a_page_says_only_what_holds(make: Make, game: str, text: str, gone: str, instead: str) -> None:
    app = make()
    assert gone in told(app, game)
    own_variant(app, game, text)
    assert gone not in told(app, game, "mine") and instead in told(app, game, "mine")


# --- pictures of the pages ---


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_every_picture_of_a_shipped_variant_is_painted(make: Make, game: str, variant: str) -> None:
    app = make()
    found = boards_of(app, rules_of(game, variant), game, variant)
    assert len(found) >= 9
    for block, board in found:
        assert board is not None, block
        assert board.picture.get_width() <= 560
        assert pygame.mask.from_surface(board.picture).count() > 500
        assert board.sentence or block["text"], block


@pytest.mark.parametrize(("example", "total", "kind"), [
    ("bridge", 42, "bridge 30"), ("double", 32, "double connection 25"), ("hexagon", 52, "hexagon 40"),
    ("two_hexagons", 90, "hexagon 40 + hexagon 40")])
@pytest.mark.parametrize("game", [TRIPPLE, SOLITAIRE])
def test_bonuses_are_counted_by_the_rules(make: Make, game: str, example: str, total: int, kind: str) -> None:
    board = shown(make(), rules_of(game), "lay", example=example)
    assert board.fits and kind in board.sentence and f"= {total} " in board.sentence


def test_other_bonuses_give_other_sums(make: Make) -> None:
    app = make()
    assert "= 97 " in shown(app, changed(TRIPPLE, bonus__hexagon=85), "lay", example="hexagon").sentence
    once = shown(app, changed(TRIPPLE, bonus__hexagon_each=False), "lay", example="two_hexagons")
    assert "= 50 " in once.sentence


def test_a_sum_shows_what_is_paid_as_well_as_what_is_won(make: Make) -> None:
    app = make()
    sheet = HelpSheet(rules_of(TRIPPLE), app.look, app.look, app.texts, {}, 560)
    assert sum_text(sheet, [(12, "tiles"), (0, "points"), (-3, "points")]) == "12 + 0 \u2212 3 = 9"
    assert sum_text(sheet, [(12, "tiles")]) == "12"


def test_a_legal_example_gets_a_tick_and_a_refused_one_a_cross(make: Make,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts: list[bool] = []
    monkeypatch.setattr(Picture, "verdict", lambda self, fits: verdicts.append(fits))
    app, rules = make(), rules_of(TRIPPLE)
    boards = [shown(app, rules, "lay", example="bridge"),
              shown(app, rules, "lay", table="345@0,0^:345", move="000@0,0v:000")]
    assert verdicts == [board.fits for board in boards] == [True, False]


@pytest.mark.parametrize("language", languages())
def test_a_refused_tile_gets_the_reason_of_the_rules(make: Make, language: str) -> None:
    app = make(language=language)
    for game, rules in ((TRIPPLE, rules_of(TRIPPLE)), (TRIO, rules_of(TRIO))):
        refused = [board for block, board in boards_of(app, rules, game) if board and board.fits is False]
        sentences = [board.sentence for board in refused]
        expected = {TRIPPLE: [(3, 5), (2, 3), (3, 2)], TRIO: [(0, 1)]}[game]
        for number, there in expected:
            assert app.texts("refuse.triangle.corner", number=number, there=there) in sentences
    assert app.texts("refuse.trio_domino.double_row", rows=2) in sentences


def test_after_a_draw_the_old_tile_waits_or_not(make: Make) -> None:
    app, values = make(), {"table": "444@0,0^:444", "move": "344@0,0v:434", "drawn": "245"}
    assert shown(app, rules_of(TRIPPLE), "lay", **values).fits is False
    assert shown(app, changed(TRIPPLE, draw__then_lay="any"), "lay", **values).fits is True


def test_the_start_tile_is_chosen_by_the_rules(make: Make) -> None:
    app, rules = make(), rules_of(TRIPPLE)
    triple = shown(app, rules, "start", hands="025 133 444 | 345 455 111")
    assert "Player 1 starts with 444: 12 + first tile 5 = 17" in triple.sentence
    value = shown(app, rules, "start", hands="025 133 045 | 345 122 001")
    assert "Player 2 starts with 345" in value.sentence
    assert "= 20 " in shown(app, changed(TRIPPLE, bonus__start=8), "start", hands="444 012 | 001").sentence


def test_going_out_and_being_blocked_are_paid_by_the_rules(make: Make) -> None:
    app, rules = make(), rules_of(TRIPPLE)
    out = shown(app, rules, "end", hands=" | 135 025", **OUTSIDE)
    assert out.sentence == "Player 1 gets 13 + last tile 20 + going out 16 = 49 points."
    blocked = shown(app, rules, "end", hands="001 | 012 022 | 111 112", **OUTSIDE)
    assert "= 26 " in blocked.sentence and "\u2212 tiles left 1" in blocked.sentence
    assert painted(app, rules, "end", hands="344 | 135", table="444@0,0^:444", move="445@0,-1v:445") is None


@pytest.mark.parametrize(("example", "points", "agree"), [
    ("three", 3, False), ("twelve", 12, True), ("two", 2, True)])
def test_the_three_examples_of_the_rule_sheet(make: Make, example: str, points: int, agree: bool) -> None:
    app = make()
    sentence = shown(app, rules_of(TRIO), "lay", example=example).sentence
    assert f"= {points} point" in sentence
    assert ("because all colours match" in sentence) is agree
    assert ("touches nothing" in sentence) is (example == "two")
    plain = shown(app, changed(TRIO, colour__factor=1), "lay", example=example).sentence
    assert f"= {points // 2 if agree else points} point" in plain


@pytest.mark.parametrize(("example", "directions"), [("line", 1), ("second_row", 1), ("ring", 3)])
def test_the_double_row_leaves_so_many_directions(make: Make, example: str, directions: int) -> None:
    app = make()
    board = shown(app, rules_of(TRIO), "row", example=example)
    assert app.texts("help.trio_domino.open", n=directions) in board.sentence
    assert (app.texts("help.trio_domino.outside") in board.sentence) is (example == "second_row")


def test_an_example_that_these_rules_forbid_is_left_out(make: Make) -> None:
    app, narrow = make(), changed(TRIO, rows=1)
    assert painted(app, narrow, "lay", example="twelve") is None
    assert painted(app, narrow, "row", example="ring") is None
    assert painted(app, narrow, "row", example="line") is not None
    wide = shown(app, changed(TRIO, rows=3), "lay", example="outside")
    assert wide.fits is True


def test_stopping_is_shown_with_its_standing(make: Make) -> None:
    app, values = make(), {"example": "two", "scores": "20 22", "hands": "R2B2G1 R1G0B0"}
    board = shown(app, rules_of(TRIO), "end", **values)
    assert "player 1: 22" in board.sentence and "player 2: 22 \u2212 6 = 16" in board.sentence
    assert painted(app, changed(TRIO, play_out=True), "end", **values) is None


# --- practice ---


def tried(rules: Rules, board: HelpBoard) -> Session:
    """Return the session of a practice table as the help opens it."""
    session = Session(rules, [Seat(f"Seat {i}") for i in range(rules.seats[0])], 0, level=board.setup)
    for move in board.moves:
        session.play(rules.read_move(move))
    return session


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_every_example_can_be_tried(make: Make, game: str, variant: str) -> None:
    rules, count = rules_of(game, variant), 0
    for block, board in boards_of(make(), rules, game, variant):
        if board is None or board.setup is None:
            continue
        count += 1
        session = tried(rules, board)
        assert session.outcome is None and next(rules.legal_moves(session.state), None) is not None
        if block["board"] == "lay":
            position = trio_help.position(rules, block["example"]) if game == TRIO else tripple_help.position(
                rules, block)
            assert list(session.state.layout.laid) == position[0] and session.state.player == 0
            assert isinstance(position[1], Lay) and position[1].tile in session.state.hand
            assert (rules.why_illegal(session.state, position[1]) is None) is board.fits
    assert count >= 7


@pytest.mark.parametrize("game", GAMES)
def test_try_it_opens_a_table_that_does_not_count(make: Make, game: str) -> None:
    app = make(speed="none")
    scene = Help(app, game)
    app.push(scene)
    page = scene.page
    assert isinstance(page, Page)
    index = next(i for i, board in enumerate(page.layout.tries) if len(board.moves) > 3)
    scene.try_example(index)
    table = app.top
    assert isinstance(table, TableScene) and not table.occasion.counts and table.path is None
    assert table.my_turn and table.session.moves == len(page.layout.tries[index].moves)
    app.pop()
    assert app.top is scene and app.store.unfinished() == []


# --- all window sizes ---


@pytest.mark.parametrize(("size", "text_size", "theme"), [
    *((size, 150, "felt") for size in SIZES), ((1024, 640), 100, "paper"), ((1920, 1080), 100, "paper")])
def test_everything_fits_in_every_window(make: Make, monkeypatch: pytest.MonkeyPatch,
                                         size: tuple[int, int], text_size: int, theme: str) -> None:
    faults = cramped(monkeypatch)
    app = make(size, "de", text_size=text_size, theme=theme)
    window = pygame.Rect((0, 0), size)
    for game in GAMES:
        scene = Help(app, game)
        app.push(scene)
        view = scene.page
        assert view is not None
        for item in view.layout.items:
            assert item.rect.left >= 0 and item.rect.right <= view.rect.w, item.rect
        assert all(window.contains(widget.rect) for widget in scene.widgets)
        view.scroll_to(view.furthest / 2)
        app.step([], 16)
        app.scenes.clear()
    assert not faults


def test_the_colour_aid_reaches_the_pictures(make: Make) -> None:
    pictures = []
    for safe in (False, True):
        app = make(safe_colours=safe)
        picture = shown(app, rules_of(TRIO), "tiles", tiles="R2B1G0").picture
        pictures.append(pygame.image.tobytes(picture, "RGBA"))
    assert pictures[0] != pictures[1]


def test_both_games_have_their_own_wood(make: Make) -> None:
    app = make()
    ivory, rose = (pygame.image.tobytes(shown(app, rules_of(game), "tiles", tiles="345").picture, "RGBA")
                   for game in (TRIPPLE, SOLITAIRE))
    assert ivory != rose and isinstance(rules_of(TRIPPLE), TrippleDomino)
