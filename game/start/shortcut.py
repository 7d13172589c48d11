"""Put the program into the menu of the current user, without root, and take it out again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rules.home import FROM_SOURCE, HOME, PACKED

HERE = Path(__file__).resolve().parent
NAME = "dominothek"


def command() -> list[str]:
    """Return the command that starts this program again from anywhere."""
    if PACKED:
        return [sys.executable]
    python = getattr(sys, "_base_executable", None) or sys.executable
    return [python, str(HOME / "main.py")] if FROM_SOURCE else [sys.executable, "-m", NAME]


def install(platform: str = sys.platform) -> list[Path]:
    """Create the menu entry; return the files. Raise OSError or CalledProcessError if that fails."""
    return {"win32": _install_on_windows, "darwin": _install_on_macos}.get(platform, _install_on_linux)()


def remove(platform: str = sys.platform) -> list[Path]:
    """Remove the menu entry; return the files that were there."""
    places: dict[str, Callable[[], list[Path]]] = {"win32": _windows_files, "darwin": _macos_files}
    there = [path for path in places.get(platform, _linux_files)() if path.exists()]
    for path in there:
        path.unlink()
    if platform.startswith("linux"):
        _refresh_linux()
    elif platform == "win32":
        _run_script(forgetting_script())
    return there


# --- Linux: the folders of freedesktop.org ---


def _share() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _linux_files() -> list[Path]:
    share = _share()
    return [share / "applications" / f"{NAME}.desktop", share / "mime" / "packages" / f"{NAME}.xml",
            share / "icons" / "hicolor" / "128x128" / "apps" / f"{NAME}.png"]


def _install_on_linux() -> list[Path]:
    entry, kind, icon = files = _linux_files()
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text(desktop_entry(command()), "utf-8")
    shutil.copy(HERE / f"{NAME}.xml", kind)
    shutil.copy(HOME / "sprites" / "icon.png", icon)
    _refresh_linux()
    return files


def desktop_entry(words: list[str]) -> str:
    """Return the menu entry for a command."""
    text = (HERE / f"{NAME}.desktop").read_text("utf-8")
    return text.replace(f"Exec={NAME} ", f"Exec={' '.join(map(_quoted, words))} ")


def _quoted(word: str) -> str:
    """Quote a word of an Exec line, as the specification of desktop entries has it."""
    for character in '\\"`$':
        word = word.replace(character, "\\\\" + character)
    return '"' + word.replace("%", "%%") + '"'


def _refresh_linux() -> None:
    """Let the desktop notice the change now; without these programs it does so at the next login."""
    for program, folder in (("update-desktop-database", "applications"), ("update-mime-database", "mime")):
        if shutil.which(program) and (_share() / folder).is_dir():
            subprocess.run([program, str(_share() / folder)], capture_output=True, timeout=60, check=False)


# --- Windows: a link in the start menu and the type of record files, made by its own scripting host ---

CLASSES = r"HKCU:\Software\Classes"
TYPE = "Dominothek.Record"
"""Where the current user's types of files are kept, and the name of ours there."""


def _windows_files() -> list[Path]:
    roaming = os.environ.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    return [Path(roaming) / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Dominothek.lnk"]


def _install_on_windows() -> list[Path]:
    [link] = _windows_files()
    link.parent.mkdir(parents=True, exist_ok=True)
    icon = _windows_icon()
    _run_script(f"{link_script(link, command(), icon)}; {type_script(command(), icon)}")
    return [link]


def _run_script(script: str) -> None:
    subprocess.run(["powershell", "-NoProfile", "-NonInteractive", "-Command", script], check=True,
                   capture_output=True, timeout=60)


def _windows_icon() -> Path:
    """Return a file that contains the icon: the packed program, or one drawn into the data folder."""
    if PACKED or not FROM_SOURCE:
        return Path(sys.executable)
    from game.folders import data_folder  # noqa: PLC0415 - only on Windows
    from game.handout.icon import write_icons  # noqa: PLC0415 - not in the packed program

    return next(path for path in write_icons(data_folder() / "icons") if path.suffix == ".ico")


def link_script(link: Path, words: list[str], icon: Path) -> str:
    """Return the PowerShell script that writes a link."""
    arguments = " ".join(f'"{word}"' for word in words[1:])
    values = {"TargetPath": _silent(words[0]), "Arguments": arguments,
              "IconLocation": icon, "WorkingDirectory": HOME, "Description": "Dominothek"}
    lines = [f"$link.{name} = {_literal(str(value))}" for name, value in values.items()]
    return "; ".join([f"$link = (New-Object -ComObject WScript.Shell).CreateShortcut({_literal(str(link))})",
                      *lines, "$link.Save()"])


def type_script(words: list[str], icon: Path) -> str:
    """Return the PowerShell script that lets a double-click on a record file open it."""
    opened = " ".join(f'"{word}"' for word in (_silent(words[0]), *words[1:], "%1"))
    values = {f".{NAME}": TYPE, TYPE: "Dominothek", rf"{TYPE}\DefaultIcon": icon,
              rf"{TYPE}\shell\open\command": opened}
    return "; ".join(f"New-Item -Force -Path {_class(key)} -Value {_literal(str(value))}"
                     for key, value in values.items())


def forgetting_script() -> str:
    """Return the PowerShell script that removes the type of record files."""
    return f"Remove-Item -Recurse -Force -ErrorAction Ignore -Path {_class(f'.{NAME}')}, {_class(TYPE)}"


def _class(key: str) -> str:
    return _literal(rf"{CLASSES}\{key}")


def _silent(program: str) -> Path:
    """Return the twin of Python that opens no console, where there is one."""
    silent = Path(program).with_name("pythonw.exe")
    return silent if silent.is_file() else Path(program)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


# --- macOS: a file that the Finder runs in a terminal ---


def _macos_files() -> list[Path]:
    return [Path.home() / "Applications" / "Dominothek.command"]


def _install_on_macos() -> list[Path]:
    [path] = _macos_files()
    path.parent.mkdir(parents=True, exist_ok=True)
    words = " ".join("'" + word.replace("'", "'\\''") + "'" for word in command())
    path.write_text(f"#!/bin/sh\nexec {words}\n", "utf-8")
    path.chmod(0o755)
    return [path]
