"""Tests of Kreuzwort: one for each sentence of the rule page, then whole games."""

from __future__ import annotations

import pickle

import pytest

from rules import records
from rules.base import BadSetup, Drawn, Outcome, Placed, Removed, RoundOver, Said, UnreadableMove
from rules.files.variants import load_all
from rules.games.crossword.board import Board, Buy, Lay, Pass, Swap
from rules.games.crossword.letters import colour_of, nearest_to_z
from rules.games.kreuzwort.rules import Kreuzwort
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session
from tests.kit.long import LONG, sample
from tests.kit.play import (
    VARIANTS,
    changed_rules,
    check_golden,
    gained,
    play,
    recorded,
    refused,
    rules_again,
    shipped,
    spelled,
    transcript,
)
from tests.rules.games.crossword.play import (
    WORDS,
    count_positions,
    lays,
    position,
    random_session,
    small_odd_session,
)
from tests.rules.games.crossword.referee import judge

RULES = shipped(Kreuzwort)
TRANSFER = shipped(Kreuzwort, "transfer")

HAUS = "HAUS"
"""A table with one word from 0,0."""


# --- letters ---


def test_there_are_30_red_vowels_and_50_black_consonants():
    counts = RULES.letters.counts
    told = "A7 B2 C2 D3 E9 F3 G2 H3 I4 J1 K2 L4 M3 N6 O4 P2 Q1 R4 S4 T3 U4 V1 W1 X1 Y1 Z1"
    assert " ".join(f"{letter}{counts[letter]}" for letter in sorted(counts) if letter.isalpha()) == told
    assert (counts["*"], counts["+"]) == (1, 1)
    assert len(RULES.letters.all("red")) == 30 and len(RULES.letters.all("black")) == 50
    assert {letter for letter in counts if colour_of(letter) == "red"} == set("AEIOUY*")


@pytest.mark.parametrize("players", Kreuzwort.seats)
def test_each_player_gets_five_red_and_eight_black_and_the_rest_are_two_stocks(players):
    setup = RULES.deal(players, 5)
    for hand in setup["hands"]:
        assert [colour_of(letter) for letter in hand] == ["red"] * 5 + ["black"] * 8
    assert len(setup["red"]) == 30 - 5 * players and len(setup["black"]) == 50 - 8 * players
    everything = "".join(setup["hands"]) + setup["red"] + setup["black"]
    assert sorted(everything) == sorted(RULES.letters.all("red") + RULES.letters.all("black"))


# --- the starter ---


def test_two_to_five_players():
    assert list(RULES.seats) == [2, 3, 4, 5]


def test_whose_hand_holds_the_letter_nearest_to_z_begins():
    assert nearest_to_z(["ABC", "AXC", "AWV"]) == 1


def test_a_jolly_does_not_count_for_the_start_and_of_equals_the_earlier_seat_begins():
    assert nearest_to_z(["A*+", "TA", "TB"]) == 1


def test_the_setup_of_a_first_round_names_the_starter():
    for seed in range(20):
        setup = RULES.deal(3, seed)
        assert setup["starter"] == nearest_to_z(setup["hands"]) == RULES.start(setup, 3).player


def test_in_every_round_the_letter_nearest_to_z_begins():
    starters = set()
    for seed in range(3):
        session = random_session(shipped(Kreuzwort, "three_rounds"), 3, seed)
        assert len(session.rounds) >= 3
        for round_ in session.rounds:
            starter = nearest_to_z(round_.setup["hands"])
            assert round_.setup["starter"] == round_.start.player == starter
            starters.add(starter)
    assert len(starters) > 1


# --- the first word ---


def test_the_first_word_lies_in_the_middle_and_has_two_letters_or_more():
    empty = position(RULES, "", "HAUSE", "BE", black="R", words="HAUS AU E ES")
    assert lays(RULES, empty) == {"> 0,0 HAUS", "> 0,0 AU", "> 0,0 ES"}
    assert refused(RULES, empty, "v 0,0 HAUS") == "lay_first_start"
    assert refused(RULES, empty, "> 1,0 HAUS") == "lay_first_start"
    assert refused(RULES, empty, "> 0,0 E") == "word_short"


def test_the_starter_may_also_buy():
    assert {"buy red", "buy black"} <= spelled(RULES, position(RULES, "", "HAUS", "BE", red="A", black="R"))


# --- laying words ---


