"""The interface to a game's thinking: bots' moves, hints, solutions, analysis.

Each game offers one subclass of `Engine`, named in `rules/catalog.py`; questions that it cannot answer are
left to the default methods. Table screens ask through `rules/worker.py`. Bots never see hidden pieces:
`choose` reshuffles them first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar

from rules.base import M, Move, Rules, S, State
from rules.kit.phrases import Phrase
from rules.kit.shuffle import rng_for
from rules.kit.skill import Stop, deadline_for
from rules.session import LEVELS

HINT_LEVEL = "hard"

M_co = TypeVar("M_co", bound=Move, covariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
Moment = TypeVar("Moment")
Draft = TypeVar("Draft")
Advice = TypeVar("Advice")


@dataclass(frozen=True, slots=True)
class Choice(Generic[M_co]):
    """A move, why it is good, and how good (only comparable with other choices of the same bot)."""

    move: M_co
    reason: Phrase
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Lost:
    """The answer to a hint if no move helps any more."""

    reason: Phrase


@dataclass(frozen=True, slots=True)
class TurningPoint(Generic[M_co]):
    """The move that lost a round."""

    index: int
    """The number of moves made before it."""
    better: Choice[M_co] | None
    """The move that should have been played instead, if there is one."""
    proved: bool = False
    """True if the winner could force the win after it; else it is the move that changed the balance most."""


class Bot(Protocol[R_contra, S_contra, M_co]):
    """A player at one level of one game. It is stateless; the caller provides random numbers."""

    def choose(self, rules: R_contra, state: S_contra, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[M_co]:
        """Return a legal move by `deadline` (time.monotonic()); without one it depends on `rng` alone."""
        ...


class Engine(ABC, Generic[S, M]):
    """The thinking of one game, by its rules in one variant. Stateless, so it is made for each question.

    Every method takes `stop`, which becomes true when the caller has stopped waiting.
    """

    levels: ClassVar[Sequence[str]] = LEVELS
    """The levels at which it plays, the weakest first."""
    can_analyse: ClassVar[bool] = False
    """Whether `balance` and `turning_point` have answers."""

    def __init__(self, rules: Rules[S, M]):
        self.rules = rules

    # --- moves and hints ---

    def choose(self, level: str, state: S, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[M]:
        """Return the move of a level, which gets only what its seat can see."""
        return self._choose(level, self.rules.guess_hidden(state, player, rng), player, rng, deadline, stop)

    @abstractmethod
    def _choose(self, level: str, state: S, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[M]:
        """Return the move of a level; the hidden pieces of `state` have been guessed."""

    def bot_move(self, level: str, state: S, player: int, key: str, stop: Stop) -> Choice[M]:
        """Return the move of a level in its usual time; the same for the same key unless time runs out."""
        return self.choose(level, state, player, rng_for("bot", level, key), deadline_for(level), stop)

    def hint(self, state: S, player: int, key: str, stop: Stop) -> Choice[M] | Lost:
        """Return a good move; by default that of the hard level."""
        return self.choose(HINT_LEVEL, state, player, rng_for("hint", key), deadline_for(HINT_LEVEL), stop)

    # --- solitaires that can be solved exactly ---

    def last_winnable(self, states: Sequence[S], stop: Stop) -> int | None:
        """Return how many moves of a round may be kept so that it can still be won; None if none or unknown.

        `states` are all those of the round: `[round_.start, *(ply.state for ply in plies)]`.
        """
        return None

    def can_be_won(self, state: S, stop: Stop) -> bool | None:
        """Return whether a solitaire can still be won, or None if that is unknown."""
        return None

    def solution(self, state: S, stop: Stop) -> list[M] | None:
        """Return moves that win a solitaire from here, or None if there are none or that is unknown."""
        return None

    # --- the analysis after a game, for engines with `can_analyse` ---

    def balance(self, states: Sequence[S], stop: Stop | None = None) -> list[float]:
        """Return the balance of every state of a round, from 1 (won for seat 0) to -1; fewer if stopped."""
        return []

    def losing_move(self, states: Sequence[S], balances: Sequence[float] | None = None,
                    stop: Stop | None = None) -> tuple[int | None, bool]:
        """Return the index of the move that lost a round, and whether that is proved.

        The index is None after a draw, or if the round was lost gradually. `balances` avoids computing them
        again.
        """
        return None, False

    def better_move(self, state: S, stop: Stop | None = None) -> Choice[M]:
        """Return the best move found by a thorough search."""
        return self.choose(self.levels[-1], state, state.player, rng_for("better", state.ply), stop=stop)

    def turning_point(self, states: Sequence[S], balances: Sequence[float],
                      stop: Stop | None = None) -> TurningPoint[M] | None:
        """Return the move that lost a round, or None. `states` are those of the whole round."""
        index, proved = self.losing_move(states, balances, stop)
        if index is None:
            return None
        better = self.better_move(states[index], stop)
        made = self.rules.apply(states[index], better.move).state == states[index + 1]
        return TurningPoint(index, None if made else better, proved)


class RaceEngine(Engine[S, M], Generic[S, M, Moment, Draft, Advice]):
    """The thinking of a game that is played as a race: a bot's whole race is planned before it starts.

    `Moment` is what a bot shows from a given time on, `Draft` what a player has built so far, `Advice` how to
    continue.
    """

    def race_plan(self, level: str, state: S, player: int, key: str,
                  stop: Stop) -> list[tuple[float, Moment]]:
        """Return a level's plan of a race: ascending seconds since the start, and what it shows then."""
        rng = rng_for("race", level, key)
        return self._plan(level, self.rules.guess_hidden(state, player, rng), player, rng, stop)

    @abstractmethod
    def _plan(self, level: str, state: S, player: int, rng: Random, stop: Stop) -> list[tuple[float, Moment]]:
        """Plan a race; the hidden pieces of `state` have been guessed."""

    def suggest(self, state: S, player: int, draft: Draft, key: str, stop: Stop) -> Advice:
        """Return how to continue with what a player has built so far."""
        return self._suggest(state, player, draft, rng_for("suggest", key), deadline_for(HINT_LEVEL), stop)

    @abstractmethod
    def _suggest(self, state: S, player: int, draft: Draft, rng: Random,
                 deadline: float | None, stop: Stop | None) -> Advice:
        """Return the hint of a race."""


AnyEngine: TypeAlias = Engine[State, Move]
"""The engine of any game, as the catalog returns it."""
