"""A game being played: the only holder of history.

Undo, redo, save, load, replay and continue are implemented here, once, for all games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from rules.base import Event, M, Move, Outcome, Rules, S, Setup, State, Step

LEVELS = ("easy", "medium", "hard", "master")

MATCH = "match "
"""How the level of a bot begins that plays as well as a person does: `match 27.5`, see rules/strengths.py."""


def is_level(text: object) -> bool:
    """Return whether a text is a level of a bot."""
    if not isinstance(text, str):
        return False
    return text in LEVELS or re.fullmatch(MATCH + r"-?[0-9]{1,3}\.[0-9]", text) is not None

UNCOUNTED = ("takeback", "solution", "replay", "word", "again")
"""Why a game does not count: a move that had shown something hidden was taken back; it was played on from a
solution, or from a replay or a review; a person alone at the table let an unknown word count; it is a puzzle
with a few tries that was played before."""

UNCOUNTED_NOTE = "uncounted"
"""The note of a session, kept in saves and records, that holds such a reason."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a person or a bot."""

    name: str
    kind: str = "human"
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, M]):
    """A move that was made, the state after it and its events."""

    by: int
    move: M
    state: S
    events: tuple[Event, ...]


@dataclass(slots=True)
class Round(Generic[S, M]):
    """A deal and the moves made in it."""

    setup: Setup
    start: S
    plies: list[Ply[S, M]] = field(default_factory=list)

    @property
    def state(self) -> S:
        return self.plies[-1].state if self.plies else self.start


class Session(Generic[S, M]):
    """One game at one table, from its first deal to its end."""

    def __init__(self, rules: Rules[S, M], seats: Sequence[Seat], seed: int, *, level: Setup | None = None,
                 level_id: str | None = None):
        self.rules = rules
        self.seats = list(seats)
        self.seed = seed
        self.level_id = level_id
        setup = level if level is not None else rules.deal(len(seats), seed)
        self.rounds: list[Round[S, M]] = [self._first_round(setup)]
        self.tally: dict[str, float] = {"undos": 0, "hints": 0, "seconds": 0.0}
        """Counters of the playing itself, which are not part of the game."""
        self.notes: dict[str, str] = {}
        """Data about the game kept by the program, e.g. the day of a daily deal."""
        self.revision = 0
        """Incremented by every change; an answer to a question about an older revision is stale."""
        self.watchers: list[Callable[[Session[S, M]], None]] = []
        self._taken_back: list[Ply[S, M] | Setup] = []
        self._judged: tuple[S | None, Outcome | None] = (None, None)

    def __repr__(self) -> str:
        return f"<Session {self.rules.game} {self.rules.variant} deal {self.seed}, ply {self.state.ply}>"

    def _first_round(self, setup: Setup) -> Round[S, M]:
        return Round(setup, self.rules.start(setup, len(self.seats)))

    # --- queries ---

    @property
    def state(self) -> S:
        return self.rounds[-1].state

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, or None. Read in every frame, so it is cached for the current state."""
        state = self.state
        if state is not self._judged[0]:
            self._judged = (state, self.rules.outcome(state))
        return self._judged[1]

    @property
    def game_outcome(self) -> Outcome | None:
        return self.rules.game_outcome(self.state)

    @property
    def moves(self) -> int:
        """The number of moves made in the whole game."""
        return sum(len(round_.plies) for round_ in self.rounds)

    @property
    def uncounted(self) -> str | None:
        """Why this game counts for no statistics, honours or ratings, as in UNCOUNTED; None if it counts."""
        why = self.notes.get(UNCOUNTED_NOTE)
        return why if why in UNCOUNTED else None

    @property
    def undone(self) -> Sequence[Ply[S, M] | Setup]:
        """The moves and deals that can be made again, the newest first."""
        return self._taken_back

    @property
    def can_undo(self) -> bool:
        return bool(self.rounds[-1].plies) or len(self.rounds) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self._taken_back)

    def history(self) -> Iterator[tuple[int, Ply[S, M]]]:
        """Yield all moves from the first one on, each with the number of its round."""
        for number, round_ in enumerate(self.rounds):
            for ply in round_.plies:
                yield number, ply

    # --- changes ---

    def play(self, move: M) -> Step[S]:
        """Make a move. Raise IllegalMove, changing nothing, if it is not legal."""
        step = self._make(move)
        self._taken_back.clear()
        self._changed()
        return step

    def _make(self, move: M) -> Step[S]:
        by = self.rules.mover(self.state, move)
        step = self.rules.apply(self.state, move)
        self.rounds[-1].plies.append(Ply(by, move, step.state, step.events))
        return step

    def next_round(self) -> None:
        """Deal the next round of an unfinished game."""
        if self.outcome is None or self.game_outcome is not None:
            raise ValueError("a next round is dealt when a round is over and the game is not")
        self.begin_round(self.rules.deal(len(self.seats), self.seed, self.state))

    def begin_round(self, setup: Setup) -> None:
        """Start a further round from a given deal; raise BadSetup."""
        self._begin(setup)
        self._taken_back.clear()
        self._changed()

    def agree(self, word: str) -> None:
        """Accept a word at the table: it is valid from now on, in this round and the following ones.

        The word becomes part of the round's setup, from which the moves are replayed; so a record of the game
        replays without knowing about the agreement.
        """
        current = self.rounds[-1]
        before = self.rounds[-2].state if len(self.rounds) > 1 else None
        setup = self.rules.agree(current.setup, word)
        renewed: Round[S, M] = Round(setup, self.rules.start(setup, len(self.seats), before))
        for ply in current.plies:
            step = self.rules.apply(renewed.state, ply.move)
            renewed.plies.append(Ply(ply.by, ply.move, step.state, step.events))
        self.rounds[-1] = renewed
        self._changed()

    def _begin(self, setup: Setup) -> None:
        before = self.state
        self.rounds.append(Round(setup, self.rules.start(setup, len(self.seats), before)))

    def uncount(self, why: str) -> None:
        """From now on this game does not count; `why` is a word of UNCOUNTED. The first reason stays."""
        if self.uncounted is None:
            assert why in UNCOUNTED
            self.notes[UNCOUNTED_NOTE] = why
            self._changed()

    def undo(self, *, tallied: bool = True) -> Ply[S, M] | None:
        """Take back the last move and return it, or take back the last deal and return None.

        The further steps of taking back a whole turn are not `tallied`: that counts as one.
        """
        if not self.can_undo:
            raise ValueError("nothing to take back")
        current = self.rounds[-1]
        ply = current.plies.pop() if current.plies else None
        self._taken_back.append(self.rounds.pop().setup if ply is None else ply)
        self.tally["undos"] += tallied
        self._changed()
        return ply

    def redo(self) -> Step[S] | None:
        """Make the last undone move again and return its step, or deal again and return None."""
        if not self._taken_back:
            raise ValueError("nothing was taken back")
        undone, step = self._taken_back.pop(), None
        if isinstance(undone, Ply):
            step = self._make(undone.move)
        else:
            self._begin(undone)
        self._changed()
        return step

    def back_to(self, moves: int) -> None:
        """Undo until only this many moves are left; all of them can be redone."""
        while self.moves > moves and self.can_undo:
            self.undo()

    def _changed(self) -> None:
        self.revision += 1
        for watch in self.watchers:
            watch(self)


AnySession: TypeAlias = Session[State, Move]
"""A session of any game."""
