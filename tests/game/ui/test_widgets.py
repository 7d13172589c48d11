"""Widgets on a test scene, driven by mouse and keyboard."""

from __future__ import annotations

import math
from itertools import pairwise

import pygame
import pytest

from game.draw.svg import rgb
from game.screen import Screen
from game.ui.devices.pad_typing import PadTyping
from game.ui.dialogs import Dialog
from game.ui.paper.listing import Column, Line, Listing
from game.ui.scene import TIP_AFTER
from game.ui.widgets import Button, Cells, Field, Scroll, Segment, Slider, Stepper, Toggle
from game.ui.widgets.toast import draw_medal
from tests.kit.desk import Desk


class Bench(Screen):
    """An empty scene; every test adds its own widgets."""

    heading = "Bench"

    def build(self) -> None:
        self.paint_cloth()


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


@pytest.fixture
def bench(desk):
    desk.app.push(Bench(desk.app))
    return desk.app.top


def button(bench, rect, label="", tip=""):
    pressed = []
    made = Button(bench, pygame.Rect(rect), label, lambda: pressed.append(label), tip=tip)
    return made, pressed


def nothing(_value):
    pass


# --- removing widgets ---


def test_the_tip_of_a_removed_widget_does_not_appear(desk, bench):
    gone, _ = button(bench, (100, 100, 200, 60), "Gone", tip="Where is it?")
    desk.move(gone.rect.center)
    gone.remove()
    left = len(bench.stage.sprites)
    desk.run(2 * TIP_AFTER)
    assert len(bench.stage.sprites) == left and not bench.restless


def test_a_removed_widget_is_hovered_no_longer(desk, bench):
    gone, _ = button(bench, (100, 100, 200, 60), "Gone")
    desk.move(gone.rect.center)
    assert gone.hovered
    gone.remove()
    repainted = []
    gone.refresh = lambda: repainted.append(True)
    desk.move((600, 400))
    assert not repainted and gone not in bench.widgets


def test_the_shown_tip_goes_with_its_widget(desk, bench):
    gone, _ = button(bench, (100, 100, 200, 60), "Gone", tip="Here")
    before = len(bench.stage.sprites)
    desk.move(gone.rect.center)
    desk.run(2 * TIP_AFTER)
    assert len(bench.stage.sprites) == before + 1, "its tip"
    gone.remove()
    assert len(bench.stage.sprites) == before - 1


def test_a_widget_removed_while_pressed_is_not_clicked(desk, bench):
    gone, pressed = button(bench, (100, 100, 200, 60), "Gone")
    desk.move(gone.rect.center)
    desk.press(gone.rect.center)
    gone.remove()
    desk.release(gone.rect.center)
    assert not pressed


def test_the_focus_leaves_a_removed_widget(bench):
    gone, _ = button(bench, (100, 100, 200, 60), "Gone")
    bench.focus_on(gone)
    gone.remove()
    assert bench.focus is None


# --- arrow keys between widgets ---


@pytest.mark.parametrize(("key", "straight", "aside"), [
    (pygame.K_DOWN, (500, 420, 120, 50), (900, 360, 120, 50)),
    (pygame.K_UP, (500, 120, 120, 50), (100, 180, 120, 50)),
    (pygame.K_RIGHT, (800, 300, 120, 50), (660, 520, 120, 50)),
    (pygame.K_LEFT, (200, 300, 120, 50), (340, 80, 120, 50)),
])
def test_an_arrow_prefers_what_lies_straight_ahead_to_what_is_nearer_but_aside(desk, bench, key, straight,
                                                                               aside):
    here, _ = button(bench, (500, 300, 120, 50), "Here")
    ahead, _ = button(bench, straight, "Ahead")
    button(bench, aside, "Aside")
    bench.focus_on(here)
    desk.key(key)
    assert bench.focus is ahead


def test_an_arrow_goes_aside_where_nothing_lies_straight_ahead(desk, bench):
    here, _ = button(bench, (500, 300, 120, 50), "Here")
    aside, _ = button(bench, (900, 420, 120, 50), "Aside")
    bench.focus_on(here)
    desk.key(pygame.K_DOWN)
    assert bench.focus is aside


