"""Point-Typ-Dom: one test for each sentence in which it differs from Kreuzwort, and the sample game."""

from __future__ import annotations

import pytest

from rules import records
from rules.base import Outcome, Scored
from rules.files.variants import load, load_all
from rules.games.crossword.board import Buy, Pass
from rules.games.point_typ_dom.rules import PointTypDom
from rules.session import Seat, Session
from tests.kit.long import sample
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
    position,
    random_session,
    small_odd_session,
)
from tests.rules.games.crossword.referee import judge

RULES = shipped(PointTypDom)
POINTS = shipped(PointTypDom, "points")

# --- the sample game of the rule sheet ---

SAMPLE = {"hands": ["EIUOOCFHLMNPX", "EIOU*DFLLRSTW", "AAEEOBDGJMNRV"], "red": "", "black": "", "starter": 0}
PLAYED = [
    (0, "> 0,0 MEXICO", 19), (1, "v 2,-2 TEXaS", 15), (2, "swap 2,1", 0), (2, "> 2,2 SaRAJEVO", 19),
    (0, "v 5,-1 POLA", 8), (0, "> 5,-1 PHON", 10), (1, "v 8,-3 WIND", 12), (2, "v 9,1 MOND", 9),
    (0, "v 4,2 RUF", 16), (1, "> 7,4 RUDOLF", 12), (2, "v 11,2 GELB", 11)]


@pytest.mark.parametrize("rules", [RULES, POINTS], ids=["out", "points"])
def test_the_sample_game_of_the_sheet_ends_53_37_39(rules):
    session = Session(rules, [Seat("1"), Seat("2"), Seat("3")], 0, level=SAMPLE)
    for number, (by, move, points) in enumerate(PLAYED):
        assert session.state.player == by
        before = session.state.scores[by]
        session.play(rules.read_move(move))
        last = number == len(PLAYED) - 1
        assert last or session.state.scores[by] - before == points, move
    assert session.state.scores == (53, 37, 39)
    assert session.outcome == session.game_outcome == Outcome((0,), "out")
    records.verify(recorded(session), rules_again(PointTypDom))


def test_the_sample_game_follows_the_sheet_step_by_step():
    session = Session(RULES, [Seat("1"), Seat("2"), Seat("3")], 0, level=SAMPLE)
    events = [session.play(RULES.read_move(move)).events for _, move, _ in PLAYED]
    kinds = [[(event.by, event.points, event.kind) for event in made if isinstance(event, Scored)]
             for made in events]
    assert kinds[4] == [(0, 8, "word")] and kinds[5] == [(0, 10, "second")]
    assert kinds[8] == [(0, 6, "word"), (0, 10, "out")]
    assert kinds[10] == [(2, 11, "word"), (1, -2, "left")]


# --- letters and points ---


