"""The log of a worker: one JSON object per line, without hidden information or personal data.

Only keywords, counts and ids of workers and tables are logged: no names, keys, addresses, texts or pieces.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TextIO


class Log:
    """Writes log lines; each contains the id of the worker."""

    def __init__(self, worker: str, stream: TextIO | None = None):
        self._worker, self._stream = worker, stream or sys.stdout

    def __call__(self, event: str, /, **values: str | int | float | bool) -> None:
        """Write one event with its values."""
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "worker": self._worker,
                "event": event, **values}
        print(json.dumps(line), file=self._stream, flush=True)
