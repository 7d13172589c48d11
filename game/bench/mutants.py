"""Mutants, long: insert small faults into the sources one by one; the tests must notice them.

First the functions of the sample are marked in a copy of the project, and one run of the tests of their areas
tells which tests reach them. Then every mutant is tried in a copy by these tests, those of its mirror folder
first, until one fails. For mutants that survive, the same is done with the other tests of `game`. Results are
kept in the folder `.mutants`: a run that was stopped continues, and a later run tries only mutants that
survived or are new. Test files of the mirror folder that are newer than the marked run are run too, so a
missing test can be written and tried at once.
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
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import yaml

from game.bench import traced
from game.bench.mutation import Mutation, mutations, with_marks
from game.boards.measures.figures import Row, report

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("main.py", "pyproject.toml", "requirements.txt", "README.md", "CONTRIBUTING.md", "game", "rules",
         "sprites", "levels", "tests")
AREAS = {"rules": "rules", "data": "game/data", "table": "game/table", "boards": "game/boards",
         "ui": "game/ui"}
WANTED = {"rules": 95.0, "data": 85.0, "table": 85.0, "boards": 85.0, "ui": 85.0}
"""Percent of the mutants of an area that must be noticed."""
LEFT_OUT = ("/source/", "make_levels.py", "pack.py", "make_sounds.py", "/bench.py",
            "/shots.py", "/measures/")
"""Programs that were run once to make what is shipped, and those that measure or take pictures."""
NOT_RUN = ("tests/window", "tests/game/handout", "tests/game/endurance", "tests/game/bench",
           "tests/game/commands", "tests/game/__pycache__")
"""Tests of other processes that take long."""
RESULTS = "results.jsonl"
COUNT, MINUTES = 200, 60.0
MOST_TESTS, MOST_SECONDS = 120, 40.0
"""Of the tests that reach a function, those in its mirror and then quick ones are run, up to these limits."""
PATIENCE = 30.0
"""Seconds granted to a mutant on top of a multiple of its tests' time; a hanging mutant counts as noticed."""


@dataclass(frozen=True)
class Mutant:
    """A mutation of one file of the project."""

    area: str
    path: str
    change: Mutation

    @property
    def place(self) -> str:
        """Name the function around it."""
        return f"{self.path}:{self.change.function}"

    @property
    def key(self) -> str:
        """Tell this mutant from all others, also after a change elsewhere in its file."""
        text = f"{self.place}|{self.change.old}|{self.change.new}|{self.change.nth}"
        return hashlib.sha1(text.encode()).hexdigest()[:16]

    @property
    def mirror(self) -> str:
        """Return the folder of the tests of its module, or the next one above it that exists."""
        folder = Path("tests") / Path(self.path).parent
        return next(path for path in (folder, *folder.parents) if (ROOT / path).is_dir()).as_posix()

    def __str__(self) -> str:
        return f"{self.path}:{self.change.line}: {self.change}"


def sources(area: str, root: Path = ROOT) -> list[str]:
    """Return the modules of an area as paths from the project folder."""
    found = (path.relative_to(root).as_posix() for path in sorted((root / AREAS[area]).rglob("*.py")))
    return [path for path in found if not any(part in path for part in LEFT_OUT)]


def sample(count: int, root: Path = ROOT) -> list[Mutant]:
    """Return a fair sample: as many mutants of every area, those named as equal left out.

    It depends on nothing but the mutants, so most of it stays when the sources change.
    """
    equal = known_equal(root)
    chosen = []
    for number, area in enumerate(AREAS):
        every = [Mutant(area, path, change) for path in sources(area, root)
                 for change in mutations((root / path).read_bytes())]
        every = [mutant for mutant in every if entry_of(mutant) not in equal]
        share = count // len(AREAS) + (number < count % len(AREAS))
        chosen += sorted(every, key=lambda mutant: mutant.key)[:share]
    return chosen


def entry_of(mutant: Mutant) -> tuple[str, str, str, int]:
    """Return how a mutant is named in the list of equal ones."""
    return mutant.place, mutant.change.old, mutant.change.new, mutant.change.nth


def known_equal(root: Path = ROOT) -> set[tuple[str, str, str, int]]:
    """Return the mutants that change nothing a player or a record could see."""
    path = root / "game" / "bench" / "equal_mutants.yaml"
    entries = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else None
    return {(entry["place"], entry["old"], entry["new"], entry.get("nth", 0)) for entry in entries or ()}


# --- which tests reach which functions ---


@dataclass
class Reach:
    """The tests that reach every marked function, the seconds of each test, and when that was found out."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    made: float = 0.0

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests to run: new and then quick ones in the mirror of the module, then others."""
        mirror = mutant.mirror
        files = sorted((ROOT / mirror).rglob("test_*.py"))
        if self.tests.get(mutant.place):  # otherwise a constant: any test of the mirror may notice it
            files = [path for path in files if path.stat().st_mtime > self.made]
        new = [path.relative_to(ROOT).as_posix() for path in files]
        reaching = [test for test in self.tests.get(mutant.place, ()) if test.split("::")[0] not in new]
        chosen, seconds = new, 0.0
        for test in sorted(reaching, key=lambda test: (not test.startswith(mirror), self.seconds[test])):
            seconds += self.seconds[test]
            if len(chosen) == MOST_TESTS or (chosen and seconds > MOST_SECONDS):
                break
            chosen.append(test)
        return chosen

    def time(self, tests: list[str]) -> float:
        """Return the seconds that tests take; a new file gets what a mutant may take at most."""
        return sum(self.seconds.get(test, MOST_SECONDS) for test in tests)


