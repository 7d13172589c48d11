"""Figures of a crossword game for results and statistics: words laid, the longest, the best."""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.crossword_board import Lay
from rules.session import Session


@dataclass(frozen=True, slots=True)
class WordFigures:
    """What one seat laid in a whole game. Words are in capitals; without any they are empty."""

    words: int = 0
    letters: int = 0
    """Letters from the hand."""
    longest: str = ""
    """Of equally long ones the first."""
    best: str = ""
    """The word with the most points, of equal ones the first; empty where words have no points."""
    points: int = 0
    """Those of the best word."""


def word_figures(session: Session) -> list[WordFigures]:
    """The figures of every seat."""
    found = [WordFigures() for _ in session.seats]
    for round_ in session.rounds:
        state = round_.start
        for ply in round_.plies:
            if isinstance(ply.move, Lay):
                points = session.rules.points_of(ply.move.word)
                found[ply.by] = _with_word(found[ply.by], ply.move, len(ply.move.new_letters(state.letters)), points)
            state = ply.state
    return found


def _with_word(figures: WordFigures, lay: Lay, letters: int, points: int) -> WordFigures:
    word, better = lay.word.upper(), points > figures.points
    return WordFigures(
        figures.words + 1, figures.letters + letters,
        word if len(word) > len(figures.longest) else figures.longest,
        word if better else figures.best, points if better else figures.points)
