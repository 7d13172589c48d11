"""The handout: the icon in all formats, one version everywhere, complete recipes."""

from __future__ import annotations

import configparser
import re
import struct
import tomllib
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game.handout import deb
from game.handout import folder as recipe
from game.handout.icon import ICNS_KINDS, SIZES, write_icons
from game.version import VERSION
from rules.home import HOME, home_of

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
    assert re.search(r"^## (\d\S*)", changes, re.MULTILINE)[1] == VERSION


def test_the_entry_of_the_menu_is_complete() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(ROOT / "game" / "start" / "dominothek.desktop", "utf-8")
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


def test_the_wheel_puts_everything_below_one_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {f"/{name}" for name in wheel["sources"]} == set(wheel["include"])
    targets = [*wheel["sources"].values(), *wheel["force-include"].values()]
    assert all(target.startswith("dominothek/") for target in targets)
    assert all((ROOT / path).exists() for path in wheel["force-include"])


def test_the_debian_package_asks_for_the_libraries_of_a_window() -> None:
    control = deb.control_text("amd64", 1000)
    assert f"Version: {VERSION}\n" in control and "libx11-6" in control and "libc6 (>= " in control
    assert all(line[0] in " ABCDEFGHIJKLMNOPQRSTUVWXYZ" for line in control.splitlines())


@pytest.mark.parametrize(("program", "home"), [
    ("/opt/dominothek/dominothek", "/opt/dominothek"),
    ("/Applications/Dominothek.app/Contents/MacOS/dominothek",
     "/Applications/Dominothek.app/Contents/Resources")])
def test_a_packed_program_finds_its_files(program: str, home: str) -> None:
    assert home_of(Path(program)) == Path(home)


def test_every_picture_of_the_readme_is_there_and_small() -> None:
    named = set(re.findall(r"\]\((sprites/screenshots/[^)]+)\)", (ROOT / "README.md").read_text("utf-8")))
    assert len(named) >= 8
    for path in (ROOT / name for name in named):
        assert pygame.image.load(path).get_width() == 960 and path.stat().st_size < 150_000


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / document).read_text("utf-8")):
            assert (ROOT / target).exists(), f"{document}: {target}"
