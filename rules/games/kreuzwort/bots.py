"""The bots of Kreuzwort at four levels: the better ones know more words and plan to be out in fewer turns."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.engine import Bot, Choice, Engine, Goal, Verdict
from rules.games.crossword.board import Buy, CrosswordState, Move, Pass
from rules.games.crossword.bot import FAMILIAR, CrosswordBot, awkward, colour_to_buy
from rules.games.crossword.letters import JOLLIES, Hand
from rules.games.crossword.plans import Option, Planner
from rules.games.crossword.review import review_word, sought_word, word_puzzle
from rules.games.kreuzwort.rules import Kreuzwort
from rules.kit.skill import Stop

OUT = 8.0
"""Value of the last letter, in letters laid."""
JOLLY = 0.8
"""Cost of laying a Jolly, in letters."""
STUCK = 2.0
"""Cost of a turn without a word, in letters: one is bought, and the turn is lost."""


@dataclass(frozen=True)
class KreuzwortBot(CrosswordBot[Kreuzwort]):
    """Counts letters: each one laid brings the end nearer."""

    foresight: float = 1.0
    """Weight of the letters that stay in the hand."""

    def planner(self, rules: Kreuzwort, state: CrosswordState) -> Planner:
        familiar = rules.vocabulary(state).known(FAMILIAR)

        def gain(option: Option) -> float:
            letters = float(len(option.taken))
            for letter in option.taken:
                letters += self.foresight * rules.language.hard_letters.get(letter, 0.0)
                letters -= self.foresight * JOLLY if letter in JOLLIES else 0.0
            return letters - self.effort(familiar, option)

        def left(hand: Hand) -> float:
            return self.foresight * awkward(hand, rules.language)

        return Planner(gain, left, OUT, self.patience, self.depth, self.width, self.deep, STUCK)

    def without_word(self, rules: Kreuzwort,
                     state: CrosswordState) -> Buy | Pass:
        colour = colour_to_buy(state, rules.language)
        return Pass() if colour is None else Buy((colour,))


BOTS: dict[str, Bot[Kreuzwort, CrosswordState, Move]] = {
    "easy": KreuzwortBot(bands=(1,), longest=4, width=12, foresight=0.0, swaps=False, warmth=0.6, cut=2.0),
    "medium": KreuzwortBot(bands=(1, 2), longest=4, width=12, foresight=0.4, warmth=0.3, cut=1.0),
    "hard": KreuzwortBot(bands=(3,), longest=6, depth=2, width=40, deep=4),
    "master": KreuzwortBot(bands=(5,), depth=5, width=200, deep=60, obscure=1.0),
}


class KreuzwortEngine(Engine[CrosswordState, Move]):
    """The thinking of Kreuzwort."""

    goals = ("laid", "out")
    rules: Kreuzwort

    def _choose(self, level: str, state: CrosswordState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: CrosswordState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        return review_word(self.rules, state, move, lambda _, taken: float(self.rules.rest_of(taken)))

    def seek(self, level: str, state: CrosswordState, player: int, rng: Random) -> Choice[Move]:
        """Return a word that comes to mind: at the table, lower levels would not lay long ones."""
        found = sought_word(self.rules, state, level, lambda _, taken: float(len(taken)), rng)
        return found or self.choose(level, state, player, rng)

    def puzzle(self, goal: str, state: CrosswordState, seat: int, depth: int, stop: Stop
               ) -> Goal[Move] | None:
        return word_puzzle(self.rules, state, goal, lambda _, taken: float(len(taken)))
