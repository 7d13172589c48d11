"""The handout: the icon in all formats, one version everywhere, and the packed program, built and started."""

from __future__ import annotations

import configparser
import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game.handout import build as recipe
from game.handout.icon import ICNS_KINDS, SIZES, write_icons
from game.version import VERSION
from rules.home import HOME
from tests.kit.xscreen import MISSING, Screen

ROOT = Path(__file__).resolve().parents[3]
HANDOUT = ROOT / "game" / "handout"


# --- the icon ---


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    write_icons(folder)
    return folder


def test_the_icon_is_drawn_in_every_size(icons: Path) -> None:
    for px in SIZES:
        picture = pygame.image.load(icons / f"dominothek-{px}.png")
        assert picture.get_size() == (px, px)
        assert picture.get_at((0, 0)).a == 0 and picture.get_at((px // 2, px // 2)).a > 250


def test_the_icon_of_windows_holds_its_pictures(icons: Path) -> None:
    data = (icons / "dominothek.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    for number in range(count):
        width, *_, length, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert pygame.image.load(BytesIO(data[at:at + length]), "a.png").get_width() == (width or 256)


def test_the_icon_of_macos_holds_its_pictures(icons: Path) -> None:
    data = (icons / "dominothek.icns").read_bytes()
    assert data[:4] == b"icns" and struct.unpack(">I", data[4:8])[0] == len(data)
    at, kinds = 8, []
    while at < len(data):
        kinds.append(data[at:at + 4])
        length = struct.unpack(">I", data[at + 4:at + 8])[0]
        assert pygame.image.load(BytesIO(data[at + 8:at + length]), "a.png").get_width() > 0
        at += length
    assert kinds == list(ICNS_KINDS.values())


def test_the_window_has_its_icon() -> None:
    assert pygame.image.load(HOME / "sprites" / "icon.png").get_size() == (128, 128)


# --- the recipe ---


def test_one_version_stands_everywhere() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == VERSION
    windows = (HANDOUT / "version_info.txt").read_text("utf-8")
    assert re.findall(r'Version", "([^"]+)"', windows) == [VERSION, VERSION]
    four = ", ".join([*VERSION.split("."), "0"])
    assert windows.count(f"({four})") == 2
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == VERSION


def test_the_entry_of_the_menu_is_complete() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(HANDOUT / "dominothek.desktop", "utf-8")
    values = entry["Desktop Entry"]
    assert {"Name", "Exec", "Icon", "Comment", "Comment[de]", "Categories"} <= set(values)
    assert values["Categories"].endswith(";") and values["Type"] == "Application"


def test_everything_but_code_is_packed_or_lies_beside() -> None:
    packed = {Path(path).relative_to(ROOT) for path, _ in recipe.bundled_files()}
    for path in (*(ROOT / "game").rglob("*"), *(ROOT / "rules").rglob("*")):
        within = path.relative_to(ROOT)
        data = path.suffix not in (".py", ".pyc") or (path.suffix == ".py" and "source" in within.parts)
        if path.is_file() and data and "handout" not in within.parts:
            assert (within in packed) != (within.parts[:2] == ("rules", "variants")), within
    assert all((ROOT / folder).is_dir() for folder in recipe.EDITABLE)


def test_every_picture_of_the_readme_is_there_and_small() -> None:
    named = set(re.findall(r"\]\((sprites/screenshots/[^)]+)\)", (ROOT / "README.md").read_text("utf-8")))
    assert len(named) >= 8
    for path in (ROOT / name for name in named):
        assert pygame.image.load(path).get_width() == 960 and path.stat().st_size < 150_000


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / document).read_text("utf-8")):
            assert (ROOT / target).exists(), f"{document}: {target}"


# --- the packed program ---


def _pyinstaller(folder: Path) -> str:
    """Return a folder to import PyInstaller from ("" if it is installed); skip the test if there is none."""
    if sys.platform.startswith("linux") and shutil.which("objdump") is None:
        pytest.skip("no objdump on this machine; PyInstaller needs it")
    if importlib.util.find_spec("PyInstaller") is not None:
        return ""
    if not os.environ.get("DOMINOTHEK_HANDOUT"):
        pytest.skip("PyInstaller is not installed; with DOMINOTHEK_HANDOUT=1 this test fetches it")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target",
               str(folder), "--retries", "1", "--timeout", "10", "-r", str(HANDOUT / "requirements.txt")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("PyInstaller could not be fetched in two minutes")
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason"])[-1]
        pytest.skip(f"PyInstaller could not be fetched: {reason}")
    return str(folder)


@pytest.mark.handout
def test_the_packed_program_starts_plays_and_reads_the_files_beside_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test for everything, because building takes longer than all the checks."""
    where = _pyinstaller(tmp_path / "pyinstaller")
    if where:
        monkeypatch.setenv("PYTHONPATH", where)
    folder = recipe.build(tmp_path / "dist")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    program = folder / "dominothek"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "DOMINOTHEK_DATA": str(tmp_path / "data"), "DOMINOTHEK_LANG": "en"}
        return subprocess.run([str(program), *arguments], cwd=tmp_path, env=environment, capture_output=True,
                              text=True, timeout=120, check=False)

    assert run("--version").stdout == f"Dominothek {VERSION}\n"
    assert (folder / "share" / "icons" / "hicolor" / "256x256" / "apps" / "dominothek.png").is_file()
    assert run("rules").returncode == 0
    # Worker processes run the packed program again.
    played = run("simulate", "turm_domino", "--bots", "easy", "--games", "4", "--jobs", "2")
    assert played.returncode == 0 and "4 games" in played.stdout, played.stderr
    # The table of a word game finds its fonts, sprites and word list.
    assert run("shots", str(tmp_path / "shots"), "--size", "1024x640", "--only", "kreuzwort").returncode == 0
    assert run("test").returncode == 1
    rule_file = folder / "rules" / "variants" / "turm_domino" / "open.yaml"
    rule_file.write_text("extends: classic\nopen: perhaps\n")
    checked = run("rules")
    assert checked.returncode == 1 and f"{rule_file}:2:7" in checked.stdout + checked.stderr
    if not MISSING:
        _open_window(program, tmp_path / "window")


def _open_window(program: Path, folder: Path) -> None:
    screen = Screen(folder)
    try:
        screen.command = [str(program)]
        screen.open("turm_domino")
        assert screen.program is not None and screen.program.poll() is None
        assert min(screen.geometry()) > 600
    finally:
        screen.close()
