"""The bots of Presto: a solver finds the crossword, the pace of a level simulates how a person builds it.

A plan is the whole race of one player, made before it starts: words laid letter by letter, pauses, restarts,
the call. The table plays it by its clock; a simulation uses only its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from random import Random

from rules.engine import Choice, Goal, RaceEngine, Verdict
from rules.games.crossword.letters import Hand
from rules.games.presto.grid import write_grid
from rules.games.presto.review import review_race
from rules.games.presto.rules import Finish, Presto, PrestoState
from rules.kit.phrases import Phrase
from rules.kit.shuffle import below, rng_for
from rules.kit.skill import Stop, time_is_up
from rules.words.generate import placements
from rules.words.placement import Placement, Run, Square
from rules.words.solve import Attempt, Crossword
from rules.words.vocabulary import Vocabulary

TRIES = 6
"""Number of attempts before one more letter may be left over; most hands succeed at once."""
MOST_OVER = 8
"""With this many letters left over there is always some crossword."""
HINT_BAND, HINT_TRIES = 3, 4
SOLVED_BANDS, SOLVED_LONGEST = (3, 5), 9
SHOWN_SECONDS, PAR_RACES = 60.0, 5
"""The words of a solution in a review: first those people know, then almost all."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a player of a level builds."""

    band: int
    """The highest band of known words."""
    longest: int
    """The length of the longest words used."""
    think: float
    """Seconds before a word; more with fewer letters left."""
    lay: float
    """Seconds for a letter."""
    again: float
    """Probability of a failed first attempt."""
    spread: float
    """Standard deviation of the logarithm of the pace."""


PACES = {
    "easy": Pace(band=1, longest=6, think=14.0, lay=2.2, again=0.7, spread=0.3),
    "medium": Pace(band=2, longest=7, think=10.0, lay=1.7, again=0.6, spread=0.3),
    "hard": Pace(band=3, longest=8, think=7.0, lay=1.3, again=0.5, spread=0.3),
    "master": Pace(band=4, longest=9, think=5.0, lay=0.9, again=0.4, spread=0.3),
}


@dataclass(frozen=True, slots=True)
class Build:
    """The letters laid by a player from some moment on."""

    letters: Mapping[Square, str]
    said: Phrase | None = None
    """A line for the race log."""
    done: bool = False
    """The player calls "Fertig!"."""


Plan = list[tuple[float, Build]]
"""Seconds since the start, ascending, and the letters laid from then on."""


# --- the crossword ---


def crossword_of(
    hand: Hand, words: Vocabulary, rng: Random, over: int, stop: Stop, longest: int
) -> Crossword | None:
    """Return a crossword of all letters but `over`; reproducible from `rng` unless it is stopped."""
    for _ in range(TRIES):
        attempt = Attempt(hand, words, rng, over, stop, longest)
        if attempt.succeeds():
            return attempt.crossword()
        if stop():
            break
    return None


def _best_of(hand: Hand, words: Vocabulary, rng: Random, stop: Stop, longest: int) -> Crossword:
    """Return a crossword with as few letters left over as possible."""
    for over in range(MOST_OVER + 1):
        found = crossword_of(hand, words, rng, over, stop, longest)
        if found is not None or stop():
            return found or Crossword((), hand)
    return Crossword((), hand)


# --- building it ---


def plan(hand: Hand, level: str, rng: Random, vocabulary: Vocabulary, *, most_over: int = 0,
         stop: Stop = lambda: False) -> Plan:
    """Return how a level builds a hand. With more letters left over than allowed it never calls."""
    pace = PACES[level]
    words = vocabulary.known(pace.band)
    builder = _Builder(pace, rng, len(hand))
    crossword = _best_of(hand, words, rng, stop, pace.longest)
    if rng.random() < pace.again:
        builder.lay_in_vain(crossword_of(hand, words, rng, 1, stop, pace.longest))
    builder.lay(crossword.words)
    builder.end(len(crossword.rest), done=len(crossword.rest) <= most_over)
    return builder.plan


