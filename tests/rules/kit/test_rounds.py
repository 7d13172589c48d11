"""The end of rounds and games: out or blocked, settling, rounds to a target."""

from __future__ import annotations

from rules.base import Outcome, Said, Scored
from rules.kit.phrases import Phrase
from rules.kit.rounds import blocked, leaders, out, settled, to_target


def test_the_seats_with_the_most_points_lead():
    assert leaders((3, 7, 7)) == (1, 2) and leaders((5,)) == (0,)


def test_who_is_out_wins_what_the_others_have_left():
    outcome, paid = out(1, (4, 0, 5))
    assert outcome == Outcome((1,), "out") and paid == [Scored(1, 9, "out")]


def test_in_a_blocked_round_the_least_left_wins_the_difference():
    outcome, paid = blocked((4, 2, 5))
    assert outcome == Outcome((1,), "blocked") and settled((0, 0, 0), paid) == (0, 7, 0)


def test_a_tie_in_a_blocked_round_pays_each_or_nobody():
    outcome, paid = blocked((2, 2, 5))
    assert outcome.winners == (0, 1) and settled((0, 0, 0), paid) == (5, 5, 0)
    assert blocked((2, 2, 5), ties_win=False) == (Outcome((), "blocked"), [])
    assert blocked((1, 2, 5), ties_win=False)[0].winners == (0,)


def test_only_points_are_settled():
    paid = [Scored(0, 3, "a"), Said(1, Phrase("x")), Scored(1, -2, "b"), Scored(0, 1, "a")]
    assert settled((10, 10), paid) == (14, 8)


def test_a_game_ends_after_the_round_in_which_the_target_is_reached():
    ended = Outcome((1,), "out")
    assert to_target(None, (99, 0), 50) is None
    assert to_target(ended, (49, 10), 50) is None
    assert to_target(ended, (50, 10), 50) == Outcome((0,), "out")
    assert to_target(ended, (60, 60), 50) == Outcome((0, 1), "out")