def test_an_arrow_without_anything_ahead_leaves_the_focus(desk, bench):
    here, _ = button(bench, (500, 300, 120, 50), "Here")
    button(bench, (500, 420, 120, 50), "Below")
    bench.focus_on(here)
    desk.key(pygame.K_UP)
    assert bench.focus is here


# --- values ---


OPTIONS = [("a", "First"), ("b", "Second"), ("c", "Third")]


@pytest.mark.parametrize(("value", "key"), [("a", pygame.K_LEFT), ("c", pygame.K_RIGHT)])
def test_a_segment_ends_at_both_ends(desk, bench, value, key):
    changes: list[str] = []
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, value, changes.append)
    bench.focus_on(segment)
    desk.key(key)
    assert segment.value == value and not changes and bench.focus is segment


def test_arrows_step_through_a_segment_and_enter_goes_round(desk, bench):
    changes: list[str] = []
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, "a", changes.append)
    bench.focus_on(segment)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RETURN, pygame.K_RETURN):
        desk.key(key)
    assert changes == ["b", "c", "b", "c", "a"]


def test_a_click_takes_the_part_of_a_segment_under_the_mouse(desk, bench):
    changes: list[str] = []
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, "a", changes.append)
    desk.click(segment.cell_rects(segment.rect)[2].center)
    assert changes == ["c"] and segment.value_speech() == "Third"


def test_the_part_of_a_segment_under_the_mouse_is_marked(desk, bench):
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, "a", nothing)
    for index, cell in enumerate(segment.cell_rects(segment.rect)):
        desk.move(cell.center)
        assert segment.hover_index == index


def test_a_segment_without_a_known_value_begins_with_the_first(desk, bench):
    changes: list[str] = []
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, "gone", changes.append)
    bench.focus_on(segment)
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_SPACE)
    assert changes == ["a"]


def test_a_key_that_a_segment_does_not_know_goes_on_to_the_screen(desk, bench):
    segment = Segment(bench, pygame.Rect(100, 100, 600, 60), OPTIONS, "b", nothing)
    below, _ = button(bench, (100, 300, 600, 60), "Below")
    bench.focus_on(segment)
    desk.key(pygame.K_DOWN)
    assert bench.focus is below


def test_a_stepper_stays_within_its_bounds(desk, bench):
    changes: list[int] = []
    stepper = Stepper(bench, pygame.Rect(100, 100, 300, 60), 2, 1, 3, 1, str, changes.append)
    bench.focus_on(stepper)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT):
        desk.key(key)
    assert changes == [3, 2, 1]


def test_the_wheel_turns_a_stepper_under_the_mouse(desk, bench):
    changes: list[int] = []
    stepper = Stepper(bench, pygame.Rect(100, 100, 300, 60), 2, 1, 3, 1, str, changes.append)
    desk.move(stepper.rect.center)
    desk.event(pygame.MOUSEWHEEL, x=0, y=1)
    desk.event(pygame.MOUSEWHEEL, x=0, y=-1)
    assert changes == [3, 2]


def test_a_slider_follows_the_mouse_in_steps_of_five(desk, bench):
    changes: list[int] = []
    slider = Slider(bench, pygame.Rect(100, 100, 600, 60), 50, changes.append)
    track = slider.track(slider.rect)
    desk.drag((track.centerx, track.centery), (track.right + 200, track.centery))
    assert changes[-1] == 100 and all(value % 5 == 0 for value in changes)
    bench.focus_on(slider)
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_LEFT)
    assert changes[-1] == slider.value == 95


