"""Presto: all letters laid as one crossword."""

from __future__ import annotations

import time

import pytest

from rules.kit.shuffle import rng_for, shuffled
from rules.words.language import VOWELS
from rules.words.placement import jolly_for, rows_of, run_through, why_not
from rules.words.solve import Crossword, build
from rules.words.vocabulary import CLASSIC, vocabulary

RED = "AAAAAAAEEEEEEEEEIIIIOOOOUUUUY*"
BLACK = "BBCCDDDFFFGGHHHJKKLLLLMMMNNNNNNPPQRRRRSSSSTTTVWXZ+"
WORDS = vocabulary(CLASSIC)


def hand(seed: int, red: int = 7, black: int = 12) -> str:
    rng = rng_for("presto", seed)
    return "".join(shuffled(RED, rng)[:red] + shuffled(BLACK, rng)[:black])


def tiles(crossword: Crossword) -> list[str]:
    laid = [letter if letter.isupper() else jolly_for(letter) for letter in crossword.letters.values()]
    return sorted([*laid, *crossword.rest])


def check(letters: str, crossword: Crossword) -> None:
    """Check that it uses the dealt letters, is connected, and that every run is a word."""
    assert tiles(crossword) == sorted(letters)
    board = crossword.letters
    reached, ahead = set(), [min(board)]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in board and (x, y) not in reached:
            reached.add((x, y))
            ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    assert reached == set(board)
    runs = {run_through(board, square, down=down) for square in board for down in (False, True)}
    assert all(len(word) < 2 or word.upper() in WORDS for _, word in runs)


@pytest.mark.parametrize(("red", "black"), [(7, 12), (6, 10), (5, 8)])
def test_random_deals_are_laid_completely(red: int, black: int) -> None:
    for seed in range(12):
        letters = hand(seed, red, black)
        crossword = build(letters, WORDS, rng_for("solve", seed), 60)
        assert crossword is not None and crossword.rest == "", letters
        check(letters, crossword)


@pytest.mark.parametrize("jollies", ["*", "+", "*+"])
def test_jollies_are_laid_as_any_letter_of_their_colour(jollies: str) -> None:
    letters = "AEIOUNRSTDLMGB"[:14 - len(jollies)] + jollies
    crossword = build(letters, WORDS, rng_for("jolly", jollies), 60)
    check(letters, crossword)
    lower = [letter for letter in crossword.letters.values() if letter.islower()]
    assert sorted(jolly_for(letter) for letter in lower) == sorted(jollies)


def test_the_words_can_be_laid_in_the_order_told() -> None:
    letters = hand(3)
    crossword = build(letters, WORDS, rng_for("order"), 60)
    board: dict = {}
    for word in crossword.words:
        assert why_not(board, letters, word, WORDS) is None
        board.update(word.new_letters(board))
    assert board == crossword.letters


def test_the_grid_is_written_as_in_a_record() -> None:
    words = vocabulary(CLASSIC, ("SPIEL", "LIS"))
    crossword = build("SPIELIS", words, rng_for("grid"), 60)
    assert rows_of(crossword.letters) == ("SPIEL", "....I", "....S")


def test_one_letter_may_be_left_over() -> None:
    words = vocabulary(CLASSIC, ("HUT", "UHR"))
    assert build("HUTHRX", words, rng_for("over"), 0.3) is None
    crossword = build("HUTHRX", words, rng_for("over"), 60, over=1)
    assert crossword.rest == "X" and len(crossword.words) == 2


def test_a_jolly_is_left_over_only_if_it_must_be() -> None:
    words = vocabulary(CLASSIC, ("HUT",))
    assert build("HUT*", words, rng_for("over"), 60, over=1).rest == "*"
    words = vocabulary(CLASSIC, ("HUT", "EHE"))
    for seed in range(5):
        crossword = build("HUTE*", words, rng_for("over", seed), 60, over=0)
        check_letters = sorted(crossword.letters.values())
        assert crossword.rest == "" and check_letters in (sorted("HUTEe"),)


def test_it_stops_in_time_and_when_told_to() -> None:
    started = time.monotonic()
    assert build("XXQQJJVV", WORDS, rng_for("stop"), 0.2) is None
    assert build("XXQQJJVV", WORDS, rng_for("stop"), 60, stop=lambda: True) is None
    assert time.monotonic() - started < 10


def test_everyday_words_are_preferred() -> None:
    bands = [WORDS.entry(word.word.upper()).band for seed in range(4)
             for word in build(hand(seed), WORDS, rng_for("bands", seed), 60).words]
    assert max(bands) <= 3


def test_the_same_chance_gives_the_same_crossword() -> None:
    assert build(hand(1), WORDS, rng_for("same"), 60) == build(hand(1), WORDS, rng_for("same"), 60)


def test_vowels_and_consonants_of_the_set_are_apart() -> None:
    assert set(RED) - {"*"} == VOWELS and len(RED) == 30 and len(BLACK) == 50
