"""Tests of the rules: one for each sentence of the rule page, then whole games with a second referee."""

from __future__ import annotations

import json
import pickle
import time
from collections import Counter
from dataclasses import replace
from itertools import islice, product

import pytest

from rules import records
from rules.base import Drawn, Outcome, Placed, RoundOver, Said, Scored, UnreadableMove
from rules.files.variants import load_all
from rules.games.crossword.letters import nearest_to_z
from rules.games.kreuzwort.rules import Kreuzwort
from rules.games.wer_behaelt_recht.line import Word
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Begin, Grow, Spot, WerState
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session
from tests.kit.long import sample
from tests.kit.play import VARIANTS, check_golden, gained, play, refused, rules_again, shipped
from tests.rules.games.wer_behaelt_recht.referee import judge

RULES = shipped(WerBehaeltRecht)
TRANSFER = shipped(WerBehaeltRecht, "transfer")

WORDS = ("HAUS AUS MAUS HAUSE AUSTER UHR USA SAU HUT RAUS RAUM TAU TASSE AST RASTE ASTER STERN "
         "ERNTE NEU EU US AA SS ES UE")


def start(*hands: str, words: str = WORDS, red: str = "EE", black: str = "TT", starter: int = 0,
          **more) -> WerState:
    setup = {"hands": list(hands), "red": red, "black": black, "starter": starter, "words": words, **more}
    return RULES.start(setup, len(hands))


def every(state: WerState) -> set[str]:
    moves = [str(move) for move in RULES.every_move(state)]
    assert len(moves) == len(set(moves)), "a legal move came twice"
    return set(moves)


def said(state: WerState) -> set[str]:
    """Return all legal announcements."""
    return {move for move in every(state) if "@" in move}


FIRST = "begin > 0,0 A HAUS@1"
"""Seat 0 lays the A of HAUS."""


# --- as in Kreuzwort ---


def test_deal_jolly_starter_and_words_are_those_of_kreuzwort():
    kreuzwort, own = shipped(Kreuzwort).values, RULES.values
    for key in ("letters", "deal", "words", "rest", "payment"):
        assert own[key] == kreuzwort[key]
    setup = RULES.deal(3, 4)
    assert [len(hand) for hand in setup["hands"]] == [13, 13, 13]
    last = [max(letter for letter in hand if letter.isalpha()) for hand in setup["hands"]]
    assert setup["starter"] == last.index(max(last)) == RULES.start(setup, 3).player


def test_two_to_five_players():
    assert list(RULES.seats) == [2, 3, 4, 5]


def test_a_lying_jolly_can_be_exchanged_for_the_letter_it_stands_for():
    state = play(RULES, start("*HUS", "AHUS", "AHUS"), "begin > 0,0 a HAUS@1")
    assert "swap 0,0" in every(state)
    after = play(RULES, state, "swap 0,0")
    assert after.letters == {(0, 0): "A"} and sorted(after.hands[1]) == sorted("*HUS") and after.player == 1
    assert refused(RULES, after, "swap 0,0") == "no_jolly_there"


def test_a_red_jolly_stands_for_vowels_a_black_one_for_consonants():
    letters = RULES.spellings("*+B")
    assert letters[0] == "B" and set(letters[1:]) == set("abcdefghijklmnopqrstuvwxyz")
    assert set(RULES.spellings("*")) == set("aeiouy")
    assert refused(RULES, start("+AUS", "AUS"), "begin > 0,0 a HAUS@1") == "lay_no_jolly"


# --- starting a word ---


def test_the_first_player_lays_a_letter_at_0_0_and_announces_a_word_that_contains_it():
    state = start("HXYZ", "AUS")
    after = play(RULES, state, "begin > 0,0 H HAUS@0")
    assert after.letters == {(0, 0): "H"} and after.player == 1 and after.author == 0
    assert (after.word.text, after.word.down, after.word.x, after.word.y) == ("HAUS", False, 0, 0)
    assert said(state) == {"begin > 0,0 H HAUS@0", "begin > 0,0 H HAUSE@0", "begin > 0,0 H HUT@0",
                           "begin > 0,0 H UHR@1"}


def test_the_place_of_the_letter_in_the_word_is_told():
    after = play(RULES, start("SXYZ", "AUS"), "begin > 0,0 S HAUS@3")
    assert (after.word.x, after.word.y) == (-3, 0)
    assert {"begin > 0,0 S TASSE@2", "begin > 0,0 S TASSE@3"} <= said(start("SXYZ", "AUS"))


@pytest.mark.parametrize(("move", "why"), [
    ("begin v 0,0 H HAUS@0", "first"), ("begin > 1,0 H HAUS@0", "first"),
    ("begin > 0,0 A HAUS@1", "lay_not_in_hand"),
    ("begin > 0,0 H HAU@0", "word_not_listed"), ("begin > 0,0 H AUS@0", "lacks_letter"),
    ("begin > 0,0 H HAUS@1", "not_at"), ("front H HAUS@0", "nothing_open"), ("complete", "not_author"),
    ("pass", "pass_buy"), ("begin > 0,0 H HAUS@9", "not_at")])
