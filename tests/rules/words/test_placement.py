"""Letters laid on a table: the words they make, and one message for each possible fault."""

from __future__ import annotations

import pytest

from rules.kit.phrases import Phrase
from rules.words.placement import Placement, Run, all_runs, jolly_for, run_through, survey, why_not
from rules.words.vocabulary import CLASSIC, vocabulary

WORDS = vocabulary(CLASSIC, ("HUT", "UHR", "UHREN", "EIS", "REISE", "SAL", "EISE", "HA", "UB"))


def rows(*lines: str) -> dict[tuple[int, int], str]:
    return {(x, y): letter for y, line in enumerate(lines) for x, letter in enumerate(line) if letter != "."}


def told(fault: Phrase | None) -> str:
    """Return the key of a refusal without `refuse.`, and the values that it tells."""
    if fault is None:
        return ""
    values = (value.key if isinstance(value, Phrase) else str(value) for value in fault.values.values())
    return " ".join([fault.key.removeprefix("refuse."), *values])


# --- letters one by one ---


def test_a_good_word_has_no_fault_and_is_the_main_word() -> None:
    found = survey(rows("HUT"), {(1, 1): "H", (1, 2): "R"}, WORDS)
    assert found.fault is None
    assert found.main == Run(True, 1, 0, "UHR", True)
    assert found.main.placement == Placement(True, 1, 0, "UHR")
    assert found.main.squares == ((1, 0), (1, 1), (1, 2))


def test_every_run_through_a_new_letter_is_told_with_its_verdict() -> None:
    found = survey(rows("HUT"), {(0, 1): "A", (1, 1): "B"}, WORDS)
    assert found.runs == (Run(False, 0, 1, "AB", False), Run(True, 0, 0, "HA", True),
                          Run(True, 1, 0, "UB", True))


def test_one_letter_can_make_two_words_and_the_longer_one_leads() -> None:
    board = {**rows("EI"), (2, 1): "A", (2, 2): "L"}
    found = survey(board, {(2, 0): "S"}, WORDS)
    assert found.fault is None
    assert [run.word for run in found.mains] == ["EIS", "SAL"]


def test_a_jolly_is_shown_as_it_lies_and_judged_as_its_letter() -> None:
    found = survey(rows("HuT"), {(1, 1): "h", (1, 2): "R"}, WORDS)
    assert found.main == Run(True, 1, 0, "uhR", True) and found.fault is None


@pytest.mark.parametrize(("board", "laid", "says"), [
    (rows("HUT"), {}, "lay_nothing"),
    (rows("HUT"), {(0, 0): "E"}, "lay_taken E H"),
    (rows("HUT"), {(1, 1): "H", (2, 2): "R"}, "lay_crooked"),
    (rows("HUT"), {(1, 1): "H", (1, 3): "E"}, "lay_gap"),
    (rows("HUT"), {(5, 5): "U", (6, 5): "B"}, "lay_apart"),
    (rows("HUT"), {(0, 1): "A", (1, 1): "B", (3, 1): "A"}, "lay_gap"),
    (rows("HUT"), {(0, 1): "U", (1, 1): "B"}, "lay_beside"),
    ({}, {(0, 0): "H"}, "lay_first_short"),
    ({}, {(0, 0): "H", (0, 1): "A"}, "lay_first_across"),
    (rows("HUT"), {(1, 1): "B", (1, 2): "X"}, "word_not_listed UBX"),
])
def test_each_fault_has_a_sentence(board: dict, laid: dict, says: str) -> None:
    assert told(survey(board, laid, WORDS).fault) == says


def test_geometry_comes_before_the_dictionary() -> None:
    found = survey(rows("HUT"), {(5, 5): "X", (6, 5): "X"}, WORDS)
    assert found.fault.key == "refuse.lay_apart" and not found.runs[0].valid


def test_the_word_that_does_not_exist_is_named_and_found_the_one_laid_first() -> None:
    found = survey(rows("HUT", "X.."), {(1, 1): "H", (1, 2): "R"}, WORDS)
    assert told(found.fault) == "word_not_listed XH"
    assert found.fault.where == Run(False, 0, 1, "XH", False)
    both = survey(rows("HUT", "X.."), {(1, 1): "H", (1, 2): "X"}, WORDS)
    assert told(both.fault) == "word_not_listed UHX"


def test_the_first_word_may_be_laid_anywhere() -> None:
    found = survey({}, {(4, 2): "H", (5, 2): "U", (6, 2): "T"}, WORDS)
    assert found.fault is None and found.main == Run(False, 4, 2, "HUT", True)


