"""Tests of rules/kit/lattice.py and rules/games/triangles/layout.py: the lattice and the tiles on it."""

from __future__ import annotations

import pickle
from itertools import product
from time import process_time

import pytest

from rules.base import BadSetup, UnreadableMove
from rules.games.triangles.layout import (
    Lay,
    Layout,
    Stop,
    lying,
    numbers_of,
    read_lay,
    value,
    ways,
    worth,
)
from rules.games.triangles.tripple import FITTING, TILES
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.hands import Draw, Pass, read_hands
from rules.kit.lattice import (
    DIRECTIONS,
    ORIGIN,
    Cell,
    around,
    centre,
    corners,
    neighbours,
    point,
    read_cell,
    rows,
)
from tests.kit.play import changed_rules, shipped
from tests.rules.games.triangles.play import lay, random_session, table

CELLS = [Cell(x, y, up) for x, y, up in product(range(-3, 4), range(-3, 4), (True, False))]

# --- the lattice ---


def test_a_cell_with_its_point_up_has_its_corners_clockwise_from_the_point():
    assert corners(Cell(2, 5, True)) == ((2, 6), (3, 5), (2, 5))


def test_a_cell_with_its_point_down_has_its_corners_clockwise_from_the_left_upper_one():
    assert corners(Cell(2, 5, False)) == ((2, 6), (3, 6), (3, 5))


@pytest.mark.parametrize("cell", CELLS[:20])
def test_corners_run_clockwise_as_they_are_drawn(cell):
    (ax, ay), (bx, by), (cx, cy) = map(point, corners(cell))
    assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0


def test_the_sides_of_a_triangle_are_one_long():
    (ax, ay), (bx, by), _ = map(point, corners(ORIGIN))
    assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1)


def test_a_neighbour_shares_the_side_from_corner_i_to_the_next():
    for cell in CELLS:
        for side, beside in enumerate(neighbours(cell)):
            own = {corners(cell)[side], corners(cell)[(side + 1) % 3]}
            assert set(corners(beside)) & set(corners(cell)) == own
            assert cell in neighbours(beside) and beside.up != cell.up


def test_six_cells_meet_in_a_vertex_each_beside_the_next():
    ring = around((1, -2))
    assert len(set(ring)) == 6 and all((1, -2) in corners(cell) for cell in ring)
    assert all(after in neighbours(before) for before, after in zip(ring, ring[1:] + ring[:1], strict=True))
    assert centre(ring[0])[1] > point((1, -2))[1], "the first is the one above"
    assert centre(ring[1])[0] > centre(ring[0])[0], "and then clockwise"


def test_row_indices_are_those_of_the_rule_page():
    assert rows(Cell(3, 4, True)) == (4, 3, 7)
    assert rows(Cell(3, 4, False)) == (4, 3, 8)


def test_neighbours_lie_in_the_same_or_the_next_row_of_every_direction():
    for cell in CELLS:
        for beside in neighbours(cell):
            apart = sorted(abs(rows(cell)[d] - rows(beside)[d]) for d in DIRECTIONS)
            assert apart == [0, 0, 1]


def test_cells_are_written_and_read_back():
    assert str(Cell(0, 0, True)) == "0,0^" and str(Cell(-1, 12, False)) == "-1,12v"
    assert all(read_cell(str(cell)) == cell for cell in CELLS)


@pytest.mark.parametrize(
    "text", ["", "0,0", "0,0^ ", "-0,0^", "00,0^", "0;0^", "0,0V", "+1,0v", "1.0,0v", "٣,0^"])
def test_other_spellings_are_no_cells(text):
    with pytest.raises(ValueError):
        read_cell(text)


# --- tiles ---


def test_a_tile_is_turned_never_mirrored():
    assert ways("345") == ("345", "453", "534")
    assert ways("112") == ("112", "121", "211")
    assert ways("R2B1G0") == ("R2B1G0", "B1G0R2", "G0R2B1")


def test_a_triple_has_one_way_to_lie():
    assert ways("444") == ("444",)
    assert len(ways("R1B1G1")) == 3, "its colours differ"


def test_the_value_is_the_sum_of_the_three_numbers():
    assert value("345") == 12 and value("R2B1G0") == 3 and worth(["345", "000", "555"]) == 27
    assert numbers_of("B1G0R2") == (1, 0, 2)


# --- the tiles on the table ---


def test_a_tile_laid_opens_the_cells_behind_its_free_sides():
    layout = table("345@0,0^:345")
    assert layout.numbers == {(0, 1): 3, (1, 0): 4, (0, 0): 5}
    assert layout.open == {Cell(0, 0, False): (3, None, 4), Cell(0, -1, False): (5, 4, None),
                           Cell(-1, 0, False): (None, 3, 5)}


def test_an_open_cell_wants_what_its_corners_meet():
    # Two cells with one between them: it shares two sides and requires three numbers.
    layout = table("012@0,0^:012", "112@1,0^:121")
    assert layout.open[Cell(0, 0, False)] == (0, 1, 1)


def test_the_index_of_open_cells_equals_one_made_from_scratch():
    layout = random_session(shipped(TrippleDomino), 2, 3, drawing=0.3).state.layout
    assert len(layout.laid) > 20
    expected = {}
    for cell in {beside for lying_cell in layout.at for beside in neighbours(lying_cell)} - set(layout.at):
        expected[cell] = tuple(layout.numbers.get(vertex) for vertex in corners(cell))
    assert layout.open == expected
    for d in DIRECTIONS:
        all_rows = [rows(cell)[d] for cell in layout.at]
        assert layout.spans[d] == (min(all_rows), max(all_rows))


