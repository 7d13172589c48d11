"""The open word of Wer behaelt recht?: a fragment in its line, the words that could be said of it, and their room.

Squares are (x, y), y downwards; letters on the table as in crossword_board.py. No turns and no players here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.base import Refusal
from rules.games.crossword.board import Square
from rules.words import placement
from rules.words.language import ENCODING
from rules.words.packed_words import places
from rules.words.vocabulary import Vocabulary

Letters = Mapping[Square, str]
BANDS = (1, 2, 3, 4)
"""What people know, the commonest first; then come all other words."""
RANKS = "ENRSITALUGDHOCKMBFPZVWYJXQÑ"
"""The letters from the commonest to the rarest, in German; it only decides where a search begins."""
RARE = 3
"""So many letters in a row are in few words, which can be kept."""


def ahead(square: Square, down: bool, steps: int) -> Square:
    """The square so many steps further along a line to the right or down."""
    x, y = square
    return (x, y + steps) if down else (x + steps, y)


class Word(NamedTuple):
    """Letters in a row in capitals: a word that was said, a word that lies, or a fragment of one."""

    text: str
    down: bool
    x: int
    y: int

    @property
    def squares(self) -> dict[Square, str]:
        return {ahead((self.x, self.y), self.down, i): letter for i, letter in enumerate(self.text)}

    def missing(self, lying: Letters) -> dict[Square, str]:
        """Its letters that do not lie yet, from its beginning."""
        return {square: letter for square, letter in self.squares.items() if square not in lying}


def run_through(lying: Letters, square: Square, down: bool) -> Word:
    """The letters that lie without a gap through a square of the table, in one direction."""
    start, text = placement.run_through(lying, square, down=down)
    return Word(text.upper(), down, *start)


def closes_a_square(lying: Letters, square: Square) -> bool:
    """Whether the letter there is one of four that fill two by two squares."""
    x, y = square
    return any((x + dx, y) in lying and (x, y + dy) in lying and (x + dx, y + dy) in lying
               for dx in (-1, 1) for dy in (-1, 1))


class Line:
    """The line of an open word after one more letter was laid at a free square: what can be said there."""

    def __init__(self, lying: Letters, square: Square, down: bool, letter: str, words: Vocabulary,
                 grown_from: str = ""):
        self.lying: Letters = {**lying, square: letter}
        self.square, self.down, self.words, self.grown_from = square, down, words, grown_from
        self.fragment = run_through(self.lying, square, down)

    def word(self, text: str, at: int) -> Word:
        """The word whose letter number `at` is the first of the fragment."""
        return Word(text, self.down, *ahead((self.fragment.x, self.fragment.y), self.down, -at))

    # --- room ---

    @cached_property
    def wanted(self) -> dict[int, str]:
        """By steps from the beginning of the fragment: the letters that a square takes, where it does not take all."""
        size = len(self.fragment.text)
        found = {}
        for steps in (*range(-self._reach, 0), *range(size, size + self._reach)):
            takes = self.takes(self._at(steps))
            if takes is not None:
                found[steps] = takes
        return found

    @cached_property
    def occupied(self) -> frozenset[int]:
        steps = range(-self._reach - 1, len(self.fragment.text) + self._reach + 1)
        return frozenset(step for step in steps if self._at(step) in self.lying)

    @cached_property
    def _reach(self) -> int:
        """So far beyond the fragment the longest word can stretch."""
        return max(0, max(self.words.letters, default=0) - len(self.fragment.text))

    def _at(self, steps: int) -> Square:
        return ahead((self.fragment.x, self.fragment.y), self.down, steps)

    def takes(self, square: Square) -> str | None:
        """The letters that make sense there with those beside the line; None: any."""
        if square in self.lying and square != self.square:
            return self.lying[square].upper()
        before, behind = self._beside(square, -1), self._beside(square, 1)
        return self.words.fillers(before, behind) if before or behind else None

    def _beside(self, square: Square, step: int) -> str:
        """The letters that lie without a gap before (-1) or behind (1) a square, across the line."""
        text, beside = "", ahead(square, not self.down, step)
        while beside in self.lying:
            letter = self.lying[beside].upper()
            text, beside = (text + letter if step > 0 else letter + text), ahead(beside, not self.down, step)
        return text

    @cached_property
    def makes_sense(self) -> bool:
        """Whether the letter just laid makes words with all its neighbours across the line."""
        takes = self.takes(self.square)
        return takes is None or self.lying[self.square].upper() in takes

    def has_room(self, text: str, at: int) -> bool:
        """Whether a word that contains the fragment at this place could be laid as a whole."""
        end = len(text) - at
        if -at - 1 in self.occupied or end in self.occupied:
            return False
        return all(text[at + steps] in takes for steps, takes in self.wanted.items() if -at <= steps < end)

    def why_no_room(self, text: str, at: int) -> Refusal | None:
        """The same as a reason with the square that forbids it."""
        end = len(text) - at
        for steps in (-at - 1, end):
            if steps in self.occupied:
                return Refusal("refuse.wer.goes_on", {"there": self.lying[self._at(steps)].upper()}, self._at(steps))
        for steps, takes in self.wanted.items():
            if -at <= steps < end and text[at + steps] not in takes:
                key = "refuse.wer.no_room" if steps in self.occupied else "refuse.wer.senseless"
                return Refusal(key, {"letter": text[at + steps], "word": text}, self._at(steps))
        return None

    # --- words ---

    def sayable(self, beginning: str = "") -> Iterator[tuple[str, int]]:
        """All words that contain the fragment and have room, with their place; those that people know come first."""
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
    """Roughly how many words have a part in them: what is rarer is found sooner."""
    return -sum(RANKS.index(letter) + 20 for letter in part)


@lru_cache(maxsize=64)
def _kept(words: Vocabulary, part: str) -> tuple[str, ...]:
    """The words with a part that several letters will be tried beside."""
    return tuple(_known_first(words, part))


def _known_first(words: Vocabulary, part: str) -> Iterator[str]:
    """The words with a part in them, one by one, because few of many are wanted."""
    told: set[str] = set()
    for some in (*map(words.known, BANDS), words):
        for length, rows in some.letters.items():
            for place in places(part, rows, length) if length >= len(part) else ():
                text = rows[place:place + length].decode(ENCODING)
                if text not in told:
                    told.add(text)
                    yield text


def places_of(fragment: str, text: str) -> Iterator[int]:
    """Where in a word the fragment stands."""
    at = text.find(fragment)
    while at >= 0:
        yield at
        at = text.find(fragment, at + 1)
