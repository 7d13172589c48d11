"""Measuring how hard levels are: shares by bots, and files in the order of these shares."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import grading
from rules.catalog import GAMES, rules_class
from rules.files.levels import Level, load, load_file
from rules.grading import grade_file, shares

GAME = "turm_domino"

FILE = """\
# about
grade: 1

levels:
  - id: "101"
    variant: classic
    setup: {tower: ["1|6", "3|4"], columns: [["2|2"]]}
    goal: won
    par: 0
    rating: {random: 1}
    proof: "1>1"

  - id: "102"
    variant: classic
    setup: {tower: ["1|6"], columns: [["1|5"]]}
    goal: won
    par: 0
    rating: {random: 1}
    found: {easy: 0.0, medium: 0.0, hard: 0.0}
    proof: "1>1"
"""


def file_of(tmp_path: Path) -> Path:
    path = tmp_path / "1_own.yaml"
    path.write_text(FILE, "utf-8")
    return path


def test_a_win_that_cannot_be_missed_is_found_by_all() -> None:
    first = load("kwinty")[0]
    found = shares(first, tries=2)
    assert found == {"easy": 1.0, "medium": 1.0, "hard": 1.0}
    assert shares(first, tries=2) == found, "the same bots give the same shares"


def test_a_race_is_measured_against_the_bots_at_its_table() -> None:
    race = next(game.id for game in GAMES.values() if game.race)
    found = shares(load(race, language="de")[0], tries=1)
    assert set(found) == {"easy", "medium", "hard"} and set(found.values()) <= {0.0, 1.0}


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzles_of_a_game_differ_in_what_share_of_players_solves_them(game: str) -> None:
    """Bots at the table, which never lay long words, solved all word puzzles of a file or none."""
    for language in rules_class(game).word_languages or [""]:
        levels = load(game, language=language)
        assert not levels or len({level.ease for level in levels}) > 3, language


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if rules_class(game.id).has_words])
def test_better_players_think_of_more_words_and_hardly_anybody_of_all(game: str) -> None:
    levels = load(game, language="en")
    if not levels:
        return
    means = [sum(level.found[player] for level in levels) / len(levels)
             for player in ("easy", "medium", "hard")]
    assert 0 < means[0] < means[1] < means[2] < 0.95


def measured(monkeypatch: pytest.MonkeyPatch, hard: dict[str, float]) -> None:
    def known(level: Level, tries: int = 1) -> dict[str, float]:
        return {"easy": 0.0, "medium": 0.5, "hard": hard[level.id] * tries}

    monkeypatch.setattr(grading, "shares", known)


def test_the_easier_level_comes_first_and_keeps_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                       ) -> None:
    path = file_of(tmp_path)
    measured(monkeypatch, {"101": 0.2, "102": 0.9})
    grade_file(GAME, path)
    once = path.read_text("utf-8")
    levels = load_file(GAME, path)
    assert [(level.id, level.found["hard"]) for level in levels.levels] == [("102", 0.9), ("101", 0.2)]
    assert not levels.faults and once.startswith("# about\n# found: ")
    grade_file(GAME, path)
    assert path.read_text("utf-8") == once


def test_levels_without_names_are_numbered_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                          ) -> None:
    path = file_of(tmp_path)
    measured(monkeypatch, {"101": 0.2, "102": 0.9})
    grade_file(GAME, path, renumber=True)
    levels = load_file(GAME, path).levels
    assert [(level.id, level.found["hard"]) for level in levels] == [("101", 0.9), ("102", 0.2)]
