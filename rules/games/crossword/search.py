"""How bots see a crossword: the words they know and can lay, and plans of several words for one hand.

All words that fit now are found once. A plan takes one of them, then others that the letters left over can still
make and that do not come near the first: what can be laid in the turns after this one is seen without another
search. It misses words that the new ones make possible, for all plans alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from rules.engine import Stop
from rules.games.crossword.board import SIDES, Lay, Square
from rules.games.crossword.letters import JOLLIES, Hand, needed_for
from rules.words.generate import placements
from rules.words.language import ALL_LETTERS
from rules.words.placement import Placement
from rules.words.vocabulary import Vocabulary

_WIDTH = 5
_ONE = {stone: 1 << _WIDTH * index for index, stone in enumerate(ALL_LETTERS + JOLLIES)}
_GUARD = sum(one << _WIDTH - 1 for one in _ONE.values())
"""A letter is counted in five bits; the highest is never reached and shows whether more is taken than is there."""


FEW = 8
"""Letters of a hand that will soon be empty."""


def packed(letters: Iterable[str]) -> int:
    """A handful of letters as one number."""
    return sum(_ONE[letter] for letter in letters)


def holds(hand: int, needed: int) -> bool:
    """Whether a packed hand holds packed letters."""
    return ((hand | _GUARD) - needed) & _GUARD == _GUARD


@dataclass(slots=True)
class Option:
    """A word that can be laid, with what a plan asks of it."""

    lay: Lay
    needed: int
    """What it takes from the hand, packed."""
    taken: str
    """The same as letters."""
    new: frozenset[Square]
    joins: bool
    gain: float = 0.0
    """What laying it is worth by itself; the unit is the game's."""


Gain = Callable[[Option], float]


class Outlook:
    """What one hand can do on a table with the words that a bot knows; the best words first."""

    def __init__(self, lying: Mapping[Square, str], hand: Hand, known: Vocabulary, gain: Gain, *,
                 second: bool = False):
        self.lying, self.hand, self.second = lying, hand, second
        self.options = [self._option(Lay(*found)) for found in self._some_spellings(placements(lying, hand, known))]
        for option in self.options:
            option.gain = gain(option)
        self.options.sort(key=attrgetter("gain"), reverse=True)

    def _some_spellings(self, found: Iterable[Placement]) -> Iterator[Placement]:
        """Of the many ways to spell a word with Jollies the one with the fewest; near the end also the one with
        the most, to be rid of them."""
        for _, group in groupby(found, key=lambda placement: (*placement[:3], placement.word.upper())):
            ways = list(group)
            yield ways[0]
            if len(ways) > 1 and len(self.hand) <= FEW:
                yield ways[-1]

    def _option(self, lay: Lay) -> Option:
        new = lay.new_letters(self.lying)
        taken = "".join(map(needed_for, new.values()))
        return Option(lay, packed(taken), taken, frozenset(new), lay.joins(self.lying))

    @cached_property
    def _by_letters(self) -> dict[int, list[Option]]:
        found: dict[int, list[Option]] = {}
        for option in self.options:
            found.setdefault(option.needed, []).append(option)
        return found

    def last_word(self, hand: int, near: set[Square]) -> Option | None:
        """A word that lays all of a packed hand, away from some squares."""
        return next((option for option in self._by_letters.get(hand, ()) if near.isdisjoint(option.new)), None)

    def next_word(self, hand: int, near: set[Square]) -> Option | None:
        """The best word that a packed hand can still make away from some squares."""
        for option in self.options:
            if holds(hand, option.needed) and near.isdisjoint(option.new):
                return option
        return None


def around(squares: Iterable[Square]) -> set[Square]:
    """The squares and their neighbours: a word that stays away from them does not meet what lies there."""
    found = set()
    for x, y in squares:
        found.add((x, y))
        found.update((x + dx, y + dy) for dx, dy in SIDES)
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """One word now and others after it, as far as they can be seen."""

    first: Option
    value: float
    words: int
    """With the first; a second word of the same turn counts like any other."""
    goes_out: bool


@dataclass(frozen=True, slots=True)
class Planner:
    """What a bot expects of the words that it lays now and later."""

    gain: Gain
    left: Callable[[Hand], float]
    """What letters cost that no word of a plan lays."""
    out: float
    """What it is worth to lay the last letter now."""
    patience: float
    """What a turn later is worth of a turn now."""
    depth: int
    """Words of a plan."""
    width: int
    """First words for which plans are made."""
    deep: int = 0
    """The best plans so many are made anew, from the table as it is after their first word."""
    stuck: float = 0.0
    """What it costs to have no word in a turn."""

    def plans(self, outlook: Outlook, later: Vocabulary | None = None, enough: Stop | None = None) -> list[Plan]:
        """Plans for the most promising first words, the best first; `later` are the words looked for in deep."""
        found = self.plans_at_once(outlook)
        if not self.deep or later is None or len(found) < 2:
            return found
        deeper: list[Plan] = []
        for plan in found[:self.deep]:
            if deeper and enough is not None and enough():
                break
            deeper.append(self._deepened(outlook, plan, later))
        return sorted(deeper, key=attrgetter("value"), reverse=True)

    def _promising(self, outlook: Outlook) -> list[Option]:
        last = outlook.last_word(packed(outlook.hand), set())
        best = outlook.options[:self.width]
        return best if last is None or last in best else [last, *best]

    def _plan(self, outlook: Outlook, first: Option) -> Plan:
        """With the words that fit now, as far as they stay away from each other."""
        hand, value, factor = packed(outlook.hand) - first.needed, first.gain, 1.0
        near, free, words = around(first.new), first.joins and not outlook.second, 1
        while hand and words < self.depth:
            step = outlook.last_word(hand, near) or outlook.next_word(hand, near)
            if step is None:
                break
            factor *= 1.0 if free else self.patience
            free, words = False, words + 1
            value += factor * step.gain
            hand -= step.needed
            near |= around(step.new)
        if not hand:
            return Plan(first, value + factor * self.out, words, goes_out=True)
        return Plan(first, value - factor * self.left(unpacked(hand)), words, goes_out=False)

    def _deepened(self, outlook: Outlook, plan: Plan, later: Vocabulary) -> Plan:
        first = plan.first
        hand = unpacked(packed(outlook.hand) - first.needed)
        if not hand:
            return plan
        free = first.joins and not outlook.second
        table = {**outlook.lying, **first.lay.new_letters(outlook.lying)}
        then = self.plans_at_once(Outlook(table, hand, later, self.gain, second=free))
        factor = 1.0 if free else self.patience
        if not then:
            return Plan(first, first.gain - factor * (self.stuck + self.left(hand)), 1, goes_out=False)
        best = then[0]
        return Plan(first, first.gain + factor * best.value, 1 + best.words, goes_out=best.goes_out)

    def plans_at_once(self, outlook: Outlook) -> list[Plan]:
        return sorted((self._plan(outlook, option) for option in self._promising(outlook)),
                      key=attrgetter("value"), reverse=True)


def unpacked(hand: int) -> Hand:
    mask = (1 << _WIDTH) - 1
    return "".join(stone * (hand >> _WIDTH * index & mask) for index, stone in enumerate(_ONE))
