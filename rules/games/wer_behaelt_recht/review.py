"""The review of a turn: which words the hand could have announced and completed by itself."""

from __future__ import annotations

from rules.engine import Choice, Verdict
from rules.games.crossword.letters import Hand, needed_for
from rules.games.wer_behaelt_recht.ideas import Idea, Thinker
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Begin, Complete, Grow, Move, WerState
from rules.kit.phrases import Phrase
from rules.kit.skill import Stop
from rules.words.placement import without

LISTED, LISTED_BEYOND = 4, 3
"""How many words are named."""
FAMILIAR, BEYOND = 3, 5
"""The highest band of the words people know, and of those named besides."""


def review_turn(rules: WerBehaeltRecht, state: WerState, move: Move, stop: Stop) -> Verdict[Move]:
    """Value a turn by the points that the hand could lay of its word by itself."""
    own = value_of(rules, state, move)
    made = Choice(move, _why(move), own)
    if not isinstance(move, (Begin, Grow)) and (state.must_complete or state.premium):
        return Verdict(own, made)
    familiar = _safe(rules, state, FAMILIAR, stop)
    known = {idea.move.word for idea in familiar}
    beyond = [idea for idea in _safe(rules, state, BEYOND, stop) if idea.move.word not in known]
    options = tuple(_choice(rules, state, idea) for idea in familiar[:LISTED])
    best = options[0] if options and options[0].value > own else made
    return Verdict(own, best, options, tuple(_choice(rules, state, idea) for idea in beyond[:LISTED_BEYOND]))


def value_of(rules: WerBehaeltRecht, state: WerState, move: Move) -> float:
    """Return the points off the hand: of the letter laid, and of those that complete the own word."""
    if isinstance(move, Complete):
        laid = rules.to_complete(state)
        if laid is None:
            others = len(state.seats_in) - 1
            return float(-state.stake * rules.rest_of(state.hand) * others)
        return float(rules.rest_of("".join(map(needed_for, laid.values()))))
    if not isinstance(move, (Begin, Grow)):
        return 0.0
    letter = needed_for(move.letter)
    after = rules.apply(state, move).state
    word = after.word
    if word is None or after.author != state.player:
        missing = ""
    else:
        missing = "".join(word.missing(after.letters).values())
    held = _held(without(state.hand, letter), missing)
    return float(rules.rest_of(letter + (held or "")))


def _held(hand: Hand, missing: str) -> str | None:
    """Return the letters of the hand that complete a word, Jollies where needed; None if it cannot."""
    found = ""
    for letter in missing:
        needed = letter if letter in hand else needed_for(letter.lower())
        if needed not in hand:
            return None
        hand, found = without(hand, needed), found + needed
    return found


def _safe(rules: WerBehaeltRecht, state: WerState, band: int, stop: Stop) -> list[Idea]:
    """Return announcements that the hand can complete, each word once, the most points first."""
    if state.premium or state.must_complete:
        return []
    ideas = Thinker(rules, state, rules.vocabulary(state).known(band)).ideas(stop)
    best: dict[str, Idea] = {}
    for idea in sorted((idea for idea in ideas if not idea.lacking and not idea.adds),
                       key=lambda idea: -_points(rules, state, idea)):
        best.setdefault(idea.move.word, idea)
    return list(best.values())


def _points(rules: WerBehaeltRecht, state: WerState, idea: Idea) -> float:
    letter = needed_for(idea.move.letter)
    return float(rules.rest_of(letter + (_held(without(state.hand, letter), idea.missing) or "")))


def _choice(rules: WerBehaeltRecht, state: WerState, idea: Idea) -> Choice[Move]:
    values = {"word": idea.move.word, "letter": idea.move.letter.upper()}
    key = "hint.wer.safe" if idea.missing else "hint.wer.ends"
    return Choice(idea.move, Phrase(key, values), _points(rules, state, idea))


def _why(move: Move) -> Phrase:
    if isinstance(move, (Begin, Grow)):
        return Phrase("review.wer.said", {"word": move.word})
    return Phrase("review.wer.completed" if isinstance(move, Complete) else "review.no_word")
