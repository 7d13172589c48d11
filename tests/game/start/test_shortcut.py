"""The menu entry of one user: written without root, and taken away again."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game import commands
from game.start import shortcut


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    return tmp_path


def test_on_linux_entry_icon_and_type_come_and_go(home: Path) -> None:
    files = shortcut.install("linux")
    assert all(path.is_relative_to(home / "share") and path.is_file() for path in files)
    entry = (home / "share" / "applications" / "dominothek.desktop").read_text("utf-8")
    [line] = [line for line in entry.splitlines() if line.startswith("Exec=")]
    assert line.endswith('main.py" %f') and "StartupWMClass=dominothek" in entry
    assert shortcut.remove("linux") == files
    assert not any(path.exists() for path in files) and shortcut.remove("linux") == []


def test_paths_with_special_signs_are_quoted_in_the_entry() -> None:
    entry = shortcut.desktop_entry(["/my games/100% $fun/python", "main.py"])
    assert 'Exec="/my games/100%% \\\\$fun/python" "main.py" %f\n' in entry


def test_on_windows_a_link_without_a_console_is_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: called.append(command))
    monkeypatch.setattr(shortcut, "command", lambda: [str(home / "python.exe"), "C:\\it's here\\main.py"])
    (home / "pythonw.exe").touch()
    [link] = shortcut.install("win32")
    assert link.is_relative_to(home / "roaming"), "for this user only"
    script = called[0][-1]
    assert "pythonw.exe" in script and "it''s here" in script and ".ico" in script
    opened = script.partition(r"Dominothek.Record\shell\open\command' -Value ")[2]
    assert r"Classes\.dominothek' -Value 'Dominothek.Record'" in script
    assert opened.startswith("'\"") and opened.endswith("""\\main.py" "%1"'""") and "pythonw.exe" in opened
    link.touch()
    assert shortcut.remove("win32") == [link] and "Remove-Item" in called[1][-1]


def test_on_macos_a_command_file_is_written(home: Path) -> None:
    [path] = shortcut.install("darwin")
    assert path.read_text("utf-8").startswith("#!/bin/sh\nexec '") and path.stat().st_mode & stat.S_IXUSR


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the files of Linux")
def test_the_command_line_says_what_it_wrote(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["--install-shortcut"]) == 0
    assert str(home / "share") in capsys.readouterr().out
    assert commands.main(["--remove-shortcut"]) == 0
    assert commands.main(["--remove-shortcut"]) == 1
    assert "no menu entry" in capsys.readouterr().err
    (home / "share").rename(home / "gone")
    (home / "share").touch()
    assert commands.main(["--install-shortcut"]) == 1
    assert os.listdir(home / "gone" / "applications") in ([], ["mimeinfo.cache"])
