"""Facts about Tripple-Solitaire for the suites that test every game."""

from __future__ import annotations

from tests.kit.facts import Facts
from tests.rules.games.triangles.pieces import triangles

FACTS = Facts(
    tiny="hand: {1: 6}\nsolitaire: {draws: 3}\n",
    pieces=triangles,
    taught=[
        ["345@0,-1v:534", "133@0,0v:313"], ["255@0,0v:525", "235@1,0^:235"], ["255@0,0v:525"],
        ["draw", "draw", "445@0,0v:454"], ["344@0,0v:434", "stop"]],
)
