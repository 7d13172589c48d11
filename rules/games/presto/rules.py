"""Presto: two to six players race; each builds a separate crossword from all letters they were dealt.

Rule page: spec of Typ-Dom, game 2; the values in `rules/variants/presto/*.yaml`.

There are no turns. Every player makes one move in a round, `Finish`, in order of time: the first two with
their crossword, then, as the race has stopped, all others with nothing. The table (or a simulation) clocks
the race; `in_order` turns the results of all players into moves.

Setup: `{"hands": ["AEIO*BCD...", ...], "red": "...", "black": "..."}`; the stocks are not used and may be
left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeGuard

from rules.base import (
    Event,
    Outcome,
    Refusal,
    RoundOver,
    Said,
    Scored,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import By, Table, Whole
from rules.files.values import Values
from rules.games.crossword.letters import (
    IN_LANGUAGE,
    LETTERS_SCHEMA,
    Hand,
    Letters,
    agree_on,
    are_letters,
    are_words,
    following_language,
    from_behind,
    language_of,
    read_letters,
    read_words,
    with_own_words,
    without_backs,
    word_lists,
)
from rules.games.presto.grid import Grid, Judgement, judge, read_grid, write_grid
from rules.kit.phrases import Phrase
from rules.kit.shuffle import rng_for
from rules.race import RaceRules
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN
from rules.words.lexicon import Lexicon
from rules.words.placement import Square
from rules.words.vocabulary import Vocabulary, vocabulary

LONGEST = 24 * 3600
"""Maximum number of seconds of a race."""
PRIZES = ("first", "second")
"""The race stops when this many players have finished."""
_MOVE = re.compile(
    rf"finish ([0-5]) ([0-9]{{1,6}}\.[0-9]{{1,6}}) (-|[{LETTER_PATTERN}*+]{{1,80}}) "
    rf"(-|[{LETTER_PATTERN}{SMALL_LETTER_PATTERN}./]{{1,8000}})")
_ROW = re.compile(rf"[{LETTER_PATTERN}{SMALL_LETTER_PATTERN}.]{{1,200}}")
_EXPECTED = "finish 0 83.2 - HAUS/..H./..R."


MOST_ROWS = 200
"""The most rows, letters of a row and letters left over in a record; no hand has as many letters."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The result of a player; without a crossword the player did not finish."""

    by: int
    seconds: float
    rest: str
    """The letters left over; without a crossword all of them."""
    grid: Grid

    @property
    def done(self) -> bool:
        return bool(self.grid)

    @property
    def letters(self) -> dict[Square, str]:
        return read_grid(self.grid)


@dataclass(frozen=True, slots=True)
class PrestoState:
    hands: tuple[Hand, ...]
    finishes: tuple[Finish, ...]
    """In order of time."""
    scores: tuple[int, ...]
    ply: int = 0
    round: int = 1
    unused: str = ""
    words: tuple[str, ...] | None = None
    """If given, exactly these are valid."""
    agreed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def player(self) -> int:
        """The first seat that is still building, at the end the one that was last; there are no turns."""
        return self.racing[0] if self.racing else self.finishes[-1].by

    @property
    def racing(self) -> tuple[int, ...]:
        """The seats that are still building."""
        ended = {finish.by for finish in self.finishes}
        return tuple(seat for seat in range(len(self.hands)) if seat not in ended)

    @property
    def finished(self) -> tuple[Finish, ...]:
        """The players with a crossword, in order of time."""
        return tuple(finish for finish in self.finishes if finish.done)

    @property
    def stopped(self) -> bool:
        """True if no player can finish any more: two have, or one was recorded without a crossword."""
        return len(self.finished) == len(PRIZES) or len(self.finished) < len(self.finishes)


