"""Hands and stock: dealing, drawing, guessing, reading setups."""

from __future__ import annotations

import pytest

from rules.base import BadSetup
from rules.kit.hands import (
    changed,
    deal_hands,
    describe_tiles,
    draw_tiles,
    guess_tiles,
    read_hands,
    read_starter,
    too_few_tiles,
    why_not_drawn,
    why_not_held,
    without_tile,
)
from rules.kit.shuffle import rng_for

TILES = tuple("ABCDEFGH")


def test_all_tiles_are_dealt_into_hands_of_one_size_and_a_stock():
    hands, stock = deal_hands(TILES, 3, 2, rng_for(1))
    assert [len(hand) for hand in hands] == [2, 2, 2] and len(stock) == 2
    assert sorted([*(tile for hand in hands for tile in hand), *stock]) == list(TILES)
    assert deal_hands(TILES, 3, 2, rng_for(1)) == (hands, stock)


def test_tiles_are_drawn_from_the_front_of_the_stock_to_the_end_of_a_hand():
    hands, stock, taken = draw_tiles((("A",), ("B",)), ("C", "D", "E"), 1, 2)
    assert (hands, stock, taken) == ((("A",), ("B", "C", "D")), ("E",), ("C", "D"))


def test_a_laid_tile_leaves_only_its_own_hand():
    assert without_tile((("A", "B"), ("C",)), 0, "A") == (("B",), ("C",))
    assert changed((1, 2, 3), 1, 9) == (1, 9, 3)


def test_a_rule_file_that_deals_too_many_tiles_has_a_fault():
    assert too_few_tiles(4, 8, 8) is None
    fault = too_few_tiles(4, 9, 8)
    assert fault is not None and fault.values == {"players": 4, "needed": 9, "tiles": 8}


def test_only_held_tiles_are_laid_and_nothing_is_drawn_from_an_empty_stock():
    assert why_not_held(("A",), "A") is None and why_not_held(("A",), "B").key == "refuse.tiles.not_in_hand"
    assert why_not_drawn(("A",)) is None and why_not_drawn(()).key == "refuse.tiles.stock_empty"


def test_a_guess_keeps_the_own_hand_and_the_sizes_and_does_not_depend_on_what_is_hidden():
    one = guess_tiles((("A", "B"), ("C", "D", "E")), ("F", "G"), 0, rng_for(3))
    other = guess_tiles((("A", "B"), ("G", "F", "D")), ("C", "E"), 0, rng_for(3))
    assert one == other
    hands, stock = one
    assert hands[0] == ("A", "B") and (len(hands[1]), len(stock)) == (3, 2)
    assert sorted([*hands[1], *stock]) == list("CDEFG")


def test_a_setup_gives_hands_stock_and_first_tile():
    setup = {"hands": [["A"], ["B", "C"]], "stock": ["D"], "start": "E", "starter": 1}
    assert read_hands(setup, 2, TILES) == ((("A",), ("B", "C")), ("D",), "E")
    assert read_starter(setup, 2, "x") == 1


@pytest.mark.parametrize(("change", "key"), [
    ({"hands": [["A"]]}, "hands"), ({"hands": 5}, "hands"), ({"hands": ["A", "B"]}, "list"),
    ({"stock": None}, "list"), ({"stock": ["Z"]}, "tile"), ({"stock": [5]}, "tile"),
    ({"stock": ["A"]}, "twice"),
    ({"start": "B"}, "twice"), ({"start": 5}, "tile")])
def test_a_faulty_setup_is_refused_with_its_reason(change, key):
    setup = {"hands": [["A"], ["B"]], "stock": [], "start": None, **change}
    with pytest.raises(BadSetup) as fault:
        read_hands(setup, 2, TILES)
    assert fault.value.phrase.key == f"setup.tiles.{key}"


@pytest.mark.parametrize("starter", [None, True, -1, 2, "0"])
def test_the_starter_of_a_setup_is_a_seat(starter):
    with pytest.raises(BadSetup) as fault:
        read_starter({"starter": starter}, 2, "setup.any.starter")
    assert fault.value.phrase.key == "setup.any.starter" and fault.value.phrase.values == {"last": 1}


def test_hidden_tiles_are_described_as_question_marks():
    hands, stock = (("A",), ("B", "C")), ("D",)
    assert describe_tiles(hands, stock, (3, 4)) == [
        "seat 0: 3 points, hand A", "seat 1: 4 points, hand B C", "stock 1: D"]
    assert describe_tiles(hands, (), (3, 4), 0) == [
        "seat 0: 3 points, hand A", "seat 1: 4 points, hand ? ?", "stock 0: -"]
