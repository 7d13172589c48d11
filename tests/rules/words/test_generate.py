"""All words that can be laid, compared with brute force."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random

import pytest

from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.placement import Placement, why_not
from rules.words.vocabulary import CLASSIC, Vocabulary, vocabulary
from tests.kit.long import sample

_spec = importlib.util.spec_from_file_location("naive", Path(__file__).with_name("naive.py"))
naive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(naive)

LETTERS = "AEIBRSY"
JOLLIES = ["", "*", "+", "*+"]


def random_hand(rng: Random, jollies: str) -> str:
    return "".join(pick(rng, LETTERS) for _ in range(1 + int(rng.random() * 5))) + jollies


def rows(*lines: str) -> dict[tuple[int, int], str]:
    return {(x, y): letter for y, line in enumerate(lines) for x, letter in enumerate(line) if letter != "."}


def moves(board: dict[tuple[int, int], str], hand: str, *words: str) -> list[str]:
    found = placements(board, hand, vocabulary(CLASSIC, words))
    return sorted(f"{'v' if down else '>'} {x},{y} {word}" for down, x, y, word in found)


def compare(board: dict, hand: str, words: set[str]) -> list[Placement]:
    found = list(placements(board, hand, Vocabulary(CLASSIC, tuple(words))))
    assert len(found) == len(set(found)), "each once"
    assert set(found) == naive.all_legal(board, hand, words), (board, hand, sorted(words))
    return found


# --- compared with brute force ---


@pytest.mark.parametrize("jollies", JOLLIES)
def test_on_tables_grown_by_play_exactly_the_legal_words_are_found(jollies: str) -> None:
    compared = 0
    for seed in range(sample(8, 20)):
        rng = rng_for("grown", jollies, seed)
        words = naive.random_words(rng, LETTERS, 60)
        board: dict[tuple[int, int], str] = {}
        for _ in range(6):
            found = compare(board, random_hand(rng, jollies), words)
            compared += len(found)
            if not found:
                continue
            board.update(pick(rng, found).new_letters(board))
    assert compared > sample(150, 400)


@pytest.mark.parametrize("jollies", JOLLIES)
def test_on_tables_that_no_game_would_bring_too(jollies: str) -> None:
    compared = 0
    for seed in range(sample(25, 70)):
        rng = rng_for("scattered", jollies, seed)
        words = naive.random_words(rng, LETTERS, 80)
        board = naive.scattered(rng, LETTERS, 1 + int(rng.random() * 14))
        compared += len(compare(board, random_hand(rng, jollies), words))
    assert compared > sample(150, 500)


@pytest.mark.parametrize("hand", ["AAB**", "AB++", "A**++", "*", "+", "*+", ""])
def test_hands_with_more_jollies_than_the_game_has_are_counted_too(hand: str) -> None:
    for seed in range(25):
        rng = rng_for("jollies", hand, seed)
        words = naive.random_words(rng, LETTERS, 60)
        compare(naive.scattered(rng, LETTERS, int(rng.random() * 10)), hand, words)


def test_why_not_agrees_with_what_is_found() -> None:
    for seed in range(60):
        rng = rng_for("why", seed)
        words = naive.random_words(rng, LETTERS, 50)
        table = Vocabulary(CLASSIC, tuple(words))
        board = naive.scattered(rng, LETTERS, int(rng.random() * 8))
        hand = random_hand(rng, pick(rng, JOLLIES))
        found = set(placements(board, hand, table))
        for word in shuffled(sorted(words), rng)[:12]:
            for down, x, y in naive.starts(board, len(word)):
                for spelled in (word, word[0].lower() + word[1:], word[:-1] + word[-1].lower()):
                    placement = Placement(down, x, y, spelled)
                    assert (why_not(board, hand, placement, table) is None) == (placement in found)


def test_the_order_is_stable_and_no_word_comes_twice() -> None:
    board = rows("MEXICO", "..A...", "..T...")
    words = vocabulary(CLASSIC)
    first = list(placements(board, "AEINRSTLMOUG*", words))
    again = list(placements(dict(reversed(list(board.items()))), "*GUOMLTSRNIEA", words))
    assert first == again and len(set(first)) == len(first) > 1000


def test_with_the_whole_vocabulary_every_word_found_may_be_laid() -> None:
    board = rows("...T...", "MEXICO.", "...T...")
    board[3, 0], board[3, 2] = "W", "R"
    words = vocabulary(CLASSIC)
    found = list(placements(board, "AEIOUNRSTDLM+", words))
    assert len(found) > 500
    assert all(why_not(board, "AEIOUNRSTDLM+", placement, words) is None for placement in found[::7])


# --- sentence by sentence ---


def test_the_first_word_lies_in_the_middle_to_the_right() -> None:
    assert moves({}, "HAUSE", "HAUS", "AUS", "MAUS") == ["> 0,0 AUS", "> 0,0 HAUS"]


def test_a_single_letter_is_no_first_word() -> None:
    assert moves({}, "AB", "A", "B") == []


def test_a_word_contains_a_letter_that_lies_there() -> None:
    board = rows("HUT")
    assert moves(board, "HR", "UHR") == ["v 1,0 UHR"]
    # AB beside it would make HA and UB, but shares no letter with the table.
    assert moves(board, "AB", "AB", "HA", "UB") == ["v 0,0 HA", "v 1,0 UB"]


def test_a_word_contains_a_new_letter() -> None:
    assert moves(rows("HUT"), "XYZ", "HUT") == []


def test_letters_that_touch_must_make_words() -> None:
    board = rows("HUT", "W..", "...")
    assert moves(board, "A", "WA") == []  # A below U would make UA
    assert moves(board, "A", "WA", "UA") == ["> 0,1 WA", "v 1,0 UA"]
    assert moves(rows("AB", "C."), "D", "BD", "CD") == ["> 0,1 CD", "v 1,0 BD"]
    assert moves(rows("AB", "C."), "D", "BD") == []


def test_a_word_may_be_lengthened_at_both_ends() -> None:
    assert moves(rows("EIS"), "RE", "EIS", "REISE", "EISE", "REIS") == [
        "> -1,0 REIS", "> -1,0 REISE", "> 0,0 EISE"]
    assert moves(rows("WORT"), "E", "WORTE") == ["> 0,0 WORTE"]


def test_one_letter_that_makes_two_words_is_two_moves() -> None:
    board = rows("EI.", "..A", "..L")
    board = {**rows("EI"), (2, 1): "A", (2, 2): "L", (3, 2): "X"}
    assert moves(board, "S", "EIS", "SAL") == ["> 0,0 EIS", "v 2,0 SAL"]


def test_a_word_may_join_lying_letters_over_a_gap() -> None:
    assert moves(rows("N..T"), "AH", "NAHT") == ["> 0,0 NAHT"]


def test_a_word_that_goes_on_is_another_word() -> None:
    assert moves(rows("EIS"), "R", "REI", "REIS") == ["> -1,0 REIS"]


def test_a_red_jolly_is_any_vowel_and_a_black_one_any_consonant() -> None:
    assert moves(rows("H"), "UT*", "HUT", "HAT") == ["> 0,0 HUT", "> 0,0 HaT", "> 0,0 HuT",
                                                   "v 0,0 HUT", "v 0,0 HaT", "v 0,0 HuT"]
    assert moves(rows("H"), "U+", "HUT") == ["> 0,0 HUt", "v 0,0 HUt"]
    assert moves(rows("H"), "U*", "HUT") == []
    assert moves(rows("M"), "*", "MY") == ["> 0,0 My", "v 0,0 My"]


def test_a_jolly_may_stand_for_a_letter_that_is_in_the_hand() -> None:
    assert moves({}, "ANA*", "ANANA", "ANA") == ["> 0,0 ANA", "> 0,0 ANa", "> 0,0 aNA"]


def test_a_lying_jolly_is_written_as_it_lies() -> None:
    assert moves(rows("HaT"), "MNE", "HATE", "AM", "MAN") == ["> 0,0 HaTE", "v 1,-1 MaN", "v 1,0 aM"]


def test_every_spelling_with_both_jollies_is_a_move() -> None:
    found = moves(rows("X"), "AB*+", "AXB")
    assert found == sorted(f"{way} {word}" for way in ("> -1,0", "v 0,-1")
                           for word in ("AXB", "aXB", "AXb", "aXb"))


def test_an_empty_hand_lays_nothing() -> None:
    assert moves(rows("HUT"), "", "HUT", "HUTE") == [] and moves({}, "", "HUT") == []


def test_the_sample_game_of_the_rule_sheet_is_found_word_by_word() -> None:
    board: dict[tuple[int, int], str] = {}
    words = vocabulary(CLASSIC)
    for hand, down, x, y, word in [
            ("EIUOOCFHLMNPX", False, 0, 0, "MEXICO"), ("EIOU*DFLLRSTW", True, 2, -2, "TEXaS"),
            ("AAEEOBDGJMNRV", False, 2, 2, "SARAJEVO"), ("UOFHLNP", True, 5, -1, "POLA")]:
        if word == "SARAJEVO":
            board[2, 1], hand, word = "A", hand.replace("A", "*", 1), "SaRAJEVO"
        placement = Placement(down, x, y, word)
        assert placement in set(placements(board, hand, words))
        board.update(placement.new_letters(board))
