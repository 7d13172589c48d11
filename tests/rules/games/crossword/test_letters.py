"""The letters: dealing, setups, and what other seats know about a hand."""

from __future__ import annotations

import pytest

from rules.base import BadSetup
from rules.games.crossword.letters import (
    BLACK,
    RED,
    Letters,
    agree_on,
    colour_of,
    guess_letters,
    nearest_to_z,
    needed_for,
    read_letters,
    read_words,
    with_own_words,
    word_lists,
)
from rules.kit.shuffle import rng_for
from rules.words.language import GERMAN

FEW = Letters({"A": 3, "E": 2, "*": 1, "B": 4, "C": 1, "+": 0})


def test_all_letters_of_a_colour_are_there_as_often_as_the_rule_file_says() -> None:
    assert (FEW.all(RED), FEW.all(BLACK)) == ("*AAAEE", "BBBBC")


def test_every_letter_is_dealt_once() -> None:
    hands, red, black = FEW.deal(2, 2, 1, rng_for(1))
    assert [len(hand) for hand in hands] == [3, 3] and (len(red), len(black)) == (2, 3)
    assert sorted("".join(hands) + red + black) == sorted("*AAAEEBBBBC")


def test_if_there_are_too_few_letters_all_hands_are_equally_smaller() -> None:
    hands, red, black = FEW.deal(4, 2, 1, rng_for(1))
    assert [[colour_of(letter) for letter in hand] for hand in hands] == [[RED, BLACK]] * 4
    assert (len(red), len(black)) == (2, 1)


def test_the_letter_nearest_to_z_starts_and_jollies_do_not_count() -> None:
    assert nearest_to_z(["AB", "CX", "X"]) == 1
    assert nearest_to_z(["*", "+"]) == 0 and nearest_to_z(["*+", "A"]) == 1


def test_a_jolly_has_a_colour_and_is_needed_for_lower_case() -> None:
    assert [colour_of(letter) for letter in "*+AaYyBb"] == [RED, BLACK, RED, RED, RED, RED, BLACK, BLACK]
    assert [needed_for(letter) for letter in "AaBb"] == ["A", "*", "B", "+"]


@pytest.mark.parametrize(("change", "key"), [
    ({"hands": ["A", "B", "C"]}, "setup.letters.hands"), ({"hands": ["A"]}, "setup.letters.hands"),
    ({"hands": "AB"}, "setup.letters.hands"), ({"hands": ["A", 3]}, "setup.letters.text"),
    ({"hands": ["A", "b"]}, "setup.letters.letter"), ({"red": None}, "setup.letters.text"),
    ({"red": "AB"}, "setup.letters.colour"), ({"black": "B*"}, "setup.letters.colour"),
])
def test_letters_of_a_setup_are_checked(change: dict[str, object], key: str) -> None:
    setup: dict[str, object] = {"hands": ["A", "B+"], "red": "E*", "black": "C+"}
    assert read_letters(setup, 2, GERMAN) == (("A", "B+"), "E*", "C+")
    with pytest.raises(BadSetup) as fault:
        read_letters({**setup, **change}, 2, GERMAN)
    assert fault.value.phrase.key == key


def test_words_of_a_setup_are_separated_by_blanks() -> None:
    assert read_words({"agreed": " HUT  UHR "}, "agreed") == ("HUT", "UHR") and read_words({}, "agreed") == ()
    for wrong in (["HUT"], "HUT uhr", "HUT UHR+"):
        with pytest.raises(BadSetup):
            read_words({"agreed": wrong}, "agreed")


def test_own_words_are_added_to_those_of_the_setup_without_repeats() -> None:
    setup = with_own_words({"red": "A", "agreed": "HUT", "blocked": "OB"}, ["UHR", "HUT"], ["AB"])
    assert setup == {"red": "A", "agreed": "HUT UHR", "blocked": "OB AB"}
    assert word_lists(None, [], []) == {} and word_lists([], [], []) == {"words": ""}


def test_a_blocked_word_that_is_agreed_on_is_blocked_no_longer() -> None:
    assert agree_on({"blocked": "OB AB"}, "OB") == {"agreed": "OB", "blocked": "AB"}
    with pytest.raises(BadSetup):
        agree_on({}, "no word")


def test_a_guess_keeps_the_own_hand_the_colours_and_the_letters_that_were_seen() -> None:
    hands, red, black = ("AB*", "EEC+", "ODD"), "UI", "FGH"
    seen = ("", "+", "")
    found = {guess_letters(hands, red, black, 0, seen, rng_for(number)) for number in range(30)}
    assert len(found) > 10
    for guessed, reds, blacks in found:
        assert guessed[0] == "AB*" and "+" in guessed[1] and (len(reds), len(blacks)) == (2, 3)
        assert ["".join(sorted(map(colour_of, hand))) for hand in guessed] == \
            ["".join(sorted(map(colour_of, hand))) for hand in hands]
        assert sorted("".join(guessed) + reds + blacks) == sorted("".join(hands) + red + black)
