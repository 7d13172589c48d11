"""`main.py test`: run pytest over tests/ on several cores, away from the user's own saves and settings."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_WORKERS = 4  # each worker loads pygame and the lexicon: more of them cost more than they save
SPARE = 1  # one worker more than cores: tests of the real window mostly wait
MEMORY = "/dev/shm"
ROOM = 3 << 30  # bytes; the tests write one gigabyte

KEPT_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30)}
"""Lets glibc keep freed pictures for the next ones: asking the system for each took a tenth of the time."""

HELP = """usage: python3 main.py test [pytest options] [files, counted from the project folder]

Runs all tests, or those of the files given. Some useful options:
  -k WORD        only tests whose name contains WORD
  -x             stop at the first failure
  -m "not window"  leave out the tests that need a real window
  -n 0           one after the other, in one process
  --durations=10 name the ten slowest
All other options of pytest work too; the exit code is pytest's.

Through a real window every game is played with the mouse, and one of each family with the keyboard alone,
at one of three sizes; with DOMINOTHEK_ALL_SIZES=1 in the environment all are played in both ways at all of
them. With DOMINOTHEK_LONG=1 samples are larger, and all tests are run once more with the game that
CONTRIBUTING.md builds."""


def run(args: list[str]) -> int:
    """Run the tests with further arguments for pytest; return its exit code."""
    if args in (["-h"], ["--help"]):
        print(HELP)
        return 0
    # A separate process: the tests get fresh modules, whatever the command line has already imported.
    with tempfile.TemporaryDirectory(prefix="dominothek-test-", dir=folder_in_memory(),
                                     ignore_cleanup_errors=True) as user_data:
        environment = {**KEPT_MEMORY, **os.environ, "DOMINOTHEK_DATA": user_data, "TMPDIR": user_data}
        if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Not beside the sources, then: but a hundred programs that the tests start need not all compile.
            environment["PYTHONPYCACHEPREFIX"] = os.path.join(user_data, "bytecode")
        tests = subprocess.Popen(pytest_command(args), cwd=ROOT, env=environment)
        while True:
            try:
                code = tests.wait()
                break
            except KeyboardInterrupt:  # pytest received it as well: let it print its summary
                continue
    return code if code >= 0 else 128 - code


def folder_in_memory(folder: str = MEMORY) -> str | None:
    """Return a folder in memory, where flushing thousands of small files takes no time; None if unsuitable.

    It needs room, and programs must be allowed to start there. Packages are too large and built on disk.
    """
    if "DOMINOTHEK_HANDOUT" in os.environ or not os.access(folder, os.W_OK):
        return None
    found = os.statvfs(folder)
    return None if found.f_flag & os.ST_NOEXEC or found.f_bavail * found.f_frsize < ROOM else folder


def pytest_command(args: list[str]) -> list[str]:
    """Return the pytest command; without workers for a debugger, which needs the terminal.

    Workers get neighbouring tests, which share loaded data, and steal work from others at the end.
    """
    count = min((os.cpu_count() or 1) + SPARE, MOST_WORKERS)
    workers = [] if {"--pdb", "--trace"} & set(args) else ["-n", str(count), "--dist", "worksteal"]
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *workers, *args]
