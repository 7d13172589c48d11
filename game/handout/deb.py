"""Build a Debian package: the packed folder, a menu entry, icons, the type of record files."""

from __future__ import annotations

import gzip
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from game.handout import folder
from game.version import VERSION
from game.window import X11_LIBRARIES
from rules.home import HOME

RECOMMENDED = ("libasound2 | libasound2t64", "libxss1", "libxkbcommon0", "speech-dispatcher | espeak-ng")
CONTROL = """\
Package: dominothek
Version: {version}
Architecture: {architecture}
Maintainer: The Dominothek project <dominothek@localhost>
Section: games
Priority: optional
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Description: ten tile-laying games from the domino family
 Dominoes, triangles, blocks and letters, played full screen with mouse, keyboard
 or gamepad, against bots or with friends. Every number of the rules is in a YAML
 file that can be changed.
"""


def build(out: Path) -> Path:
    """Build the .deb in a folder; raise CalledProcessError if PyInstaller or dpkg-deb fails."""
    with tempfile.TemporaryDirectory(prefix="dominothek-deb-") as work:
        root = Path(work) / "root"
        packed = folder.build(Path(work) / "packed")
        share = root / "usr" / "share"
        shutil.move(packed / "share", share)
        (root / "usr" / "lib").mkdir(parents=True)
        shutil.move(packed, root / "usr" / "lib" / "dominothek")
        _link(root / "usr" / "bin" / "dominothek", "../lib/dominothek/dominothek")
        _documents(share / "doc" / "dominothek")
        architecture = _ask("dpkg", "--print-architecture")
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        control = root / "DEBIAN" / "control"
        control.parent.mkdir()
        control.write_text(control_text(architecture, size), "utf-8")
        _make_readable(root)
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"dominothek_{VERSION}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(path)],
                       check=True, stdout=subprocess.DEVNULL)
    return path


def control_text(architecture: str, kilobytes: int) -> str:
    """Return the description that dpkg reads; the libc must be as new as that of this machine."""
    depends = (f"libc6 (>= {platform.libc_ver()[1]})", *X11_LIBRARIES.values())
    return CONTROL.format(version=VERSION, architecture=architecture, kilobytes=kilobytes,
                          depends=", ".join(depends), recommends=", ".join(RECOMMENDED))


def _ask(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def _documents(doc: Path) -> None:
    """Write what every Debian package carries: the licence and what changed."""
    doc.mkdir(parents=True)
    shutil.copy(HOME / "LICENSE", doc / "copyright")
    (doc / "changelog.gz").write_bytes(gzip.compress((HOME / "CHANGELOG.md").read_bytes(), mtime=0))


def _make_readable(root: Path) -> None:
    """Make all files world-readable, regardless of the builder's umask."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)
