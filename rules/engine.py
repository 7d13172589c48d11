"""The interface to a game's thinking: bots' moves, hints, solutions, reviews.

Each game offers one subclass of `Engine`, named in `rules/catalog.py`; questions that it cannot answer are
left to the default methods. Table screens ask through `rules/worker.py`. Bots never see hidden pieces:
`choose` reshuffles them first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from rules.base import M, Move, Rules, S, Setup, State
from rules.kit.phrases import Phrase
from rules.kit.playouts import World, better_of
from rules.kit.shuffle import rng_for
from rules.kit.skill import Stop, deadline_for
from rules.race import RaceRules
from rules.session import LEVELS, Seat, Session

HINT_LEVEL = "hard"
PLAYED_OUT = 400
"""Rounds that the default review plays out in all."""

Measure = Literal["points", "chance"]
"""The unit of a review: points, or the chance to win from 0 to 1."""

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
class StandIn:
    """How a whole deal ended that bots played."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int


@dataclass(frozen=True, slots=True)
class Verdict(Generic[M_co]):
    """What a move was worth beside the best one that its seat could have found."""

    value: float
    """The value of the move made, in the engine's `measure`."""
    best: Choice[M_co]
    """The best move found, with its value and its reason; the move made if nothing was better."""
    options: tuple[Choice[M_co], ...] = ()
    """Good moves that there were, the best first; only where a list of them helps, as with words."""
    beyond: tuple[Choice[M_co], ...] = ()
    """More of them that few people find."""
    notes: tuple[Phrase, ...] = ()
    """What else was missed."""

    @property
    def loss(self) -> float:
        return max(0.0, self.best.value - self.value)


@dataclass(frozen=True, slots=True)
class Remark(Generic[M_co]):
    """What there is to say about a whole round, and a line of moves that shows it."""

    said: Phrase
    line: tuple[M_co, ...] = ()
    start: int = 0
    """The number of moves of the round after which the line begins."""


@dataclass(frozen=True, slots=True)
class Goal(Generic[M_co]):
    """A goal that can be reached from a position, and the moves that prove it: what makes it a puzzle."""

    goal: str
    """As in `rules.files.levels.Level`, like the next three."""
    proof: tuple[M_co, ...]
    moves: int = 0
    points: int = 0
    par: int = 0
    setup: Setup = field(default_factory=dict)
    """What the setup of the puzzle has besides the deal and the moves before it."""


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
    yardsticks: ClassVar[Mapping[str, str]] = {}
    """Players that are no levels but that `choose` knows too, and the level that each of them measures."""
    measure: ClassVar[Measure] = "points"
    """What the values of a review count."""
    goals: ClassVar[Sequence[str]] = ()
    """What a puzzle made of a position may ask for; `points` is enough where single moves score."""
    depths: ClassVar[int] = 1
    """How many times `puzzle` is asked, each time looking further, before there is none."""

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

    # --- what another player makes of the same deal ---

    def stand_in(self, levels: Sequence[str], seed: int, stop: Stop) -> StandIn | None:
        """Play a whole deal with bots of these levels, with the chances that they have at a table.

        The strongest level gets a tenth of its usual time. Return None if stopped.
        """
        session: Session[S, M] = Session(self.rules, [Seat(level, "bot", level) for level in levels], seed)
        while (outcome := session.game_outcome) is None:
            if stop():
                return None
            if session.outcome is not None:
                session.next_round()
                continue
            state = session.state
            for move in self._turn(state, levels, f"{seed}:{state.ply}", stop):
                session.play(move)
        return StandIn(session.state.scores, outcome.winners, session.moves)

    def _turn(self, state: S, levels: Sequence[str], key: str, stop: Stop) -> Sequence[M]:
        """Return the move of the seat in turn."""
        return [self._stands_in(state, state.player, levels[state.player], key, stop)]

    def _stands_in(self, state: S, seat: int, level: str, key: str, stop: Stop) -> M:
        deadline = deadline_for(level, 0.1) if level == self.levels[-1] else None
        return self.choose(level, state, seat, rng_for("bot", level, key), deadline, stop).move

    # --- the review after a game ---

    def review(self, state: S, move: M, share: float, stop: Stop) -> Verdict[M]:
        """Judge a move by what its seat saw. `share` is its part of the effort for the whole review.

        A review counts playouts or positions, never seconds, so it is the same on every computer.
        """
        player = self.rules.mover(state, move)
        rng = rng_for("review", self.rules.game, state.ply)
        return self._review(self.rules.guess_hidden(state, player, rng), move, player, rng, share, stop)

    def _review(self, state: S, move: M, player: int, rng: Random, share: float, stop: Stop) -> Verdict[M]:
        """Judge a move; the hidden pieces of `state` have been guessed.

        By default it is compared with the hint: the weakest level plays the round to its end after both, in
        the same guessed worlds, and the lead at the end counts.
        """
        hint = self._choose(HINT_LEVEL, state, player, rng, None, stop)
        worlds = max(2, round(share * PLAYED_OUT / 2))
        value, best, good = better_of([hint.move], move, lambda: _world(self, state, player, rng, stop),
                                      worlds, stop)
        return Verdict(value, Choice(best, hint.reason, good))

    def remark(self, states: Sequence[S], stop: Stop) -> Remark[M] | None:
        """Return what there is to say about a whole round; `states` are those of `last_winnable`."""
        return None

    # --- puzzles ---

    def seek(self, level: str, state: S, player: int, rng: Random) -> Choice[M]:
        """Return what a player of a level tries to solve a puzzle with; by default, as at the table."""
        return self.choose(level, state, player, rng)

    def puzzle(self, goal: str, state: S, seat: int, depth: int, stop: Stop) -> Goal[M] | None:
        """Return a proof that `seat`, whose turn it is, can reach one of the `goals`; None if there is none.

        `depth` counts from 1 to `depths`. What a goal asks for may depend on what the seat sees, never on
        what others hold. By default it is the most points of one move, unless every other move scores them;
        moves that end the round are left out, because others are paid then.
        """
        moves = list(self.rules.legal_moves(state))
        after = [self.rules.apply(state, move).state for move in moves]
        gains = [0 if self.rules.outcome(then) is not None else then.scores[seat] - state.scores[seat]
                 for then in after]
        most = max(gains, default=0)
        if most <= 0 or 2 * gains.count(most) > len(gains):
            return None
        return Goal("points", (moves[gains.index(most)],), moves=1, points=most)