def test_a_slider_goes_from_nothing_to_all_and_not_beyond(desk, bench):
    slider = Slider(bench, pygame.Rect(100, 100, 600, 60), 50, nothing)
    track = slider.track(slider.rect)
    desk.drag((track.centerx, track.centery), (track.left - 200, track.centery))
    assert slider.value == 0
    desk.click((track.left + track.w // 4, track.centery))
    assert slider.value == 25


def test_a_click_beside_a_large_button_misses_it(desk, bench):
    _, pressed = button(bench, (100, 100, 200, 200), "Large")
    for pos in ((300, 150), (99, 150), (150, 300), (150, 99)):
        desk.click(pos)
    assert not pressed
    for pos in ((299, 150), (100, 150), (150, 299), (150, 100)):
        desk.click(pos)
    assert len(pressed) == 4


def test_a_toggle_says_what_it_is_now(desk, bench):
    toggle = Toggle(bench, pygame.Rect(100, 100, 500, 60), "Hints", "", False, nothing)
    desk.click(toggle.rect.center)
    assert toggle.on and toggle.speech() == f"Hints, {desk.say('spoken.switch_on')}"


def test_a_disabled_button_says_so_and_does_nothing(desk, bench):
    made, pressed = button(bench, (100, 100, 200, 60), "Undo")
    made.enable(False)
    desk.click(made.rect.center)
    assert not pressed and made.speech() == f"Undo, {desk.say('spoken.disabled')}"


def test_a_field_takes_no_more_than_it_may(desk, bench):
    changes: list[str] = []
    field = Field(bench, pygame.Rect(100, 100, 300, 60), "", changes.append, longest=3, allowed="0123456789")
    desk.click(field.rect.center)
    desk.type("1a2345")
    assert field.text == "123" and field.editing
    desk.key(pygame.K_BACKSPACE)
    desk.key(pygame.K_RETURN)
    assert field.text == changes[-1] == "12" and not field.editing


def test_ctrl_a_selects_the_whole_field_and_the_next_key_replaces_it(desk, bench):
    field = Field(bench, pygame.Rect(100, 100, 300, 60), "Ada", lambda _: None)
    desk.click(field.rect.center)
    desk.key(pygame.K_a, pygame.KMOD_CTRL, text="\x01")
    assert field.selected and field.text == "Ada"
    desk.type("B")
    assert field.text == "B" and not field.selected
    desk.type("ea")
    desk.key(pygame.K_a, pygame.KMOD_CTRL, text="\x01")
    desk.key(pygame.K_BACKSPACE)
    assert field.text == ""


# --- cells ---


def grid(bench, columns, rows, chosen):
    cells = [pygame.Rect(x * 100, y * 100, 90, 90) for y in range(rows) for x in range(columns)]
    content = pygame.Surface((columns * 100, rows * 100), pygame.SRCALPHA)
    return Cells(bench, pygame.Rect(100, 100, columns * 100, 200), content, cells, chosen.append)


def test_arrows_go_from_cell_to_cell_and_leave_at_the_edge(desk, bench):
    chosen: list[int] = []
    cells = grid(bench, 3, 4, chosen)
    beside, _ = button(bench, (700, 150, 100, 60), "Beside")
    bench.focus_on(cells)
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN, pygame.K_END, pygame.K_RETURN):
        desk.key(key)
    assert chosen == [4, 11] and cells.offset == cells.furthest
    desk.key(pygame.K_RIGHT)
    assert bench.focus is beside


def test_the_wheel_marks_the_cell_that_comes_under_the_mouse(desk, bench):
    cells = grid(bench, 3, 9, [])
    desk.move((150, 120))
    assert cells.hover_index == 0
    desk.event(pygame.MOUSEWHEEL, x=0, y=-4)
    assert cells.offset > 100 and cells.hover_index == (cells.offset + 20) // 100 * 3


def test_at_first_the_first_cell_is_chosen_by_enter(desk, bench):
    chosen: list[int] = []
    bench.focus_on(grid(bench, 3, 1, chosen))
    desk.key(pygame.K_RETURN)
    assert chosen == [0]


def test_a_cell_below_the_view_is_scrolled_into_it_and_one_above_as_well(desk, bench):
    cells = grid(bench, 3, 9, [])
    for index in (12, 3):
        cells.reveal(index)
        assert cells.rect.contains(cells.shown_rect(index, cells.rect))


def test_a_click_in_a_scrolled_view_names_the_place_in_its_picture(desk, bench):
    picked: list[tuple[int, int]] = []
    view = Scroll(bench, pygame.Rect(100, 100, 300, 200), pygame.Surface((300, 900)), picked.append)
    view.scroll_to(250)
    desk.click((150, 130))
    assert picked == [(50, 280)]


def test_a_view_scrolls_by_keys_until_its_ends_and_then_lets_the_focus_go(desk, bench):
    view = Scroll(bench, pygame.Rect(100, 100, 300, 200), pygame.Surface((300, 900)))
    below, _ = button(bench, (100, 400, 300, 60), "Below")
    bench.focus_on(view)
    desk.key(pygame.K_DOWN)
    assert 0 < view.offset < 200
    desk.key(pygame.K_END)
    assert view.offset == view.furthest == 700
    desk.key(pygame.K_HOME)
    assert view.offset == 0
    desk.key(pygame.K_END)
    desk.key(pygame.K_DOWN)
    assert bench.focus is below


def test_the_columns_of_a_list_share_its_width_side_by_side(bench):
    columns = [Column("Game", "check"), Column("Won", "undo", right=True), Column("Best", "hint", right=True)]
    layout = Listing(bench, pygame.Rect(100, 100, 800, 300), columns, [Line(("Domino", "3", "12"))]).layout
    assert layout.labelled and layout.spans[0][0] == layout.left
    assert all(x + width < after for (x, width), (after, _) in pairwise(layout.spans))
    assert 0 <= layout.right - sum(layout.spans[-1]) < len(columns)


def test_a_narrow_list_shows_icons_and_then_drops_the_columns_it_can_spare(bench):
    columns = [Column("A long heading " * 4, "check"), Column("Another long heading " * 4, "undo", spare=1)]
    lines = [Line(("Domino", "A text that needs room"))]
    wide, narrow = (Listing(bench, pygame.Rect(100, 100, width, 300), columns, lines).layout
                    for width in (380, 200))
    assert not wide.labelled and len(wide.columns) == 2 and len(narrow.columns) == len(narrow.spans) == 1


def test_a_line_of_a_list_shows_its_mark(bench):
    line, surface = Line(("Domino",), mark=("check", "#ff0000")), pygame.Surface((300, 60), pygame.SRCALPHA)
    layout = Listing(bench, pygame.Rect(100, 100, 300, 200), [Column("Game", "check")], [line]).layout
    layout.draw_line(surface, line, 0, 30)
    assert surface.subsurface((0, 0, layout.left, 60)).get_bounding_rect().h > layout.icon // 2


def test_the_keys_of_a_gamepad_lie_on_a_panel(desk, bench):
    field = Field(bench, pygame.Rect(100, 100, 200, 60), "", nothing)
    desk.app.push(PadTyping(desk.app, field))
    first, second = desk.scene.focusable()[:2]
    between = desk.scene.stage.ground.get_at(((first.rect.right + second.rect.left) // 2, first.rect.centery))
    assert max(abs(a - b) for a, b in zip(between, rgb(bench.look.theme.panel), strict=False)) < 8


def test_a_tip_has_room_for_its_words_and_its_key(desk, bench):
    widths = []
    for key in ("", "Ctrl+Z"):
        made = Button(bench, pygame.Rect(100, 100, 200, 60), "Undo", lambda: None, tip="Take back", key=key)
        before = set(bench.stage.sprites)
        desk.move(made.rect.center)
        desk.run(2 * TIP_AFTER)
        (tip,) = set(bench.stage.sprites) - before
        widths.append(tip.rect.w)
        made.remove()
        desk.move((900, 600))
    assert widths[0] > bench.look.width("Take back", "label") and widths[1] > widths[0]


@pytest.mark.parametrize("earned", [False, True])
def test_a_medal_lies_around_its_middle(bench, earned):
    surface = pygame.Surface((200, 200), pygame.SRCALPHA)
    draw_medal(bench, surface, (100, 90), 60, "star", earned=earned)
    drawn = surface.get_bounding_rect()
    assert math.dist(drawn.center, (100, 90)) < 3 and abs(drawn.w - 60) < 6 and abs(drawn.h - 60) < 6


# --- dialogs ---


def answers(desk, **options):
    taken: list[str] = []
    desk.app.push(Dialog(desk.app, "Title", "Text", [
        ("One", lambda: taken.append("one"), None), ("Two", lambda: taken.append("two"), None)], **options))
    return taken


def test_esc_takes_the_last_choice_of_a_dialog(desk):
    taken = answers(desk)
    desk.key(pygame.K_ESCAPE)
    assert taken == ["two"] and not isinstance(desk.scene, Dialog)


def test_esc_only_closes_a_dialog_that_wants_it_so(desk):
    taken = answers(desk, esc_closes=True)
    desk.key(pygame.K_ESCAPE)
    assert taken == [] and not isinstance(desk.scene, Dialog)


def test_enter_takes_the_first_choice_of_a_dialog(desk):
    taken = answers(desk)
    desk.key(pygame.K_RETURN)
    assert taken == ["one"] and not isinstance(desk.scene, Dialog)
