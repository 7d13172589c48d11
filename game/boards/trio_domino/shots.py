"""Screenshots of Trio-Domino."""

from __future__ import annotations

from game.boards.measures.shots import Screens, holding, review

BEST = "trio"
SCREENS: Screens = {"trio": holding("trio_domino", 12, 4), "trio_review": review("trio_domino", 5)}
