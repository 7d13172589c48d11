"""Screenshots of Kreuzwort."""

from __future__ import annotations

from game.boards.crossword.shots import laying
from game.boards.measures.shots import Screens, review

BEST = "kreuzwort"
SCREENS: Screens = {
    "kreuzwort": laying("kreuzwort", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
    "kreuzwort_refused": laying("kreuzwort", {(10, 3): "R", (10, 5): "T"}),
    "kreuzwort_review": review("kreuzwort", 13, seats=3),
}
