"""How strong the levels of every game are, on the scale of the ratings.

`rules/strengths.yaml` has the measured shares; `python3 main.py bench strengths` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
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
USUAL = 0.7
"""The share that a level wins against the one below it in a game that was not measured."""


@cache
def _measured() -> Mapping[str, Mapping[str, object]]:
    return yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}


def par_of(game: str) -> int | None:
    """Return the points that count as a win of a solitaire without winners."""
    par = _measured().get(game, {}).get("par")
    return par if isinstance(par, int) else None


@cache
def strengths(game: str) -> dict[str, float]:
    """Return the strength of every level of a game."""
    shares = {level: _share(game, level) for level in LEVELS}
    if shares[LEVELS[0]] is not None:  # a solitaire: every level was measured against the deal
        return {level: MIDDLE + lead_of(share if share is not None else USUAL)
                for level, share in shares.items()}
    found, strength = {}, 0.0
    for level in LEVELS:
        share = shares[level]
        strength += 0.0 if level == LEVELS[0] else lead_of(USUAL if share is None else share)
        found[level] = strength
    return {level: MIDDLE + value - found["medium"] for level, value in found.items()}


def _share(game: str, level: str) -> float | None:
    """Return the measured share of wins, never quite 0 or 1; None if it was not measured."""
    entry = _measured().get(game, {}).get(level)
    if not isinstance(entry, Mapping):
        return None
    return (float(entry["won"]) + 0.5) / (float(entry["games"]) + 1)


def lead_of(share: float) -> float:
    """Return by how much a player who wins this share is stronger than the opponent."""
    return SPREAD * log(share / (1 - share))


# --- a match for a person: a bot that mixes the levels ---


def match_level(strength: float) -> str:
    """Return the level of a bot that plays at a strength, as seats and records name it."""
    return f"{MATCH}{strength:.1f}"


def strength_of(game: str, level: str) -> float:
    """Return the strength of a level, also of a mixed one."""
    if level.startswith(MATCH):
        return float(level.removeprefix(MATCH))
    return strengths(game).get(level, MIDDLE)


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
