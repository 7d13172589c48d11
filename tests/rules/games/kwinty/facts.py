"""Facts about Kwinty for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts

FACTS = Facts(
    tiny="blocks: 4\nmatch: {games: 2}\n",  # two rounds, so that the suites see the end of one
    taught=[["H 0,0", "V 2,0", "V 3,0"], ["V 2,0"], ["H 2,0"], ["V -4,0", "V 2,0"], ["V 0,3"]],
)
