"""The bots of Presto: valid crosswords, a human pace, and hints that lead to a solution."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from rules.games.presto.bots import BOTS, PACES, PrestoEngine, plan, suggest
from rules.games.presto.grid import read_grid
from rules.games.presto.rules import Presto
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session
from tests.kit.asking import ask
from tests.kit.play import check_golden, shipped, transcript

RULES = shipped(Presto)
ONE_OVER = shipped(Presto, "one_over")
DEALS = [(seed, seat) for seed in (1, 2, 3) for seat in (0, 1)]


def race(level: str, seed: int, seat: int, rules: Presto = RULES):
    state = rules.new_game(4, seed)
    return state, plan(state.hands[seat], level, rng_for(level, seed, seat), rules.vocabulary(state),
                       most_over=rules.most_over)


@pytest.mark.parametrize("level", BOTS)
def test_a_plan_is_a_race_from_nothing_to_the_call(level):
    for seed, seat in DEALS:
        state, found = race(level, seed, seat)
        times = [seconds for seconds, _ in found]
        assert times == sorted(times) and times[0] > 0
        hand = state.hands[seat]
        for _, build in found:
            judgement = RULES.judge(state, seat, build.letters)
            assert len(judgement.over) == len(hand) - len(build.letters), "only own letters lie"
        seconds, last = found[-1]
        assert [build.done for _, build in found[:-1]] == [False] * (len(found) - 1)
        if last.done:
            move = RULES.finish(state, seat, seconds, last.letters)
            assert RULES.why_illegal(state, move) is None


def test_letters_come_one_by_one_or_all_are_taken_back():
    for seed, seat in DEALS:
        _, found = race("medium", seed, seat)
        counts = [0, *(len(build.letters) for _, build in found)]
        assert all(after in (before, before + 1, 0) for before, after in pairwise(counts))


@pytest.mark.parametrize("level", BOTS)
def test_words_are_known_at_the_level_and_not_too_long(level):
    for seed, seat in DEALS[:3]:
        state, found = race(level, seed, seat)
        words = RULES.vocabulary(state).known(PACES[level].band)
        for run in RULES.judge(state, seat, found[-1][1].letters).runs:
            assert run.word in words


def test_higher_levels_are_quicker():
    means = []
    for level in BOTS:
        times = [found[-1][0] for _, found in (race(level, seed, seat) for seed, seat in DEALS)]
        means.append(sum(times) / len(times))
    assert means == sorted(means, reverse=True)


def test_a_hand_that_does_not_come_out_is_never_called():
    state = RULES.start({"hands": ["QQXXYYJJ"] * 4, "words": "QX XY"}, 4)
    found = plan("QQXXYYJJ", "master", rng_for(1), RULES.vocabulary(state))
    assert not found[-1][1].done and found[-1][1].said.key == "log.presto.stuck"
    move = PrestoEngine(RULES).choose("master", state, 2, rng_for(1)).move
    assert not move.done and RULES.why_illegal(state, move) is None


def test_one_letter_over_is_called_where_that_is_allowed():
    setup = {"hands": ["HAUSQ"] * 4, "words": "HAUS"}
    state = ONE_OVER.start(setup, 4)
    move = PrestoEngine(ONE_OVER).choose("easy", state, 1, rng_for(1)).move
    assert move.done and move.rest == "Q" and ONE_OVER.why_illegal(state, move) is None
    assert not PrestoEngine(RULES).choose("easy", RULES.start(setup, 4), 1, rng_for(1)).move.done


def test_the_same_random_numbers_give_the_same_race():
    assert race("hard", 1, 0)[1] == race("hard", 1, 0)[1]


def test_golden_race():
    session = Session(RULES, [Seat(level, "bot", level) for level in BOTS], 7)
    claims = [ask(bot, RULES, session.state, seat, rng_for("golden", seat)).move
              for seat, bot in enumerate(BOTS.values())]
    for move in RULES.in_order(session.state, claims):
        session.play(move)
    check_golden("presto/four_levels_7.txt", transcript(session))


def test_a_plan_can_be_thought_out_in_another_process():
    state = RULES.new_game(4, 1)
    found = PrestoEngine(RULES).race_plan("easy", state, 0, "key", lambda: False)
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_plan_that_nobody_waits_for_is_given_up():
    state = RULES.new_game(4, 1)
    assert not plan(state.hands[0], "easy", rng_for(1), RULES.vocabulary(state),
                    stop=lambda: True)[-1][1].done


# --- hints ---


def hint(hand: str, grid: tuple[str, ...], words: str):
    state = RULES.start({"hands": [hand] * 4, "words": words}, 4)
    return suggest(RULES, state, 0, read_grid(grid), rng_for(1))


def test_a_hint_is_a_word_after_which_all_letters_come_out():
    found = hint("HAUSHR", ("HAUS",), "HAUS UHR HASE")
    assert found.said.key == "hint.presto.solution" and found.word == (True, 2, 0, "UHR")
    assert hint("HAUSHR", (), "HAUS UHR").word is not None


def test_a_hint_says_what_is_in_the_way():
    found = hint("HAUSHR", ("HUAS",), "HAUS UHR")
    assert found.said.key == "hint.presto.rebuild" and found.away.word == "HUAS"
    assert hint("HAUSHR", ("HA.US",), "HA US").said.key == "hint.presto.stuck"


def test_a_hint_lays_as_much_as_it_can_if_not_all_comes_out():
    found = hint("HAUSHRQ", ("HAUS",), "HAUS UHR HR")
    assert found.said.key == "hint.presto.word" and found.word.word == "UHR"


def test_a_hint_knows_when_all_lies():
    assert hint("HAUS", ("HAUS",), "HAUS").said.key == "hint.presto.done"
    assert hint("HAUSQ", ("HAUS",), "HAUS").said.key == "hint.presto.stuck"


# --- continuing an unfinished crossword ---


def test_an_unfinished_crossword_is_continued_to_its_end_or_not_at_all():
    state = RULES.start({"hands": ["HAUSHR"] * 4, "words": "HAUS UHR"}, 4)
    laid = read_grid(("HAUS",))
    found = PrestoEngine(RULES).continued(state, 0, laid, "key", lambda: False)
    assert found is not None and laid.items() <= found.items()
    assert RULES.judge(state, 0, found).sound
    assert PrestoEngine(RULES).continued(state, 0, read_grid(("HUAS",)), "key", lambda: False) is None
