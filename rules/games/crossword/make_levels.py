"""Makes the levels of the word games: "lay all your letters", "the best word", and hands for Presto.

Run with `python -m rules.games.crossword.make_levels`, with the names of games to make only theirs; the same
numbers come out every time. It lays words of bands 1 to 3, rates and discards, then writes
levels/<game>/*.yaml. The names of the levels are written by hand, in
game/locale/<language>/levels_<game>.yaml.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random

from rules.catalog import rules_of
from rules.files.level_writer import Found, say, write
from rules.games.crossword.board import Lay
from rules.games.crossword.letters import needed_for
from rules.games.point_typ_dom.rules import PointTypDom
from rules.games.presto.bots import plan
from rules.games.presto.grid import read_grid, write_grid
from rules.games.presto.rules import Presto
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.placement import Placement
from rules.words.solve import build
from rules.words.vocabulary import CLASSIC, Vocabulary, vocabulary

KNOWN_BAND = 3
"""Puzzles are made of words that people know."""
PLAIN_BAND = 2
"""The words that lie on the table are plainer still."""
RED_STOCK, BLACK_STOCK = "AEIOU", "BDGNRST"
MOST_SOLUTIONS = 3
"""A puzzle that can be solved in more ways is none."""

ABOUT = {
    "kreuzwort": """\
# setup: hands, stocks and the moves that were made before. goal out, moves 1: all letters of the hand in one
# turn. # par: moves that may be taken back for the third star. rating: letters in the hand, words that can be
# laid, words # that use up the hand. proof: one of those, of words that people know.
""",
    "point_typ_dom": """\
# setup: hands, stocks and the moves that were made before. points: what the best word of bands 1 to 3 brings.
# par: moves that may be taken back for the third star. rating: letters in the hand, words that can be laid,
# and by # how much the best is better than the second. proof: the best word.
""",
    "presto": """\
