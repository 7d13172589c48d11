"""The board and the notation of moves."""

from __future__ import annotations

import pytest

from rules.base import UnreadableMove
from rules.games.crossword.board import Board, Buy, Lay, Pass, Swap, read_crossword_move


@pytest.mark.parametrize("neighbour", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_every_side_of_a_square_counts(neighbour: tuple[int, int]) -> None:
    board = Board((((0, 0), "A"), (neighbour, "B"), ((1, 1), "C"), ((5, 5), "D")))
    assert board.sides_built((0, 0)) == 1 and board.sides_built((9, 9)) == 0


def test_only_the_exchanged_jolly_becomes_a_letter() -> None:
    board = Board((((0, 0), "a"), ((1, 0), "b")))
    assert board.exchanged((1, 0)) == Board((((0, 0), "a"), ((1, 0), "B")))


@pytest.mark.parametrize(("lying", "joins"), [
    ({}, False), ({0}, False), ({0, 1}, False), ({1, 2}, False), ({0, 3}, True), ({0, 2}, True),
    ({1, 3}, True), ({0, 1, 2}, False),
])
def test_a_word_joins_two_if_a_new_letter_lies_between_letters_of_the_table(lying: set[int],
                                                                            joins: bool) -> None:
    word = Lay(False, 0, 0, "HAUS")
    assert word.joins({(x, 0): "HAUS"[x] for x in lying}) is joins


def test_moves_are_read_as_they_are_written() -> None:
    moves = [Lay(True, -1, 20, "HaUS"), Lay(False, 0, 0, "EI"), Swap(3, -4), Pass(), Buy(("red",)),
             Buy(("red",) * 9 + ("black",) * 9)]
    assert [read_crossword_move(str(move)) for move in moves] == moves
    for text in ("buy" + " red" * 10, "buy" + " black" * 10, "buy", "swap 1", "> 0,00 EI", "< 0,0 EI"):
        with pytest.raises(UnreadableMove):
            read_crossword_move(text)
