"""Results and statistics: what is counted, in which order it is listed; damage never stops a game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from game.data.history import History, Result, daily_seed

TODAY = date(2026, 11, 16)


@pytest.fixture
def history():
    history = History(None)
    yield history
    history.close()


def result(won: bool = True, score: int = 28, seconds: float = 100.0, **more) -> Result:
    given = {"game": "turm_domino", "variant": "classic", "players": 1, "seed": 1, "why": "won", "moves": 28,
             "ended": f"{TODAY} 12:00:00"} | more
    return Result(won=won, score=score, seconds=seconds, **given)


def change(folder: Path, sql: str) -> None:
    """Change the results file from outside, to simulate damage."""
    with closing(sqlite3.connect(folder / "results.sqlite")) as db, db:
        db.execute(sql)


def add(history: History, *results: Result) -> None:
    for one in results:
        history.add(one)


# --- figures ---


def test_nothing_played_is_all_zero(history):
    summary = history.summary("turm_domino")
    assert (summary.played, summary.won, summary.clean_wins, summary.streak, summary.best_streak) == (0,) * 5
    assert summary.best_score is summary.mean_score is summary.best_seconds is None


def test_a_summary_counts_wins_and_the_shortest_won_time(history):
    add(history, result(seconds=90), result(seconds=60), result(won=False, seconds=5, score=10))
    summary = history.summary("turm_domino")
    assert (summary.played, summary.won, summary.best_seconds) == (3, 2, 60)
    assert (summary.best_score, summary.mean_score) == (28, 22)


def test_a_record_is_counted_once(history):
    assert history.add(result(record="a.json")) is True
    assert history.add(result(record="a.json")) is False
    assert history.summary("turm_domino").played == 1


def test_a_curve_shows_the_last_forty_games(history):
    add(history, *(result(score=number) for number in range(45)))
    assert [game.score for game in history.last_results("turm_domino", None)] == list(range(5, 45))


def test_a_clean_win_took_no_hint_and_nothing_back(history):
    add(history, result(), result(hints=1), result(undos=1), result(won=False))
    assert history.summary("turm_domino").clean_wins == 1


def test_streaks_are_the_present_and_the_longest_row_of_wins(history):
    add(history, *(result(won=won) for won in (True, True, True, False, True, True)))
    summary = history.summary("turm_domino")
    assert (summary.streak, summary.best_streak) == (2, 3)
    history.add(result(won=False))
    assert history.summary("turm_domino").streak == 0


def test_a_summary_may_be_of_one_variant_and_one_number_of_players(history):
    add(history, result(), result(variant="open"), result(variant="open", players=2), result(game="kwinty"))
    assert history.summary("turm_domino").played == 3
    assert history.summary("turm_domino", "open").played == 2
    assert history.summary("turm_domino", "open", 2).played == 1
    assert history.summary("turm_domino", None, 1).played == 2
    assert history.groups("turm_domino") == [
        ("turm_domino", "classic", 1), ("turm_domino", "open", 1), ("turm_domino", "open", 2)]
    assert [group[0] for group in history.groups()] == ["kwinty", "turm_domino", "turm_domino", "turm_domino"]


# --- lists ---


def test_the_last_results_come_in_the_order_they_were_played(history):
    add(history, *(result(score=score) for score in range(50)))
    assert [score for _, score, _ in history.last_results("turm_domino", None)] == list(range(10, 50))
    assert [score for _, score, _ in history.last_results("turm_domino", "classic", 2)] == [48, 49]


def test_the_last_results_may_be_of_one_number_of_players(history):
    add(history, result(players=2, score=1), result(players=3, score=2))
    assert history.last_results("turm_domino", None, 40, 3) == [(1, 2, 100.0)]


def test_the_best_results_are_won_high_alone_and_fast_in_this_order(history):
    add(history, result(won=False, score=99, seed=6), result(score=20, seed=5), result(hints=1, seed=4),
        result(undos=1, seed=3), result(seconds=50, seed=1), result(seconds=60, seed=2))
    assert [row[4] for row in history.high_scores("turm_domino", "classic", 1)] == [1, 2, 3, 4, 5, 6]
    assert [row[4] for row in history.high_scores("turm_domino", limit=2)] == [1, 2]


def test_the_best_results_of_all_variants_or_of_one(history):
    add(history, result(seed=1), result(seed=2, variant="open", level="a01"))
    assert [row[4] for row in history.high_scores("turm_domino")] == [1, 2]
    score, seconds, undos, hints, seed, ended, won, level = history.high_scores("turm_domino", "open")[0]
    assert (score, seconds, undos, hints, seed, won, level) == (28, 100, 0, 0, 2, 1, "a01")
    assert ended.startswith("2026-11-16")


def test_the_best_on_a_deal_is_not_that_of_a_level(history):
    add(history, result(won=False, seed=7), result(seed=7, seconds=70),
        result(seed=7, seconds=1, level="a01"))
    assert history.best_on_deal("turm_domino", "classic", 7) == (1, 28, 70.0, 0, 0)
    assert history.best_on_deal("turm_domino", "classic", 8) is None


def test_a_level_keeps_its_most_stars_and_its_shortest_time(history):
    add(history, result(level="a01", stars=3, seconds=90), result(level="a01", stars=1, seconds=40),
        result(level="a02", stars=0, won=False), result(level="a03", stars=None))
    assert history.stars("turm_domino") == {"a01": 3, "a03": 0}
    assert history.level_best("turm_domino") == {"a01": 40, "a03": 100}


# --- the deal of the day ---


def test_the_number_of_a_day_is_its_date():
    assert daily_seed(TODAY) == 20261116


def won_on(history: History, *days_ago: int) -> None:
    for ago in days_ago:
        day = TODAY - timedelta(days=ago)
        history.add(result(daily=day.isoformat(), ended=f"{day} 20:00:00"))


@pytest.mark.parametrize(("days_ago", "streak"), [
    ((), 0), ((0,), 1), ((1,), 1), ((0, 1, 2), 3), ((1, 2), 2), ((2, 3), 0), ((0, 2, 3), 1),
])
def test_days_in_a_row_count_up_to_today_or_yesterday(history, days_ago, streak):
    won_on(history, *days_ago)
    assert history.daily_streak("turm_domino", TODAY) == streak


def test_a_deal_won_on_a_later_day_does_not_count_for_the_streak(history):
    history.add(result(daily="2026-11-15", ended="2026-11-16 09:00:00"))
    assert history.daily_streak("turm_domino", TODAY) == 0
    assert history.daily_done("turm_domino", date(2026, 11, 15))
    assert history.summary("turm_domino", daily=True).won == 1


def test_a_lost_deal_of_the_day_is_not_done(history):
    history.add(result(won=False, daily=TODAY.isoformat()))
    assert not history.daily_done("turm_domino", TODAY)


# --- the file ---


def test_results_are_there_again_after_a_restart(tmp_path):
    first = History(tmp_path)
    first.add(result())
    first.close()
    again = History(tmp_path)
    assert again.summary("turm_domino").played == 1 and not again.notices
    again.close()


def test_a_damaged_file_is_set_aside_and_named(tmp_path):
    (tmp_path / "results.sqlite").write_bytes(b"this is no database at all, but long enough to be read" * 20)
    history = History(tmp_path)
    history.add(result())
    assert history.summary("turm_domino").played == 1
    assert [phrase.key for phrase in history.notices] == ["notice.set_aside"]
    assert [path for path in tmp_path.iterdir() if "damaged" in path.name]
    history.close()


def test_without_a_disk_results_live_until_the_end(tmp_path):
    (tmp_path / "file").write_text("in the way")
    history = History(tmp_path / "file")
    history.add(result())
    assert history.summary("turm_domino").played == 1
    assert [phrase.key for phrase in history.notices] == ["notice.no_statistics"]
    history.close()


def test_what_can_be_read_in_a_damaged_file_is_kept(tmp_path):
    history = History(tmp_path)
    for number in range(300):
        history.add(result(seed=number))
    history.close()
    path = tmp_path / "results.sqlite"
    data = bytearray(path.read_bytes())
    data[-4096:] = bytes(4096)
    path.write_bytes(data)
    history = History(tmp_path)
    assert len(history.notices) == 1 and len(list(tmp_path.glob("results.damaged-*"))) == 1
    assert 100 < history.summary("turm_domino").played < 300


def test_one_garbled_row_does_not_take_the_others_with_it(tmp_path):
    history = History(tmp_path)
    for number in range(3):
        history.add(result(seed=number))
    history.close()
    change(tmp_path, "update results set score = 'many' where seed = 1")
    assert History(tmp_path).summary("turm_domino").played == 2


def test_trouble_with_the_file_is_told_once_and_not_at_every_question(tmp_path):
    history = History(tmp_path)
    change(tmp_path, "drop table results")
    for _ in range(5):
        history.summary("turm_domino")
    assert len(history.notices) == 1