def test_what_does_not_begin_a_game(move, why):
    assert refused(RULES, start("HXYZ", "AUS"), move) == why


def haus(*hands: str, **more) -> WerState:
    """HAUS lies from 0,0 to the right, completed by its author, seat 0, who starts the next word."""
    state = start("HAUS" + hands[0], *hands[1:], **more)
    state = play(RULES, state, "begin > 0,0 H HAUS@0")
    for _ in hands[1:]:
        buying = "buy red" if state.red else "buy black" if state.black else None
        state = play(RULES, state, *([buying] if buying else []), "pass")
    return play(RULES, state, "complete")


def test_later_words_cross_the_last_completed_word():
    state = haus("TXR", "XX", red="")
    assert state.player == 0 and state.last.text == "HAUS" and state.fragment is None
    assert {spot.square for spot in RULES.spots(state)} == {(x, y) for x in range(4) for y in (-1, 1)}
    assert all(spot.down and spot.way == "begin" for spot in RULES.spots(state))
    after = play(RULES, state, "begin v 1,-1 T TAU@0")
    assert after.fragment.text == "TA" and (after.word.x, after.word.y, after.word.down) == (1, -1, True)


def test_the_new_word_contains_the_letter_laid_and_the_one_crossed():
    state = haus("TRX", "XX")
    assert "begin v 1,-1 R RAUM@0" in said(state) and "begin v 0,1 T HUT@0" not in said(state)
    assert refused(RULES, state, "begin v 0,1 T HUT@0") == "lacks_fragment"
    assert refused(RULES, state, "begin v 1,-1 T AST@2") == "lacks_fragment"
    assert refused(RULES, state, "begin > 4,0 R RAUM@0") == "cross_last"
    assert refused(RULES, state, "begin v 5,1 R RAUM@0") == "cross_last"
    assert refused(RULES, state, "begin v 1,0 R RAUM@0") == "lay_taken"


def test_k_counts_from_the_beginning_of_the_fragment_as_it_stands_after_the_letter():
    state = haus("TUX", "XX", words=WORDS + " STAUB")
    assert "begin v 1,-1 T STAUB@1" in said(state) and "begin v 1,1 U STAUB@2" in said(state)
    after = play(RULES, state, "begin v 1,1 U STAUB@2")
    assert (after.word.x, after.word.y) == (1, -2)


def test_if_a_player_who_may_begin_passes_the_next_begins_and_any_lying_word_may_be_crossed():
    state = haus("TAUX", "TXR", red="", black="")
    state = play(RULES, state, "begin v 1,-1 T TAU@0", "pass", "pass")  # a premium declined; then seat 1
    state = play(RULES, state, "complete")
    assert state.player == 0 and state.last.text == "TAU" and not state.anywhere
    assert {spot.square for spot in RULES.spots(state)} == {(0, -1), (2, -1), (0, 1), (2, 1)}
    state = play(RULES, state, "pass")
    assert state.player == 1 and state.anywhere
    found = {(spot.down, *spot.square) for spot in RULES.spots(state)}
    assert {(True, 0, -1), (True, 3, 1), (False, 0, -1), (False, 2, 1)} <= found
    assert (True, 1, 2) not in found, "that would lengthen TAU, not cross it"
    assert refused(RULES, state, "begin v 1,2 X TAU@0") == "cross_any"


def test_any_word_may_be_crossed_until_somebody_begins_however_many_passed():
    state = play(RULES, haus("TXR", "XX", "TXR", red="", black=""), "pass", "pass")
    assert state.player == 2 and state.anywhere
    assert not play(RULES, state, "begin v 1,-1 T TAU@0").anywhere


def test_if_the_first_player_passes_the_next_lays_the_first_letter():
    state = play(RULES, start("HXYZ", "HAUS"), "buy red", "pass")
    assert state.player == 1 and RULES.spots(state) == [Spot("begin", False, 0, 0)]


def test_exactly_one_word_is_open_at_a_time():
    state = play(RULES, start("AHUS", "HAUS"), FIRST)
    assert refused(RULES, state, "begin > 1,0 U AUS@0") == "still_open"


# --- front and back ---


def test_the_next_players_lay_one_letter_before_or_behind_the_fragment():
    state = play(RULES, start("AX", "HURX"), FIRST)
    assert [str(spot.way) for spot in RULES.spots(state)] == ["front", "back"]
    assert said(state) == {
        "front H HAUS@0", "front H HAUSE@0", "front R RAUM@0", "front R RAUS@0", "front R RASTE@0",
        "back U HAUS@1", "back U HAUSE@1", "back U MAUS@1", "back U RAUS@1", "back U RAUM@1", "back U AUS@0",
        "back U AUSTER@0", "back U SAU@1", "back U TAU@1"}
    after = play(RULES, state, "back U MAUS@1")
    assert after.letters == {(0, 0): "A", (1, 0): "U"} and after.fragment.text == "AU" and after.player == 0


