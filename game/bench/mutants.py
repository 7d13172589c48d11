"""Mutants, long: small faults are put into the sources one by one, and the tests must notice them.

The first run finds out which tests call which functions, which takes as long as a slow run of all tests.
Then every mutant is tried in a copy of the project by the tests that call its function. What was found is
kept in the folder `.mutants`, so that a run that was stopped goes on where it was. A script of our own:
cosmic-ray runs one fixed command for every mutant, here minutes instead of seconds, and mutmut chooses tests
in one process only, without the worker processes that think.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import yaml

from game.bench.mutation import Mutation, functions, mutations
from game.bench.traced import FOLDER
from game.boards.measures.figures import Row, report

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("main.py", "pyproject.toml", "requirements.txt", "README.md", "CONTRIBUTING.md", "game", "rules",
         "sprites", "levels", "tests")
AREAS = {"rules": "rules", "data": "game/data", "table": "game/table", "boards": "game/boards",
         "ui": "game/ui"}
WANTED = {"rules": 95.0, "data": 85.0, "table": 85.0, "boards": 85.0, "ui": 85.0}
"""Percent of the mutants of an area that must be noticed."""
LEFT_OUT = ("/source/", "make_levels.py", "pack.py", "make_sounds.py")
"""Programs that were run once to make what is shipped."""
NOT_TRACED = ("tests/window", "tests/test_bootstrap.py", "tests/test_contributing.py", "tests/game/handout",
              "tests/game/endurance", "tests/game/bench")
"""Tests of other processes, which cannot be traced, or that take long."""
COUNT, MINUTES = 200, 60.0
MOST_TESTS, MOST_SECONDS = 250, 40.0
"""Of the tests that call a function, those in its mirror and then quick ones are run, up to these limits."""
PATIENCE = 30.0
"""Seconds that a mutant gets in addition to several times what its tests take; a hanging one is noticed."""


@dataclass(frozen=True)
class Mutant:
    """A mutation of one file of the project."""

    area: str
    path: str
    change: Mutation

    @property
    def key(self) -> str:
        """Tell this mutant from all others, also after a change elsewhere in its file."""
        text = f"{self.path}|{self.change.function}|{self.change.old}|{self.change.new}"
        return hashlib.sha1(text.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.path}:{self.change.line}: {self.change}"


def sources(area: str, root: Path = ROOT) -> list[str]:
    """Return the modules of an area as paths from the project folder."""
    found = (path.relative_to(root).as_posix() for path in sorted((root / AREAS[area]).rglob("*.py")))
    return [path for path in found if not any(part in path for part in LEFT_OUT)]


def sample(count: int, root: Path = ROOT, seed: str = "mutants") -> list[Mutant]:
    """Return a fair sample: as many mutants of every area, those named as equal left out."""
    equal = known_equal(root)
    chosen = []
    for number, area in enumerate(AREAS):
        every = [Mutant(area, path, change) for path in sources(area, root)
                 for change in mutations((root / path).read_bytes())]
        every = [mutant for mutant in every
                 if (mutant.path, mutant.change.old, mutant.change.new) not in equal]
        share = count // len(AREAS) + (number < count % len(AREAS))
        chosen += Random(f"{seed} {area}").sample(every, min(share, len(every)))
    return chosen


def known_equal(root: Path = ROOT) -> set[tuple[str, str, str]]:
    """Return the mutants that change nothing a player or a record could see, by path, old and new text."""
    path = root / "game" / "bench" / "equal_mutants.yaml"
    entries = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else None
    return {(entry["path"], entry["old"], entry["new"]) for entry in entries or ()}


# --- which tests call which functions ---


class Callers:
    """For every function the tests that call it, with the seconds of each test."""

    def __init__(self, lines: list[list[Any]]):
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, list[str]] = defaultdict(list)
        for test, seconds, names in lines:
            self.seconds[test] = seconds
            for name in names:
                self.tests[name].append(test)

    def of(self, mutant: Mutant, source: bytes) -> list[str]:
        """Return the tests to run: those in the mirror of the module first, then quick ones."""
        inner = [first for name, first in functions(source) if name == mutant.change.function]
        calling = {test for first in inner for test in self.tests.get(f"{mutant.path}:{first}", ())}
        if not calling:  # at the top of a module or class: every test that uses the module
            calling = {test for name, tests in self.tests.items() if name.startswith(f"{mutant.path}:")
                       for test in tests}
        mirror = f"tests/{Path(mutant.path).parent.as_posix()}"
        ranked = sorted(calling, key=lambda test: (not test.startswith(mirror), self.seconds[test], test))
        chosen: list[str] = []
        seconds = 0.0
        for test in ranked[:MOST_TESTS]:
            seconds += self.seconds[test]
            if chosen and seconds > MOST_SECONDS:
                break
            chosen.append(test)
        return chosen


def trace(folder: Path, workers: int) -> Callers:
    """Run the tests once with a trace of all calls, unless that was done before."""
    kept = folder / "calls.jsonl"
    if not kept.is_file():
        with tempfile.TemporaryDirectory(prefix="dominothek-traced-") as made:
            left_out = [f"--ignore={path}" for path in NOT_TRACED]
            subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                            "-p", "game.bench.traced", "-n", str(workers), "--dist", "worksteal", *left_out],
                           cwd=ROOT, check=False, env={**os.environ, FOLDER: made}, stdout=sys.stderr)
            lines = [line for path in sorted(Path(made).glob("*.jsonl"))
                     for line in path.read_text("utf-8").splitlines()]
        folder.mkdir(parents=True, exist_ok=True)
        kept.write_text("\n".join(lines), "utf-8")
    return Callers([json.loads(line) for line in kept.read_text("utf-8").splitlines()])


# --- trying mutants ---


def copy_project(folder: Path) -> Path:
    """Copy what the tests need."""
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy2(source, folder / part)
    return folder


def is_killed(copy: Path, mutant: Mutant, tests: list[str], seconds: float) -> bool:
    """Return whether some test fails, or hangs, with this mutant in a copy of the project."""
    path = copy / mutant.path
    source, stat = path.read_bytes(), path.stat()
    path.write_bytes(mutant.change.put_into(source))
    try:
        failed = first_failure(copy, tests, PATIENCE + 5 * seconds)
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    if failed in tests and first_failure(copy, [failed], PATIENCE + seconds):  # it fails without a fault too
        return is_killed(copy, mutant, [test for test in tests if test != failed], seconds)
    return bool(failed)


def first_failure(copy: Path, tests: list[str], seconds: float) -> str:
    """Run tests until one fails; return its name, another text if none can be named, nothing if all pass."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(copy / "bytecode"), "DOMINOTHEK_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
               "--tb=no", "-rfE", *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True,
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "time is over"
    if done.returncode in (0, 5):
        return ""
    named = (line.split(" ", 1)[1].split(" - ")[0] for line in done.stdout.splitlines()
             if line.startswith(("FAILED ", "ERROR ")))
    return next(named, "no answer")


