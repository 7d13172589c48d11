"""The window: without a screen the program says what is missing and ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import window
from game.ui.text import Texts, languages

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X11 and Wayland can be missing")
def test_without_a_screen_the_program_says_so_and_ends(tmp_path: Path) -> None:
    environment = {**os.environ, "DOMINOTHEK_DATA": str(tmp_path), "DOMINOTHEK_LANG": "en"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        environment.pop(name, None)
    done = subprocess.run([sys.executable, "main.py"], cwd=ROOT, env=environment, capture_output=True,
                          text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert Texts("en")("window.reason.no_session") in done.stderr and "Traceback" not in done.stderr


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":99")
    return monkeypatch


def test_missing_libraries_are_named_by_their_debian_packages(linux: pytest.MonkeyPatch) -> None:
    linux.setattr(window, "X11_LIBRARIES", {"libc.so.6": "libc6", "libNone.so.1": "libnone1"})
    reason = window.why_no_screen()
    assert reason.values == {"packages": "libnone1"}
    assert "apt install libnone1" in Texts("en")(reason)


def test_a_display_that_does_not_answer_is_named(linux: pytest.MonkeyPatch) -> None:
    linux.setattr(window, "X11_LIBRARIES", {})
    assert window.why_no_screen().values == {"display": ":99"}


def test_every_reason_is_a_sentence_in_every_language() -> None:
    for language in languages():
        assert set(Texts(language).find("window.reason")) == {"none", "no_session", "libraries", "no_answer"}
