"""Generate all words that a hand can lay on a table, in a stable order, spelled as in the notation.

A new word shares a line with a letter on the table. Each row and column with letters is therefore searched
for gaps: stretches with an occupied and a free square whose ends are free. The columns of the vocabulary tell
which words fit a gap, for all words at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import NamedTuple

from rules.words.columns import Columns
from rules.words.lexicon import SHORTEST
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, Letters, Placement
from rules.words.vocabulary import Vocabulary

MANY_FIXED = 3
"""With this many fixed letters few words fit a gap, so each is checked against the hand by itself."""


_place = partial(tuple.__new__, Placement)
"""Create a Placement three times as fast; a hand with a Jolly has a hundred thousand of them."""


class Gap(NamedTuple):
    """A stretch of a line to be filled by one word."""

    length: int
    fixed: tuple[tuple[int, str], ...]
    """Positions with a letter on the table; a Jolly is in lower case."""
    crossed: tuple[tuple[int, str], ...]
    """Free positions with neighbours across the line, and the letters that make words there."""


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
        lines: dict[int, dict[int, str]] = {}
        for (x, y), letter in board.items():
            place, line = (y, x) if down else (x, y)
            lines.setdefault(line, {})[place] = letter
        crossings = Crossings(board, vocabulary, finder.within_reach, down=not down)
        for line in sorted(lines):
            for start, gap in gaps(lines[line], line, crossings, len(hand), vocabulary.longest):
                x, y = (line, start) if down else (start, line)
                if found := finder.words(gap):
                    yield from [_place((down, x, y, word)) for word in found]


class Crossings:
    """The letters that make words across a line."""

    def __init__(self, board: Letters, vocabulary: Vocabulary, within_reach: frozenset[str], *, down: bool):
        self._board, self._vocabulary, self._within_reach = board, vocabulary, within_reach
        self._down = down
        """The direction of the words across."""

    def allowed(self, place: int, line: int) -> str | None:
        """Return the letters of the hand that fit here; None if the square has no neighbours across."""
        before, after = self._pieces(place, line)
        if not before and not after:
            return None
        fitting = self._vocabulary.fillers(before, after)
        return "".join(letter for letter in fitting if letter in self._within_reach)

    def _pieces(self, place: int, line: int) -> tuple[str, str]:
        board, down = self._board, self._down
        before, after = "", ""
        step = line - 1
        while (square := (place, step) if down else (step, place)) in board:
            before = board[square] + before
            step -= 1
        step = line + 1
        while (square := (place, step) if down else (step, place)) in board:
            after += board[square]
            step += 1
        return before.upper(), after.upper()


def gaps(lying: dict[int, str], line: int, crossings: Crossings, most: int,
         longest: int) -> Iterator[tuple[int, Gap]]:
    """Yield start and gap for all stretches of a line with a letter and 1 to `most` free squares."""
    allowed: dict[int, str | None] = {}
    last = max(lying)
    for start in range(min(lying) - most, last + 1):
        if start - 1 in lying:
            continue
        fixed: tuple[tuple[int, str], ...] = ()
        crossed: tuple[tuple[int, str], ...] = ()
        free, place = 0, start
        while place - start < longest:
            letter = lying.get(place)
            if letter is not None:
                fixed += ((place - start, letter),)
            else:
                if place not in allowed:
                    allowed[place] = crossings.allowed(place, line)
                fitting = allowed[place]
                free += 1
                if free > most or fitting == "" or (not fixed and place >= last):
                    break
                if fitting is not None:
                    crossed += ((place - start, fitting),)
            place += 1
            if fixed and free and place not in lying:
                yield start, _gap((place - start, fixed, crossed))


class Finder:
    """The words with which one hand can fill gaps; results are cached by gap."""

    def __init__(self, hand: str, vocabulary: Vocabulary):
        self._vocabulary = vocabulary
        language = vocabulary.language
        self._hand = {letter: hand.count(letter) for letter in language.alphabet}
        self._jollies = ((language.red, hand.count(RED_JOLLY)), (language.black, hand.count(BLACK_JOLLY)))
        self._plain = not any(count for _, count in self._jollies)
        self.within_reach = frozenset(hand).union(*(letters for letters, count in self._jollies if count))
        """The letters that the hand can lay."""
        self._over: dict[int, tuple[list[int], ...]] = {}
        self._lack: dict[int, list[int]] = {}
        """Without Jollies: by length the words that need at least 0, 1, ... letters beyond the hand."""
        self._in_reach: dict[tuple[int, str], int] = {}
        self._fixed: dict[tuple[int, tuple[tuple[int, str], ...]], int] = {}
        self._crossed: dict[tuple[int, int, str], int] = {}
        self._words: dict[Gap, list[str]] = {}
        self._with_one: dict[tuple[int, str], dict[int, list[str]]] = {}

    def words(self, gap: Gap) -> list[str]:
        """Return all words that fill the gap, in every spelling."""
        if len(gap.fixed) == 1:
            return self._beside_one(gap)
        found = self._words.get(gap)
        if found is None:
            bits = self._fitting(gap)
            found = self._words[gap] = self._spelled(gap, bits) if bits else []
        return found

    def _beside_one(self, gap: Gap) -> list[str]:
        """Return the words for a gap with one letter on the table; most gaps of a table are such."""
        (place, letter), = gap.fixed
        found = self._through(gap.length, letter).get(place, [])
        if self._plain:
            for free, letters in gap.crossed:
                found = [word for word in found if word[free] in letters]
        else:
            for free, letters in gap.crossed:
                found = [word for word in found if word[free].upper() in letters]
        return found

    def _through(self, length: int, letter: str) -> dict[int, list[str]]:
        """Return the words of one length that contain a letter on the table, by its position."""
        found = self._with_one.get((length, letter))
        if found is None:
            found = self._with_one[length, letter] = {}
            columns, capital, is_jolly = self._vocabulary.columns(length), letter.upper(), letter.islower()
            for word in columns.words(self._within(length, capital) & columns.at_least(capital, 1)):
                place = word.find(capital)
                while place >= 0:
                    if self._plain:
                        spelled = [word]
                    else:
                        spelled = self._spellings(word, [free for free in range(length) if free != place])
                    if is_jolly:
                        spelled = [_lowered(text, (place,)) for text in spelled]
                    found.setdefault(place, []).extend(spelled)
                    place = word.find(capital, place + 1)
        return found

    def _fitting(self, gap: Gap) -> int:
        """Return the words that fill the gap; whether the hand has the letters may be undecided yet."""
        if not gap.crossed:
            return self._with_fixed(gap)
        lying = gap[:2]  # many gaps differ only in their crossings
        bits = self._fixed.get(lying)
        if bits is None:
            bits = self._fixed[lying] = self._with_fixed(gap)
        for place, letters in gap.crossed:
            if not bits:
                return 0
            bits &= self._among(gap.length, place, letters)
        return bits

    def _with_fixed(self, gap: Gap) -> int:
        """Return the words that match the fixed letters of the gap."""
        columns = self._vocabulary.columns(gap.length)
        lying = "".join([letter for _, letter in gap.fixed]).upper()
        bits = self._within(gap.length, lying) if len(lying) < MANY_FIXED else columns.all
        for (place, _), letter in zip(gap.fixed, lying, strict=True):
            if not bits:
                break
            bits &= columns.at(place, letter)
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
        columns, have = self._vocabulary.columns(length), self._hand
        over = self._lack.get(length)
        if over is None:
            over = self._lack[length] = columns.over(self._vocabulary.language.alphabet, have, MANY_FIXED)
        found = columns.all ^ over[1]
        if not lying:
            return found
        needed = [columns.at_least(letter, have[letter] + 1) for letter in set(lying)]
        found |= (needed[0] | needed[-1]) & (over[1] ^ over[2])
        if len(lying) > 1:
            twice = columns.at_least(lying[0], have[lying[0]] + 2)
            found |= (needed[0] & needed[1] if len(needed) > 1 else twice) & (over[2] ^ over[3])
        return found

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
        if not self._plain or len(fixed) >= MANY_FIXED:
            words = (spelled for word in words for spelled in self._spellings(word, free))
        lying_jollies = tuple(place for place, letter in gap.fixed if letter.islower())
        return [_lowered(word, lying_jollies) for word in words] if lying_jollies else list(words)

    def _spellings(self, word: str, free: list[int]) -> list[str]:
        """Return the word with Jollies in all possible positions; nothing if the hand cannot lay it."""
        new = "".join([word[place] for place in free])
        if self._plain:
            return [word] if all(new.count(letter) <= self._hand[letter] for letter in new) else []
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
