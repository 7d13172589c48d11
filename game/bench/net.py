"""Tables of several computers, long: hidden pieces, hostile guests, bad lines, and the figures of a table."""

from __future__ import annotations

import sys

from game.bench.faults import progress
from game.boards.measures.figures import Row, report
from game.endurance.net import figures, frames, hidden, hostile, storm

TWINS, SIEGES, EACH, STORMS, MOVES, IDLE = 5000, 1000, 100, 200, 1000, 20.0
"""Games compared; sieges with so many messages of either kind; games over bad lines; moves; idle seconds."""
MOVED = 40
"""Moves whose frames are compared."""
FEWEST_DIFFERENT = 0.9
"""The share of the compared games in which the hidden pieces must really differ."""


def main() -> None:
    share = 50 if "--quick" in sys.argv else 1
    twins = hidden.run(range(TWINS // share), progress("game", TWINS // share))
    sieges = hostile.run(range(SIEGES // share), EACH, progress("siege", SIEGES // share))
    storms = storm.run(range(max(8, STORMS // share)), told=progress("storm", STORMS // share))
    for failure in twins.failures + sieges.failures + storms.failures:
        print(failure, file=sys.stderr)
    seen, echo = figures.moves_seen(max(100, MOVES // share))
    remote, local = frames.frame_costs(MOVED)
    report([
        Row("net_twins", twins.changed / max(1, twins.games), "", None, FEWEST_DIFFERENT, at_least=True),
        Row("net_leaks", len(twins.failures), "", None, 0),
        Row("net_messages", sieges.messages, ""), Row("net_broken", len(sieges.failures), "", None, 0),
        Row("net_storms", storms.games, ""), Row("net_lost_lines", storms.lost_lines, ""),
        Row("net_held_lines", storms.held_lines, ""),
        Row("net_storm_failures", len(storms.failures), "", None, 0),
        Row("net_move_p50", figures.percentile(seen, 0.5), "ms", figures.percentile(echo, 0.5)),
        Row("net_move_p99", figures.percentile(seen, 0.99), "ms", figures.percentile(echo, 0.99), 5.0),
        Row("net_frame", remote, "ms", local, 1.1),
        Row("net_idle", 100 * figures.idle_share(IDLE if share == 1 else 6.0), "%", None, 1.0)])


if __name__ == "__main__":
    main()
