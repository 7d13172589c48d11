"""The contract between one game and everything around it. Read this first.

A `Rules` object is one game in one variant: immutable, without input or output. Everything random happens in
`deal`, which returns a setup that can be written down; from then on everything follows from the setup and the
moves.

A game implements the abstract methods. Code that handles any game uses the erased forms `AnyRules`, `State`
and `Move`; code of one game uses its own state and move types.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast, final, get_args

from rules.kit.phrases import Phrase as Phrase

if TYPE_CHECKING:
    from rules.files.source import Table
    from rules.files.values import Values

RECORD_VERSION = 2
"""The version of records that the program writes. It reads all from 1 on."""

Setup = Mapping[str, object]
"""The random part of a round, as plain JSON data."""

Move = Hashable
"""A move of any game: a small frozen value. One move is one undo step."""


@dataclass(frozen=True)
class Refusal(Phrase):
    """Why a move is not allowed. `where` is the square, tower or corner that forbids it."""

    where: Hashable | None = None


class IllegalMove(ValueError):
    """A well-formed move that the rules do not allow in this position."""

    def __init__(self, refusal: Refusal):
        super().__init__(refusal.key, dict(refusal.values))
        self.refusal = refusal


class UnreadableMove(ValueError):
    """A text that is not a move of this game."""

    def __init__(self, text: str, expected: str):
        super().__init__(f"{text!r} is not a move; expected {expected}")
        self.text, self.expected = text, expected


class BadSetup(ValueError):
    """A setup (of a record or a level) that this game cannot start from."""

    def __init__(self, key: str, /, **values: object):
        super().__init__(f"{key} {values}")
        self.phrase = Phrase(key, values)


class State(Protocol):
    """The fields of every state; each game adds its own. A state is a frozen dataclass and compares by value.

    Test for a field: would Undo restore it? If not (a selection, a drag, a half-laid word), it belongs to the
    screen.
    """

    @property
    def player(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def ply(self) -> int: ...


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
M = TypeVar("M", bound=Move)
Piece = TypeVar("Piece")
Place = TypeVar("Place")


# --- events: what the table animates and sounds, and what the log is made of ---------------------


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a move. `by` is the seat it happened to."""

    by: int


@dataclass(frozen=True, slots=True)
class Placed(Event, Generic[Piece, Place]):
    """A piece was laid. `source` is where it came from (a column, the hand)."""

    piece: Piece
    place: Place
    source: Hashable | None = None
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Revealed(Event, Generic[Piece, Place]):
    """A hidden piece was turned up."""

    piece: Piece
    place: Place


@dataclass(frozen=True, slots=True)
class Drawn(Event, Generic[Piece]):
    """Pieces were drawn from the stock into a hand."""

    pieces: tuple[Piece, ...]
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Removed(Event, Generic[Piece, Place]):
    """A piece was taken off the table."""

    piece: Piece
    place: Place
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points were won or lost. `kind` groups them in the result (tiles, bridge, draws ...)."""

    points: int
    kind: str
    place: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Any other line of the log: a pass, a choice, an announcement."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The round ended. `by` is the seat that made the last move."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winners (several share; none if empty) and the reason, as a word of the rule page."""

    winners: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """The state after a move and the events on the way."""

    state: S_co
    events: tuple[Event, ...] = ()


