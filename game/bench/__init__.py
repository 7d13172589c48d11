"""`main.py bench`: all performance figures, each compared with a floor measured in the same run.

A ratio is stable on a slow or busy machine; milliseconds are not. Each part runs in a separate process, on
the current display, on a private Xvfb, or without a display.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.boards.measures.figures import Row
from game.ui.text import Texts, system_language
from rules.catalog import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent


def parts() -> dict[str, list[str]]:
    """Return the parts and the modules that measure each; games add theirs through the catalog."""
    found = {name: [f"game.bench.{name}"] for name in ("start", "idle", "drag")}
    for game in GAMES.values():
        if game.bench:
            package = game.board.partition(":")[0].rpartition(".")[0]
            found.setdefault(game.bench, []).append(f"{package}.bench")
    found["words"] = ["game.bench.words", *found.get("words", [])]
    return found


LONG = ("club", "faults", "ladder", "languages", "monkey", "mutants", "net", "ratings", "texts")
"""Parts that take long and do not depend on the machine; they run only when named."""
WITH_VALUE = ("--area", "--count", "--games", "--jobs", "--languages", "--levels", "--minutes", "--only",
              "--pairs", "--tests")
"""Options that are followed by a value."""


def main(args: list[str]) -> int:
    """Measure the parts named, or all; exit 1 if a figure falls short."""
    texts = Texts(system_language())
    named, options = separate(args)
    wanted = named or list(parts())
    known = (*parts(), *LONG)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(texts("bench.unknown", name=unknown[0], known=", ".join(known)), file=sys.stderr)
        return 2
    rows: list[Row] = []
    with display() as environment:
        print(texts("bench.display",
                    name=environment.get("DISPLAY") or environment.get("SDL_VIDEODRIVER", "?")))
        for name in wanted:
            print(texts(f"bench.part.{name}"), file=sys.stderr, flush=True)
            rows += run_part(name, environment, options)
    rows = [against_machine(row, pace()) for row in rows]
    print_table(rows, texts)
    print_verdict(rows, texts)
    return 1 if any(row.ok is False for row in rows) else 0


def separate(args: list[str]) -> tuple[list[str], list[str]]:
    """Separate the names of parts from the options."""
    named: list[str] = []
    options: list[str] = []
    for before, arg in zip(["", *args], args, strict=False):
        (options if arg.startswith("-") or before in WITH_VALUE else named).append(arg)
    return named, options


# --- the speed of this machine ---

REFERENCE = 0.010
"""CPU seconds of `_work` on the machine for which the limits in milliseconds were set."""


@cache
def pace() -> float:
    """Return how many times slower than the reference this machine runs plain Python (best of several)."""
    times = []
    for _ in range(9):
        started = time.process_time()
        _work()
        times.append(time.process_time() - started)
    return min(times) / REFERENCE


def _work() -> int:
    """Run a mix of typical operations of rules and bots: tuples, dicts, sets, small integers."""
    seen: dict[tuple[int, int], int] = {}
    for i in range(30_000):
        key = (i % 97, i * 7 % 89)
        seen[key] = seen.get(key, 0) + len({i & 3, i & 5})
    return sum(seen.values())


def against_machine(row: Row, slower: float) -> Row:
    """Return a figure with a time limit as a ratio, scaled by the speed of this machine."""
    if row.limit is None or row.floor is not None:
        return row
    if row.unit in ("ms", "s"):
        return replace(row, floor=slower)
    return replace(row, floor=1 / slower) if row.unit == "/s" else row


def run_part(name: str, environment: dict[str, str], options: list[str]) -> list[Row]:
    """Measure one part, each of its modules in its own process."""
    modules = [f"game.bench.{name}"] if name in LONG else parts()[name]
    return [row for module in modules for row in _run_module(name, module, environment, options)]


def _run_module(name: str, module: str, environment: dict[str, str], options: list[str]) -> list[Row]:
    command = [sys.executable, "-m", module, *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False,
                          stderr=None if name in LONG else subprocess.PIPE)
    if done.returncode:
        last = ((done.stderr or "").strip().splitlines() or ["?"])[-1]
        print(f"{name}: {last}", file=sys.stderr)
        return [Row(name, float("inf"), "", None, 0.0)]
    return [Row(**row) for row in json.loads(done.stdout.strip().splitlines()[-1])]


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """Yield an environment with a display (current, virtual or none) and a private data folder."""
    with tempfile.TemporaryDirectory(prefix="dominothek-bench-") as folder:
        environment = dict(os.environ, DOMINOTHEK_DATA=os.path.join(folder, "data"), SDL_AUDIODRIVER="dummy",
                           PYGAME_HIDE_SUPPORT_PROMPT="1",
                           PYTHONPYCACHEPREFIX=os.path.join(folder, "bytecode"))
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # ordinary starts use bytecode
        environment.pop("DOMINOTHEK_CACHE", None)
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


def shown(value: float) -> str:
    """Format a number with three digits; large numbers in full."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def print_verdict(rows: list[Row], texts: Texts) -> None:
    """Print which figures fall short, in one sentence."""
    short = [figure_name(row, texts) for row in rows if row.ok is False]
    judged = sum(row.ok is not None for row in rows)
    print()
    print(texts("bench.all_well", n=judged) if not short
          else texts("bench.fall_short", n=len(short), judged=judged))
    for name in short:
        print(f"  {name}")


def figure_name(row: Row, texts: Texts) -> str:
    key = f"bench.figure.{row.name}"
    return texts(key, game=row.game) if texts.has(key) else row.name


def print_table(rows: list[Row], texts: Texts) -> None:
    head = [texts(f"bench.head.{name}") for name in ("figure", "ours", "floor", "ratio", "limit", "verdict")]
    lines = [head]
    for row in rows:
        ratio = f"{row.ratio:.2f}x" if row.ratio is not None else ""
        limit = "" if row.limit is None else f"{shown(row.limit)}{'x' if row.floor else ' ' + row.unit}"
        verdict = "" if row.ok is None else texts("bench.ok" if row.ok else "bench.short")
        floor = f"{row.floor:.3g} {row.unit}" if row.floor else ""
        lines.append([figure_name(row, texts), f"{shown(row.value)} {row.unit}",
                      floor, ratio, limit, verdict])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths, strict=True))))
