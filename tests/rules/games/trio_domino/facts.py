"""Facts about Trio-Domino for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.triangles.pieces import triangles

FACTS = Facts(
    tiny="hand: 4\n",
    pieces=triangles,
    taught=[
        ["R1B2G1@0,0v:B2G1R1", "R0B0G2@-1,0v:B0G2R0"], ["R2G2B2@0,-1v:G2B2R2"],
        ["R0G1B2@-1,1v:G1B2R0", "R1B1G0@1,1^:G0R1B1"], ["draw 2", "R2G1B0@0,-1v:R2G1B0"],
        ["R2G0B1@0,0v:R2G0B1", "stop"]],
)