def test_a_word_contains_a_letter_that_lies_there_and_a_new_one():
    state = position(RULES, HAUS, "TEEHAUS", "B", black="R", words="HAUS TEE AUTE STEH HUT AST")
    assert refused(RULES, state, "> 0,2 TEE") == "lay_apart"
    assert refused(RULES, state, "> 0,0 HAUS") == "lay_nothing"
    assert "v 3,0 STEH" in lays(RULES, state)


def test_a_word_beside_another_without_a_common_letter_is_none():
    """AU below HAUS makes words with every letter it touches, but has no letter in common with it."""
    state = position(RULES, "HAUS", "AU", "B", black="R", words="HAUS AU HA UU AA")
    assert refused(RULES, state, "> 1,1 AU") == "lay_beside"


def test_wherever_letters_touch_a_valid_word_must_result():
    """STERN across the T of WORT has its R beside the W of another word, as on the sheet."""
    words = "WORT STERN WIND NAHT RE"
    state = position(RULES, "WORT .... ....W ....I ....N ....D", "SERNX", "B", black="X", words=words)
    refusal = RULES.why_illegal(state, Lay(True, 3, -1, "STERN"))
    assert refusal.key == "refuse.word_not_listed" and refusal.values["word"] == "RW"
    apart = position(RULES, "WORT", "SERNX", "B", black="X", words=words)
    assert RULES.why_illegal(apart, Lay(True, 3, -1, "STERN")) is None


def test_a_word_is_lengthened_by_laying_the_longer_one():
    state = position(RULES, "EIS", "RE", "B", black="X", words="EIS REISE")
    assert lays(RULES, state) == {"> -1,0 REISE"}
    state = position(RULES, "WORT", "E", "B", black="X", words="WORT WORTE")
    assert lays(RULES, state) == {"> 0,0 WORTE"}
    state = position(RULES, "WORTE", "WORTX", "B", black="X", words="WORT WORTE")
    assert refused(RULES, state, "> 0,0 WORT") == \
        "lay_goes_on"


def test_one_letter_that_makes_two_words_can_be_laid_as_either():
    state = position(RULES, "ROT A.O DER", "XE", "B", black="X", words="ROT RAD DER TOR AEO OEE")
    assert {"> 0,1 AEO", "v 1,0 OEE"} <= lays(RULES, state)


def test_the_letters_come_from_the_hand():
    state = position(RULES, HAUS, "U", "B", black="X", words="HAUS HUT")
    assert refused(RULES, state, "v 0,0 HUT") == "lay_not_in_hand"
    assert refused(RULES, state, "v 0,0 HuT") in ("lay_no_jolly", "lay_not_in_hand")


def test_a_jolly_stands_for_a_vowel_or_for_a_consonant():
    state = position(RULES, HAUS, "*T", "B", black="X", words="HAUS HUT HAT")
    assert lays(RULES, state) == {"v 0,0 HuT", "v 0,0 HaT"}
    state = position(RULES, HAUS, "+U", "B", black="X", words="HAUS HUT HAT")
    assert lays(RULES, state) == {"v 0,0 HUt"}


def test_a_letter_and_its_jolly_are_two_spellings():
    state = position(RULES, HAUS, "U*T", "B", black="X", words="HAUS HUT")
    assert lays(RULES, state) == {"v 0,0 HUT", "v 0,0 HuT"}
    after = play(RULES, state, "v 0,0 HuT")
    assert after.hands[0] == "U" and after.letters[0, 1] == "u"


# --- the second word ---


def test_a_new_letter_between_two_that_lie_earns_a_second_word():
    state = position(RULES, "N.A", "ESS", "B", black="X", words="NEA ES AS")
    after = play(RULES, state, "> 0,0 NEA")
    assert after.second and after.player == 0
    assert spelled(RULES, after) == {"v 1,0 ES", "v 2,0 AS", "buy black"}
    last = play(RULES, after, "v 1,0 ES")
    assert not last.second and last.player == 1


def test_the_two_lying_letters_need_not_be_next_to_the_new_one():
    state = position(RULES, "H...E", "AFNS", "B", black="X", words="HAFNE")
    assert play(RULES, state, "> 0,0 HAFNE").second


def test_a_new_letter_before_or_behind_all_lying_ones_earns_nothing():
    state = position(RULES, "EIS", "REX", "B", black="X", words="REISE")
    after = play(RULES, state, "> -1,0 REISE")
    assert not after.second and after.player == 1


