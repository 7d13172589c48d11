"""The bot of the crossword games. Levels differ in words and planning depth, games in the value of a word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from rules.engine import Choice
from rules.games.crossword.board import Buy, CrosswordState, Move, Pass
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, of_colour
from rules.games.crossword.plans import Option, Outlook, Plan, Planner, packed
from rules.kit.phrases import Phrase
from rules.kit.skill import Stop, softmax, time_is_up
from rules.words.language import Language
from rules.words.vocabulary import Vocabulary

FAMILIAR = 3
"""Words up to this band are in common use."""
TOO_LONG = 100.0
"""Penalty that puts every long word behind all others."""
UNBALANCED = 0.3
"""Cost in letters of each vowel too many or too few."""


R = TypeVar("R", bound=LayingRules)


@dataclass(frozen=True)
class CrosswordBot(ABC, Generic[R]):
    """A bot at one level. Each game defines the value of a word and what to buy."""

    bands: tuple[int, ...]
    """The highest band of known words; the next one is used only if no word was found with those before."""
    depth: int = 1
    """Number of words in a plan."""
    width: int = 1
    """Number of first words considered."""
    deep: int = 0
    """Number of best plans that are recomputed from the table after their first word."""
    patience: float = 0.8
    """Discount of a word laid one turn later."""
    swaps: bool = True
    """Consider taking Jollies from the table."""
    longest: int = 99
    """Number of letters of the longest words it looks for; longer ones only if there are no others."""
    obscure: float = 0.0
    """Penalty for words above the band FAMILIAR."""
    warmth: float = 0.0
    """Temperature of the random choice among plans; 0: always the best."""
    cut: float = 0.0
    """Plans worse than the best one by more than this are never chosen."""

    # --- differences between the games ---

    @abstractmethod
    def planner(self, rules: R, state: CrosswordState) -> Planner:
        """Return the values of words, letters and turns in this state."""

    @abstractmethod
    def without_word(self, rules: R, state: CrosswordState) -> Buy | Pass:
        """Return the move if no word is laid."""

    # --- choosing ---

    def choose(self, rules: R, state: CrosswordState, player: int,
               rng: Random, deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        def enough() -> bool:
            return time_is_up(deadline, stop)

        plans: list[Plan] = []
        for band in self.bands:
            plans = self.plans(rules, state, band, enough)
            if plans or enough():
                break
        swap = None if enough() else self._best_swap(rules, state, plans, enough)
        if swap is not None:
            return swap
        if not plans:
            move = self.without_word(rules, state)
            return Choice(move, why_none(state, move))
        plan = self._pick(plans, rng)
        return Choice(plan.first.lay, why(rules, state, plan), plan.value)

    def plans(self, rules: R, state: CrosswordState, band: int, enough: Stop) -> list[Plan]:
        """Return the plans of this level, the best first."""
        words, planner = rules.vocabulary(state), self.planner(rules, state)
        if set(JOLLIES) & set(state.hand):
            # A Jolly makes thousands of words possible; the familiar ones are enough.
            band = min(band, FAMILIAR)
        outlook = Outlook(state.letters, state.hand, words.known(band), planner.gain, second=state.second)
        return planner.plans(outlook, words.known(min(band, FAMILIAR)), enough)

    def effort(self, familiar: Vocabulary, option: Option) -> float:
        """Return the penalty for a word that this level hardly thinks of: uncommon, or long."""
        word = option.lay.word
        obscure = self.obscure if self.obscure and word.upper() not in familiar else 0.0
        return obscure + (TOO_LONG if len(word) > self.longest else 0.0)

    def _pick(self, plans: Sequence[Plan], rng: Random) -> Plan:
        if not self.warmth:
            return plans[0]
        return softmax(plans, [plan.value for plan in plans], self.warmth, self.cut, rng)

    def _best_swap(self, rules: R, state: CrosswordState, plans: Sequence[Plan],
                   enough: Stop) -> Choice[Move] | None:
        """Return the exchange of a Jolly that allows the best plan, if it beats `plans`."""
        if not self.swaps:
            return None
        best, chosen = plans[0].value if plans else -1e9, None
        for swap in rules.swaps(state):
            after = rules.apply(state, swap).state
            found = self.plans(rules, after, self.bands[0], enough)
            if found and found[0].value > best:
                best, chosen = found[0].value, swap
        if chosen is None:
            return None
        letter = state.letters[chosen.square].upper()
        return Choice(chosen, Phrase("hint.crossword.swap", {"letter": letter}), best)


# --- buying ---


def colour_to_buy(state: CrosswordState, language: Language) -> str | None:
    """Return the colour that improves the share of vowels; None if both stocks are empty."""
    vowels = len(of_colour(state.hand, RED))
    wanted = RED if vowels < language.vowel_share * (len(state.hand) + 1) else BLACK
    for colour in (wanted, BLACK if wanted == RED else RED):
        if state.stock(colour):
            return colour
    return None


def awkward(hand: Hand, language: Language) -> float:
    """Return the extra cost of a hand, in letters, for hard letters and a bad share of vowels."""
    vowels = len(of_colour(hand, RED))
    unbalanced = abs(vowels - language.vowel_share * len(hand))
    return UNBALANCED * unbalanced + sum(language.hard_letters.get(letter, 0.0) for letter in hand)


def fewest_of_others(state: CrosswordState) -> int:
    """Return the size of the smallest hand of the other players."""
    return min(len(hand) for seat, hand in enumerate(state.hands) if seat != state.player)


# --- reasons ---


def why(rules: LayingRules, state: CrosswordState, plan: Plan) -> Phrase:
    """Return the reason for a word, checkable on the table."""
    option, points = plan.first, rules.points_of(plan.first.lay.word)
    values = {"word": option.lay.word.upper(), "points": points, "n": len(option.taken)}
    if option.needed == packed(state.hand):
        return Phrase("hint.crossword.out", values)
    if option.joins and not state.second and plan.words > 1:
        return Phrase("hint.crossword.second", values)
    if plan.goes_out and plan.words == 2:
        return Phrase("hint.crossword.out_next", values)
    hard = next((letter for letter in rules.language.hard_letters if letter in option.taken), None)
    if hard is not None and not points:
        return Phrase("hint.crossword.rids", values | {"letter": hard})
    if points:
        return Phrase("hint.crossword.points", values)
    if set(JOLLIES) & set(state.hand) and not set(JOLLIES) & set(option.taken):
        return Phrase("hint.crossword.keeps_jolly", values)
    return Phrase("hint.crossword.lays", values)


def why_none(state: CrosswordState, move: Buy | Pass) -> Phrase:
    """Return the reason for laying no word."""
    if isinstance(move, Buy):
        key = "hint.crossword.buy_red" if RED in move.colours else "hint.crossword.buy_black"
        if not state.stock(BLACK if RED in move.colours else RED):
            key = "hint.crossword.buy_left"  # no choice: nothing is said about what is lacking
        return Phrase(key, {"n": len(move.colours)})
    return Phrase("hint.crossword.second_unknown" if state.second else "hint.crossword.unknown")
