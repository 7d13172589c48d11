"""Mutants: the faults inserted into a source, the tests that must fail, and the report."""

from __future__ import annotations

import ast
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from game import bench
from game.bench import mutants
from game.bench.mutants import (
    AREAS,
    Mutant,
    entry_of,
    kept_results,
    known_equal,
    rows_of,
    sample,
    sources,
    try_all,
)
from game.bench.mutation import Mutation, mutations, with_switches
from game.bench.trial import Trial

TOY = b'''"""A toy."""

from __future__ import annotations

LIMIT: int = 3


def small(number: int, log: list[int]) -> bool:
    """Return whether a number is small."""
    assert number != 7
    log.append(number)
    if not log or number < LIMIT and number > -5:
        return True
    return max(number - 9, 2) == 2
'''
CHECK = """from toy import small


def test_small():
    log = []
    assert small(2, log) and not small(12, log)
"""


def change(old: str, new: str) -> Mutation:
    return next(found for found in mutations(TOY) if (found.old, found.new) == (old, new))


def test_every_kind_of_fault_is_found() -> None:
    found = {str(each) for each in mutations(TOY)}
    assert {"3 -> 4", "without log.append(number)", "number < LIMIT -> number <= LIMIT", "True -> False",
            "max -> min",
            "return True -> return None", "number - 9 -> (number + (9))"} <= found
    assert any(" or " in each and ") and (" in each for each in found), "and and or are swapped"


def test_docstrings_annotations_and_assertions_stay_as_they_are() -> None:
    assert not [each for each in mutations(TOY) if "toy" in each.old or "!=" in each.old or each.old == "7"]


def test_pure_looks_stay_as_they_are() -> None:
    assert mutations(b"def _paint_edge(look, x):\n    return x + 1\n") == []
    assert not [each for each in mutations(b"y = x + look.px(3)\nz = look.px(3 + 1)\n") if "px" in each.old]


def test_a_mutated_source_differs_in_one_place_and_can_be_parsed() -> None:
    texts = [each.put_into(TOY) for each in mutations(TOY)]
    assert all(ast.dump(ast.parse(text)) != ast.dump(ast.parse(TOY)) for text in texts)


def test_a_mutation_knows_its_function() -> None:
    assert change("3", "4").function == "" and change("True", "False").function == "small"


def test_the_sample_is_fair_and_the_same_every_time() -> None:
    chosen = sample(25)
    ranks = [(list(AREAS).index(mutant.area), mutant.key) for mutant in chosen]
    assert ranks == sorted(ranks), "only the mutants themselves decide"
    assert {area: sum(mutant.area == area for mutant in chosen) for area in AREAS} == dict.fromkeys(AREAS, 5)


def test_equal_changes_in_a_function_are_told_apart() -> None:
    found = mutations(b"def twice():\n    return 1 + 1\n")
    assert [each.nth for each in found if each.old == "1"] == [0, 1]
    assert len({Mutant("ui", "game/ui/toy.py", each).key for each in found}) == len(found)


def test_every_mutant_has_a_switch_beside_the_original() -> None:
    found = dict(enumerate(mutations(TOY)))
    switched = with_switches(TOY, found, "toy_switch")
    assert len(switched.splitlines()) == len(TOY.splitlines()), "a failure names the right line"
    for number, mutation in found.items():
        for chosen in (None, number):
            expected: dict[str, Any] = {}
            got: dict[str, Any] = {"_mutant_on": lambda asked, chosen=chosen: asked == chosen}
            exec(TOY if chosen is None else mutation.put_into(TOY), expected)
            exec(switched.replace(b"; from toy_switch import on as _mutant_on", b""), got)
            for value in (-5, 2, 3, 4, 12, 13):
                one: list[int] = []
                two: list[int] = []
                assert expected["small"](value, one) == got["small"](value, two) and one == two


def test_sources_with_all_their_mutants_can_be_compiled() -> None:
    for path in sources("data"):
        source = (mutants.ROOT / path).read_bytes()
        if b"__future__" in source:
            compile(with_switches(source, dict(enumerate(mutations(source))), "switch"), path, "exec")


def test_the_tests_of_the_mirror_come_first_then_the_quick_ones() -> None:
    seconds = {"tests/a/test_b.py::b": 3.0, "tests/c/test_a.py::slow": 2.0, "tests/c/test_a.py::quick": 1.0,
               "tests/c/test_a.py::other": 0.5, "tests/c/test_d.py::elsewhere": 0.1}
    tried = Trial([])
    tried.seconds = seconds
    tried.hits = {7: {"tests/a/test_b.py::b", "tests/c/test_a.py::slow", "tests/c/test_a.py::quick"}}
    assert tried.chosen(7, "tests/a") == ["tests/a/test_b.py::b", "tests/c/test_a.py::quick",
                                          "tests/c/test_a.py::slow", "tests/c/test_a.py::other"]
    assert tried.chosen(8, "tests/a") == []


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module and one test."""
    root = tmp_path / "project"
    (root / "tests").mkdir(parents=True)
    (root / "toy.py").write_bytes(TOY)
    (root / "tests" / "test_toy.py").write_text(CHECK)
    monkeypatch.setattr(mutants, "ROOT", root)
    monkeypatch.setattr(mutants, "PARTS", ("toy.py", "tests"))
    return root


def test_a_fault_that_a_test_notices_is_killed_and_others_survive(project: Path) -> None:
    tried = [Mutant("rules", "toy.py", each) for each in (
        change("True", "False"), change("number > -5", "number >= -5"), replace(change("3", "4"), new="13"))]
    kept = project / "results.jsonl"
    try_all(tried, ["tests"], kept, time.time() - 1)
    assert kept_results(kept) == {}, "the time is over"
    try_all(tried, ["tests"], kept, time.time() + 60)
    assert [json.loads(line)[1] for line in kept.read_text("utf-8").splitlines()] == [
        "tests/test_toy.py::test_small", "", "tests"]
    assert kept_results(kept) == {mutant.key: number != 1 for number, mutant in enumerate(tried)}
    assert (project / "toy.py").read_bytes() == TOY


def test_killed_and_survived_are_told_by_module_and_by_area(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (Mutant("ui", "game/ui/toy.py", change(*pair)) for pair in (("True", "False"), ("3", "4")))
    rows = rows_of([one, two], {one.key: True, two.key: False})
    assert [(row.name, row.value, row.ok) for row in rows] == [("mutants_tried", 2, None),
                                                               ("mutants_ui", 50.0, False)]
    told = capsys.readouterr().err
    assert "game/ui/toy.py: 1 of 2" in told and "survived: game/ui/toy.py:5: 3 -> 4" in told


def test_every_mutant_named_as_equal_exists_and_has_a_reason() -> None:
    paths = {entry[0].partition(":")[0] for entry in known_equal()}
    there = {entry_of(Mutant("", path, change)) for path in paths
             for change in mutations((mutants.ROOT / path).read_bytes())}
    assert known_equal() <= there, known_equal() - there
    path = mutants.ROOT / "game" / "bench" / "equal_mutants.yaml"
    assert all(entry["why"] for entry in yaml.safe_load(path.read_text("utf-8")) or ())


def test_options_are_told_from_parts() -> None:
    assert bench.separate(["mutants", "--count", "20", "--quick", "faults"]) == (
        ["mutants", "faults"], ["--count", "20", "--quick"])
