"""The monkey, long: 100,000 events at every table, and memory after 200 games; `--quick` runs a 50th."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from game.boards.measures.figures import Row, report

EVENTS, FEW, MANY = 100_000, 20, 200


def main() -> None:
    quick = "--quick" in sys.argv
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["PATH"] = ""  # keeps the monkey from opening a file manager
    from game.endurance import memory, monkey  # noqa: PLC0415 - after the environment is set
    from rules.catalog import GAMES  # noqa: PLC0415 - after the environment is set

    rows = []
    with tempfile.TemporaryDirectory(prefix="dominothek-monkey-") as folder:
        sizes = memory.run(Path(folder), (FEW, MANY // 5 if quick else MANY), told=_tell_games).sizes
        few, many = sizes[FEW], max(sizes.values()) if quick else sizes[MANY]
        rows.append(Row("monkey_memory", many / 2**20, "MB", few / 2**20, 1.1))
        for game in GAMES:
            found = monkey.run(Path(folder) / game, game, EVENTS // 50 if quick else EVENTS)
            print(f"  {game}: {found.events} events, {found.games} games, {found.moves} moves",
                  file=sys.stderr, flush=True)
            for failure in found.failures:
                print(failure, file=sys.stderr)
            rows.append(Row("monkey", len(found.failures), "", None, 0, game=game))
    report(rows)


def _tell_games(number: int) -> None:
    if (number + 1) % 20 == 0:
        print(f"  game {number + 1}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