def test_another_word_than_before_makes_its_announcer_the_author():
    state = play(RULES, start("AX", "HURX", "SX"), FIRST, "back U MAUS@1")
    assert state.author == 1 and state.word.text == "MAUS" and not state.must_complete


def test_the_same_word_at_the_same_place_leaves_the_author():
    state = play(RULES, start("AX", "HURX", "SX"), FIRST, "back U HAUS@1")
    assert state.author == 0 and state.word.text == "HAUS"
    state = play(RULES, state, "back S HAUS@1")
    assert state.author == 0 and state.player == 0 and state.must_complete


def test_while_a_word_has_an_author_it_may_not_be_announced_at_another_place():
    state = play(RULES, start("SXX", "SEX", "X"), "begin > 0,0 S TASSE@2")
    assert "back S TASSE@2" in said(state)
    assert refused(RULES, state, "back E TASSE@3") == "elsewhere"
    assert "front S TASSE@2" not in said(state) and refused(RULES, state, "front S TASSE@2") == "elsewhere"


def test_the_fragment_must_be_in_the_word_without_a_gap():
    state = play(RULES, start("AX", "SX"), FIRST)
    assert refused(RULES, state, "back S HAUS@1") == "lacks_fragment"
    assert refused(RULES, state, "back S MAST@1") == "word_not_listed"


def test_letters_that_lie_further_on_join_the_fragment_when_it_reaches_them():
    state = lying("HAUS/..../..../..R.", 0, "FEX", "XX", words="HAUS UFER UFERN UFO FE")
    assert "begin v 2,1 F UFER@0" in said(state)
    grown = play(RULES, state, "begin v 2,1 F UFERN@0")
    assert grown.fragment.text == "UF" and grown.premium
    grown = play(RULES, grown, "back E UFERN@0")
    assert grown.fragment.text == "UFER", "the R lay there already"


def test_k_counts_letters_that_join_before_the_one_laid():
    state = lying("HAUS/..../..../..R.", 0, "EFX", "XX", words="HAUS UFER UFERN UR ER", red="", black="")
    state = replace(state, fragment=None, last=None)
    assert "begin v 2,2 E UFER@2" not in said(state), "R stands alone and is no word to be crossed"
    state = lying("HAUS/..../..../..RAU", 0, "EFX", "XX", words="HAUS RAU UFER UFERN", red="", black="")
    after = play(RULES, state, "begin v 2,2 E UFER@2")
    assert after.fragment.text == "ER" and (after.word.x, after.word.y) == (2, 0)
    after = replace(after, player=1, hands=("X", "FX"))
    assert said(after) == {"front F UFER@0", "front F UFERN@0"}


# --- room ---


def lying(text: str, player: int = 0, *hands: str, **more) -> WerState:
    """Return a table drawn in rows from 0,0; the current player may cross any word."""
    board = {(x, y): letter for y, row in enumerate(text.split("/")) for x, letter in enumerate(row)
             if letter != "."}
    first = start(*(hands or ("HAUSETRM", "X")), **more)
    return replace(first, board=first.board.with_letters(board), player=player, anywhere=True)


def test_every_square_of_an_announced_word_is_free_or_shows_that_letter():
    state = lying("HAUS/..../..R.", 0, words="HAUS UHR UXR UHU UFER")
    assert "begin v 2,1 H UHR@0" in said(state)
    assert refused(RULES, state, "begin v 2,1 H UHU@0") == "lacks_fragment"
    state = lying("HAUS/..../..../..R.", 0, words="HAUS UFER UHU UTER EUTER UEBER UEBEL")
    assert "begin v 2,1 E UEBER@0" not in said(state)
    assert refused(RULES, state, "begin v 2,1 E UEBER@0") == "no_room"
    assert RULES.why_illegal(state, RULES.read_move("begin v 2,1 E UEBER@0")).where == (2, 3)


def test_the_squares_before_and_behind_an_announced_word_are_free():
    state = lying("HAUS/..../..../..R.", 0, words="HAUS UHU UET UETER")
    assert refused(RULES, state, "begin v 2,1 E UET@0") == "goes_on"
    assert RULES.why_illegal(state, RULES.read_move("begin v 2,1 E UET@0")).where == (2, 3)


def test_no_letter_of_an_announced_word_makes_a_senseless_combination():
    # AUTO would have a letter beside the T two rows below: OT is not a word, unless agreed.
    state = lying("HAUS/..../...T", 0, "HAUSETRM", "X", words="HAUS UTE UTO")
    assert refused(RULES, state, "begin v 2,1 T UTO@0") == "senseless"
    assert RULES.why_illegal(state, RULES.read_move("begin v 2,1 T UTO@0")).where == (2, 2)
    state = lying("HAUS/..../...T", 0, "HAUSETRM", "X", words="HAUS UTE UTO OT")
    assert "begin v 2,1 T UTO@0" in said(state)


def test_the_letter_laid_itself_must_make_sense_beside_others():
    state = lying("HAUS/T...", 0, words="HAUS HT AT AUT AE")
    assert refused(RULES, state, "begin v 1,1 E AE@0") == "senseless"
    assert RULES.why_illegal(state, RULES.read_move("begin v 1,1 E AE@0")).where == (1, 1)
    state = lying("HAUS/T...", 0, words="HAUS HT AT AUT AE TE")
    assert "begin v 1,1 E AE@0" in said(state)


