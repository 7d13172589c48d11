"""The ladder of the levels: its file, its continuation, and the tables that the READMEs show of it."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError

import pytest

from game.bench import ladder
from game.bench.ladder import Pair, all_pairs, kept, match_of, measure, read_ladders, with_game, with_tables
from game.commands.match import Played, play_game
from rules import strengths
from rules.catalog import GAMES, engine_class
from rules.session import LEVELS
from rules.strengths import FILE, Score

QUICK = next(Pair(game.id, "medium") for game in GAMES.values()
             if game.players[0] == 1 and not game.solitaire)
"""A pair whose games take milliseconds."""


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    """A file of one's own, with what the shipped one has."""
    path = tmp_path / "strengths.yaml"
    path.write_bytes(FILE.read_bytes())
    for module in (strengths, ladder):
        monkeypatch.setattr(module, "FILE", path)
    return path


@pytest.mark.parametrize(("language", "path"), ladder.READMES.items())
def test_the_tables_of_the_readme_are_those_of_the_file(language, path):
    text = path.read_text(encoding="utf-8")
    assert with_tables(path, language, "ladder", ladder.drawn) == text
    assert text.count("<!-- ladder -->") == 1


def test_every_score_in_the_file_belongs_to_a_pair():
    pairs = set(all_pairs())
    assert {Pair(game, name) for game, found in read_ladders().items() for name in found.scores} <= pairs


def test_a_pair_is_a_level_and_the_one_below_or_a_yardstick_or_a_solitaire():
    assert not any(pair.name == LEVELS[0] for pair in all_pairs() if not GAMES[pair.game].solitaire)
    for pair in all_pairs():
        known = {*LEVELS, *engine_class(pair.game).yardsticks}
        assert set(pair.bots) <= known and len(pair.bots) == (1 if GAMES[pair.game].solitaire else 2)


def test_a_measurement_continues_where_it_stopped(own_file):
    played = [play_game(match_of(QUICK), number) for number in range(4)]
    measure(QUICK, Score(0.0, 0), played[:2], until=0.0)
    assert kept(QUICK).games == 1, "the time was up after the first game"
    measure(QUICK, kept(QUICK), played[1:], until=math.inf)
    whole = kept(QUICK)
    measure(QUICK, Score(0.0, 0), played, until=math.inf)
    assert kept(QUICK) == whole and whole.games == 4 and whole.moves == sum(one.moves for one in played)


def test_what_is_written_keeps_everything_else(own_file):
    before = read_ladders()
    ladder.save(QUICK, Score(1.5, 3, 40))
    before[QUICK.game].scores[QUICK.name] = Score(1.5, 3, 40)
    assert read_ladders() == before and own_file.read_text("utf-8").startswith("#")
    ladder.save(QUICK, strengths.read_ladders()[QUICK.game].scores[QUICK.name])
    assert read_ladders() == before


def finished(winners: tuple[int, ...], points: int = 0, seats: int = 2) -> Played:
    return Played(0, tuple(range(seats)), (points,) * seats, winners, 10, 1, ())


@pytest.mark.parametrize(("played", "par", "won"), [
    (finished((0,)), None, 1.0), (finished((1,)), None, 0.0), (finished((0, 1)), None, 0.5),
    (finished(()), None, 0.5), (finished((), seats=1), None, 0.0), (finished((0,), seats=1), None, 1.0),
    (finished((0,), 159, 1), 160, 0.0), (finished((0,), 160, 1), 160, 1.0)])
def test_a_draw_counts_half_and_a_solitaire_by_its_deal_or_its_par(played, par, won):
    score = with_game(Score(2.0, 3, 30), played, par)
    assert (score.won, score.games, score.moves) == (2.0 + won, 4, 40)
    assert score.points == (played.scores[0] if par else 0)


@pytest.mark.parametrize(("won", "games", "low", "high"), [
    (50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (400, 400, 0.990, 1.0)])
def test_the_limits_of_a_share_are_those_of_wilson(won, games, low, high):
    assert Score(won, games).between == pytest.approx((low, high), abs=0.001)


def test_unknown_names_are_refused_with_those_there_are():
    read = ladder.some_of(["easy", "hard"])
    assert read("hard,easy") == ["hard", "easy"]
    with pytest.raises(ArgumentTypeError, match="'master' is none of easy, hard"):
        read("easy,master")


def test_a_level_has_to_win_clearly_and_the_deals_of_a_solitaire_have_no_limit():
    assert ladder.row_of(QUICK, Score(59.0, 100)).ok is False and ladder.row_of(QUICK, Score(60.0, 100)).ok
    solitaire = next(pair for pair in all_pairs() if len(pair.bots) == 1)
    assert ladder.row_of(solitaire, Score(1.0, 100)).ok is None
