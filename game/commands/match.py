"""A game played by bots alone, without a window; used by `simulate`, also in worker processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from game.commands.command_line import failed
from rules import records
from rules.base import IllegalMove, Rules
from rules.catalog import GAMES, engine_class, engine_of, rules_of
from rules.kit.shuffle import rng_for
from rules.kit.skill import deadline_for
from rules.race import RaceRules
from rules.session import LEVELS, Seat, Session
from rules.strengths import level_for_move

MOST_MOVES = 20_000
"""Far above any real game; more moves mean that the bots play in circles."""


@dataclass(frozen=True, slots=True)
class Match:
    """The settings of a series of games between bots."""

    game: str
    variant: str
    bots: tuple[str, ...]
    """The levels in the order given."""
    players: int
    games: int
    seed: int
    """Game number i, counted from 0, is the deal `seed + i`."""
    legal: bool = False
    """Whether the records count legal moves."""
    recorded: bool = False
    pace: float | None = None
    """Fraction of their usual time within which bots must answer; results then depend on the computer.

    None: bots count positions or worlds instead, independent of the clock.
    """
    own_rules: Path | None = None

    def seating(self, index: int) -> tuple[int, ...]:
        """Return the bot number of each seat; the bots rotate by one seat per game."""
        return tuple((seat + index) % len(self.bots) for seat in range(self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the name of each bot: its level, numbered if several bots have the same level."""
        met: Counter[str] = Counter()
        names = []
        for level in self.bots:
            met[level] += 1
            names.append(level if met[level] == 1 else f"{level} {met[level]}")
        return tuple(names)


@dataclass(slots=True)
class Thinking:
    """Thinking times of one bot."""

    moves: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        self.join(Thinking(1, seconds, seconds))

    def join(self, other: Thinking) -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game."""

    index: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    rounds: int
    whys: tuple[str, ...]
    """How each round ended."""
    thinking: dict[int, Thinking] = field(default_factory=dict)
    """By bot number."""
    record: str | None = None


@cache
def _rules(game: str, variant: str, own: Path | None) -> Rules:
    return rules_of(game, variant, own)


def play_game(match: Match, index: int) -> Played:
    """Play game number `index` of a match; equal arguments give equal games."""
    rules = _rules(match.game, match.variant, match.own_rules)
    seating, names = match.seating(index), match.names
    seats = [Seat(names[bot], "bot", match.bots[bot]) for bot in seating]
    session = Session(rules, seats, match.seed + index)
    thinking = {bot: Thinking() for bot in seating}
    while (outcome := session.game_outcome) is None:
        if session.outcome is not None:
            session.next_round()
        elif GAMES[match.game].race:
            _play_race(session, [thinking[bot] for bot in seating], match.pace)
        else:
            _play_move(session, thinking[seating[session.state.player]], match.pace)
    record = records.dumps(records.to_record(session, legal=match.legal)) if match.recorded else None
    return Played(index, seating, tuple(session.state.scores), outcome.winners, session.moves,
                  len(session.rounds), _whys(session), thinking, record)


def _whys(session: Session) -> tuple[str, ...]:
    outcomes = (session.rules.outcome(round_.state) for round_ in session.rounds)
    return tuple(outcome.why for outcome in outcomes if outcome is not None)


def _play_move(session: Session, thinking: Thinking, pace: float | None) -> None:
    if session.moves >= MOST_MOVES:
        failed("cli.simulate.endless", seed=session.seed, moves=session.moves)
    _make(session, _asked(session, session.state.player, thinking, pace))


def _play_race(session: Session, thinking: list[Thinking], pace: float | None) -> None:
    """Play a round of a game without turns: collect every bot's result, then apply them in order of time."""
    claims = [_asked(session, seat, thinking[seat], pace) for seat in range(len(session.seats))]
    assert isinstance(session.rules, RaceRules)
    for move in session.rules.in_order(session.state, claims):
        _make(session, move)


def _make(session: Session, move: Any) -> None:
    try:
        session.play(move)
    except IllegalMove as fault:
        level = session.seats[session.rules.mover(session.state, move)].level or ""
        failed("cli.simulate.illegal", bot=level, seed=session.seed, number=session.moves + 1,
               move=session.rules.write_move(move), reason=fault.refusal)


# --- the bots ---


def levels_of(game: str) -> list[str]:
    """Return the levels for which a game has bots, the weakest first."""
    try:
        return list(engine_class(game).levels)
    except ModuleNotFoundError:
        failed("cli.simulate.no_bots", game=game)


def _asked(session: Session, seat: int, thinking: Thinking, pace: float | None) -> Any:
    """Return a bot's move. Its random numbers depend on the deal and the ply, in a race also on its seat."""
    rules, level = session.rules, session.seats[seat].level or ""
    key = (seat,) if GAMES[rules.game].race else ()
    rng = rng_for(rules.game, session.seed, "bot", session.moves, *key)
    begun = perf_counter()
    level = level_for_move(rules.game, level, f"{session.seed}:{session.moves}:{seat}")
    deadline = deadline_for(level, pace) if pace is not None and level in LEVELS else None
    move = engine_of(rules).choose(level, session.state, seat, rng, deadline).move
    thinking.add(perf_counter() - begun)
    return move
