"""A word that is being laid: tiles go to squares and come back."""

from __future__ import annotations

from game.boards.letters.draft import Draft, Tile, tiles


def test_equal_letters_are_different_tiles() -> None:
    assert tiles("ABA") == [Tile("A", 0), Tile("B", 0), Tile("A", 1)]


def test_tiles_are_laid_found_and_taken_back() -> None:
    draft, (jolly, letter) = Draft(), tiles("*B")
    draft.put((0, 0), jolly, "A")
    draft.put((1, 0), letter)
    assert draft.letters == {(0, 0): "a", (1, 0): "B"} and jolly in draft and len(draft) == 2
    assert draft.square_of(letter) == (1, 0) and draft.tile_at((0, 0)) == jolly
    assert draft.take_last() == (1, 0) and letter not in draft and draft.tile_at((1, 0)) is None
    assert draft.take((0, 0)) == jolly and not draft and draft.take_last() is draft.take((0, 0)) is None


def test_a_cleared_draft_is_empty() -> None:
    draft = Draft()
    draft.put((0, 0), Tile("A", 0))
    draft.clear()
    assert not draft and draft.letters == {}


def test_only_tiles_still_in_the_hand_on_free_squares_stay() -> None:
    draft, hand = Draft(), tiles("ABC")
    for x, tile in enumerate(hand):
        draft.put((x, 0), tile)
    draft.keep_possible(hand[:2], {(1, 0): "X"})
    assert draft.letters == {(0, 0): "A"}
