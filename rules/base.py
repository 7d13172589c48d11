"""The contract between one game and everything around it. Read this first.

A `Rules` object is one game in one variant: immutable, without input or output. All that is random
happens in `deal`, which returns a setup that can be written down; from then on everything follows
from the setup and the moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Protocol

from rules.kit.phrases import Phrase

Setup = Mapping[str, Any]
"""What was random at the beginning of a round, spelled out as plain JSON data."""


@dataclass(frozen=True)
class Refusal(Phrase):
    """Why a move is not allowed; `where` is the square, tower or corner that forbids it."""

    where: Any = None


class IllegalMove(ValueError):
    """A well-formed move that the rules do not allow in this position."""

    def __init__(self, refusal: Refusal):
        super().__init__(refusal.key, dict(refusal.values))
        self.refusal = refusal


class UnreadableMove(ValueError):
    """A text that is no move of this game at all."""

    def __init__(self, text: str, expected: str):
        super().__init__(f"{text!r} is not a move; expected {expected}")
        self.text, self.expected = text, expected


class BadSetup(ValueError):
    """A setup (of a record or a level) that this game cannot start from."""

    def __init__(self, key: str, /, **values: Any):
        super().__init__(f"{key} {values}")
        self.phrase = Phrase(key, values)


class State(Protocol):
    """What every state has; each game adds its own fields. A state is frozen and compares by value.

    Test for a field: would Undo restore it? If not (a selection, a drag, a half-laid word), it
    belongs to the scene.
    """

    @property
    def player(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def ply(self) -> int: ...


# --- events: what the table animates and sounds, and what the log is made of ---------------------


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a move. `by` is the seat it happened to."""

    by: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A piece came to lie at a place. `source` is where it came from (a column, the hand)."""

    piece: Any
    place: Any
    source: Any = None
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A hidden piece was turned up."""

    piece: Any
    place: Any


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Pieces came from the stock into a hand."""

    pieces: tuple[Any, ...]
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A piece left the table."""

    piece: Any
    place: Any
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points were won or lost. `kind` groups them in the result (tiles, bridge, draws ...)."""

    points: int
    kind: str
    place: Any = None


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Anything else that stands in the log: a pass, a choice, an announcement."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The round ended; `by` is the seat that made the last move."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (several share; nobody is empty) and why, as a word of the game's rule page."""

    winners: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """What a move led to."""

    state: Any
    events: tuple[Event, ...] = ()


class Rules(ABC):
    """One game in one variant. Subclasses are stateless but for the values of the rule file."""

    game: ClassVar[str]
    """The id of the game, as in records."""
    seats: ClassVar[range]
    """The numbers of players it can be played with."""
    schema: ClassVar[Any]
    """What its rule file may say: a `source.Table`."""
    lists_moves: ClassVar[bool] = True
    """Whether `legal_moves` lists all moves. Where nobody can list them (every crossword a player could build,
    every word that could be said) it gives a few of every kind, and records do not count them."""
    open_end: ClassVar[bool] = False
    """Whether people may agree on more rounds, or stop after any: what a record tells then stands."""

    def __init__(self, values: Mapping[str, Any], variant: str = "classic"):
        self.values = values
        self.variant = variant

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.values)!r}, variant={self.variant!r})"

    @classmethod
    def implied(cls, own: Mapping[str, Any], base: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return values that follow from those of a rule file (`own`) over its `base`; `own` overrides them."""
        return {}

    @classmethod
    def check(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Phrase]]:
        """What is wrong with values that are each allowed but do not go together: (dotted key, why)."""
        return iter(())

    # --- a round ---

    @abstractmethod
    def deal(self, players: int, seed: int, before: Any = None) -> Setup:
        """All that is random in the next round. `before` is the last state of the round before."""

    @abstractmethod
    def start(self, setup: Setup, players: int, before: Any = None) -> Any:
        """The first state of a round; raises BadSetup."""

    def new_game(self, players: int, seed: int, level: Setup | None = None) -> Any:
        """The first state of a game: dealt from a number, or given by a level."""
        return self.start(level if level is not None else self.deal(players, seed), players)

    @abstractmethod
    def legal_moves(self, state: Any) -> Iterator[Any]:
        """In a stable order, without repeats, empty only when the round is over; all of them if `lists_moves`."""

    @abstractmethod
    def why_illegal(self, state: Any, move: Any) -> Refusal | None:
        """None = legal; otherwise the reason for the player."""

    @abstractmethod
    def apply(self, state: Any, move: Any) -> Step:
        """Raises IllegalMove; never half done."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """How the round ended, or None."""

    def mover(self, state: Any, move: Any) -> int:
        """Whose move this is: of the player in turn, or in a race of the seat that the move names."""
        return state.player

    def game_outcome(self, state: Any) -> Outcome | None:
        """How the whole game ended, or None if it goes on (a further round may be dealt)."""
        return self.outcome(state)

    def standing(self, state: Any) -> Outcome | None:
        """How a game of an open end ends if the people stop after the round that is over."""
        return self.game_outcome(state)

    def agree(self, setup: Setup, word: str) -> Setup:
        """The setup of a round in which the people at the table accept a further word; word games only."""
        raise NotImplementedError(f"{self.game} has no words to agree on")

    # --- writing ---

    @abstractmethod
    def write_move(self, move: Any) -> str: ...

    @abstractmethod
    def read_move(self, text: str) -> Any:
        """The exact inverse of write_move; raises UnreadableMove."""

    def write_entry(self, move: Any) -> dict[str, Any]:
        """What a record says of a move besides who made it and the scores."""
        return {"move": self.write_move(move)}

    def read_entry(self, entry: Mapping[str, Any]) -> Any:
        """The move of an entry in a record; raises UnreadableMove."""
        return self.read_move(entry["move"])

    @abstractmethod
    def describe(self, state: Any) -> str:
        """The table as text: goldens, bug reports, failing tests."""

    # --- what a seat knows ---

    def view(self, state: Any, player: int) -> str:
        """The table as this seat sees it, hidden pieces as `?`."""
        return self.describe(state)

    def guess_hidden(self, state: Any, player: int, rng: Random) -> Any:
        """The state with all that this seat cannot see shuffled anew: all a bot ever gets."""
        return state
