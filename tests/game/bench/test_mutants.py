"""Mutants: the faults inserted into a source, the tests that must fail, and the report."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from game import bench
from game.bench import mutants, traced
from game.bench.mutants import (
    AREAS,
    Mutant,
    Reach,
    entry_of,
    kept_results,
    killer,
    known_equal,
    rows_of,
    sample,
    try_all,
)
from game.bench.mutation import Mutation, mutations, with_marks

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
    assert [mutant.key for mutant in chosen] == [mutant.key for mutant in sample(25)]
    assert {area: sum(mutant.area == area for mutant in chosen) for area in AREAS} == dict.fromkeys(AREAS, 5)


def test_equal_changes_in_a_function_are_told_apart() -> None:
    found = mutations(b"def twice():\n    return 1 + 1\n")
    assert [each.nth for each in found if each.old == "1"] == [0, 1]
    assert len({Mutant("ui", "game/ui/toy.py", each).key for each in found}) == len(found)


def test_the_tests_of_the_mirror_come_first_then_the_quick_ones() -> None:
    seconds = {"tests/game/ui/test_b.py::b": 3.0, "tests/game/screens/test_a.py::slow": 2.0,
               "tests/game/screens/test_a.py::quick": 1.0, "tests/game/screens/test_a.py::other": 1.0}
    mutant = Mutant("ui", "game/ui/toy.py", change("True", "False"))
    known = Reach({mutant.place: [test for test in seconds if "other" not in test]}, seconds, time.time() + 9)
    assert known.of(mutant) == ["tests/game/ui/test_b.py::b", "tests/game/screens/test_a.py::quick",
                                "tests/game/screens/test_a.py::slow"]
    assert known.time(known.of(mutant)) == 6.0


def test_test_files_newer_than_the_marks_are_run_whole() -> None:
    mutant = Mutant("ui", "game/ui/toy.py", change("True", "False"))
    known = Reach({mutant.place: ["tests/game/app/test_a.py::a"]}, {"tests/game/app/test_a.py::a": 1.0}, 0.0)
    *new, last = known.of(mutant)
    assert "tests/game/ui/test_text.py" in new and last == "tests/game/app/test_a.py::a"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_bytes(TOY)
    (tmp_path / "test_toy.py").write_text(CHECK)
    return tmp_path


def test_a_fault_that_a_test_notices_is_killed_and_another_survives(toy: Path) -> None:
    before = (toy / "toy.py").stat().st_mtime_ns
    steady: set[str] = set()
    mutant = Mutant("rules", "toy.py", change("True", "False"))
    assert killer(toy, mutant, ["test_toy.py"], 1.0, steady) == "test_toy.py::test_small"
    assert steady == {"test_toy.py::test_small"}
    assert not killer(toy, Mutant("rules", "toy.py", change("number > -5", "number >= -5")),
                         ["test_toy.py"], 1.0, set())
    assert (toy / "toy.py").read_bytes() == TOY and (toy / "toy.py").stat().st_mtime_ns == before


def test_what_was_tried_before_is_known_and_time_has_an_end(tmp_path: Path) -> None:
    mutant = Mutant("rules", "toy.py", change("True", "False"))
    (tmp_path / "results.jsonl").write_text(json.dumps([mutant.key, True]) + "\n")
    assert kept_results(tmp_path) == {mutant.key: True} and kept_results(tmp_path / "none") == {}
    assert try_all([mutant], Reach(), tmp_path, time.monotonic() - 1, 0) == {}


def test_killed_and_survived_are_told_by_module_and_by_area(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (Mutant("ui", "game/ui/toy.py", change(*pair)) for pair in (("True", "False"), ("3", "4")))
    rows = rows_of([one, two], {one.key: True, two.key: False})
    assert [(row.name, row.value, row.ok) for row in rows] == [("mutants_tried", 2, None),
                                                               ("mutants_ui", 50.0, False)]
    told = capsys.readouterr().err
    assert "game/ui/toy.py: 1 of 2" in told and "survived: game/ui/toy.py:5: 3 -> 4" in told


def test_the_tests_that_reach_a_function_are_recorded(toy: Path) -> None:
    marked = with_marks(TOY, f"__import__({traced.MODULE!r}).hit", {"small": 5, "large": 6, "": 7})
    (toy / "toy.py").write_bytes(marked)
    (toy / f"{traced.MODULE}.py").write_text(Path(traced.__file__).read_text("utf-8"), "utf-8")
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p",
                    traced.MODULE], cwd=toy, env={**os.environ, traced.FOLDER: str(toy)}, check=True,
                   capture_output=True)
    entries = [json.loads(line) for path in toy.glob("*.jsonl") for line in path.read_text().splitlines()]
    test = "test_toy.py::test_small"
    assert [entry for entry in entries if entry[0] == "hit"] == [["hit", test, 5], ["hit", test, 7]]
    assert any(entry[:2] == ["call", test] and entry[2] >= 0 for entry in entries)


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
