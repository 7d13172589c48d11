"""A player of the crossword games: what the four levels do alike in Kreuzwort and Point-Typ-Dom.

Which words a level knows and how far it plans are values; how much a word is worth is the matter of each game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules.base import Phrase
from rules.engine import Choice, Stop
from rules.games.crossword.board import Buy, Pass, Swap
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Hand, of_colour
from rules.games.crossword.rules import CrosswordRules, CrosswordState
from rules.games.crossword.search import Option, Outlook, Plan, Planner, packed
from rules.kit.skill import softmax, time_is_up
from rules.words.language import Language
from rules.words.vocabulary import Vocabulary

FAMILIAR = 3
"""Words up to this band are those that people use."""
UNBALANCED = 0.3
"""So many letters more is each vowel too many or too few."""


@dataclass(frozen=True)
class CrosswordBot(ABC):
    """A level. Each game says what a word is worth and what is bought."""

    bands: tuple[int, ...]
    """The words it knows, by their bands; further ones come to mind only if the first leave it without a word."""
    depth: int = 1
    """Words that it plans ahead."""
    width: int = 1
    """First words that it makes plans for."""
    deep: int = 0
    """The best plans so many it makes anew, from the table as it is after their first word."""
    patience: float = 0.8
    swaps: bool = True
    """Whether it looks for Jollies that it could take."""
    obscure: float = 0.0
    """How much more a word must be worth that few people know: above band 3."""
    warmth: float = 0.0
    cut: float = 0.0

    # --- what differs between the games ---

    @abstractmethod
    def planner(self, rules: CrosswordRules, state: CrosswordState) -> Planner: ...

    @abstractmethod
    def without_word(self, rules: CrosswordRules, state: CrosswordState) -> Buy | Pass:
        """What to do if no word is laid."""

    # --- choosing ---

    def choose(self, rules: CrosswordRules, state: CrosswordState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice:
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

    def plans(self, rules: CrosswordRules, state: CrosswordState, band: int, enough: Stop) -> list[Plan]:
        """What this level sees, the best plan first."""
        words, planner = rules.vocabulary(state), self.planner(rules, state)
        if set(JOLLIES) & set(state.hand):
            # A Jolly makes thousands of words; the familiar ones are more than enough.
            band = min(band, FAMILIAR)
        outlook = Outlook(state.letters, state.hand, words.known(band), planner.gain, second=state.second)
        return planner.plans(outlook, words.known(min(band, FAMILIAR)), enough)

    def obscurity(self, familiar: Vocabulary, option: Option) -> float:
        """What is taken off for a word that few people know."""
        return self.obscure if self.obscure and option.lay.word.upper() not in familiar else 0.0

    def _pick(self, plans: Sequence[Plan], rng: Random) -> Plan:
        if not self.warmth:
            return plans[0]
        return softmax(plans, [plan.value for plan in plans], self.warmth, self.cut, rng)

    def _best_swap(self, rules: CrosswordRules, state: CrosswordState, plans: Sequence[Plan],
                   enough: Stop) -> Choice | None:
        """A Jolly that is worth taking: with it a better plan can be made."""
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
    """The colour that brings the hand nearer to a good mixture; None if there is nothing to buy."""
    vowels = len(of_colour(state.hand, RED))
    wanted = RED if vowels < language.vowel_share * (len(state.hand) + 1) else BLACK
    for colour in (wanted, BLACK if wanted == RED else RED):
        if state.stock(colour):
            return colour
    return None


def awkward(hand: Hand, language: Language) -> float:
    """How far a hand is from one that makes words easily, in letters."""
    vowels = len(of_colour(hand, RED))
    unbalanced = abs(vowels - language.vowel_share * len(hand))
    return UNBALANCED * unbalanced + sum(language.hard_letters.get(letter, 0.0) for letter in hand)


def fewest_of_others(state: CrosswordState) -> int:
    """The letters of the other player who has the fewest."""
    return min(len(hand) for seat, hand in enumerate(state.hands) if seat != state.player)


# --- reasons ---


def why(rules: CrosswordRules, state: CrosswordState, plan: Plan) -> Phrase:
    """The reason for a word in words a player can check on the table."""
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


def why_none(state: CrosswordState, move: Buy | Pass | Swap) -> Phrase:
    if isinstance(move, Buy):
        key = "hint.crossword.buy_red" if RED in move.colours else "hint.crossword.buy_black"
        return Phrase(key, {"n": len(move.colours)})
    return Phrase("hint.crossword.declines" if state.second else "hint.crossword.passes")
