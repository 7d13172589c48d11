"""What is handed out, built and tried: the packed folder, the wheel, the Debian package in a clean root.

They take minutes and fetch from the package registries, so they run only with DOMINOTHEK_HANDOUT=1, as in CI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from game.handout import deb, folder, wheel
from game.version import VERSION
from tests.kit.tiny import SOLITAIRE
from tests.kit.xscreen import MISSING, Screen

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ROOT / "game" / "handout" / "requirements.txt"
pytestmark = [pytest.mark.handout,
              pytest.mark.skipif(not os.environ.get("DOMINOTHEK_HANDOUT"),
                                 reason="builds packages; runs with DOMINOTHEK_HANDOUT=1")]


def run(*command: object, timeout: int = 900, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in command], env={**os.environ, **more}, capture_output=True,
                          text=True, timeout=timeout, check=False)


@pytest.fixture(scope="module")
def pyinstaller(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder to import PyInstaller from."""
    if sys.platform.startswith("linux") and shutil.which("objdump") is None:
        pytest.skip("no objdump on this machine; PyInstaller needs it")
    where = tmp_path_factory.mktemp("pyinstaller")
    done = run(sys.executable, "-m", "pip", "install", "--quiet", "--target", where, "--retries", "1",
               "-r", TOOLS)
    if done.returncode:
        pytest.skip(f"PyInstaller could not be fetched: {done.stderr[-200:]}")
    return str(where)


def plays(command: list[str], data: Path, **more: str) -> None:
    """Open a table in a real window, lay the first piece, and verify what was saved."""
    environment = {"DOMINOTHEK_DATA": str(data), "DOMINOTHEK_LANG": "en", **more}
    version = run(*command, "--version", **environment)
    assert version.stdout.startswith(f"Dominothek {VERSION}\n"), version.stderr
    assert run(*command, "rules", **environment).returncode == 0
    # Worker processes run the program again.
    played = run(*command, "simulate", SOLITAIRE, "--bots", "easy", "--games", "4", "--jobs", "2",
                 **environment)
    assert played.returncode == 0 and "4 games" in played.stdout, played.stderr
    assert run(*command, "test", **environment).returncode == 1, "the tests are not in it"
    if MISSING:
        return
    screen = Screen(data)
    try:
        screen.command = command
        screen.environment.update(more)
        screen.open("kwinty")
        assert screen.window in screen.xdotool("search", "--class", "^dominothek$").split()
        screen.key("Right", "Return", "Return")
        screen.wait_for_moves(1)
        screen.kill()
        [save] = (data / "saves").glob("2*.json")
        verified = run(*command, "verify", save, **environment)
        assert verified.returncode == 0, verified.stdout + verified.stderr
    finally:
        screen.close()


def test_the_packed_folder_plays_and_reads_the_files_beside_it(
        pyinstaller: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", pyinstaller)
    made = folder.build(tmp_path / "dist")
    monkeypatch.delenv("PYTHONPATH")
    assert (made / "share" / "icons" / "hicolor" / "256x256" / "apps" / "dominothek.png").is_file()
    assert (made / "licences" / "pygame-ce.txt").is_file()
    plays([str(made / "dominothek")], tmp_path / "data")
    rule_file = made / "rules" / "variants" / "turm_domino" / "open.yaml"
    rule_file.write_text("extends: classic\nopen: perhaps\n")
    checked = run(made / "dominothek", "rules", DOMINOTHEK_DATA=str(tmp_path / "data"))
    assert checked.returncode == 1 and f"{rule_file}:2:7" in checked.stdout + checked.stderr


def test_the_wheel_is_installed_and_plays(tmp_path: Path) -> None:
    made = wheel.build(tmp_path / "dist")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    installed = run(python, "-m", "pip", "install", "--quiet", made)
    assert installed.returncode == 0, installed.stderr
    site = next((tmp_path / "venv" / "lib").glob("*/site-packages"))
    assert not any((site / name).exists() for name in ("game", "rules", "levels", "sprites", "tests"))
    plays([str(tmp_path / "venv" / "bin" / "dominothek")], tmp_path / "data")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0 or not shutil.which("debootstrap"),
                    reason="a clean root needs root and debootstrap")
def test_the_debian_package_is_installed_and_plays_in_a_clean_root(
        pyinstaller: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", pyinstaller)
    made = deb.build(tmp_path)
    monkeypatch.delenv("PYTHONPATH")
    root = tmp_path / "root"
    release = next(line.partition("=")[2].strip().strip('"')
                   for line in Path("/etc/os-release").read_text().splitlines()
                   if line.startswith("VERSION_CODENAME="))
    mirror = run("apt-get", "indextargets", "--format", "$(REPO_URI)").stdout.split()[0]
    made_root = run("debootstrap", "--variant=minbase", "--no-check-gpg", release, root, mirror)
    assert made_root.returncode == 0, made_root.stdout[-500:]
    shutil.copy(made, root / "dominothek.deb")
    for place in ("/etc/apt/apt.conf.d", "/etc/apt/sources.list", "/etc/resolv.conf"):
        if Path(place).is_dir():
            shutil.copytree(place, root / place[1:], dirs_exist_ok=True)
        elif Path(place).is_file():
            shutil.copy(place, root / place[1:])
    run("chroot", root, "apt-get", "update")
    installed = run("chroot", root, "apt-get", "install", "-y", "--no-install-recommends", "/dominothek.deb",
                    DEBIAN_FRONTEND="noninteractive")
    assert installed.returncode == 0, installed.stdout[-800:] + installed.stderr[-800:]
    assert (root / "usr" / "share" / "mime" / "packages" / "dominothek.xml").is_file()
    (root / "data").mkdir()
    (root / "data").chmod(0o777)
    nobody = ["chroot", "--userspec=nobody", str(root), "/usr/bin/dominothek"]
    version = run(*nobody, "--version", DOMINOTHEK_DATA="/data", DOMINOTHEK_LANG="en", HOME="/data")
    assert version.stdout.startswith(f"Dominothek {VERSION}\n"), version.stderr
    if not MISSING:
        _plays_in_root(root, nobody)


def _plays_in_root(root: Path, command: list[str]) -> None:
    screen = Screen(root / "data")
    try:
        screen.environment.update(DOMINOTHEK_DATA="/data", HOME="/data")
        screen.command = command
        screen.open("kwinty")
        screen.key("Right", "Return", "Return")
        screen.wait_for_moves(1)
        screen.kill()
        [save] = (root / "data" / "saves").glob("2*.json")
        verified = run(*command, "verify", f"/data/saves/{save.name}", DOMINOTHEK_DATA="/data", HOME="/data")
        assert verified.returncode == 0, verified.stdout + verified.stderr
    finally:
        screen.close()
