"""`main.py bench texts`: whether every text fits its place in a small window with the largest text; long.

Draws every screen in every language and lists the texts that shrink below a readable size.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from game.boards.measures.figures import Row, report
from game.shots.screens import SCREENS, draw_all
from game.shots.tight import shrunk_texts
from game.ui.text import languages

SMALLEST, LARGEST_TEXT = (1024, 640), 150


def main() -> None:
    rows = []
    for language in languages():
        tight: set[str] = set()
        for screen in SCREENS:
            with tempfile.TemporaryDirectory(prefix="dominothek-texts-") as folder, shrunk_texts() as found:
                draw_all(Path(folder), SMALLEST, language, only=screen, text=LARGEST_TEXT)
            for text, size in found.items():
                print(f"{language} {screen}: {size:.2f} {text!r}", file=sys.stderr, flush=True)
            tight.update(found)
        rows.append(Row("texts_tight", len(tight), "", None, 0, game=language))
    report(rows)


if __name__ == "__main__":
    main()
