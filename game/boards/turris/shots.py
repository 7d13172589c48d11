"""Screenshots of Turris."""

from __future__ import annotations

from game.boards.measures.shots import Screens, holding, result, review

BEST = "turris"
SCREENS: Screens = {"turris": holding("turris", 16, 3), "turris_result": result("turris", 3),
                    "turris_review": review("turris", 3)}
