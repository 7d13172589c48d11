"""Players of Point-Typ-Dom at the four levels: points now, points of the next turns, and what is left at the end."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Bot
from rules.games.crossword.board import Buy, Pass
from rules.games.crossword.letters import JOLLIES, Hand
from rules.games.crossword.player import FAMILIAR, CrosswordBot, awkward, colour_to_buy, fewest_of_others
from rules.games.crossword.rules import CrosswordState
from rules.games.crossword.search import Option, Planner
from rules.games.point_typ_dom.rules import PointTypDom

JOLLY = 4.0
"""A Jolly is kept unless it brings so many points more."""
AWKWARD = 2.0
"""Points that a letter's worth of awkwardness costs later."""
CAUGHT = 20.0
"""What the others lose on average when they are caught with their letters."""
STUCK = 8.0
"""What a turn without a word costs."""
NEAR_THE_END = 4
"""Others with so few letters may be out in their next turn: nothing is bought any more."""


def urgency(state: CrosswordState) -> float:
    """How likely a letter that is not laid now stays in the hand until the end."""
    if state.first_out is not None:
        return 1.0
    fewest = min(fewest_of_others(state), len(state.hand))
    return 0.8 if fewest <= NEAR_THE_END else 0.5 if fewest <= 7 else 0.3


@dataclass(frozen=True)
class PointBot(CrosswordBot):
    """Counts points: those of a word, and those that letters cost if they are left in the end."""

    foresight: float = 1.0
    """How much it cares for the letters that it keeps."""
    haste: float = 0.0
    """How much it wants to be out first, from 0 to 1: the others then keep what they could not lay."""

    def planner(self, rules: PointTypDom, state: CrosswordState) -> Planner:
        """In the last turn of a round only the words of that turn count."""
        familiar, last_turn = rules.vocabulary(state).known(FAMILIAR), state.first_out is not None
        pressing = self.foresight * max(self.haste, urgency(state))

        def gain(option: Option) -> float:
            jollies = sum(letter in JOLLIES for letter in option.taken)
            return (rules.points_of(option.lay.word) + pressing * rules.rest_of(option.taken)
                    - self.foresight * JOLLY * jollies - self.obscurity(familiar, option))

        def left(hand: Hand) -> float:
            return 0.0 if last_turn else self.foresight * AWKWARD * awkward(hand, rules.language)

        out = 0.0 if last_turn else rules.bonus + CAUGHT * self.haste
        patience = 0.0 if last_turn else self.patience
        return Planner(gain, left, out, patience, self.depth, self.width, self.deep, 0.0 if last_turn else STUCK)

    def without_word(self, rules: PointTypDom, state: CrosswordState) -> Buy | Pass:
        """A letter that helps, unless the round may end before it can be laid, or a pass ends it well."""
        colour = colour_to_buy(state, rules.language)
        if colour is None or state.second or state.first_out is not None:
            return Pass()
        if self.foresight and (fewest_of_others(state) <= NEAR_THE_END or _ends_well(rules, state)):
            return Pass()
        return Buy((colour,))


def _ends_well(rules: PointTypDom, state: CrosswordState) -> bool:
    """Whether a pass ends the round with a lead: other hands count by their size."""
    if state.passes < len(state.hands) - 1:
        return False
    own = state.won[state.player] - rules.rest_of(state.hand)
    return all(own > points - MEAN_LETTER * len(hand) for seat, (points, hand) in
               enumerate(zip(state.won, state.hands)) if seat != state.player)


MEAN_LETTER = 2.5
"""What a letter in another hand costs on average."""

BOTS: dict[str, Bot] = {
    "easy": PointBot(bands=(1,), width=12, foresight=0.0, swaps=False, warmth=2.5, cut=6.0),
    "medium": PointBot(bands=(2,), depth=2, width=12, foresight=0.7, haste=0.3, warmth=0.6, cut=3.0),
    "hard": PointBot(bands=(3, 4), depth=3, width=60, deep=16, patience=0.7, haste=0.5),
    "master": PointBot(bands=(5,), depth=5, width=200, deep=60, patience=0.6, haste=1.0, obscure=3.0),
}
