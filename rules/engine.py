"""The computer players: what every bot promises, and the only ways to ask one for a move or a hint.

A bot never sees hidden pieces: `ask` shuffles them anew before the bot gets the state. Which module
holds the bots of a game stands in `rules/catalog.py`. Where the truth can be computed, that module also
has functions `hint`, `last_winnable`, `can_be_won` and `solution`. A module with `balance`, `losing_move` and
`better_move` gets the analysis after a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Protocol

from rules.base import Phrase, Rules
from rules.catalog import GAMES

Stop = Callable[[], bool]
"""Asked now and then while a bot thinks; True means: answer now, with the best so far."""

HINT_LEVEL = "hard"


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, why it is good, and how good (only comparable with other choices of the same bot)."""

    move: Any
    reason: Phrase
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Lost:
    """No move helps any more."""

    reason: Phrase


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move that lost a round."""

    index: int
    """How many moves stood before it."""
    better: Choice | None
    """What should have been played instead, if anything."""
    proved: bool = False
    """After it the winner could force the win; otherwise it is the move that turned the balance most."""


class Bot(Protocol):
    """A player at one level. It holds nothing between moves; its random numbers come from the caller."""

    def choose(self, rules: Rules, state: Any, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice:
        """A legal move. `deadline` is a time.monotonic(); without one the answer depends on `rng` alone."""
        ...


def ask(bot: Bot, rules: Rules, state: Any, player: int, rng: Random,
        deadline: float | None = None, stop: Stop | None = None) -> Choice:
    """A bot's move in a state, of which it gets only what its seat can see."""
    return bot.choose(rules, rules.guess_hidden(state, player, rng), player, rng, deadline, stop)


def bot_for(game: str, level: str) -> Bot:
    return GAMES[game].load("bots")[level]


def hint(rules: Rules, state: Any, player: int, rng: Random,
         deadline: float | None = None, stop: Stop | None = None) -> Choice | Lost:
    """The game's own hint, or a move of the hard level."""
    own = getattr(_module(rules.game), "hint", None)
    if own is not None:
        return own(rules, state, stop)
    return ask(bot_for(rules.game, HINT_LEVEL), rules, state, player, rng, deadline, stop)


def last_winnable(rules: Rules, states: Sequence[Any], stop: Stop | None = None) -> int | None:
    """How many moves of a round may stand so that it can still be won; None: none, or it is not known.

    `states` are those of the round, from its first deal on: `[round_.start, *(ply.state for ply in plies)]`.
    """
    own = getattr(_module(rules.game), "last_winnable", None)
    return None if own is None else own(rules, states, stop)


def can_be_won(rules: Rules, state: Any, stop: Stop | None = None) -> bool | None:
    """Whether a solitaire can still be won; None if nobody knows."""
    own = getattr(_module(rules.game), "can_be_won", None)
    return None if own is None else own(rules, state, stop)


def solution(rules: Rules, state: Any, stop: Stop | None = None) -> list[Any] | None:
    """Moves that win a solitaire from here; None if there are none, or nobody knows."""
    own = getattr(_module(rules.game), "solution", None)
    return None if own is None else own(rules, state, stop)


def race_plan(level: str, rules: Rules, state: Any, player: int, rng: Random, stop: Stop) -> Any:
    """How a bot will run a race, moment by moment; only for games that are one."""
    return bot_for(rules.game, level).plan(rules, rules.guess_hidden(state, player, rng), player, rng, stop)


def suggest(rules: Rules, state: Any, player: int, building: Any, rng: Random,
            deadline: float | None = None, stop: Stop | None = None) -> Any:
    """The hint of a race, where what a player has built so far lies only on the table."""
    return _module(rules.game).suggest(rules, state, player, building, rng, deadline, stop)


# --- the analysis after a game ---


def can_analyse(game: str) -> bool:
    return hasattr(_module(game), "balance")


def balance(rules: Rules, states: Sequence[Any], stop: Stop | None = None) -> list[float]:
    """How the states of a round stand: 1 is won for seat 0, -1 for seat 1. Shorter if it was stopped."""
    return _module(rules.game).balance(rules, states, stop)


def turning_point(rules: Rules, states: Sequence[Any], balances: Sequence[float],
                  stop: Stop | None = None) -> TurningPoint | None:
    """Where a round was lost; None after a draw, or if it was lost bit by bit.

    `states` are those of the whole round, `balances` what `balance` said of them.
    """
    module = _module(rules.game)
    index, proved = module.losing_move(rules, states, stop, balances)
    if index is None:
        return None
    better = module.better_move(rules, states[index], stop)
    made = rules.apply(states[index], better.move).state == states[index + 1]
    return TurningPoint(index, None if made else better, proved)


def _module(game: str) -> Any:
    return import_module(GAMES[game].bots.split(":")[0])
