"""Import by name: the board of a game, the picture of its box, the parts of its rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from rules.catalog import GAMES

if TYPE_CHECKING:
    import pygame

    from game.boards.kit.contract import AnyBoard
    from game.ui.help_sheet import Painters
    from rules.base import AnyRules


def board_class(game: str) -> type[AnyBoard]:
    """Import and return the class of a game's board."""
    module, name = GAMES[game].board.split(":")
    found: type[AnyBoard] = getattr(import_module(module), name)
    return found


def paint_art(game: str, surface: pygame.Surface, k: float) -> None:
    """Paint a small scene of a game for its box; `k` scales lengths of the mock-ups.

    It is in `SCENES` of the module `art` beside its board: the shelf draws all boxes and imports no board.
    """
    package = GAMES[game].board.partition(":")[0].rpartition(".")[0]
    scenes: Mapping[str, Callable[[pygame.Surface, float], None]] = import_module(f"{package}.art").SCENES
    scenes[game](surface, k)


def help_painters(game: str) -> Painters:
    """Return the pictures of a game's rules page; none if its board names none."""
    module, _, name = board_class(game).help_boards.partition(":")
    found: Painters = getattr(import_module(module), name) if module else {}
    return found


def help_facts(rules: AnyRules) -> Mapping[str, object]:
    """Return the derived facts of a rules page; none if the board names none."""
    module, _, name = board_class(rules.game).help_facts.partition(":")
    if not module:
        return {}
    facts: Callable[[AnyRules], Mapping[str, object]] = getattr(import_module(module), name)
    return facts(rules)