def test_a_jolly_on_the_table_counts_as_the_letter_it_shows():
    state = lying("HaUS/..../...t", 0, "HAUSETRM", "X", words="HAUS UTO OT TAU")
    assert {"begin v 2,1 T UTO@0", "begin v 1,-1 T TAU@0"} <= said(state)


# --- buying and passing ---


def test_buying_is_once_a_turn_and_laying_is_still_allowed_after_it():
    state = start("HXYZ", "AUS", red="A")
    assert {"buy red", "buy black"} <= every(state)
    after = play(RULES, state, "buy red")
    assert after.player == 0 and after.hands[0] == "HXYZA" and after.red == ""
    assert refused(RULES, after, "buy black") == "bought"
    assert FIRST in said(after) and "pass" in every(after)
    assert play(RULES, after, FIRST, "buy black").bought


def test_an_empty_stock_sells_nothing():
    assert refused(RULES, start("HX", "AU", red=""), "buy red") == "stock_empty"


def test_pass_only_after_buying_or_with_both_stocks_empty():
    assert refused(RULES, start("HX", "AU", red=""), "pass") == "pass_buy"
    assert "pass" in every(start("HX", "AU", red="", black=""))
    assert "pass" in every(play(RULES, start("HX", "AU"), "buy black"))


def test_jolly_exchanges_also_after_buying():
    state = play(RULES, start("*X", "AX"), "begin > 0,0 a HAUS@1", "buy red", "swap 0,0")
    assert state.player == 1 and state.bought and "*" in state.hands[1]


def test_no_jolly_exchange_before_a_premium_letter():
    state = haus("TXA", "XX", red="", words=WORDS)
    state = play(RULES, state, "begin v 1,-1 T TAU@0")
    assert state.premium and state.player == 0
    jolly = replace(state, board=state.board.with_letters({(9, 9): "a"}))
    assert refused(RULES, jolly, "swap 9,9") == "premium_only"
    assert refused(RULES, jolly, "buy black") == "premium_only"


# --- completing ---


def test_a_word_completed_by_an_addition_of_another_lets_the_author_begin():
    state = start("AUX", "HX", "SX", "XX", red="", black="")
    state = play(RULES, state, "begin > 0,0 A AUS@0", "pass", "pass", "pass")
    assert state.player == 0 and state.must_complete
    state = start("AX", "UX", "SX", "XX", red="", black="")
    state = play(RULES, state, "begin > 0,0 A AUS@0", "back U AUS@0", "back S AUS@0")
    assert state.player == 0 and state.last.text == "AUS" and state.fragment is None and state.author is None


def test_the_passed_over_players_are_left_out():
    state = start("XX", "AX", "UX", "SX", "XX", red="", black="", starter=1)
    state = play(RULES, state, "begin > 0,0 A AUS@0", "back U AUS@0", "back S AUS@0")
    assert state.player == 1


def test_announced_and_completed_by_the_same_letter_lets_the_next_player_begin():
    state = start("AX", "UX", "SX", "XX", red="", black="")
    state = play(RULES, state, "begin > 0,0 A HAUS@1", "back U MAUS@1", "back S AUS@0")
    assert state.player == 3 and state.last.text == "AUS"


def test_completed_by_the_premium_letter_is_an_addition_and_the_author_begins():
    state = haus("SX", "XX", words="HAUS SA SAU ASA UE")
    state = play(RULES, state, "begin v 1,-1 S SAU@0")
    assert state.premium, "A is a vowel"
    state = play(RULES, haus("SUX", "XX", words="HAUS SAU"), "begin v 1,-1 S SAU@0", "back U SAU@0")
    assert state.player == 0 and state.last.text == "SAU" and state.fragment is None


def test_when_the_turn_comes_round_to_the_author_completing_is_the_only_move_besides_exchanges():
    state = play(RULES, start("AHUSX", "*X"), FIRST, "buy red", "pass")
    assert every(state) == {"complete"}
    for move in ("pass", "buy red", "back U HAUS@1", "back U AUS@0"):
        assert refused(RULES, state, move) == "must_complete"
    state = play(RULES, start("*AHUSX", "X"), "begin > 0,0 a HAUS@1", "buy red", "pass")
    assert every(state) == {"complete", "swap 0,0"}


def test_the_missing_letters_are_laid_at_once_and_the_author_begins_a_new_word():
    state = play(RULES, start("AHUSX", "X"), FIRST, "buy red", "pass", "complete")
    assert state.letters == dict(zip([(-1, 0), (0, 0), (1, 0), (2, 0)], "HAUS", strict=True))
    assert state.hands[0] == "X" and state.player == 0 and state.begins and state.last.text == "HAUS"
    assert "buy black" in every(state)


