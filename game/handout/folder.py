"""Pack the program with PyInstaller into a folder that needs no Python.

Editable files are beside the program: rules/variants, levels, sprites. Python, the packages and our own
modules are in `_internal`. On macOS the result is an .app, whose files are in its resources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import files, metadata
from pathlib import Path

from game.start.bootstrap import read_requirements

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
START = ROOT / "game" / "start"
ICONS = "DOMINOTHEK_ICONS"
"""Environment variable with the folder of the icons, read by the recipe."""
EDITABLE = ("rules/variants", "levels", "sprites")
"""Folders placed beside the program, so that people can find and edit their files."""
VERSION_INFO = str(HERE / "version_info.txt")


def bundled_files() -> list[tuple[str, str]]:
    """Return (file, folder) of our bundled data files: texts, lessons, design, word lists."""
    found = []
    for top in ("game", "rules"):
        for path in sorted((ROOT / top).rglob("*")):
            within = path.relative_to(ROOT)
            beside = any(within.is_relative_to(folder) for folder in EDITABLE)
            # Python files in data folders are bundled with the data.
            code = path.suffix in (".py", ".pyc") and "source" not in within.parts
            if path.is_file() and not (code or beside or "handout" in within.parts or path.suffix == ".pyc"):
                found.append((str(path), str(within.parent)))
    return found


def icon_for(platform: str) -> str | None:
    """Return the icon in a platform's format; None on Linux, where the .desktop file names it."""
    ending = {"win32": "ico", "darwin": "icns"}.get(platform)
    return str(Path(os.environ[ICONS]) / f"dominothek.{ending}") if ending else None


def build(out: Path, *, command: tuple[str, ...] = (sys.executable, "-m", "PyInstaller")) -> Path:
    """Build the program below `out`; return its folder. Raise CalledProcessError if PyInstaller fails."""
    from game.handout.icon import write_icons  # noqa: PLC0415 - the recipe imports this module without pygame

    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="dominothek-build-") as work:
        icons = write_icons(Path(work) / "icons")
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, ICONS: str(icons[0].parent), "PYTHONPATH": os.pathsep.join(paths)}
        subprocess.run([*command, "--noconfirm", "--log-level", "WARN", "--distpath", str(out),
                        "--workpath", work, str(HERE / "dominothek.spec")], check=True, cwd=work,
                        env=environment)
        app = out / "Dominothek.app"
        folder = app / "Contents" / "Resources" if app.is_dir() else out / "dominothek"
        _lay_beside(folder, icons)
    return app if app.is_dir() else folder


def _lay_beside(folder: Path, icons: list[Path]) -> None:
    """Copy everything that belongs beside the program."""
    for name in EDITABLE:
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
    for name in ("README.md", "LICENSE", "CHANGELOG.md"):
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder / name)
    _copy_licences(folder / "licences")
    if sys.platform.startswith("linux"):
        share = folder / "share"
        _put(START / "dominothek.desktop", share / "applications" / "dominothek.desktop")
        _put(START / "dominothek.xml", share / "mime" / "packages" / "dominothek.xml")
        for icon in icons:
            if icon.suffix == ".png":
                px = icon.stem.split("-")[1]
                _put(icon, share / "icons" / "hicolor" / f"{px}x{px}" / "apps" / "dominothek.png")


def _copy_licences(target: Path) -> None:
    """Copy the licences of the packages; those of the word lists are beside the lists."""
    target.mkdir(parents=True, exist_ok=True)
    for package in read_requirements([str(ROOT / "requirements.txt")]):
        name = package.partition("==")[0]
        texts = [file.read_text() for file in files(name) or ()
                 if file.stem.upper().startswith(("LICENSE", "LICENCE", "COPYING", "OFL"))]
        about = metadata(name)
        named = [about[key] for key in ("License-Expression", "License") if key in about]
        (target / f"{name}.txt").write_text("\n\n".join([name, *named, *texts]), "utf-8")


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
