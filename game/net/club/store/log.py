"""The log of a worker: one JSON object a line, nothing hidden and nothing personal.

Only words, counts and the ids of workers and tables are logged: no names, keys, addresses, texts or pieces.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TextIO


class Log:
    """Writes lines; `worker` stands in each."""

    def __init__(self, worker: str, stream: TextIO | None = None):
        self._worker, self._stream = worker, stream or sys.stdout

    def __call__(self, event: str, /, **values: str | int | float | bool) -> None:
        """Write that something has happened."""
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "worker": self._worker,
                "event": event, **values}
        print(json.dumps(line), file=self._stream, flush=True)
