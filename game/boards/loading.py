"""Import the board of a game by its name in the catalog."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.boards.kit.base import Table


def board_class(game: str) -> type[Table]:
    """Import and return the class of a game's board."""
    module, name = GAMES[game].board.split(":")
    found: type[Table] = getattr(import_module(module), name)
    return found
