"""An independent referee for records of Kreuzwort and Point-Typ-Dom, written from the rule page alone.

Plain dicts and brute force: every word of the setup's `words` at every place. Imports nothing from the rules
package.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

VOWELS = "AEIOUY"
POINTS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", map(int, "14431343164232149223166996"), strict=True))


def judge(record: dict[str, Any]) -> None:
    """Check everything that a record claims; its rounds must list the valid words."""
    players = len(record["players"])
    totals, stake = [0] * players, 1
    for number, round_ in enumerate(record["rounds"]):
        setup = round_["setup"]
        if number:
            assert setup["starter"] == begins(setup["hands"]) and setup.get("stake", 1) == stake
        referee = Referee(record["game"], record["rules"], setup, totals)
        for entry in round_["moves"]:
            referee.check(entry)
        totals = referee.totals
        result = round_.get("result")
        assert (result is None) == (referee.result is None)
        if result:
            assert result == {"scores": totals, **referee.result}
            lost = referee.kreuzwort and not referee.result["winners"]
            stake = setup.get("stake", 1) * 2 if lost else 1
    if "result" in record:
        best = [seat for seat in range(players) if totals[seat] == max(totals)]
        single = record["rounds"][0]["result"]["winners"]
        winners = single if len(record["rounds"]) == 1 else best
        assert record["result"] == {"scores": totals, "winners": winners}


def begins(hands: list[str]) -> int:
    """The earliest seat with the letter nearest to Z; a Jolly is no letter."""
    for letter in "ZYXWVUTSRQPONMLKJIHGFEDCBA":
        for seat, hand in enumerate(hands):
            if letter in hand:
                return seat
    return 0


class Referee:
    def __init__(self, game: str, rules: dict[str, Any], setup: dict[str, Any], totals: list[int]):
        self.kreuzwort, self.rules = game == "kreuzwort", rules
        self.words = set(setup["words"].split())
        self.hands = [Counter(hand) for hand in setup["hands"]]
        self.stocks = {"red": list(setup["red"]), "black": list(setup["black"])}
        self.starter = self.turn = setup["starter"]
        self.stake = setup.get("stake", 1)
        self.totals, self.start = list(totals), list(totals)
        self.board: dict[tuple[int, int], str] = {}
        self.second, self.passes = False, 0
        self.first_out: int | None = None
        self.result: dict[str, Any] | None = None

    def check(self, entry: dict[str, Any]) -> None:
        assert self.result is None and entry["by"] == self.turn
        legal = self.legal()
        assert entry["move"] in legal, (entry["move"], sorted(legal))
        assert entry["legal"] == len(legal), (entry, sorted(legal))
        self.make(entry["move"])
        assert entry["scores"] == self.totals, (entry, self.totals)

    # --- legality ---

    def legal(self) -> set[str]:
        moves = self.lays() | self.swaps()
        reds, blacks = len(self.stocks["red"]), len(self.stocks["black"])
        if self.kreuzwort:
            moves |= {"buy red"} if reds else set()
            moves |= {"buy black"} if blacks else set()
            return moves | (set() if reds or blacks else {"pass"})
        if not self.second:
            moves |= {" ".join(["buy", *["red"] * r, *["black"] * b]) for r, b in product(range(4), repeat=2)
                      if 1 <= r + b <= 3 and r <= reds and b <= blacks}
        return moves | {"pass"}

    def swaps(self) -> set[str]:
        found = set()
        for (x, y), letter in self.board.items():
            sides = sum(place in self.board for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
            if letter.islower() and sides < 3 and self.hands[self.turn][letter.upper()]:
                found.add(f"swap {x},{y}")
        return found

    def lays(self) -> set[str]:
        found: set[str] = set()
        for word in self.words:
            if len(word) > 1:
                for down, x, y in self.beginnings(word):
                    found |= {f"{'v' if down else '>'} {x},{y} {spelled}"
                              for spelled in self.ways(word, x, y, down)}
        return found

    def beginnings(self, word: str) -> set[tuple[bool, int, int]]:
        """Return where a word could start so that one of its letters is already there."""
        if not self.board:
            return {(False, 0, 0)}
        found = set()
        for (x, y), lying in self.board.items():
            for i, letter in enumerate(word):
                if letter == lying.upper():
                    found |= {(False, x - i, y), (True, x, y - i)}
        return found

    def ways(self, word: str, x: int, y: int, down: bool) -> set[str]:
        dx, dy = (0, 1) if down else (1, 0)
        places = [(x + i * dx, y + i * dy) for i in range(len(word))]
        new = [place for place in places if place not in self.board]
        if not new or (self.board and len(new) == len(places)):
            return set()
        if (x - dx, y - dy) in self.board or (x + len(word) * dx, y + len(word) * dy) in self.board:
            return set()
        pairs = list(zip(places, word, strict=True))
        if any(self.board.get(place, letter).upper() != letter for place, letter in pairs):
            return set()
        if not all(self.makes_sense(place, letter, not down) for place, letter in pairs if place in new):
            return set()
        choices = [self.board[place] if place in self.board else letter + letter.lower()
                   for place, letter in pairs]
        return {"".join(way) for way in product(*choices)
                if self.has(letter for place, letter in zip(places, way, strict=True) if place in new)}

    def makes_sense(self, place: tuple[int, int], letter: str, down: bool) -> bool:
        dx, dy = (0, 1) if down else (1, 0)
        run = letter
        x, y = place
        while (x - dx, y - dy) in self.board:
            x, y = x - dx, y - dy
            run = self.board[x, y] + run
        x, y = place
        while (x + dx, y + dy) in self.board:
            x, y = x + dx, y + dy
            run += self.board[x, y]
        return len(run) == 1 or run.upper() in self.words

    def has(self, letters: Any) -> bool:
        return not Counter(map(stone, letters)) - self.hands[self.turn]

    # --- moves ---

    def make(self, move: str) -> None:
        by = self.turn
        if move.startswith("swap"):
            x, y = map(int, move[5:].split(","))
            letter = self.board[x, y]
            self.hands[by] += Counter(stone(letter))
            self.hands[by] -= Counter(letter.upper())
            self.board[x, y] = letter.upper()
            return
        if move.startswith("buy"):
            for colour in move.split()[1:]:
                self.hands[by][self.stocks[colour].pop(0)] += 1
            self.passes = 0
        elif move == "pass":
            self.passes += 0 if self.second else 1
        elif self.lay(move):
            self.second = True
            return
        self.second = False
        self.turn = (by + 1) % len(self.hands)
        self.end(by)

    def lay(self, move: str) -> bool:
        """Lay a word; return whether a second word is due."""
        way, place, word = move.split(" ")
        x, y = map(int, place.split(","))
        places = [(x, y + i) if way == "v" else (x + i, y) for i in range(len(word))]
        old = [i for i, at in enumerate(places) if at in self.board]
        new = [i for i, at in enumerate(places) if at not in self.board]
        for i in new:
            self.board[places[i]] = word[i]
            self.hands[self.turn] -= Counter(stone(word[i]))
        self.passes = 0
        if not self.kreuzwort:
            self.totals[self.turn] += sum(POINTS.get(letter, 0) for letter in word)
        if not self.hands[self.turn]:
            if not self.kreuzwort and self.first_out is None:
                self.first_out = self.turn
                self.totals[self.turn] += 10
            return False
        return bool(old) and any(min(old) < i < max(old) for i in new) and not self.second

    def end(self, by: int) -> None:
        players = len(self.hands)
        blocked = self.passes == players
        if self.kreuzwort:
            rests = [sum(10 if letter in "*+" else 3 if letter in VOWELS else 1 for letter in hand.elements())
                     for hand in self.hands]
            if not self.hands[by]:
                self.pay(by, rests, "out")
            elif blocked and rests.count(min(rests)) > 1:
                self.result = {"winners": [], "why": "blocked"}
            elif blocked:
                self.pay(rests.index(min(rests)), rests, "blocked")
        elif blocked or (self.first_out is not None and self.turn == self.starter):
            for seat, hand in enumerate(self.hands):
                self.totals[seat] -= sum(10 if letter in "*+" else POINTS[letter]
                                         for letter in hand.elements())
            won = [total - start for total, start in zip(self.totals, self.start, strict=True)]
            winners = [seat for seat in range(players) if won[seat] == max(won)]
            if self.rules["winner"] == "out" and self.first_out is not None:
                winners = [self.first_out]
            self.result = {"winners": winners, "why": "out" if self.first_out is not None else "blocked"}

    def pay(self, winner: int, rests: list[int], why: str) -> None:
        others = sum(rests) - rests[winner]
        self.totals[winner] += self.stake * (others - rests[winner])
        if self.rules["payment"] == "transfer":
            for seat, rest in enumerate(rests):
                self.totals[seat] -= self.stake * rest if seat != winner else 0
        self.result = {"winners": [winner], "why": why}


def stone(letter: str) -> str:
    return letter if letter.isupper() else "*" if letter.upper() in VOWELS else "+"
