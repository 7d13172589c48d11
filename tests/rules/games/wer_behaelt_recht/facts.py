"""Facts about Wer behält recht? for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.crossword.pieces import EASY_LETTERS, letters

FACTS = Facts(
    tiny=f"deal: {{red: 2, black: 3}}\n{EASY_LETTERS}",
    player="tests.game.boards.wer_behaelt_recht.player",
    pieces=letters,
    taught=[["begin > 0,0 A HAUS@1"], ["front H HAUS@0"], ["back L BALL@1"], ["complete"],
            ["begin v 0,1 L BALL@1", "back L BALL@1"]],
)