def test_real_letters_first_from_the_words_beginning_a_jolly_for_the_first_that_is_lacking():
    state = play(RULES, start("TASE+X", "X"), "begin > 0,0 T TASSE@0", "buy red", "pass", "complete")
    assert "".join(state.letters[x, 0] for x in range(5)) == "TASsE" and state.hands[0] == "X"
    state = play(RULES, start("TA+E+X", "X"), "begin > 0,0 T TASSE@0", "buy red", "pass", "complete")
    assert "".join(state.letters[x, 0] for x in range(5)) == "TAssE" and state.hands[0] == "X"


def test_a_jolly_of_the_wrong_colour_completes_nothing():
    state = play(RULES, start("HA*SX", "X"), "begin > 0,0 H HAUS@0", "buy red", "pass", "complete")
    assert state.letters[2, 0] == "u"
    state = play(RULES, start("HA+SX", "X"), "begin > 0,0 H HAUS@0", "buy red", "pass", "complete")
    assert state.left == (0,)


def test_letters_that_lie_in_the_way_of_the_word_need_not_be_laid():
    state = lying("HAUS/..../..../..R.", 0, "EFXX", "XX", words="HAUS UFER UE EF", red="", black="")
    state = play(RULES, state, "begin v 2,1 F UFER@0")
    assert state.premium and state.fragment.text == "UF"
    state = play(RULES, state, "back E UFER@0")
    assert state.last.text == "UFER" and state.player == 0


def lacking() -> WerState:
    """Seat 0 announced HAUS with only an A and is in turn again; it still holds X and a Jolly."""
    state = start("AX*", "XX", "XXE", red="", black="")
    return play(RULES, state, FIRST, "pass", "pass")


def test_who_lacks_a_letter_is_out_of_the_round_and_pays_every_other_player():
    step = RULES.apply(lacking(), RULES.read_move("complete"))
    assert step.state.left == (0,) and step.state.scores == (-22, 11, 11) and step.state.hands[0] == "X*"
    assert [(event.by, event.points, event.kind) for event in step.events if isinstance(event, Scored)] == [
        (0, -22, "lacking"), (1, 11, "lacking"), (2, 11, "lacking")]


def test_who_is_out_is_passed_over_and_pays_nothing_later():
    state = play(RULES, lacking(), "complete")
    assert state.player == 1
    state = replace(state, hands=("X*", "U", "XXE"))
    last = play(RULES, state, "back U MAUS@1")
    assert RULES.outcome(last) == Outcome((1,), "out") and last.scores == (-22, 11 + 5, 11)
    paid = TRANSFER.apply(state, TRANSFER.read_move("back U MAUS@1")).state
    assert paid.scores == (-22, 11 + 5, 11 - 5)
    assert play(RULES, state, "pass", "pass").ended.why == "blocked"


def test_the_fragment_stays_and_the_next_player_announces_any_word_with_it():
    state = play(RULES, lacking(), "complete")
    assert state.fragment.text == "A" and state.word is None and state.author is None
    state = replace(state, hands=("X*", "UX", "XXE"))
    assert {"back U HAUS@1", "back U MAUS@1"} <= said(state)
    after = play(RULES, state, "back U HAUS@1")
    assert after.author == 1 and after.player == 2


def test_only_players_in_the_round_are_paid():
    state = start("AX", "UX", "SX", "XX", red="", black="", words=WORDS)
    state = play(RULES, state, "begin > 0,0 A MAUS@1", "back U HAUS@1", "pass", "pass", "pass")
    assert state.player == 1 and state.must_complete
    state = play(RULES, state, "complete")
    assert state.scores == (1, -3, 1, 1)
    state = play(RULES, state, "back S RAUS@1", "pass", "pass", "complete")
    assert state.left == (1, 2) and state.scores == (2, -3, -1, 2)


# --- premium ---


def test_a_letter_that_begins_a_word_across_a_vowel_lets_its_player_lay_one_more():
    state = play(RULES, haus("TUXX", "XX"), "begin v 1,-1 T TAU@0")
    assert state.premium and state.player == 0 and every(state) == {"back U TAU@0", "pass"}


def test_a_jolly_that_stands_for_a_vowel_counts_as_one():
    assert play(RULES, lying("HaUS", 0, "TXX", "XX"), "begin v 1,-1 T TAU@0").premium


def test_the_last_letter_of_a_hand_ends_the_round_and_earns_nothing():
    step = RULES.apply(lying("HAUS", 0, "T", "XX"), RULES.read_move("begin v 1,-1 T TAU@0"))
    assert step.state.ended == Outcome((0,), "out") and not step.state.premium
    assert "log.wer.premium" not in [event.phrase.key for event in step.events if isinstance(event, Said)]


@pytest.mark.parametrize("vowel", "AEIOUY")
def test_every_vowel_and_y_earns_it(vowel):
    state = lying(f"X{vowel}X", 0, "TXX", "XX", words=f"T{vowel}T X{vowel}X")
    assert play(RULES, state, f"begin v 1,-1 T T{vowel}T@0").premium


def test_a_word_across_a_consonant_earns_nothing():
    state = play(RULES, haus("UXX", "XX", words=WORDS + " UST"), "begin v 3,-1 U UST@0")
    assert not state.premium and state.player == 1


