"""Record which tests reach the marked functions, and how long tests take; used by `bench mutants`.

The module is copied beside the sources under the name `MODULE`: marked functions call `hit`, also in child
processes of a test, and pytest loads it as a plugin.
"""

from __future__ import annotations

import json
import os
from typing import Any

MODULE = "dominothek_traced"
FOLDER = "DOMINOTHEK_TRACED"
"""The variable that names the folder for the records, one file for each process."""

_seen: set[tuple[str, int]] = set()


def hit(mark: int) -> None:
    """Record that the current test reaches a mark."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if test and (test, mark) not in _seen:
        _seen.add((test, mark))
        _write(["hit", test, mark])


def pytest_runtest_logreport(report: Any) -> None:
    """Record the result and the seconds of one phase of a test."""
    _write([report.when, report.nodeid, report.duration if report.passed else None])


def _write(entry: list[object]) -> None:
    with open(os.path.join(os.environ[FOLDER], f"{os.getpid()}.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
