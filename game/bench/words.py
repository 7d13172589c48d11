"""The word engine: all words for a hand, against a plain generator; fragments; Presto; opening a word game."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from game.bench import ROOT, Row, report
from rules.catalog import GAMES
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.placement import Placement, Square
from rules.words.solve import build
from rules.words.vocabulary import CLASSIC, Vocabulary, vocabulary

RED = "AAAAAAAEEEEEEEEEIIIIOOOOUUUUY"
BLACK = "BBCCDDDFFFGGHHHJKKLLLLMMMNNNNNNPPQRRRRSSSSTTTVWXZ"
LONGEST = 40
"""At the tables measured a player takes one of so many longest words."""
SECOND = 1.0
"""So long a deal of Presto may take."""
FRAGMENTS = ("E", "R", "EN", "CH", "SCH", "UNG", "EIN", "LICH", "QU", "X")

Board = dict[Square, str]


def main() -> None:
    quick = "--quick" in sys.argv
    words = vocabulary(CLASSIC)
    tables = [table(number) for number in range(4 if quick else 12)]
    plain = Plain(words)
    few = tables[:2 if quick else 3]
    report([
        Row("words_placements", mean(tables, "", words), "ms", None, 60.0),
        Row("words_placements_jolly", (mean(tables, "*", words) + mean(tables, "+", words)) / 2, "ms", None, 600.0),
        Row("words_against_plain", mean(few, "", words), "ms", mean(few, "", words, plain.placements), 0.2),
        Row("words_fragment", max(milliseconds(partial(words.words_containing, piece)) for piece in FRAGMENTS), "ms",
            None, 100.0),
        *presto(40 if quick else 200, words),
        *opening(3 if quick else 9),
    ])


# --- all words for a hand ---


def hand(number: int, jolly: str = "", red: int = 5, black: int = 8) -> str:
    rng = rng_for("bench hand", number)
    vowels, consonants = shuffled(RED, rng)[:red - (jolly == "*")], shuffled(BLACK, rng)[:black - (jolly == "+")]
    return "".join((*vowels, *consonants, jolly))


def table(number: int, words: int = 10) -> Board:
    """A table after so many words, laid by players who know everyday words and like long ones."""
    board: Board = {}
    known, rng, draw = vocabulary(CLASSIC).known(3), rng_for("bench table", number), 100 * number
    while words:
        found = list(placements(board, hand(draw), known))
        draw += 1
        if found:
            found.sort(key=lambda placement: -len(placement.new_letters(board)))
            board.update(pick(rng, found[:LONGEST]).new_letters(board))
            words -= 1
    return board


def mean(tables: list[Board], jolly: str, words: Vocabulary,
         find: Callable[[Board, str, Vocabulary], Iterator[Placement]] = placements) -> float:
    """The mean time for all words of 13 letters, once the columns are made."""
    def all_tables() -> None:
        for number, board in enumerate(tables):
            sum(1 for _ in find(board, hand(number, jolly), words))

    if find is placements:
        all_tables()
    return milliseconds(all_tables) / len(tables)


def milliseconds(work: Callable[[], object]) -> float:
    """Of the processor: what other programs do beside us does not count."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


class Plain:
    """The generator that one would write first: letter by letter along a set of beginnings, crossings last."""

    def __init__(self, words: Vocabulary):
        self._words = set(words)
        self._beginnings = {word[:end] for word in self._words for end in range(1, len(word) + 1)}

    def placements(self, board: Board, letters: str, _: Vocabulary) -> Iterator[Placement]:
        for down in (False, True):
            turned = {(y, x): letter for (x, y), letter in board.items()} if down else board
            for line in sorted({y for _, y in turned}):
                lying = [x for x, y in turned if y == line]
                for start in range(min(lying) - len(letters), max(lying) + 1):
                    if (start - 1, line) not in turned:
                        for word in self._grow(turned, start, line, "", letters):
                            yield Placement(down, *((line, start) if down else (start, line)), word)

    def _grow(self, board: Board, start: int, line: int, word: str, rest: str) -> Iterator[str]:
        square = (start + len(word), line)
        lying = board.get(square)
        if word in self._words and lying is None and self._fits(board, start, line, word):
            yield word
        for letter in [lying] if lying else sorted(set(rest)):
            if word + letter in self._beginnings:
                left = rest if lying else rest.replace(letter, "", 1)
                yield from self._grow(board, start, line, word + letter, left)

    def _fits(self, board: Board, start: int, line: int, word: str) -> bool:
        free = [(start + place, line) for place in range(len(word)) if (start + place, line) not in board]
        return 0 < len(free) < len(word) and all(
            self._crossing(board, square, word[square[0] - start]) for square in free)

    def _crossing(self, board: Board, square: Square, letter: str) -> bool:
        x, y = square
        above = below = y
        while (x, above - 1) in board:
            above -= 1
        while (x, below + 1) in board:
            below += 1
        made = "".join(letter if row == y else board[x, row] for row in range(above, below + 1))
        return len(made) == 1 or made in self._words


# --- Presto ---


def presto(deals: int, words: Vocabulary) -> list[Row]:
    """19 letters with the Jollies among them: how many are laid within a second, and how fast."""
    times = [_presto_seconds(number, words) for number in range(deals)]
    return [Row("presto_unsolved", sum(taken > SECOND for taken in times) / deals * 100, "%", None, 5.0),
            Row("presto_mean", sum(times) / deals * 1000, "ms", None, 1000.0)]


def _presto_seconds(number: int, words: Vocabulary) -> float:
    """Of the processor; more than a second if the letters could not be laid."""
    rng = rng_for("bench presto", number)
    letters = "".join(shuffled(RED + "*", rng)[:7] + shuffled(BLACK + "+", rng)[:12])
    started = time.process_time()
    build(letters, words, rng, 60.0, stop=lambda: time.process_time() - started > SECOND)
    return time.process_time() - started


# --- opening a game ---

LEXICON = """
import time
import rules.base, rules.session
started = time.process_time()
from rules.words.vocabulary import CLASSIC, vocabulary
"HAUS" in vocabulary(CLASSIC)
print((time.process_time() - started) * 1000)
"""

TABLE = """
import sys, time
from game import bootstrap
from game.app import App
import pygame
App._set_mode = lambda self: pygame.display.set_mode((1920, 1080))
app = App()
from game.screens.shelf import Shelf
app.push(Shelf(app)); app.step(pygame.event.get(), 0)
started = time.process_time()
from game.data.occasion import Occasion
from game.table.scene import TableScene
from rules.catalog import rules_of
from rules.session import Seat, Session
app.push(TableScene(app, Session(rules_of({game!r}), [Seat("A"), Seat("B")], 1), Occasion(counts=False)))
app.step(pygame.event.get(), 16)
print((time.process_time() - started) * 1000)
app.close()
"""


def measured(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True, text=True,
                          check=True)
    return float(done.stdout.strip().splitlines()[-1])


def opening(runs: int) -> Iterator[Row]:
    """The first look into the lexicon; and, where there is a word game, its table against another one."""
    measured(LEXICON)
    yield Row("words_open", sorted(measured(LEXICON) for _ in range(runs))[runs // 2], "ms", None, 30.0)
    if "kreuzwort" in GAMES:
        tables = [(measured(TABLE.format(game="kreuzwort")), measured(TABLE.format(game="tripple_domino")))
                  for _ in range(runs + 1)][1:]
        more = sorted(word - other for word, other in tables)[runs // 2]
        yield Row("words_open_table", max(more, 0.0), "ms", None, 30.0)


if __name__ == "__main__":
    main()
