"""Laying letters one by one: the draft on the field before it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.boards.kit.part import Part
from game.boards.letters.draft import Draft, Square, Tile
from game.boards.letters.field import LETTER_Z, LetterField
from game.boards.letters.letter_choice import LetterChoice, Meanwhile
from game.boards.letters.rack import LetterRack
from game.table.host import WordHost
from game.ui.stage import Sprite
from rules.games.crossword.board import Swap
from rules.games.crossword.letters import JOLLIES

Held = tuple[Square, str]
"""A letter that is held over a square."""


@dataclass(frozen=True, slots=True)
class Put:
    """Pseudo-move of a target: put a letter of the draft on a free square."""

    square: Square


class DraftBoard(Protocol):
    """The interface of a board for the parts that edit a draft."""

    @property
    def letters(self) -> Mapping[Square, str]:
        """The letters that were played already."""

    def is_free(self, square: Square) -> bool:
        """Return True if a letter may be put there, ignoring other letters of the draft."""

    def may_type_at(self, square: Square, *, down: bool) -> bool:
        """Return True if the typing cursor may be there."""

    def show_draft(self, held: Held | None = None) -> None:
        """Show the draft and its verdict, including a letter held over a square."""

    def changed(self, sound: str = "letter") -> None:
        """Called after every change of the draft."""

    def confirm(self) -> None:
        """Play the draft as it is."""

    def keep_in_view(self, square: Square) -> None:
        """Scroll to a square."""

    def tell_square(self, square: Square, mark: str, *, down: bool) -> None:
        """Say aloud where the typing cursor is and which letter is there."""


class Laying(Part[WordHost]):
    """The draft and its mouse handling; `meanwhile` runs on while a Jolly's letter is asked for."""

    def __init__(self, host: WordHost, field: LetterField, rack: LetterRack, board: DraftBoard, *,
                 meanwhile: Meanwhile | None = None):
        super().__init__(host)
        self.field, self.rack, self.board, self._meanwhile = field, rack, board, meanwhile
        self.draft = Draft()
        self.held_from: Square | None = None
        """The square from which the dragged letter was taken."""
        self._sprites: dict[Square, Sprite] = {}

    # --- the picture ---

    def forget_sprites(self) -> None:
        """Drop references to sprites after the stage was rebuilt."""
        self._sprites = {}

    def hide(self) -> None:
        for sprite in self._sprites.values():
            sprite.remove()
        self._sprites = {}

    def show(self) -> None:
        self.hide()
        for square, mark in self.draft.letters.items():
            if square != self.held_from:
                self._sprites[square] = self.field.lay(square, mark, lifted=True, z=LETTER_Z + square[1])

    @property
    def sprites(self) -> list[Sprite]:
        return list(self._sprites.values())

    def letters_with(self, held: Held | None) -> dict[Square, str]:
        """Return the letters of the draft, with a dragged one only where it is held."""
        letters = self.draft.letters
        if self.held_from is not None:
            letters.pop(self.held_from, None)
        if held is not None:
            letters[held[0]] = held[1]
        return letters

    # --- pieces ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        if self.field.area.collidepoint(pos):
            return self.draft.tile_at(self.field.view.cell_at(pos))
        return next((tile for tile in reversed(self.pieces())
                     if self.rack.piece_rect(tile).collidepoint(pos)), None)

    def pieces(self) -> list[Tile]:
        """Return the letters still in the rack."""
        return [tile for tile in self.rack.pieces() if tile not in self.draft]

    def piece_rect(self, piece: Tile) -> pygame.Rect:
        square = self.draft.square_of(piece)
        return self.field.view.rect(square) if square is not None else self.rack.piece_rect(piece)

    def shown_mark(self, piece: Tile) -> str:
        """Return the letter as it looks now: a Jolly on the field shows the letter it stands for."""
        square = self.draft.square_of(piece)
        return self.draft.letters[square] if square is not None else piece.mark

    # --- from the hand to a square ---

    def is_free(self, square: Square, piece: Tile | None = None) -> bool:
        """Return True if a letter may be put there; `piece` may stay where it is."""
        there = self.draft.tile_at(square)
        return self.board.is_free(square) and (there is None or there == piece)

    def free_square(self, piece: Tile, centre: tuple[float, float]) -> Square | None:
        """Return the square at `centre` if the letter may be put there."""
        square = self.field.square_at(centre)
        return square if square is not None and self.is_free(square, piece) else None

    def keep(self, piece: Tile, move: object) -> bool:
        """Put a letter into the draft if `move` is a `Put`. Return False for real moves."""
        if not isinstance(move, Put):
            return False
        self.lay(piece, move.square)
        return True

    def lay(self, piece: Tile, square: Square, then: Callable[[], None] | None = None) -> None:
        """Put a letter on a square, asking first what a Jolly from the rack stands for."""
        was = self.draft.square_of(piece)
        stands_for = self.draft.letters[was] if was is not None and piece.mark in JOLLIES else ""
        if piece.mark in JOLLIES and not stands_for:
            self.ask_letter(piece, square, then)
            return
        if was is not None:
            self.draft.take(was)
        self._put(piece, square, stands_for, then)

    def ask_letter(self, piece: Tile, square: Square, then: Callable[[], None] | None = None) -> None:
        """Ask which letter a Jolly stands for, then lay it."""
        self.host.open_dialog(lambda app: LetterChoice(
            app, self.host.rules, piece.mark, lambda mark: self._put(piece, square, mark, then),
            lambda: self.board.changed("undo"), self._meanwhile))

    def _put(self, piece: Tile, square: Square, stands_for: str, then: Callable[[], None] | None) -> None:
        self.draft.put(square, piece, stands_for)
        self.board.changed()
        if then is not None:
            then()

    def show_picked(self, piece: Tile, how: str | None) -> None:
        """Show a letter as held ("drag", "pick") or not (None)."""
        square = self.draft.square_of(piece)
        self.held_from = square if how == "drag" else None
        if square is None:
            self.rack.show_picked(piece, how)
        self.board.show_draft()

    def aim(self, move: object | None) -> None:
        """Judge the draft as if the held letter were on the square it is held over."""
        piece = self.host.hand.piece
        held = None
        if isinstance(move, Put) and isinstance(piece, Tile):
            mark = self.shown_mark(piece)
            held = (move.square, mark) if mark not in JOLLIES else None
        self.board.show_draft(held)

    # --- back to the rack ---

    def drop_on_rack(self, piece: Tile, centre: tuple[int, int]) -> bool:
        """Take a letter back or give it another place in the rack; return False beside the rack."""
        if not self.rack.dropped(piece, centre):
            return False
        square = self.draft.square_of(piece)
        if square is not None:
            self.draft.take(square)
        return True

    def take_back(self, square: Square) -> bool:
        """Return the letter on a square to the rack; return False if there is none."""
        if self.draft.take(square) is None:
            return False
        self.board.changed("undo")
        return True

    def clear(self) -> None:
        """Return all letters to the rack."""
        if self.draft:
            self.draft.clear()
            self.board.changed("undo")


def exchangeable_jollies(host: WordHost, letters: Mapping[Square, str], tile: Tile) -> list[Square]:
    """Return the squares of the Jollies on the board that a letter of the hand can be exchanged for."""
    return [square for square, mark in letters.items()
            if mark.islower() and mark.upper() == tile.mark
            and host.rules.why_illegal(host.state, Swap(*square)) is None]
