"""Try mutants within one run of pytest; used by `bench mutants`.

The module is copied beside the sources as `MODULE`. The sources hold all mutants of the sample and ask `on`
which one is meant; pytest loads the module as a plugin. So the tests are imported only once: every test file,
and then every mutant, gets a process forked from there, with folders as empty as at a first start.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

MODULE = "dominothek_trial"
FOLDER, MUTANT = "DOMINOTHEK_TRIAL", "DOMINOTHEK_MUTANT"
"""Variables for the folder of a trial and the number of the mutant, which child processes read too."""
MOST_SECONDS = 60.0
"""A mutant is tried with tests that together take as long."""
PATIENCE = 20.0
"""Seconds granted to a test on top of a multiple of its time; one that hangs has noticed the mutant."""

_chosen = int(os.environ.get(MUTANT, "-1"))
_test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
_seen: set[int] = set()
_at_import: set[int] = set()
_failed: list[str] = []


def on(number: int) -> bool:
    """Return whether a mutant is the chosen one; if none is, record that the current test reaches it."""
    if number == _chosen:
        return True
    if number not in _seen and _chosen < 0:
        _seen.add(number)
        if _test:
            _write(["hit", _test, number])
        else:
            _at_import.add(number)
    return False


def _write(entry: list[object]) -> None:
    with open(Path(os.environ[FOLDER]) / "marks.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def pytest_runtest_logstart(nodeid: str) -> None:
    """Note the test that begins."""
    global _test
    _test = nodeid
    _seen.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record the seconds of one phase of a test, or that it failed."""
    if report.failed:
        _failed.append(report.nodeid)
    if _chosen < 0:
        _write(["seconds", report.nodeid, report.duration if report.passed else None])


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try all mutants of the plan instead of running the tests."""
    plan = json.loads((Path(os.environ[FOLDER]) / "plan.json").read_text("utf-8"))
    trial = Trial(session.items)
    trial.mark()
    for number, (key, mirror, text) in enumerate(plan["mutants"]):
        if time.time() > plan["until"]:
            break
        began = time.monotonic()
        killer = trial.killer(number, mirror)
        with open(plan["results"], "a", encoding="utf-8") as file:
            file.write(json.dumps([key, killer]) + "\n")
        _tell(f"{number + 1}: {text}: {killer or 'SURVIVED'} ({time.monotonic() - began:.1f} s)")
    return True


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


class Trial:
    """The tests of a run, and which mutants each of them reaches."""

    def __init__(self, items: list[pytest.Item]):
        self.items = {item.nodeid: item for item in items}
        self.hits: dict[int, set[str]] = {}
        self.seconds: dict[str, float] = {}
        """Of the tests that pass without a mutant."""

    def mark(self) -> None:
        """Run every test file without a mutant."""
        for path, tests in groupby(self.items, key=_file_of):
            began = time.monotonic()
            self._first_failure(list(tests), stop=False)
            _tell(f"{path}: {time.monotonic() - began:.1f} s")
        lines = (Path(os.environ[FOLDER]) / "marks.jsonl").read_text("utf-8").splitlines()
        failed = set()
        for kind, test, value in map(json.loads, lines):
            if kind == "hit":
                self.hits.setdefault(value, set()).add(test)
            elif value is None:
                failed.add(test)
            else:
                self.seconds[test] = self.seconds.get(test, 0.0) + value
        for test in failed:
            self.seconds.pop(test, None)
            _tell(f"left out, because it is skipped or fails without a mutant: {test}")

    def chosen(self, number: int, mirror: str) -> list[str]:
        """Return the tests for a mutant: those that reach it, in its mirror folder and quick ones first.

        The other tests of their files follow: they may notice it in what a fixture made for all of them.
        """
        hits = self.hits.get(number, set())
        files = set(map(_file_of, hits))
        tests = sorted((test for test in self.seconds if _file_of(test) in files), key=lambda test: (
            test not in hits, not test.startswith(mirror), round(self.seconds[test], 1), test))
        return self._affordable(tests)

    def _affordable(self, tests: list[str]) -> list[str]:
        """Return as many of the first tests as the time allows, at least one."""
        sums = accumulate(self.seconds[test] for test in tests)
        return [test for place, (test, total) in enumerate(zip(tests, sums, strict=True))
                if place == 0 or total <= MOST_SECONDS]

    def killer(self, number: int, mirror: str) -> str:
        """Return the test that fails or hangs with a mutant, or nothing."""
        tests = self.chosen(number, mirror)
        while failed := self._first_failure(tests, number):
            before = tests[:tests.index(failed) + 1]
            if not self._first_failure(before):
                return failed
            tests.remove(failed)
            _tell(f"left out, because it fails without the mutant in this order: {failed}")
        return self._failure_at_import(number, mirror) if number in _at_import else ""

    def _first_failure(self, tests: list[str], number: int = -1, *, stop: bool = True) -> str:
        """Run tests in a forked process until one fails or hangs; return it."""
        global _chosen
        for name in ("DOMINOTHEK_DATA", "DOMINOTHEK_CACHE"):
            shutil.rmtree(os.environ[name], ignore_errors=True)
            os.makedirs(os.environ[name])
        answer = Path(os.environ[FOLDER]) / "answer"
        answer.write_text("", "utf-8")
        process = os.fork()
        if process:
            os.waitpid(process, 0)
            with suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)  # what the tests left running
            return answer.read_text("utf-8")
        try:
            os.setsid()
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            _chosen, os.environ[MUTANT] = number, str(number)
            for test, following in zip(tests, [*tests[1:], None], strict=True):
                answer.write_text(test, "utf-8")  # it stays if the process ends or hangs here
                signal.setitimer(signal.ITIMER_REAL, PATIENCE + 10 * self.seconds.get(test, MOST_SECONDS))
                item = self.items[test]
                item.config.hook.pytest_runtest_protocol(
                    item=item, nextitem=self.items[following] if following else None)
                if _failed and stop:
                    os._exit(1)
            answer.write_text("", "utf-8")
        finally:
            os._exit(0)

    def _failure_at_import(self, number: int, mirror: str) -> str:
        """Return the mirror folder if its quick tests notice a mutant that matters at import."""
        own = sorted((test for test in self.seconds if test.startswith(mirror)), key=self.seconds.__getitem__)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
                   *self._affordable(own)]
        environment = {**os.environ, MUTANT: str(number)}
        del environment["DOMINOTHEK_CACHE"]  # so that it makes its own
        try:
            done = subprocess.run(command, env=environment, check=False, timeout=600,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return mirror
        return mirror if done.returncode else ""


def _file_of(test: str) -> str:
    return test.partition("::")[0]
