"""A game being played: the only holder of history. Undo, redo, save, load, replay and continue are
written here, once, for all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.base import Event, Outcome, Rules, Setup, Step

LEVELS = ("easy", "medium", "hard", "master")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at the table."""

    name: str
    kind: str = "human"
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made, and what came of it."""

    by: int
    move: Any
    state: Any
    events: tuple[Event, ...]


@dataclass(slots=True)
class Round:
    """A deal and the moves made in it."""

    setup: Setup
    start: Any
    plies: list[Ply] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.plies[-1].state if self.plies else self.start


class Session:
    """One game at one table, from its first deal to its end."""

    def __init__(self, rules: Rules, seats: list[Seat], seed: int, *, level: Setup | None = None,
                 level_id: str | None = None):
        self.rules = rules
        self.seats = list(seats)
        self.seed = seed
        self.level_id = level_id
        setup = level if level is not None else rules.deal(len(seats), seed)
        self.rounds = [Round(setup, rules.start(setup, len(seats)))]
        self.tally: dict[str, Any] = {"undos": 0, "hints": 0, "seconds": 0.0}
        """What is counted about the playing itself and is no part of the game."""
        self.notes: dict[str, str] = {}
        """What the program remembers about the game, e.g. the day whose deal it is."""
        self.revision = 0
        """Grows with every change; an answer thought out for an older one is stale."""
        self.watchers: list[Callable[[Session], None]] = []
        self._taken_back: list[tuple[str, Any]] = []
        self._judged: tuple[Any, Outcome | None] = (None, None)

    def __repr__(self) -> str:
        return f"<Session {self.rules.game} {self.rules.variant} deal {self.seed}, ply {self.state.ply}>"

    # --- what is ---

    @property
    def state(self) -> Any:
        return self.rounds[-1].state

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended. Asked in every frame, so it is found out once for each state."""
        state = self.state
        if state is not self._judged[0]:
            self._judged = (state, self.rules.outcome(state))
        return self._judged[1]

    @property
    def game_outcome(self) -> Outcome | None:
        return self.rules.game_outcome(self.state)

    @property
    def moves(self) -> int:
        """Moves made in the whole game."""
        return sum(len(round_.plies) for round_ in self.rounds)

    @property
    def can_undo(self) -> bool:
        return bool(self.rounds[-1].plies) or len(self.rounds) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self._taken_back)

    def history(self) -> Iterator[tuple[int, Ply]]:
        """All moves with the number of their round, the first first."""
        for number, round_ in enumerate(self.rounds):
            for ply in round_.plies:
                yield number, ply

    # --- what happens ---

    def play(self, move: Any) -> Step:
        """Make a move; raises IllegalMove and then nothing has changed."""
        step = self._make(move)
        self._taken_back.clear()
        self._changed()
        return step

    def _make(self, move: Any) -> Step:
        by = self.rules.mover(self.state, move)
        step = self.rules.apply(self.state, move)
        self.rounds[-1].plies.append(Ply(by, move, step.state, step.events))
        return step

    def next_round(self) -> None:
        """Deal the next round of a game that goes on."""
        if self.outcome is None or self.game_outcome is not None:
            raise ValueError("a next round is dealt when a round is over and the game is not")
        before = self.state
        self._begin(self.rules.deal(len(self.seats), self.seed, before))
        self._taken_back.clear()
        self._changed()

    def agree(self, word: str) -> None:
        """The people at the table accept a word: it is valid from now on, in this round and the next ones.

        It becomes part of the setup of the round, which is played again from there, so that a record of the
        game replays without knowing of the agreement.
        """
        current = self.rounds[-1]
        before = self.rounds[-2].state if len(self.rounds) > 1 else None
        setup = self.rules.agree(current.setup, word)
        renewed = Round(setup, self.rules.start(setup, len(self.seats), before))
        for ply in current.plies:
            step = self.rules.apply(renewed.state, ply.move)
            renewed.plies.append(Ply(ply.by, ply.move, step.state, step.events))
        self.rounds[-1] = renewed
        self._changed()

    def _begin(self, setup: Setup) -> None:
        before = self.state
        self.rounds.append(Round(setup, self.rules.start(setup, len(self.seats), before)))

    def undo(self) -> Ply | None:
        """Take the last move back (None: a deal was taken back, the round before stands again)."""
        if not self.can_undo:
            raise ValueError("nothing to take back")
        current = self.rounds[-1]
        if current.plies:
            ply = current.plies.pop()
            self._taken_back.append(("move", ply.move))
        else:
            ply = None
            self._taken_back.append(("deal", self.rounds.pop().setup))
        self.tally["undos"] += 1
        self._changed()
        return ply

    def redo(self) -> Step | None:
        """Make the last move that was taken back again."""
        if not self._taken_back:
            raise ValueError("nothing was taken back")
        kind, value = self._taken_back.pop()
        step = None
        if kind == "deal":
            self._begin(value)
        else:
            step = self._make(value)
        self._changed()
        return step

    def back_to(self, moves: int) -> None:
        """Take moves back until only so many stand; they can all be made again."""
        while self.moves > moves and self.can_undo:
            self.undo()

    def _changed(self) -> None:
        self.revision += 1
        for watch in self.watchers:
            watch(self)
