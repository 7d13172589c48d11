"""The help screen: pages follow the rule file, pictures follow the rules, examples can be played."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.boards.turm_domino.help import BOARDS, SHOWN_DEAL, facts
from game.screens.help.page import Page
from game.screens.help.scene import PROGRAM, Help
from game.table.scene import TableScene
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.paper.blocks import page_blocks
from game.ui.text import languages
from game.ui.widgets import Area, Segment, Stepper
from rules.catalog import GAMES, rules_of, variants
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import TurmMove, TurmState, read_domino
from tests.kit.long import LONG
from tests.kit.screens import Make, click, cramped, press, strings

GAME = "turm_domino"
SHIPPED = [variant.name for variant in variants(GAME)]
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (1024, 768), (2560, 1080), (3840, 2160)]


def opened(app: App, variant: str = "classic", page: str = GAME) -> Help:
    scene = Help(app, GAME)
    scene.variant, scene.shown = variant, page
    app.push(scene)
    app.step([], 16)
    return scene


def told(app: App, variant: str = "classic", page: str = GAME) -> str:
    """Return all texts of a page without painting it."""
    scene = Help(app, GAME)
    scene.variant, scene.shown = variant, page
    scene.choices = scene.read_choices() if page == GAME else {}
    return " ".join(strings(scene.blocks()))


def page_of(scene: Help) -> Page:
    assert scene.page is not None
    return scene.page


def board(rules: TurmDomino, name: str, app: App, **values: str) -> HelpBoard | None:
    return BOARDS[name](HelpSheet(rules, app.look, app.look, app.texts, values, 560))


def turm(variant: str = "classic") -> TurmDomino:
    rules = rules_of(GAME, variant)
    assert isinstance(rules, TurmDomino)
    return rules


def own_variant(app: App, text: str, name: str = "mine") -> Path:
    path = app.store.own_rules / GAME / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"extends: classic\n{text}", "utf-8")
    return path


# --- texts of the page ---


@pytest.mark.parametrize("language", languages())
def test_every_page_builds_with_every_placeholder_filled(make: Make, language: str) -> None:
    app = make(language=language)
    for variant in SHIPPED:
        assert "{" not in told(app, variant) and "}" not in told(app, variant)
    assert "{" not in told(app, page=PROGRAM)
    assert str(app.store.own_rules) in told(app, page=PROGRAM)
    scene = opened(app, SHIPPED[-1])
    assert scene.rules is not None and scene.rules.variant == SHIPPED[-1]
    assert len(page_of(scene).layout.headings) >= 9


@pytest.mark.parametrize("language", languages())
def test_a_changed_value_of_the_rule_file_changes_the_page(make: Make, language: str) -> None:
    app = make(language=language)
    path = own_variant(app, "stack: {max_difference: 4}\nfound: {neighbour_sum: 29}\n")
    scene = opened(app, "mine")
    before = " ".join(strings(scene.blocks()))
    assert "29" in before and " 4 " in before.replace(".", " ")
    assert "29" not in told(app, "classic")
    path.write_text("extends: classic\nfound: {neighbour_sum: 31}\n", "utf-8")
    scene.come_back()
    after = " ".join(strings(scene.blocks()))
    assert "31" in after and "29" not in after


def test_a_page_says_only_what_holds(make: Make) -> None:
    app = make()
    assert "You may turn a domino" in told(app) and "You may turn a domino" not in told(app, "strict")
    assert "turn dominoes in this variant" in told(app, "strict")
    assert "On an empty position" in told(app) and "On an empty position" not in told(app, "three_towers")
    assert "All dominoes are face up from the start" in told(app, "open")
    own_variant(app, "stack: {wrap: false}\ndeal: {solvable_only: false}\n")
    assert "do not run in a circle" in told(app, "mine") and "Some of them cannot be won" in told(app, "mine")


def test_conditions_may_name_several_values_and_facts(make: Make) -> None:
    texts = make().texts
    texts.tree = {**texts.tree, "trial": [{"p": "both", "if": "a.b, c"}, {"p": "not {c}", "unless": "c"}]}
    assert page_blocks(texts, "trial", {"a_b": True, "c": 2}) == [{"p": "both", "if": "a.b, c"}]
    assert page_blocks(texts, "trial", {"a_b": True, "c": 0}) == [{"p": "not 0", "unless": "c"}]


def test_rules_of_a_table_that_no_file_has_get_a_page_too(make: Make) -> None:
    app = make()
    values = {**turm().values, "found": {"neighbour_sum": 17}}
    scene = Help(app, GAME, TurmDomino(values, "classic"))
    app.push(scene)
    assert scene.choices[scene.variant][0] == app.texts("help.this_table")
    assert "17" in " ".join(strings(scene.blocks()))
    assert "classic" in scene.choices


def test_lines_have_about_66_characters(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    layout = page_of(scene).layout
    lines = [line for block in scene.blocks() if "p" in block and "[" not in block["p"]
             for line in layout.look.wrap(block["p"], "body", layout.text_w)[:-1]]
    assert 60 <= sum(map(len, lines)) / len(lines) <= 68
    assert max(map(len, lines)) <= 76


# --- pictures of the page ---


@pytest.mark.parametrize("variant", SHIPPED)
def test_every_picture_of_a_shipped_variant_is_painted(make: Make, variant: str) -> None:
    app = make()
    scene = Help(app, GAME)
    scene.variant = variant
    scene.choices = scene.read_choices()
    assert isinstance(scene.rules, TurmDomino)
    for block in scene.blocks():
        if "board" in block:
            name = block.pop("board")
            painted = board(scene.rules, name, app, **block)
            assert painted is not None, (name, block)
            assert painted.picture.get_width() <= 560
            assert pygame.mask.from_surface(painted.picture).count() > 500


@pytest.mark.parametrize(("laid", "tower", "fits"), [
    ("2|3", "1|4", True), ("2|3", "2|2", True), ("0|1", "2|6", True), ("2|3", "0|5", False)])
def test_the_examples_of_the_source_are_judged_by_the_rules(make: Make, laid: str, tower: str,
                                                            fits: bool) -> None:
    app = make()
    shown = board(turm(), "stack", app, laid=laid, tower=tower)
    assert shown is not None and shown.fits is fits
    if not fits:
        state = TurmState(((read_domino(tower),),), ((read_domino(laid),),))
        assert shown.sentence == app.texts(turm().why_illegal(state, TurmMove(0, 0)))


def test_the_same_example_gets_a_cross_in_stricter_rules(make: Make) -> None:
    app = make()
    shown = board(turm("strict"), "stack", app, laid="0|1", tower="2|6")
    assert shown is not None and shown.fits is False


def test_founding_is_shown_with_dominoes_that_make_the_sum(make: Make) -> None:
    app, rules = make(), turm()
    found = facts(rules)
    assert (found["founder"], found["founded_beside"]) == ("2|4", "1|6")
    right = board(rules, "found", app, laid=found["founder"], beside=found["founded_beside"])
    wrong = board(rules, "found", app, laid=found["not_founder"], beside=found["founded_beside"])
    assert right is not None and right.fits and "6 + 7 = 13" in right.sentence
    assert wrong is not None and wrong.fits is False and "12" in wrong.sentence
    other = TurmDomino({**rules.values, "found": {"neighbour_sum": 11}})
    shown = board(other, "found", app, laid=facts(other)["founder"], beside="1|6")
    assert shown is not None and shown.fits and "= 11" in shown.sentence


def test_an_example_whose_dominoes_are_not_in_the_set_is_left_out(make: Make) -> None:
    app = make()
    rules = TurmDomino({**turm().values, "set": {"highest": 3}})
    assert board(rules, "stack", app, laid="2|3", tower="1|4") is None
    assert board(rules, "found", app, laid="", beside="1|2") is None


@pytest.mark.parametrize("variant", SHIPPED)
def test_the_deal_in_the_picture_can_be_won(variant: str) -> None:
    rules = turm(variant)
    plain = TurmDomino({**rules.values, "deal": {"solvable_only": False}}, variant)
    assert Solver(rules).winnable(rules.start(plain.deal(1, SHOWN_DEAL), 1))


# --- practice ---


@pytest.mark.parametrize("variant", SHIPPED)
def test_every_example_that_can_be_tried_can_be_won(make: Make, variant: str) -> None:
    page = page_of(opened(make(), variant))
    assert len(page.layout.tries) >= 4
    rules = turm(variant)
    for example in page.layout.tries:
        assert example.setup is not None
        assert Solver(rules).winnable(rules.start(example.setup, 1))


def test_a_click_on_try_it_opens_a_table_that_does_not_count(make: Make) -> None:
    app = make()
    scene = opened(app)
    page = page_of(scene)
    index = len(page.cells) - 1
    page.reveal(index)
    offset = page.offset
    cell = page.cells[index].move(page.rect.left, page.rect.top - page.offset)
    click(app, cell.center)
    table = app.top
    assert isinstance(table, TableScene)
    assert not table.occasion.counts and table.path is None
    assert table.session.rounds[0].setup == page.layout.tries[index].setup
    assert table.session.outcome is None
    app.pop()
    assert app.top is scene and page_of(scene).offset == offset
    assert app.store.unfinished() == []


def test_an_example_can_be_tried_with_the_keyboard(make: Make) -> None:
    app = make()
    scene = opened(app)
    for _ in range(40):
        press(app, pygame.K_TAB)
        if scene.focus is scene.page:
            break
    assert scene.focus is scene.page
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    page = page_of(scene)
    cell = page.cells[page.cursor]
    assert page.cursor == 2 and page.offset <= cell.top and cell.bottom <= page.offset + page.rect.h
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, TableScene)
    assert app.top.session.rounds[0].setup == page.layout.tries[2].setup


# --- navigation ---


def test_wheel_keys_and_bar_scroll(make: Make) -> None:
    app = make()
    page = page_of(opened(app))
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=page.rect.center, rel=(1, 1), buttons=(0, 0, 0)),
              pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0)], 16)
    wheeled = page.offset
    assert wheeled > 0
    press(app, pygame.K_DOWN)
    assert page.offset > wheeled
    press(app, pygame.K_PAGEDOWN)
    press(app, pygame.K_END)
    assert page.offset == page.furthest
    press(app, pygame.K_HOME)
    assert page.offset == 0
    grip = (page.rect.right - 3, page.rect.top + 10)
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=grip, button=1),
              pygame.Event(pygame.MOUSEMOTION, pos=(grip[0], page.rect.bottom - 4), rel=(0, 300),
                           buttons=(1, 0, 0)),
              pygame.Event(pygame.MOUSEBUTTONUP, pos=(grip[0], page.rect.bottom - 4), button=1)], 16)
    assert page.offset == page.furthest


def test_the_contents_jump_to_a_heading_and_follow_the_page(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    page = page_of(scene)
    click(app, scene.contents[2].rect.center)
    assert page.offset == page.layout.headings[2][1] - scene.px(34)
    assert scene.section == 2
    press(app, pygame.K_END)
    assert scene.section >= len(page.layout.headings) - 2


def test_the_list_leads_to_the_page_about_the_program(make: Make) -> None:
    app = make()
    below = opened(app)
    scene = opened(app)
    first = next(w for w in scene.widgets if isinstance(w, Area))
    entry = scene.widgets[scene.widgets.index(first) + len(GAMES)]
    click(app, entry.rect.center)
    assert scene.shown == PROGRAM and scene.rules is None
    press(app, pygame.K_F1)
    assert app.scenes == [below]


def test_a_variant_is_chosen_with_a_click(make: Make) -> None:
    app = make()
    scene = opened(app)
    segment = next(w for w in scene.widgets if isinstance(w, Segment))
    cell = segment.cell_rects(segment.rect)[2]
    click(app, cell.center)
    assert scene.variant == SHIPPED[2] and scene.rules is not None and scene.rules.variant == SHIPPED[2]


def test_many_variants_of_ones_own_can_still_be_chosen(make: Make) -> None:
    app = make((1024, 640))
    for number in range(14):
        own_variant(app, f'title: "A variant with a long name {number}"\n', f"mine_{number}")
    scene = opened(app)
    stepper = next(w for w in scene.widgets if isinstance(w, Stepper))
    click(app, (stepper.rect.right - 10, stepper.rect.centery))
    assert scene.variant == list(scene.choices)[1]


# --- all window sizes ---


@pytest.mark.parametrize(("size", "text_size"),
                         [(size, text_size) for size in SIZES for text_size in (100, 150)
                          if (text_size == 150) != (size == SIZES[-1]) or (LONG and size != SIZES[-1])])
def test_everything_fits_in_every_window(make: Make, monkeypatch: pytest.MonkeyPatch,
                                         size: tuple[int, int], text_size: int) -> None:
    faults = cramped(monkeypatch)
    app = make(size, "de", text_size=text_size)
    window = pygame.Rect((0, 0), size)
    scene = opened(app, "strict")
    for page in (GAME, PROGRAM):
        scene.show_page(page)
        view = page_of(scene)
        for item in view.layout.items:
            assert item.rect.left >= 0 and item.rect.right <= view.rect.w, item.rect
        assert all(window.contains(widget.rect) for widget in scene.widgets)
        view.scroll_to(view.furthest / 2)
    assert not faults


@pytest.mark.parametrize("theme", ["felt", "night", "paper"])
def test_the_page_is_dark_ink_on_ivory_in_every_theme(make: Make, theme: str) -> None:
    app = make(theme=theme)
    page = page_of(opened(app))
    colour = app.screen.get_at((page.rect.left + 4, page.rect.centery))
    assert min(colour[:3]) > 220
    assert page.layout.look.theme.light