def test_layouts_compare_by_their_tiles_and_can_be_pasted_back():
    layout = table("345@0,0^:345", "334@0,0v:334")
    same = table("345@0,0^:345", "334@0,0v:334")
    assert layout == same and hash(layout) == hash(same)
    assert layout != table("345@0,0^:345")
    again = eval(repr(layout), {"lying": lying, "Lay": Lay, "Cell": Cell})
    assert again == layout and again.open == layout.open
    assert pickle.loads(pickle.dumps(layout)).open == layout.open


def test_laying_leaves_the_layout_before_as_it_was():
    before = table("345@0,0^:345")
    numbers, open_cells = dict(before.numbers), dict(before.open)
    before.lay(lay("334@0,0v:334"))
    assert (before.numbers, before.open) == (numbers, open_cells) and len(before.laid) == 1


def test_a_refusal_names_the_corner_where_numbers_clash():
    layout = table("345@0,0^:345")
    refusal = layout.why_not(lay("034@0,0v:034"))
    assert refusal.key == "refuse.triangle.corner" and refusal.where == (0, 1)
    assert refusal.values["number"] == 0 and refusal.values["there"] == 3


@pytest.mark.parametrize(("move", "key"), [
    ("334@0,0^:334", "occupied"), ("334@1,0^:334", "no_side"), ("334@5,5v:334", "no_side"),
    ("345@0,0v:354", "turned"), ("012@0,0v:345", "turned")])
def test_a_refusal_says_why_a_tile_cannot_lie_there(move, key):
    refusal = table("345@0,0^:345").why_not(lay(move))
    assert refusal.key == f"refuse.triangle.{key}" and refusal.where == lay(move).cell


def test_touching_with_points_only_is_no_shared_side():
    layout = table("345@0,0^:345")
    cell = Cell(1, 0, True)
    assert set(corners(cell)) & set(layout.numbers) and layout.shared_sides(cell) == []
    assert layout.why_not(Lay("444", cell, "444")).key == "refuse.triangle.no_side"


def test_all_ways_to_fit_a_cell_are_found():
    layout = table("345@0,0^:345")
    assert layout.fits("334", Cell(0, 0, False)) == ["334"]
    assert layout.fits("555", Cell(0, 0, False)) == []
    assert table("000@0,0^:000").fits("001", Cell(0, 0, False)) == ["010"]
    assert table("112@0,0^:112").fits("112", Cell(0, 0, False)) == ["121"]


def test_a_ring_is_closed_by_its_sixth_tile():
    ring = [str(Lay("000", cell, "000")) for cell in around((0, 0))]
    assert table(*ring[:4]).rings_closed(read_cell(ring[4][4:].split(":")[0])) == []
    assert table(*ring[:5]).rings_closed(around((0, 0))[5]) == [(0, 0)]


def test_equal_tuples_do_not_make_equal_moves():
    assert len({Draw(), Pass(), Stop(), Lay("000", ORIGIN, "000")}) == 4
    assert Pass() != Stop() and Draw() != Pass()


@pytest.mark.parametrize("text", [
    "", "345", "345@0,0^", "345@0,0^:34", "543@0,0^:543", "345@0,0:345", "345 @0,0^:345", "666@0,0^:666",
    "345@0,0^:345 ", "345@0,0^:345\n", "345@0,0^:3450", "345@-0,0^:345"])
def test_other_spellings_are_no_lays(text):
    with pytest.raises(UnreadableMove):
        read_lay(text, TILES, "345@0,0^:345")


# --- setups ---


@pytest.mark.parametrize(("setup", "key"), [
    ({}, "hands"), ({"hands": [["012"]], "stock": []}, "hands"), ({"hands": "012", "stock": []}, "hands"),
    ({"hands": [["012"], "013"], "stock": []}, "list"), ({"hands": [["012"], ["013"]]}, "list"),
    ({"hands": [["012"], ["210"]], "stock": []}, "tile"), ({"hands": [["012"], [12]], "stock": []}, "tile"),
    ({"hands": [["012"], [["012"]]], "stock": []}, "tile"),
    ({"hands": [["012"], ["012"]], "stock": []}, "twice"),
    ({"hands": [["012"], []], "stock": ["013"], "start": "013"}, "twice"),
    ({"hands": [["012"], []], "stock": [], "start": 3}, "tile")])
def test_a_nonsensical_setup_is_refused_with_a_reason(setup, key):
    with pytest.raises(BadSetup) as fault:
        read_hands(setup, 2, TILES)
    assert fault.value.phrase.key == f"setup.tiles.{key}"


def test_a_setup_may_have_any_hand_and_any_stock():
    setup = {"hands": [["012", "555"], []], "stock": []}
    assert read_hands(setup, 2, TILES) == ((("012", "555"), ()), (), None)


# --- speed ---


def test_the_moves_of_a_full_hand_on_forty_tiles_are_found_within_three_milliseconds():
    rules = changed_rules(TrippleSolitaire, solitaire={"draws": 56})
    laid = max((random_session(rules, 1, seed, drawing=0.02).state.layout.laid for seed in range(6)), key=len)
    layout, hand = lying(laid[:40]), frozenset(TILES[3:43:4])
    assert len(layout.laid) == 40
    times = []
    for _ in range(20):
        begun = process_time()
        list(layout.placements(hand, FITTING))
        times.append(process_time() - begun)
    assert min(times) < 0.003, "the mean is for the bench; a busy machine has its own"


def test_an_empty_layout_has_no_open_cells():
    assert not Layout().open and list(Layout().placements(TILES, FITTING)) == []
