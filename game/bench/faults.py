"""Faults, long: kills in the middle of play, damaged data folders and damaged files. `--quick` is a tenth."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from game.boards.measures.figures import Row, report

KILLS, FOLDERS, FILES = 1000, 2000, 20_000
SLOWEST = 5.0
"""Seconds within which everything is answered."""
MEMORY = 4096
"""Memory limit in megabytes for all damaged files together."""


def main() -> None:
    share = 10 if "--quick" in sys.argv else 1
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from game.endurance import files, folders, kills  # noqa: PLC0415 - after the environment is set
    from game.endurance.limits import at_most_memory  # noqa: PLC0415 - after the environment is set

    with tempfile.TemporaryDirectory(prefix="dominothek-faults-") as folder:
        killed = kills.run(Path(folder) / "kills", KILLS // share, told=progress("kill", KILLS // share))
        at_most_memory(MEMORY)
        broken = folders.run(Path(folder) / "folders", range(FOLDERS // share),
                             told=progress("folder", FOLDERS // share))
        damaged = files.run(Path(folder) / "files", range(FILES // share),
                            told=progress("file", FILES // share))
    for failure in killed.failures + broken.failures + damaged.failures:
        print(failure, file=sys.stderr)
    report([Row("faults_kills", killed.kills, ""), Row("faults_moves", killed.moves, ""),
            Row("faults_lost", len(killed.failures), "", None, 0), Row("faults_folders", broken.files, ""),
            Row("faults_folders_lost", len(broken.failures), "", None, 0),
            Row("faults_files", damaged.files, ""), Row("faults_refused", damaged.refused, ""),
            Row("faults_unanswered", len(damaged.failures), "", None, 0),
            Row("faults_slowest", max(broken.slowest, damaged.slowest), "s", None, SLOWEST)])


def progress(what: str, total: int) -> Callable[[int], None]:
    def told(number: int) -> None:
        if (number + 1) % max(1, total // 20) == 0:
            print(f"  {what} {number + 1} / {total}", file=sys.stderr, flush=True)
    return told


if __name__ == "__main__":
    main()
