"""Mutants: which faults are put into a source, who must notice them, and what is told about them."""

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
from game.bench import mutants
from game.bench.mutants import AREAS, Callers, Mutant, is_killed, rows_of, sample, try_all
from game.bench.mutation import Mutation, functions, mutations

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


def test_a_mutated_source_differs_in_one_place_and_can_be_parsed() -> None:
    texts = [each.put_into(TOY) for each in mutations(TOY)]
    assert all(ast.dump(ast.parse(text)) != ast.dump(ast.parse(TOY)) for text in texts)


def test_a_mutation_knows_its_function() -> None:
    assert change("3", "4").function == "" and change("True", "False").function == "small"
    assert list(functions(TOY)) == [("small", 8)]


def test_the_sample_is_fair_and_the_same_every_time() -> None:
    chosen = sample(25)
    assert [mutant.key for mutant in chosen] == [mutant.key for mutant in sample(25)]
    assert {area: sum(mutant.area == area for mutant in chosen) for area in AREAS} == dict.fromkeys(AREAS, 5)


def test_the_tests_of_the_mirror_come_first_then_the_quick_ones() -> None:
    callers = Callers([["tests/game/ui/test_b.py::b", 3.0, ["game/ui/toy.py:8"]],
                       ["tests/game/screens/test_a.py::slow", 2.0, ["game/ui/toy.py:8"]],
                       ["tests/game/screens/test_a.py::quick", 1.0, ["game/ui/toy.py:8", "game/app.py:1"]],
                       ["tests/game/screens/test_a.py::other", 1.0, ["game/app.py:1"]]])
    for mutated in (change("True", "False"), change("3", "4")):
        assert callers.of(Mutant("ui", "game/ui/toy.py", mutated), TOY) == [
            "tests/game/ui/test_b.py::b", "tests/game/screens/test_a.py::quick",
            "tests/game/screens/test_a.py::slow"]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_bytes(TOY)
    (tmp_path / "test_toy.py").write_text(CHECK)
    return tmp_path


def test_a_fault_that_a_test_notices_is_killed_and_another_survives(toy: Path) -> None:
    before = (toy / "toy.py").stat().st_mtime_ns
    assert is_killed(toy, Mutant("rules", "toy.py", change("True", "False")), ["test_toy.py"], 1.0)
    assert not is_killed(toy, Mutant("rules", "toy.py", change("number > -5", "number >= -5")),
                         ["test_toy.py"], 1.0)
    assert (toy / "toy.py").read_bytes() == TOY and (toy / "toy.py").stat().st_mtime_ns == before


def test_what_was_tried_before_is_not_tried_again_and_time_has_an_end(tmp_path: Path) -> None:
    done = Mutant("rules", "toy.py", change("True", "False"))
    other = Mutant("rules", "toy.py", change("3", "4"))
    (tmp_path / "results.jsonl").write_text(json.dumps([done.key, True]) + "\n")
    assert try_all([done], Callers([]), tmp_path, time.monotonic() + 60, 2) == {done.key: True}
    assert try_all([done, other], Callers([]), tmp_path, time.monotonic() - 1, 0) == {done.key: True}


def test_killed_and_survived_are_told_by_module_and_by_area(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (Mutant("ui", "game/ui/toy.py", change(*pair)) for pair in (("True", "False"), ("3", "4")))
    rows = rows_of([one, two], {one.key: True, two.key: False})
    assert [(row.name, row.value, row.ok) for row in rows] == [("mutants_tried", 2, None),
                                                               ("mutants_ui", 50.0, False)]
    told = capsys.readouterr().err
    assert "game/ui/toy.py: 1 of 2" in told and "survived: game/ui/toy.py:5: 3 -> 4" in told


def test_the_tests_that_call_a_function_are_written_down(tmp_path: Path) -> None:
    check = tmp_path / "test_calls.py"
    check.write_text("from rules.kit.shuffle import rng_for\n\n\n"
                     "def test_it():\n    assert rng_for('a').random()\n")
    environment = {**os.environ, "DOMINOTHEK_TRACED": str(tmp_path), "PYTHONPATH": str(mutants.ROOT)}
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p",
                    "game.bench.traced", str(check)], cwd=mutants.ROOT, env=environment, check=True,
                    capture_output=True)
    (line,) = [json.loads(line) for path in tmp_path.glob("*.jsonl")
               for line in path.read_text().splitlines()]
    name, first = next(found for found in functions((mutants.ROOT / "rules/kit/shuffle.py").read_bytes())
                       if found[0] == "rng_for")
    assert name == "rng_for" and line[0].endswith("::test_it") and f"rules/kit/shuffle.py:{first}" in line[2]


def test_every_mutant_named_as_equal_exists_and_has_a_reason() -> None:
    path = mutants.ROOT / "game" / "bench" / "equal_mutants.yaml"
    for entry in yaml.safe_load(path.read_text("utf-8")) or ():
        found = mutations((mutants.ROOT / entry["path"]).read_bytes())
        assert (entry["old"], entry["new"]) in {(each.old, each.new) for each in found}, entry
        assert entry["why"]


def test_options_are_told_from_parts() -> None:
    assert bench.separate(["mutants", "--count", "20", "--quick", "faults"]) == (
        ["mutants", "faults"], ["--count", "20", "--quick"])
