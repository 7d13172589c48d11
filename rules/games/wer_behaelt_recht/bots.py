"""Players of Wer behaelt recht? at the four levels.

All say words that they know and would rather complete than not. Easy looks at its own letters only; medium also
guesses from the length of the fragment whether somebody will say another word; hard and master imagine the other
hands for that, earn premiums, and leave a word alone that its author probably cannot complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rules.base import Phrase
from rules.engine import Bot, Choice, Stop
from rules.games.crossword.board import Buy, Pass
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, colour_of, needed_for, of_colour
from rules.games.wer_behaelt_recht.ideas import Idea, Thinker, can_change, lacking
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Complete, WerState
from rules.kit.skill import softmax, time_is_up
from rules.words.placement import without
from rules.words.vocabulary import Vocabulary

OUT = 200.0
"""The worth of laying the last letter."""
BLACK_WORTH, RED_WORTH, HARD_WORTH = 2.0, 3.0, 1.5
"""What it is worth to be rid of a letter; hard ones are those that few words have."""
HARD = frozenset("CJPQVWXYZ")
KEEP_JOLLY, FEW = -6.0, 4
"""A Jolly completes words and is kept, until few letters are left."""
BUYING = -3.0
"""What a letter more in the hand is worth."""
BEGIN = 1.0
"""What it is worth to begin the next word."""
CHANGES = (1.0, 0.9, 0.75, 0.5, 0.35, 0.25, 0.15)
"""By the length of the fragment: how likely the next player says another word."""
CAN, CANNOT = 0.8, 0.1
"""The same for one who could say another word and complete it, and for one who could not."""
TRUST = 0.5
"""So much of what imagined hands say about an author is believed: authors look at their letters first."""
OBSCURE, COMMON = 0.3, 2
"""What a word loses for every band beyond the common ones."""
LOOKED_AT = 12
"""Ideas that are imagined in other hands; the best at first sight."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player who knows the words up to a band."""

    band: int
    others: int
    """The band that others are believed to know."""
    fear: float
    """How much of the danger of a word it cannot complete is seen."""
    worlds: int = 0
    """How many times the other hands are imagined; 0: only the length of the fragment counts."""
    sees_premiums: bool = False
    swaps: bool = False
    warmth: float = 0.0
    cut: float = 0.0

    def choose(self, rules: WerBehaeltRecht, state: WerState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice:
        if state.must_complete:
            return _complete(rules, state)
        if state.premium:
            return _premium(rules, state)
        swap = next(rules.swaps(state), None)
        if swap is not None and self.swaps and len(state.hand) > FEW:
            return Choice(swap, Phrase("hint.wer.swap", {"letter": state.letters[swap.square].upper()}))
        known = rules.vocabulary(state).known(self.band)
        mind = Mind(self, rules, state, rng)

        def enough() -> bool:
            return time_is_up(deadline, stop)

        weighed = mind.weigh(Thinker(rules, state, known).ideas(enough), enough)
        waiting = mind.waiting()
        good = [(idea, value) for idea, value in weighed if value > waiting]
        if not good:
            return self._wait(rules, state, waiting)
        idea, value = self._pick(good, rng)
        return Choice(idea.move, _why(state, idea), value)

    def _pick(self, good: list[tuple[Idea, float]], rng: Random) -> tuple[Idea, float]:
        values = [value for _, value in good]
        if self.warmth:
            return softmax(good, values, self.warmth, self.cut, rng)
        return good[values.index(max(values))]

    @staticmethod
    def _wait(rules: WerBehaeltRecht, state: WerState, value: float) -> Choice:
        """Nothing can be said, or nothing is worth it: buy, then pass."""
        if rules.why_no_pass(state) is None:
            return Choice(Pass(), Phrase("hint.wer.pass"), value)
        colour = _colour_to_buy(state, rules.language.vowel_share)
        return Choice(Buy((colour,)), Phrase("hint.wer.buy", {"stock": Phrase(f"letters.stock.{colour}")}), value)


class Mind:
    """The weighing of one position by one player."""

    def __init__(self, speaker: Speaker, rules: WerBehaeltRecht, state: WerState, rng: Random):
        self.speaker, self.rules, self.state = speaker, rules, state
        self.words: Vocabulary = rules.vocabulary(state).known(speaker.others)
        self.guesses = [rules.guess_hidden(state, state.player, rng).hands for _ in range(speaker.worlds)]
        self.next_ones = self._in_order()
        self._changes: dict[str, float] = {}

    def _in_order(self) -> list[int]:
        """The other seats in the order of their turns."""
        seats, seat = [], self.state.after(self.state.player)
        while seat != self.state.player:
            seats.append(seat)
            seat = self.state.after(seat)
        return seats

    def weigh(self, ideas: list[Idea], enough: Callable[[], bool]) -> list[tuple[Idea, float]]:
        """The ideas with their worth; with worlds only those that are best at first sight, and more closely."""
        first = [(idea, self.value(idea, closely=False)) for idea in ideas]
        if not self.guesses:
            return first
        first.sort(key=lambda weighed: -weighed[1])
        closely = []
        for idea, value in first[:LOOKED_AT]:
            closely.append((idea, value if enough() else self.value(idea, closely=True)))
        return closely

    # --- what an idea is worth ---

    def value(self, idea: Idea, *, closely: bool) -> float:
        rules, state = self.rules, self.state
        letter = needed_for(idea.move.letter)
        hand = without(state.hand, letter)
        if not hand:
            return OUT
        value = worth(letter, hand) - self._obscure(idea.move.word)
        if idea.premium and self.speaker.sees_premiums:
            value += self._premium(idea, hand)
        if idea.adds:
            return value + (self.attack(idea.missing, idea.fragment) if idea.missing else -BEGIN)
        if not idea.missing:
            return value
        stays = self.stays(idea.fragment, idea.move.word, self.next_ones, closely=closely)
        if idea.lacking:
            cost = state.stake * rules.rest_of(hand) * len(self.next_ones)
            return value - self.speaker.fear * stays * cost
        laid = sum(worth(needed, hand) for needed in idea.missing if needed in hand)
        return value + stays * (laid + BEGIN + (OUT / 4 if len(idea.missing) == len(hand) else 0))

    def _obscure(self, word: str) -> float:
        """Of equally good words the one that everybody knows is better company."""
        entry = self.words.entry(word)
        return OBSCURE * max(0, entry.band - COMMON) if entry else 0.0

    def _premium(self, idea: Idea, hand: Hand) -> float:
        """The worth of the letter before or behind the fragment, if the hand has it."""
        word, at, end = idea.move.word, idea.move.at, idea.move.at + len(idea.fragment)
        beside = [word[at - 1]] * (at > 0) + ([word[end]] if end < len(word) else [])
        return max((worth(letter, hand) for letter in beside if letter in hand), default=0.0)

    def stays(self, fragment: str, word: str, seats: list[int], *, closely: bool) -> float:
        """How likely none of these seats says another word."""
        if not closely or len(fragment) < 2 or not self.guesses:
            change = CHANGES[min(len(fragment), len(CHANGES) - 1)]
            return (1.0 - change) ** len(seats)
        if fragment not in self._changes:
            self._changes[fragment] = self._stays_in_worlds(fragment, word, seats)
        return self._changes[fragment]

    def _stays_in_worlds(self, fragment: str, word: str, seats: list[int]) -> float:
        total = 0.0
        for hands in self.guesses:
            likely = 1.0
            for seat in seats:
                changes = can_change(hands[seat], fragment, word, self.words)
                likely *= 1.0 - (CAN if changes else CANNOT)
            total += likely
        return total / len(self.guesses)

    # --- leaving a word to its author ---

    def attack(self, missing: str, fragment: str) -> float:
        """What it brings if the author of the open word has to complete it and cannot."""
        state, author = self.state, self.state.author
        if author is None or not self.guesses:
            return 0.0
        between = self.next_ones[:self.next_ones.index(author)]
        change = CHANGES[min(len(fragment), len(CHANGES) - 1)]
        lacks = [self.rules.rest_of(hands[author]) for hands in self.guesses if lacking(hands[author], missing)]
        paid = state.stake * sum(lacks) / len(self.guesses)
        return TRUST * paid * (1.0 - change) ** len(between)

    def waiting(self) -> float:
        """What it is worth to say nothing."""
        state = self.state
        value = BUYING if not state.bought and (state.red or state.black) else 0.0
        if state.word is not None and state.author != state.player:
            value += self.attack("".join(state.word.missing(state.letters).values()), state.fragment.text)
        return value


def worth(letter: str, left: Hand) -> float:
    """What it is worth to lay a letter when these are left."""
    if letter in JOLLIES:
        return KEEP_JOLLY if len(left) > FEW else RED_WORTH
    return (RED_WORTH if colour_of(letter) == RED else BLACK_WORTH) + HARD_WORTH * (letter in HARD)


# --- moves that need no thought ---


def _complete(rules: WerBehaeltRecht, state: WerState) -> Choice:
    """Complete the own word, if need be with a Jolly taken from the table."""
    word = {"word": state.word.text}
    if rules.to_complete(state) is None:
        for swap in rules.swaps(state):
            if rules.to_complete(rules.apply(state, swap).state) is not None:
                return Choice(swap, Phrase("hint.wer.swap", {"letter": state.letters[swap.square].upper()}))
        return Choice(Complete(), Phrase("hint.wer.lacks", word))
    return Choice(Complete(), Phrase("hint.wer.complete", word))


def _premium(rules: WerBehaeltRecht, state: WerState) -> Choice:
    """One more letter, a real one if there is one; a Jolly only near the end."""
    for letter in rules.spellings(state.hand):
        if letter.islower() and len(state.hand) > FEW:
            break
        for spot in rules.spots(state):
            for move in rules.announcements(state, spot, letter):
                return Choice(move, Phrase("hint.wer.one_more", {"letter": letter.upper()}))
    return Choice(Pass(), Phrase("hint.wer.no_premium"))


def _colour_to_buy(state: WerState, vowel_share: float) -> str:
    """What the hand is short of; with few letters left, what costs less."""
    if not state.red or not state.black:
        return RED if state.red else BLACK
    reds = len(of_colour(state.hand, RED))
    return RED if reds < vowel_share * len(state.hand) else BLACK


def _why(state: WerState, idea: Idea) -> Phrase:
    values = {"word": idea.move.word, "letter": idea.move.letter.upper()}
    if len(state.hand) == 1:
        return Phrase("hint.wer.last", values)
    if idea.adds:
        return Phrase("hint.wer.adds", values)
    if not idea.missing:
        return Phrase("hint.wer.ends", values)
    if idea.premium:
        return Phrase("hint.wer.premium", values)
    if not idea.lacking:
        return Phrase("hint.wer.safe", values)
    return Phrase("hint.wer.dares", values)


BOTS: dict[str, Bot] = {
    "easy": Speaker(band=1, others=1, fear=0.15, warmth=3.0, cut=8.0),
    "medium": Speaker(band=2, others=2, fear=0.6, warmth=1.0, cut=4.0),
    "hard": Speaker(band=3, others=3, fear=1.0, worlds=6, sees_premiums=True, swaps=True),
    "master": Speaker(band=5, others=3, fear=1.0, worlds=24, sees_premiums=True, swaps=True),
}
