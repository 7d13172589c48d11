"""Where the program keeps its data and what it can make again at any time, by the custom of each system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APP = "dominothek"


def data_folder() -> Path:
    """Return the folder of DOMINOTHEK_DATA, else the system's folder for user data."""
    if asked := os.environ.get("DOMINOTHEK_DATA"):
        return Path(asked)
    return _system_folder("XDG_DATA_HOME", ".local/share", "Application Support") / APP


def cache_folder() -> Path:
    """Return the folder for files that can be made again at any time; DOMINOTHEK_CACHE names another."""
    if asked := os.environ.get("DOMINOTHEK_CACHE"):
        return Path(asked)
    if asked := os.environ.get("DOMINOTHEK_DATA"):
        return Path(asked) / "cache"
    folder = _system_folder("XDG_CACHE_HOME", ".cache", "Caches") / APP
    return folder / "Cache" if sys.platform == "win32" else folder


def _system_folder(variable: str, usual: str, library: str) -> Path:
    """Return the folder of this kind: by `variable` or below home, on macOS in its Library."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / library
    return Path(os.environ.get(variable, "").strip() or home / usual)
