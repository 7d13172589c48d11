"""Bit sets over all words of one length, for queries by letter and position.

`at(2, "N")` has a bit for every word whose third letter is an N. Combined with `&` and `|`, such sets tell
within microseconds which words fit a gap in a crossword. They are computed on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property

from rules.words.language import ENCODING

FEW = 24
"""Up to this many words are taken from a bit set one by one; more are found in its binary digits."""

MOST_NOWHERE = 20_000
"""Size of the cache of positions that no word fits."""


@cache
def _flags(letter: str) -> bytes:
    """Return a translation table: 1 for this letter, 0 for every other."""
    return bytes(code == ord(letter) for code in range(256))


@cache
def _digits(letter: str) -> bytes:
    """Return a translation table: the digit "1" for this letter, "0" for every other."""
    return bytes(b"01"[code == ord(letter)] for code in range(256))


@cache
def _reaches(count: int) -> bytes:
    """Return a translation table: the digit "1" for counts of at least `count`, else "0"."""
    return bytes(b"01"[number >= count] for number in range(256))


class Columns:
    """The words of one length as bit sets. The first word has the highest bit."""

    def __init__(self, words: bytes, length: int):
        self.length = length
        self.size = len(words) // length
        self.all = (1 << self.size) - 1
        self._words = words
        self._at: dict[tuple[int, str], int] = {}
        self._nowhere: set[tuple[tuple[int, str], ...]] = set()
        """Letters at positions that no word has; a table asks for the same ones again at every turn."""
        self._counts: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _text(self) -> str:
        return self._words.decode(ENCODING)

    def at(self, place: int, letter: str) -> int:
        """Return the words with this letter, large or small, at this position."""
        found = self._at.get((place, letter))
        if found is None:
            column = self._words[place::self.length]
            found = self._at[place, letter] = int(column.translate(_digits(letter.upper())) or b"0", 2)
        return found

    def with_letters(self, fixed: tuple[tuple[int, str], ...]) -> int:
        """Return the words with all these letters at these positions."""
        if fixed in self._nowhere:
            return 0
        found = self.at(*fixed[0])
        for place, letter in fixed[1:]:
            found &= self.at(place, letter)
            if not found:
                break
        if not found:
            if len(self._nowhere) >= MOST_NOWHERE:
                self._nowhere.clear()
            self._nowhere.add(fixed)
        return found

    def among(self, place: int, letters: str) -> int:
        """Return the words with one of these letters at this position."""
        found = 0
        for letter in letters:
            found |= self.at(place, letter)
        return found

    def at_least(self, letter: str, count: int) -> int:
        """Return the words that contain this letter at least `count` times."""
        if letter not in self._counts:
            self._counts[letter] = self._count(letter)
        reached = self._counts[letter]
        return reached[count - 1] if count <= len(reached) else 0

    def _count(self, letter: str) -> tuple[int, ...]:
        """Return the words that contain the letter at least 1, 2, ... times.

        All words are counted at once: one large integer holds the count of each word in a byte.
        """
        flags = self._words.translate(_flags(letter))
        places = (flags[place::self.length] for place in range(self.length))
        counts = sum(int.from_bytes(place, "big") for place in places).to_bytes(self.size, "big")
        most = max(counts, default=0)
        return tuple(int(counts.translate(_reaches(count)), 2) for count in range(1, most + 1))

    def over(self, letters: str, have: Mapping[str, int], most: int) -> list[int]:
        """Return for 0, 1, ... `most` the words that need at least that many of `letters` beyond `have`."""
        over = [self.all] + [0] * most
        for letter in letters:
            for count in range(have[letter] + 1, have[letter] + most + 1):
                one_more = self.at_least(letter, count)
                if not one_more:
                    break
                for many in range(most, 1, -1):
                    over[many] |= over[many - 1] & one_more
                over[1] |= one_more
        return over

    def words(self, bits: int) -> list[str]:
        """Return the words of a bit set in their order."""
        text, length, size = self._text, self.length, self.size
        found: list[str] = []
        if bits.bit_count() <= FEW:
            while bits:
                top = bits.bit_length()
                start = (size - top) * length
                found.append(text[start:start + length])
                bits ^= 1 << top - 1
            return found
        digits = f"{bits:0{size}b}"
        at = digits.find("1")
        while at >= 0:
            found.append(text[at * length:(at + 1) * length])
            at = digits.find("1", at + 1)
        return found
