"""Pairing and standings: over many small random tournaments nothing comes twice that need not."""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from game.net.club.tournament.course import (
    BadEvent,
    Course,
    Entered,
    Event,
    Left,
    Match,
    Paired,
    Played,
    firsts,
    meetings,
    pairs_of,
    points,
    read_event,
    shares,
    written,
)
from game.net.club.tournament.pairing import missing_bots, next_round
from game.net.club.tournament.plan import Bots, Plan
from game.net.club.tournament.standings import standings
from rules.catalog import GAMES

PAIR = next(game.id for game in GAMES.values() if game.players == (2, 2))
SEVERAL = next(game.id for game in GAMES.values() if game.players == (2, 6))
RANDOM_TOURNAMENTS = 5000 if os.environ.get("DOMINOTHEK_LONG") else 500


def played_at_random(plan: Plan, count: int, rng: Random, *,
                     leaving: float = 0.0) -> tuple[Course, list[Event]]:
    """Return a tournament of so many people, and its events."""
    course, events = Course(plan), []

    def add(event: Event) -> None:
        nonlocal course
        course = course.after(event)
        events.append(event)

    for number in range(count):
        add(Entered(f"key {number}", f"name {number}"))
    while not course.over:
        add(next_round(course))
        for number, match, game in course.open_games:
            size = len(course.rounds[-1].matches[match].players)
            winner = rng.randrange(size + 1)
            absent = (rng.randrange(size),) if rng.random() < leaving else ()
            add(Played(number, match, game, () if winner == size else (winner,),
                       tuple(rng.randrange(20) for _ in range(size)), absent))
        for one in course.entrants:
            if one.here and rng.random() < leaving:
                add(Left(one.key))
    return course, events


def another_round_is_possible(course: Course, here: list[int]) -> bool:
    """Try all ways to pair those who are here without a second bye and without the same pairing again."""
    met = meetings(course)

    def pairable(left: list[int]) -> bool:
        if not left:
            return True
        first, *rest = left
        return any((min(first, other), max(first, other)) not in met
                   and pairable([one for one in rest if one != other]) for other in rest)

    if len(here) % 2 == 0:
        return pairable(here)
    return any(not course.byes(one) and pairable([other for other in here if other != one]) for one in here)


def test_swiss_never_repeats_a_pairing_or_a_bye_while_another_round_is_possible() -> None:
    repeated = 0
    for seed in range(RANDOM_TOURNAMENTS):
        rng = Random(seed)
        count = rng.randrange(2, 10)
        plan = Plan("cup", "Cup", PAIR, "swiss", rounds=rng.randrange(1, count + 2), tie_breaks=())
        _, events = played_at_random(plan, count, rng, leaving=rng.choice((0.0, 0.0, 0.1)))
        course = Course(plan)
        for event in events:
            if isinstance(event, Paired):
                here = [number for number, one in enumerate(course.entrants) if one.here]
                met = meetings(course)
                again = (any(course.byes(number) for number in event.byes)
                         or any(pair in met for match in event.matches
                                for pair in pairs_of(match.players)))
                if again:
                    repeated += 1
                    assert not another_round_is_possible(course, here), (seed, events)
                assert sorted([*event.byes, *(n for match in event.matches for n in match.players)]) == here
                assert len(event.byes) == len(here) % 2
            course = course.after(event)
    assert repeated, "some of them could not do without"


