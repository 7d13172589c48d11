"""Marks of a crossword being built: outlines of its runs, and a card beside the newest one."""

from __future__ import annotations

import pygame

from game.boards.kit.part import Part
from game.boards.letters.cursor import TypingCursor
from game.boards.letters.draft import Square
from game.boards.letters.field import CARD_Z, LINE_Z
from game.boards.letters.laying import Laying
from game.boards.letters.word_card import CardRow, CardText, draw_card
from game.table.host import WordHost
from rules.games.presto.grid import Judgement
from rules.words.placement import Run


class RunMarks(Part[WordHost]):
    """Outlines runs as words or as not yet words; during a race no run is wrong."""

    def __init__(self, laying: Laying, cursor: TypingCursor):
        super().__init__(laying.host)
        self.laying, self.field, self.cursor = laying, laying.field, cursor

    def show(self, judgement: Judgement, newest: Square | None) -> None:
        """Outline the runs; one through the square of the newest letter gets a card."""
        theme = self.look.theme
        open_runs = [run for run in judgement.runs if not run.valid]
        for run in judgement.runs:
            if run.valid and newest in run.squares:
                self.field.mark(self.field.outline(run.squares, theme.good, z=LINE_Z, soft=0.4))
        for run in open_runs:
            self.field.mark(self.field.outline(run.squares, theme.warn, z=LINE_Z + 1, dashed=True))
        current = next((run for run in open_runs if newest in run.squares), None)
        if current is not None:
            self._show_card(current)

    def _show_card(self, run: Run) -> None:
        text = CardText((CardRow(run.word.upper(), "warn", ""),), self.say("presto.not_yet"), "", "warn")
        image, box = draw_card(self.look, text)
        at = self._card_place(box, self.field.view.span(run.squares))
        self.field.mark(self.put(image, (at.left - box.left, at.top - box.top), CARD_Z))

    def _card_place(self, box: pygame.Rect, word: pygame.Rect) -> pygame.Rect:
        """Return the place beside a run where the card covers the fewest letters."""
        gap, side = self.px(20), self.field.view.side
        rows = (word.centery - box.h // 2, word.bottom - side + gap // 4, word.top + side - gap // 4 - box.h)
        corners = [(x, y) for x in (word.right + gap, word.left - gap - box.w) for y in rows]
        corners += [(word.centerx - box.w // 2, y) for y in (word.bottom + gap, word.top - gap - box.h)]
        here = self.cursor.here
        squares = [*self.laying.draft.letters, *([here.square] if here is not None else [])]
        letters = [self.field.view.rect(square) for square in squares]
        return min((pygame.Rect(corner, box.size).clamp(self.field.area) for corner in corners),
                   key=lambda place: len(place.collidelistall(letters)))
