"""Where the files are that people may change: rule files, levels and sprites, beside the program, packed or not."""

from __future__ import annotations

import sys
from pathlib import Path

PACKED: bool = getattr(sys, "frozen", False)
"""Whether this is the program that game/handout packs; its code is then not where its files are."""

HOME = Path(sys.executable).resolve().parent if PACKED else Path(__file__).resolve().parent.parent
