"""The bases of letter boards: an open field with a rack below it, and a draft laid letter by letter."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

import pygame

from game.boards.kit.contract import Board, M, S
from game.boards.kit.targets import PlacedImage, Target
from game.boards.letters.cursor import TypingCursor
from game.boards.letters.draft import Square, Tile
from game.boards.letters.field import LetterField
from game.boards.letters.laying import Held, Laying
from game.boards.letters.letter_choice import Meanwhile
from game.boards.letters.meaning import WordMeaning
from game.boards.letters.rack import LetterRack
from game.boards.letters.spoken import LetterSpeech, square_text
from game.table.host import WordHost
from rules.words.vocabulary import Vocabulary

W = TypeVar("W", bound=WordHost)


class LetterBoard(Board[W, S, M, Tile], Generic[W, S, M]):
    """Owns the field, the rack and the meanings of words, and answers the hooks about them."""

    points_game = True
    types_words = True

    def __init__(self, host: W, field: LetterField, rack: LetterRack, meaning: WordMeaning):
        super().__init__(host)
        self.field, self.rack, self.meaning = field, rack, meaning

    @property
    @abstractmethod
    def letters(self) -> Mapping[Square, str]:
        """The letters that lie on the field."""

    @abstractmethod
    def vocabulary(self) -> Vocabulary:
        """Return the valid words of this round."""

    @abstractmethod
    def squares_to_fit(self, state: S) -> list[Square]:
        """Return the squares that the view must contain."""

    @abstractmethod
    def show_marks(self) -> None:
        """Show what lies above the letters again, because the view has changed."""

    def make_speech(self) -> LetterSpeech[W, M]:
        return LetterSpeech(self.host, lambda: self.letters, self.rack.hand)

    def glow(self, target: Target[M], *, nearest: bool) -> PlacedImage:
        return self.field.glow(target.rect, nearest=nearest)

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_0, pygame.K_KP0):
            self.field.fit_again(self.squares_to_fit(self.state))
            self.show_marks()
            return True
        return self.rack.key(event)

    def hover(self, pos: tuple[int, int]) -> None:
        self.rack.hover(pos)

    def draw_lifted(self, piece: Tile) -> None:
        self.rack.draw_lifted(piece)

    def press_felt(self, pos: tuple[int, int]) -> bool:
        return self.field.press(pos)

    def drag_felt(self, pos: tuple[int, int]) -> None:
        if self.field.pan(pos):
            self.show_marks()

    def release_felt(self) -> None:
        clicked = self.field.release()
        if clicked is not None:
            self.click_felt(clicked)

    def click_felt(self, pos: tuple[int, int]) -> None:
        """Tell what the word at a clicked square means."""
        self.meaning.tell(self.letters, self.field.view.cell_at(pos), self.vocabulary())

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        used = self.field.zoom(steps, pos)
        self.show_marks()
        return used


class LayingBoard(LetterBoard[W, S, M], Generic[W, S, M]):
    """A board whose letters are laid one by one as a draft, by mouse or typing, until the draft is played.

    `meanwhile` runs on while a Jolly's letter is asked for.
    """

    def __init__(self, host: W, field: LetterField, rack: LetterRack, meaning: WordMeaning, *,
                 meanwhile: Meanwhile | None = None):
        super().__init__(host, field, rack, meaning)
        self.laying = Laying(host, field, rack, self, meanwhile=meanwhile)
        self.cursor = TypingCursor(self.laying)

    @abstractmethod
    def show_draft(self, held: Held | None = None) -> None:
        """Show the draft and its verdict, including a letter held over a square."""

    @abstractmethod
    def is_free(self, square: Square) -> bool:
        """Return True if a letter may be put there, ignoring other letters of the draft."""

    @abstractmethod
    def may_type_at(self, square: Square, *, down: bool) -> bool:
        """Return True if the typing cursor may be there."""

    @abstractmethod
    def changed(self, sound: str = "letter") -> None:
        """Called after every change of the draft."""

    @abstractmethod
    def confirm(self) -> None:
        """Play the draft as it is."""

    @abstractmethod
    def keep_in_view(self, square: Square) -> None:
        """Scroll to a square."""

    def tell_square(self, square: Square, mark: str, *, down: bool) -> None:
        self.host.speak(square_text(self.say, square, mark, down=down))

    def show_marks(self) -> None:
        self.show_draft()

    # --- pieces ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        return self.laying.piece_at(pos)

    def pieces(self) -> list[Tile]:
        return self.laying.pieces()

    def piece_rect(self, piece: Tile) -> pygame.Rect:
        return self.laying.piece_rect(piece)

    def pointed_at(self, piece: Tile, targets: list[Target[M]], pos: tuple[int, int]) -> Target[M] | None:
        return self.nearest(piece, targets, pos)

    def keep(self, piece: Tile, target: Target[M], start: tuple[int, int] | None) -> bool:
        return self.laying.keep(piece, target.move)

    def held_image(self, piece: Tile, turn: int, near: Target[M] | None = None) -> pygame.Surface:
        return self.field.held(self.laying.shown_mark(piece))

    def show_picked(self, piece: Tile, how: str | None) -> None:
        self.laying.show_picked(piece, how)

    def ghost(self, piece: Tile, target: Target[M]) -> PlacedImage:
        return self.field.ghost(target.rect, self.laying.shown_mark(piece))

    def aim(self, target: Target[M] | None) -> None:
        self.laying.aim(target.move if target is not None else None)

    # --- keys and mouse ---

    def escape(self) -> bool:
        return self.cursor.escape()

    def click_felt(self, pos: tuple[int, int]) -> None:
        """Move the typing cursor there as well."""
        if self.host.my_turn:
            self.cursor.click(pos)
        super().click_felt(pos)
