"""A club of three servers and three workers, long: 50, 100, 200 tables, and everything that may fail."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from game.boards.measures.figures import Row, report
from game.endurance.net.cluster import why_not
from game.endurance.net.evening import Evening, Fault

SIZES: tuple[int, ...] = (50, 100, 200)
SECONDS = 30.0
"""Tables, each with three bots at lines of their own, and how long each number is measured."""
QUICK: tuple[int, ...] = (6, 12)
TAKEOVER, PLAYS_ON, PLAYED_OUT = 10.0, 30.0, 180.0
"""Seconds at most until the tables of a dead worker go on, all after other faults, and until all are over."""


def main() -> None:
    if why_not():
        print(why_not(), file=sys.stderr)
        return
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    sys.setswitchinterval(0.0005)  # else thinking bots let the thread of their lines wait 5 ms a time
    sizes, seconds = (QUICK, 6.0) if "--quick" in sys.argv else (SIZES, SECONDS)
    if "--count" in sys.argv:
        sizes = (int(sys.argv[sys.argv.index("--count") + 1]),)
    small_disk = os.name == "posix" and os.geteuid() == 0
    with tempfile.TemporaryDirectory(prefix="dominothek-club-") as folder:
        evening = Evening(Path(folder), small_disk=small_disk)
        rows: list[Row] = []
        try:
            for tables in sizes:
                evening.seat(tables)
                told = evening.measure(seconds)
                print(told, file=sys.stderr, flush=True)
                rows += [Row(f"club_{name}", value, unit, floor, game=str(tables))
                         for name, value, unit, floor in (
                             ("p50", told.p50, "ms", told.echo_p50), ("p99", told.p99, "ms", told.echo_p99),
                             ("moves", told.moves, "/s", None), ("worker_cpu", told.worker_ms, "ms", None),
                             ("server_cpu", told.server_ms, "ms", None), ("memory", told.memory, "KB", None))]
                killed = evening.suffer("worker_killed", evening.kill_worker)
                print(killed, file=sys.stderr, flush=True)
                rows += [Row(f"club_{name}", value, "s", 1.0, TAKEOVER, game=str(tables))
                         for name, value in (("takeover", killed.taken), ("worker_killed", killed.plays_on))]
                evening.add_worker()
            rows += [Row(f"club_{fault.name}", fault.plays_on, "s", 1.0, PLAYS_ON)
                     for fault in _suffer(evening, small_disk=small_disk)]
            rows.append(Row("club_records", evening.finish(PLAYED_OUT), ""))
            rows.append(Row("club_failures", len(evening.failures), "", None, 0))
        finally:
            for failure in evening.failures:
                print(failure, file=sys.stderr)
            evening.close()
        report(rows)


def _suffer(evening: Evening, *, small_disk: bool) -> list[Fault]:
    """Inject one fault after the other."""
    found: list[Fault] = []

    def suffer(name: str, act: Callable[[], None]) -> None:
        found.append(evening.suffer(name, act))
        print(found[-1], file=sys.stderr, flush=True)

    suffer("worker_updated", evening.update_worker)
    suffer("server_killed", evening.kill_server)
    evening.start_servers()
    suffer("leader_killed", evening.kill_leader)
    evening.start_servers()
    suffer("worker_cut_off", evening.cut_off)
    suffer("worker_back", evening.join_again)
    if small_disk:
        suffer("disk_full", evening.fill_disk)
        suffer("disk_emptied", evening.empty_disk)
    return found


if __name__ == "__main__":
    main()