def test_a_gap_that_is_filled_across_earns_nothing():
    """The new E is between O and E of the column, but the word laid is the row."""
    state = position(RULES, ".O. A.. .E.", "ESX", "B", black="X", words="AE OEE")
    assert not play(RULES, state, "> 0,1 AE").second
    assert play(RULES, state, "v 1,0 OEE").second


def test_a_further_second_word_is_not_earned():
    state = position(RULES, "N.A ... L.B", "EESS", "B", black="X", words="NEA LEB EXE")
    after = play(RULES, play(RULES, state, "> 0,0 NEA"), "> 0,2 LEB")
    assert not after.second and after.player == 1


def test_who_lays_no_second_word_must_buy():
    state = position(RULES, "N.A", "ESS", "B", red="O", black="X", words="NEA ES")
    second = play(RULES, state, "> 0,0 NEA")
    assert refused(RULES, second, "pass") == "pass_buy"
    after = play(RULES, second, "buy red")
    assert after.player == 1 and after.hands[0] == "SSO" and not after.second


def test_without_stocks_the_second_word_is_declined_by_a_pass_that_does_not_count():
    state = position(RULES, "N.A", "ESS", "B", words="NEA ES", passes=1)
    second = play(RULES, state, "> 0,0 NEA")
    assert "pass" in spelled(RULES, second)
    after = play(RULES, second, "pass")
    assert after.player == 1 and after.passes == 0 and after.ended is None
    assert play(RULES, after, "pass").passes == 1 and play(RULES, after, "pass").ended is None


def test_who_has_no_letters_left_is_out_instead_of_laying_a_second_word():
    after = play(RULES, position(RULES, "N.A", "E", "B", black="X", words="NEA"), "> 0,0 NEA")
    assert after.ended == Outcome((0,), "out") and not after.second


# --- the Jolly exchange ---


def test_a_lying_jolly_is_replaced_by_the_letter_it_stands_for():
    state = position(RULES, "HaUS", "AB", "B", black="X", words="HAUS")
    assert spelled(RULES, state) == {"swap 1,0", "buy black"}
    step = RULES.apply(state, Swap(1, 0))
    assert step.state.letters[1, 0] == "A" and step.state.hands[0] == "B*"
    assert step.state.player == 0 and step.state.ply == 1
    assert [type(event) for event in step.events] == [Removed, Placed]
    assert (step.events[0].piece, step.events[1].piece) == ("a", "A")


def test_without_the_letter_there_is_no_exchange():
    state = position(RULES, "HaUS", "EB", "B", black="X", words="HAUS")
    assert refused(RULES, state, "swap 1,0") == "not_in_hand"
    assert refused(RULES, state, "swap 0,0") == "no_jolly_there"
    assert refused(RULES, state, "swap 9,9") == "no_jolly_there"


def test_with_three_of_four_sides_built_on_a_jolly_stays():
    two = position(RULES, "HaUS", "AB", "B", black="X", words="HAUS")
    three = position(RULES, "HaUS .R..", "AB", "B", black="X", words="HAUS")
    assert RULES.why_illegal(two, Swap(1, 0)) is None
    assert refused(RULES, three, "swap 1,0") == "built_in"


def test_there_may_be_any_number_of_exchanges_before_laying():
    state = position(RULES, "HaUs", "ASE", "B", black="X", words="HAUS SE")
    after = play(RULES, state, "swap 1,0", "swap 3,0")
    assert after.hands[0] == "E*+" and after.player == 0
    assert "v 3,0 SE" in lays(RULES, after)


def test_there_may_be_exchanges_before_buying():
    state = position(RULES, "HaUS", "AB", "B", black="X", words="HAUS")
    after = play(RULES, state, "swap 1,0", "buy black")
    assert after.hands[0] == "B*X" and after.player == 1


def test_there_may_be_exchanges_before_a_second_word():
    state = position(RULES, "N.a", "ESA", "B", black="X", words="NEA ES AS")
    second = play(RULES, state, "> 0,0 NEa")
    assert "swap 2,0" in spelled(RULES, second)
    after = play(RULES, second, "swap 2,0")
    assert after.second and after.player == 0 and after.hands[0] == "S*"


