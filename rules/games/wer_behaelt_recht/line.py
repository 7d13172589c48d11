"""The line of the open word: its fragment, the words that can be announced for it, and the room for them.

Squares are (x, y), y downwards; letters on the table as in crossword/board.py. No turns and no players here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.base import Refusal
from rules.words import placement
from rules.words.language import ENCODING
from rules.words.packed_words import places
from rules.words.placement import Letters, Square
from rules.words.vocabulary import Vocabulary

BANDS = (1, 2, 3, 4)
"""The bands of known words, most common first; all other words follow."""
RANKS = "ENRSITALUGDHOCKMBFPZVWYJXQÑ"
"""The letters from the most common to the rarest."""
RARE = 3
"""Length of a fragment from which on it occurs in so few words that they are cached."""


def ahead(square: Square, down: bool, steps: int) -> Square:
    """Return the square `steps` further along a line to the right or down."""
    x, y = square
    return (x, y + steps) if down else (x + steps, y)


class Word(NamedTuple):
    """Letters in a row in capitals: an announced word, a word on the table, or a fragment."""

    text: str
    down: bool
    x: int
    y: int

    @property
    def squares(self) -> dict[Square, str]:
        return {ahead((self.x, self.y), self.down, i): letter for i, letter in enumerate(self.text)}

    def missing(self, lying: Letters) -> dict[Square, str]:
        """Return its letters that are not on the table yet, in order."""
        return {square: letter for square, letter in self.squares.items() if square not in lying}


def run_through(lying: Letters, square: Square, down: bool) -> Word:
    """Return the run of letters through an occupied square in one direction."""
    start, text = placement.run_through(lying, square, down=down)
    return Word(text.upper(), down, *start)


def closes_a_square(lying: Letters, square: Square) -> bool:
    """Return True if a letter there completes a block of two by two letters."""
    x, y = square
    return any((x + dx, y) in lying and (x, y + dy) in lying and (x + dx, y + dy) in lying
               for dx in (-1, 1) for dy in (-1, 1))


class Line:
    """The line of the open word after one more letter was laid on a free square."""

    def __init__(self, lying: Letters, square: Square, down: bool, letter: str, words: Vocabulary,
                 grown_from: str = ""):
        self.lying: Letters = {**lying, square: letter}
        self.square, self.down, self.words, self.grown_from = square, down, words, grown_from
        self.fragment = run_through(self.lying, square, down)

    def word(self, text: str, at: int) -> Word:
        """Return the word whose letter number `at` is the first of the fragment."""
        return Word(text, self.down, *ahead((self.fragment.x, self.fragment.y), self.down, -at))

    # --- room ---

    @cached_property
    def wanted(self) -> dict[int, str]:
        """The allowed letters of restricted squares, by steps from the start of the fragment."""
        size = len(self.fragment.text)
        found = {}
        for steps in (*range(-self._reach, 0), *range(size, size + self._reach)):
            takes = self.takes(self._at(steps))
            if takes is not None:
                found[steps] = takes
        return found

    @cached_property
    def occupied(self) -> frozenset[int]:
        """The occupied squares, as steps from the start of the fragment."""
        steps = range(-self._reach - 1, len(self.fragment.text) + self._reach + 1)
        return frozenset(step for step in steps if self._at(step) in self.lying)

    @cached_property
    def _reach(self) -> int:
        """Number of squares by which the longest word can extend beyond the fragment."""
        return max(0, max(self.words.letters, default=0) - len(self.fragment.text))

    def _at(self, steps: int) -> Square:
        return ahead((self.fragment.x, self.fragment.y), self.down, steps)

    def takes(self, square: Square) -> str | None:
        """Return the letters that make words there with the neighbours across the line; None: any letter."""
        if square in self.lying and square != self.square:
            return self.lying[square].upper()
        before, behind = self._beside(square, -1), self._beside(square, 1)
        return self.words.fillers(before, behind) if before or behind else None

    def _beside(self, square: Square, step: int) -> str:
        """Return the run of letters before (-1) or after (1) a square, across the line."""
        text, beside = "", ahead(square, not self.down, step)
        while beside in self.lying:
            letter = self.lying[beside].upper()
            text, beside = (text + letter if step > 0 else letter + text), ahead(beside, not self.down, step)
        return text

    @cached_property
    def makes_sense(self) -> bool:
        """True if the new letter makes a word with its neighbours across the line."""
        takes = self.takes(self.square)
        return takes is None or self.lying[self.square].upper() in takes

    def has_room(self, text: str, at: int) -> bool:
        """Return True if a word that contains the fragment at position `at` could be laid completely."""
        end = len(text) - at
        if -at - 1 in self.occupied or end in self.occupied:
            return False
        return all(text[at + steps] in takes for steps, takes in self.wanted.items() if -at <= steps < end)

    def why_no_room(self, text: str, at: int) -> Refusal | None:
        """Return None if `has_room`, else the refusal with the square that forbids it."""
        end = len(text) - at
        for steps in (-at - 1, end):
            if steps in self.occupied:
                square = self._at(steps)
                return Refusal("refuse.wer.goes_on", {"there": self.lying[square].upper()}, square)
        for steps, takes in self.wanted.items():
            if -at <= steps < end and text[at + steps] not in takes:
                key = "refuse.wer.no_room" if steps in self.occupied else "refuse.wer.senseless"
                return Refusal(key, {"letter": text[at + steps], "word": text}, self._at(steps))
        return None

    # --- words ---

    def sayable(self, beginning: str = "") -> Iterator[tuple[str, int]]:
        """Yield all words that contain the fragment and have room, with its position; common words first."""
        if not self.makes_sense:
            return
        for text in self._containing(beginning):
            for at in places_of(self.fragment.text, text):
                if self.has_room(text, at):
                    yield text, at

    def _containing(self, beginning: str) -> Iterator[str]:
        fragment = self.fragment.text
        if len(self.grown_from) >= RARE:
            found = iter(_kept(self.words, self.grown_from))
        else:
            found = _known_first(self.words, min(fragment, beginning or fragment, key=_commonness))
        return (text for text in found if text.startswith(beginning) and fragment in text)


def _commonness(part: str) -> int:
    """Return a value that grows with the number of words that contain `part`, roughly."""
    return -sum(RANKS.index(letter) + 20 for letter in part)


@lru_cache(maxsize=64)
def _kept(words: Vocabulary, part: str) -> tuple[str, ...]:
    """Return the words that contain `part`; cached because several letters are tried beside it."""
    return tuple(_known_first(words, part))


def _known_first(words: Vocabulary, part: str) -> Iterator[str]:
    """Yield the words that contain `part`, lazily: callers need only a few; common words first."""
    told: set[str] = set()
    for some in (*map(words.known, BANDS), words):
        for length, rows in some.letters.items():
            for place in places(part, rows, length) if length >= len(part) else ():
                text = rows[place:place + length].decode(ENCODING)
                if text not in told:
                    told.add(text)
                    yield text


def places_of(fragment: str, text: str) -> Iterator[int]:
    """Yield the positions of the fragment in a word."""
    at = text.find(fragment)
    while at >= 0:
        yield at
        at = text.find(fragment, at + 1)
