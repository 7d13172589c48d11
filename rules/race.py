"""The contract of games that are played as a race: all players build at once, and the fastest win."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from rules.base import M, Rules, S

Draft = TypeVar("Draft")
"""A player's unfinished work, e.g. the letters on their squares."""


class RaceRules(Rules[S, M], Generic[S, M, Draft]):
    """Rules without turns: a move states a seat's result and its time."""

    prizes: ClassVar[int]
    """The number of players who can finish; then the round is over."""

    @abstractmethod
    def finish(self, state: S, seat: int, seconds: float, draft: Draft, /) -> M:
        """Return the move of a player who finishes with this draft."""

    @abstractmethod
    def timed(self, move: M, seconds: float, /) -> M:
        """Return the same result with another time."""

    @abstractmethod
    def in_order(self, state: S, claims: Iterable[M]) -> list[M]:
        """Return the moves of a whole round from the finishes that the players claim, in order of time."""