def test_a_letter_beside_a_fragment_earns_nothing_by_vowels():
    assert not play(RULES, start("AX", "UX"), FIRST, "back U MAUS@1").premium


def test_a_letter_that_closes_a_square_of_two_by_two_lets_its_player_lay_one_more():
    # T is below the H of HAUS; an A below the A closes the square HA/TA.
    state = lying("HAUS/T...", 0, "AXU", "XX", words="HAUS TA AA AAS HT", red="", black="")
    after = play(RULES, state, "begin v 1,1 A AAS@0")
    assert after.premium
    state = lying("HSUS/T...", 0, "TXU", "XX", words="HSUS TT STE HT", red="", black="")
    after = play(RULES, state, "begin v 1,1 T STE@0")
    assert after.premium, "S is no vowel, but the square is closed"
    state = lying("HSUS/....", 0, "TXU", "XX", words="HSUS TT STE HT", red="", black="")
    assert not play(RULES, state, "begin v 1,1 T STE@0").premium


def open_row(*hands: str, words: str) -> WerState:
    """The fragment ST lies below the HA of HAUS."""
    state = lying("HAUS/ST..", 0, *hands, words=words, red="", black="")
    return replace(state, fragment=Word("ST", False, 0, 1), anywhere=False)


def test_a_square_closed_beside_a_fragment_earns_it_as_well():
    state = open_row("UXX", "XX", words="HAUS HS AT UU SE STUE")
    assert play(RULES, state, "back U STUE@0").premium


def test_the_premium_may_be_declined_and_then_the_next_player_is_in_turn():
    state = play(RULES, haus("TUXX", "XX"), "begin v 1,-1 T TAU@0", "pass")
    assert state.player == 1 and not state.premium and state.passes == 0


def test_the_premium_letter_is_one_of_the_announced_word():
    state = play(RULES, haus("TUXX", "XX", words=WORDS + " TAUE"), "begin v 1,-1 T TAUE@0")
    assert refused(RULES, state, "back U TAU@0") == "premium_word"
    after = play(RULES, state, "back U TAUE@0")
    assert after.player == 1 and after.author == 0 and after.fragment.text == "TAU"


def test_only_one_letter_is_earned():
    # The premium letter itself closes a square, but earns nothing more.
    state = lying("HAUS/T...", 0, "AATXU", "XX", words="HAUS TA AATX HT TA AT A TAT", red="", black="")
    state = play(RULES, state, "begin v 1,1 A AATX@0")
    assert state.premium
    assert not play(RULES, state, "back T AATX@0").premium


def test_a_word_that_is_complete_has_no_letter_to_be_earned():
    state = play(RULES, haus("TXX", "XX", words="HAUS TA"), "begin v 1,-1 T TA@0")
    assert not state.premium and state.player == 1 and state.last.text == "TA"


def test_a_premium_letter_for_the_word_of_another_keeps_its_author():
    state = open_row("XX", "UEX", words="HAUS HS AT UU SE STUER")
    state = replace(state, player=1, author=0, word=Word("STUER", False, 0, 1))
    state = play(RULES, state, "back U STUER@0", "back E STUER@0")
    assert state.author == 0 and state.player == 0 and state.must_complete


# --- the end ---


def test_over_when_a_player_has_laid_the_last_letter():
    state = start("AX", "U", "B*", "FKLV", red="", black="")
    step = RULES.apply(play(RULES, state, FIRST), RULES.read_move("back U AUS@0"))
    assert step.state.ended == Outcome((1,), "out") and step.state.scores == (0, 1 + 11 + 4, 0, 0)
    assert step.events[-1] == RoundOver(1, Outcome((1,), "out"))
    paid = TRANSFER.apply(play(TRANSFER, state, FIRST), TRANSFER.read_move("back U AUS@0")).state
    assert paid.scores == (-1, 16, -11, -4)


def test_the_last_letter_of_a_completed_word_ends_the_round_too():
    state = play(RULES, start("AHUS", "X", red="", black=""), FIRST, "pass", "complete")
    assert state.ended == Outcome((0,), "out") and state.scores == (1, 0)


def test_over_when_one_player_is_left():
    state = play(RULES, start("AX", "X", red="", black=""), FIRST, "pass", "complete")
    assert state.ended == Outcome((1,), "alone") and state.scores == (-1, 1)
    assert RULES.game_outcome(state) == Outcome((1,), "alone")


def test_over_when_all_passed_in_a_row_without_buying():
    state = play(RULES, start("XA", "XXX", "YB", red="", black=""), "pass", "pass")
    step = RULES.apply(state, RULES.read_move("pass"))
    assert step.state.ended == Outcome((1,), "blocked") and step.state.scores == (0, 4 + 4 - 3, 0)
    paid = play(TRANSFER, start("XA", "XXX", "YB", red="", black=""), "pass", "pass", "pass")
    assert paid.scores == (-4, 5, -4)


def test_a_pass_after_buying_does_not_count():
    state = play(RULES, start("XA", "XXX", red="", black="B"), "buy black", "pass", "pass")
    assert state.ended is None and state.passes == 1
    assert play(RULES, state, "pass").ended.why == "blocked"


