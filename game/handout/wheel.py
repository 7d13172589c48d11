"""Build the wheel, for `pip` and `pipx`: everything below one top-level package, `dominothek`.

pyproject.toml says what goes into it; game/handout/launcher becomes its entry point.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rules.home import HOME


def build(out: Path) -> Path:
    """Build the wheel in a folder; raise CalledProcessError if the build backend fails."""
    out.mkdir(parents=True, exist_ok=True)
    before = set(out.glob("*.whl"))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check",
                    "--no-deps", "--wheel-dir", str(out), str(HOME)], check=True)
    return max(set(out.glob("*.whl")) - before or out.glob("*.whl"), key=lambda path: path.stat().st_mtime)
