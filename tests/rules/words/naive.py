"""A naive generator of legal words for comparison: try every word at every square in every spelling.

Shares no line with rules/words/generate.py; written from the rule page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

Board = dict[tuple[int, int], str]
Laid = tuple[bool, int, int, str]

VOWELS = "AEIOUY"


def line(down: bool, x: int, y: int, length: int) -> list[tuple[int, int]]:
    return [(x, y + i) if down else (x + i, y) for i in range(length)]


def in_hand(hand: str, letters: list[str]) -> bool:
    rest = list(hand)
    for letter in letters:
        tile = letter if letter.isupper() else "*" if letter.upper() in VOWELS else "+"
        if tile not in rest:
            return False
        rest.remove(tile)
    return True


def runs(board: Board) -> Iterator[tuple[list[tuple[int, int]], str]]:
    """Yield all runs of two letters or more on the whole table."""
    for x, y in board:
        for dx, dy in ((1, 0), (0, 1)):
            if (x - dx, y - dy) not in board:
                squares = []
                while (x + len(squares) * dx, y + len(squares) * dy) in board:
                    squares.append((x + len(squares) * dx, y + len(squares) * dy))
                if len(squares) > 1:
                    yield squares, "".join(board[square] for square in squares)


def legal(board: Board, hand: str, laid: Laid, words: set[str]) -> bool:
    down, x, y, word = laid
    squares = line(down, x, y, len(word))
    new = {square: letter for square, letter in zip(squares, word, strict=True) if square not in board}
    if not new or len(word) < 2:
        return False
    if (board and len(new) == len(word)) or (not board and (down, x, y) != (False, 0, 0)):
        return False
    if any(board[square] != letter for square, letter in zip(squares, word, strict=True) if square in board):
        return False
    if not in_hand(hand, list(new.values())):
        return False
    after = {**board, **new}
    touched = [(places, text) for places, text in runs(after) if set(places) & set(new)]
    return squares in [places for places, _ in touched] and all(text.upper() in words for _, text in touched)


def all_legal(board: Board, hand: str, words: set[str]) -> set[Laid]:
    """Return every legal word, by brute force."""
    found = set()
    for word in words:
        for down, x, y in starts(board, len(word)):
            lying = [board.get(square) for square in line(down, x, y, len(word))]
            pairs = list(zip(lying, word, strict=True))
            if any(there is not None and there.upper() != letter for there, letter in pairs):
                continue
            if lying.count(None) > len(hand):
                continue
            ways = [(there,) if there is not None else (letter, letter.lower()) for there, letter in pairs]
            for spelling in product(*ways):
                laid = (down, x, y, "".join(spelling))
                if legal(board, hand, laid, words):
                    found.add(laid)
    return found


def starts(board: Board, length: int) -> Iterator[tuple[bool, int, int]]:
    if not board:
        yield False, 0, 0
        return
    through = {(down, x - i * (not down), y - i * down)
               for x, y in board for i in range(length) for down in (False, True)}
    yield from sorted(through)


def random_words(rng: Random, letters: str, count: int) -> set[str]:
    return {"".join(letters[int(rng.random() * len(letters))] for _ in range(2 + int(rng.random() * 4)))
            for _ in range(count)}


def scattered(rng: Random, letters: str, count: int) -> Board:
    """Return letters anywhere, also where no game would put them; some are Jollies."""
    size = 2 + int(count ** 0.5)
    board = {}
    for _ in range(count):
        letter = letters[int(rng.random() * len(letters))]
        square = (int(rng.random() * size) - 1, int(rng.random() * size) - 2)
        board[square] = letter.lower() if rng.random() < 0.2 else letter
    return board
