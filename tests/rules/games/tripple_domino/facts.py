"""Facts about Tripple-Domino for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.triangles.pieces import triangles

FACTS = Facts(
    tiny="hand: {2: 5}\ntarget: 20\n",
    pieces=triangles,
    taught=[
        ["344@0,0v:434", "445@-1,0v:544"], ["345@0,1^:453", "235@1,0^:523"], ["draw", "draw", "445@0,0v:454"],
        ["255@0,0v:525", "235@1,0^:235"], ["445@0,0v:454", "455@0,1^:554"]],
)
