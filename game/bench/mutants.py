"""Mutants, long: insert small faults into the sources one by one; the tests must notice them.

A copy of the project holds all mutants of the sample, each behind a switch. One run of its tests finds which
of them reach which switch; then every mutant is switched on alone and tried by these tests, those of its
mirror folder first, until one fails (see `trial`). Results are kept in the folder `.mutants`: a run that was
stopped continues, and a later run tries only mutants that survived or are new. With `--tests FOLDER` they are
tried by some tests only, so a missing test can be written and tried at once.
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
from dataclasses import dataclass
from pathlib import Path

import yaml

from game.bench import trial
from game.bench.mutation import Mutation, mutations, with_switches
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
NOT_RUN = ("tests/game/handout", "tests/game/endurance", "tests/game/bench", "tests/game/commands")
"""Tests of other processes that take long."""
TESTS = "tests/rules,tests/game"
COUNT, MINUTES = 200, 60.0



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


# --- trying mutants ---


def switched_copy(folder: Path, mutants: list[Mutant]) -> Path:
    """Copy the files that the tests need, with switches for mutants in the sources."""
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / part)
    shutil.copy2(trial.__file__, folder / f"{trial.MODULE}.py")
    for path in {mutant.path for mutant in mutants}:
        own = {number: mutant.change for number, mutant in enumerate(mutants) if mutant.path == path}
        (folder / path).write_bytes(with_switches((ROOT / path).read_bytes(), own, trial.MODULE))
    return folder


def try_all(mutants: list[Mutant], tests: list[str], kept: Path, until: float) -> None:
    """Try mutants with tests until the time is over; add the results to a file."""
    with tempfile.TemporaryDirectory(prefix="dominothek-mutants-", ignore_cleanup_errors=True) as made:
        copy = switched_copy(Path(made) / "copy", mutants)
        plan = [[mutant.key, mutant.mirror, str(mutant)] for mutant in mutants]
        (Path(made) / "plan.json").write_text(
            json.dumps({"mutants": plan, "results": str(kept), "until": until}), "utf-8")
        environment = {**os.environ, "DOMINOTHEK_LANG": "en", "DOMINOTHEK_CACHE": f"{made}/cache",
                       "PYTHONPYCACHEPREFIX": f"{made}/bytecode", trial.FOLDER: made}
        for name in ("PYTHONDONTWRITEBYTECODE", "PYTEST_CURRENT_TEST"):
            environment.pop(name, None)
        left_out = [f"--ignore={path}" for path in NOT_RUN]
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider",
                        "-p", "no:xdist", "-p", trial.MODULE, f"--basetemp={made}/tmp", *left_out, *tests],
                       cwd=copy, env=environment, check=True, stdout=sys.stderr)


def kept_results(kept: Path) -> dict[str, bool]:
    """Return which mutants were killed, by key."""
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else []
    return {key: bool(killer) for key, killer in map(json.loads, lines)}


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
    parser.add_argument("--tests", default=TESTS)
    given = parser.parse_args()
    kept = ROOT / ".mutants" / "results.jsonl"
    if given.fresh:
        kept.unlink(missing_ok=True)
    kept.parent.mkdir(exist_ok=True)
    mutants = [mutant for mutant in sample(given.count // 10 if given.quick else given.count)
               if given.area in (None, mutant.area)]
    known = kept_results(kept)
    waiting = [mutant for mutant in mutants if not known.get(mutant.key)]
    if waiting:
        try_all(waiting, given.tests.split(","), kept, time.time() + given.minutes * 60)
    report(rows_of(mutants, kept_results(kept)))


if __name__ == "__main__":
    main()
