"""The rating: what counts, what moves it, and that it finds the strength of simulated careers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bench.ratings import found_careers
from game.data.history import History, Result, SeatResult
from game.data.index.rating import FIXED, SURE, Rating, newcomer, rated, ratings, why_unrated
from rules.catalog import GAMES
from rules.session import LEVELS, is_level
from rules.strengths import MIDDLE, level_for_move, match_level, strength_of, strengths

TWO = next(game.id for game in GAMES.values() if game.players == (2, 2))
SOLO = next(game.id for game in GAMES.values() if game.solitaire)


def result(game: str = TWO, *, won: bool = True, **more) -> Result:
    return Result(game, "classic", 2, 1, won, "out", 10, 20, 60.0, ended="2026-01-01 10:00:00", **more)


def seats(*, won: bool = True, level: str = "medium") -> list[SeatResult]:
    return [SeatResult("Ada", 10, won, 1), SeatResult("Bruno", 5, not won, None, "bot", level)]


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_stronger_than_the_one_below(game):
    known = [strengths(game)[level] for level in LEVELS]
    assert known == sorted(known) and len(set(known)) == len(LEVELS)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_within_the_uncertainty_of_somebody_not_known_yet(game):
    fresh = newcomer(game)
    assert fresh.points == 1000
    assert all(abs(strength - fresh.strength) <= SURE * fresh.deviation
               for strength in strengths(game).values())


def test_the_levels_stay_fixed_and_a_win_against_a_stronger_one_counts_more():
    fresh = newcomer(TWO)
    strong, weak = (rated([fresh, Rating(strength, FIXED)], [1, 2]) for strength in (35.0, 15.0))
    assert strong[0][0] > weak[0][0] > fresh.strength
    assert abs(strong[1][0] - 35.0) < 0.01


@pytest.mark.parametrize(("changed", "why"), [
    ({}, None), ({"hints": 1}, "hints"), ({"undos": 2}, "undos"), ({"variant": "my_table"}, "rules"),
    ({"level": "301"}, "level")])
def test_games_with_help_or_own_rules_do_not_count(changed, why):
    assert why_unrated(replace(result(), **changed)) == why


def test_a_rating_comes_from_the_results_of_its_game(tmp_path):
    history = History(tmp_path)
    for _ in range(5):
        history.add(result(), seats(level="hard"))
    history.add(result(hints=1), seats())
    history.add(result(SOLO), [SeatResult("Ada", 25, won=True, profile=1)])
    found = ratings(history, TWO)[1]
    assert found.games == 5 and found.points > 1000 and found.curve == tuple(sorted(found.curve))
    assert found.margin < newcomer(TWO).margin
    alone = ratings(history, SOLO)[1]
    assert alone.games == 1 and alone.points > 1000
    history.close()


def test_with_several_players_places_count(tmp_path):
    history = History(tmp_path)
    table = [SeatResult("Ada", 50, won=False, profile=1), SeatResult("Klara", 90, won=True, profile=2),
             SeatResult("Max", 20, won=False, profile=3)]
    history.add(replace(result(), players=3), table)
    found = ratings(history, TWO)
    assert found[2].strength > found[1].strength > found[3].strength
    history.close()


def test_careers_of_a_known_strength_are_found():
    """The short twin of `bench ratings`, which demands 95 of 100."""
    assert found_careers(20) >= 90


def test_a_match_for_a_person_mixes_the_levels_around_the_persons_strength():
    known = strengths(TWO)
    middle = (known["medium"] + known["hard"]) / 2
    level = match_level(middle)
    assert is_level(level) and abs(strength_of(TWO, level) - middle) <= 0.05
    chosen = [level_for_move(TWO, level, str(move)) for move in range(300)]
    assert set(chosen) == {"medium", "hard"} and 90 < chosen.count("hard") < 210
    assert level_for_move(TWO, "easy", "x") == "easy"
    for level, beyond in (("master", 9), ("easy", -9)):  # nobody plays better than master or worse than easy
        matched = match_level(known[level] + beyond)
        assert level_for_move(TWO, matched, "x") == level and strength_of(TWO, matched) == known[level]
    assert not is_level("match") and not is_level("match nan") and not is_level("expert")
    assert strength_of(TWO, "medium") == MIDDLE
