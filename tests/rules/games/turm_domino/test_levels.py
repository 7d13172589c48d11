"""The levels of Turm-Domino: how many, how hard, and that each can be won and lost."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from game.data.cache import parse
from rules.catalog import rules_of
from rules.files import level_files, levels
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import domino_set

ROOT = Path(__file__).resolve().parents[4]
GAME = "turm_domino"
NAMES = [name for path in sorted((level_files.SHIPPED / GAME).glob("*.yaml"))
         for name in re.findall(r'^ *- id: "(\w+)"', path.read_text("utf-8"), re.MULTILINE)]
"""The id of every level, without reading them: that takes seconds in every worker."""


@cache
def turm() -> list[levels.Level]:
    """Return the levels of Turm-Domino by grade."""
    return levels.load(GAME)


def test_every_id_is_found_and_begins_with_the_grade():
    assert [level.id for level in turm()] == NAMES
    assert all(level.id.startswith(str(level.grade)) for level in turm())


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_level_of_turm_domino_has_a_name_of_its_own(language):
    path = ROOT / "game" / "locale" / language / f"levels_{GAME}.yaml"
    names = parse(path)["level"][GAME]
    assert sorted(names) == sorted(level.id for level in turm())
    assert len(set(names.values())) == len(names) and all(0 < len(name) <= 28 for name in names.values())


def test_there_are_sixty_levels_in_five_grades_and_all_variants():
    grades = Counter(level.grade for level in turm())
    assert sorted(grades) == [1, 2, 3, 4, 5] and min(grades.values()) >= 12 and len(turm()) >= 60
    kinds = Counter(level.variant for level in turm())
    assert set(kinds) == {"classic", "strict", "open", "three_towers"} and kinds["classic"] > len(turm()) / 2


def test_no_deal_comes_twice():
    assert len({str(level.setup) for level in turm()}) == len(turm())


def test_grades_grow_harder():
    def ease(grade: int) -> float:
        found = [level.rating for level in turm() if level.grade == grade]
        return sum(rating["random"] + rating["casual"] + rating["careful"] for rating in found) / len(found)

    shares = [ease(grade) for grade in (1, 2, 3, 4, 5)]
    assert shares == sorted(shares, reverse=True) and shares[0] > 4 * shares[4]


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_is_made_of_the_set_and_can_be_won_and_lost(name):
    level = next(level for level in turm() if level.id == name)
    rules = rules_of(GAME, level.variant)
    state = rules.start(level.setup, 1)
    pieces = Counter(piece for pile in (*state.towers, *state.columns) for piece in pile)
    assert pieces <= Counter(domino_set(6))
    if state.left == 25:
        assert len(pieces) == 28 and level.setup["tower"] == rules.values["tower_row"]
    assert Solver(rules).winnable(state) is True
    assert level.rating["random"] < 1, "a level that cannot be lost is none"
