"""Generate all words that a hand can lay on a table, in a stable order, spelled as in the notation.

A new word shares a line with a letter on the table. Each row and column with letters is therefore searched
for gaps: stretches with an occupied and a free square whose ends are free. The columns of the vocabulary tell
which words fit a gap, for all words at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, repeat
from typing import NamedTuple

from rules.words.columns import Columns
from rules.words.lexicon import SHORTEST
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, Letters, Placement
from rules.words.vocabulary import Vocabulary

MANY_FIXED = 4
"""With this many fixed letters so few words fit a gap that the letters of the hand need not narrow them."""
FEW_FITTING = 8
"""Up to this many words for a gap are checked against the hand one by one."""


_place = partial(tuple.__new__, Placement)
"""Create a Placement three times as fast; a hand with a Jolly has a hundred thousand of them."""


class Gap(NamedTuple):
    """A stretch of a line to be filled by one word."""

    length: int
    fixed: tuple[tuple[int, str], ...]
    """Positions with a letter on the table; a Jolly is in lower case."""
    crossed: tuple[tuple[int, str], ...]
    """Free positions with neighbours across the line, and the letters that make words there."""


Lines = dict[int, dict[int, str]]
"""The letters of a table by line and by place in the line."""

_gap = partial(tuple.__new__, Gap)


def placements(board: Letters, hand: str, vocabulary: Vocabulary) -> Iterator[Placement]:
    """Yield all legal words: those to the right first, then by line, start and length."""
    finder = Finder(hand, vocabulary)
    if not board:
        for length in range(SHORTEST, len(hand) + 1):
            for word in finder.words(Gap(length, (), ())):
                yield Placement(False, 0, 0, word)
        return
    for down in (False, True):
        lines: Lines = {}
        for (x, y), letter in board.items():
            place, line = (y, x) if down else (x, y)
            lines.setdefault(line, {})[place] = letter
        for line in sorted(lines):
            crossed = crossings(lines, line, vocabulary, finder.within_reach)
            for start, gap in gaps(lines[line], crossed, len(hand), vocabulary.longest):
                x, y = (line, start) if down else (start, line)
                if found := finder.words(gap):
                    yield from map(_place, zip(repeat(down), repeat(x), repeat(y), found))


def crossings(lines: Lines, line: int, vocabulary: Vocabulary,
              within_reach: frozenset[str]) -> dict[int, str]:
    """Return for each free place with neighbours across the line the letters of the hand that fit there."""
    beside = lines.get(line - 1, {}).keys() | lines.get(line + 1, {}).keys()
    found = {}
    for place in beside - lines[line].keys():
        before, after = _across(lines, place, line, -1)[::-1], _across(lines, place, line, 1)
        fitting = vocabulary.fillers(before, after)
        found[place] = "".join([letter for letter in fitting if letter in within_reach])
    return found


def _across(lines: Lines, place: int, line: int, step: int) -> str:
    """Return the letters that adjoin a place on one side of its line, the nearest first."""
    found = ""
    while letter := lines.get(line := line + step, {}).get(place):
        found += letter
    return found.upper()


def gaps(lying: dict[int, str], crossed: Mapping[int, str], most: int,
         longest: int) -> Iterator[tuple[int, Gap]]:
    """Yield start and gap for all stretches of a line with a letter and 1 to `most` free squares."""
    for first in sorted(lying):
        if first - 1 in lying:
            continue
        start = first
        while start - 2 not in lying and first - start < most and crossed.get(start - 1) != "":
            start -= 1
        for begin in range(start, first + 1):
            yield from _gaps_from(begin, first, lying, crossed, most, longest)


def _gaps_from(start: int, first: int, lying: dict[int, str], crossed: Mapping[int, str], most: int,
               longest: int) -> Iterator[tuple[int, Gap]]:
    """Yield the gaps of one start; `first` is the place of their first letter on the table."""
    fixed: tuple[tuple[int, str], ...] = ()
    across = tuple([(place - start, crossed[place]) for place in range(start, first) if place in crossed])
    free = first - start
    for length in range(free + 1, longest + 1):
        place = start + length - 1
        letter = lying.get(place)
        if letter is not None:
            fixed += ((length - 1, letter),)
        else:
            free += 1
            if free > most:
                return
            if place in crossed:
                if not crossed[place]:
                    return
                across += ((length - 1, crossed[place]),)
        if free and place + 1 not in lying:
            yield start, _gap((length, fixed, across))


class Finder:
    """The words with which one hand can fill gaps; results are cached by gap."""

    def __init__(self, hand: str, vocabulary: Vocabulary):
        self._vocabulary = vocabulary
        language = vocabulary.language
        self._letters = hand
        self._hand = {letter: hand.count(letter) for letter in language.alphabet}
        self._jollies = ((language.red, hand.count(RED_JOLLY)), (language.black, hand.count(BLACK_JOLLY)))
        self._plain = not any(count for _, count in self._jollies)
        self.within_reach = frozenset(hand).union(*(letters for letters, count in self._jollies if count))
        """The letters that the hand can lay."""
        self._over: dict[int, tuple[list[int], ...]] = {}
        self._lack: dict[int, list[int]] = {}
        self._near: dict[tuple[int, int], int] = {}
        self._in_reach: dict[tuple[int, str], int] = {}
        self._crossed: dict[tuple[int, int, str], int] = {}
        self._with_one: dict[tuple[int, str], dict[int, list[str]]] = {}

    def words(self, gap: Gap) -> list[str]:
        """Return all words that fill the gap, in every spelling."""
        if len(gap.fixed) == 1:
            return self._beside_one(gap)
        bits = self._fitting(gap)
        return self._spelled(gap, bits) if bits else []

    def _beside_one(self, gap: Gap) -> list[str]:
        """Return the words for a gap with one letter on the table; most gaps of a table are such."""
        length, ((place, letter),), crossed = gap
        through = self._with_one.get((length, letter))
        if through is None:
            through = self._with_one[length, letter] = self._through(length, letter)
        found = through.get(place, [])
        if crossed and found:
            for free, letters in crossed:
                if not self._plain:
                    letters += letters.lower()
                found = [word for word in found if word[free] in letters]
        return found

    def _through(self, length: int, letter: str) -> dict[int, list[str]]:
        """Return the words of one length that contain a letter on the table, by its position."""
        columns, capital, is_jolly = self._vocabulary.columns(length), letter.upper(), letter.islower()
        found: dict[int, list[str]] = {}
        for word in columns.words(self._within(length, capital) & columns.at_least(capital, 1)):
            place = word.find(capital)
            while place >= 0:
                if self._plain:
                    spelled = [word]
                else:
                    spelled = self._spellings(word, [free for free in range(length) if free != place])
                if is_jolly:
                    spelled = [_lowered(text, (place,)) for text in spelled]
                if place in found:
                    found[place] += spelled
                else:
                    found[place] = spelled
                place = word.find(capital, place + 1)
        return found

    def _fitting(self, gap: Gap) -> int:
        """Return the words that fill the gap; whether the hand has the letters may be undecided yet."""
        length, fixed, crossed = gap
        columns = self._vocabulary.columns(length)
        if not fixed:
            return self._within(length, "")
        bits = columns.with_letters(fixed)
        if bits and len(fixed) < MANY_FIXED:
            bits &= self._nearly(length, len(fixed))
        for place, letters in crossed:
            if not bits:
                return 0
            bits &= self._among(length, place, letters)
        if len(fixed) == 2 and bits.bit_count() > FEW_FITTING:
            bits &= self._within(length, "".join([letter for _, letter in fixed]).upper())
        return bits

    def _among(self, length: int, place: int, letters: str) -> int:
        key = (length, place, letters)
        found = self._crossed.get(key)
        if found is None:
            found = self._crossed[key] = self._vocabulary.columns(length).among(place, letters)
        return found

    def _within(self, length: int, lying: str) -> int:
        """Return the words that need no more letters than the hand and the `lying` letters have."""
        key = (length, "".join(sorted(lying)))
        found = self._in_reach.get(key)
        if found is None:
            found = self._within_plain(*key) if self._plain else self._within_jollies(*key)
            self._in_reach[key] = found
        return found

    def _within_plain(self, length: int, lying: str) -> int:
        """The same without Jollies: the letters missing in the hand are among at most two `lying` ones."""
        columns, have, over = self._vocabulary.columns(length), self._hand, self._lacking(length)
        found = columns.all ^ over[1]
        if not lying:
            return found
        needed = [columns.at_least(letter, have[letter] + 1) for letter in set(lying)]
        found |= (needed[0] | needed[-1]) & (over[1] ^ over[2])
        if len(lying) > 1:
            twice = columns.at_least(lying[0], have[lying[0]] + 2)
            found |= (needed[0] & needed[1] if len(needed) > 1 else twice) & (over[2] ^ over[3])
        return found

    def _nearly(self, length: int, letters: int) -> int:
        """Return the words that need at most so many letters beyond the hand; with Jollies perhaps more."""
        found = self._near.get((length, letters))
        if found is None:
            if self._plain:
                beyond = self._lacking(length)[letters + 1]
            else:
                red, black = self._over_hand(length)
                beyond = red[-1] | black[-1]
            found = self._near[length, letters] = self._vocabulary.columns(length).all ^ beyond
        return found

    def _lacking(self, length: int) -> list[int]:
        """Without Jollies: return the words that need at least 0, 1, ... letters beyond the hand."""
        over = self._lack.get(length)
        if over is None:
            columns, alphabet = self._vocabulary.columns(length), self._vocabulary.language.alphabet
            over = self._lack[length] = columns.over(alphabet, self._hand, MANY_FIXED)
        return over

    def _within_jollies(self, length: int, lying: str) -> int:
        beyond, columns = 0, self._vocabulary.columns(length)
        for (letters, jollies), over in zip(self._jollies, self._over_hand(length), strict=True):
            # A letter on the table replaces the same letter missing in the hand.
            helping = Counter(letter for letter in lying if letter in letters)
            helped = _helped(columns, helping, self._hand)
            for many, enough in enumerate(helped[1:]):
                beyond |= over[jollies + 1 + many] & (columns.all ^ enough)
            beyond |= over[jollies + len(helped)]
        return columns.all ^ beyond

    def _over_hand(self, length: int) -> tuple[list[int], ...]:
        """Return for vowels and consonants the words that need at least 0, 1, ... letters beyond the hand."""
        if length not in self._over:
            columns = self._vocabulary.columns(length)
            self._over[length] = tuple(columns.over(letters, self._hand, jollies + MANY_FIXED)
                                       for letters, jollies in self._jollies)
        return self._over[length]

    def _spelled(self, gap: Gap, bits: int) -> list[str]:
        words: Iterable[str] = self._vocabulary.columns(gap.length).words(bits)
        fixed = {place for place, _ in gap.fixed}
        free = [place for place in range(gap.length) if place not in fixed]
        if fixed or not self._plain:
            words = (spelled for word in words for spelled in self._spellings(word, free))
        lying_jollies = tuple(place for place, letter in gap.fixed if letter.islower())
        return [_lowered(word, lying_jollies) for word in words] if lying_jollies else list(words)

    def _spellings(self, word: str, free: list[int]) -> list[str]:
        """Return the word with Jollies in all possible positions; nothing if the hand cannot lay it."""
        if self._plain:
            rest = self._letters
            for place in free:
                letter = word[place]
                if letter not in rest:
                    return []
                rest = rest.replace(letter, "", 1)
            return [word]
        new = "".join([word[place] for place in free])
        lack = {letter: count - self._hand[letter] for letter in set(new)
                if (count := new.count(letter)) > self._hand[letter]}
        spelled = [word]
        for letters, jollies in self._jollies:
            needed = {letter: lack[letter] for letter in lack if letter in letters} if lack else lack
            if jollies:
                choices = _choices(word, [place for place in free if word[place] in letters], jollies, needed)
                spelled = [_lowered(text, chosen) for text in spelled for chosen in choices]
            elif needed:
                return []
        return spelled


def _helped(columns: Columns, helping: Mapping[str, int], have: Mapping[str, int]) -> list[int]:
    """Return for 0, 1, ... the words that use at least that many of the letters `helping`."""
    helped = [columns.all]
    for letter, count in helping.items():
        more = (columns.at_least(letter, have[letter] + step) for step in range(1, count + 1))
        steps = [columns.all, *more]
        both = [0] * (len(helped) + count)
        for many, words in enumerate(helped):
            for step, using in enumerate(steps):
                both[many + step] |= words & using
        helped = both
    return helped


def _choices(word: str, places: list[int], jollies: int, lack: dict[str, int]) -> list[tuple[int, ...]]:
    """Return all ways to lay up to `jollies` Jollies at `places` so that no letter is lacking."""
    if not lack:
        return [chosen for count in range(jollies + 1) for chosen in combinations(places, count)]
    needed = sum(lack.values())
    if needed == jollies:  # every Jolly must replace a lacking letter
        places = [place for place in places if word[place] in lack]
    chosen_ones = (chosen for count in range(needed, jollies + 1) for chosen in combinations(places, count))
    if needed == jollies == 1:
        return list(chosen_ones)
    return [chosen for chosen in chosen_ones
            if all(sum(word[place] == letter for place in chosen) >= count for letter, count in lack.items())]


def _lowered(word: str, places: tuple[int, ...]) -> str:
    for place in places:
        word = word[:place] + word[place].lower() + word[place + 1:]
    return word
