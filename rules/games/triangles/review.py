"""What the reviews of Tripple Domino and its solitaire share: bridges and hexagons that were missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.base import Phrase
from rules.games.triangles.layout import Lay
from rules.games.triangles.tripple import Move, TrippleRules, TrippleState

FIGURES = ("hexagon", "bridge")


def missed_figures(rules: TrippleRules, state: TrippleState, move: Move,
                   legal: Sequence[Move]) -> Iterator[Phrase]:
    """Yield a line for a hexagon, else for a bridge, that fitted when the move made nothing like it."""
    made = {kind for _, kind in rules.score_of(state, move)}
    for kind in FIGURES:
        if kind in made:
            return
        for other in legal:
            if isinstance(other, Lay) and any(found == kind for _, found in rules.score_of(state, other)):
                yield Phrase(f"review.missed.{kind}", {"tile": other.tile})
                return