def test_a_bought_letter_breaks_a_row_of_passes():
    state = replace(start("XA", "XXX", red="", black="BB"), passes=1)
    bought = play(RULES, state, "buy black")
    assert bought.passes == 0 and play(RULES, bought, "pass").passes == 0


def test_equal_lowest_rests_nobody_wins_and_the_next_game_counts_double():
    state = play(RULES, start("XX", "YYY", "XX", red="", black=""), "pass", "pass", "pass")
    assert state.ended == Outcome((), "blocked") and state.scores == (0, 0, 0)
    assert RULES.game_outcome(state) is None
    setup = RULES.deal(3, 1, state)
    assert setup["stake"] == 2 and setup["starter"] == nearest_to_z(setup["hands"])
    again = play(RULES, start("XX", "YYY", "XX", red="", black="", stake=2), "pass", "pass", "pass")
    assert RULES.deal(3, 1, again)["stake"] == 4


def test_the_stake_multiplies_what_is_paid():
    state = play(RULES, start("AX", "XE", red="", black="", stake=2), FIRST, "pass", "complete")
    assert state.scores == (-2, 2)
    state = play(RULES, start("AX", "U", red="", black="", stake=2), FIRST, "back U AUS@0")
    assert state.scores == (0, 2)


# --- announcements for the table ---


def test_the_words_that_people_know_come_first():
    state = RULES.new_game(2, 3)
    vocabulary = RULES.vocabulary(state)
    spot, letter = RULES.spots(state)[0], RULES.spellings(state.hand)[0]
    bands = [vocabulary.entry(move.word).band
             for move in islice(RULES.announcements(state, spot, letter), 400)]
    assert bands[0] == 1 and bands == sorted(bands)


def test_announcements_can_be_asked_for_by_their_beginning():
    state = start("SXYZ", "AUS")
    found = {str(move) for move in RULES.announcements(state, RULES.spots(state)[0], "S", "HA")}
    assert found == {"begin > 0,0 S HAUS@3", "begin > 0,0 S HAUSE@3"}


@pytest.mark.parametrize("letter", "ENQXY")
def test_the_list_of_announcements_appears_at_once(letter):
    hand = letter + "AEIOU"
    state = RULES.start({"hands": [hand, "AB"], "red": "", "black": "", "starter": 0}, 2)
    spot = RULES.spots(state)[0]
    list(islice(RULES.announcements(state, spot, letter), 1))
    begun = time.process_time()
    assert list(islice(RULES.announcements(state, spot, letter), 100))
    assert list(islice(RULES.announcements(state, spot, letter, "B"), 20))
    assert time.process_time() - begun < 1, "100 ms on a quiet machine"


# --- writing ---


@pytest.mark.parametrize("text", [
    "begin > 0,0 A HAUS@1", "begin v -3,12 a HAUS@0", "front H HAUS@0", "back u MAUS@10", "complete",
    "swap -1,2",
    "buy red", "buy black", "pass"])
def test_writing_and_reading_a_move_are_inverse(text):
    assert RULES.write_move(RULES.read_move(text)) == text


@pytest.mark.parametrize("text", [
    "begin 0,0 A HAUS@1", "begin > 0,0 A Haus@1", "begin > 00,0 A HAUS@1", "front AB HAUS@1", "back A HAUS",
    "> 0,0 HAUS",
    "front A HAUS@01", "complete ", "back A H@0", "buy", "begin > 0,0 Ä HAUS@1"])
def test_a_text_that_is_no_move_is_unreadable(text):
    with pytest.raises(UnreadableMove):
        RULES.read_move(text)


def test_events_tell_what_happened():
    state = start("AX", "HURX")
    step = RULES.apply(state, RULES.read_move(FIRST))
    assert step.events[0] == Placed(0, "A", (0, 0), "hand") and step.events[1].phrase.key == "log.wer.says"
    assert isinstance(RULES.apply(state, RULES.read_move("buy red")).events[0], Drawn)
    assert gained(RULES, state, FIRST) == []
    added = RULES.apply(step.state, RULES.read_move("back U HAUS@1"))
    assert [event.phrase.key for event in added.events if isinstance(event, Said)] == ["log.wer.adds"]


def test_states_are_hashable_and_can_be_sent_to_another_process():
    state = play(RULES, start("AX", "HURX"), FIRST)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state)


def test_a_seat_does_not_see_other_hands_nor_the_stocks():
    text = RULES.view(start("AXQ", "HURX", red="EYE", black="TPT"), 0)
    assert "AXQ" in text and all(hidden not in text for hidden in ("HURX", "EYE", "TPT"))


def test_every_rule_file_is_in_order():
    assert not [variant.faults for variant in load_all(WerBehaeltRecht, [VARIANTS / "wer_behaelt_recht"])
                if variant.faults]


