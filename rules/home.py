"""The folder of the files that people may change: rule files, levels and sprites."""

from __future__ import annotations

import sys
from pathlib import Path

PACKED: bool = getattr(sys, "frozen", False)
"""Whether this is the packed program (see game/handout), whose code is not stored beside its files."""

HOME = Path(sys.executable).resolve().parent if PACKED else Path(__file__).resolve().parent.parent
