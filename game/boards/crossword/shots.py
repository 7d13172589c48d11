"""A sample game near its end, for the screenshots of the crossword games."""

from __future__ import annotations

from game.app import App
from game.boards.crossword.board import CrosswordBoard
from game.boards.measures.shots import Show, open_table
from rules.session import Seat

HANDS = ["AAEEOBDGJMNRV+TIUR", "EIUOOCFHLMNPXS", "EIOU*DFLLRSTW"]
MOVES = ("> 0,0 MEXICO", "v 2,-2 TEXaS", "swap 2,1", "> 2,2 SaRAJEVO", "v 5,-1 POLA", "> 5,-1 PHON",
         "v 8,-3 WIND", "v 9,1 MOND", "v 4,2 RUF", "> 7,4 RUDOLF")
"""The sample game of the rule sheet up to its last word, with a few more letters so that no hand is empty."""
SEATS = [Seat("Ada"), Seat("Bruno", "bot", "hard"), Seat("Cleo", "bot", "medium")]
SETUP = {"hands": HANDS, "red": "AEIOUAEIO", "black": "BCDFGHKLMNPRSTBCDFGH", "starter": 1}


def laying(game: str, letters: dict[tuple[int, int], str]) -> Show:
    """Return a function that opens the sample game with letters of a word on the board."""
    def show(app: App) -> None:
        scene = open_table(app, game, SEATS, 305, SETUP, MOVES)
        board = scene.board
        assert isinstance(board, CrosswordBoard)
        for square, mark in letters.items():
            board.laying.draft.put(square, next(tile for tile in board.pieces() if tile.mark == mark))
        board.sync(scene.state)
        scene.idle_status()
    return show