def reach(mutants: list[Mutant], tests: list[str], kept: Path, workers: int) -> Reach:
    """Run tests with marks in the functions of the mutants, unless that was done before."""
    known = Reach(**json.loads(kept.read_text("utf-8"))) if kept.is_file() else Reach()
    places = sorted({mutant.place for mutant in mutants} - set(known.tests))
    if places and tests:
        known.made = time.time()
        known.tests |= {place: [] for place in places}
        for kind, test, value in records(places, tests, workers):
            if kind == "hit":
                known.tests[value].append(test)
            else:
                known.seconds[test] = known.seconds.get(test, 0.0) + value
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(known.__dict__), "utf-8")
    return known


def records(places: list[str], tests: list[str], workers: int) -> list[tuple[str, str, Any]]:
    """Run tests with marks; return hits and seconds of those that pass."""
    with tempfile.TemporaryDirectory(prefix="dominothek-traced-") as made:
        copy = copy_project(Path(made) / "copy")
        shutil.copy2(traced.__file__, copy / f"{traced.MODULE}.py")
        for path in {place.partition(":")[0] for place in places}:
            names = {place.partition(":")[2]: number for number, place in enumerate(places)
                     if place.startswith(f"{path}:")}
            source = (copy / path).read_bytes()
            (copy / path).write_bytes(with_marks(source, f"__import__({traced.MODULE!r}).hit", names))
        left_out = [f"--ignore={path}" for path in NOT_RUN]
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", traced.MODULE,
                        "--tb=no", "-n", str(workers), "--dist", "worksteal", *left_out, *tests],
                       cwd=copy, check=False, env={**os.environ, traced.FOLDER: made}, stdout=sys.stderr)
        lines = {line for path in Path(made).glob("*.jsonl") for line in path.read_text("utf-8").splitlines()}
    entries = [json.loads(line) for line in sorted(lines)]
    failed = {test for _, test, value in entries if value is None}
    return [(kind, test, places[value] if kind == "hit" else value) for kind, test, value in entries
            if test not in failed]


# --- trying mutants ---


def copy_project(folder: Path) -> Path:
    """Copy the files that the tests need."""
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy2(source, folder / part)
    return folder


def killer(copy: Path, mutant: Mutant, tests: list[str], seconds: float, steady: set[str]) -> str:
    """Return the test that fails or hangs with this mutant in a copy of the project, or nothing.

    A test that fails for the first time must pass without the mutant; then it is added to `steady`.
    """
    path = copy / mutant.path
    source, stat = path.read_bytes(), path.stat()
    path.write_bytes(mutant.change.put_into(source))
    try:
        failed = first_failure(copy, tests, PATIENCE + 5 * seconds)
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    if "::" in failed and failed not in steady:
        if first_failure(copy, [failed], PATIENCE + 5 * seconds):
            return killer(copy, mutant, [*tests, f"--deselect={failed}"], seconds, steady)
        steady.add(failed)
    return failed


def first_failure(copy: Path, tests: list[str], seconds: float) -> str:
    """Run tests until one fails; return its name, other text if it cannot be named, "" if all pass."""
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


def kept_results(folder: Path) -> dict[str, bool]:
    """Return which mutants were killed in runs before, by key."""
    kept = folder / RESULTS
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else []
    return dict(json.loads(line) for line in lines)


def try_all(mutants: list[Mutant], known: Reach, folder: Path, until: float,
            workers: int) -> dict[str, bool]:
    """Try mutants until the time is over; return which were killed, by key."""
    results: dict[str, bool] = {}
    steady: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="dominothek-mutants-", ignore_cleanup_errors=True) as made:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(min(workers, len(mutants))):
            copies.put(copy_project(Path(made) / str(number)))

        def attempt(mutant: Mutant) -> None:
            if time.monotonic() > until:
                return
            copy = copies.get()
            tests = known.of(mutant)
            found = killer(copy, mutant, tests, known.time(tests), steady) if tests else ""
            copies.put(copy)
            results[mutant.key] = bool(found)
            with (folder / RESULTS).open("a", encoding="utf-8") as file:
                file.write(json.dumps([mutant.key, bool(found)]) + "\n")
            told = f"killed by {found}" if found else f"SURVIVED {len(tests)} tests or files"
            print(f"  {len(results)}: {mutant}: {told}", file=sys.stderr, flush=True)

        with ThreadPoolExecutor(max(1, workers)) as pool:
            list(pool.map(attempt, mutants))
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
    parser.add_argument("--area", choices=AREAS)
    given = parser.parse_args()
    folder = ROOT / ".mutants"
    if given.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    workers, began = os.cpu_count() or 1, time.monotonic()
    mutants = [mutant for mutant in sample(given.count // 10 if given.quick else given.count)
               if given.area in (None, mutant.area)]
    own = sorted({f"tests/{AREAS[mutant.area]}" for mutant in mutants})
    found = [*(ROOT / "tests/game").glob("*/"), *(ROOT / "tests/game").glob("test_*.py")]
    others = sorted({path.relative_to(ROOT).as_posix() for path in found} - {*own, *NOT_RUN})
    results = kept_results(folder)
    for name, tests in (("own", own), ("others", others)):
        waiting = [mutant for mutant in mutants if not results.get(mutant.key)]
        if name == "others":
            waiting = [mutant for mutant in waiting if mutant.area != "rules"]
        known = reach(waiting, tests, folder / f"{name}.json", workers)
        results |= try_all(waiting, known, folder, began + given.minutes * 60, workers)
    report(rows_of(mutants, results))


if __name__ == "__main__":
    main()
