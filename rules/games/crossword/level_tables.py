"""Shared by the level makers of the word games: tables with words laid in turn, and writing the files.

`python -m rules.games.<game>.make_levels [LANGUAGE ...] [FILE ...]` lays words of bands 1 to 3, rates and
discards, then writes levels/<game>/*.yaml, those of other languages than German to levels/<game>/<language>;
the result is reproducible. The names of the levels are written by hand, in
game/locale/<language>/levels_<game>.yaml; levels with the same number share them, and those of later files
are only numbered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from rules.files.level_writer import Found, say, write
from rules.games.crossword.board import Lay
from rules.games.crossword.letters import COLOURS, IN_LANGUAGE, needed_for
from rules.grading import grade_file
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.language import GERMAN, LANGUAGES, Language
from rules.words.placement import Square
from rules.words.tiles import language_values
from rules.words.vocabulary import Vocabulary, vocabulary

KNOWN_BAND = 3
"""Solutions use words up to this band."""
PLAIN_BAND = 2
"""Words on the table are up to this band."""
RED_STOCK, BLACK_STOCK = "AEIOU", "BDGNRST"
LEVELS_PER_GRADE = 10

Make = Callable[[Random, Language], Found | None]
"""Try to make a level of a language; None if this random number gives none."""
DRAWN = "AAEEEIIOUUBCDDFGHHKLLMNNNPRRSSTTWZ"
"""The German letters from which tables are laid."""


def drawn_from(language: Language, german: str) -> str:
    """Return the letters from which a hand is drawn: these of German, or all tiles of another language."""
    if language is GERMAN:
        return german
    letters = language_values(language.code)["letters"]
    return "".join(mark * count for colour in COLOURS for mark, count in letters[colour].items()
                   if mark != "jolly")


def all_words(language: Language) -> Vocabulary:
    """Return the words of the classic rules in a language."""
    return vocabulary(language.classic, language=language.code)


class TableMaker:
    """Lay plain words for two players in turn, none of which earns a second word."""

    def __init__(self, rng: Random, words: Vocabulary, letters: str):
        self.rng, self.words = rng, words
        self.letters = letters
        """What the players draw from."""
        self.board: dict[Square, str] = {}
        self.moves: list[str] = []
        self.used = ["", ""]
        self.seat = 0

    def lay(self, count: int) -> bool:
        """Lay `count` words. Return False if one cannot be found."""
        first = pick(self.rng, [word for word in self.words if 5 <= len(word) <= 7])
        self._take(Lay(False, 0, 0, first))
        return all(self._lay_next() for _ in range(count - 1))

    def _lay_next(self) -> bool:
        hand = "".join(shuffled(self.letters, self.rng)[:11])
        fitting = [word for word in placements(self.board, hand, self.words)
                   if len(word.new_letters(self.board)) >= 3 and len(word.word) >= 4
                   and not Lay(*word).joins(self.board)]
        if not fitting:
            return False
        self._take(Lay(*pick(self.rng, fitting)))
        return True

    def _take(self, move: Lay) -> None:
        new = move.new_letters(self.board)
        self.used[self.seat] += "".join(needed_for(letter) for letter in new.values())
        self.board.update(new)
        self.moves.append(str(move))
        self.seat = 1 - self.seat

    def setup(self, hand: str, other: str) -> dict[str, object]:
        """Return the setup in which the next player holds `hand` and the other one `other`."""
        hands = list(self.used)
        hands[self.seat] += hand
        hands[1 - self.seat] += other
        turned = hands if self.seat == 0 else hands[::-1]
        return {"hands": turned, "red": RED_STOCK, "black": BLACK_STOCK, "starter": self.seat,
                "moves": self.moves}


def write_levels(game: str, title: str, about: str, named: Mapping[str, Make], numbered: Mapping[str, Make],
                 hardness: Callable[[Found], float]) -> None:
    """Make the levels of a game in the languages named on the command line, one file for each grade.

    Within a grade the easier ones come first; the levels of `named` files have names.
    """
    languages = [code for code in sys.argv[1:] if code in LANGUAGES]
    files = [name for name in sys.argv[1:] if name not in languages]
    for code in languages or [GERMAN.code]:
        language = LANGUAGES[code]
        for grade, (name, make) in enumerate({**named, **numbered}.items(), 1):
            if files and name not in files:
                continue
            found = sorted(_levels(game, name, make, language), key=hardness)
            path = write(game, title, f"games.{game}.make_levels", about, grade, name, found,
                         "" if language is GERMAN else code)
            grade_file(game, path, renumber=name in numbered)


def _levels(game: str, name: str, make: Make, language: Language) -> Iterator[Found]:
    number = made = 0
    where = (name,) if language is GERMAN else (language.code, name)
    while made < LEVELS_PER_GRADE:
        found = make(rng_for("levels", game, *where, number), language)
        number += 1
        if found is not None:
            made += 1
            say(game, made, LEVELS_PER_GRADE, " ".join(where))
            yield replace(found, variant=IN_LANGUAGE[language.code])
