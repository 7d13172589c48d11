"""The messages of the first start, on the console and in a small window; standard library only.

Heavy imports are inside functions: every start of the game runs through this module.
"""

from __future__ import annotations

import os
import sys
from typing import IO

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ON_WINDOWS = os.name == "nt"

# These texts are JSON, not YAML like all others: the YAML package may be missing.
LOCALE = os.path.join(ROOT, "game", "locale")
TEXTS = "bootstrap.json"
FALLBACK = "en"
WINDOWS_LANGUAGES = {7: "de", 10: "es", 12: "fr", 16: "it", 19: "nl"}


class SetupFailed(Exception):
    """The packages cannot be installed; carries the message for the player."""

    def __init__(self, why: str, **values: str) -> None:
        super().__init__(text(why, **values))
        self.why = why


def language() -> str:
    """Return the system's language if we have it, else English."""
    for name in ("DOMINOTHEK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            code = os.environ[name][:2].lower()
            return code if os.path.isfile(os.path.join(LOCALE, code, TEXTS)) else FALLBACK
    if ON_WINDOWS:
        import ctypes  # noqa: PLC0415 - only on Windows

        # The low ten bits are the language without the country.
        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined,unused-ignore]
        return WINDOWS_LANGUAGES.get(number & 0x3FF, FALLBACK)
    return FALLBACK


def text(key: str, **values: str) -> str:
    """Return a message in the player's language; long ones are stored as a list of lines."""
    import json  # noqa: PLC0415 - not needed for an ordinary start

    try:
        with open(os.path.join(LOCALE, language(), TEXTS), encoding="utf-8") as file:
            found = json.load(file)[key]
    except OSError:  # incomplete copy: show at least the key and its values
        return " ".join([key, *map(str, values.values())])
    return (found if isinstance(found, str) else "\n".join(found)).format(**values)


def say(sentence: str, **more: object) -> None:
    """Print to stderr (stdout belongs to commands such as `simulate`) and show it in the window, if open."""
    stream = sys.stderr
    if stream is not None:  # pythonw.exe has no console
        encoding = stream.encoding or "ascii"
        stream.write(sentence.encode(encoding, "replace").decode(encoding) + "\n")
        stream.flush()
    WINDOW.show({"text": sentence.strip(), **more})


def complain(sentence: str) -> None:
    """Report why the program cannot start: on the console and in the window, else in a message box."""
    say(sentence, fault=sentence, close=text("close"))
    if ON_WINDOWS and sys.stderr is None and not WINDOW.is_open:
        import ctypes  # noqa: PLC0415 - only on Windows

        icon_stop = 0x10
        ctypes.windll.user32.MessageBoxW(None, sentence, "Dominothek", icon_stop)  # type: ignore[attr-defined,unused-ignore]


def keep_window_open() -> None:
    """Wait for a key if started by a double click on Windows, where the console would close at once."""
    if double_clicked_on_windows() and sys.stdin is not None and sys.stdin.isatty():
        say(text("press_enter"))
        sys.stdin.readline()


def double_clicked_on_windows() -> bool:
    """Return whether the Explorer started the program: a command prompt sets PROMPT for its children."""
    return ON_WINDOWS and "PROMPT" not in os.environ


def opens_the_window(argv: list[str]) -> bool:
    """Return whether this command line opens the game, with or without files dropped on it."""
    return all(os.path.isfile(argument) for argument in argv)


class ProgressWindow:
    """The small window of a first start without a terminal; a process of its own, so that it never waits."""

    def __init__(self) -> None:
        self._pipe: IO[bytes] | None = None

    @property
    def is_open(self) -> bool:
        return self._pipe is not None

    def open(self) -> None:
        """Open the window if the console is not visible."""
        seen = sys.stderr is not None and sys.stderr.isatty()
        screen = ON_WINDOWS or sys.platform == "darwin" or any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
        if self.is_open or seen or not screen:
            return
        import subprocess  # noqa: PLC0415 - not needed for an ordinary start

        script = os.path.join(ROOT, "game", "start", "progress_window.py")
        try:
            self._pipe = subprocess.Popen(
                [sys.executable, "-I", script], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True).stdin
        except OSError:
            return  # the lines of the console must do

    def show(self, message: dict[str, object]) -> None:
        """Send a message; the window may have been closed by the player."""
        if self._pipe is None:
            return
        import json  # noqa: PLC0415 - not needed for an ordinary start

        try:
            self._pipe.write(json.dumps(message).encode() + b"\n")
            self._pipe.flush()
        except OSError:
            self._pipe = None


WINDOW = ProgressWindow()
