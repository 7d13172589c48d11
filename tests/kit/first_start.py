"""A copy of what runs before the packages are there, for tests of the first start."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def copy_of_the_start(project: Path) -> None:
    """Copy what runs before the packages are there."""
    (project / "game" / "commands").mkdir(parents=True)
    shutil.copy(ROOT / "main.py", project)
    shutil.copy(ROOT / "game" / "__init__.py", project / "game")
    for name in ("start", "locale"):
        shutil.copytree(ROOT / "game" / name, project / "game" / name)