class Presto(RaceRules[PrestoState, Finish, Mapping[Square, str]]):
    game: ClassVar[str] = "presto"
    prizes: ClassVar[int] = len(PRIZES)
    has_words: ClassVar[bool] = True
    word_languages: ClassVar[Mapping[str, str]] = IN_LANGUAGE
    seats: ClassVar[range] = range(2, 7)
    schema: ClassVar[Table] = Table({
        **LETTERS_SCHEMA,
        "deal": By(2, 6, Table({"black": Whole(1, 20), "red": Whole(1, 15)})),
        "finish": Table({"rest": Whole(0, 1)}),
        "points": Table({prize: Whole(0, 99) for prize in PRIZES}),
        "points_over": Table({prize: Whole(0, 99) for prize in PRIZES}),
        "match": Table({"rounds": Whole(1, 99)}),
    })
    open_end: ClassVar[bool] = True
    lists_moves: ClassVar[bool] = False

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.letters = Letters.of(values)
        self.language = language_of(values)
        self.words_language = self.language.code
        self.most_over: int = values["finish"]["rest"]
        self.rounds: int = values["match"]["rounds"]

    @classmethod
    def implied(cls, own: Values, base: Values) -> Values:
        return following_language(own, base, ("letters", "words"))

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        letters = Letters.of(values)
        for players, hand in values["deal"].items():
            for colour, size in hand.items():
                there = len(letters.all(colour))
                if players * size > there:
                    yield f"deal.{players}.{colour}", Phrase("fault.letters.too_few", {
                        "players": players, "needed": players * size, "there": there})

    def vocabulary(self, state: PrestoState) -> Vocabulary:
        """Return the valid words of this round."""
        classes = self.values["words"]["classes"]
        return vocabulary(classes, state.words, state.agreed, state.blocked, self.words_language)

    def agree(self, setup: Setup, word: str) -> Setup:
        return agree_on(setup, word)

    def with_own_words(self, setup: Setup, agreed: Collection[str], blocked: Collection[str]) -> Setup:
        return with_own_words(setup, agreed, blocked)

    # --- a round ---

    def deal(self, players: int, seed: int, before: PrestoState | None = None) -> Setup:
        rng = rng_for(self.game, seed, before.round + 1 if before else 1)
        size = self.values["deal"][players]
        hands, red, black = self.letters.deal(players, size["red"], size["black"], rng)
        setup: dict[str, object] = {"hands": hands, "red": red, "black": black}
        return setup | word_lists(before.words, before.agreed, before.blocked) if before else setup

    def _start(self, setup: Setup, players: int, before: PrestoState | None) -> PrestoState:
        hands, red, black = read_letters({"red": "", "black": "", **setup}, players, self.language)
        if "words" not in setup:
            Lexicon.open(self.language.code)  # raises BadLexicon if it cannot be read
        words = read_words(setup, "words") if "words" in setup else None
        first = PrestoState(hands, (), (0,) * players, unused=red + black, words=words,
                            agreed=read_words(setup, "agreed"), blocked=read_words(setup, "blocked"))
        if before is None:
            return first
        return replace(first, scores=before.scores, ply=before.ply, round=before.round + 1)

    def legal_moves(self, state: PrestoState) -> Iterator[Finish]:
        """Yield only results without a crossword: too many could be built from nineteen letters."""
        return (self.unfinished(state, seat) for seat in state.racing)

    def mover(self, state: PrestoState, move: Finish) -> int:
        return move.by

    # --- judging a crossword ---

    def judge(self, state: PrestoState, seat: int, letters: Mapping[Square, str]) -> Judgement:
        """Check a crossword of this seat, finished or not."""
        return judge(state.hands[seat], letters, self.vocabulary(state), self.most_over)

    def why_illegal(self, state: PrestoState, move: Finish) -> Refusal | None:
        if move.by not in state.racing:
            return Refusal("refuse.presto.ended")
        if not 0 <= move.seconds <= LONGEST:
            return Refusal("refuse.presto.seconds")
        if not move.done:
            complete = sorted(move.rest) == sorted(state.hands[move.by])
            return None if complete else Refusal("refuse.presto.rest")
        if state.stopped:
            return Refusal("refuse.presto.stopped")
        if state.finishes and move.seconds < state.finishes[-1].seconds:
            return Refusal("refuse.presto.order")
        judgement = self.judge(state, move.by, move.letters)
        if judgement.sound and sorted(judgement.over) != sorted(move.rest):
            return Refusal("refuse.presto.rest")
        return judgement.refusal

    def points(self, state: PrestoState, move: Finish) -> int:
        """Return the points for finishing now."""
        if not move.done:
            return 0
        points: dict[str, int] = self.values["points_over" if move.rest else "points"]
        return points[PRIZES[len(state.finished)]]

    def _apply(self, state: PrestoState, move: Finish) -> Step[PrestoState]:
        events: list[Event] = [Said(move.by, _told(move))]
        won = self.points(state, move)
        if move.done:
            events.append(Scored(move.by, won, f"finish_{PRIZES[len(state.finished)]}"))
        scores = (*state.scores[:move.by], state.scores[move.by] + won, *state.scores[move.by + 1:])
        after = replace(state, finishes=(*state.finishes, move), scores=scores, ply=state.ply + 1)
        outcome = self.outcome(after)
        if outcome is not None:
            events.append(RoundOver(move.by, outcome))
        return Step(after, tuple(events))

    def outcome(self, state: PrestoState) -> Outcome | None:
        if state.racing:
            return None
        first = state.finished[:1]
        return Outcome((first[0].by,), "finish") if first else Outcome((), "nobody")

    def game_outcome(self, state: PrestoState) -> Outcome | None:
        return self.standing(state) if state.round >= self.rounds else None

    def standing(self, state: PrestoState) -> Outcome | None:
        outcome = self.outcome(state)
        if outcome is None or state.round == 1:
            return outcome
        best = max(state.scores)
        return Outcome(tuple(seat for seat, score in enumerate(state.scores) if score == best), outcome.why)

    # --- what leaves this computer ---

    def seen_by(self, state: PrestoState, seat: int | None) -> PrestoState:
        """Hide the letters of the others while they build, and those that are not used."""
        hands = tuple(from_behind(hand) if owner in state.racing and owner != seat else hand
                      for owner, hand in enumerate(state.hands))
        return replace(state, hands=hands, unused=from_behind(state.unused))

    def is_plausible(self, seen: PrestoState, seat: int | None) -> bool:
        written = "".join([*seen.hands, seen.unused, *(finish.rest for finish in seen.finishes)])
        seats = len(seen.scores)
        return (len(seen.hands) == seats and len(written) <= 2 * sum(self.letters.counts.values())
                and {finish.by for finish in seen.finishes} <= set(range(seats))
                and are_letters(written, self.language) and all(
                    len(finish.grid) <= MOST_ROWS and all(map(_is_row, finish.grid))
                    for finish in seen.finishes)
                and are_words(seen.words, seen.agreed, seen.blocked))

    def filled_in(self, seen: PrestoState, seat: int) -> PrestoState:
        rows = [*seen.hands, seen.unused]
        *hands, unused = without_backs(self.letters, rows, "".join(rows))
        return replace(seen, hands=tuple(hands), unused=unused)

    # --- for the clock of the race ---

    def finish(self, state: PrestoState, seat: int, seconds: float, letters: Mapping[Square, str]) -> Finish:
        """Return the move of a player who calls "Fertig!" with this crossword; times are in tenths."""
        over = self.judge(state, seat, letters).over
        return Finish(seat, round(seconds, 1), "".join(sorted(over)), write_grid(letters))

    def timed(self, move: Finish, seconds: float) -> Finish:
        return replace(move, seconds=round(seconds, 1))

    def unfinished(self, state: PrestoState, seat: int, seconds: float | None = None) -> Finish:
        """Return the move of a player who did not finish; the default time is that of the last move."""
        if seconds is None:
            seconds = state.finishes[-1].seconds if state.finishes else 0.0
        return Finish(seat, round(seconds, 1), "".join(sorted(state.hands[seat])), ())

    def in_order(self, state: PrestoState, claims: Iterable[Finish]) -> list[Finish]:
        """Return the moves of a whole round from the claims of all players, in any order."""
        by_time = sorted(claims, key=lambda claim: claim.seconds)
        done = [claim for claim in by_time if claim.done][:len(PRIZES)]
        winners = {claim.by for claim in done}
        last = (done if len(done) == len(PRIZES) else by_time)[-1:]
        stopped_at = last[0].seconds if last else 0.0
        others = [seat for seat in state.racing if seat not in winners]
        return done + [self.unfinished(state, seat, stopped_at) for seat in others]

    # --- writing ---

    def write_move(self, move: Finish) -> str:
        return f"finish {move.by} {move.seconds!r} {move.rest or '-'} {'/'.join(move.grid) or '-'}"

    def read_move(self, text: str) -> Finish:
        match = _MOVE.fullmatch(text)
        if match is None:
            raise UnreadableMove(text, _EXPECTED)
        rest = "" if match[3] == "-" else match[3]
        grid = () if match[4] == "-" else tuple(match[4].split("/"))
        move = Finish(int(match[1]), float(match[2]), rest, grid)
        if self.write_move(move) != text:
            raise UnreadableMove(text, _EXPECTED)
        return move

    def write_entry(self, move: Finish) -> dict[str, object]:
        return {"move": "finish", "seconds": move.seconds, "rest": move.rest, "grid": list(move.grid)}

    def read_entry(self, entry: Mapping[str, object]) -> Finish:
        by, seconds, rest, grid = (entry.get(key) for key in ("by", "seconds", "rest", "grid"))
        if seconds is None and grid == []:
            seconds = 0  # a player who did not finish needs no time
        if (entry["move"] != "finish" or not _is_number(by) or not isinstance(by, int)
                or not _is_number(seconds) or not isinstance(rest, str)
                or not isinstance(grid, list) or len(grid) > MOST_ROWS or len(rest) > MOST_ROWS
                or not all(_is_row(row) for row in grid)):
            raise UnreadableMove(str(entry["move"]), 'finish, with "seconds", "rest" and "grid"')
        return Finish(by, float(seconds), rest, tuple(grid))

    def describe(self, state: PrestoState) -> str:
        lines = [f"round {state.round}, ply {state.ply}, scores {' '.join(map(str, state.scores))}"]
        lines += [f"{seat}: {hand}" for seat, hand in enumerate(state.hands)]
        for finish in state.finishes:
            lines.append(f"{finish.by} {'finished' if finish.done else 'stopped'} after {finish.seconds}, "
                         f"over: {finish.rest or '-'}")
            lines += [f"  {row}" for row in finish.grid]
        return "\n".join(lines) + "\n"


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53


def _is_row(row: object) -> TypeGuard[str]:
    return isinstance(row, str) and _ROW.fullmatch(row) is not None


def _told(move: Finish) -> Phrase:
    if not move.done:
        return Phrase("log.presto.unfinished")
    return Phrase("log.presto.finishes_over" if move.rest else "log.presto.finishes", {
        "seconds": move.seconds, "letter": move.rest})