def test_an_exchange_does_not_interrupt_a_row_of_passes():
    state = position(RULES, "HaUS", "AB", "B", words="HAUS", passes=1)
    assert play(RULES, state, "swap 1,0", "pass").ended is not None


# --- buying and passing ---


def test_who_lays_no_word_buys_one_letter_also_if_one_would_fit():
    state = position(RULES, HAUS, "UT", "B", red="AE", black="XZ", words="HAUS HUT")
    assert spelled(RULES, state) == {"v 0,0 HUT", "buy red", "buy black"}
    step = RULES.apply(state, Buy(("black",)))
    assert step.state.hands[0] == "UTX" and step.state.black == "Z" and step.state.player == 1
    assert isinstance(step.events[0], Drawn) and step.events[0].pieces == ("X",)
    assert refused(RULES, state, "buy red black") == "buy_most"


def test_an_empty_stock_sells_nothing():
    state = position(RULES, HAUS, "UT", "B", black="XZ", words="HAUS")
    assert spelled(RULES, state) == {"buy black"} and refused(RULES, state, "buy red") == "stock_empty"


def test_only_with_both_stocks_empty_there_is_a_pass():
    assert refused(RULES, position(RULES, HAUS, "X", "B", red="A"), "pass") == "pass_buy"
    state = position(RULES, HAUS, "X", "B")
    assert spelled(RULES, state) == {"pass"}
    assert play(RULES, state, "pass").passes == 1


def test_with_empty_stocks_one_may_pass_also_if_a_word_would_fit():
    assert spelled(RULES, position(RULES, HAUS, "UT", "B", words="HAUS HUT")) == {"v 0,0 HUT", "pass"}


def test_over_time_means_buying():
    assert RULES.when_time_is_up(position(RULES, HAUS, "UT", "B", red="AE", black="X")) == Buy(("red",))
    assert RULES.when_time_is_up(position(RULES, HAUS, "UT", "B", red="A", black="X")) == Buy(("black",))
    assert RULES.when_time_is_up(position(RULES, HAUS, "UT", "B")) == Pass()
    assert RULES.turn_seconds == 0 and changed_rules(Kreuzwort, turn={"seconds": 90}).turn_seconds == 90


# --- the end ---


def test_letters_left_count_black_1_red_3_jolly_10_as_in_the_sample():
    rests = [RULES.rest_of("B+"), RULES.rest_of("FKLV"), RULES.rest_of("AAUYBJM")]
    assert rests == [11, 4, 15] and RULES.rest_of("B*") == 11
    state = position(RULES, HAUS, "UT", "B*", "FKLV", "AAUYBJM", black="X", words="HUT")
    after = play(RULES, state, "v 0,0 HUT")
    assert after.scores == (30, 0, 0, 0) and after.ended == Outcome((0,), "out")


def test_with_transfer_the_others_pay():
    state = position(TRANSFER, HAUS, "UT", "B*", "FKLV", "AAUYBJM", black="X", words="HUT")
    assert play(TRANSFER, state, "v 0,0 HUT").scores == (30, -11, -4, -15)


def test_when_everyone_passed_the_lowest_rest_wins_the_other_rests_less_the_own():
    state = position(RULES, HAUS, "EB", "B", "AA")
    after = play(RULES, state, "pass", "pass", "pass")
    assert after.ended == Outcome((1,), "blocked") and after.scores == (0, 4 + 6 - 1, 0)
    state = position(TRANSFER, HAUS, "EB", "B", "AA")
    assert play(TRANSFER, state, "pass", "pass", "pass").scores == (-4, 9, -6)


def test_with_equal_lowest_rests_nobody_wins():
    after = play(RULES, position(RULES, HAUS, "EB", "B", "C"), "pass", "pass", "pass")
    assert after.ended == Outcome((), "blocked") and after.scores == (0, 0, 0)


def test_a_word_in_between_begins_the_row_of_passes_anew():
    state = position(RULES, HAUS, "XX", "UTX", words="HUT")
    assert play(RULES, state, "pass", "v 0,0 HUT", "pass").ended is None


