"""The line of the open word: which words have room there, and which square forbids one."""

from __future__ import annotations

import pytest

from rules.games.wer_behaelt_recht.line import Line, Word, ahead, closes_a_square, places_of, run_through
from rules.words.vocabulary import CLASSIC, vocabulary

WORDS = vocabulary(CLASSIC, ("AN", "ANNA", "BANANE", "DAS", "HAUS", "HUT", "UT", "SO", "TU"))


def board(*rows: str) -> dict[tuple[int, int], str]:
    return {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}


def test_steps_go_along_the_line() -> None:
    assert (ahead((2, 3), False, 2), ahead((2, 3), True, -2)) == ((4, 3), (2, 1))


def test_missing_letters_come_in_the_order_of_the_word() -> None:
    assert list(Word("HAUS", True, 1, 0).missing({(1, 1): "a"}).items()) == [
        ((1, 0), "H"), ((1, 2), "U"), ((1, 3), "S")]


def test_a_run_is_read_in_capitals_from_its_start() -> None:
    assert run_through(board("", "HaU"), (2, 1), False) == Word("HAU", False, 0, 1)
    assert run_through(board("H", "A"), (0, 1), True) == Word("HA", True, 0, 0)


@pytest.mark.parametrize("rows", [("AB", "C."), ("AB", ".C"), ("A.", "BC"), (".A", "BC")])
def test_the_fourth_letter_of_two_by_two_closes_a_square(rows: tuple[str, str]) -> None:
    lying = board(*rows)
    free = next((x, y) for x in (0, 1) for y in (0, 1) if (x, y) not in lying)
    assert closes_a_square(lying, free)
    assert not closes_a_square(dict(list(lying.items())[1:]), free)


def test_a_fragment_can_stand_at_several_places_also_overlapping() -> None:
    assert list(places_of("AN", "BANANE")) == [1, 3] and list(places_of("ANA", "ANANAS")) == [0, 2]
    assert list(places_of("X", "HAUS")) == []


@pytest.mark.parametrize(("rows", "text", "at", "square"), [
    ("S..A", "HAUS", 1, None),
    ("S.A.", "HAUS", 1, (0, 0)),
    ("..A...T", "HAUS", 1, None),
    ("..A..T", "HAUS", 1, (5, 0)),
])
def test_the_square_before_and_behind_a_word_must_be_free(
    rows: str, text: str, at: int, square: tuple[int, int] | None
) -> None:
    start = rows.index("A")
    lying = {place: letter for place, letter in board(rows).items() if place != (start, 0)}
    line = Line(lying, (start, 0), False, "A", WORDS)
    refusal = line.why_no_room(text, at)
    assert line.has_room(text, at) is (square is None)
    assert (refusal and (refusal.key, refusal.where)) == (square and ("refuse.wer.goes_on", square))


@pytest.mark.parametrize(("rows", "key", "square"), [
    ((".A..",), None, None),
    ((".A.S",), None, None),
    ((".A.T",), "refuse.wer.no_room", (3, 0)),
    (("HA..",), None, None),
    ((".A..", "U..."), "refuse.wer.senseless", (0, 0)),
    ((".A..", "...O"), None, None),
    ((".A..", "...N"), "refuse.wer.senseless", (3, 0)),
])
def test_a_word_must_agree_with_the_letters_in_and_beside_its_line(
    rows: tuple[str, ...], key: str | None, square: tuple[int, int] | None
) -> None:
    lying = {place: letter for place, letter in board(*rows).items() if place != (1, 0)}
    line = Line(lying, (1, 0), False, "A", WORDS)
    at = line.fragment.x  # HAUS would start at 0,0
    refusal = line.why_no_room("HAUS", at)
    assert (refusal and (refusal.key, refusal.where)) == (key and (key, square))
    assert line.has_room("HAUS", at) is (key is None)


def test_letters_across_the_line_are_read_from_left_to_right_and_from_above() -> None:
    line = Line({(0, 0): "D", (1, 0): "A"}, (2, 0), True, "S", WORDS)
    assert line.takes((2, 0)) == "S" and line.makes_sense
    assert not Line({(0, 0): "D", (1, 0): "A"}, (2, 0), True, "T", WORDS).makes_sense
    assert Line({(1, 0): "U", (2, 0): "T"}, (0, 0), True, "H", WORDS).makes_sense


def test_only_words_with_room_that_contain_the_fragment_are_sayable() -> None:
    line = Line({}, (0, 0), False, "A", WORDS)
    assert set(line.sayable()) == {("AN", 0), ("ANNA", 0), ("ANNA", 3), ("BANANE", 1), ("BANANE", 3),
                                   ("DAS", 1),
                                   ("HAUS", 1)}
    assert list(line.sayable("HA")) == [("HAUS", 1)]
    assert not list(Line({(0, 1): "X"}, (0, 0), False, "A", WORDS).sayable())


def test_a_word_that_is_the_whole_fragment_is_sayable() -> None:
    assert ("SO", 0) in set(Line(board("S"), (1, 0), False, "O", WORDS).sayable())


def test_the_longest_word_is_checked_up_to_its_ends_and_the_squares_beyond() -> None:
    only = vocabulary(CLASSIC, ("HAUS",))
    assert not Line({(0, 0): "X"}, (4, 0), False, "S", only).has_room("HAUS", 3)
    assert not Line({(4, 0): "X"}, (0, 0), False, "H", only).has_room("HAUS", 0)
    assert not Line({(3, 1): "X"}, (0, 0), False, "H", only).has_room("HAUS", 0)
    assert not Line({(0, 1): "X"}, (3, 0), False, "S", only).has_room("HAUS", 3)
    assert Line({(-1, 1): "X", (4, 1): "X"}, (3, 0), False, "S", only).has_room("HAUS", 3)
