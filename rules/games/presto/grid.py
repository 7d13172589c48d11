"""The crossword that one player builds in a race: its letters by square, and whether it is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.base import Refusal
from rules.games.crossword.letters import Hand, needed_for
from rules.words.placement import Run, Square, all_runs, rows_of, without
from rules.words.vocabulary import Vocabulary

Grid = tuple[str, ...]
"""Rows from the top, as in records: `.` is a free square, a Jolly is in lower case."""
FREE = "."


@dataclass(frozen=True, slots=True)
class Judgement:
    """The check of a crossword, while it is built and when its player calls "Fertig!"."""

    runs: tuple[Run, ...]
    """Every run of two letters or more, to the right and down, valid or not."""
    loose: frozenset[Square]
    """Squares not connected to the largest part."""
    over: Hand
    """The letters of the hand that are not laid."""
    refusal: Refusal | None
    """Why it is not finished; None: it is."""

    @property
    def sound(self) -> bool:
        return self.refusal is None


def judge(hand: Hand, letters: Mapping[Square, str], words: Vocabulary, most_over: int) -> Judgement:
    """Check a crossword built from a hand of which at most `most_over` letters may be left over."""
    runs = tuple(Run(down, x, y, word, word in words) for down, x, y, word in all_runs(letters))
    loose = frozenset(letters) - largest_part(letters)
    needed = [needed_for(spelled) for spelled in letters.values()]
    foreign = next((letter for letter in needed if needed.count(letter) > hand.count(letter)), None)
    over = "" if foreign is not None else without(hand, needed)
    refusal = (_why_not_all(foreign, letters, over, most_over) or _why_apart(loose)
               or _why_no_words(runs, words))
    return Judgement(runs, loose, over, refusal)


def _why_not_all(
    foreign: str | None, letters: Mapping[Square, str], over: Hand, most_over: int
) -> Refusal | None:
    if foreign is not None:
        return Refusal("refuse.presto.not_yours", {"letter": foreign})
    if not letters:
        return Refusal("refuse.presto.nothing")
    if len(over) > most_over:
        return Refusal("refuse.presto.letters_over", {"n": len(over), "most": most_over})
    return None


def _why_apart(loose: frozenset[Square]) -> Refusal | None:
    return Refusal("refuse.presto.apart", {"n": len(loose)}, min(loose)) if loose else None


def _why_no_words(runs: Iterable[Run], words: Vocabulary) -> Refusal | None:
    run = next((run for run in runs if not run.valid), None)
    if run is None:
        return None
    why = words.why_not(run.word)
    return Refusal(why.key, why.values, (run.x, run.y)) if why else None


# --- squares ---


def largest_part(letters: Mapping[Square, str]) -> frozenset[Square]:
    """Return the squares of the connected part with the most letters; of equal ones the first."""
    left, largest = dict.fromkeys(sorted(letters)), frozenset[Square]()
    while left:
        part, growing = set(), [next(iter(left))]
        while growing:
            x, y = growing.pop()
            if (x, y) in left:
                del left[x, y]
                part.add((x, y))
                growing += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        largest = frozenset(part) if len(part) > len(largest) else largest
    return largest


# --- writing ---


def write_grid(letters: Mapping[Square, str]) -> Grid:
    """Return the rows of the smallest rectangle that holds the crossword."""
    return rows_of(letters, FREE)


def read_grid(grid: Grid) -> dict[Square, str]:
    return {(x, y): letter for y, row in enumerate(grid) for x, letter in enumerate(row) if letter != FREE}
