"""Screenshots of Point-Typ-Dom."""

from __future__ import annotations

from game.boards.crossword.shots import laying
from game.boards.measures.shots import Screens, review

BEST = "point_typ_dom"
SCREENS: Screens = {
    "point_typ_dom": laying("point_typ_dom", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
    "point_typ_dom_review": review("point_typ_dom", 6),
}