class _Builder:
    """Turn words into the moments of a plan."""

    def __init__(self, pace: Pace, rng: Random, size: int):
        self.pace, self.rng, self.size = pace, rng, size
        self.form = exp(pace.spread * _bell(rng))
        self.clock, self.lying = 0.0, dict[Square, str]()
        self.plan: Plan = []
        self.wait(self.pace.think)  # look at the letters

    def wait(self, seconds: float) -> None:
        self.clock += self.form * seconds * (0.6 + 0.8 * self.rng.random())

    def note(self, said: Phrase | None = None, *, done: bool = False) -> None:
        self.plan.append((round(self.clock, 1), Build(dict(self.lying), said, done)))

    def lay(self, words: tuple[Placement, ...]) -> None:
        for word in words:
            progress = len(self.lying) / self.size
            self.wait(self.pace.think * (0.8 + 1.2 * progress * progress))
            new = word.new_letters(self.lying)
            for number, (square, letter) in enumerate(new.items(), 1):
                self.wait(self.pace.lay)
                self.lying[square] = letter
                said = Phrase("log.presto.lie", {"n": len(self.lying)}) if number == len(new) else None
                self.note(said)

    def lay_in_vain(self, crossword: Crossword | None) -> None:
        """Lay some words of a failed attempt, then take everything back."""
        words = crossword.words if crossword else ()
        if len(words) < 3:
            return
        self.lay(words[:2 + below(self.rng, len(words) - 2)])
        self.wait(self.pace.think * 1.5)
        self.lying.clear()
        self.note(Phrase("log.presto.again"))

    def end(self, over: int, *, done: bool) -> None:
        self.wait(self.pace.lay * 2 if done else self.pace.think * 4)
        self.note(None if done else Phrase("log.presto.stuck", {"n": over}), done=done)


def _bell(rng: Random) -> float:
    """Return an approximately standard-normal random number (sum of 12 uniforms)."""
    return sum(rng.random() for _ in range(12)) - 6.0


# --- the levels ---


@dataclass(frozen=True, slots=True)
class Racer:
    """A bot at the pace of a level."""

    level: str

    def plan(self, rules: Presto, state: PrestoState, player: int, rng: Random,
             stop: Stop = lambda: False) -> Plan:
        """Return the race of this player, moment by moment."""
        return plan(state.hands[player], self.level, rng, rules.vocabulary(state),
                    most_over=rules.most_over, stop=stop)

    def choose(self, rules: Presto, state: PrestoState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Finish]:
        """Return the result of the race of this player, if no other player stops it before."""
        seconds, last = self.plan(rules, state, player, rng, lambda: time_is_up(deadline, stop))[-1]
        move = self._claim(rules, state, player, seconds, last)
        return Choice(move, Phrase("hint.presto.done"), -seconds)

    @staticmethod
    def _claim(rules: Presto, state: PrestoState, player: int, seconds: float, last: Build) -> Finish:
        late = state.finishes[-1].seconds if state.finishes else 0.0
        if not last.done or state.stopped:
            return rules.unfinished(state, player, max(seconds, late))
        return rules.finish(state, player, max(seconds, late), last.letters)


BOTS: dict[str, Racer] = {level: Racer(level) for level in PACES}


