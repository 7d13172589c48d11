"""Facts about Kreuzwort for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.crossword.pieces import EASY_LETTERS, letters

FACTS = Facts(
    tiny=f"deal: {{red: 3, black: 5}}\n{EASY_LETTERS}",
    player="tests.game.boards.letters.player",
    pieces=letters,
    taught=[["> 0,0 WORT"], ["v 1,-1 TOR"], ["> 0,2 NUR", "v 2,0 TORE"], ["swap 1,0"], ["buy red"],
            ["v 1,-1 TOR"]],
)
