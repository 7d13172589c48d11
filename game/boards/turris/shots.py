"""Screenshots of Turris."""

from __future__ import annotations

from game.boards.measures.shots import Screens, analysis, holding

BEST = "turris"
SCREENS: Screens = {"turris": holding("turris", 16, 3), "turris_analysis": analysis("turris", 3)}
