"""A process full of guests: `python -m game.endurance.net.guests` reads tables from stdin and plays at them.

A line is `PORT HASTE NAME...`; each name is a guest with a bot. For each table a line `PORT HASH...` goes to
stdout when all its guests have the record.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
import time

from game.endurance.net.lines import guest, piloted
from game.net.guest import Guest
from rules.home import HOME
from rules.records import Record

FRAME = 0.005


def digest(record: Record) -> str:
    """Return the SHA-256 digest of a record, which must be equal on all sides."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


class Guests:
    """A child process whose guests play at tables of this one."""

    def __init__(self) -> None:
        self._child = subprocess.Popen([sys.executable, "-m", "game.endurance.net.guests"], cwd=HOME,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, port: int, names: list[str], haste: float = 1.0) -> None:
        """Let guests of these names go to a table."""
        assert self._child.stdin is not None
        self._child.stdin.write(" ".join([str(port), str(haste), *names]) + "\n")
        self._child.stdin.flush()

    def answer(self) -> tuple[int, list[str]]:
        """Return the port of a table that is over, and the digests of its guests' records."""
        assert self._child.stdout is not None
        port, *found = self._child.stdout.readline().split()
        return int(port), found

    def close(self) -> None:
        self._child.kill()
        self._child.communicate()


def main() -> None:
    for line in sys.stdin:
        port, haste, *names = line.split()
        threading.Thread(target=_play, args=(int(port), float(haste), names), daemon=True).start()
    time.sleep(0.1)


def _play(port: int, haste: float, names: list[str]) -> None:
    guests: list[Guest] = [guest(port, name) for name in names]
    pilots = [piloted(one, haste) for one in guests]
    while not all(one.client.record for one in guests):
        for pilot in pilots:
            pilot.take(pilot.client.poll())
            pilot.act()
        time.sleep(FRAME)
    found = [digest(one.client.record or {}) for one in guests]
    sys.stdout.write(" ".join([str(port), *found]) + "\n")  # at once: other tables write as well
    sys.stdout.flush()
    for one in guests:
        one.close()


if __name__ == "__main__":
    main()
