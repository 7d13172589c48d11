"""Editing on the mat: every change can be taken back, and a word moves as a whole."""

from __future__ import annotations

from game.boards.letters.draft import Draft, tiles
from game.boards.presto.mat import MatHistory, WordDrag
from rules.words.placement import Run


def draft_of(**rows: str) -> Draft:
    """Lay words to the right from (0, y), named by rows `y0`, `y1` and so on."""
    draft = Draft()
    for row, word in rows.items():
        for x, tile in enumerate(tiles(word)):
            draft.put((x, int(row[1:])), tile)
    return draft


def test_every_change_can_be_taken_back_once() -> None:
    draft = Draft()
    history = MatHistory(draft)
    history.note()
    assert not history, "nothing has changed yet"
    for x, tile in enumerate(tiles("AB")):
        draft.put((x, 0), tile)
        history.note()
        history.note()
    history.undo()
    assert draft.letters == {(0, 0): "A"} and history
    history.undo()
    assert not draft and not history


def test_a_new_round_has_nothing_to_take_back() -> None:
    draft = draft_of(y0="AB")
    history = MatHistory(draft)
    history.note()
    history.forget()
    assert not history


def test_the_longest_word_through_a_square_moves_as_a_whole() -> None:
    draft = draft_of(y0="HAUS")
    drag = WordDrag(draft)
    runs = [Run(True, 1, 0, "A", False), Run(False, 0, 0, "HAUS", True)]
    assert drag.lift((1, 0), runs) is True
    assert drag.move((1, 0)) is False and drag.move((2, 3)) is True
    assert draft.letters == {(1, 3): "H", (2, 3): "A", (3, 3): "U", (4, 3): "S"}
    assert drag.release() is True and drag.release() is False


def test_a_word_does_not_move_over_other_letters() -> None:
    draft = draft_of(y0="HAUS", y2="X")
    drag = WordDrag(draft)
    assert drag.lift((0, 0), [Run(False, 0, 0, "HAUS", True)])
    before = draft.letters
    assert drag.move((0, 2)) is False and draft.letters == before
    assert drag.lift((0, 2), []) is False, "a letter alone is no word"
