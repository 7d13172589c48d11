"""Make the hands to race with: `python -m rules.games.presto.make_levels`."""

from __future__ import annotations

from random import Random

from rules.catalog import rules_of
from rules.files.level_writer import Found
from rules.games.crossword.letters import BLACK, IN_LANGUAGE, RED
from rules.games.crossword.level_tables import KNOWN_BAND, all_words, write_levels
from rules.games.presto.bots import plan
from rules.games.presto.grid import write_grid
from rules.games.presto.rules import Presto
from rules.kit.shuffle import rng_for, shuffled
from rules.words.language import Language
from rules.words.solve import build

ABOUT = """\
# setup: the hand; the other three only look on. par: seconds for the third star, the time of a medium player.
# rating: letters, and how many words the proof has. proof: a crossword of words of bands 1 to 3.
"""


def race_hand(rng: Random, language: Language, letters: int) -> Found | None:
    """Return a hand that known words use up; its par is the average time of a medium bot."""
    rules, words = rules_of(Presto.game, IN_LANGUAGE[language.code]), all_words(language)
    assert isinstance(rules, Presto)
    reds = round(letters * 7 / 19)
    red, black = (shuffled(rules.letters.all(colour), rng) for colour in (RED, BLACK))
    hand = "".join(red[:reds] + black[:letters - reds])
    found = build(hand, words.known(KNOWN_BAND), rng, 3.0)
    if found is None or found.rest:
        return None
    races = [plan(hand, "medium", rng_for("par", hand, number), words) for number in range(5)]
    times = [seconds for seconds, last in (race[-1] for race in races) if last.done]
    if len(times) < 3:
        return None
    rest = "".join(sorted(hand))
    proof = [f"finish 0 60.0 - {'/'.join(write_grid(found.letters))}",
             *(f"finish {seat} 60.0 {rest} -" for seat in (1, 2, 3))]
    goal = {"players": 4, "goal": "finish", "par": min(999, 5 * round(sum(times) / len(times) / 5))}
    rating = {"letters": letters, "words": len(found.words)}
    return Found({"hands": [hand[i:] + hand[:i] for i in range(4)]}, goal, rating, proof)


if __name__ == "__main__":
    write_levels(Presto.game, "Presto", ABOUT, {
        "1_ten_letters": lambda rng, language: race_hand(rng, language, 10),
        "2_thirteen_letters": lambda rng, language: race_hand(rng, language, 13),
        "3_sixteen_letters": lambda rng, language: race_hand(rng, language, 16),
        "4_nineteen_letters": lambda rng, language: race_hand(rng, language, 19),
    }, {}, hardness=lambda found: found.goal["par"])
