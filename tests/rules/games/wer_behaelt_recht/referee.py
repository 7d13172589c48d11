"""An independent referee, written from the rule page alone: it replays a record and shares only the word list
with rules/. Deliberately slow and plain.
"""

from __future__ import annotations

import re
from typing import Any

VOWELS = "AEIOUY"
STEP = {">": (1, 0), "v": (0, 1)}


class Game:
    """One round on the table, as squares and letters."""

    def __init__(self, setup: dict[str, Any], players: int, scores: list[int], transfer: bool, valid: Any):
        self.hands = [list(hand) for hand in setup["hands"]]
        self.stock = {"red": list(setup["red"]), "black": list(setup["black"])}
        self.turn, self.players = setup["starter"], players
        self.stake, self.transfer, self.valid = setup.get("stake", 1), transfer, valid
        self.scores, self.out = list(scores), set()
        self.board: dict[tuple[int, int], str] = {}
        self.fragment: list[tuple[int, int]] = []
        self.way = ">"
        self.said: tuple[str, tuple[int, int]] | None = None
        self.author: int | None = None
        self.last: tuple[str, list[tuple[int, int]]] | None = None
        self.any_word = self.bought = self.premium = False
        self.passes = 0
        self.end: tuple[list[int], str] | None = None

    # --- helpers ---

    def at(self, square: tuple[int, int], steps: int, way: str) -> tuple[int, int]:
        return square[0] + steps * STEP[way][0], square[1] + steps * STEP[way][1]

    def run(self, square: tuple[int, int], way: str) -> list[tuple[int, int]]:
        squares = [square]
        while self.at(squares[0], -1, way) in self.board:
            squares.insert(0, self.at(squares[0], -1, way))
        while self.at(squares[-1], 1, way) in self.board:
            squares.append(self.at(squares[-1], 1, way))
        return squares

    def text(self, squares: list[tuple[int, int]]) -> str:
        return "".join(self.board[square] for square in squares).upper()

    def following(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % self.players
            if seat not in self.out:
                return seat

    def rest(self, seat: int) -> int:
        worth = {"*": 10, "+": 10} | {letter: 3 for letter in VOWELS}
        return self.stake * sum(worth.get(letter, 1) for letter in self.hands[seat])

    def take(self, letter: str) -> None:
        held = letter if letter.isupper() else "*" if letter.upper() in VOWELS else "+"
        assert held in self.hands[self.turn], f"{letter} is not in the hand"
        self.hands[self.turn].remove(held)

    def next_turn(self, seat: int) -> None:
        self.turn, self.bought, self.premium = seat, False, False

    # --- moves ---

    def move(self, text: str) -> None:
        assert self.end is None, "the round is over"
        word, _, rest = text.partition(" ")
        due = self.said is not None and self.author == self.turn and not self.premium
        assert not due or word in ("complete", "swap"), "the author must complete"
        assert not self.premium or word in ("front", "back", "pass"), "only the premium letter"
        moves = {"swap": self.do_swap, "buy": self.do_buy, "pass": self.do_pass, "begin": self.do_begin,
                 "front": self.do_front, "back": self.do_back, "complete": self.do_complete}
        moves[word](rest)

    def do_swap(self, rest: str) -> None:
        square = tuple(map(int, rest.split(",")))
        letter = self.board[square]
        assert letter.islower()
        x, y = square
        sides = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        assert sum(side in self.board for side in sides) < 3
        self.take(letter.upper())
        self.hands[self.turn].append("*" if letter.upper() in VOWELS else "+")
        self.board[square] = letter.upper()

    def do_buy(self, colour: str) -> None:
        assert not self.bought
        self.hands[self.turn].append(self.stock[colour].pop(0))
        self.bought, self.passes = True, 0

    def do_pass(self, _: str) -> None:
        if self.premium:
            return self.next_turn(self.following(self.turn))
        assert self.bought or not (self.stock["red"] or self.stock["black"])
        self.passes = 0 if self.bought else self.passes + 1
        if not self.fragment:
            self.any_word = True
        if self.passes == self.players - len(self.out):
            return self.blocked()
        return self.next_turn(self.following(self.turn))

    def do_begin(self, rest: str) -> None:
        found = re.fullmatch(r"([>v]) (-?\d+),(-?\d+) (\S) ([A-Z]+)@(\d+)", rest)
        assert found and not self.fragment
        way, square = found[1], (int(found[2]), int(found[3]))
        assert square not in self.board
        crossed = []
        if not self.board:
            assert (way, square) == (">", (0, 0))
        else:
            crossed = [beside for beside in (self.at(square, -1, way), self.at(square, 1, way))
                       if beside in self.board and self.may_cross(beside, way)]
            assert crossed, "crosses nothing it may cross"
        self.way = way
        vowel = any(self.board[beside].upper() in VOWELS for beside in crossed)
        self.lay(square, found[4], found[5], int(found[6]), vowel)

    def may_cross(self, square: tuple[int, int], way: str) -> bool:
        other = "v" if way == ">" else ">"
        if self.any_word:
            return len(self.run(square, other)) > 1
        return self.last is not None and self.last[0] == other and square in self.last[1]

    def do_front(self, rest: str) -> None:
        self.grow(self.at(self.fragment[0], -1, self.way), rest)

    def do_back(self, rest: str) -> None:
        self.grow(self.at(self.fragment[-1], 1, self.way), rest)

    def grow(self, square: tuple[int, int], rest: str) -> None:
        letter, said = rest.split(" ")
        word, at = said.split("@")
        self.lay(square, letter, word, int(at), False)

    def lay(self, square: tuple[int, int], letter: str, word: str, at: int, vowel: bool) -> None:
        self.take(letter)
        self.board[square] = letter
        self.fragment = self.run(square, self.way)
        assert word[at:at + len(self.fragment)] == self.text(self.fragment), "the fragment is not in the word"
        first = self.at(self.fragment[0], -at, self.way)
        self.check_room(word, first, square)
        same = self.said == (word, first)
        assert same or not self.premium
        assert same or self.said is None or self.said[0] != word, "the word has an author elsewhere"
        if not same:
            self.said, self.author = (word, first), self.turn
        self.passes, self.any_word = 0, False
        squares = [self.at(first, i, self.way) for i in range(len(word))]
        x, y = square
        square_closed = any(all(corner in self.board for corner in ((x + i, y), (x, y + j), (x + i, y + j)))
                            for i in (-1, 1) for j in (-1, 1))
        if not self.hands[self.turn]:
            self.went_out()
        elif all(found in self.board for found in squares):
            self.completed(squares, self.author if same else self.following(self.turn))
        elif (square_closed or vowel) and not self.premium:
            self.premium = True
        else:
            self.next_turn(self.following(self.turn))

    def check_room(self, word: str, first: tuple[int, int], laid: tuple[int, int]) -> None:
        assert word in self.valid, f"{word} is no word"
        assert self.at(first, -1, self.way) not in self.board
        assert self.at(first, len(word), self.way) not in self.board
        across = "v" if self.way == ">" else ">"
        for i, letter in enumerate(word):
            square = self.at(first, i, self.way)
            if square in self.board:
                assert self.board[square].upper() == letter, "no room"
            if square not in self.board or square == laid:
                lying = self.board.get(square)
                self.board[square] = letter
                beside = self.text(self.run(square, across))
                assert len(beside) == 1 or beside in self.valid, f"{beside} is senseless"
                if lying is None:
                    del self.board[square]
                else:
                    self.board[square] = lying

    def completed(self, squares: list[tuple[int, int]], beginner: int) -> None:
        self.last = (self.way, squares)
        self.fragment, self.said, self.author = [], None, None
        self.next_turn(beginner)

    def do_complete(self, _: str) -> None:
        assert self.said is not None and self.author == self.turn and not self.premium
        word, first = self.said
        squares = [self.at(first, i, self.way) for i in range(len(word))]
        hand, laid = list(self.hands[self.turn]), {}
        for square, letter in zip(squares, word, strict=True):
            if square in self.board:
                continue
            jolly = "*" if letter in VOWELS else "+"
            if letter in hand:
                hand.remove(letter)
                laid[square] = letter
            elif jolly in hand:
                hand.remove(jolly)
                laid[square] = letter.lower()
            else:
                return self.lacks()
        self.hands[self.turn] = hand
        self.board.update(laid)
        self.passes = 0
        if not hand:
            return self.went_out()
        return self.completed(squares, self.turn)

    def lacks(self) -> None:
        by = self.turn
        for seat in range(self.players):
            if seat != by and seat not in self.out:
                self.scores[seat] += self.rest(by)
                self.scores[by] -= self.rest(by)
        self.out.add(by)
        self.said, self.author, self.passes = None, None, 0
        left = [seat for seat in range(self.players) if seat not in self.out]
        if len(left) == 1:
            self.end = (left, "alone")
        else:
            self.next_turn(self.following(by))

    # --- the end ---

    def went_out(self) -> None:
        self.pay(self.turn)
        self.end = ([self.turn], "out")

    def blocked(self) -> None:
        rests = {seat: self.rest(seat) for seat in range(self.players) if seat not in self.out}
        lowest = [seat for seat in rests if rests[seat] == min(rests.values())]
        if len(lowest) > 1:
            self.end = ([], "blocked")
        else:
            self.pay(lowest[0])
            self.end = (lowest, "blocked")

    def pay(self, winner: int) -> None:
        for seat in range(self.players):
            if seat not in self.out and seat != winner:
                self.scores[winner] += self.rest(seat)
                if self.transfer:
                    self.scores[seat] -= self.rest(seat)
        self.scores[winner] -= self.rest(winner)


def judge(record: dict[str, Any], valid: Any = None) -> None:
    """Replay all rounds of a record; raise AssertionError at the first difference."""
    players, scores = len(record["players"]), [0] * len(record["players"])
    for round_ in record["rounds"]:
        words = round_["setup"].get("words", "").split() if valid is None else valid
        game = Game(round_["setup"], players, scores, record["rules"]["payment"] == "transfer", words)
        for number, entry in enumerate(round_["moves"], 1):
            assert entry["by"] == game.turn, f"move {number}: {game.turn} is in turn"
            try:
                game.move(entry["move"])
            except AssertionError as fault:
                raise AssertionError(f"move {number}, {entry['move']}: {fault}") from None
            assert entry["scores"] == game.scores, f"move {number}, {entry['move']}: {game.scores}"
        assert game.end is not None
        assert round_["result"] == {"scores": game.scores, "winners": game.end[0], "why": game.end[1]}
        scores = game.scores
