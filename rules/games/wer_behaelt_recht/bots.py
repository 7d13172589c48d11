"""The bots at four levels.

All announce words that they know and prefer those they can complete. Easy uses its own letters only. Medium
also estimates from the length of the fragment whether another player will change the word. Hard and master
guess the other hands for that, earn premiums, and leave a word alone if its author probably cannot complete
it. Master knows that authors mostly can: it takes words away before they are completed, and keeps letters
that fit in many words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from rules.engine import HINT_LEVEL, Bot, Choice, Engine, Lost, Verdict
from rules.games.crossword.board import Buy, Pass
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, colour_of, needed_for, of_colour
from rules.games.wer_behaelt_recht.ideas import Idea, Thinker, can_change, going_out, lacking
from rules.games.wer_behaelt_recht.review import review_turn
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Complete, Move, WerState
from rules.kit.phrases import Phrase
from rules.kit.shuffle import rng_for
from rules.kit.skill import Stop, softmax, time_is_up
from rules.words.placement import without
from rules.words.vocabulary import Vocabulary

OUT = 200.0
"""Value of laying the last letter."""
LOST = 50.0
"""Value of the round that an author loses who cannot complete a word, besides the points to pay."""
BLACK_WORTH, RED_WORTH, HARD_WORTH = 2.0, 3.0, 4.0
"""Value of laying a black, a red, a hard letter; hard letters occur in few words."""
KEEP_JOLLY, FEW = -6.0, 4
"""Value of laying a Jolly, which completes words, while more than FEW letters are left."""
BUYING = -3.0
"""Value of one more letter in the hand."""
CHANGES = (1.0, 0.9, 0.75, 0.5, 0.35, 0.25, 0.15)
"""Probability that the next player changes the word, by length of the fragment."""
CAN, CANNOT = 0.8, 0.1
"""The same for a player who could complete another word, and for one who could not."""
TWICE, UNEVEN = 1.0, 0.6
"""Penalty of a letter held twice, and of every vowel too many or too few."""
OBSCURE, COMMON = 0.3, 2
"""Penalty of a word for every band above COMMON."""
LOOKED_AT = 12
"""Number of best ideas that are checked against guessed hands."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A bot that knows the words up to a band."""

    band: int
    others: int
    """The band that others are assumed to know."""
    fear: float
    """Weight of the risk of a word it cannot complete."""
    worlds: int = 0
    """Number of guesses of the other hands; 0: use the length of the fragment only."""
    sees_premiums: bool = False
    swaps: bool = False
    doubt: float = 0.5
    """Weight of guessed hands for the author of a word: authors choose words that their letters complete."""
    begin: float = 1.0
    """Value of starting the next word."""
    races: bool = False
    """Weigh what an author lays who completes a word, and how well the letters kept go together."""
    warmth: float = 0.0
    cut: float = 0.0

    def choose(self, rules: WerBehaeltRecht, state: WerState, player: int,
               rng: Random, deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        if state.must_complete:
            return _complete(rules, state)
        if state.premium:
            return _premium(rules, state)
        swap = next(rules.swaps(state), None)
        if swap is not None and self.swaps and len(state.hand) > FEW:
            return Choice(swap, Phrase("hint.wer.swap", {"letter": state.letters[swap.square].upper()}))
        last = next(going_out(rules, state), None) if self.races else None
        if last is not None:
            said = {"word": last.word, "letter": last.letter.upper()}
            return Choice(last, Phrase("hint.wer.last", said), OUT)
        known = rules.vocabulary(state).known(self.band)
        mind = Mind(self, rules, state, rng)

        def enough() -> bool:
            return time_is_up(deadline, stop)

        weighed = mind.weigh(Thinker(rules, state, known).ideas(enough), enough)
        waiting = mind.waiting()
        good = [(idea, value) for idea, value in weighed if value > waiting]
        if not good:
            return _wait(rules, state, waiting)
        idea, value = self._pick(good, rng)
        return Choice(idea.move, _why(state, idea), value)

    def completing(self, rules: WerBehaeltRecht, state: WerState, rng: Random,
                   stop: Stop) -> Choice[Move] | None:
        """Return the best announcement of a word that the own letters complete; None if there is none."""
        known = rules.vocabulary(state).known(self.band)
        ideas = [idea for idea in Thinker(rules, state, known).ideas(stop) if not idea.lacking]
        weighed = Mind(self, rules, state, rng).weigh(ideas, stop)
        best = max(weighed, key=lambda pair: pair[1], default=None)
        return Choice(best[0].move, _why(state, best[0]), best[1]) if best is not None else None

    def _pick(self, good: list[tuple[Idea, float]], rng: Random) -> tuple[Idea, float]:
        values = [value for _, value in good]
        if self.warmth:
            return softmax(good, values, self.warmth, self.cut, rng)
        return good[values.index(max(values))]


@dataclass(frozen=True, slots=True)
class Silent:
    """A yardstick: it never announces a word and waits until the others fail."""

    def choose(self, rules: WerBehaeltRecht, state: WerState, player: int,
               rng: Random, deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        return _wait(rules, state)


class Mind:
    """Rate the ideas of one player in one position."""

    def __init__(self, speaker: Speaker, rules: WerBehaeltRecht, state: WerState, rng: Random):
        self.speaker, self.rules, self.state = speaker, rules, state
        self.words: Vocabulary = rules.vocabulary(state).known(speaker.others)
        self.guesses = [rules.guess_hidden(state, state.player, rng).hands for _ in range(speaker.worlds)]
        self.next_ones = self._in_order()
        self._changes: dict[str, float] = {}

    def _in_order(self) -> list[int]:
        """Return the other seats in the order of their turns."""
        seats, seat = [], self.state.after(self.state.player)
        while seat != self.state.player:
            seats.append(seat)
            seat = self.state.after(seat)
        return seats

    def weigh(self, ideas: list[Idea], enough: Callable[[], bool]) -> list[tuple[Idea, float]]:
        """Return the ideas with their values; with guessed hands only the best ones, rated more closely."""
        first = [(idea, self.value(idea, closely=False)) for idea in ideas]
        if not self.guesses:
            return first
        first.sort(key=lambda weighed: -weighed[1])
        closely = []
        for idea, value in first[:LOOKED_AT]:
            closely.append((idea, value if enough() else self.value(idea, closely=True)))
        return closely

    # --- the value of an idea ---

    def value(self, idea: Idea, *, closely: bool) -> float:
        rules, state = self.rules, self.state
        letter = needed_for(idea.move.letter)
        hand = without(state.hand, letter)
        if not hand:
            return OUT
        value = self.worth(letter, hand) - self._obscure(idea.move.word)
        if idea.premium and self.speaker.sees_premiums:
            value += self._premium(idea, hand)
        if idea.adds:
            return value + (self.left_open(idea.missing, idea.fragment) if idea.missing
                            else -self.speaker.begin)
        if not idea.missing:
            return value
        stays = self.stays(idea.fragment, idea.move.word, self.next_ones, closely=closely)
        if idea.lacking:
            cost = state.stake * rules.rest_of(hand) * len(self.next_ones) + LOST
            return value - self.speaker.fear * stays * cost
        if self.speaker.races:
            kept, share = without(hand, idea.missing), rules.language.vowel_share
            value += stays * harmony(kept, share) + (1.0 - stays) * harmony(hand, share)
        laid = sum(self.worth(needed, hand) for needed in idea.missing if needed in hand)
        ends = OUT / 4 if len(idea.missing) == len(hand) else 0.0
        return value + stays * (laid + self.speaker.begin + ends)

    def worth(self, letter: str, left: Hand) -> float:
        """Return the value of laying a letter when `left` remains in the hand."""
        if letter in JOLLIES:
            return KEEP_JOLLY if len(left) > FEW else RED_WORTH
        hard = HARD_WORTH * self.rules.language.hard_letters.get(letter, 0.0)
        return hard + (RED_WORTH if colour_of(letter) == RED else BLACK_WORTH)

    def _obscure(self, word: str) -> float:
        """Return the penalty for an uncommon word."""
        entry = self.words.entry(word)
        return OBSCURE * max(0, entry.band - COMMON) if entry else 0.0

    def _premium(self, idea: Idea, hand: Hand) -> float:
        """Return the value of laying a further letter beside the fragment, if the hand has it."""
        word, at, end = idea.move.word, idea.move.at, idea.move.at + len(idea.fragment)
        beside = [word[at - 1]] * (at > 0) + ([word[end]] if end < len(word) else [])
        return max((self.worth(letter, hand) for letter in beside if letter in hand), default=0.0)

    def stays(self, fragment: str, word: str, seats: list[int], *, closely: bool) -> float:
        """Return the probability that none of these seats changes the word."""
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

    def left_open(self, missing: str, fragment: str) -> float:
        """Return the value of leaving the open word to its author, who lays what is missing or cannot."""
        return self.attack(missing, fragment) - self._given(missing, fragment)

    def _given(self, missing: str, fragment: str) -> float:
        """Return what the author gains by completing the open word."""
        state, author = self.state, self.state.author
        if author is None or not self.speaker.races or self._is_impossible(missing):
            return 0.0
        lays = sum(self.worth(letter, "") for letter in missing) + self.speaker.begin
        gain = OUT if len(missing) >= len(state.hands[author]) else lays
        return gain * self._reaches(author, fragment) / len(self.next_ones)

    def attack(self, missing: str, fragment: str) -> float:
        """Return the expected gain from an author who has to complete the open word and cannot."""
        state, author = self.state, self.state.author
        if author is None or not self.guesses:
            return 0.0
        lacks = [self.rules.rest_of(hands[author])
                 for hands in self.guesses if lacking(hands[author], missing)]
        paid = state.stake * sum(lacks) / len(self.guesses)
        sure = self.speaker.races and self._is_impossible(missing)
        return (1.0 if sure else self.speaker.doubt) * paid * self._reaches(author, fragment)

    def _is_impossible(self, missing: str) -> bool:
        """Return True if the letters outside this hand do not include all missing ones."""
        state = self.state
        others = [hand for seat, hand in enumerate(state.hands) if seat != state.player]
        return lacking("".join([*others, state.red, state.black]), missing) > 0

    def _reaches(self, author: int, fragment: str) -> float:
        """Return the probability that no player before the author changes the word."""
        between = self.next_ones[:self.next_ones.index(author)]
        change = CHANGES[min(len(fragment), len(CHANGES) - 1)]
        return (1.0 - change) ** len(between)

    def waiting(self) -> float:
        """Return the value of announcing nothing."""
        state = self.state
        value = BUYING if not state.bought and (state.red or state.black) else 0.0
        if state.word is not None and state.fragment is not None and state.author != state.player:
            missing = "".join(state.word.missing(state.letters).values())
            value += self.left_open(missing, state.fragment.text)
        return value


def harmony(hand: Hand, vowel_share: float) -> float:
    """Return how well letters go together: each only once, with enough vowels and not too many."""
    twice = len(hand) - len(set(hand))
    return -TWICE * twice - UNEVEN * abs(len(of_colour(hand, RED)) - vowel_share * len(hand))


# --- forced moves and reasons ---


def _wait(rules: WerBehaeltRecht, state: WerState, value: float = 0.0) -> Choice[Move]:
    """Return the move if no announcement is worth it: buy, then pass."""
    if rules.why_no_pass(state) is None:
        return Choice(Pass(), Phrase("hint.wer.pass"), value)
    colour = _colour_to_buy(state, rules.language.vowel_share)
    if not state.red or not state.black:  # no choice: nothing is said about what is lacking
        return Choice(Buy((colour,)), Phrase("hint.crossword.buy_left", {"n": 1}), value)
    stock = Phrase(f"letters.stock.{colour}")
    return Choice(Buy((colour,)), Phrase("hint.wer.buy", {"stock": stock}), value)


def _complete(rules: WerBehaeltRecht, state: WerState) -> Choice[Move]:
    """Complete the open word, if necessary with a Jolly taken from the table."""
    word = {"word": state.open_word.text}
    if rules.to_complete(state) is None:
        for swap in rules.swaps(state):
            if rules.to_complete(rules.apply(state, swap).state) is not None:
                return Choice(swap, Phrase("hint.wer.swap", {"letter": state.letters[swap.square].upper()}))
        return Choice(Complete(), Phrase("hint.wer.lacks", word))
    return Choice(Complete(), Phrase("hint.wer.complete", word))


def _premium(rules: WerBehaeltRecht, state: WerState) -> Choice[Move]:
    """Lay one more letter, preferably not a Jolly; a Jolly only with few letters left."""
    for letter in rules.spellings(state.hand):
        if letter.islower() and len(state.hand) > FEW:
            break
        for spot in rules.spots(state):
            for move in rules.announcements(state, spot, letter):
                return Choice(move, Phrase("hint.wer.one_more", {"letter": letter.upper()}))
    return Choice(Pass(), Phrase("hint.wer.no_premium"))


def _colour_to_buy(state: WerState, vowel_share: float) -> str:
    """Return the only stock left, or the colour that improves the share of vowels."""
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


HINTER = Speaker(band=3, others=3, fear=1.0, worlds=6, sees_premiums=True, swaps=True)
BOTS: dict[str, Bot[WerBehaeltRecht, WerState, Move]] = {
    "easy": Speaker(band=1, others=1, fear=0.15, warmth=3.0, cut=8.0),
    "medium": Speaker(band=2, others=2, fear=0.6, warmth=1.0, cut=4.0),
    HINT_LEVEL: HINTER,
    "master": Speaker(band=5, others=3, fear=8.0, worlds=24, sees_premiums=True, swaps=True, doubt=0.05,
                      begin=4.0, races=True),
}
YARDSTICKS: dict[str, Bot[WerBehaeltRecht, WerState, Move]] = {"silent": Silent()}


class WerEngine(Engine[WerState, Move]):
    """The thinking of Wer behaelt recht?."""

    yardsticks: ClassVar = {"silent": "hard"}
    rules: WerBehaeltRecht

    def _choose(self, level: str, state: WerState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return (BOTS | YARDSTICKS)[level].choose(self.rules, state, player, rng, deadline, stop)

    def hint(self, state: WerState, player: int, key: str, stop: Stop) -> Choice[Move] | Lost:
        """Return a good move; never buying while a word can be announced that the hand completes."""
        found = super().hint(state, player, key, stop)
        if isinstance(found, Lost) or not isinstance(found.move, Buy):
            return found
        rng = rng_for("hint", key)
        return HINTER.completing(self.rules, self.rules.guess_hidden(state, player, rng), rng, stop) or found

    def _review(self, state: WerState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        return review_turn(self.rules, state, move, stop)
