"""The table of Kreuzwort and Point-Typ-Dom: words are laid letter by letter, or typed, and judged while they grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.boards.kit.base import Target
from game.boards.letters.crossword_show import CrosswordShow
from game.boards.letters.draft import Square, Tile
from game.boards.letters.flight import LetterFlight
from rules.base import Refusal
from rules.games.crossword.board import Lay, Swap
from rules.session import Ply
from rules.words.placement import Run, Survey, survey


class CrosswordTable(CrosswordShow, LetterFlight):
    """The draft, the cursor and what the hand does with them; how they look is in `CrosswordShow`."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.across = False
        """A single letter makes two words: which of them is laid was changed by the player."""

    # --- the draft ---

    def sync(self, state: Any) -> None:
        if not self.scene.my_turn:
            self.draft.clear()
            self.cursor = None
        else:
            self.draft.keep_possible(self.hand_of(state.player), self.laid(state))
        super().sync(state)
        self.show_draft()

    def cells_to_fit(self, state: Any) -> Any:
        return [*self.laid(state), *self.draft.letters] or [(-3, 0), (3, 0)]

    def survey(self, held: tuple[Square, str] | None = None) -> Survey:
        """What the letters on the board make, with the one that is held over a square."""
        letters = self.letters_with(held)
        if not self.laid(self.state) and letters:
            first = min(x for x, _ in letters)
            letters = {(x - first, y): mark for (x, y), mark in letters.items()}
        return survey(self.laid(self.state), letters, self.words)

    def main_run(self, found: Survey) -> Run | None:
        """The word that is laid: the one all new letters stand in; of two the player chooses, else the better."""
        fitting = list(found.mains)
        if not fitting:
            return None
        fitting.sort(key=lambda run: (run.valid, self.points_of_word(run.word), len(run.word), not run.down),
                     reverse=True)
        return fitting[1 if self.across and len(fitting) > 1 else 0]

    def points_of_word(self, word: str) -> int:
        return 0

    def drafted_move(self) -> Lay | None:
        run = self.main_run(self.survey())
        return Lay(run.down, run.x, run.y, run.word) if run is not None else None

    def lay_refusal(self) -> Refusal | None:
        """Why the word on the board cannot be laid."""
        found = self.survey()
        if found.fault is not None:
            return found.fault
        move = self.drafted_move()
        return self.rules.why_illegal(self.state, move) if move is not None else Refusal("letters.nothing_laid")

    def confirm(self) -> None:
        self.lay_word()

    def lay_word(self) -> None:
        """Enter or the button: lay the word or say what is wrong."""
        if not self.scene.my_turn:
            return
        refusal = self.lay_refusal()
        if refusal is not None:
            self.scene.app.sounds.play("refuse")
            self.scene.set_status(self.say(refusal), mood="bad")
            return
        move = self.drafted_move()
        assert move is not None
        self.cursor = None
        self.scene.play(move)

    def changed(self, sound: str = "letter") -> None:
        self.across = False
        super().changed(sound)

    def choose_other_word(self) -> bool:
        """One letter makes two words: lay the other one."""
        found = self.survey()
        if len(found.mains) < 2:
            return False
        self.across = not self.across
        self.show_draft()
        return True

    def is_free(self, square: Square, piece: Tile | None = None) -> bool:
        """The first word lies in the middle row."""
        return super().is_free(square, piece) and (bool(self.laid(self.state)) or square[1] == 0)

    def can_type_at(self, square: Square, *, down: bool) -> bool:
        return bool(self.laid(self.state)) or (square[1] == 0 and not down)

    # --- the hand ---

    def targets(self, piece: Tile, turn: int) -> list[Target]:
        """Jollies on the table that this letter can be exchanged for; all other squares are no move of their own."""
        found = []
        for square, mark in self.laid(self.state).items():
            if mark.islower() and mark.upper() == piece.mark and \
                    self.rules.why_illegal(self.state, Swap(*square)) is None:
                found.append(Target(Swap(*square), square, self.squares.rect(square)))
        return found

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> Swap | None:
        """Dropped on a Jolly that it cannot be exchanged for: the rules say why."""
        if not self.grid.area.collidepoint(pos):
            return None
        square = self.squares.cell_at(pos)
        return Swap(*square) if self.laid(self.state).get(square, "").islower() else None

    # --- keys ---

    def key(self, event: pygame.Event) -> bool:
        return self.choose_other_word() if event.key == pygame.K_r else super().key(event)

    # --- agreeing on a word ---

    def ask_agreement(self, word: str) -> None:
        """The people at the table decide on a word that the list does not know."""
        from game.ui.dialogs import Dialog

        app = self.scene.app
        app.push(Dialog(app, self.say("letters.agree_title", word=word), self.say("letters.agree_text"),
                        [(self.say("letters.agree_now"), lambda: self._agree(word, for_good=False), "check"),
                         (self.say("letters.agree_always"), lambda: self._agree(word, for_good=True), "book"),
                         (self.say("letters.agree_not"), None, "cross")], game=self.scene.game, icon="book"))

    def _agree(self, word: str, *, for_good: bool) -> None:
        self.scene.session.agree(word)
        if for_good:
            from game.data.own_words import OwnWords

            failed = OwnWords(self.scene.app.store.folder).accept(word)
            if failed is None:
                self.scene.set_status(self.say("letters.agree_saved", word=word), mood="good")
            else:
                self.scene.set_status(self.say("letters.agree_unsaved", word=word, reason=failed), mood="warn")
        self.show_draft()
        self.scene.refresh_side()

    # --- movement ---

    def animate(self, ply: Ply, before: Any, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        shown = dict(self.draft.letters)
        self.draft.clear()
        self.clear_marks()
        self.fly(ply, before, shown, start, done)
