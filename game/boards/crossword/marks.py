"""Marks of a word being laid: outlines of its runs and the card with the verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from game.boards.crossword.judge import WordJudge
from game.boards.kit.part import Part
from game.boards.letters.cursor import TypingCursor
from game.boards.letters.draft import Square
from game.boards.letters.field import CARD_Z, LINE_Z
from game.boards.letters.laying import Held
from game.boards.letters.word_card import CardRow, CardText, draw_card
from game.draw import chrome
from game.table.host import WordHost
from game.ui.widgets import Button
from rules.games.crossword.board import CrosswordState
from rules.games.crossword.laying import LayingRules
from rules.words.placement import Run, Survey, run_through

WORDS_BEFORE_LETTERS = 20
"""How much worse it is to cover what the card is about than any other letter."""


class MarkedBoard(Protocol):
    """The interface of a board for its word marks."""

    @property
    def rules(self) -> LayingRules: ...

    @property
    def state(self) -> CrosswordState: ...

    def run_label(self, run: Run, *, is_main: bool) -> str:
        """Return the text at the right of a word on the card."""

    def count_sentence(self, main: Run, left: int) -> str:
        """Return the text about the value of the word; `left` letters stay in the hand."""


class WordMarks(Part[WordHost]):
    """Shows the verdict of `judge`; `ask` is called with a word that the players may agree on."""

    def __init__(self, host: WordHost, judge: WordJudge, cursor: TypingCursor, board: MarkedBoard,
                 ask: Callable[[str], None]):
        super().__init__(host)
        self.judge, self.cursor, self.board, self._ask = judge, cursor, board, ask
        self.laying, self.field = judge.laying, judge.laying.field
        self.agree_button: Button | None = None

    def forget_widgets(self) -> None:
        """Drop references to widgets after the stage was rebuilt."""
        self.agree_button = None

    def clear(self) -> None:
        self.field.clear_marks()
        if self.agree_button is not None:
            self.agree_button.remove()
            self.agree_button = None

    def show(self, held: Held | None) -> None:
        """Outline the main word and all wrong runs, and put the card beside them."""
        found, theme = self.judge.survey(held), self.look.theme
        shift, main = self.judge.shift(held), self.judge.main_run(found)
        for run in sorted(found.runs, key=lambda run: (run.valid, run != main)):
            if run == main or not run.valid:
                squares = [(x + shift, y) for x, y in run.squares]
                self.field.mark(self.field.outline(squares, theme.good if run.valid else theme.bad,
                                                   z=LINE_Z + (0 if run.valid else 1)))
        if found.runs or found.fault is not None:
            self._show_card(found, main, shift)

    # --- the card ---

    def _show_card(self, found: Survey, main: Run | None, shift: int) -> None:
        text = self._card_text(found, main)
        unknown = self._agreeable(found)
        look = self.look
        button_h = max(look.px(48), look.design["sizes"]["hit_min"])
        if unknown:
            text = CardText(text.rows, text.sentence, text.more, text.mood, button_h + look.px(10))
        image, box = draw_card(look, text)
        runs = [[(x + shift, y) for x, y in run.squares] for run in found.runs]
        laid = list(self.laying.draft.letters)
        about = [self.field.view.span(squares) for squares in (laid, *runs) if squares]
        at = self._card_place(box, about)
        self.field.mark(self.put(image, (at.left - box.left, at.top - box.top), CARD_Z))
        if unknown:
            rect = pygame.Rect(at.left + look.px(16), at.bottom - button_h - look.px(14), at.w - look.px(32),
                               button_h)
            self.agree_button = Button(self.host.screen, rect, self.say("letters.agree"),
                                       lambda: self._ask(unknown), icon="people", z=CARD_Z + 1,
                                       tip=self.say("uncounted.word_tip" if self.host.alone
                                                    else "letters.agree_tip"))

    def _card_place(self, box: pygame.Rect, about: list[pygame.Rect]) -> pygame.Rect:
        """Return the place of the card at an edge of the field: off the words it is about and the cursor.

        Of such places it takes the one that covers the fewest other letters.
        """
        area = self.field.area.inflate(-self.px(16), 0)
        middle = about[0].centery if about else area.centery
        top = max(area.top, min(middle - box.h // 2, area.bottom - box.h))
        places = [pygame.Rect(x, y, box.w, box.h) for y in (top, area.top, area.bottom - box.h)
                  for x in (area.right - box.w, area.left)]
        here = self.cursor.here
        avoid = [*about, *([self.field.view.rect(here.square)] if here is not None else [])]
        wider = [rect.inflate(self.px(24), self.px(12)) for rect in avoid]
        letters = [self.field.view.rect(square) for square in self.field.laid]
        return places[chrome.least_covering(places, WORDS_BEFORE_LETTERS * wider + letters)]

    def _agreeable(self, found: Survey) -> str | None:
        """Return the only invalid word if it is merely missing from the word list."""
        wrong = {run.word.upper() for run in found.runs if not run.valid}
        if len(wrong) != 1 or not self.host.counts or self.host.hand.holding:
            return None
        word = wrong.pop()
        refusal = self.board.rules.vocabulary(self.board.state).why_not(word)
        return word if refusal is not None and refusal.key == "refuse.word_unknown" else None

    def _card_text(self, found: Survey, main: Run | None) -> CardText:
        runs = sorted(found.runs, key=lambda run: (run != main, run.valid))
        rows = tuple(CardRow(run.word.upper(), "good" if run.valid else "bad",
                             self.board.run_label(run, is_main=run == main)) for run in runs)
        if found.fault is not None:
            touch = self._touch_sentence(found, main)
            wrong = any(not run.valid for run in found.runs)
            return CardText(rows, touch or self.say(found.fault), "", "bad" if wrong else "warn")
        assert main is not None
        left = len(self.board.state.hand) - len(self.laying.draft)
        points = [*self._second_sentence(), *self._lengthened(found, main)] or [self._crossing_sentence(main)]
        return CardText(rows, " ".join(points), self.board.count_sentence(main, left), "good")

    def _second_sentence(self) -> list[str]:
        """Return the sentence about a second word, if the draft earns one."""
        rules, state, move = self.board.rules, self.board.state, self.judge.move()
        if move is None or self.judge.refusal() is not None or not rules.apply(state, move).state.second:
            return []
        return [self.say("letters.earns_second")]

    def _lengthened(self, found: Survey, main: Run) -> list[str]:
        """Return a sentence for each lying word that the draft makes longer."""
        lying, said = self.board.state.letters, []
        for run in (main, *(run for run in found.runs if run != main)):
            old = {self._word_through(square, down=run.down) for square in run.squares if square in lying}
            said += [self.say("letters.lengthens", word=word, longer=run.word.upper())
                     for word in sorted(old - {""}) if word != run.word.upper()]
        return said[:2]

    def _touch_sentence(self, found: Survey, main: Run | None) -> str:
        """Say which new letter touches which letter of the board in a wrong run."""
        wrong = next((run for run in found.runs if not run.valid and run != main), None)
        if wrong is None or main is None or not main.valid:
            return ""
        lying = self.board.state.letters
        new = next((square for square in wrong.squares if square not in lying), None)
        other = next((square for square in wrong.squares if square in lying and new is not None
                      and abs(square[0] - new[0]) + abs(square[1] - new[1]) == 1), None)
        if new is None or other is None:
            return ""
        mark = wrong.word[wrong.squares.index(new)].upper()
        word = self._word_through(other, down=not wrong.down)
        return self.say("letters.touches" if word else "letters.touches_letter", letter=mark,
                        other=lying[other].upper(), word=word)

    def _word_through(self, square: Square, *, down: bool) -> str:
        """Return the word on the board through a square; empty for a single letter."""
        _, word = run_through(self.board.state.letters, square, down=down)
        return word.upper() if len(word) > 1 else ""

    def _crossing_sentence(self, main: Run) -> str:
        lying = self.board.state.letters
        met = [(square, mark) for square, mark in zip(main.squares, main.word, strict=True)
               if square in lying]
        for square, mark in met:
            word = self._word_through(square, down=not main.down)
            if word:
                return self.say("letters.crosses", letter=mark.upper(), word=word)
        if met:
            return self.say("letters.lengthens", word=met[0][1].upper(), longer=main.word.upper())
        return self.say("letters.first_word")
