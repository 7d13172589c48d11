"""Facts about Point-Typ-Dom for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.crossword.pieces import EASY_LETTERS, letters

FACTS = Facts(
    tiny=f"deal: {{red: 3, black: 4}}\n{EASY_LETTERS}",
    player="tests.game.boards.letters.player",
    pieces=letters,
    taught=[["v 1,-1 TOR"], ["buy red black"], ["v 1,-1 TOR"]],
)