def test_when_time_is_up_a_letter_is_bought_then_passed_and_an_author_completes():
    state = start("AX", "X")
    assert str(RULES.when_time_is_up(state)) == "buy black"
    state = play(RULES, state, "buy black")
    assert str(RULES.when_time_is_up(state)) == "pass"
    state = play(RULES, state, "begin > 0,0 A HAUS@1", "buy red", "pass")
    assert str(RULES.when_time_is_up(state)) == "complete"


def test_when_time_is_up_a_premium_is_declined():
    state = play(RULES, haus("TUXX", "XX"), "begin v 1,-1 T TAU@0")
    assert state.premium and str(RULES.when_time_is_up(state)) == "pass"


# --- legal is what is not refused ---


SMALL = "AA AU AUS EU ES HAUS HUS MAUS RAUS SA SAU SE SEE TA TAU TAUS TEE UHR UE US USA ASA HAT TAT"


def small_session(players: int, seed: int, rules: WerBehaeltRecht = RULES, *, saying: float = 0.9) -> Session:
    """Play a whole random game with few words, so that all moves can be listed."""
    rng = rng_for("small", players, seed)
    letters = [pick(rng, "AAAEEUSSTTHMR*+" if i % 4 else "AEUSTHMR") for i in range(players * 5 + 8)]
    hands = ["".join(letters[5 * seat:5 * seat + 5]) for seat in range(players)]
    rest = letters[5 * players:]
    setup = {"hands": hands, "red": "".join(x for x in rest if x in "AEU*"),
             "black": "".join(x for x in rest if x not in "AEU*"), "starter": seed % players, "words": SMALL}
    session = Session(rules, [Seat(f"P{seat}") for seat in range(players)], seed, level=setup)
    while session.outcome is None:
        moves = list(rules.every_move(session.state))
        spoken = [move for move in moves if isinstance(move, (Begin, Grow))]
        session.play(pick(rng, spoken if spoken and rng.random() < saying else moves))
    return session


def thinkable(state: WerState):
    """Yield every conceivable announcement, most of them illegal."""
    near = {(x + dx, y + dy) for x, y in [*state.letters, (0, 0)] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    letters = RULES.spellings(state.hand)
    for letter, word in product(letters, SMALL.split()):
        for at in range(len(word)):
            yield from (Grow(front, letter, word, at) for front in (True, False))
            if state.fragment is None:
                yield from (Begin(down, x, y, letter, word, at) for down in (True, False) for x, y in near)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_move_is_legal_exactly_if_nothing_speaks_against_it(players, seed):
    session = small_session(players, seed)
    for _, ply in list(session.history())[:-1:4]:
        legal = set(RULES.every_move(ply.state))
        assert legal == {RULES.read_move(str(move)) for move in legal}
        assert all(RULES.why_illegal(ply.state, move) is None for move in legal)
        assert {move for move in thinkable(ply.state) if RULES.why_illegal(ply.state, move) is None} == {
            move for move in legal if isinstance(move, (Begin, Grow))}
        assert set(RULES.legal_moves(ply.state)) <= legal


@pytest.mark.parametrize("rules", [RULES, TRANSFER], ids=["credit", "transfer"])
@pytest.mark.parametrize("players", WerBehaeltRecht.seats)
def test_a_second_referee_agrees_with_whole_games(players, rules):
    ends = Counter()
    for seed in range(sample(10, 30)):
        session = small_session(players, seed, rules, saying=0.97 if seed % 2 else 0.8)
        record = json.loads(records.dumps(records.to_record(session)))
        judge(record)
        records.verify(record, rules_again(WerBehaeltRecht))
        ends[session.outcome.why] += 1
    assert len(ends) > 1


def test_a_second_referee_agrees_with_the_whole_word_list():
    rng = rng_for("full")
    for seed in range(3):
        session = Session(RULES, [Seat("P0"), Seat("P1"), Seat("P2")], seed)
        while session.outcome is None:
            session.play(pick(rng, list(RULES.legal_moves(session.state))))
        judge(json.loads(records.dumps(records.to_record(session))), RULES.vocabulary(session.state))


def test_a_tampered_record_is_refused():
    record = json.loads(records.dumps(records.to_record(small_session(3, 5))))
    record["rounds"][0]["moves"][-1]["scores"][0] += 1
    with pytest.raises(records.RecordFault, match=r"record\.differs"):
        records.verify(record, rules_again(WerBehaeltRecht))


def test_records_do_not_count_announcements():
    record = records.to_record(small_session(2, 1), legal=True)
    assert not any("legal" in entry for entry in record["rounds"][0]["moves"])


@pytest.mark.parametrize(("players", "seed"), [(2, 12), (3, 7)])
def test_golden_games(players, seed):
    session = small_session(players, seed, saying=0.97)
    lines = [RULES.describe(session.rounds[0].start)]
    for _, ply in session.history():
        points = [f"{event.by}: {event.kind} {event.points:+}" for event in ply.events
                  if isinstance(event, Scored)]
        lines.append(f"{ply.by} {ply.move}" + (f"   ({', '.join(points)})" if points else ""))
    lines += ["", RULES.describe(session.state)]
    check_golden(f"wer_behaelt_recht/small_{players}_players_{seed}.txt", "\n".join(lines))
