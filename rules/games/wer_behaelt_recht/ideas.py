"""What a player of Wer behaelt recht? can think of: announcements of words they know, and what each would need.

An idea is a legal announcement with all that its danger and its worth depend on. Words that the hand can complete
are found first; those that lack letters are a risk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rules.games.crossword.board import Square
from rules.games.crossword.letters import Hand, needed_for
from rules.games.wer_behaelt_recht.line import Line, ahead, places_of, run_through
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Say, Spot, WerState
from rules.words.language import ALL_LETTERS, VOWELS
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, jolly_for, without
from rules.words.vocabulary import Vocabulary

BIT = {letter: 1 << number for number, letter in enumerate(ALL_LETTERS)}
MOST_LACKING = 2
"""Nobody says a word for which they lack more letters."""
RARE = 3
"""So many letters in a row are in few words, which can be kept."""
MOST_WORDS = 300
"""Nobody thinks of more words for the same letters."""
COMPARED = 1500
"""Words of a fragment that are compared with an imagined hand."""
MOST_FOR_A_LETTER = 6
"""Of the words that one letter at one spot allows, so many are thought about."""


@dataclass(frozen=True, slots=True)
class Idea:
    """An announcement and what follows from it."""

    move: Say
    spot: Spot
    fragment: str
    """As it stands after the letter."""
    missing: str
    """The letters of the word that do not lie after this move."""
    lacking: int
    """How many of them the hand does not hold."""
    adds: bool
    """It is the word of another, who stays its author."""
    premium: bool
    """It earns one more letter."""


# --- letters ---


def mask_of(letters: str) -> int:
    mask = 0
    for letter in letters:
        mask |= BIT.get(letter, 0)
    return mask


def lacking(hand: Hand, needed: str) -> int:
    """How many of the letters needed a hand does not hold, with its Jollies for the first ones."""
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


@lru_cache(maxsize=128)
def _containing(words: Vocabulary, fragment: str) -> list[tuple[str, int]]:
    """The words with a fragment in them and the letters beside it; kept because many hands are compared."""
    found = []
    for word in words.words_containing(fragment):
        at = word.find(fragment)
        found.append((word, mask_of(word[:at] + word[at + len(fragment):])))
    return found


def sayable(words: Vocabulary, hand: Hand, fragment: str) -> list[str]:
    """The words of a fragment that a hand can complete or nearly so; of many those that lack least and lay most."""
    known = _containing(words, fragment) if len(fragment) >= RARE else _with_masks(words)
    absent = ~mask_of(hand + fragment)
    most = MOST_LACKING + hand.count(RED_JOLLY) + hand.count(BLACK_JOLLY)
    near = [word for word, mask in known if (mask & absent).bit_count() <= most and fragment in word]
    weighed = [(lacking(hand + fragment, word), -len(word), word) for word in near]
    return [word for lacks, _, word in sorted(weighed) if lacks <= MOST_LACKING][:MOST_WORDS]


# --- ideas ---


class Thinker:
    """One player's view of a position: their hand, and the words that they know."""

    def __init__(self, rules: WerBehaeltRecht, state: WerState, known: Vocabulary):
        self.rules, self.state, self.known, self.hand = rules, state, known, state.hand
        self._lines: dict[tuple[Spot, str], Line] = {}
        self._premiums: dict[Spot, bool] = {}

    def ideas(self, enough: Callable[[], bool] = lambda: False) -> list[Idea]:
        """For every letter at every spot the words that lack least and lay most, at most a few; on a full board
        with a full hand only what comes to mind before it is enough."""
        grouped: dict[tuple[Spot, str], list[Idea]] = {}
        found = self._growing() if self.state.fragment is not None else self._beginning(enough)
        for idea in found:
            grouped.setdefault((idea.spot, idea.move.letter), []).append(idea)
        best = []
        for group in grouped.values():
            group.sort(key=lambda idea: (not idea.adds, idea.lacking, -len(idea.missing), idea.move.word))
            best += group[:MOST_FOR_A_LETTER]
        return best

    def spelled(self, letter: str) -> str | None:
        """How the player would lay a letter: itself, or else a Jolly."""
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

    def _growing(self) -> Iterator[Idea]:
        fragment = self.state.fragment.text
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
            for square, step in ((ahead(spot.square, spot.down, 1), 1), (ahead(spot.square, spot.down, -1), -1)):
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
        """The idea if it is legal and not too daring. `at` is the place of the fragment after the letter."""
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


# --- what others could do ---


def can_change(hand: Hand, fragment: str, word: str, known: Vocabulary) -> bool:
    """Whether a hand could say another word of a fragment and complete it; room is not asked."""
    absent, jollies = ~mask_of(hand), hand.count(RED_JOLLY) + hand.count(BLACK_JOLLY)
    for other, mask in _containing(known, fragment)[:COMPARED]:
        if (mask & absent).bit_count() <= jollies and other != word:
            at = other.find(fragment)
            if not lacking(hand, other[:at] + other[at + len(fragment):]):
                return True
    return False
