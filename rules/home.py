"""The folder of the files that people may change: rule files, levels and sprites."""

from __future__ import annotations

import sys
from pathlib import Path

PACKED: bool = getattr(sys, "frozen", False)
"""Whether this is the packed program (see game/handout), whose code is not stored beside its files."""


def home_of(executable: Path) -> Path:
    """Return the folder of a packed program's files: beside it, or the resources of an .app of macOS."""
    folder = executable.resolve().parent
    return folder.parent / "Resources" if folder.parts[-2:] == ("Contents", "MacOS") else folder


HOME = home_of(Path(sys.executable)) if PACKED else Path(__file__).resolve().parent.parent
FROM_SOURCE = not PACKED and (HOME / "main.py").is_file()
"""Whether the program runs from its source folder, with its tests; not packed and not installed by pip."""
