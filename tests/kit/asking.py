"""Ask a bot directly, for tests of bots that are not a level of their game."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.engine import Choice
from rules.kit.skill import Stop


def ask(bot: Any, rules: Any, state: Any, player: int, rng: Random,
        deadline: float | None = None, stop: Stop | None = None) -> Choice[Any]:
    """Return a bot's move; as at a table, it gets only the visible state of its seat."""
    return bot.choose(rules, rules.guess_hidden(state, player, rng), player, rng, deadline, stop)
