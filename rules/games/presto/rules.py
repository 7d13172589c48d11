"""Presto: four to six players race; each builds a crossword of their own from all letters they were dealt.

Rule page: spec of Typ-Dom, game 2; the values in `rules/variants/presto/*.yaml`.

There are no turns. Every player makes one move in a round, `Finish`, in order of time: the first two with their
crossword, then, as the round has stopped, all others with nothing. Who clocks the race and lets people and bots
build is the table (or `simulate`); `in_order` makes the moves of what each of them achieved.

Setup: `{"hands": ["AEIO*BCD...", ...], "red": "...", "black": "..."}`; what is left of the letters is not used and
may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.base import (
    Event,
    IllegalMove,
    Outcome,
    Phrase,
    Refusal,
    RoundOver,
    Rules,
    Said,
    Scored,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import By, Table, Whole
from rules.games.crossword.letters import (
    LETTERS_SCHEMA,
    Hand,
    Letters,
    agree_on,
    check_lexicon,
    following_language,
    language_of,
    read_letters,
    read_words,
    word_lists,
)
from rules.games.presto.grid import Grid, Judgement, Square, judge, read_grid, write_grid
from rules.kit.shuffle import rng_for
from rules.words.language import LETTER_PATTERN, SMALL_LETTER_PATTERN
from rules.words.vocabulary import Vocabulary, vocabulary

LONGEST = 24 * 3600
"""No race takes a day."""
PRIZES = ("first", "second")
"""When these have finished it stops."""
_EXPECTED = "finish 0 83.2 - HAUS/..H./..R."


@dataclass(frozen=True, slots=True)
class Finish:
    """What a player had when the race ended for them; without a crossword they did not finish."""

    by: int
    seconds: float
    rest: str
    """The letters over; without a crossword all of them."""
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
        """There are no turns: the first seat that is still building, in the end the one that was last."""
        return self.racing[0] if self.racing else self.finishes[-1].by

    @property
    def racing(self) -> tuple[int, ...]:
        """The seats that are still building."""
        ended = {finish.by for finish in self.finishes}
        return tuple(seat for seat in range(len(self.hands)) if seat not in ended)

    @property
    def finished(self) -> tuple[Finish, ...]:
        """Those who made it, the first first."""
        return tuple(finish for finish in self.finishes if finish.done)

    @property
    def stopped(self) -> bool:
        """Whether nobody can finish any more: two have, or somebody was written down without a crossword."""
        return len(self.finished) == len(PRIZES) or len(self.finished) < len(self.finishes)


class Presto(Rules):
    game: ClassVar[str] = "presto"
    seats: ClassVar[range] = range(4, 7)
    schema: ClassVar[Table] = Table({
        **LETTERS_SCHEMA,
        "deal": By(4, 6, Table({"black": Whole(1, 50), "red": Whole(1, 50)})),
        "finish": Table({"rest": Whole(0, 1)}),
        "points": Table({prize: Whole(0, 99) for prize in PRIZES}),
        "points_over": Table({prize: Whole(0, 99) for prize in PRIZES}),
        "match": Table({"rounds": Whole(1, 99)}),
    })
    open_end: ClassVar[bool] = True
    lists_moves: ClassVar[bool] = False

    def __init__(self, values: dict[str, Any], variant: str = "classic"):
        super().__init__(values, variant)
        self.letters = Letters.of(values)
        self.language = language_of(values)
        self.most_over: int = values["finish"]["rest"]
        self.rounds: int = values["match"]["rounds"]

    @classmethod
    def implied(cls, own: Mapping[str, Any], base: Mapping[str, Any]) -> Mapping[str, Any]:
        return following_language(own, base, ("letters", "words"))

    @classmethod
    def check(cls, values: dict[str, Any]) -> Iterator[tuple[str, Phrase]]:
        letters = Letters.of(values)
        for players, hand in values["deal"].items():
            for colour, size in hand.items():
                there = len(letters.all(colour))
                if players * size > there:
                    yield f"deal.{players}.{colour}", Phrase("fault.letters.too_few", {
                        "players": players, "needed": players * size, "there": there})

    def vocabulary(self, state: PrestoState) -> Vocabulary:
        """The words that are valid in this round."""
        classes = self.values["words"]["classes"]
        return vocabulary(classes, state.words, state.agreed, state.blocked, self.language.code)

    def agree(self, setup: Setup, word: str) -> Setup:
        return agree_on(setup, word)

    # --- a round ---

    def deal(self, players: int, seed: int, before: PrestoState | None = None) -> Setup:
        rng = rng_for(self.game, seed, before.round + 1 if before else 1)
        size = self.values["deal"][players]
        hands, red, black = self.letters.deal(players, size["red"], size["black"], rng)
        setup = {"hands": hands, "red": red, "black": black}
        return setup | word_lists(before.words, before.agreed, before.blocked) if before else setup

    def start(self, setup: Setup, players: int, before: PrestoState | None = None) -> PrestoState:
        hands, red, black = read_letters({"red": "", "black": "", **setup}, players, self.language)
        if "words" not in setup:
            check_lexicon(self.language)
        words = read_words(setup, "words") if "words" in setup else None
        first = PrestoState(hands, (), (0,) * players, unused=red + black, words=words,
                            agreed=read_words(setup, "agreed"), blocked=read_words(setup, "blocked"))
        if before is None:
            return first
        return replace(first, scores=before.scores, ply=before.ply, round=before.round + 1)

    def legal_moves(self, state: PrestoState) -> Iterator[Finish]:
        """Only the ends without a crossword: nobody lists all that can be built from nineteen letters."""
        return (self.unfinished(state, seat) for seat in state.racing)

    def mover(self, state: PrestoState, move: Finish) -> int:
        return move.by

    # --- what a crossword is worth ---

    def judge(self, state: PrestoState, seat: int, letters: Mapping[Square, str]) -> Judgement:
        """What is sound and what is wrong in a crossword of this seat, also while it is being built."""
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
        """What finishing now brings."""
        if not move.done:
            return 0
        prize = PRIZES[len(state.finished)]
        return self.values["points_over" if move.rest else "points"][prize]

    def apply(self, state: PrestoState, move: Finish) -> Step:
        refusal = self.why_illegal(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
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

    # --- for those who clock the race ---

    def finish(self, state: PrestoState, seat: int, seconds: float, letters: Mapping[Square, str]) -> Finish:
        """The move of a player who says "Fertig!" with this crossword; times count in tenths."""
        over = self.judge(state, seat, letters).over
        return Finish(seat, round(seconds, 1), "".join(sorted(over)), write_grid(letters))

    def unfinished(self, state: PrestoState, seat: int, seconds: float | None = None) -> Finish:
        """The entry of a player who did not make it; the time is that of the last one before."""
        if seconds is None:
            seconds = state.finishes[-1].seconds if state.finishes else 0.0
        return Finish(seat, round(seconds, 1), "".join(sorted(state.hands[seat])), ())

    def in_order(self, state: PrestoState, claims: Iterable[Finish]) -> list[Finish]:
        """The moves of a whole round from what everybody claims who would finish, whoever was measured first."""
        by_time = sorted(claims, key=lambda claim: claim.seconds)
        done = [claim for claim in by_time if claim.done][:len(PRIZES)]
        winners = {claim.by for claim in done}
        if len(done) == len(PRIZES):
            stopped_at = done[-1].seconds
        else:
            stopped_at = by_time[-1].seconds if by_time else 0.0
        return done + [self.unfinished(state, seat, stopped_at) for seat in state.racing if seat not in winners]

    # --- writing ---

    def write_move(self, move: Finish) -> str:
        return f"finish {move.by} {move.seconds!r} {move.rest or '-'} {'/'.join(move.grid) or '-'}"

    def read_move(self, text: str) -> Finish:
        match = re.fullmatch(
            rf"finish ([0-5]) ([0-9]{{1,6}}\.[0-9]{{1,6}}) (-|[{LETTER_PATTERN}*+]{{1,80}}) "
            rf"(-|[{LETTER_PATTERN}{SMALL_LETTER_PATTERN}./]{{1,8000}})", text)
        if match is None:
            raise UnreadableMove(text, _EXPECTED)
        rest = "" if match[3] == "-" else match[3]
        move = Finish(int(match[1]), float(match[2]), rest, () if match[4] == "-" else tuple(match[4].split("/")))
        if self.write_move(move) != text:
            raise UnreadableMove(text, _EXPECTED)
        return move

    def write_entry(self, move: Finish) -> dict[str, Any]:
        return {"move": "finish", "seconds": move.seconds, "rest": move.rest, "grid": list(move.grid)}

    def read_entry(self, entry: Mapping[str, Any]) -> Finish:
        by, seconds, rest, grid = (entry.get(key) for key in ("by", "seconds", "rest", "grid"))
        if seconds is None and grid == []:
            seconds = 0  # who did not finish needs no time
        numbers = all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in (by, seconds))
        if (entry["move"] != "finish" or not numbers or not isinstance(by, int) or not isinstance(rest, str)
                or not isinstance(grid, list) or not all(_is_row(row) for row in grid)):
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


def _is_row(row: Any) -> bool:
    return isinstance(row, str) and re.fullmatch(rf"[{LETTER_PATTERN}{SMALL_LETTER_PATTERN}.]{{1,200}}", row) is not None


def _told(move: Finish) -> Phrase:
    if not move.done:
        return Phrase("log.presto.unfinished")
    return Phrase("log.presto.finishes_over" if move.rest else "log.presto.finishes", {
        "seconds": move.seconds, "letter": move.rest})