# setup: the hand; the other three only look on. par: seconds for the third star, the time of a medium player.
# rating: letters, and how many words the proof has. proof: a crossword of words of bands 1 to 3.
""",
}


# --- tables ---------------------------------------------------------------------------------------


class TableMaker:
    """Lays plain words for two players in turn, none of which earns a second one."""

    def __init__(self, rng: Random, words: Vocabulary):
        self.rng, self.words = rng, words
        self.board: dict[tuple[int, int], str] = {}
        self.moves: list[str] = []
        self.used = ["", ""]
        self.seat = 0

    def lay(self, count: int) -> bool:
        """So many words; False if one cannot be found."""
        first = pick(self.rng, [word for word in self.words if 5 <= len(word) <= 7])
        self._take(Lay(False, 0, 0, first))
        return all(self._lay_next() for _ in range(count - 1))

    def _lay_next(self) -> bool:
        hand = "".join(shuffled("AAEEEIIOUUBCDDFGHHKLLMNNNPRRSSTTWZ", self.rng)[:11])
        fitting = [word for word in placements(self.board, hand, self.words)
                   if 3 <= len(word.new_letters(self.board)) and len(word.word) >= 4
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
        """The player whose turn it is after all this holds `hand`."""
        hands = list(self.used)
        hands[self.seat] += hand
        hands[1 - self.seat] += other
        turned = hands if self.seat == 0 else hands[::-1]
        return {"hands": turned, "red": RED_STOCK, "black": BLACK_STOCK, "starter": self.seat, "moves": self.moves}


# --- lay all your letters -------------------------------------------------------------------------


def all_letters(rng: Random, letters: int, on_table: int) -> Found | None:
    """A table and a hand that one word uses up."""
    everything = vocabulary(CLASSIC)
    maker = TableMaker(rng, everything.known(PLAIN_BAND))
    if not maker.lay(on_table):
        return None
    pool = "".join(shuffled("AAAEEEEIIOOUUBCDDDFFGHHKLLMMNNNNPRRRSSSTTTWVZ", rng)[:16])
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
    rating = {"letters": letters, "words": len(ways), "solutions": len(solutions)}
    return Found(maker.setup(hand, "EN"), {"players": 2, "goal": "out", "moves": 1, "par": 0}, rating, [str(Lay(*word))])


# --- the best word --------------------------------------------------------------------------------


def best_word(rng: Random, letters: int, on_table: int) -> Found | None:
    """A table and a hand with one word that brings clearly most."""
    rules = rules_of("point_typ_dom")
    assert isinstance(rules, PointTypDom)
    everything = vocabulary(CLASSIC)
    maker = TableMaker(rng, everything.known(PLAIN_BAND))
    if not maker.lay(on_table):
        return None
    hand = "".join(shuffled("AAAEEEEIIOOUUBBCCDDFFGGHHJKKLLMMNNNPPQRRSSTTVWXYZ", rng)[:letters])
    worth: dict[Placement, int] = {word: rules.points_of(word.word)
                                   for word in placements(maker.board, hand, everything.known(KNOWN_BAND))}
    ranked = sorted(worth, key=lambda word: -worth[word])
    if len(ranked) < 12 or len(ranked[0].new_letters(maker.board)) < 3:
        return None
    best, second = ranked[0], next((word for word in ranked if word.word != ranked[0].word), ranked[0])
    lead = worth[best] - worth[second]
    if lead < 2 or len(best.new_letters(maker.board)) == len(hand):
        return None
    rating = {"letters": letters, "words": len(ranked), "lead": lead}
    goal = {"players": 2, "goal": "points", "points": worth[best], "moves": 1, "par": 0}
    return Found(maker.setup(hand, "EN"), goal, rating, [str(Lay(*best))])


# --- hands for Presto -----------------------------------------------------------------------------


def race_hand(rng: Random, letters: int) -> Found | None:
    """A hand that comes out with words that people know, and the time that a fair player needs for it."""
    rules = rules_of("presto")
    assert isinstance(rules, Presto)
    reds = round(letters * 7 / 19)
    deck = {colour: shuffled(rules.letters.all(colour), rng) for colour in ("red", "black")}
    hand = "".join(deck["red"][:reds] + deck["black"][:letters - reds])
    known = vocabulary(CLASSIC).known(KNOWN_BAND)
    found = build(hand, known, rng, 3.0)
    if found is None or found.rest:
        return None
    times = [last[0] for last in (plan(hand, "medium", rng_for("par", hand, number), vocabulary(CLASSIC))[-1]
                                  for number in range(5)) if last[1].done]
    if len(times) < 3:
        return None
    others = [hand[i:] + hand[:i] for i in (1, 2, 3)]
    setup = {"hands": [hand, *others]}
    grid = "/".join(write_grid(found.letters))
    assert read_grid(tuple(grid.split("/")))
    rest = "".join(sorted(hand))
    proof = [f"finish 0 60.0 - {grid}", *(f"finish {seat} 60.0 {rest} -" for seat in (1, 2, 3))]
    par = min(999, 5 * round(sum(times) / len(times) / 5))
    return Found(setup, {"players": 4, "goal": "finish", "par": par}, {"letters": letters, "words": len(found.words)},
                 proof)


# --- files ----------------------------------------------------------------------------------------

Make = Callable[[Random], Found | None]
GRADES: dict[str, list[tuple[str, Make]]] = {
    "kreuzwort": [("1_small_rests", lambda rng: all_letters(rng, 4, 4)),
                  ("2_full_hands", lambda rng: all_letters(rng, 6, 6))],
    "point_typ_dom": [("1_good_words", lambda rng: best_word(rng, 7, 4)),
                      ("2_best_words", lambda rng: best_word(rng, 10, 6))],
    "presto": [("1_ten_letters", lambda rng: race_hand(rng, 10)), ("2_thirteen_letters", lambda rng: race_hand(rng, 13)),
               ("3_sixteen_letters", lambda rng: race_hand(rng, 16)),
               ("4_nineteen_letters", lambda rng: race_hand(rng, 19))],
}
TITLES = {"kreuzwort": "Kreuzwort", "point_typ_dom": "Point-Typ-Dom", "presto": "Presto"}
EACH = 10


def found_levels(game: str, name: str, make: Make) -> Iterator[Found]:
    number = made = 0
    while made < EACH:
        found = make(rng_for("levels", game, name, number))
        number += 1
        if found is not None:
            made += 1
            say(game, made, EACH, name)
            yield found


def main() -> None:
    for game in sys.argv[1:] or GRADES:
        grades = ((name, found_levels(game, name, make)) for name, make in GRADES[game])
        write(game, TITLES[game], "make_word_levels", ABOUT[game], grades)


if __name__ == "__main__":
    main()