# --- a whole word as a move ---


@pytest.mark.parametrize(("board", "hand", "move", "says"), [
    (rows("HUT"), "HR", Placement(True, 1, 0, "UHR"), ""),
    ({}, "HUT", Placement(False, 0, 0, "HUT"), ""),
    ({}, "HUT", Placement(True, 0, 0, "HUT"), "lay_first_start"),
    ({}, "HUT", Placement(False, 1, 0, "HUT"), "lay_first_start"),
    (rows("HUT"), "HR", Placement(True, 1, 0, "UHr"), "lay_no_jolly R"),
    (rows("HUT"), "H", Placement(True, 1, 0, "UHR"), "lay_not_in_hand R"),
    (rows("HUT"), "H+", Placement(True, 1, 0, "UHr"), ""),
    (rows("HUT"), "HRA", Placement(True, 1, 0, "AHR"), "lay_taken A U"),
    (rows("HuT"), "HR", Placement(True, 1, 0, "UHR"), "lay_taken U u"),
    (rows("EIS"), "RE", Placement(False, -1, 0, "REI"), "lay_goes_on REI S"),
    (rows("HUT"), "X", Placement(False, 0, 0, "HUT"), "lay_nothing"),
    (rows("HUT"), "UHR", Placement(False, 0, 4, "UHR"), "lay_apart"),
    (rows("HUT"), "ÄX", Placement(False, 0, 0, "HUTÄ"), "lay_no_letters HUTÄ word.list_of.de"),
    (rows("HUT"), "S", Placement(False, 0, 0, "HUTS"), "word_not_listed HUTS"),
])
def test_a_move_is_legal_or_says_why(board: dict, hand: str, move: Placement, says: str) -> None:
    assert told(why_not(board, hand, move, WORDS)) == says


def test_a_run_is_read_in_both_directions() -> None:
    board = rows("HUT", ".H.", ".R.")
    assert run_through(board, (1, 0), down=False) == ((0, 0), "HUT")
    assert run_through(board, (1, 2), down=True) == ((1, 0), "UHR")


def test_each_letter_has_its_jolly() -> None:
    assert [jolly_for(letter) for letter in "AEIOUYaB"] == ["*"] * 7 + ["+"]


def test_of_two_possible_main_words_the_longer_comes_first() -> None:
    across = survey({(0, 0): "H", (1, 0): "A", (2, 0): "U", (3, 1): "O"}, {(3, 0): "S"}, WORDS)
    down = survey({(0, 0): "H", (0, 1): "A", (0, 2): "U", (1, 3): "O"}, {(0, 3): "S"}, WORDS)
    assert [run.word for run in across.mains] == ["HAUS", "SO"]
    assert [run.word for run in down.mains] == ["HAUS", "SO"]


def test_letters_away_from_all_others_are_refused_at_the_first_of_them() -> None:
    refusal = survey(rows("HUT"), {(5, 6): "B", (5, 5): "O"}, WORDS).fault
    assert refusal is not None and (refusal.key, refusal.where) == ("refuse.lay_apart", (5, 5))


def test_a_letter_of_the_hand_is_used_only_once() -> None:
    refusal = why_not({}, "HUT", Placement(False, 0, 0, "HUTTU"), WORDS)
    assert refusal is not None and refusal.key == "refuse.lay_not_in_hand"


def test_a_letter_whose_capital_is_plain_is_still_no_letter() -> None:
    refusal = why_not({}, "SO", Placement(False, 0, 0, "\u017fO"), WORDS)
    assert refusal is not None and refusal.key == "refuse.lay_no_letters"


@pytest.mark.parametrize(("word", "end"), [("REI", (0, 2)), ("ISE", (0, 0))])
def test_a_word_downwards_must_end_where_the_letters_end(word: str, end: tuple[int, int]) -> None:
    board = {(0, 0): "E", (0, 1): "I", (0, 2): "S"}
    refusal = why_not(board, "RE", Placement(True, 0, -1 if word == "REI" else 1, word), WORDS)
    assert refusal is not None and (refusal.key, refusal.where) == ("refuse.lay_goes_on", end)


def test_runs_come_row_by_row() -> None:
    board = {(5, 0): "E", (6, 0): "I", (0, 1): "O", (1, 1): "B"}
    assert [run[3] for run in all_runs(board)] == ["EI", "OB"]
