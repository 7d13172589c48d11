"""Words on a table: which words new letters make, and why they may not be laid.

A table is a mapping from squares (x, y) to letters, y downwards, a Jolly in lower case. Geometry is checked
before the dictionary: first whether the squares are allowed, then whether the words exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.base import Refusal
from rules.words.lexicon import SHORTEST
from rules.words.marks import BLACK_JOLLY as BLACK_JOLLY
from rules.words.marks import RED_JOLLY as RED_JOLLY
from rules.words.marks import jolly_for as jolly_for
from rules.words.vocabulary import Vocabulary

Square = tuple[int, int]
Letters = Mapping[Square, str]


class Placement(NamedTuple):
    """A word to be laid: all its letters, including those on the table already; a Jolly in lower case."""

    down: bool
    x: int
    y: int
    word: str

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(squares(self.down, self.x, self.y, len(self.word)))

    def new_letters(self, board: Letters) -> dict[Square, str]:
        """Return the letters that come from the hand."""
        return {square: letter for square, letter in zip(self.squares, self.word, strict=True)
                if square not in board}


class Run(NamedTuple):
    """Two letters or more in a row through a new letter, and whether they are a valid word."""

    down: bool
    x: int
    y: int
    word: str
    valid: bool

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(squares(self.down, self.x, self.y, len(self.word)))

    @property
    def placement(self) -> Placement:
        return Placement(self.down, self.x, self.y, self.word)


@dataclass(frozen=True, slots=True)
class Survey:
    """The runs that new letters make. `mains`, the longer one first, are those that can be the word laid:
    they contain all new letters and one from the table. A single letter can make two.
    """

    runs: tuple[Run, ...]
    mains: tuple[Run, ...]
    fault: Refusal | None

    @property
    def main(self) -> Run | None:
        return self.mains[0] if self.mains else None


def squares(down: bool, x: int, y: int, length: int) -> Iterator[Square]:
    """Yield the squares of a word."""
    for step in range(length):
        yield (x, y + step) if down else (x + step, y)


def run_through(board: Letters, square: Square, *, down: bool) -> tuple[Square, str]:
    """Return the start and the letters of the run through a square."""
    (x, y), (across, deep) = square, (0, 1) if down else (1, 0)
    while (x - across, y - deep) in board:
        x, y = x - across, y - deep
    start, word = (x, y), ""
    while (x, y) in board:
        word += board[x, y]
        x, y = x + across, y + deep
    return start, word


def all_runs(board: Letters) -> Iterator[tuple[bool, int, int, str]]:
    """Yield every run of two letters or more as (down, x, y, word in capitals), row by row."""
    for square in sorted(board, key=lambda square: (square[1], square[0])):
        for down in (False, True):
            start, word = run_through(board, square, down=down)
            if start == square and len(word) >= SHORTEST:
                yield down, *square, word.upper()


def without(hand: str, letters: Iterable[str]) -> str:
    """Remove letters from a hand that holds them; of equal letters the first is removed."""
    for letter in letters:
        hand = hand.replace(letter, "", 1)
    return hand


def rows_of(letters: Letters, free: str = ".") -> tuple[str, ...]:
    """Return the rows of the smallest rectangle that holds all letters."""
    if not letters:
        return ()
    columns, rows = [x for x, _ in letters], [y for _, y in letters]
    return tuple("".join(letters.get((x, y), free) for x in range(min(columns), max(columns) + 1))
                 for y in range(min(rows), max(rows) + 1))


# --- letters laid one by one ---


def survey(board: Letters, laid: Letters, vocabulary: Vocabulary) -> Survey:
    """Check new letters on a table. The first word may be laid anywhere; it is moved to 0,0 later."""
    table = {**board, **laid}
    runs = tuple(_runs(table, laid, vocabulary))
    mains = [run for run in runs if laid.keys() <= set(run.squares)]
    if board:
        mains = [run for run in mains if len(run.word) > len(laid)]
    mains.sort(key=lambda run: -len(run.word))
    fault = _geometry(board, laid, mains)
    if fault is None:
        fault = next((_no_word(run, vocabulary) for run in (*mains, *runs) if not run.valid), None)
    return Survey(runs, tuple(mains), fault)


def _runs(table: Letters, laid: Letters, vocabulary: Vocabulary) -> Iterator[Run]:
    seen = set()
    for square in sorted(laid):
        for down in (False, True):
            start, word = run_through(table, square, down=down)
            if len(word) >= SHORTEST and (start, down) not in seen:
                seen.add((start, down))
                yield Run(down, *start, word, word.upper() in vocabulary)


def _no_word(run: Run, vocabulary: Vocabulary) -> Refusal | None:
    why = vocabulary.why_not(run.word.upper())
    return None if why is None else replace(why, where=run)


def _geometry(board: Letters, laid: Letters, mains: list[Run]) -> Refusal | None:
    """Return the refusal for the squares alone, or None."""
    if not laid:
        return Refusal("refuse.lay_nothing")
    for square, letter in sorted(laid.items()):
        if square in board:
            return Refusal("refuse.lay_taken", {"letter": letter, "there": board[square].upper()}, square)
    columns, rows = {x for x, _ in laid}, {y for _, y in laid}
    if len(columns) > 1 and len(rows) > 1:
        return Refusal("refuse.lay_crooked")
    between = (square for square in _between(columns, rows) if square not in board and square not in laid)
    gap = next(between, None)
    if gap is not None:
        return Refusal("refuse.lay_gap", where=gap)
    if not board:
        return _first_word(laid, columns)
    return None if mains else _apart(board, laid)


def _between(columns: set[int], rows: set[int]) -> Iterator[Square]:
    for x in range(min(columns), max(columns) + 1):
        for y in range(min(rows), max(rows) + 1):
            yield x, y


def _first_word(laid: Letters, columns: set[int]) -> Refusal | None:
    if len(laid) < SHORTEST:
        return Refusal("refuse.lay_first_short")
    return Refusal("refuse.lay_first_across") if len(columns) == 1 else None


def _apart(board: Letters, laid: Letters) -> Refusal:
    """Return the refusal for a word without a letter of the table: beside others, or away from all."""
    for x, y in sorted(laid):
        if any(square in board for square in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))):
            return Refusal("refuse.lay_beside", where=(x, y))
    return Refusal("refuse.lay_apart", where=min(laid))


# --- a whole word as a move ---


def why_not(board: Letters, hand: str, placement: Placement, vocabulary: Vocabulary) -> Refusal | None:
    """Return None if the word may be laid with this hand; accepts exactly what generate.placements yields."""
    return (_wrong_letters(placement, vocabulary) or _wrong_squares(board, placement)
            or _not_in_hand(hand, placement.new_letters(board).values())
            or _wrong_words(board, placement, vocabulary))


def _wrong_letters(placement: Placement, vocabulary: Vocabulary) -> Refusal | None:
    word = placement.word
    if not vocabulary.language.letters.issuperset(word):
        return Refusal("refuse.lay_no_letters", {"word": word, "list": vocabulary.language.list_name})
    return Refusal("refuse.word_short", {"word": word}) if len(word) < SHORTEST else None


def _wrong_squares(board: Letters, placement: Placement) -> Refusal | None:
    word = placement.word
    if not board:
        at_start = placement[:3] == (False, 0, 0)
        return None if at_start else Refusal("refuse.lay_first_start")
    there = [board.get(square) for square in placement.squares]
    for square, letter, lying in zip(placement.squares, word, there, strict=True):
        if lying not in (None, letter):
            return Refusal("refuse.lay_taken", {"letter": letter, "there": lying}, square)
    for end in _ends(placement):
        if end in board:
            return Refusal("refuse.lay_goes_on", {"word": word.upper(), "letter": board[end].upper()}, end)
    if None not in there:
        return Refusal("refuse.lay_nothing")
    if all(lying is None for lying in there):
        return _apart(board, placement.new_letters(board))
    return None


def _ends(placement: Placement) -> tuple[Square, Square]:
    """Return the squares before and after the word."""
    down, x, y, word = placement
    return ((x, y - 1), (x, y + len(word))) if down else ((x - 1, y), (x + len(word), y))


def _not_in_hand(hand: str, letters: Iterable[str]) -> Refusal | None:
    rest = list(hand)
    for letter in letters:
        needed = letter if letter.isupper() else jolly_for(letter)
        if needed not in rest:
            key = "refuse.lay_not_in_hand" if needed == letter else "refuse.lay_no_jolly"
            return Refusal(key, {"letter": letter.upper()})
        rest.remove(needed)
    return None


def _wrong_words(board: Letters, placement: Placement, vocabulary: Vocabulary) -> Refusal | None:
    new = placement.new_letters(board)
    runs = _runs({**board, **new}, new, vocabulary)
    return next((_no_word(run, vocabulary) for run in runs if not run.valid), None)
