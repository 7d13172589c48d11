"""The system's voice: says sentences through a command of the system, one after the other.

Linux has speech-dispatcher or espeak-ng, macOS `say`, Windows PowerShell. The sentence goes to the command by
its standard input, never by its arguments. Nothing waits for the voice: `poll` is called once a frame.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

WAITING = 12
"""The most sentences that wait; of more the oldest are dropped."""
WINDOWS = ("[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
           "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
           "try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, "
           "[Globalization.CultureInfo]'{language}') } catch { }; $voice.Speak([Console]::In.ReadToEnd())")
"""A script for PowerShell, which has the voice of Windows."""


LINUX = (("spd-say", ("-l", "{language}", "-w", "-e"), ("-C",)),
         ("espeak-ng", ("-v", "{language}", "--stdin"), ()),
         ("espeak", ("-v", "{language}", "--stdin"), ()))
"""Name, arguments and what silences it: speech-dispatcher, which knows the user's own voice, or espeak."""


class Process(Protocol):
    """A running command, as the voice uses it."""

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...


@dataclass(frozen=True)
class Command:
    """A command that says its standard input; `{language}` in its arguments is the code of a language."""

    arguments: tuple[str, ...]
    hush: tuple[str, ...] = ()
    """A command that silences it, where ending its process is not enough."""

    def for_language(self, language: str) -> list[str]:
        return [argument.replace("{language}", language) for argument in self.arguments]


def find_commands(platform: str = sys.platform,
                  which: Callable[[str], str | None] = shutil.which) -> list[Command]:
    """Return the commands of this system's voice, the best first; none if it has no voice."""
    known = {"win32": (("powershell", ("-NoProfile", "-NonInteractive", "-Command", WINDOWS), ()),
                       ("pwsh", ("-NoProfile", "-NonInteractive", "-Command", WINDOWS), ())),
             "darwin": (("say", ("-f", "-"), ()),)}
    return [Command((found, *arguments), (found, *hush) if hush else ())
            for name, arguments, hush in known.get(platform, LINUX) if (found := which(name))]


def start(arguments: Sequence[str], text: str) -> Process:
    """Start a command without waiting for it, and hand it a text."""
    hidden = 0x08000000 if sys.platform == "win32" else 0  # CREATE_NO_WINDOW
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, creationflags=hidden)
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(f"{text}\n".encode())
    return process


class Voice:
    """Says sentences in turn until a key interrupts it. A command that fails gives way to the next one."""

    def __init__(self, commands: Sequence[Command],
                 start: Callable[[Sequence[str], str], Process] = start):
        self._commands, self._start = list(commands), start
        self._waiting: deque[tuple[str, str]] = deque(maxlen=WAITING)
        self._now = ("", "")
        """The sentence that is being said, and its language."""
        self._speaking: Process | None = None

    @property
    def broken(self) -> bool:
        """Whether no command is left that works."""
        return not self._commands

    def say(self, text: str, language: str) -> None:
        """Say a sentence after those that wait."""
        self._waiting.append((text, language))
        self.poll()

    def poll(self) -> None:
        """Begin the next sentence if the last one has ended."""
        if self._speaking is not None:
            code = self._speaking.poll()
            if code is None:
                return
            self._speaking = None
            if code != 0:
                self._give_up()
        while self._waiting and not self.broken and self._speaking is None:
            self._now = self._waiting.popleft()
            try:
                self._speaking = self._start(self._commands[0].for_language(self._now[1]), self._now[0])
            except OSError:
                self._give_up()

    def _give_up(self) -> None:
        """Turn to the next command, with the sentence that failed."""
        del self._commands[0]
        self._waiting.appendleft(self._now)

    def interrupt(self) -> None:
        """Fall silent at once and forget what waits."""
        self._waiting.clear()
        if self._speaking is None:
            return
        if self._speaking.poll() is None:
            self._speaking.kill()
            self._speaking.poll()
        self._speaking = None
        if self._commands[0].hush:
            try:
                self._start(self._commands[0].hush, "")
            except OSError:
                del self._commands[0]
