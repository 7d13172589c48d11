"""The folders of the program, by the custom of each system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.folders import cache_folder, data_folder

HOME = Path("/home/ada")
VARIABLES = ("DOMINOTHEK_DATA", "DOMINOTHEK_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(Path, "home", lambda: HOME)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(("system", "data", "cache"), [
    ("linux", ".local/share/dominothek", ".cache/dominothek"),
    ("darwin", "Library/Application Support/dominothek", "Library/Caches/dominothek"),
    ("win32", "AppData/Local/dominothek", "AppData/Local/dominothek/Cache"),
])
def test_each_system_has_its_own_folders(at_home: pytest.MonkeyPatch, system: str, data: str,
                                         cache: str) -> None:
    at_home.setattr(sys, "platform", system)
    assert (data_folder(), cache_folder()) == (HOME / data, HOME / cache)


@pytest.mark.parametrize(("name", "value", "data", "cache"), [
    ("XDG_DATA_HOME", "/d", "/d/dominothek", "/home/ada/.cache/dominothek"),
    ("XDG_CACHE_HOME", "/c", "/home/ada/.local/share/dominothek", "/c/dominothek"),
    ("XDG_DATA_HOME", "  ", "/home/ada/.local/share/dominothek", "/home/ada/.cache/dominothek"),
    ("DOMINOTHEK_DATA", "/mine", "/mine", "/mine/cache"),
    ("DOMINOTHEK_CACHE", "/fast", "/home/ada/.local/share/dominothek", "/fast"),
])
def test_the_environment_names_others(at_home: pytest.MonkeyPatch, name: str, value: str, data: str,
                                      cache: str) -> None:
    at_home.setattr(sys, "platform", "linux")
    at_home.setenv(name, value)
    assert (data_folder(), cache_folder()) == (Path(data), Path(cache))
