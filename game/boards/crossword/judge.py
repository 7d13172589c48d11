"""Judging a draft: the runs of letters it makes, the intended word, and why it cannot be played."""

from __future__ import annotations

from typing import Protocol

from game.boards.letters.laying import Held, Laying
from rules.base import Refusal
from rules.games.crossword.board import CrosswordState, Lay
from rules.games.crossword.laying import LayingRules
from rules.words.placement import Run, Survey, survey


class JudgedBoard(Protocol):
    """The interface of a board for its judge."""

    @property
    def rules(self) -> LayingRules: ...

    @property
    def state(self) -> CrosswordState: ...


class WordJudge:
    """Judges the draft of `laying`."""

    def __init__(self, laying: Laying, board: JudgedBoard):
        self.laying, self.board = laying, board
        self._second_choice = False

    def reset(self) -> None:
        """Forget which of two words the player chose."""
        self._second_choice = False

    def survey(self, held: Held | None = None) -> Survey:
        """Return the runs that the letters on the field make, including a letter held over a square.

        The first word is normalised to start at (0, 0), wherever it is laid in its row.
        """
        letters, state = self.laying.letters_with(held), self.board.state
        if not state.letters and letters:
            first = min(x for x, _ in letters)
            letters = {(x - first, y): mark for (x, y), mark in letters.items()}
        return survey(state.letters, letters, self.board.rules.vocabulary(state))

    def shift(self, held: Held | None) -> int:
        """Return how far right of (0, 0) the first word is laid."""
        squares = [*self.laying.draft.letters, *([held[0]] if held else [])]
        return 0 if self.board.state.letters or not squares else min(x for x, _ in squares)

    def main_run(self, found: Survey) -> Run | None:
        """Return the word of all new letters; of two candidates the better one, or the player's choice."""
        fitting = sorted(found.mains, reverse=True, key=lambda run: (
            run.valid, self.board.rules.points_of(run.word), len(run.word), not run.down))
        if not fitting:
            return None
        return fitting[1 if self._second_choice and len(fitting) > 1 else 0]

    def choose_other(self) -> bool:
        """Choose the other of two possible words. Return False if there is only one."""
        if len(self.survey().mains) < 2:
            return False
        self._second_choice = not self._second_choice
        return True

    def move(self) -> Lay | None:
        """Return the move that plays the draft, legal or not."""
        run = self.main_run(self.survey())
        return Lay(run.down, run.x, run.y, run.word) if run is not None else None

    def refusal(self) -> Refusal | None:
        """Return why the draft cannot be played."""
        found = self.survey()
        if found.fault is not None:
            return found.fault
        move = self.move()
        if move is None:
            return Refusal("letters.nothing_laid")
        return self.board.rules.why_illegal(self.board.state, move)