def test_swiss_gives_one_bye_each_at_the_most_and_balances_who_begins() -> None:
    for seed in range(200):
        rng = Random(seed)
        count = rng.randrange(4, 12)
        course, _ = played_at_random(Plan("cup", "Cup", PAIR, "swiss", rounds=count // 2), count, rng)
        for number in range(count):
            assert course.byes(number) <= 1
            assert abs(firsts(course, number)) <= 2


def test_equals_meet_equals_in_swiss() -> None:
    plan = Plan("cup", "Cup", PAIR, "swiss", rounds=3)
    course = Course(plan).after_all([Entered(str(number), str(number)) for number in range(8)])
    first = next_round(course)
    assert {frozenset(match.players) for match in first.matches} == {
        frozenset(pair) for pair in ((0, 4), (1, 5), (2, 6), (3, 7))}, "the upper half meets the lower one"
    course = course.after(first)
    for number, match, game in course.open_games:
        players = course.rounds[0].matches[match].players
        course = course.after(Played(number, match, game, (players.index(min(players)),), (0, 0)))
    winners = {0, 1, 2, 3}
    for match in next_round(course).matches:
        assert len(winners & set(match.players)) in (0, 2)


@pytest.mark.parametrize("count", range(2, 14))
def test_in_a_round_robin_everybody_meets_everybody_once_and_begins_as_often_as_not(count: int) -> None:
    course, _ = played_at_random(Plan("cup", "Cup", PAIR, "round_robin"), count, Random(count))
    assert meetings(course) == dict.fromkeys(combinations(range(count), 2), 1)
    assert {course.byes(number) for number in range(count)} == {count % 2}
    assert all(abs(firsts(course, number)) <= 1 for number in range(count))


def test_a_second_circle_changes_the_seats() -> None:
    course, _ = played_at_random(Plan("cup", "Cup", PAIR, "round_robin", rounds=6), 4, Random(1))
    once = [match.players for one in course.rounds[:3] for match in one.matches]
    again = [match.players for one in course.rounds[3:] for match in one.matches]
    assert again == [players[::-1] for players in once]


def test_in_a_round_robin_the_partner_of_somebody_who_left_has_a_bye() -> None:
    plan = Plan("cup", "Cup", PAIR, "round_robin")
    course = Course(plan).after_all([Entered(str(number), str(number)) for number in range(4)])
    course = course.after(next_round(course))
    for number, match, game in course.open_games:
        course = course.after(Played(number, match, game, (0,), (1, 0)))
    course = course.after(Left("2"))
    following = next_round(course)
    assert len(following.matches) == 1 and len(following.byes) == 1
    assert 2 not in (*following.byes, *following.matches[0].players)


@pytest.mark.parametrize(("seats", "count", "sizes", "byes"), [
    (3, 9, [3, 3, 3], 0), (3, 7, [3, 2, 2], 0), (4, 10, [4, 3, 3], 0), (4, 5, [4], 1), (6, 9, [6], 3)])
def test_tables_for_several_are_full_or_one_short(seats: int, count: int, sizes: list[int],
                                                  byes: int) -> None:
    plan = Plan("cup", "Cup", SEVERAL, "swiss", rounds=3, seats=seats)
    course, _ = played_at_random(plan, count, Random(1))
    for one in course.rounds:
        assert [len(match.players) for match in one.matches] == sizes and len(one.byes) == byes
    assert max(course.byes(number) for number in range(count)) <= -(-3 * byes // count) or not byes


def test_sixteen_at_tables_of_four_hardly_meet_again() -> None:
    course, _ = played_at_random(Plan("cup", "Cup", SEVERAL, "swiss", rounds=3, seats=4), 16, Random(1))
    assert max(meetings(course).values()) == 1


@pytest.mark.parametrize(("seats", "people", "until", "bots"), [
    (2, 5, 0, 1), (2, 6, 0, 0), (2, 3, 8, 5), (2, 9, 8, 1), (2, 1, 0, 1), (4, 5, 0, 1), (4, 6, 0, 0)])
def test_bots_fill_up_until_nobody_needs_a_bye(seats: int, people: int, until: int, bots: int) -> None:
    plan = Plan("cup", "Cup", SEVERAL, "swiss", rounds=2, seats=seats, bots=Bots("easy", until))
    assert missing_bots(plan, people) == bots


def test_a_tournament_is_rebuilt_from_what_was_written_and_goes_on_as_it_would_have() -> None:
    for seed in range(60):
        rng = Random(seed)
        plan = Plan("cup", "Cup", SEVERAL, "swiss", rounds=3, seats=rng.randrange(2, 5),
                    games=rng.randrange(1, 3))
        whole, events = played_at_random(plan, rng.randrange(4, 11), rng, leaving=0.1)
        course = Course(plan)
        for event in events:
            if isinstance(event, Paired):
                assert next_round(course) == event, "pairing follows from the results alone"
            course = course.after(read_event(written(event)))
        assert course == whole
        assert standings(course) == standings(Course(plan).after_all(events))


@pytest.mark.parametrize("event", [
    Entered("0", "again"), Entered("9", "late"), Left("9"), Paired((Match((0, 1)),)),
    Played(0, 0, 1, (0,), (1, 0)), Played(0, 0, 0, (2,), (1, 0)), Played(0, 0, 0, (0,), (1, 0, 0))])
def test_an_event_that_does_not_fit_is_refused(event: Event) -> None:
    course = Course(Plan("cup", "Cup", PAIR, "swiss", rounds=1)).after_all(
                     [Entered("0", "a"), Entered("1", "b"), Paired((Match((0, 1)),))])
    with pytest.raises(BadEvent):
        course.after(event)


def test_seats_move_on_with_every_game_of_a_pairing() -> None:
    assert [Match((4, 7)).seats(game) for game in range(3)] == [(4, 7), (7, 4), (4, 7)]
    assert [Match((1, 2, 3)).seats(game) for game in range(2)] == [(1, 2, 3), (2, 3, 1)]


# --- points and tie-breaks ---


@pytest.mark.parametrize(("winners", "scores", "absent", "expected"), [
    ((0,), (5, 3), (), "1 0"), ((), (0, 0), (), "1/2 1/2"), ((0, 1), (4, 4), (), "1/2 1/2"),
    ((0,), (9, 5, 5, 1), (), "1 1/2 1/2 0"), ((0,), (1, 0), (1,), "1 0"), ((1,), (0, 1), (1,), "0 0"),
    ((), (0, 0), (0, 1), "0 0")])
def test_a_game_is_shared_by_places(winners: tuple[int, ...], scores: tuple[int, ...],
                                    absent: tuple[int, ...], expected: str) -> None:
    found = shares(Played(0, 0, 0, winners, scores, absent))
    assert found == tuple(map(Fraction, expected.split()))


def of_results(results: dict[tuple[int, int], str], plan: Plan) -> Course:
    """Return a round robin with results like `{(0, 1): "win"}` for the lower number; draws for the rest."""
    count = 1 + max(high for _, high in results)
    course = Course(plan).after_all([Entered(str(number), str(number)) for number in range(count)])
    while not course.over:
        course = course.after(next_round(course))
        for number, match, game in course.open_games:
            players = course.rounds[number].matches[match].players
            told = results[min(players), max(players)]
            low, high = players.index(min(players)), players.index(max(players))
            winner = {"win": (low,), "loss": (high,), "draw": ()}
            scores = tuple(10 * one for one in players)
            course = course.after(Played(number, match, game, winner[told], scores))
    return course


def test_tie_breaks_are_applied_in_the_order_of_the_plan() -> None:
    # 0, 1 and 2 beat each other in a circle; 3 loses to 0 and 1 and draws with 2.
    results = {(0, 1): "win", (1, 2): "win", (0, 2): "loss", (0, 3): "win", (1, 3): "win", (2, 3): "draw"}
    plan = Plan("cup", "Cup", PAIR, "round_robin",
                tie_breaks=("head_to_head", "sonneborn_berger", "buchholz"))
    course = of_results(results, plan)
    assert points(course) == [2, 2, Fraction(3, 2), Fraction(1, 2)]
    rows = standings(course)
    assert [(row.number, row.rank) for row in rows] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert [row.tie_breaks[0] for row in rows] == [1, 0, 0, 0], "0 has beaten 1"
    assert rows[0].tie_breaks[1] == 2 + Fraction(1, 2), "the points of 1 and 3, whom 0 has beaten"
    assert rows[0].tie_breaks[2] == 2 + Fraction(3, 2) + Fraction(1, 2), "the points of all whom 0 has met"
    assert (rows[0].won, rows[0].drawn, rows[0].lost) == (2, 0, 1)


def test_points_scored_break_ties_and_equals_share_a_rank() -> None:
    results = dict.fromkeys(combinations(range(3), 2), "draw")
    scored = of_results(results, Plan("cup", "Cup", PAIR, "round_robin", tie_breaks=("scored",)))
    assert [row.number for row in standings(scored)] == [2, 1, 0]
    equal = of_results(results, Plan("cup", "Cup", PAIR, "round_robin", tie_breaks=()))
    assert [row.rank for row in standings(equal)] == [1, 1, 1]


def test_a_bye_is_worth_what_the_plan_says() -> None:
    for bye, value in (("win", Fraction(2)), ("draw", Fraction(1)), ("none", Fraction())):
        plan = Plan("cup", "Cup", PAIR, "swiss", rounds=1, games=2, bye=bye)
        course = Course(plan).after_all([Entered(str(number), str(number)) for number in range(3)])
        paired = next_round(course)
        assert paired.byes == (2,), "the last one of the standings"
        assert points(course.after(paired))[2] == value
