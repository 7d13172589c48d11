"""Facts of a game for the suites that test every game: `FACTS` in `tests/rules/games/<game>/facts.py`.

A game without that file gets the defaults, so the suites cover it as soon as it is in the catalog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

GAMES_FOLDER = Path(__file__).resolve().parents[1] / "rules" / "games"


@dataclass(frozen=True)
class Facts:
    """Facts that a generic suite cannot determine itself; every field is optional."""

    tiny: str = ""
    """YAML that makes a whole game short by changing the classic rules; empty if classic is short."""
    player: str = "tests.kit.players.pieces"
    """The module whose `by_mouse`, `by_keyboard` and `by_pad` play the game through the screen."""
    taught: Sequence[Sequence[str]] = ()
    """The moves that finish each step of the lesson; if empty, the engine's solution is played."""
    pieces: Callable[[Any], Counter[Any]] | None = None
    """Count all pieces of a state, wherever they are; moves must not create or lose one."""
    spellings: Sequence[str] = ()
    """Well-formed moves, most of them illegal; the suite also tries the moves of other positions."""


@cache
def facts_of(game: str) -> Facts:
    """Return the facts of a game, or the defaults if it has no file."""
    if not (GAMES_FOLDER / game / "facts.py").is_file():
        return Facts()
    facts = import_module(f"tests.rules.games.{game}.facts").FACTS
    assert isinstance(facts, Facts)
    return facts
