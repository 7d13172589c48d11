"""The ideas of a bot: legal announcements of words it knows, with the data needed to rate them.

Words that the hand can complete come first; those that lack letters are a risk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rules.games.crossword.bot import FAMILIAR
from rules.games.crossword.letters import JOLLIES, Hand, needed_for
from rules.games.wer_behaelt_recht.line import RARE, Line, ahead, places_of, run_through
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Say, Spot, WerState
from rules.words.language import ALL_LETTERS, VOWELS
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, Square, jolly_for, without
from rules.words.vocabulary import Vocabulary

BIT = {letter: 1 << number for number, letter in enumerate(ALL_LETTERS)}
MOST_LACKING = 2
"""Maximum number of lacking letters of a word that is considered."""
MOST_WORDS = 300
"""Maximum number of words considered for a fragment."""
COMPARED = 1500
"""Number of words of a fragment that are compared with a guessed hand."""
MOST_FOR_A_LETTER = 6
"""Number of words considered for one letter at one spot."""


@dataclass(frozen=True, slots=True)
class Idea:
    """An announcement and what follows from it."""

    move: Say
    spot: Spot
    fragment: str
    """The fragment after the letter was laid."""
    missing: str
    """The letters of the word that are not on the table after this move."""
    lacking: int
    """How many of them the hand does not hold."""
    adds: bool
    """The word is the open one; its author remains."""
    premium: bool
    """The move earns one more letter."""


# --- letters ---


def mask_of(letters: str) -> int:
    mask = 0
    for letter in letters:
        mask |= BIT.get(letter, 0)
    return mask


def lacking(hand: Hand, needed: str) -> int:
    """Return how many of the letters `needed` a hand lacks, counting its Jollies."""
    red, black, count = hand.count(RED_JOLLY), hand.count(BLACK_JOLLY), 0
    for letter in set(needed):
        short = needed.count(letter) - hand.count(letter)
        if short <= 0:
            continue
        if letter in VOWELS:
            red, short = red - short, max(0, short - max(0, red))
        else:
            black, short = black - short, max(0, short - max(0, black))
        count += short
    return count


@lru_cache(maxsize=8)
def _with_masks(words: Vocabulary) -> list[tuple[str, int]]:
    return [(word, mask_of(word)) for word in words]


@lru_cache(maxsize=4)
def _near(words: Vocabulary, hand: Hand) -> list[tuple[str, int]]:
    """Return the words that a hand may nearly complete beside a short fragment, with their masks; cached."""
    absent, most = ~mask_of(hand), _most_absent(hand) + RARE - 1
    return [known for known in _with_masks(words) if (known[1] & absent).bit_count() <= most]


def _most_absent(hand: Hand) -> int:
    """Return how many different letters of a word may be absent from a hand that nearly completes it."""
    return MOST_LACKING + hand.count(RED_JOLLY) + hand.count(BLACK_JOLLY)


@lru_cache(maxsize=128)
def _containing(words: Vocabulary, fragment: str) -> list[tuple[str, int]]:
    """Return the words that contain a fragment with the masks of their other letters; cached."""
    found = []
    for word in words.words_containing(fragment):
        at = word.find(fragment)
        found.append((word, mask_of(word[:at] + word[at + len(fragment):])))
    return found


def sayable(words: Vocabulary, hand: Hand, fragment: str) -> list[str]:
    """Return the words of a fragment that a hand can (nearly) complete: those that lack least and lay most.
    """
    known = _containing(words, fragment) if len(fragment) >= RARE else _near(words, hand)
    absent, most = ~mask_of(hand + fragment), _most_absent(hand)
    near = [word for word, mask in known if (mask & absent).bit_count() <= most and fragment in word]
    weighed = [(lacking(hand + fragment, word), -len(word), word) for word in near]
    return [word for lacks, _, word in sorted(weighed) if lacks <= MOST_LACKING][:MOST_WORDS]


# --- ideas ---


class Thinker:
    """Find the ideas of the current player with the words `known`."""

    def __init__(self, rules: WerBehaeltRecht, state: WerState, known: Vocabulary):
        self.rules, self.state, self.known, self.hand = rules, state, known, state.hand
        self._lines: dict[tuple[Spot, str], Line] = {}
        self._premiums: dict[Spot, bool] = {}

    def ideas(self, enough: Callable[[], bool] = lambda: False) -> list[Idea]:
        """Return for every letter at every spot the words that lack least and lay most, until `enough`."""
        grouped: dict[tuple[Spot, str], list[Idea]] = {}
        fragment = self.state.fragment
        found = self._growing(fragment.text) if fragment is not None else self._beginning(enough)
        for idea in found:
            grouped.setdefault((idea.spot, idea.move.letter), []).append(idea)
        best = []
        for group in grouped.values():
            group.sort(key=lambda idea: (not idea.adds, idea.lacking, -len(idea.missing), idea.move.word))
            best += group[:MOST_FOR_A_LETTER]
        return best

    def spelled(self, letter: str) -> str | None:
        """Return how the hand lays a letter: the letter itself, else a Jolly; None if it has neither."""
        if letter in self.hand:
            return letter
        return letter.lower() if jolly_for(letter) in self.hand else None

    def line(self, spot: Spot, letter: str) -> Line:
        key = (spot, letter)
        if key not in self._lines:
            self._lines[key] = self.rules.line(self.state, spot, letter)
        return self._lines[key]

    def earns_premium(self, spot: Spot) -> bool:
        if spot not in self._premiums:
            self._premiums[spot] = self.rules.earns_premium(self.state, spot)
        return self._premiums[spot]

    def _growing(self, fragment: str) -> Iterator[Idea]:
        front, back = self.rules.spots(self.state)
        own = self.state.word.text if self.state.word else ""
        words = sayable(self.known, self.hand, fragment)
        for word in (words if own in words or not own else (own, *words)):
            for at in places_of(fragment, word):
                if at:
                    yield from self._idea(front, word[at - 1], word, at - 1)
                if at + len(fragment) < len(word):
                    yield from self._idea(back, word[at + len(fragment)], word, at)

    def _beginning(self, enough: Callable[[], bool]) -> Iterator[Idea]:
        if not self.state.letters:
            spot = self.rules.spots(self.state)[0]
            for word in sayable(self.known, self.hand, ""):
                for at, letter in enumerate(word):
                    yield from self._idea(spot, letter, word, at)
            return
        crossed: dict[str, list[tuple[Spot, int]]] = {}
        for spot in self.rules.spots(self.state):
            for step in (1, -1):
                square = ahead(spot.square, spot.down, step)
                if square in self.state.letters:
                    crossed.setdefault(self._text_through(square, spot.down), []).append((spot, step))
        for text, spots in crossed.items():
            if enough():
                return
            for word in sayable(self.known, self.hand, text):
                for at in places_of(text, word):
                    for spot, step in spots:
                        place = at - 1 if step > 0 else at + len(text)
                        if 0 <= place < len(word):
                            yield from self._idea(spot, word[place], word, min(at, place))

    def _text_through(self, square: Square, down: bool) -> str:
        return run_through(self.state.letters, square, down).text

    def _idea(self, spot: Spot, letter: str, word: str, at: int) -> Iterator[Idea]:
        """Yield the idea if it is legal and not too risky. `at` is where the fragment starts afterwards."""
        spelled = self.spelled(letter)
        if spelled is None:
            return
        line = self.line(spot, spelled)
        text = line.fragment.text
        if not line.makes_sense or not word.startswith(text, at) or not line.has_room(word, at):
            return
        said, state = line.word(word, at), self.state
        if state.word is not None and said.text == state.word.text and said != state.word:
            return
        missing = "".join(said.missing(line.lying).values())
        lacks = lacking(without(self.hand, needed_for(spelled)), missing)
        adds = said == state.word
        if lacks <= MOST_LACKING or adds:
            premium = bool(missing) and self.earns_premium(spot)
            yield Idea(spot.say(spelled, word, at), spot, text, missing, lacks, adds, premium)


def going_out(rules: WerBehaeltRecht, state: WerState) -> Iterator[Say]:
    """Yield announcements that lay the whole hand: its last letter, or its last two with a premium.

    Laying the last letter wins the round, so the word need not be completed. Familiar words come first.
    """
    if len(state.hand) > 2:
        return
    every = rules.vocabulary(state)
    for words, spot, letter in product((every.known(FAMILIAR), every), rules.spots(state),
                                       rules.spellings(state.hand)):
        rest, line = without(state.hand, needed_for(letter)), rules.line(state, spot, letter)
        if not line.makes_sense or (rest and (rest in JOLLIES or not rules.earns_premium(state, spot))):
            continue
        text = line.fragment.text
        for part, before in dict.fromkeys([(text + rest, 0), (rest + text, len(rest))]):
            for word, _ in _containing(words, part):
                if state.word is None or word != state.word.text:
                    yield from (spot.say(letter, word, at + before) for at in places_of(part, word)
                                if line.has_room(word, at + before))


# --- other players ---


def can_change(hand: Hand, fragment: str, word: str, known: Vocabulary) -> bool:
    """Return True if a hand can announce and complete another word of a fragment; ignores room."""
    absent, jollies = ~mask_of(hand), hand.count(RED_JOLLY) + hand.count(BLACK_JOLLY)
    for other, mask in _containing(known, fragment)[:COMPARED]:
        if (mask & absent).bit_count() <= jollies and other != word:
            at = other.find(fragment)
            if not lacking(hand, other[:at] + other[at + len(fragment):]):
                return True
    return False
