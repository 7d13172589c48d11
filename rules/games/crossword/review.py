"""The review of a word: what else the letters of that turn could lay, in familiar words and beyond; and the
puzzle to find the best one, with the words that come to the mind of players who try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from rules.engine import Choice, Goal, Verdict
from rules.games.crossword.board import CrosswordState, Lay, Move, Swap
from rules.games.crossword.bot import FAMILIAR
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import JOLLIES, needed_for
from rules.games.crossword.plans import Option, Outlook
from rules.kit.phrases import Phrase

LISTED, LISTED_BEYOND = 4, 3
"""How many words are named."""
BEYOND = 5
"""The highest band of words that are named besides."""

COMES_TO_MIND = {"easy": (0.5, 0.15), "medium": (0.8, 0.5, 0.2), "hard": (0.95, 0.85, 0.6, 0.2)}
"""By level, the chance that a player who looks for a good word thinks of one, by its band."""
LONG, LONGER = 4, 0.85
"""More letters from the hand are harder to see: the factor for each of them."""

Worth = Callable[[str, str], float]
"""The value of a word: as spelled, and the letters that it takes from the hand."""


def review_word(rules: LayingRules, state: CrosswordState, move: Move, worth: Worth) -> Verdict[Move]:
    """Judge a turn by the best word of common use that the hand could lay."""
    if isinstance(move, Swap):  # the turn goes on, and its word is judged
        return Verdict(0.0, Choice(move, Phrase("hint.crossword.swap", {
            "letter": state.letters[move.square].upper()})))
    familiar = _words(rules, state, FAMILIAR, worth)
    known = {option.lay.word.upper() for option in familiar}
    # A Jolly makes thousands of words possible: the familiar ones are enough.
    others = [] if set(JOLLIES) & set(state.hand) else _words(rules, state, BEYOND, worth)
    beyond = [option for option in others if option.lay.word.upper() not in known]
    own = _value(state, move, worth)
    made = Choice(move, _why(rules, state, move), own)
    options = tuple(_choice(rules, state, option) for option in familiar[:LISTED])
    best = options[0] if options and options[0].value > own else made
    rare = tuple(_choice(rules, state, option) for option in beyond[:LISTED_BEYOND])
    return Verdict(own, best, options, rare, tuple(_longest(move, [*familiar, *beyond])))


def word_puzzle(rules: LayingRules, state: CrosswordState, goal: str, worth: Worth) -> Goal[Move] | None:
    """Return the familiar word that uses up the hand, or else the best one if few others are as good."""
    found = _words(rules, state, FAMILIAR, worth)
    if goal == "out":
        last = next((option.lay for option in found if len(option.taken) == len(state.hand)), None)
        return Goal("out", (last,), moves=1) if last is not None else None
    if len(found) < 2 or found[0].gain == found[len(found) // 2].gain:
        return None
    lay, seat = found[0].lay, state.player
    after = rules.apply(state, lay).state
    points = after.scores[seat] - state.scores[seat] if goal == "points" else len(found[0].taken)
    return Goal(goal, (lay,), moves=1, points=points) if points > 0 else None


def sought_word(rules: LayingRules, state: CrosswordState, level: str, worth: Worth, rng: Random
                ) -> Choice[Move] | None:
    """Return the best word that comes to the mind of a player of a level; None if nothing does."""
    chances, words = COMES_TO_MIND[level], rules.vocabulary(state)
    for option in _words(rules, state, len(chances), worth):
        entry = words.entry(option.lay.word.upper())
        long = LONGER ** max(0, len(option.taken) - LONG)
        if entry is not None and rng.random() < chances[entry.band - 1] * long:
            return _choice(rules, state, option)
    return None


def _words(rules: LayingRules, state: CrosswordState, band: int, worth: Worth) -> list[Option]:
    """Return the words that fit, each once where it is worth most, the best first."""
    known = rules.vocabulary(state).known(band)
    outlook = Outlook(state.letters, state.hand, known, lambda option: worth(option.lay.word, option.taken),
                      second=state.second)
    found: dict[str, Option] = {}
    for option in outlook.options:
        found.setdefault(option.lay.word.upper(), option)
    return list(found.values())


def _value(state: CrosswordState, move: Move, worth: Worth) -> float:
    if not isinstance(move, Lay):
        return 0.0
    return worth(move.word, "".join(map(needed_for, move.new_letters(state.letters).values())))


def _choice(rules: LayingRules, state: CrosswordState, option: Option) -> Choice[Move]:
    return Choice(option.lay, _why(rules, state, option.lay), option.gain)


def _why(rules: LayingRules, state: CrosswordState, move: Move) -> Phrase:
    """Return what a move does, checkable on the table."""
    if not isinstance(move, Lay):
        return Phrase("review.no_word")
    new, points = len(move.new_letters(state.letters)), rules.points_of(move.word)
    values = {"word": move.word.upper(), "points": points, "n": points or new}
    if new == len(state.hand):
        return Phrase("hint.crossword.out", values)
    return Phrase("hint.crossword.points" if points else "hint.crossword.lays", values)


def _longest(move: Move, options: Sequence[Option]) -> Iterable[Phrase]:
    """Yield the longest word there was, if it was longer than the one laid."""
    longest = max((option.lay.word for option in options), key=len, default="")
    if len(longest) > (len(move.word) if isinstance(move, Lay) else 0):
        yield Phrase("review.longest", {"word": longest.upper(), "n": len(longest)})
