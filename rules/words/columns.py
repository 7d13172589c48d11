"""Thousands of words of one length asked at once: one bit a word, one number for each question.

`at(2, "N")` has a bit for every word whose third letter is an N; a few of these numbers, joined by `&` and
`|`, answer in a millionth of a second which words fit a gap in a crossword. Made when first asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache


@cache
def _flags(letter: str) -> bytes:
    """A translation of letters into 1 for this letter and 0 for every other."""
    return bytes(code == ord(letter) for code in range(256))


@cache
def _digits(letter: str) -> bytes:
    """The same as digits of a binary number."""
    return bytes(b"01"[code == ord(letter)] for code in range(256))


@cache
def _reaches(count: int) -> bytes:
    """A translation of counts into the digit 1 if they reach this one."""
    return bytes(b"01"[number >= count] for number in range(256))


class Columns:
    """The words of one length, looked at letter by letter. The first word has the highest bit."""

    def __init__(self, words: bytes, length: int):
        self.length = length
        self.size = len(words) // length
        self.all = (1 << self.size) - 1
        self._words = words
        self._at: dict[tuple[int, str], int] = {}
        self._counts: dict[str, tuple[int, ...]] = {}

    def at(self, place: int, letter: str) -> int:
        """The words with this letter at this place."""
        found = self._at.get((place, letter))
        if found is None:
            column = self._words[place::self.length]
            found = self._at[place, letter] = int(column.translate(_digits(letter)), 2)
        return found

    def among(self, place: int, letters: str) -> int:
        """The words with one of these letters at this place."""
        found = 0
        for letter in letters:
            found |= self.at(place, letter)
        return found

    def at_least(self, letter: str, count: int) -> int:
        """The words that have this letter so many times or more."""
        if letter not in self._counts:
            self._counts[letter] = self._count(letter)
        reached = self._counts[letter]
        return reached[count - 1] if count <= len(reached) else 0

    def _count(self, letter: str) -> tuple[int, ...]:
        """For 1, 2 ... the words that reach it. All words are counted together, each in a byte of one number."""
        flags = self._words.translate(_flags(letter))
        places = (flags[place::self.length] for place in range(self.length))
        counts = sum(int.from_bytes(place, "big") for place in places).to_bytes(self.size, "big")
        return tuple(int(counts.translate(_reaches(count)), 2) for count in range(1, max(counts, default=0) + 1))

    def over(self, letters: str, have: Mapping[str, int], most: int) -> list[int]:
        """For 0, 1 ... `most`: the words that have so many of these letters or more beyond what one has."""
        over = [self.all] + [0] * most
        for letter in letters:
            steps = [self.at_least(letter, have[letter] + step) for step in range(1, most + 1)]
            for many in range(most, 0, -1):
                for step in range(1, many + 1):
                    over[many] |= over[many - step] & steps[step - 1]
        return over

    def words(self, bits: int) -> Iterator[str]:
        """The words of a number, in their order."""
        words, length, size = self._words, self.length, self.size
        while bits:
            top = bits.bit_length()
            start = (size - top) * length
            yield words[start:start + length].decode()
            bits ^= 1 << top - 1
