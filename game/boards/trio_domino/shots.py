"""Screenshots of Trio-Domino."""

from __future__ import annotations

from game.boards.measures.shots import Screens, holding

BEST = "trio"
SCREENS: Screens = {"trio": holding("trio_domino", 12, 4)}