def test_after_a_round_that_nobody_won_the_next_counts_double_and_then_fourfold():
    blocked = position(RULES, HAUS, "EB", "C", "C")
    first = play(RULES, blocked, "pass", "pass", "pass")
    assert RULES.game_outcome(first) is None
    setup = RULES.deal(3, 1, first)
    assert setup["stake"] == 2 and setup["starter"] == nearest_to_z(setup["hands"])
    second = RULES.start({**setup, "hands": ["EB", "C", "C"], "red": "", "black": ""}, 3, first)
    assert second.stake == 2 and RULES.deal(3, 1, play(RULES, second, "pass", "pass", "pass"))["stake"] == 4
    state = play(RULES, position(RULES, HAUS, "UT", "B", words="HUT"), "v 0,0 HUT")
    assert "stake" not in RULES.deal(3, 1, state)


def test_the_stake_multiplies_what_is_won_and_paid():
    for rules, scores in ((RULES, (22, 0)), (TRANSFER, (22, -22))):
        state = position(rules, HAUS, "UT", "B*", black="X", words="HUT", stake=2)
        assert play(rules, state, "v 0,0 HUT").scores == scores
    state = position(RULES, HAUS, "EB", "B", stake=4)
    assert play(RULES, state, "pass", "pass").scores == (0, 4 * (4 - 1))


# --- rounds and games ---


def test_a_game_of_one_round_has_the_winners_of_the_round():
    over = play(RULES, position(RULES, HAUS, "UT", "B", words="HUT"), "v 0,0 HUT")
    assert RULES.game_outcome(over) == Outcome((0,), "out")


def test_a_game_of_several_rounds_is_won_by_the_highest_total():
    rules = changed_rules(Kreuzwort, match={"rounds": 2})
    setup = {"hands": ["UT", "E"], "red": "", "black": "", "starter": 0, "words": "HUT TU"}
    session = Session(rules, [Seat("a"), Seat("b")], 1, level=setup)
    session.play(rules.read_move("> 0,0 TU"))
    assert session.outcome and session.game_outcome is None and session.state.scores == (3, 0)
    session.next_round()
    assert session.state.scores == (3, 0) and session.state.before == (3, 0) and session.state.ply == 1


def test_a_record_may_stop_after_a_round_that_nobody_won():
    setup = {"hands": ["B", "C"], "red": "", "black": "", "starter": 0, "words": "HUT"}
    session = Session(RULES, [Seat("a"), Seat("b")], 1, level=setup)
    for _ in range(2):
        session.play(Pass())
    record = recorded(session)
    assert "result" not in record
    records.verify(record, rules_again(Kreuzwort))
    record["result"] = {"scores": [0, 0], "winners": []}
    records.verify(record, rules_again(Kreuzwort))


def test_a_record_may_have_more_rounds_than_its_rules_say():
    rules = changed_rules(Kreuzwort, match={"rounds": 2})
    record = recorded(random_session(rules, 2, 5))
    del record["rules"]["match"]
    records.verify(record, rules_again(Kreuzwort))


# --- words ---


def test_classic_words_are_those_of_the_sheet_and_names_of_places_and_people():
    state = RULES.start(RULES.deal(2, 1), 2)
    valid = RULES.vocabulary(state)
    assert all(word in valid for word in ("HAUS", "HAEUSER", "GEHEN", "GELB", "TEXAS", "RUDOLF", "POLA"))
    assert "GEHST" not in valid and "GELBEM" not in valid
    assert "GELBEM" in shipped(Kreuzwort, "agreed").vocabulary(state)


def test_words_of_the_setup_are_exactly_the_valid_ones():
    state = position(RULES, HAUS, "UT", "B", black="X", words="XYZ")
    assert refused(RULES, state, "v 0,0 HUT") == "word_not_listed"


def test_a_word_agreed_on_is_valid_and_a_blocked_one_is_not():
    setup = {"hands": ["QUUX", "HUT"], "red": "", "black": "N", "starter": 0}
    assert refused(RULES, RULES.start(setup, 2), "> 0,0 QUUX") == "word_unknown"
    assert RULES.why_illegal(RULES.start({**setup, "agreed": "QUUX"}, 2), Lay(False, 0, 0, "QUUX")) is None
    state = RULES.start({**setup, "starter": 1, "blocked": "HUT"}, 2)
    assert refused(RULES, state, "> 0,0 HUT") == "word_blocked"


def test_agreed_and_blocked_words_hold_in_the_next_round():
    rules = shipped(Kreuzwort, "three_rounds")
    session = random_session(rules, 2, 3, setup={"agreed": "QUUX", "blocked": "HUT"})
    assert all((round_.setup["agreed"], round_.setup["blocked"]) == ("QUUX", "HUT")
               for round_ in session.rounds)


