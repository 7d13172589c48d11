"""`main.py check`: run the gates (ruff, mypy, vulture), which .ci/run also runs before the tests."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from game.ui.text import Texts

ROOT = Path(__file__).resolve().parent.parent
GATES = (("ruff", "check", "--no-cache"), ("mypy",), ("vulture",))
"""Each gate as a module and its arguments; what it checks and how strictly is set in pyproject.toml."""


def run(texts: Texts) -> int:
    """Run every gate, also after one has failed; return 0 if all are clean, else 1."""
    failed = 0
    for gate in GATES:
        started = time.monotonic()
        done = subprocess.run([sys.executable, "-m", *gate], cwd=ROOT, check=False)
        verdict = "cli.check.clean" if done.returncode == 0 else "cli.check.found"
        print(texts(verdict, gate=gate[0], seconds=round(time.monotonic() - started)), flush=True)
        failed |= done.returncode != 0
    return int(failed)
