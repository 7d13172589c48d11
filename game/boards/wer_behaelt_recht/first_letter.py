"""Typing the letter that begins an announcement: its suggested spot, with a cursor, and the keys."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.boards.kit.part import Part
from game.boards.letters.cursor import cursor_image
from game.boards.letters.draft import Tile
from game.boards.letters.field import CURSOR_Z, LetterField
from game.boards.wer_behaelt_recht.announce import Announcement
from game.table.host import WordHost
from game.ui.stage import Sprite
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Spot, WerState
from rules.words.placement import jolly_for


class LetterBoard(Protocol):
    """The interface of a board for the first letter."""

    announcement: Announcement | None

    @property
    def rules(self) -> WerBehaeltRecht: ...

    @property
    def state(self) -> WerState: ...

    def pieces(self) -> list[Tile]:
        """Return the letters in the rack."""

    def fits_premium(self, piece: Tile, spot: Spot) -> bool:
        """Return whether a letter is the one that the open word needs on a spot."""

    def open_announcement(self, piece: Tile, spot: Spot, mark: str) -> None:
        """Lay the letter and ask for its word."""


class FirstLetter(Part[WordHost]):
    """A typed letter is laid on the suggested spot, and its word is typed on from there."""

    def __init__(self, host: WordHost, field: LetterField, board: LetterBoard):
        super().__init__(host)
        self.field, self.board = field, board

    def spot(self, tile: Tile | None = None) -> Spot | None:
        """Return the suggested spot, for a certain letter if `tile` is given; None while nothing begins."""
        board, state = self.board, self.board.state
        if not self.host.my_turn or state.must_complete or board.announcement is not None:
            return None
        return next((spot for spot in board.rules.spots(state)
                     if not state.premium or tile is None or board.fits_premium(tile, spot)), None)

    def key(self, event: pygame.Event) -> bool:
        """Use a typed letter; return False for all other keys."""
        marks = self.board.rules.language.typed(getattr(event, "unicode", ""))
        if not marks or self.spot() is None:
            return False
        self._lay(marks[0])
        return True

    def _lay(self, mark: str) -> None:
        board = self.board
        tile = next((tile for wanted in (mark, jolly_for(mark)) for tile in board.pieces()
                     if tile.mark == wanted), None)
        spot = self.spot(tile)
        if tile is None or spot is None:
            self.host.sounds.play("refuse")
            said = self.say("letters.not_in_hand", letter=mark) if tile is None else self.say("wer.held_none")
            self.host.set_status(said, mood="bad")
            return
        self.host.hand.cancel(quiet=True)
        board.open_announcement(tile, spot, mark if tile.mark == mark else mark.lower())
        if board.announcement is not None:
            board.announcement.begin(mark)

    def show(self) -> list[Sprite]:
        """Draw the cursor on the suggested spot before the first key."""
        spot = self.spot()
        if spot is None or self.host.hand.holding:
            return []
        image, pos = cursor_image(self, self.field.view.rect(spot.square), down=spot.down, resting=True)
        return [self.put(image, pos, CURSOR_Z)]
