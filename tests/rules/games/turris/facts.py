"""Facts about Turris for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts

FACTS = Facts(
    tiny="blocks: 6\n",
    player="tests.game.boards.turris.player",
    taught=[["V 0,0,0", "V 0,1,0"], ["X 0,0,2"], ["V 1,1,0", "V 2,0,0"], ["R 1,0,0"], ["V 1,0,0"]],
)
