"""Speech: sentences about everything that happens, printed on the console by `--speak` for screen readers."""

from __future__ import annotations

import re
import sys
from collections import deque
from typing import TextIO

KEPT = 200
"""Number of sentences remembered."""
ASKED = "DOMINOTHEK_SPEAK"
"""Environment variable that `--speak` sets."""
_CHIP = re.compile(r"\[(\d)\|(\d)\]")
_CORNERS = re.compile(r"(R\d)(B\d|G\d)(G\d|B\d)(?![@\w])")


class Speaker:
    """Stores the latest sentences and prints them if `aloud`."""

    def __init__(self, *, aloud: bool = False, stream: TextIO | None = None):
        self.aloud, self._stream = aloud, stream
        self.said: deque[str] = deque(maxlen=KEPT)

    def say(self, *parts: str) -> None:
        """Say one sentence made of parts, unless it was the last one said."""
        text = sentence(*parts)
        if not text or (self.said and self.said[-1] == text):
            return
        self.said.append(text)
        if self.aloud:
            try:
                print(text, file=self._stream or sys.stdout, flush=True)
            except (OSError, ValueError):  # the console was closed
                self.aloud = False


def sentence(*parts: str) -> str:
    """Join parts into one line that ends with a full stop, without typographic characters."""
    texts = [_plain(part).rstrip(".") if part.strip() else "" for part in parts]
    line = ". ".join(text for text in texts if text)
    return line if not line or line[-1] in "!?:…" else f"{line}."


def _plain(text: str) -> str:
    text = _CORNERS.sub(r"\1 \2 \3", _CHIP.sub(r"\1|\2", text))
    text = text.replace("\u00b7", ",").replace("\u203a", ">").replace("\n", " ")
    return re.sub(r"\s+,", ",", re.sub(r"\s+", " ", text)).strip()
