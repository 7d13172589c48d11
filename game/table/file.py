"""The file of a game at a table: saved after every move, with a thumbnail; a record at the end."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.data.index.result import Booked
from game.data.store import PICTURES, Store
from rules.session import Session

PICTURE_HEIGHT = 400


class GameFile:
    """The path of a table's save or record; None if the game is not saved."""

    def __init__(self, store: Store, path: Path | None):
        self.store, self.path = store, path

    @property
    def is_save(self) -> bool:
        """Whether the file is a save, i.e. the game can be continued and is no record yet."""
        return self.path is not None and self.path.parent == self.store.saves

    def write(self, session: Session) -> None:
        if self.path is not None:
            self.path = self.store.save(session, self.path)

    def finish(self, session: Session, booked: Booked | None) -> None:
        """The game is over for good: its save becomes a record."""
        if self.is_save:
            assert self.path is not None
            self.store.discard_picture(self.path)
            self.path = self.store.finish(session, self.path, booked)

    def discard(self) -> None:
        """Delete the save of a game in which no move was played."""
        if self.is_save:
            assert self.path is not None
            self.store.discard(self.path)
            self.store.discard_picture(self.path)

    def keep_picture(self, screen: pygame.Surface, board: pygame.Rect) -> None:
        """Write a thumbnail of the board beside the save, for the Continue box."""
        assert self.path is not None
        try:
            shot = screen.subsurface(telling_part(board.clip(screen.get_rect())))
            scale = PICTURE_HEIGHT / shot.get_height()
            small = pygame.transform.smoothscale(shot, (round(shot.get_width() * scale), PICTURE_HEIGHT))
            self.path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(small, self.path.with_suffix(PICTURES[0]))
        except (pygame.error, ValueError, OSError):
            pass  # without a thumbnail the box shows the art of the game


def telling_part(board: pygame.Rect) -> pygame.Rect:
    """Return the upper middle part of a board, which shows most of the game."""
    width = min(board.w * 2 // 3, round(board.h * 1.5))
    return pygame.Rect(board.centerx - width // 2, board.top, width, round(width / 1.5)).clip(board)
