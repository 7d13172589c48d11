"""Speech: sentences about everything that happens, for the system's voice and for the console."""

from __future__ import annotations

import re
import sys
from collections import deque
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from game.ui.devices.voice import Voice

KEPT = 200
"""Number of sentences remembered."""
ASKED = "DOMINOTHEK_SPEAK"
"""Environment variable that `--speak` sets."""
_CHIP = re.compile(r"\[(\d)\|(\d)\]")
_CORNERS = re.compile(r"(R\d)(B\d|G\d)(G\d|B\d)(?![@\w])")


class Speaker:
    """Stores the latest sentences; they go to the voice if there is one, and are printed if `aloud`.

    A voice that fails is replaced by the console.
    """

    def __init__(self, *, aloud: bool = False, stream: TextIO | None = None):
        self.aloud, self._stream = aloud, stream
        self.voice: Voice | None = None
        self.language = "en"
        """The language of the screen."""
        self.said: deque[str] = deque(maxlen=KEPT)

    def say(self, *parts: str) -> None:
        """Say one sentence made of parts, unless it was the last one said."""
        text = sentence(*parts)
        if not text or (self.said and self.said[-1] == text):
            return
        self.said.append(text)
        if self.voice is not None and not self.voice.broken:
            self.voice.say(text, self.language)
        if self.aloud or (self.voice is not None and self.voice.broken):
            self._print(text)

    def _print(self, text: str) -> None:
        try:
            print(text, file=self._stream or sys.stdout, flush=True)
        except (OSError, ValueError):  # the console was closed
            self.aloud, self.voice = False, None

    def turn(self, *, on: bool) -> None:
        """Switch the voice on or off; on a system without a voice the console takes its place."""
        if not on:
            self.interrupt()
            self.voice = None
        elif self.voice is None:
            from game.ui.devices.voice import Voice, find_commands  # noqa: PLC0415 - most players need no voice

            commands = find_commands()
            if commands:
                self.voice = Voice(commands)
            else:
                self.aloud = True

    def poll(self) -> None:
        """Let the voice go on; called once a frame."""
        if self.voice is not None:
            self.voice.poll()

    def interrupt(self) -> None:
        """Break off what is being said; called with every key."""
        if self.voice is not None:
            self.voice.interrupt()


def sentence(*parts: str) -> str:
    """Join parts into one line of sentences that end with a full stop, without typographic characters."""
    texts = [_plain(part).rstrip(".") if part.strip() else "" for part in parts]
    line = ". ".join(text[:1].upper() + text[1:] for text in texts if text)
    return line if not line or line[-1] in "!?:…" else f"{line}."


def _plain(text: str) -> str:
    text = _CORNERS.sub(r"\1 \2 \3", _CHIP.sub(r"\1|\2", text))
    text = text.replace("\u00b7", ",").replace("\u203a", ">").replace("\n", " ")
    return re.sub(r"\s+,", ",", re.sub(r"\s+", " ", text)).strip()
