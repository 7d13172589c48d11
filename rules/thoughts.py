"""What the thinking process can be asked: a bot's move, a hint, whether a position can still be won, how it
stands and where it was lost.

Every function takes `stop`, which tells whether somebody has stopped waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.base import Rules
from rules.engine import Choice, Lost, Stop, TurningPoint, ask, bot_for
from rules.engine import balance as balance_of
from rules.engine import can_be_won as can_be_won_of
from rules.engine import hint as hint_of
from rules.engine import last_winnable as last_winnable_of
from rules.engine import race_plan as race_plan_of
from rules.engine import solution as solution_of
from rules.engine import suggest as suggest_of
from rules.engine import turning_point as turning_point_of
from rules.kit.shuffle import rng_for
from rules.kit.skill import deadline_for


def choose(level: str, rules: Rules, state: Any, player: int, key: str, stop: Stop) -> Choice:
    """The move of a bot; the same for the same key unless its time runs out."""
    return ask(bot_for(rules.game, level), rules, state, player, rng_for("bot", level, key),
               deadline_for(level), stop)


def hint(rules: Rules, state: Any, player: int, key: str, stop: Stop) -> Choice | Lost:
    return hint_of(rules, state, player, rng_for("hint", key), deadline_for("hard"), stop)


def race_plan(level: str, rules: Rules, state: Any, player: int, key: str, stop: Stop) -> Any:
    """How a bot will run a race, moment by moment."""
    return race_plan_of(level, rules, state, player, rng_for("race", level, key), stop)


def suggest(rules: Rules, state: Any, player: int, building: Any, key: str, stop: Stop) -> Any:
    """How to go on with what a player has built so far."""
    return suggest_of(rules, state, player, building, rng_for("suggest", key), deadline_for("hard"), stop)


def last_winnable(rules: Rules, states: Sequence[Any], stop: Stop) -> int | None:
    """How many moves may stand so that the round can still be won."""
    return last_winnable_of(rules, states, stop)


def can_be_won(rules: Rules, state: Any, stop: Stop) -> bool | None:
    """Whether a solitaire can still be won; None if nobody knows."""
    return can_be_won_of(rules, state, stop)


def solution(rules: Rules, state: Any, stop: Stop) -> list[Any] | None:
    """Moves that win a solitaire from here."""
    return solution_of(rules, state, stop)


def balance(rules: Rules, states: Sequence[Any], stop: Stop) -> list[float]:
    """How some states of a round stand, from 1 for seat 0 to -1 for seat 1."""
    return balance_of(rules, states, stop)


def turning_point(rules: Rules, states: Sequence[Any], balances: Sequence[float], stop: Stop) -> TurningPoint | None:
    """The move that lost a round, and what would have been better."""
    return turning_point_of(rules, states, balances, stop)
