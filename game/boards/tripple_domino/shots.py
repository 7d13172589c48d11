"""Screenshots of Tripple Domino, and of a trial of its rules in the laboratory."""

from __future__ import annotations

from typing import Any

from game.app import App
from game.boards.measures.shots import Screens, holding, laboratory, review


def _trial(app: App) -> None:
    """Open a finished trial of changed rules."""
    scene = laboratory(app, "tripple_domino", {"bonus.hexagon": 80, "draw.most": 1})
    scene.level = "easy"
    scene.try_out()
    trial: Any = app.top
    while not trial.over:
        app.step([], 16)


BEST = "tripple"
SCREENS: Screens = {
    "tripple": holding("tripple_domino", 14, 5), "trial": _trial,
    "tripple_review": review("tripple_domino", 5),
    "solitaire_review": review("tripple_solitaire", 5, seats=1),
}
