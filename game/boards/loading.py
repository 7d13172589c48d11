"""Import the board of a game by its name in the catalog."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.boards.kit.contract import AnyBoard


def board_class(game: str) -> type[AnyBoard]:
    """Import and return the class of a game's board."""
    module, name = GAMES[game].board.split(":")
    found: type[AnyBoard] = getattr(import_module(module), name)
    return found
