"""How a word being laid looks: hovering letters, outlines of every run, the card beside them, the buttons."""

from __future__ import annotations

from typing import Any

import pygame

from game.boards.letters.buying import BuyingBoard
from game.boards.letters.draft import Square
from game.boards.letters.draft_table import CARD_Z, LINE_Z, DraftTable
from game.boards.letters.word_card import CardRow, CardText, draw_card
from game.ui.widgets import Button, Widget
from rules.base import Drawn, Removed, Said
from rules.games.crossword.board import Lay
from rules.session import Ply
from rules.words.placement import Run, Survey
from rules.words.vocabulary import Vocabulary


class CrosswordShow(DraftTable, BuyingBoard):
    """The visible half of `CrosswordTable`."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.card_button: Widget | None = None

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        self.card_button = None
        super().build(area, ground)

    def show_extras(self, state: Any) -> None:
        super().show_extras(state)
        row = [square for square in self.squares.seen() if square[1] == 0]
        if row and not self.laid(state):
            self.show_start(row)

    @property
    def words(self) -> Vocabulary:
        """What counts as a word at this table."""
        return self.rules.vocabulary(self.state)  # type: ignore[attr-defined]

    # --- the draft ---

    def clear_marks(self) -> None:
        super().clear_marks()
        if self.card_button is not None:
            self.card_button.remove()
            self.card_button = None

    def show_draft(self, held: tuple[Square, str] | None = None) -> None:
        self.clear_marks()
        self.show_letters()
        if self.draft or held is not None:
            self._show_judgement(held)
        if self.large_button is not None:
            self.large_button.enable(held is None and self.main_button_ready())

    def main_button(self) -> tuple[str, str, Any]:
        return self.say("letters.lay"), "check", self.lay_word  # type: ignore[attr-defined]

    def main_button_ready(self) -> bool:
        return bool(self.draft) and self.lay_refusal() is None  # type: ignore[attr-defined]

    def _show_judgement(self, held: tuple[Square, str] | None) -> None:
        found: Survey = self.survey(held)  # type: ignore[attr-defined]
        theme = self.look.theme
        shift = self._shift_of(held)
        main = self.main_run(found)  # type: ignore[attr-defined]
        geometry = found.fault is not None and not found.runs
        for run in sorted(found.runs, key=lambda run: (run.valid, run != main)):
            if run == main or not run.valid:
                squares = [(x + shift, y) for x, y in run.squares]
                self._marks.append(self.run_outline(squares, theme.good if run.valid else theme.bad,
                                                    z=LINE_Z + (0 if run.valid else 1)))
        if found.runs or geometry:
            self._show_card(found, main, shift)

    def _shift_of(self, held: tuple[Square, str] | None) -> int:
        """How far the first word lies from where the rules will count it."""
        squares = [*self.draft.letters, *([held[0]] if held else [])]
        return 0 if self.laid(self.state) or not squares else min(x for x, _ in squares)

    def _show_card(self, found: Survey, main: Run | None, shift: int) -> None:
        text = self._card_text(found, main)
        unknown = self._agreeable(found)
        look = self.look
        button_h = max(look.px(48), look.design["sizes"]["hit_min"])
        if unknown:
            text = CardText(text.rows, text.sentence, text.more, text.mood, button_h + look.px(10))
        image, box = draw_card(look, text)
        new = [(x, y) for x, y in self.draft.letters] or [(run.x + shift, run.y) for run in found.runs] or [(0, 0)]
        at = self._card_place(box, self.squares.span(new))
        self._marks.append(self.put(image, (at.left - box.left, at.top - box.top), CARD_Z))
        if unknown:
            rect = pygame.Rect(at.left + look.px(16), at.bottom - button_h - look.px(14), at.w - look.px(32), button_h)
            self.card_button = Button(self.scene, rect, self.say("letters.agree"),
                                       lambda: self.ask_agreement(unknown),  # type: ignore[attr-defined]
                                       icon="people", z=CARD_Z + 1, tip=self.say("letters.agree_tip"))

    def _card_place(self, box: pygame.Rect, word: pygame.Rect) -> pygame.Rect:
        """At the right edge of the board, at the left one if the word lies there, beside the word in height."""
        area, gap = self.grid.area, self.px(8)
        at = box.copy()
        at.centery = word.centery
        at.right = area.right - gap
        if at.inflate(self.px(24), 0).colliderect(word) and word.left - area.left > at.w:
            at.left = area.left + gap
        at.top = max(area.top, min(at.top, area.bottom - at.h))
        return at

    def _agreeable(self, found: Survey) -> str | None:
        """The one word that keeps this from being laid and that the list does not know."""
        wrong = {run.word.upper() for run in found.runs if not run.valid}
        if len(wrong) != 1 or not self.scene.occasion.counts or self.scene.hand.holding:
            return None
        word = next(iter(wrong))
        refusal = self.words.why_not(word)
        return word if refusal is not None and refusal.key == "refuse.word_unknown" else None

    def _card_text(self, found: Survey, main: Run | None) -> CardText:
        runs = sorted(found.runs, key=lambda run: (run != main, run.valid))
        rows = tuple(CardRow(run.word.upper(), "good" if run.valid else "bad", self.run_label(run, run == main))
                     for run in runs)
        if found.fault is not None:
            touch = self._touch_sentence(found, main)
            wrong = any(not run.valid for run in found.runs)
            return CardText(rows, touch or self.say(found.fault), "", "bad" if wrong else "warn")
        assert main is not None
        left = len(self.state.hands[self.state.player]) - len(self.draft)
        return CardText(rows, self._crossing_sentence(main), self.count_sentence(main, left), "good")

    def run_label(self, run: Run, is_main: bool) -> str:
        """What stands at the right of a word on the card: its class, or that it is none."""
        if not run.valid:
            return self.say("letters.no_word")
        return self.word_kind(run.word)

    def word_kind(self, word: str) -> str:
        """The class of a valid word in a word or two."""
        kind = self.words.is_a(word.upper()).key.rsplit(".", 1)[1]
        return self.say(f"word.kind.{kind}")

    def _touch_sentence(self, found: Survey, main: Run | None) -> str:
        """The R touches the N of MOND: which new letter meets which lying one in a wrong run."""
        wrong = next((run for run in found.runs if not run.valid and run != main), None)
        if wrong is None or main is None or not main.valid:
            return ""
        lying = self.laid(self.state)
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
        """The lying word through a square in a direction; empty if it stands alone there."""
        lying = self.laid(self.state)
        dx, dy = (0, 1) if down else (1, 0)
        x, y = square
        while (x - dx, y - dy) in lying:
            x, y = x - dx, y - dy
        word = ""
        while (x, y) in lying:
            word += lying[x, y].upper()
            x, y = x + dx, y + dy
        return word if len(word) > 1 else ""

    def _crossing_sentence(self, main: Run) -> str:
        lying = self.laid(self.state)
        met = [(square, mark) for square, mark in zip(main.squares, main.word) if square in lying]
        for square, mark in met:
            word = self._word_through(square, down=not main.down)
            if word:
                return self.say("letters.crosses", letter=mark.upper(), word=word)
        if met:
            old = self._word_through(met[0][0], down=main.down)
            return self.say("letters.lengthens", word=old or met[0][1].upper())
        return self.say("letters.first_word")

    def count_sentence(self, main: Run, left: int) -> str:
        laid = self.say("letters.laid", n=len(self.draft))
        return self.say("letters.out", laid=laid) if left == 0 else self.say("letters.stay", laid=laid, n=left)

    # --- words ---

    def log_text(self, ply: Ply) -> str:
        """A word alone says it all; that a second one may follow is seen at the table."""
        said = [event.phrase for event in ply.events if isinstance(event, (Drawn, Removed, Said)) and event.phrase]
        return self.say(said[0]) if said else ""

    def log_value(self, ply: Ply) -> str:
        """What a word is stands beside it in the log."""
        return self.word_kind(ply.move.word) if isinstance(ply.move, Lay) else ""

    def pills(self) -> list[tuple[str, str]]:
        return [("book", self.say("letters.german"))]

    def plate_line(self, seat: int) -> str:
        return self.say("letters.left", n=len(self.state.hands[seat]))

    def idle_line(self) -> tuple[str, str] | None:
        if self.state.second:
            return self.say("letters.second"), self.say(f"letters.second_more_{self.scene.game}")
        if not self.laid(self.state):
            return self.say("letters.begin"), self.say("letters.begin_more")
        return None

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        """First press: the place of the word."""
        if not isinstance(move, Lay):
            return super().hint_rect(move)
        return self.squares.span(move.squares).clip(self.grid.area)

    def hint_ghosts(self, move: Any) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Second press: the word itself, as it would lie."""
        if not isinstance(move, Lay):
            return []
        lying = self.laid(self.state)
        found = []
        for square, mark in zip(move.squares, move.word):
            if square not in lying:
                made = self.tile(mark, self.letter_side)
                image = made.image.copy()
                image.set_alpha(200)
                rect = self.squares.rect(square)
                found.append((image, (rect.left + 1 - made.pad, rect.top + 1 - made.pad)))
        return found

    def merit(self, ply: Ply) -> int:
        return len(ply.move.word) if isinstance(ply.move, Lay) else 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        if not isinstance(ply.move, Lay):
            return None
        return ply.move.word.upper(), self.say("letters.left", n=len(ply.move.word))

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        if isinstance(ply.move, Lay):
            return self.squares.span(ply.move.squares).center
        return self.rail.centerx, self.rail.top

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """The word and what lies around it, for the result."""
        if not isinstance(ply.move, Lay):
            return None
        return self.word_picture(ply.state.letters, list(ply.move.squares), size)
