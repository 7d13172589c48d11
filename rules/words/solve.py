"""Build a crossword from all letters of a hand, quickly and preferably from common words.

Words are laid one by one, those with rare letters first; if nothing fits any more, the search restarts. A
Jolly represents a frequent letter, chosen at random in every attempt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from random import Random

from rules.kit.shuffle import pick
from rules.words.generate import placements
from rules.words.language import VOWELS
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, Letters, Placement, Square, without
from rules.words.vocabulary import Vocabulary

EVERYDAY = 3
"""Words up to this band are tried first."""
PATIENCE = 6
"""After this many attempts, every other one uses all valid words."""
WHIM = 3.0
"""Weight of the random part in the rating of a word."""
NEEDED_BY_Q = "U"
WAYS = 3
"""Number of continuations tried before backtracking."""


@dataclass(frozen=True)
class Crossword:
    """A finished crossword: its words in the order of laying, and the letters left over."""

    words: tuple[Placement, ...]
    rest: str = ""

    @property
    def letters(self) -> dict[Square, str]:
        return {square: letter for word in self.words
                for square, letter in zip(word.squares, word.word, strict=True)}


def build(letters: str, vocabulary: Vocabulary, rng: Random, seconds: float, *, over: int = 0,
          stop: Callable[[], bool] = lambda: False) -> Crossword | None:
    """Build a crossword from `letters` (`*` and `+` are Jollies) with at most `over` of them left over.

    Return None if none was found within `seconds`.
    """
    end = time.monotonic() + seconds

    def enough() -> bool:
        return stop() or time.monotonic() >= end

    tries = 0
    while not enough():
        everyday = tries < PATIENCE or tries % 2 == 0
        attempt = Attempt(letters, vocabulary.known(EVERYDAY) if everyday else vocabulary, rng, over, enough)
        if attempt.succeeds():
            return attempt.crossword()
        tries += 1
    return None


class Attempt:
    """One attempt from an empty table, or from letters on the table."""

    def __init__(self, letters: str, vocabulary: Vocabulary, rng: Random, over: int, stop: Callable[[], bool],
                 longest: int | None = None):
        self._longest = vocabulary.longest if longest is None else longest
        """Length of the longest word used: people rarely build with very long words."""
        self._vocabulary, self._rng, self._over, self._stop = vocabulary, rng, over, stop
        language = vocabulary.language
        vowels = NEEDED_BY_Q * 2 * len(language.jolly_vowels) if _lacks_partner(letters) else ""
        useful = {RED_JOLLY: language.jolly_vowels + vowels, BLACK_JOLLY: language.jolly_consonants}
        self._jollies = {jolly: [pick(rng, choices) for _ in range(letters.count(jolly))]
                         for jolly, choices in useful.items()}
        plain = [letter for letter in letters if letter not in useful]
        self._hand = "".join((*plain, *(letter for played in self._jollies.values() for letter in played)))
        self._words: list[Placement] = []
        self._rest = self._hand
        self._steps = 4 * len(letters)
        """Number of searches left before giving up."""

    def succeeds(self, board: Letters | None = None) -> bool:
        return self._go_on(board or {}, self._hand)

    def _go_on(self, board: Letters, rest: str) -> bool:
        """Lay words until the letters are used up. Return False if that fails."""
        if len(rest) <= self._over:
            self._rest = rest
            return True
        for placement in self._promising(board, rest):
            new = placement.new_letters(board)
            self._words.append(placement)
            if self._go_on({**board, **new}, without(rest, new.values())):
                return True
            self._words.pop()
        return False

    def _promising(self, board: Letters, rest: str) -> Iterator[Placement]:
        """Yield the most promising words, the best first."""
        self._steps -= 1
        if self._steps < 0 or self._stop():
            return
        worth, share = rarity(self._vocabulary), self._vocabulary.language.vowel_share
        rated = []
        for placement in placements(board, rest, self._vocabulary):
            if len(placement.word) > self._longest:
                continue
            new = "".join(placement.new_letters(board).values())
            left = len(rest) - len(new)
            if left <= self._over:
                yield placement
                return
            vowels = _vowels(rest) - _vowels(new)
            value = sum([worth[letter] for letter in new]) - abs(vowels - share * left)
            rated.append((value + WHIM * self._rng.random(), placement))
        rated.sort(reverse=True)
        yield from (placement for _, placement in rated[:WAYS])

    def crossword(self) -> Crossword:
        """Return the words laid, with Jollies in lower case; real letters are preferred for the rest."""
        words, rest = self._words, self._rest
        for jolly, played in self._jollies.items():
            for letter in played:
                laid = (square for word in words
                        for square, on_it in zip(word.squares, word.word, strict=True) if on_it == letter)
                square = next(laid, None)
                if square is None:
                    rest = rest.replace(letter, jolly, 1)
                else:
                    words = [_with_jolly(word, square) for word in words]
        return Crossword(tuple(words), rest)


def _with_jolly(word: Placement, square: Square) -> Placement:
    """Return the word with a Jolly on this square, if it covers it."""
    letters = [letter.lower() if place == square else letter
               for place, letter in zip(word.squares, word.word, strict=True)]
    return word._replace(word="".join(letters))


def _lacks_partner(letters: str) -> bool:
    """Return whether a hand has a Q without the letter that follows it in nearly every word."""
    return "Q" in letters and NEEDED_BY_Q not in letters


def _vowels(letters: str) -> int:
    return sum([letter in VOWELS for letter in letters])



@lru_cache(maxsize=16)
def rarity(vocabulary: Vocabulary) -> dict[str, float]:
    """Return for every letter how hard it is to lay: the fewer words contain it, the higher."""
    columns = [vocabulary.columns(length) for length in vocabulary.letters]
    words = 1 + sum(one.size for one in columns)
    having = {letter: sum(one.at_least(letter, 1).bit_count() for one in columns)
              for letter in vocabulary.language.alphabet}
    return {letter: log2(words / (1 + count)) for letter, count in having.items()}
