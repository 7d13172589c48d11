"""Make what is handed out: `python -m game.handout.build [--as folder|wheel|deb] [FOLDER]`.

FOLDER defaults to dist. Notes for each system: HANDOUT.md, beside this file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.handout import deb, folder, wheel
from game.version import VERSION
from rules.home import HOME

FORMS = {"folder": folder.build, "wheel": wheel.build, "deb": deb.build}


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m game.handout.build", description=__doc__.splitlines()[0])
    parser.add_argument("--as", dest="form", choices=FORMS, default="folder")
    parser.add_argument("out", nargs="?", type=Path, default=HOME / "dist", metavar="FOLDER")
    asked = parser.parse_args(args)
    made = FORMS[asked.form](asked.out)
    size = sum(path.stat().st_size for path in [made, *made.rglob("*")] if path.is_file())
    print(f"{made}: Dominothek {VERSION}, {size / 2**20:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
