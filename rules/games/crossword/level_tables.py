"""Shared by the level makers of the word games: tables with words laid in turn, and writing the files.

`python -m rules.games.<game>.make_levels` lays words of bands 1 to 3, rates and discards, then writes
levels/<game>/*.yaml; the result is reproducible. The names of the levels are written by hand, in
game/locale/<language>/levels_<game>.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from rules.files.level_writer import Found, say, write
from rules.games.crossword.board import Lay
from rules.games.crossword.letters import needed_for
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.placement import Square
from rules.words.vocabulary import Vocabulary

KNOWN_BAND = 3
"""Solutions use words up to this band."""
PLAIN_BAND = 2
"""Words on the table are up to this band."""
RED_STOCK, BLACK_STOCK = "AEIOU", "BDGNRST"
LEVELS_PER_GRADE = 10

Make = Callable[[Random], Found | None]
"""Try to make a level; None if this random number gives none."""


class TableMaker:
    """Lay plain words for two players in turn, none of which earns a second word."""

    def __init__(self, rng: Random, words: Vocabulary):
        self.rng, self.words = rng, words
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
        hand = "".join(shuffled("AAEEEIIOUUBCDDFGHHKLLMNNNPRRSSTTWZ", self.rng)[:11])
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


def write_levels(game: str, title: str, about: str, grades: Iterable[tuple[str, Make]]) -> None:
    """Make the levels of a game and write its files, one for each grade."""
    found = ((name, _levels(game, name, make)) for name, make in grades)
    write(game, title, f"games.{game}.make_levels", about, found)


def _levels(game: str, name: str, make: Make) -> Iterator[Found]:
    number = made = 0
    while made < LEVELS_PER_GRADE:
        found = make(rng_for("levels", game, name, number))
        number += 1
        if found is not None:
            made += 1
            say(game, made, LEVELS_PER_GRADE, name)
            yield found
