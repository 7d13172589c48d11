"""Make the levels "lay all your letters": `python -m rules.games.kreuzwort.make_levels`."""

from __future__ import annotations

from random import Random

from rules.files.level_writer import Found
from rules.games.crossword.board import Lay
from rules.games.crossword.level_tables import (
    DRAWN,
    KNOWN_BAND,
    PLAIN_BAND,
    TableMaker,
    all_words,
    drawn_from,
    write_levels,
)
from rules.kit.shuffle import pick, shuffled
from rules.words.generate import placements
from rules.words.language import Language

HANDS = "AAAEEEEIIOOUUBCDDDFFGHHKLLMMNNNNPRRRSSSTTTWVZ"
"""The German letters from which hands are drawn."""
MOST_SOLUTIONS = 3
"""Puzzles with more solutions of known words are discarded."""

ABOUT = """\
# setup: hands, stocks and the moves that were made before. goal out, moves 1: all letters of the hand in one turn.
# par: moves that may be taken back for the third star. rating: letters in the hand, words that can be laid, words
# that use up the hand. proof: one of those, of words that people know.
"""  # noqa: E501 - as in the files


def all_letters(rng: Random, language: Language, letters: int, on_table: int) -> Found | None:
    """Return a table and a hand that one word uses up."""
    everything = all_words(language)
    maker = TableMaker(rng, everything.known(PLAIN_BAND), drawn_from(language, DRAWN))
    if not maker.lay(on_table):
        return None
    pool = "".join(shuffled(drawn_from(language, HANDS), rng)[:16])
    fitting = [word for word in placements(maker.board, pool, everything.known(KNOWN_BAND))
               if len(word.new_letters(maker.board)) == letters and not Lay(*word).joins(maker.board)]
    if not fitting:
        return None
    word = pick(rng, fitting)
    hand = "".join(shuffled(word.new_letters(maker.board).values(), rng))
    ways = list(placements(maker.board, hand, everything))
    solutions = [way for way in ways if len(way.new_letters(maker.board)) == letters]
    known = [way for way in solutions if way.word in everything.known(KNOWN_BAND)]
    if len(known) > MOST_SOLUTIONS or len(solutions) > 2 * MOST_SOLUTIONS:
        return None
    goal = {"players": 2, "goal": "out", "moves": 1, "par": 0}
    rating = {"letters": letters, "words": len(ways), "solutions": len(solutions)}
    return Found(maker.setup(hand, "EN"), goal, rating, [str(Lay(*word))])


if __name__ == "__main__":
    write_levels("kreuzwort", "Kreuzwort", ABOUT, {
        "1_small_rests": lambda rng, language: all_letters(rng, language, 4, 4),
        "2_full_hands": lambda rng, language: all_letters(rng, language, 6, 6),
    }, {
        "3_five_letters": lambda rng, language: all_letters(rng, language, 5, 5),
        "4_seven_letters": lambda rng, language: all_letters(rng, language, 7, 7),
    }, hardness=lambda found: found.rating["words"] / found.rating["solutions"])
