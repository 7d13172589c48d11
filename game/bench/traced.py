"""A plugin of pytest that writes down which functions every test calls; used by `bench mutants`."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = f"{Path(__file__).resolve().parents[2]}{os.sep}"
FOLDER = "DOMINOTHEK_TRACED"
"""The variable that names the folder for the answers, one file for each process."""

_called: set[CodeType] = set()
_names: dict[CodeType, str] = {}
_failed: set[str] = set()


def _trace(frame: FrameType, event: str, arg: Any) -> None:
    del event, arg
    _called.add(frame.f_code)


def _name(code: CodeType) -> str:
    """Return `path:line` of a function of the project, nothing for other ones."""
    found = _names.get(code)
    if found is None:
        path = code.co_filename
        ours = path.startswith(ROOT) and path.startswith(("rules", "game"), len(ROOT))
        found = _names[code] = f"{path[len(ROOT):]}:{code.co_firstlineno}" if ours else ""
    return found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, None, None]:
    """Trace a test with its fixtures and add a line to the file of this process."""
    _called.clear()
    began = time.process_time()
    threading.settrace(_trace)
    sys.settrace(_trace)
    yield
    sys.settrace(None)
    threading.settrace(None)
    names = sorted({name for code in _called.copy() if (name := _name(code))})
    if item.nodeid in _failed:
        return
    line = json.dumps([item.nodeid, time.process_time() - began, names])
    with open(Path(os.environ[FOLDER]) / f"{os.getpid()}.jsonl", "a", encoding="utf-8") as file:
        file.write(line + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Leave out a test that fails or is skipped: it cannot notice a fault."""
    if not report.passed:
        _failed.add(report.nodeid)