def test_every_letter_has_its_points():
    told = "A1 B4 C4 D3 E1 F3 G4 H3 I1 J6 K4 L2 M3 N2 O1 P4 Q9 R2 S2 T3 U1 V6 W6 X9 Y9 Z6"
    assert " ".join(f"{letter}{RULES.points_of(letter)}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == told


def test_a_word_counts_all_its_letters_also_those_that_lay_there_and_a_jolly_nothing():
    assert RULES.points_of("MEXICO") == 19 and RULES.points_of("TEXaS") == 15
    state = position(RULES, "EIS", "REX", "B", words="EIS REISE")
    assert gained(RULES, state, "> -1,0 REISE") == [(0, 2 + 1 + 1 + 2 + 1, "word")]


def test_words_that_arise_across_count_nothing():
    """The A of WA also makes AB with the B below it, and either can be the word that is laid."""
    state = position(RULES, "W. .B", "AXQ", "B", words="WA AB")
    assert gained(RULES, state, "> 0,0 WA") == [(0, 7, "word")]
    assert gained(RULES, state, "v 1,0 AB") == [(0, 5, "word")]


def test_two_to_six_players():
    assert list(RULES.seats) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("players", PointTypDom.seats)
def test_each_player_gets_five_red_and_eight_black(players):
    setup = RULES.deal(players, 1)
    assert [len(hand) for hand in setup["hands"]] == [13] * players
    assert len(setup["red"]) == 30 - 5 * players and len(setup["black"]) == 50 - 8 * players


@pytest.mark.parametrize(("variant", "players", "size"), [
    ("large_hands", 2, 18), ("large_hands", 3, 18), ("huge_hands", 3, 20), ("large_hands", 4, 17),
    ("large_hands", 6, 13), ("huge_hands", 6, 13)])
def test_larger_hands_are_dealt_where_the_letters_suffice(variant, players, size):
    setup = shipped(PointTypDom, variant).deal(players, 1)
    assert [len(hand) for hand in setup["hands"]] == [size] * players


# --- buying and passing ---


def test_a_player_buys_one_to_three_letters_of_chosen_colours_or_passes():
    state = position(RULES, "HAUS", "X", "B", red="AE", black="RST")
    assert spelled(RULES, state) == {
        "buy red", "buy black", "buy red red", "buy red black", "buy black black", "buy red red black",
        "buy red black black", "buy black black black", "pass"}
    after = play(RULES, state, "buy red black black")
    assert after.hands[0] == "XARS" and (after.red, after.black) == ("E", "T") and after.player == 1
    assert refused(RULES, state, "buy red red red") == "stock"
    assert refused(RULES, state, "buy red red black black") == "buy_most"


def test_who_has_bought_waits_for_the_next_turn():
    assert play(RULES, position(RULES, "HAUS", "U", "B", black="T", words="HUT"), "buy black").player == 1


def test_passing_is_allowed_while_there_are_letters_to_buy_and_words_to_lay():
    assert "pass" in spelled(RULES, position(RULES, "HAUS", "UT", "B", black="X", words="HUT"))


# --- the second word ---


def test_a_second_word_is_declined_with_a_pass_that_does_not_count_and_there_is_no_duty_to_buy():
    state = position(RULES, "N.A", "ESS", "B", black="X", words="NEA ES", passes=1)
    second = play(RULES, state, "> 0,0 NEA")
    assert second.second and spelled(RULES, second) == {"v 1,0 ES", "pass"}
    assert refused(RULES, second, "buy black") == "second"
    after = play(RULES, second, "pass")
    assert after.player == 1 and after.passes == 0 and play(RULES, after, "pass").ended is None


def test_a_second_word_counts_its_points():
    second = play(RULES, position(RULES, "N.A", "ESX", "B", black="X", words="NEA ES"), "> 0,0 NEA")
    assert gained(RULES, second, "v 1,0 ES") == [(0, 3, "second")]


def test_over_time_means_buying_and_after_a_first_word_no_second_one():
    state = position(RULES, "N.A", "ESX", "B", black="X", words="NEA ES")
    assert RULES.when_time_is_up(state) == Buy(("black",))
    assert RULES.when_time_is_up(play(RULES, state, "> 0,0 NEA")) == Pass()


# --- the end ---


def test_who_is_out_first_gets_ten_and_all_have_the_same_number_of_turns():
    state = position(RULES, "HAUS", "UT", "B", "CC", words="HAUS HUT")
    first = play(RULES, state, "v 0,0 HUT")
    assert first.scores == (7 + 10, 0, 0) and first.ended is None and first.player == 1
    last = play(RULES, first, "pass", "pass")
    assert last.ended == Outcome((0,), "out") and last.scores == (17, -4, -8)


def test_out_as_the_last_of_a_round_ends_it_at_once():
    state = position(RULES, "HAUS", "B", "UT", player=1, words="HAUS HUT")
    assert play(RULES, state, "v 0,0 HUT").ended == Outcome((1,), "out")


def test_only_the_first_one_out_gets_ten():
    state = position(RULES, "HAUS", "UT", "AL", words="HAUS HUT SAL")
    after = play(RULES, state, "v 0,0 HUT", "v 3,0 SAL")
    assert after.scores == (17, 5) and after.ended == Outcome((0,), "out") and after.first_out == 0


def test_the_first_one_out_wins_the_round_also_if_another_has_more_points():
    state = position(RULES, "HAUS", "UT", "EXY", words="HAUS HUT SEXY")
    after = play(RULES, state, "v 0,0 HUT", "v 3,0 SEXY")
    assert after.ended == Outcome((0,), "out") and after.scores[1] > after.scores[0]


def test_in_the_variant_points_the_most_points_win_the_round():
    state = position(POINTS, "HAUS", "UT", "EXY", words="HAUS HUT SEXY")
    assert play(POINTS, state, "v 0,0 HUT", "v 3,0 SEXY").ended == Outcome((1,), "out")


def test_the_variant_out_of_version_1_is_the_classic_one():
    found = load(PointTypDom, "out", [VARIANTS / "point_typ_dom"])
    assert found.name == "classic" and found.values == RULES.values and not found.faults


def test_a_jolly_that_is_left_takes_ten_off():
    assert RULES.rest_of("L") == 2 and RULES.rest_of("L*+") == 22


def test_when_all_passed_in_a_row_the_rests_are_taken_off_and_nobody_gets_ten():
    for rules in (RULES, POINTS):
        after = play(rules, position(rules, "HAUS", "QX", "B", red="A", black="C"), "pass", "pass")
        assert after.ended == Outcome((1,), "blocked") and after.scores == (-18, -4)


def test_a_bought_letter_breaks_a_row_of_passes():
    state = position(RULES, "NA", "BC", "DF", black="XX", words="NA", passes=1)
    after = play(RULES, state, "buy black")
    assert after.passes == 0 and play(RULES, after, "pass").ended is None


def test_equal_points_share_the_round():
    assert play(RULES, position(RULES, "HAUS", "B", "C"), "pass", "pass").ended == Outcome((0, 1), "blocked")


def test_the_round_is_won_by_the_points_of_the_round_and_the_game_by_the_total():
    rules = changed_rules(PointTypDom, match={"rounds": 2})
    first = play(rules, position(rules, "HAUS", "UT", "Q", words="HUT"), "v 0,0 HUT", "pass")
    assert rules.game_outcome(first) is None and first.scores == (17, -9)
    setup = {"hands": ["QX", "E"], "red": "", "black": "", "starter": 1, "words": "HUT"}
    second = play(rules, rules.start(setup, 2, first), "pass", "pass")
    assert second.scores == (-1, -10) and second.ended == Outcome((1,), "blocked")
    assert rules.game_outcome(second) == Outcome((0,), "blocked")


def test_a_stake_is_no_matter_of_this_game():
    blocked = play(RULES, position(RULES, "HAUS", "B", "C"), "pass", "pass")
    assert "stake" not in RULES.deal(2, 1, blocked)


# --- rule files and whole games ---


def test_shipped_variants_are_clean_and_have_the_numbers_of_the_page():
    found = {variant.name: variant for variant in load_all(PointTypDom, [VARIANTS / "point_typ_dom"])}
    assert list(found) == [
        "classic", "agreed", "dutch", "english", "french", "huge_hands", "italian", "large_hands", "points",
        "spanish", "three_rounds"]
    assert not any(variant.faults for variant in found.values())
    values = found["classic"].values
    assert values["deal"] == {"red": 5, "black": 8} and values["rest"] == {"jolly": 10}
    assert values["bonus"] == {"out": 10} and values["winner"] == "out" and values["buy"] == {"most": 3}


@pytest.mark.parametrize(("variant", "players", "seed"), [
    ("classic", 2, 1), ("points", 3, 2), ("classic", 6, 3)])
def test_random_games_agree_with_an_independent_referee(variant, players, seed):
    judge(recorded(random_session(shipped(PointTypDom, variant), players, seed)))


def test_small_odd_setups_agree_with_the_referee():
    """Few letters and small stocks end games in ways that full deals seldom do."""
    ends = set()
    for seed in range(sample(20, 60)):
        session = small_odd_session((RULES, POINTS)[seed % 2], 2 + seed % 3, seed)
        judge(recorded(session))
        ends.add(session.outcome.why)
    assert ends == {"out", "blocked"}


def test_the_number_of_positions_from_a_fixed_deal():
    setup = {"hands": ["EIS*", "RAT+"], "red": "AE", "black": "NH", "starter": 0, "words": WORDS}
    assert [count_positions(RULES, RULES.start(setup, 2), depth) for depth in (1, 2, 3)] == [19, 444, 6779]


@pytest.mark.parametrize(("variant", "players", "seed"), [("classic", 2, 4711), ("points", 3, 12)])
def test_golden_games(variant, players, seed):
    session = random_session(shipped(PointTypDom, variant), players, seed)
    check_golden(f"point_typ_dom/{variant}_{players}_players_{seed}.txt", transcript(session))
