"""Tables of several computers, long: hidden pieces, hostile guests, bad lines, and the figures of a table.

`--only twins,storms` runs parts of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from game.bench.faults import progress
from game.boards.measures.figures import Row, report
from game.endurance.net import figures, frames, hidden, hostile, storm
from game.ui.text import Texts, system_language

TWINS, SIEGES, EACH, STORMS, MOVES, IDLE = 5000, 1000, 100, 200, 1000, 20.0
"""Games compared; sieges with so many messages of either kind; games over bad lines; moves; idle seconds."""
MOVED = 20
"""Moves whose frames are compared."""
FEWEST_DIFFERENT = 0.9
"""The share of the compared games in which the hidden pieces must really differ."""


def main() -> None:
    share = 50 if "--quick" in sys.argv else 1
    only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else list(PARTS)
    unknown = [name for name in only if name not in PARTS]
    if unknown:
        sys.exit(Texts(system_language())("bench.unknown", name=unknown[0], known=", ".join(PARTS)))
    report([row for name in only for row in PARTS[name](share)])


def _twins(share: int) -> list[Row]:
    found = hidden.run(range(TWINS // share), progress("game", TWINS // share))
    _tell(found.failures)
    return [Row("net_twins", found.changed / max(1, found.games), "", None, FEWEST_DIFFERENT, at_least=True),
            Row("net_leaks", len(found.failures), "", None, 0)]


def _sieges(share: int) -> list[Row]:
    found = hostile.run(range(SIEGES // share), EACH, progress("siege", SIEGES // share))
    _tell(found.failures)
    return [Row("net_messages", found.messages, ""), Row("net_broken", len(found.failures), "", None, 0)]


def _storms(share: int) -> list[Row]:
    found = storm.run(range(max(8, STORMS // share)), told=progress("storm", STORMS // share))
    _tell(found.failures)
    return [Row("net_storms", found.games, ""), Row("net_lost_lines", found.lost_lines, ""),
            Row("net_held_lines", found.held_lines, ""),
            Row("net_storm_failures", len(found.failures), "", None, 0)]


def _figures(share: int) -> list[Row]:
    seen, echo = figures.moves_seen(max(100, MOVES // share))
    remote, local = frames.frame_costs(MOVED)
    return [Row("net_move_p50", figures.percentile(seen, 0.5), "ms", figures.percentile(echo, 0.5)),
            Row("net_move_p99", figures.percentile(seen, 0.99), "ms", figures.percentile(echo, 0.99), 5.0),
            Row("net_frame", remote, "ms", local, 1.1),
            Row("net_idle", 100 * figures.idle_share(IDLE if share == 1 else 6.0), "%", None, 1.0)]


def _tell(failures: list[str]) -> None:
    for failure in failures:
        print(failure, file=sys.stderr)


PARTS: dict[str, Callable[[int], list[Row]]] = {
    "twins": _twins, "sieges": _sieges, "storms": _storms, "figures": _figures}


if __name__ == "__main__":
    main()