# --- notation, setups, events ---


@pytest.mark.parametrize("text", ["> 0,0 WORT", "v -2,13 WoRTE", "swap 0,-3", "buy red", "buy black", "pass",
                                  "buy red black black"])
def test_moves_are_written_and_read_back(text):
    assert RULES.write_move(RULES.read_move(text)) == text


@pytest.mark.parametrize("text", ["> 0,0", "> -0,0 WORT", "> 01,0 WORT", "< 0,0 WORT", ">0,0 WORT", "buy",
                                  "buy blue", "buy black red", "swap", "swap 1", "> 0,0 WÖRT", "> 0,0 WO RT",
                                  "Pass", "pass "])
def test_other_texts_are_no_moves(text):
    with pytest.raises(UnreadableMove):
        RULES.read_move(text)


GOOD = {"hands": ["HAUS", "UHR"], "red": "AE", "black": "B+", "starter": 1}


@pytest.mark.parametrize(("change", "key"), [
    ({"hands": ["A"]}, "setup.letters.hands"), ({"hands": "AB"}, "setup.letters.hands"),
    ({"hands": ["A", "b"]}, "setup.letters.letter"), ({"hands": ["A", ["B"]]}, "setup.letters.text"),
    ({"hands": ["", ""]}, "setup.letters.no_letters"), ({"red": None}, "setup.letters.text"),
    ({"red": "AB"}, "setup.letters.colour"), ({"black": "B*"}, "setup.letters.colour"),
    ({"starter": 2}, "setup.crossword.number"), ({"starter": True}, "setup.crossword.number"),
    ({"stake": 0}, "setup.crossword.number"), ({"words": ["HUT"]}, "setup.letters.words"),
    ({"words": "Hut"}, "setup.letters.word"), ({"agreed": "Ä"}, "setup.letters.word"),
    ({"moves": "pass"}, "setup.earlier.moves"), ({"moves": ["?"]}, "setup.earlier.unreadable"),
    ({"moves": [7]}, "setup.earlier.unreadable"), ({"moves": ["pass"]}, "setup.earlier.illegal"),
    ({"moves": ["> 0,0 UHR"]}, "setup.earlier.over")])
def test_a_nonsensical_setup_is_refused(change, key):
    assert RULES.start(GOOD, 2).player == 1
    with pytest.raises(BadSetup) as fault:
        RULES.start({**GOOD, **change}, 2)
    assert fault.value.phrase.key == key


def test_a_setup_may_tell_what_was_played_since_the_deal():
    state = RULES.start({**GOOD, "hands": ["HAUS", "UHRX"], "moves": ["> 0,0 UHR"]}, 2)
    assert state.ply == 0 and state.player == 0 and state.hands == ("HAUS", "X") and len(state.letters) == 3


def test_a_word_is_told_letter_by_letter_and_with_a_line_for_the_log():
    state = position(RULES, HAUS, "UTX", "B", black="X", words="HAUS HUT")
    step = RULES.apply(state, Lay(True, 0, 0, "HUT"))
    assert [(event.piece, event.place) for event in step.events if isinstance(event, Placed)] == [
        ("U", (0, 1)), ("T", (0, 2))]
    assert [event.phrase.values["word"] for event in step.events if isinstance(event, Said)] == ["HUT"]


def test_the_last_move_tells_the_settlement():
    state = position(RULES, HAUS, "UT", "AB", black="X", words="HAUS HUT")
    assert gained(RULES, state, "v 0,0 HUT") == [(0, 4, "out")]
    assert isinstance(RULES.apply(state, Lay(True, 0, 0, "HUT")).events[-1], RoundOver)


def test_shipped_variants_are_clean_and_have_the_numbers_of_the_page():
    found = {variant.name: variant for variant in load_all(Kreuzwort, [VARIANTS / "kreuzwort"])}
    assert list(found) == [
        "classic", "agreed", "dutch", "english", "french", "italian", "spanish", "three_rounds", "transfer"]
    assert not any(variant.faults for variant in found.values())
    values = found["classic"].values
    assert values["deal"] == {"red": 5, "black": 8} and values["rest"] == {"black": 1, "red": 3, "jolly": 10}
    assert values["words"] == {"language": "de", "classes": "NPVAOGF"} and values["payment"] == "credit"
    assert values["turn"] == {"seconds": 0} and values["buy"] == {"most": 1}
    assert values["swap"] == {"sides": 3}


