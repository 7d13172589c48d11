"""`main.py bench words`: building crosswords of whole hands of Presto."""

from __future__ import annotations

import sys
import time

from game.boards.measures.figures import Row, report
from rules.kit.shuffle import rng_for, shuffled
from rules.words.solve import build
from rules.words.vocabulary import CLASSIC, Vocabulary, vocabulary

RED, BLACK = "AAAAAAAEEEEEEEEEIIIIOOOOUUUUY*", "BBCCDDDFFFGGHHHJKKLLLLMMMNNNNNNPPQRRRRSSSSTTTVWXZ+"
"""The letters of the game, with a Jolly in each colour."""
SECOND = 1.0
"""The time limit for building a crossword."""


def main() -> None:
    deals, words = 40 if "--quick" in sys.argv else 200, vocabulary(CLASSIC)
    times = [seconds(number, words) for number in range(deals)]
    report([Row("presto_unsolved", sum(taken > SECOND for taken in times) / deals * 100, "%", None, 5.0),
            Row("presto_mean", sum(times) / deals * 1000, "ms", None, 1000.0)])


def seconds(number: int, words: Vocabulary) -> float:
    """Return the processor time of building a crossword of 19 letters; more than SECOND if it failed."""
    rng = rng_for("bench presto", number)
    letters = "".join(shuffled(RED, rng)[:7] + shuffled(BLACK, rng)[:12])
    started = time.process_time()
    build(letters, words, rng, 60.0, stop=lambda: time.process_time() - started > SECOND)
    return time.process_time() - started


if __name__ == "__main__":
    main()
