"""Make the levels "the best word": `python -m rules.games.point_typ_dom.make_levels`."""

from __future__ import annotations

from random import Random

from rules.catalog import rules_of
from rules.files.level_writer import Found
from rules.games.crossword.board import Lay
from rules.games.crossword.letters import IN_LANGUAGE
from rules.games.crossword.level_tables import (
    DRAWN,
    KNOWN_BAND,
    PLAIN_BAND,
    TableMaker,
    all_words,
    drawn_from,
    write_levels,
)
from rules.games.point_typ_dom.rules import PointTypDom
from rules.kit.shuffle import shuffled
from rules.words.generate import placements
from rules.words.language import Language

HANDS = "AAAEEEEIIOOUUBBCCDDFFGGHHJKKLLMMNNNPPQRRSSTTVWXYZ"
"""The German letters from which hands are drawn."""

ABOUT = """\
# setup: hands, stocks and the moves that were made before. points: what the best word of bands 1 to 3 brings.
# par: moves that may be taken back for the third star. rating: letters in the hand, words that can be laid, and by
# how much the best is better than the second. proof: the best word.
"""  # noqa: E501 - as in the files


def best_word(rng: Random, language: Language, letters: int, on_table: int) -> Found | None:
    """Return a table and a hand with one word that scores clearly more than all others."""
    rules = rules_of(PointTypDom.game, IN_LANGUAGE[language.code])
    assert isinstance(rules, PointTypDom)
    everything = all_words(language)
    maker = TableMaker(rng, everything.known(PLAIN_BAND), drawn_from(language, DRAWN))
    if not maker.lay(on_table):
        return None
    hand = "".join(shuffled(drawn_from(language, HANDS), rng)[:letters])
    worth = {word: rules.points_of(word.word)
             for word in placements(maker.board, hand, everything.known(KNOWN_BAND))}
    ranked = sorted(worth, key=lambda word: -worth[word])
    if len(ranked) < 12 or len(ranked[0].new_letters(maker.board)) < 3:
        return None
    best, second = ranked[0], next((word for word in ranked if word.word != ranked[0].word), ranked[0])
    lead = worth[best] - worth[second]
    if lead < 2 or len(best.new_letters(maker.board)) == len(hand):
        return None
    goal = {"players": 2, "goal": "points", "points": worth[best], "moves": 1, "par": 0}
    rating = {"letters": letters, "words": len(ranked), "lead": lead}
    return Found(maker.setup(hand, "EN"), goal, rating, [str(Lay(*best))])


if __name__ == "__main__":
    write_levels(PointTypDom.game, "Point-Typ-Dom", ABOUT, {
        "1_good_words": lambda rng, language: best_word(rng, language, 7, 4),
        "2_best_words": lambda rng, language: best_word(rng, language, 10, 6),
    }, {
        "3_eight_letters": lambda rng, language: best_word(rng, language, 8, 5),
        "4_nine_letters": lambda rng, language: best_word(rng, language, 9, 7),
    }, hardness=lambda found: found.rating["words"] / found.rating["lead"])