def test_two_players_must_be_able_to_get_their_letters():
    values = {**RULES.values, "deal": {"red": 16, "black": 25}}
    assert [key for key, _ in Kreuzwort.check(values)] == ["deal.red"]


# --- what a seat knows ---


def test_a_seat_sees_only_the_colours_of_other_hands_and_the_size_of_the_stocks():
    state = position(RULES, HAUS, "UT", "AEXX", red="OI", black="Q")
    text = RULES.view(state, 0)
    assert "UT" in text and "2 red, 2 black" in text and "X" not in text and "Q" not in text


def test_a_guess_keeps_the_colours_of_every_hand():
    state = RULES.start(RULES.deal(3, 8), 3)
    guess = RULES.guess_hidden(state, 1, rng_for(1))
    assert guess.hands[1] == state.hands[1] and guess.hands != state.hands
    for before, after in zip(state.hands, guess.hands, strict=True):
        assert sorted(map(colour_of, before)) == sorted(map(colour_of, after))


def test_everybody_saw_who_took_a_jolly_from_the_table():
    state = play(RULES, position(RULES, "HaUS", "ABX", "EC", red="OI", black="X", words="HAUS"), "swap 1,0")
    for seed in range(10):
        assert "*" in RULES.guess_hidden(state, 1, rng_for(seed)).hands[0]
    assert "*" in RULES.view(state, 1)


def test_states_are_hashable_and_can_be_sent_to_another_process():
    last = random_session(RULES, 2, 2).state
    again = pickle.loads(pickle.dumps(last))
    assert again == last and hash(again) == hash(last) and again.letters == last.letters


def test_a_board_is_drawn_from_its_left_top_square():
    assert str(Board((((0, 0), "A"), ((-1, 0), "d"), ((0, -1), "N")))) == "from -1,-1\n.N\ndA"


# --- whole games ---


@pytest.mark.parametrize(("variant", "players", "seed"), [
    ("classic", 2, 1), ("transfer", 3, 2), *((("classic", 5, 3), ("three_rounds", 2, 4)) if LONG else ())])
def test_random_games_agree_with_an_independent_referee(variant, players, seed):
    judge(recorded(random_session(shipped(Kreuzwort, variant), players, seed)))


def test_small_odd_setups_agree_with_the_referee():
    """Few letters and small stocks end games in ways that full deals rarely do."""
    ends = set()
    for seed in range(sample(30, 60)):
        session = small_odd_session((RULES, TRANSFER)[seed % 2], 2 + seed % 2, seed, rounds=1)
        judge(recorded(session))
        ends.add((session.outcome.why, bool(session.outcome.winners)))
    assert ends == {("out", True), ("blocked", True), ("blocked", False)}


def test_the_number_of_positions_from_a_fixed_deal():
    setup = {"hands": ["EIS*", "RAT+"], "red": "AE", "black": "NH", "starter": 0, "words": WORDS}
    assert [count_positions(RULES, RULES.start(setup, 2), depth) for depth in (1, 2, 3)] == [13, 246, 1655]


@pytest.mark.parametrize(("variant", "players", "seed"), [("classic", 2, 4711), ("transfer", 3, 12)])
def test_golden_games(variant, players, seed):
    session = random_session(shipped(Kreuzwort, variant), players, seed)
    check_golden(f"kreuzwort/{variant}_{players}_players_{seed}.txt", transcript(session))


def test_buying_nothing_is_no_move():
    refusal = RULES.why_no_buy(position(RULES, HAUS, "UT", "B", black="X", words="HUT"), Buy(()))
    assert refusal is not None and refusal.key == "refuse.crossword.buy_most"


def test_a_void_round_does_not_count_as_one_of_the_game():
    rules = changed_rules(Kreuzwort, match={"rounds": 2})
    void = play(rules, position(rules, HAUS, "B", "B"), "pass", "pass")
    assert void.ended == Outcome((), "blocked")
    setup = {"hands": ["B", "A"], "red": "", "black": "", "starter": 0, "words": "HUT"}
    second = play(rules, rules.start(setup, 2, void), "pass", "pass")
    assert (second.round, second.void) == (2, 1) and rules.game_outcome(second) is None
    third = play(rules, rules.start(setup, 2, second), "pass", "pass")
    assert third.void == 1 and rules.game_outcome(third) is not None
