"""Screenshots of Kwinty."""

from __future__ import annotations

from game.boards.measures.shots import Screens, analysis, holding

BEST = "kwinty"
SCREENS: Screens = {"kwinty": holding("kwinty", 12, 3), "kwinty_analysis": analysis("kwinty", 3)}
