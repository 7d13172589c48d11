"""Facts about Presto for the suites that test every game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.kit.facts import Facts
from tests.rules.games.crossword.pieces import EASY_LETTERS


def dealt_letters(state: Any) -> Counter[str]:
    """Count the letters dealt and left over: in a race all players keep theirs."""
    return Counter((*"".join(state.hands), *state.unused))


FACTS = Facts(
    tiny="deal:\n" + "".join(f"  {n}: {{black: 3, red: 3}}\n" for n in (2, 3, 4, 5, 6)) + EASY_LETTERS,
    player="tests.game.boards.presto.player",
    pieces=dealt_letters,
    taught=[["finish 0 9.0 - HAUT/...O/...R"], ["finish 0 9.0 - ..R/..a/HUT"]],
)
