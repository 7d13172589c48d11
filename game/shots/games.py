"""Pictures provided by the games themselves, found through the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from game.boards.measures.shots import Screens
from rules.catalog import GAMES


def _modules() -> Iterator[ModuleType]:
    """Yield the `shots` modules of all boards, in the order of the catalog; a board may have none."""
    packages = dict.fromkeys(game.board.partition(":")[0].rpartition(".")[0] for game in GAMES.values())
    for package in packages:
        if find_spec(f"{package}.shots") is not None:
            yield import_module(f"{package}.shots")


def screens_of_games() -> Screens:
    """Return all pictures of all games."""
    return {name: show for module in _modules() for name, show in module.SCREENS.items()}


def best_of_games() -> list[str]:
    """Return the name of the best picture of each game."""
    return [module.BEST for module in _modules()]
