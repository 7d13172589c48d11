"""The installed package `dominothek`: in a wheel, the whole program lies below this one name."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run the command line of the program, whose own packages are beside this file."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import multiprocessing  # noqa: PLC0415 - after the path is set

    multiprocessing.freeze_support()
    from game import commands  # noqa: PLC0415 - importable only now

    return commands.main(sys.argv[1:])