# --- hints ---


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The next step for an unfinished crossword."""

    said: Phrase
    word: Placement | None = None
    """The word to lay."""
    away: Run | None = None
    """The word to take away."""


def suggest(rules: Presto, state: PrestoState, player: int, letters: Mapping[Square, str], rng: Random,
            deadline: float | None = None, stop: Stop | None = None) -> Suggestion:
    """Suggest a word, preferably one after which all letters can be laid, or what to take away."""
    judgement = rules.judge(state, player, letters)
    if judgement.sound:
        return Suggestion(Phrase("hint.presto.done"))
    wrong = next((run for run in judgement.runs if not run.valid), None)
    if wrong is not None:
        return Suggestion(Phrase("hint.presto.rebuild", {"word": wrong.word}), away=wrong)
    if judgement.loose:
        return Suggestion(Phrase("hint.presto.stuck"))
    words = rules.vocabulary(state).known(HINT_BAND)
    return _next_word(
        letters, judgement.over, words, rules.most_over, rng, lambda: time_is_up(deadline, stop))


def continued(rules: Presto, state: PrestoState, player: int, letters: Mapping[Square, str], rng: Random,
              stop: Stop) -> Mapping[Square, str] | None:
    """Return a whole crossword around sound letters, preferably of words that people know."""
    judgement = rules.judge(state, player, letters)
    if judgement.loose or not all(run.valid for run in judgement.runs):
        return None
    words = rules.vocabulary(state)
    tried = (_continuation(letters, judgement.over, words.known(band), rules.most_over, rng, stop)
             for band in SOLVED_BANDS)
    found = next((whole for whole in tried if whole is not None), None)
    return {**found.letters, **letters} if found is not None else None


def _continuation(letters: Mapping[Square, str], rest: Hand, words: Vocabulary, over: int, rng: Random,
                  enough: Callable[[], bool]) -> Crossword | None:
    """Return the words with which the rest of the letters can be laid, or None if a few attempts fail."""
    for _ in range(HINT_TRIES):
        attempt = Attempt(rest, words, rng, over, enough)
        if attempt.succeeds(letters):
            return attempt.crossword()
        if enough():
            break
    return None


def _next_word(letters: Mapping[Square, str], rest: Hand, words: Vocabulary, over: int, rng: Random,
               enough: Callable[[], bool]) -> Suggestion:
    whole = _continuation(letters, rest, words, over, rng, enough)
    if whole is not None:
        first = whole.words[0]
        return Suggestion(Phrase("hint.presto.solution", {"word": first.word.upper()}), word=first)
    fitting = placements(letters, rest, words)
    longest = max(fitting, key=lambda word: len(word.new_letters(letters)), default=None)
    if longest is None:
        return Suggestion(Phrase("hint.presto.stuck"))
    values = {"word": longest.word.upper(), "n": len(longest.new_letters(letters))}
    return Suggestion(Phrase("hint.presto.word", values), word=longest)


class PrestoEngine(RaceEngine[PrestoState, Finish, Build, Mapping[Square, str], Suggestion]):
    """The thinking of Presto."""

    goals = ("finish",)
    rules: Presto

    def _choose(self, level: str, state: PrestoState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Finish]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: PrestoState, move: Finish, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Finish]:
        return review_race(self.rules, state, move, lambda: self._solved(state, player, rng, stop))

    def _solved(self, state: PrestoState, player: int, rng: Random, stop: Stop) -> Crossword | None:
        """Return a crossword of all letters of a hand, of common words if possible."""
        words = self.rules.vocabulary(state)
        tried = (crossword_of(state.hands[player], words.known(band), rng, 0, stop, SOLVED_LONGEST)
                 for band in SOLVED_BANDS)
        return next((found for found in tried if found is not None), None)

    def _plan(self, level: str, state: PrestoState, player: int, rng: Random, stop: Stop) -> Plan:
        return BOTS[level].plan(self.rules, state, player, rng, stop)

    def _suggest(self, state: PrestoState, player: int, draft: Mapping[Square, str], rng: Random,
                 deadline: float | None, stop: Stop | None) -> Suggestion:
        return suggest(self.rules, state, player, draft, rng, deadline, stop)

    def _continued(self, state: PrestoState, player: int, draft: Mapping[Square, str], rng: Random,
                   stop: Stop) -> Mapping[Square, str] | None:
        return continued(self.rules, state, player, draft, rng, stop)

    def puzzle(self, goal: str, state: PrestoState, seat: int, depth: int, stop: Stop) -> Goal[Finish] | None:
        """Return the goal of finishing one hand, which every seat is dealt; None if none was found."""
        hand, players = state.hands[seat], len(state.hands)
        rng = rng_for("puzzle", hand)
        found = self._solved(state, seat, rng, stop)
        if found is None:
            return None
        proof = [Finish(0, SHOWN_SECONDS, "", write_grid(found.letters)),
                 *(Finish(other, SHOWN_SECONDS, "".join(sorted(hand)), ()) for other in range(1, players))]
        times = [last[0] for number in range(PAR_RACES)
                 if (last := plan(hand, "medium", rng_for("par", hand, number),
                                  self.rules.vocabulary(state))[-1])[1].done]
        par = min(999, round(sum(times) / len(times))) if times else 999
        return Goal("finish", tuple(proof), par=par,
                    setup={"hands": [hand[i:] + hand[:i] for i in range(players)]})
