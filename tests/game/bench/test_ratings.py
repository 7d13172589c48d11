"""Opponents matched to a rating: what the long measurement found, and how it continues."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from game.bench import ladder, ratings
from game.bench.ratings import COUNT, FAIR, PLAYED, Decided, Series, begun, continued, row_of, save
from game.data.index.rating import Rating, newcomer
from rules.catalog import GAMES
from rules.session import LEVELS
from rules.strengths import SPREAD, strength_of

QUICK = next(game for game in PLAYED if GAMES[game].players[0] == 1)
"""Its games take milliseconds."""


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    path = tmp_path / "ratings.yaml"
    path.write_text("# what it is\n", encoding="utf-8")
    monkeypatch.setattr(ratings, "FILE", path)
    return path


def by_strength(dice: Random) -> Decided:
    """Decide games by the measured strengths instead of playing them."""
    def decided(series: Series, matched: str) -> float:
        lead = strength_of(series.game, series.level) - strength_of(series.game, matched)
        return float(dice.random() < 1 / (1 + exp(lead / SPREAD)))

    return decided


def percentage(game: str, level: str, count: int) -> float:
    """Return what the bots win by the measured strengths, the mean of some series."""
    series = [continued(Series(game, level, newcomer(game)), count, by_strength(Random(seed)), count)
              for seed in range(4)]
    return sum(one.percentage for one in series) / len(series)


def test_every_level_has_played_and_won_about_half_its_games():
    assert set(begun()) == {(game, level) for game in PLAYED for level in LEVELS}
    for series in begun().values():
        assert series.games >= COUNT and row_of(series).ok, series


@pytest.mark.parametrize(("language", "path"), ladder.READMES.items())
def test_the_table_of_the_readme_is_that_of_the_file(language, path):
    text = path.read_text(encoding="utf-8")
    assert ladder.with_tables(path, language, "matches", ratings.drawn) == text
    assert text.count("<!-- matches -->") == 1


@pytest.mark.parametrize("game", PLAYED)
def test_by_the_measured_strengths_every_level_wins_about_half(game):
    for level in LEVELS:
        assert abs(percentage(game, level, COUNT) - 50) <= FAIR, level
        assert 15 <= percentage(game, level, 20) <= 85, f"{level}: the first evenings are no fun"


def test_a_game_changes_the_rating_of_the_level_and_what_the_bots_have_won():
    lost = continued(Series(QUICK, "medium", newcomer(QUICK)), 1, lambda *_: 0.0)
    drawn = continued(lost, 2, lambda *_: 0.5)
    assert lost.games == 1 and lost.won == 0.0 and lost.rating.strength > newcomer(QUICK).strength
    assert drawn.games == 2 and drawn.won == 0.5 and drawn.rating.strength < lost.rating.strength


def test_a_series_continues_where_it_stopped(own_file):
    whole = continued(Series(QUICK, "medium", newcomer(QUICK)), 6)
    save(Series(QUICK, "easy", Rating(20.0, 2.0), 1.5, 3))
    save(continued(begun()[QUICK, "medium"], 6, step=4))
    assert begun()[QUICK, "medium"].games == 4
    save(continued(begun()[QUICK, "medium"], 6, step=4))
    found = begun()[QUICK, "medium"]
    assert found.games == 6 and found.won == whole.won
    assert found.rating.strength == pytest.approx(whole.rating.strength, abs=0.01)
    assert begun()[QUICK, "easy"] == Series(QUICK, "easy", Rating(20.0, 2.0), 1.5, 3)
    assert own_file.read_text("utf-8").startswith("# what it is\n")
