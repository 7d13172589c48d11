"""Plans of several words for one hand, used by the bots.

All words that fit now are generated once. A plan takes one of them, then others that the remaining letters
can still make and that do not touch it. So the next turns are estimated without another search; words made
possible by the new ones are missed in all plans alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from rules.games.crossword.board import SIDES, Lay
from rules.games.crossword.letters import JOLLIES, Hand, needed_for
from rules.kit.skill import Stop
from rules.words.generate import placements
from rules.words.language import ALL_LETTERS
from rules.words.placement import Placement, Square
from rules.words.vocabulary import Vocabulary

_WIDTH = 5
_ONE = {stone: 1 << _WIDTH * index for index, stone in enumerate(ALL_LETTERS + JOLLIES)}
_GUARD = sum(one << _WIDTH - 1 for one in _ONE.values())
"""A hand is packed into one integer with five bits for each letter. Counts never reach the highest bit; with
it set, a subtraction shows which letters are missing.
"""

FEW = 8
"""Size of a hand that will soon be empty."""


def packed(letters: Iterable[str]) -> int:
    """Pack letters into one integer."""
    return sum(_ONE[letter] for letter in letters)


@dataclass(slots=True)
class Option:
    """A word that can be laid, with precomputed values for planning."""

    lay: Lay
    needed: int
    """The letters it takes from the hand, packed."""
    taken: str
    """The same, unpacked."""
    new: frozenset[Square]
    joins: bool
    gain: float = 0.0
    """The value of laying it; the unit depends on the game."""


Gain = Callable[[Option], float]


class Outlook:
    """The words that one hand can lay on a table, the best first."""

    def __init__(self, lying: Mapping[Square, str], hand: Hand, known: Vocabulary, gain: Gain, *,
                 second: bool = False):
        self.lying, self.hand, self.second = lying, hand, second
        found = self._some_spellings(placements(lying, hand, known))
        self.options = [self._option(Lay(*placement)) for placement in found]
        for option in self.options:
            option.gain = gain(option)
        self.options.sort(key=attrgetter("gain"), reverse=True)

    def _some_spellings(self, found: Iterable[Placement]) -> Iterator[Placement]:
        """Yield the spelling of each word with the fewest Jollies; for small hands also the most."""
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
        """Return a word that uses the whole packed hand and none of the squares `near`."""
        options = self._by_letters.get(hand, ())
        return next((option for option in options if near.isdisjoint(option.new)), None)

    def next_word(self, hand: int, near: set[Square]) -> Option | None:
        """Return the best word that a packed hand can lay without the squares `near`."""
        guarded, guard = hand | _GUARD, _GUARD
        for option in self.options:  # the innermost loop of planning
            if (guarded - option.needed) & guard == guard and near.isdisjoint(option.new):
                return option
        return None


def around(squares: Iterable[Square]) -> set[Square]:
    """Return the squares and their neighbours; a word without them does not touch the letters there."""
    found = set()
    for x, y in squares:
        found.add((x, y))
        found.update((x + dx, y + dy) for dx, dy in SIDES)
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """One word now and others in later turns."""

    first: Option
    value: float
    words: int
    """Number of words, including the first and a second word in the same turn."""
    goes_out: bool


@dataclass(frozen=True, slots=True)
class Planner:
    """Make plans and rate them."""

    gain: Gain
    left: Callable[[Hand], float]
    """Cost of the letters that a plan does not lay."""
    out: float
    """Value of laying the last letter now."""
    patience: float
    """Discount factor of one turn."""
    depth: int
    """Maximum number of words in a plan."""
    width: int
    """Number of first words considered."""
    deep: int = 0
    """Number of best plans that are recomputed from the table after their first word."""
    stuck: float = 0.0
    """Cost of a turn without a word."""

    def plans(self, outlook: Outlook, later: Vocabulary | None = None,
              enough: Stop | None = None) -> list[Plan]:
        """Return plans for the most promising first words, the best first; `later` has words for `deep`."""
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
        """Make a plan of words that fit now and do not touch each other."""
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