def try_all(mutants: list[Mutant], callers: Callers, folder: Path, until: float,
            workers: int) -> dict[str, bool]:
    """Try the mutants that were not tried before, until the time is over; return who was killed, by key."""
    kept = folder / "results.jsonl"
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else []
    results: dict[str, bool] = dict(json.loads(line) for line in lines)
    waiting = [mutant for mutant in mutants if mutant.key not in results]
    with tempfile.TemporaryDirectory(prefix="dominothek-mutants-", ignore_cleanup_errors=True) as made:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(min(workers, len(waiting))):
            copies.put(copy_project(Path(made) / str(number)))

        def attempt(mutant: Mutant) -> None:
            if time.monotonic() > until:
                return
            copy = copies.get()
            tests = callers.of(mutant, (copy / mutant.path).read_bytes())
            seconds = sum(callers.seconds[test] for test in tests)
            killed = bool(tests) and is_killed(copy, mutant, tests, seconds)
            copies.put(copy)
            results[mutant.key] = killed
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([mutant.key, killed]) + "\n")
            print(f"  {len(results)}: {'killed' if killed else 'SURVIVED'} by {len(tests)} tests: {mutant}",
                  file=sys.stderr, flush=True)

        with ThreadPoolExecutor(max(1, workers)) as pool:
            list(pool.map(attempt, waiting))
    return results


def rows_of(mutants: list[Mutant], results: dict[str, bool]) -> list[Row]:
    """Print killed and tried by module and every survivor; return the share of every area."""
    tried = [mutant for mutant in mutants if mutant.key in results]
    modules: Counter[str] = Counter(mutant.path for mutant in tried)
    killed: Counter[str] = Counter(mutant.path for mutant in tried if results[mutant.key])
    for path in sorted(modules):
        print(f"  {path}: {killed[path]} of {modules[path]}", file=sys.stderr)
    for mutant in tried:
        if not results[mutant.key]:
            print(f"  survived: {mutant}", file=sys.stderr)
    rows = [Row("mutants_tried", len(tried), "")]
    for area in AREAS:
        own = [results[mutant.key] for mutant in tried if mutant.area == area]
        if own:
            share = 100 * sum(own) / len(own)
            rows.append(Row(f"mutants_{area}", share, "%", None, WANTED[area], at_least=True))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    folder = ROOT / ".mutants"
    if given.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    workers, began = os.cpu_count() or 1, time.monotonic()
    mutants = sample(given.count // 10 if given.quick else given.count)
    callers = trace(folder, workers)
    report(rows_of(mutants, try_all(mutants, callers, folder, began + given.minutes * 60, workers)))


if __name__ == "__main__":
    main()