class Rules(ABC, Generic[S, M]):
    """One game in one variant. Subclasses hold nothing but the values of the rule file."""

    game: ClassVar[str]
    """The id of the game, as in records."""
    seats: ClassVar[range]
    """The allowed numbers of players."""
    schema: ClassVar[Table]
    """The keys and kinds that its rule file may have."""
    lists_moves: ClassVar[bool] = True
    """Whether `legal_moves` lists all moves. If there are too many (every crossword a player could build,
    every word that could be said) it lists a few of every kind, and records do not count them.
    """
    open_end: ClassVar[bool] = False
    """Whether people may agree on more rounds, or stop after any; a record's own end is then accepted."""
    has_words: ClassVar[bool] = False
    """Whether words of the dictionary are laid, so that players may add or block words."""
    word_languages: ClassVar[Mapping[str, str]] = {}
    """The languages in which its words can be played, each with the variant that has classic rules in it."""
    words_language: str = ""
    """Language of the words that are played; empty without words."""
    scores_words: ClassVar[bool] = False
    """Whether each word laid scores separately, so that a best word exists."""
    turn_seconds: int = 0
    """The agreed time for a turn; 0 without a limit."""

    former_variants: ClassVar[Mapping[str, str]] = {}
    """Names of variants that are no longer shipped, and what has the same rules now."""

    def __init__(self, values: Values, variant: str = "classic"):
        self.values = values
        self.variant = variant
        self.record_version = RECORD_VERSION
        """The version of records in which a game by these rules is written."""

    def as_recorded(self, version: int) -> Rules[S, M]:
        """Return these rules as a record of this version means them; most games have not changed."""
        return self

    def for_new_game(self) -> Rules[S, M]:
        """Return these values as rules of a game that begins now, whatever version they were read from."""
        return self if self.record_version == RECORD_VERSION else type(self)(self.values, self.variant)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.values)!r}, variant={self.variant!r})"

    @classmethod
    def implied(cls, own: Values, base: Values) -> Values:
        """Return values that follow from those of a rule file (`own`) over its `base`; `own` wins."""
        return {}

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        """Cross-field validation: yield (dotted key, reason) for every contradiction."""
        return iter(())

    @classmethod
    def usual_variant(cls, language: str) -> str:
        """Return the variant that players of this language know from their rule sheet."""
        return "classic"

    # --- a round ---

    @abstractmethod
    def deal(self, players: int, seed: int, before: S | None = None) -> Setup:
        """Return the setup of the next round. `before` is the last state of the round before."""

    def rematch(self, players: int, seed: int, before: S) -> Setup:
        """Return the setup of a new game of the same players. `before` is the last state of the old one."""
        return self.deal(players, seed)

    @final
    def start(self, setup: Setup, players: int, before: S | None = None) -> S:
        """Return the first state of a round; raise BadSetup.

        A setup may begin in the middle: `"moves": ["555@0,0^:555", "draw", ...]` are played from its deal on.
        All of them must be legal and leave the round open. They count in the scores but not in the ply: no
        player of this session made them.
        """
        dealt = self._start(setup, players, before)
        return self._begin(self._play_earlier(dealt, setup), setup)

    def _play_earlier(self, dealt: S, setup: Setup) -> S:
        moves, state = setup.get("moves", []), dealt
        if not isinstance(moves, list):
            raise BadSetup("setup.earlier.moves")
        for number, text in enumerate(moves, 1):
            move = text if isinstance(text, str) else ""
            try:
                state = self.apply(state, self.read_move(move)).state
            except UnreadableMove as fault:
                raise BadSetup("setup.earlier.unreadable", number=number, move=str(text)[:80],
                               expected=fault.expected) from None
            except IllegalMove as fault:
                raise BadSetup("setup.earlier.illegal", number=number, move=move[:80],
                               reason=fault.refusal) from None
        if not moves:
            return dealt
        if self.outcome(state) is not None:
            raise BadSetup("setup.earlier.over", number=len(moves))
        return replace(state, ply=dealt.ply)  # type: ignore[type-var]  # every state is a dataclass

    @abstractmethod
    def _start(self, setup: Setup, players: int, before: S | None) -> S:
        """Return the state right after the deal of a setup; raise BadSetup. `start` plays its moves."""

    def _begin(self, state: S, setup: Setup) -> S:
        """Return the first state of the players, after the setup's moves; raise BadSetup. For puzzles."""
        return state

    def new_game(self, players: int, seed: int, level: Setup | None = None) -> S:
        """Return the first state of a game: dealt from a number, or given by a level."""
        return self.start(level if level is not None else self.deal(players, seed), players)

    @abstractmethod
    def legal_moves(self, state: S) -> Iterator[M]:
        """Yield legal moves in a stable order, without repeats; none only when the round is over."""

    @abstractmethod
    def why_illegal(self, state: S, move: M) -> Refusal | None:
        """Return None for a legal move, otherwise the reason for the player."""

    @final
    def apply(self, state: S, move: M) -> Step[S]:
        """Return the step after `move`. Raise IllegalMove, leaving `state` unchanged, if it is not legal."""
        refusal = self.why_illegal(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self._apply(state, move)

    @abstractmethod
    def _apply(self, state: S, move: M) -> Step[S]:
        """Return the step after a legal move; `apply` has checked it."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the round ended, or None."""

    def mover(self, state: S, move: M) -> int:
        """Return the seat that makes this move: the current player, or in a race the seat in the move."""
        return state.player

    def when_time_is_up(self, state: S) -> M:
        """Return the move of a player who took longer than `turn_seconds`: by default the first legal one."""
        return next(self.legal_moves(state))

    def game_outcome(self, state: S) -> Outcome | None:
        """Return how the whole game ended, or None if it goes on (a further round may be dealt)."""
        return self.outcome(state)

    def who_is_out(self, state: S) -> int | None:
        """Return the seat that was first to get rid of all its pieces, where that need not be the winner."""
        return None

    def held(self, state: S, seat: int) -> int:
        """Return the number of pieces in the hand of a seat; 0 in games without hands."""
        return 0

    def progress(self, state: S, seat: int) -> float:
        """Return how far a seat has come by what all can see, to compare the seats; by default its points."""
        return state.scores[seat]

    def standing(self, state: S) -> Outcome | None:
        """Return how a game with `open_end` ends if the people stop after the round that is over."""
        return self.game_outcome(state)

    # --- the players' own words, for games with `has_words` ---

    def agree(self, setup: Setup, word: str) -> Setup:
        """Return the setup with a further word that the people at the table accept."""
        return setup

    def with_own_words(self, setup: Setup, agreed: Collection[str], blocked: Collection[str]) -> Setup:
        """Return the setup with the players' own words, and without those they have blocked."""
        return setup

    @classmethod
    def words_laid(cls, text: str) -> tuple[str, ...]:
        """Return the words that a written move lays, in capitals. Works without replaying a record."""
        return ()

    # --- writing ---

    @abstractmethod
    def write_move(self, move: M) -> str:
        """Return the move as text."""

    @abstractmethod
    def read_move(self, text: str) -> M:
        """Return the move of a text; the exact inverse of write_move. Raise UnreadableMove."""

    def write_entry(self, move: M) -> dict[str, object]:
        """Return the record entry of a move without its player and the scores."""
        return {"move": self.write_move(move)}

    def read_entry(self, entry: Mapping[str, object]) -> M:
        """Return the move of an entry in a record; raise UnreadableMove."""
        return self.read_move(str(entry["move"]))

    @abstractmethod
    def describe(self, state: S) -> str:
        """Return the table as text: for goldens, bug reports, failing tests."""

    # --- what a seat knows ---

    def view(self, state: S, player: int) -> str:
        """Return the table as this seat sees it, hidden pieces as `?`."""
        return self.describe(state)

    def guess_hidden(self, state: S, player: int, rng: Random) -> S:
        """Return the state with everything that this seat cannot see reshuffled. Bots only ever get this."""
        return state

    # --- what leaves this computer: rules/views.py writes and reads it ---

    def seen_by(self, state: S, seat: int | None) -> S:
        """Return the state with backs for all pieces that this seat cannot see; None only watches.

        States that differ only in what the seat cannot see become equal. A guest's board draws this state.
        """
        return state

    def event_for(self, event: Event, seat: int | None) -> Event:
        """Return the event with backs for all pieces that this seat cannot see; None only watches."""
        return event

    def is_plausible(self, seen: S, seat: int | None) -> bool:
        """Return whether a view of this seat from another computer can be drawn.

        Its pieces are of this game or backs, each where one can lie; the seat knows its own; and wherever the
        state has an entry for each seat, there are as many.
        """
        return True

    def is_plausible_event(self, event: Event) -> bool:
        """Return whether an event from another computer can be animated: with such pieces and places."""
        return True

    def filled_in(self, seen: S, seat: int) -> S:
        """Return a state that this seat may take for the true one: its backs replaced by unseen pieces.

        Which back gets which piece means nothing: a bot shuffles them before it thinks (`guess_hidden`).
        """
        return seen

    @classmethod
    def state_type(cls) -> type[S]:
        """Return the class of this game's states, as its generic base names it."""
        for base in cls.__mro__:
            for generic in base.__dict__.get("__orig_bases__", ()):
                kind = next(iter(get_args(generic)), None)
                if isinstance(kind, type) and is_dataclass(kind):
                    return cast("type[S]", kind)
        raise TypeError(f"{cls.__name__} does not name its state")

    # --- information for screens ---

    @classmethod
    def moves_to_win(cls, setup: Setup) -> int | None:
        """Return how many moves win a solitaire dealt like this, or None if that is not fixed."""
        return None


AnyRules: TypeAlias = Rules[State, Move]
"""The rules of any game, as the catalog returns them."""
