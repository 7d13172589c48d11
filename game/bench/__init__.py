"""`main.py bench`: every figure the project promises, each against its floor measured in the same run.

A ratio survives a slow or busy machine; milliseconds do not. Each part runs in a process of its own, on
the display at hand, on an Xvfb of its own, or without any.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from game.text import Texts, system_language

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Row:
    """One figure: what was measured, in which unit, against which floor, and what is allowed."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    limit: float | None = None
    """Of the ratio if there is a floor, else of the value."""

    @property
    def ratio(self) -> float | None:
        return self.value / self.floor if self.floor else None

    @property
    def ok(self) -> bool | None:
        if self.limit is None:
            return None
        compared = self.ratio if self.ratio is not None else self.value
        return compared <= self.limit


PARTS = ("start", "idle", "drag", "solver", "triangles", "words")


def main(args: list[str]) -> int:
    """Measure the parts named, or all; exit 1 if a figure falls short."""
    texts = Texts(system_language())
    wanted = [arg for arg in args if not arg.startswith("-")] or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(texts("bench.unknown", name=unknown[0], known=", ".join(PARTS)), file=sys.stderr)
        return 2
    quick = "--quick" in args
    rows: list[Row] = []
    with display() as environment:
        print(texts("bench.display", name=environment.get("DISPLAY") or environment.get("SDL_VIDEODRIVER", "?")))
        for name in wanted:
            print(texts(f"bench.part.{name}"), file=sys.stderr, flush=True)
            rows += run_part(name, environment, quick)
    print_table(rows, texts)
    return 1 if any(row.ok is False for row in rows) else 0


def run_part(name: str, environment: dict[str, str], quick: bool) -> list[Row]:
    """Measure one part in its own process."""
    command = [sys.executable, "-m", f"game.bench.{name}"] + (["--quick"] if quick else [])
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["?"])[-1]
        print(f"{name}: {last}", file=sys.stderr)
        return [Row(name, float("inf"), "", None, 0.0)]
    return [Row(**row) for row in json.loads(done.stdout.strip().splitlines()[-1])]


def report(rows: list[Row]) -> None:
    """A part hands its rows to the process that asked."""
    print(json.dumps([row.__dict__ for row in rows]))


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """An environment with a screen: the present one, a virtual one, or none; and a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="dominothek-bench-") as folder:
        environment = dict(os.environ, DOMINOTHEK_DATA=folder, SDL_AUDIODRIVER="dummy",
                           PYGAME_HIDE_SUPPORT_PROMPT="1", PYTHONPYCACHEPREFIX=os.path.join(folder, "bytecode"))
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a program starts with its bytecode at hand
        server = None
        if not environment.get("DISPLAY") and shutil.which("Xvfb") and sys.platform.startswith("linux"):
            number = f":{90 + os.getpid() % 400}"
            server = subprocess.Popen(["Xvfb", number, "-screen", "0", "3840x2160x24", "-noreset"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            environment["DISPLAY"] = number
            subprocess.run([sys.executable, "-c", "import time; time.sleep(0.8)"], check=False)
        elif not environment.get("DISPLAY") and sys.platform.startswith("linux"):
            environment["SDL_VIDEODRIVER"] = "dummy"
        try:
            yield environment
        finally:
            if server is not None:
                server.terminate()
                server.wait()


def print_table(rows: list[Row], texts: Texts) -> None:
    head = [texts(f"bench.head.{name}") for name in ("figure", "ours", "floor", "ratio", "limit", "verdict")]
    lines = [head]
    for row in rows:
        ratio = f"{row.ratio:.2f}x" if row.ratio is not None else ""
        limit = "" if row.limit is None else f"{row.limit:g}{'x' if row.floor else ' ' + row.unit}"
        verdict = "" if row.ok is None else texts("bench.ok" if row.ok else "bench.short")
        key = f"bench.figure.{row.name}"
        name = texts(key) if texts.has(key) else row.name
        lines.append([name, f"{row.value:.3g} {row.unit}", f"{row.floor:.3g} {row.unit}" if row.floor else "", ratio,
                      limit, verdict])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))))
