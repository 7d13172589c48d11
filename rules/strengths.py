"""How strong the levels of every game are, on the scale of the ratings.

`rules/strengths.yaml` has the measured shares; `python3 main.py bench ladder` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import log, sqrt
from random import Random

import yaml

from rules.home import HOME
from rules.kit.shuffle import rng_for
from rules.session import LEVELS, MATCH

FILE = HOME / "rules" / "strengths.yaml"
MIDDLE = 25.0
"""The strength of the medium level, and of the deal of a solitaire; also that of a person not known yet."""
LUCK = MIDDLE / 6
"""By how much one game departs from the strength of a player."""
SPREAD = sqrt(2) * LUCK
"""The lead in strength with which a player wins e games for every one lost, against one opponent."""
SURE = 1.96
"""Standard deviations within which 95 of 100 cases lie."""
USUAL = 0.7
"""The share that a level wins against the one below it in a game that was not measured."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a level has reached: against the one below, in a solitaire against the deal."""

    won: float
    """Games won; a draw counts half."""
    games: int
    moves: int = 0
    """Moves of all players in all games."""
    points: int = 0
    """Points in all deals of a solitaire that is played for them."""

    @property
    def share(self) -> float:
        """Return the share of wins, never quite 0 or 1."""
        return (self.won + 0.5) / (self.games + 1)

    @property
    def between(self) -> tuple[float, float]:
        """Return the limits of Wilson: the true share of wins lies between them in 95 of 100 cases."""
        won, more = self.won / self.games, SURE**2 / self.games
        middle, width = won + more / 2, SURE * sqrt(won * (1 - won) / self.games + more / 4 / self.games)
        return (middle - width) / (1 + more), (middle + width) / (1 + more)


@dataclass(frozen=True, slots=True)
class Ladder:
    """What was measured in one game."""

    par: int | None = None
    """The points that count as a win of a solitaire without winners."""
    scores: dict[str, Score] = field(default_factory=dict)
    """By level, and by the yardsticks of the engine."""


def read_ladders() -> dict[str, Ladder]:
    """Read the file with everything that was measured, by game."""
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {game: Ladder(entry.get("par"), {name: Score(**score) for name, score in entry.items()
                                            if name != "par"})
            for game, entry in entries.items() if entry}


_ladders = cache(read_ladders)


def _ladder(game: str) -> Ladder:
    return _ladders().get(game) or Ladder()


def par_of(game: str) -> int | None:
    """Return the points that count as a win of a solitaire without winners."""
    return _ladder(game).par


@cache
def strengths(game: str) -> dict[str, float]:
    """Return the strength of every level of a game."""
    scores = _ladder(game).scores
    leads = {level: lead_of(scores[level].share if level in scores else USUAL) for level in LEVELS}
    if LEVELS[0] in scores:  # a solitaire: every level was measured against the deal
        return {level: MIDDLE + lead for level, lead in leads.items()}
    found, strength = {}, 0.0
    for level in LEVELS:
        strength += 0.0 if level == LEVELS[0] else leads[level]
        found[level] = strength
    return {level: MIDDLE + value - found["medium"] for level, value in found.items()}


def lead_of(share: float) -> float:
    """Return by how much a player who wins this share is stronger than the opponent."""
    return SPREAD * log(share / (1 - share))


# --- a match for a person: a bot that mixes the levels ---


def match_level(strength: float) -> str:
    """Return the level of a bot that plays at a strength, as seats and records name it."""
    return f"{MATCH}{strength:.1f}"


def strength_of(game: str, level: str) -> float:
    """Return the strength of a level; a mixed one is never weaker or stronger than all levels."""
    known = strengths(game)
    if level.startswith(MATCH):
        return min(max(float(level.removeprefix(MATCH)), known[LEVELS[0]]), known[LEVELS[-1]])
    return known.get(level, MIDDLE)


def level_for_move(game: str, level: str, key: str) -> str:
    """Return the level that chooses this move; a mixed one takes turns, the nearer level more often."""
    if not level.startswith(MATCH):
        return level
    return mixed(game, strength_of(game, level), rng_for("match", key))


def mixed(game: str, strength: float, rng: Random) -> str:
    known = strengths(game)
    below = [level for level in LEVELS if known[level] <= strength]
    above = [level for level in LEVELS if known[level] > strength]
    if not below or not above:
        return (below or above[:1])[-1]
    low, high = below[-1], above[0]
    part = (strength - known[low]) / (known[high] - known[low])
    return high if rng.random() < part else low
