"""Players of Kreuzwort at the four levels: who knows more words and plans to be out in fewer turns wins more."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Bot
from rules.games.crossword.board import Buy, Pass
from rules.games.crossword.letters import JOLLIES, Hand
from rules.games.crossword.player import FAMILIAR, CrosswordBot, awkward, colour_to_buy
from rules.games.crossword.rules import CrosswordState
from rules.games.crossword.search import Option, Planner
from rules.games.kreuzwort.rules import Kreuzwort

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
        familiar, hard_letters = rules.vocabulary(state).known(FAMILIAR), rules.language.hard_letters

        def gain(option: Option) -> float:
            letters = float(len(option.taken))
            for letter in option.taken:
                letters += self.foresight * hard_letters.get(letter, 0.0)
                letters -= self.foresight * JOLLY if letter in JOLLIES else 0.0
            return letters - self.obscurity(familiar, option)

        def left(hand: Hand) -> float:
            return self.foresight * awkward(hand, rules.language)

        return Planner(gain, left, OUT, self.patience, self.depth, self.width, self.deep, STUCK)

    def without_word(self, rules: Kreuzwort, state: CrosswordState) -> Buy | Pass:
        colour = colour_to_buy(state, rules.language)
        return Pass() if colour is None else Buy((colour,))


BOTS: dict[str, Bot] = {
    "easy": KreuzwortBot(bands=(1,), width=12, foresight=0.0, swaps=False, warmth=0.6, cut=2.0),
    "medium": KreuzwortBot(bands=(2,), width=12, foresight=0.5, warmth=0.3, cut=1.0),
    "hard": KreuzwortBot(bands=(3, 4), depth=3, width=60, deep=12),
    "master": KreuzwortBot(bands=(5,), depth=5, width=200, deep=60, obscure=1.0),
}
