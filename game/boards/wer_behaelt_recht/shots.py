"""Screenshots of Wer behält recht?: in turn, announcing a word, completing one."""

from __future__ import annotations

from typing import Any

from game.app import App
from game.boards.measures.shots import Screens, open_table, review
from rules.session import Seat

SEATS = [Seat("Ada"), Seat("Bruno", "bot", "hard"), Seat("Cleo", "bot", "medium")]
SETUP = {"hands": ["HSTRNEMB*", "AUSHEIN", "EIOUTNRH"], "red": "AEIOUAEIO", "black": "BCDFGHKLMNPRST"}
MOVES = ("begin > 0,0 A HAUS@1", "back U HAUS@1")


def _open_word(app: App, moves: tuple[str, ...] = MOVES, starter: int = 1) -> Any:
    """Open a table with an open word and the first seat in turn. Return its scene."""
    scene = open_table(app, "wer_behaelt_recht", SEATS, 305, {**SETUP, "starter": starter}, moves)
    app.step([], 16)
    return scene


def _announcing(app: App) -> None:
    """Lay a letter before the fragment and ask for a word."""
    board = _open_word(app).board
    tile = next(tile for tile in board.pieces() if tile.mark == "M")
    board.keep(tile, board.targets(tile, 0)[0], None)


def _completing(app: App) -> None:
    """Show the word of the first seat when its author is in turn again."""
    _open_word(app, ("begin > 0,0 H HAUS@0", "back A HAUS@0", "back U HAUS@0"), starter=0)


BEST = "wer_announcing"
SCREENS: Screens = {
    "wer": _open_word, "wer_announcing": _announcing, "wer_completing": _completing,
    "wer_review": review("wer_behaelt_recht", 5),
}
