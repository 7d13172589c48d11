"""A copy of what runs before the packages are there, for tests of the first start."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def copy_of_the_start(project: Path) -> None:
    """Copy what runs before the packages are there."""
    (project / "game" / "commands").mkdir(parents=True)
    shutil.copy(ROOT / "main.py", project)
    for name in ("__init__.py", "folders.py"):
        shutil.copy(ROOT / "game" / name, project / "game")
    for name in ("start", "locale"):
        shutil.copytree(ROOT / "game" / name, project / "game" / name)