def _world(engine: Engine[S, M], state: S, player: int, rng: Random, stop: Stop) -> World[M]:
    """Guess the hidden pieces; return the lead at the end of the round there after a move."""
    rules = engine.rules
    guess, seed = rules.guess_hidden(state, player, rng), rng.random()

    def play_on(move: M) -> float:
        dice, now = Random(seed), rules.apply(guess, move).state
        while rules.outcome(now) is None and not stop():
            seen = rules.guess_hidden(now, now.player, dice)
            then = engine._choose(engine.levels[0], seen, now.player, dice, None, stop).move
            now = rules.apply(now, then).state
        others = [score for seat, score in enumerate(now.scores) if seat != player]
        return now.scores[player] - max(others, default=0)

    return play_on


class RaceEngine(Engine[S, M], Generic[S, M, Moment, Draft, Advice]):
    """The thinking of a game that is played as a race: a bot's whole race is planned before it starts.

    `Moment` is the progress of a bot from a given time on, `Draft` the unfinished work of a player, `Advice`
    a hint for continuing it.
    """

    def race_plan(self, level: str, state: S, player: int, key: str,
                  stop: Stop) -> list[tuple[float, Moment]]:
        """Return a level's plan of a race: ascending seconds since the start, and what it shows then."""
        rng = rng_for("race", level, key)
        return self._plan(level, self.rules.guess_hidden(state, player, rng), player, rng, stop)

    def _turn(self, state: S, levels: Sequence[str], key: str, stop: Stop) -> Sequence[M]:
        """Return the moves of all seats, in order of time."""
        assert isinstance(self.rules, RaceRules)
        claims = [self._stands_in(state, seat, level, f"{key}:{seat}", stop)
                  for seat, level in enumerate(levels)]
        return self.rules.in_order(state, claims)

    @abstractmethod
    def _plan(self, level: str, state: S, player: int, rng: Random, stop: Stop) -> list[tuple[float, Moment]]:
        """Plan a race; the hidden pieces of `state` have been guessed."""

    def suggest(self, state: S, player: int, draft: Draft, key: str, stop: Stop) -> Advice:
        """Return advice for continuing a player's draft."""
        return self._suggest(state, player, draft, rng_for("suggest", key), deadline_for(HINT_LEVEL), stop)

    @abstractmethod
    def _suggest(self, state: S, player: int, draft: Draft, rng: Random,
                 deadline: float | None, stop: Stop | None) -> Advice:
        """Return the hint of a race."""

    def continued(self, state: S, player: int, draft: Draft, key: str, stop: Stop) -> Draft | None:
        """Return a finished work that contains a player's draft, or None if none was found."""
        return self._continued(state, player, draft, rng_for("continued", key), stop)

    @abstractmethod
    def _continued(self, state: S, player: int, draft: Draft, rng: Random, stop: Stop) -> Draft | None:
        """Complete a player's draft; None if that is not possible."""


AnyEngine: TypeAlias = Engine[State, Move]
"""The engine of any game, as the catalog returns it."""
