"""Screenshots of Kwinty."""

from __future__ import annotations

from game.boards.measures.shots import Screens, holding, result, review

BEST = "kwinty"
SCREENS: Screens = {"kwinty": holding("kwinty", 12, 3), "kwinty_result": result("kwinty", 3),
                    "kwinty_review": review("kwinty", 3)}
