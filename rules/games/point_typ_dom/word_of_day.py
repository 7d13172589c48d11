"""The word of the day: one board, one hand, one best word to find in three tries, the same for all."""

from __future__ import annotations

from functools import lru_cache

from rules.files.faults import Place
from rules.files.levels import Level
from rules.games.crossword.letters import IN_LANGUAGE
from rules.games.point_typ_dom.make_levels import best_word
from rules.games.point_typ_dom.rules import PointTypDom
from rules.kit.shuffle import rng_for
from rules.words.language import LANGUAGES

LETTERS, ON_TABLE = 8, 5
"""Letters of the hand, and words on the table."""
TRIES = 3


@lru_cache(maxsize=4)
def word_of_day(level_id: str, day: str, language: str) -> Level:
    """Return the level of a day (an ISO date) in a language of words; equal on every computer."""
    number = 0
    while (found := best_word(rng_for("word of the day", day, language, number), LANGUAGES[language], LETTERS,
                              ON_TABLE)) is None:
        number += 1
    goal = found.goal
    return Level(PointTypDom.game, level_id, 1, IN_LANGUAGE[language], found.setup, goal["goal"], TRIES - 1,
                 found.rating, tuple(found.proof), Place(""), players=goal["players"], moves=goal["moves"],
                 points=goal["points"], tries=TRIES)
