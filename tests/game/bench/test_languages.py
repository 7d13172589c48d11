"""How the word games play in every language: what the long measurement counts, and how it continues."""

from __future__ import annotations

import math

import pytest

from game.bench import languages
from game.bench.languages import Cell, Tally, all_cells, cannot_lay, counted, measure, rows_of, tallies
from rules.catalog import GAMES, rules_class, rules_of
from rules.session import Seat, Session

GAME = next(game for game in GAMES if rules_class(game).has_words and not GAMES[game].race)
CELL = Cell(GAME, "en", "medium-easy")


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    path = tmp_path / "languages.yaml"
    path.write_text("# what it is\n", encoding="utf-8")
    monkeypatch.setattr(languages, "FILE", path)
    return path


def test_a_hand_that_cannot_lay_anything_is_told_from_a_player_who_passes() -> None:
    rules = rules_of(GAME, "english")
    session = Session(rules, [Seat("Ada"), Seat("Bea")], 1, level={
        "hands": ["THANK", "QQ"], "red": "", "black": "", "starter": 0})
    for text in ("> 0,0 AN", "pass", "pass"):
        session.play(rules.read_move(text))
    assert cannot_lay(session) == 1, "Ada could lay a word with THK"


def test_everything_in_the_file_can_be_measured() -> None:
    assert set(tallies()) <= set(all_cells())


def test_figures_in_the_file_meet_their_limits() -> None:
    rows = [row for cell, tally in tallies().items() for row in rows_of(cell, tally)]
    assert {row.name for row in rows if row.limit is not None} == {
        "languages_beats", "languages_moves", "languages_laid"}
    assert not [(row.name, row.game, row.value) for row in rows if row.ok is False]


def test_a_measurement_continues_where_it_stopped(own_file) -> None:
    games = [counted(CELL, number) for number in range(3)]
    other = Cell(GAME, "de", "easy")
    measure(other, [Tally(1, moves=5)], math.inf)
    measure(CELL, games[:2], until=0.0)
    assert tallies()[CELL] == games[0], "the time was up after the first game"
    measure(CELL, games[1:], math.inf)
    assert tallies() == {CELL: games[0] + games[1] + games[2], other: Tally(1, moves=5)}
    assert tallies()[CELL].games == 3 and own_file.read_text("utf-8").startswith("# what it is\n")


def test_a_race_counts_the_deals_that_take_longer_than_a_second(monkeypatch) -> None:
    deals = next(cell for cell in all_cells() if GAMES[cell.game].race)
    assert counted(deals, 1) == Tally(1)
    monkeypatch.setattr(languages, "SECOND", 0.0)
    assert counted(deals, 1) == Tally(1, late=1)
