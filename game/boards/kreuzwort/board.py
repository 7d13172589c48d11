"""The board of Kreuzwort."""

from __future__ import annotations

from game.boards.crossword.board import CrosswordBoard
from game.ui.paper.result_page import Course
from rules.games.crossword.board import CrosswordState


class KreuzwortBoard(CrosswordBoard):
    """Words score nothing; the first player without letters is paid for those the others hold."""

    def result_course(self) -> Course:
        """Return the letters in every hand: move by move, or after each of several rounds."""
        rounds = self.host.rounds
        states = [round_.state for round_ in rounds]
        if len(rounds) == 1:
            states = [rounds[0].start, *(ply.state for ply in rounds[0].plies)]
        hands = [[len(state.hands[seat]) for state in states if isinstance(state, CrosswordState)]
                 for seat in range(len(self.host.seats))]
        if len(rounds) == 1:
            return Course(self.say("page.crossword.left"), hands, lambda n: self.say("sheet.curve.move", n=n))
        return Course(self.say("page.crossword.left_rounds"), hands,
                      lambda n: self.say("sheet.curve.round", n=n + 1))

