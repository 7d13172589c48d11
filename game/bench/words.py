"""The word engine: all words for a hand, in every language and against a plain generator; fragments; opening
the lexicon.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial

from game.bench import ROOT
from game.boards.measures.figures import Row, rate, report
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.words.generate import placements
from rules.words.language import GERMAN, LANGUAGES, Language
from rules.words.placement import Placement, Square
from rules.words.tiles import language_values
from rules.words.vocabulary import CLASSIC, Vocabulary, vocabulary

LONGEST = 40
"""The players of the measured boards choose among this many longest words."""
FRAGMENTS = ("E", "R", "EN", "CH", "SCH", "UNG", "EIN", "LICH", "QU", "X")
SEVEN, THIRTEEN = (3, 4), (5, 8)
"""Red and black letters of the measured hands."""
RATES = ((SEVEN, "words_rate_7", 102_000), (THIRTEEN, "words_rate_13", 170_000))
"""Placements a second: 150,000 and 250,000 on a machine that runs plain Python 1.47 times as fast as the one
for which the limits were set."""

Board = dict[Square, str]


def main() -> None:
    quick = "--quick" in sys.argv
    words = vocabulary(CLASSIC)
    tables = [table(number) for number in range(4 if quick else 12)]
    plain = Plain(words)
    few = tables[:2 if quick else 3]
    report([
        Row("words_placements", mean(tables, "", words), "ms", None, 60.0),
        Row("words_placements_jolly", (mean(tables, "*", words) + mean(tables, "+", words)) / 2,
            "ms", None, 600.0),
        Row("words_against_plain", mean(few, "", words), "ms", mean(few, "", words, plain.placements), 0.2),
        Row("words_fragment",
            max(milliseconds(partial(words.words_containing, piece)) for piece in FRAGMENTS), "ms",
            None, 100.0),
        Row("words_open", opening(3 if quick else 9), "ms", None, 30.0),
        *(Row(name, placed_per_second(language, letters, 4 if quick else 12), "/s", None, limit,
              at_least=True, game=language.code)
          for letters, name, limit in RATES for language in LANGUAGES.values()),
    ])


# --- all words for a hand ---


@cache
def stock(language: Language) -> tuple[str, str]:
    """Return the red and the black letters of a language, without Jollies."""
    letters = language_values(language.code)["letters"]
    red, black = ("".join(letter * count for letter, count in letters[colour].items() if letter != "jolly")
                  for colour in ("red", "black"))
    return red, black


def hand(number: int, jolly: str = "", letters: tuple[int, int] = THIRTEEN,
         language: Language = GERMAN) -> str:
    rng, (red, black) = rng_for("bench hand", number), stock(language)
    vowels = shuffled(red, rng)[:letters[0] - (jolly == "*")]
    consonants = shuffled(black, rng)[:letters[1] - (jolly == "+")]
    return "".join((*vowels, *consonants, jolly))


def table(number: int, words: int = 10, language: Language = GERMAN) -> Board:
    """Return a board after `words` words, laid by players who know everyday words and prefer long ones."""
    board: Board = {}
    known = vocabulary(language.classic, language=language.code).known(3)
    rng, draw = rng_for("bench table", number), 100 * number
    while words:
        found = list(placements(board, hand(draw, language=language), known))
        draw += 1
        if found:
            found.sort(key=lambda placement: -len(placement.new_letters(board)))
            board.update(pick(rng, found[:LONGEST]).new_letters(board))
            words -= 1
    return board


def placed_per_second(language: Language, letters: tuple[int, int], count: int) -> float:
    """Return how many placements a second are found for hands of this size, with the index already built."""
    words = vocabulary(language.classic, language=language.code)
    tables = [(table(number, language=language), hand(number, "", letters, language))
              for number in range(count)]

    def all_tables() -> int:
        return sum(1 for board, held in tables for _ in placements(board, held, words))

    all_tables()
    return max(rate(all_tables) for _ in range(3))


def mean(tables: list[Board], jolly: str, words: Vocabulary,
         find: Callable[[Board, str, Vocabulary], Iterator[Placement]] = placements) -> float:
    """Return the mean time of finding all words with 13 letters, with the index already built."""
    def all_tables() -> None:
        for number, board in enumerate(tables):
            sum(1 for _ in find(board, hand(number, jolly), words))

    if find is placements:
        all_tables()
    return milliseconds(all_tables) / len(tables)


def milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of `work`."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


class Plain:
    """A naive word generator as the floor: letter by letter along a set of prefixes, crossings last."""

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


# --- opening the lexicon ---

LEXICON = """
import time
import rules.base, rules.session
started = time.process_time()
from rules.words.vocabulary import CLASSIC, vocabulary
"HAUS" in vocabulary(CLASSIC)
print((time.process_time() - started) * 1000)
"""

def measured(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True,
                          text=True,
                          check=True)
    return float(done.stdout.strip().splitlines()[-1])


def opening(runs: int) -> float:
    """Return the median time of the first lookup in the lexicon over `runs` processes."""
    measured(LEXICON)
    return sorted(measured(LEXICON) for _ in range(runs))[runs // 2]


if __name__ == "__main__":
    main()
