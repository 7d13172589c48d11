"""Lays all letters of a hand as one crossword, as Presto asks: quickly, with words that people know.

Words are laid one after the other, those with awkward letters first; when nothing fits any more, it begins
anew. A Jolly is played as a letter that is of use, another one at every beginning.
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
from rules.words.lexicon import LETTERS, VOWELS
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, Letters, Placement, Square
from rules.words.vocabulary import Vocabulary

EVERYDAY = 3
"""The band up to which words are tried first."""
PATIENCE = 6
"""After so many beginnings all valid words are taken in turn with everyday ones."""
USEFUL = {RED_JOLLY: "EEEAIOU", BLACK_JOLLY: "NNRRSSTTLDMH"}
"""What a Jolly is played as, the more useful letters more often."""
VOWEL_SHARE = 0.4
"""Of the letters of German words."""
WHIM = 3.0
"""How much chance has a say in the choice of a word."""
WAYS = 3
"""How many continuations are tried before going back."""


@dataclass(frozen=True)
class Crossword:
    """A finished crossword: its words in the order in which they were laid, and the letters over."""

    words: tuple[Placement, ...]
    rest: str = ""

    @property
    def letters(self) -> dict[Square, str]:
        return {square: letter for word in self.words for square, letter in zip(word.squares, word.word)}

    @property
    def grid(self) -> tuple[str, ...]:
        """The rows as a record writes them: `.` is a free square, a Jolly is in lower case."""
        letters = self.letters
        columns, rows = [x for x, _ in letters], [y for _, y in letters]
        return tuple("".join(letters.get((x, y), ".") for x in range(min(columns), max(columns) + 1))
                     for y in range(min(rows), max(rows) + 1))


def build(letters: str, vocabulary: Vocabulary, rng: Random, seconds: float, *, over: int = 0,
          stop: Callable[[], bool] = lambda: False) -> Crossword | None:
    """A crossword of all these letters (`*` and `+` are Jollies), with at most `over` of them left."""
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
    """One try from an empty table, or from letters that lie already."""

    def __init__(self, letters: str, vocabulary: Vocabulary, rng: Random, over: int, stop: Callable[[], bool],
                 longest: int | None = None):
        self._longest = vocabulary.longest if longest is None else longest
        """People seldom build with very long words."""
        self._vocabulary, self._rng, self._over, self._stop = vocabulary, rng, over, stop
        self._jollies = {jolly: [pick(rng, USEFUL[jolly]) for _ in range(letters.count(jolly))] for jolly in USEFUL}
        plain = [letter for letter in letters if letter in LETTERS]
        self._hand = "".join((*plain, *(letter for played in self._jollies.values() for letter in played)))
        self._words: list[Placement] = []
        self._rest = self._hand
        self._steps = 4 * len(letters)
        """How often it looks for words before it gives up."""

    def succeeds(self, board: Letters | None = None) -> bool:
        return self._go_on(board or {}, self._hand)

    def _go_on(self, board: Letters, rest: str) -> bool:
        """Lay words until the letters are used up; True if they are."""
        if len(rest) <= self._over:
            self._rest = rest
            return True
        for placement in self._promising(board, rest):
            new = placement.new_letters(board)
            self._words.append(placement)
            if self._go_on({**board, **new}, _without(rest, new.values())):
                return True
            self._words.pop()
        return False

    def _promising(self, board: Letters, rest: str) -> Iterator[Placement]:
        """The best few words to go on with, the best first."""
        self._steps -= 1
        if self._steps < 0 or self._stop():
            return
        worth = rarity(self._vocabulary)
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
            value = sum([worth[letter] for letter in new]) - abs(vowels - VOWEL_SHARE * left)
            rated.append((value + WHIM * self._rng.random(), placement))
        rated.sort(reverse=True)
        yield from (placement for _, placement in rated[:WAYS])

    def crossword(self) -> Crossword:
        """The words laid, with a Jolly in lower case where it was played; it is left over only if it must be."""
        words, rest = self._words, self._rest
        for jolly, played in self._jollies.items():
            for letter in played:
                square = next((square for word in words for square, laid in zip(word.squares, word.word)
                               if laid == letter), None)
                if square is None:
                    rest = rest.replace(letter, jolly, 1)
                else:
                    words = [_with_jolly(word, square) for word in words]
        return Crossword(tuple(words), rest)


def _with_jolly(word: Placement, square: Square) -> Placement:
    """The word with a Jolly on this square, if it goes over it."""
    letters = [letter.lower() if place == square else letter for place, letter in zip(word.squares, word.word)]
    return word._replace(word="".join(letters))


def _vowels(letters: str) -> int:
    return sum([letter in VOWELS for letter in letters])


def _without(hand: str, letters: Iterator[str]) -> str:
    for letter in letters:
        hand = hand.replace(letter, "", 1)
    return hand


@lru_cache(maxsize=16)
def rarity(vocabulary: Vocabulary) -> dict[str, float]:
    """How hard a letter is to lay: the fewer words have it, the more."""
    columns = [vocabulary.columns(length) for length in vocabulary.letters]
    words = 1 + sum(one.size for one in columns)
    having = {letter: sum(one.at_least(letter, 1).bit_count() for one in columns) for letter in LETTERS}
    return {letter: log2(words / (1 + count)) for letter, count in having.items()}
