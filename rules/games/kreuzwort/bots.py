"""Players of Kreuzwort at the four levels: who knows more words and plans to be out in fewer turns wins more."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.engine import Bot, Choice, Engine
from rules.games.crossword.board import Buy, Move, Pass
from rules.games.crossword.bot import FAMILIAR, HARDNESS, CrosswordBot, awkward, colour_to_buy
from rules.games.crossword.letters import JOLLIES, Hand
from rules.games.crossword.plans import Option, Planner
from rules.games.crossword.rules import CrosswordState
from rules.games.kreuzwort.rules import Kreuzwort
from rules.kit.skill import Stop

OUT = 8.0
"""What the last letter is worth, in letters laid."""
JOLLY = 0.8
"""A Jolly is kept unless it lays so many letters more."""


STUCK = 2.0
"""What a turn without a word costs: a letter more, and the turn."""


@dataclass(frozen=True)
class KreuzwortBot(CrosswordBot):
    """Counts letters: each that is laid is one nearer to the end."""

    foresight: float = 1.0
    """How much it cares for the letters that it keeps."""

    def planner(self, rules: Kreuzwort, state: CrosswordState) -> Planner:
        familiar = rules.vocabulary(state).known(FAMILIAR)

        def gain(option: Option) -> float:
            letters = float(len(option.taken))
            for letter in option.taken:
                letters += self.foresight * HARDNESS.get(letter, 0.0)
                letters -= self.foresight * JOLLY if letter in JOLLIES else 0.0
            return letters - self.obscurity(familiar, option)

        def left(hand: Hand) -> float:
            return self.foresight * awkward(hand)

        return Planner(gain, left, OUT, self.patience, self.depth, self.width, self.deep, STUCK)

    def without_word(self, rules: Kreuzwort, state: CrosswordState) -> Buy | Pass:
        colour = colour_to_buy(state)
        return Pass() if colour is None else Buy((colour,))


BOTS: dict[str, Bot[Kreuzwort, CrosswordState, Move]] = {
    "easy": KreuzwortBot(bands=(1,), width=12, foresight=0.0, swaps=False, warmth=0.6, cut=2.0),
    "medium": KreuzwortBot(bands=(2,), width=12, foresight=0.5, warmth=0.3, cut=1.0),
    "hard": KreuzwortBot(bands=(3, 4), depth=3, width=60, deep=12),
    "master": KreuzwortBot(bands=(5,), depth=5, width=200, deep=60, obscure=1.0),
}


class KreuzwortEngine(Engine[CrosswordState, Move]):
    """The thinking of Kreuzwort."""

    rules: Kreuzwort

    def _choose(self, level: str, state: CrosswordState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)
