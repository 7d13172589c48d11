"""The bots of Point-Typ-Dom at four levels: points now, points of the next turns, and the rest at the end."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.engine import Bot, Choice, Engine, Goal, Verdict
from rules.games.crossword.board import Buy, CrosswordState, Move, Pass
from rules.games.crossword.bot import FAMILIAR, CrosswordBot, awkward, colour_to_buy, fewest_of_others
from rules.games.crossword.letters import JOLLIES, Hand
from rules.games.crossword.plans import Option, Planner
from rules.games.crossword.review import review_word, sought_word, word_puzzle
from rules.games.point_typ_dom.rules import PointTypDom
from rules.kit.skill import Stop

JOLLY = 4.0
"""Cost of laying a Jolly, in points."""
AWKWARD = 2.0
"""Points for each letter of `awkward`."""
CAUGHT = 20.0
"""Average loss of the others by the letters left in their hands."""
WON = 30.0
"""Value of winning a game of one round, where the first one out wins it."""
STUCK = 8.0
"""Cost of a turn without a word."""
MEAN_LETTER = 2.5
"""Average loss by a letter in another hand."""
NEAR_THE_END = 4
"""Size of another hand that may be empty after its next turn; nothing is bought any more."""


def urgency(state: CrosswordState) -> float:
    """Return the probability that a letter not laid now stays in the hand until the end."""
    if state.first_out is not None:
        return 1.0
    fewest = min(fewest_of_others(state), len(state.hand))
    return 0.8 if fewest <= NEAR_THE_END else 0.5 if fewest <= 7 else 0.3


@dataclass(frozen=True)
class PointBot(CrosswordBot[PointTypDom]):
    """Counts points: those of a word, and those lost for letters left at the end."""

    foresight: float = 1.0
    """Weight of the letters that stay in the hand."""
    haste: float = 0.0
    """Weight of being out first, from 0 to 1: the others then keep the letters they have not laid."""

    def planner(self, rules: PointTypDom, state: CrosswordState) -> Planner:
        """Return the planner; in the last turn of a round only the words of that turn count."""
        familiar, last_turn = rules.vocabulary(state).known(FAMILIAR), state.first_out is not None
        pressing = self.foresight * max(self.haste, urgency(state))

        def gain(option: Option) -> float:
            jollies = sum(letter in JOLLIES for letter in option.taken)
            return (rules.points_of(option.lay.word) + pressing * rules.rest_of(option.taken)
                    - self.foresight * JOLLY * jollies - self.effort(familiar, option))

        def left(hand: Hand) -> float:
            return 0.0 if last_turn else self.foresight * AWKWARD * awkward(hand, rules.language)

        first = CAUGHT + (WON if rules.first_out_wins and rules.rounds == 1 else 0.0)
        out = 0.0 if last_turn else rules.bonus + first * self.haste
        patience = 0.0 if last_turn else self.patience
        stuck = 0.0 if last_turn else STUCK
        return Planner(gain, left, out, patience, self.depth, self.width, self.deep, stuck)

    def without_word(self, rules: PointTypDom, state: CrosswordState) -> Buy | Pass:
        """Buy a useful letter, unless the round may end before it can be laid, or a pass ends it well."""
        colour = colour_to_buy(state, rules.language)
        if colour is None or state.second or state.first_out is not None:
            return Pass()
        if self.foresight and (fewest_of_others(state) <= NEAR_THE_END or _ends_well(rules, state)):
            return Pass()
        return Buy((colour,))


def _ends_well(rules: PointTypDom, state: CrosswordState) -> bool:
    """Return True if a pass ends the round with a lead, other hands estimated by their size."""
    if state.passes < len(state.hands) - 1:
        return False
    own = state.won[state.player] - rules.rest_of(state.hand)
    others = zip(state.won, state.hands, strict=True)
    return all(own > points - MEAN_LETTER * len(hand)
               for seat, (points, hand) in enumerate(others) if seat != state.player)


BOTS: dict[str, Bot[PointTypDom, CrosswordState, Move]] = {
    "easy": PointBot(bands=(1,), longest=5, width=30, foresight=0.0, swaps=False, warmth=5.0, cut=12.0),
    "medium": PointBot(bands=(2,), longest=4, depth=2, width=12, foresight=0.7, warmth=0.6, cut=3.0),
    "hard": PointBot(bands=(3, 4), longest=7, depth=3, width=60, deep=16, patience=0.7, haste=0.5),
    "master": PointBot(bands=(5,), depth=5, width=200, deep=60, patience=0.6, haste=1.0, obscure=3.0),
}


class PointEngine(Engine[CrosswordState, Move]):
    """The thinking of Point-Typ-Dom."""

    goals = ("points", "out")
    rules: PointTypDom

    def _choose(self, level: str, state: CrosswordState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: CrosswordState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        return review_word(self.rules, state, move, lambda word, _: float(self.rules.points_of(word)))

    def seek(self, level: str, state: CrosswordState, player: int, rng: Random) -> Choice[Move]:
        """Return a word that comes to mind: at the table, lower levels would not lay long ones."""
        found = sought_word(self.rules, state, level, lambda word, _: float(self.rules.points_of(word)), rng)
        return found or self.choose(level, state, player, rng)

    def puzzle(self, goal: str, state: CrosswordState, seat: int, depth: int, stop: Stop
               ) -> Goal[Move] | None:
        return word_puzzle(self.rules, state, goal, lambda word, _: float(self.rules.points_of(word)))
