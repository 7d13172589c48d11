"""A slow second implementation of Tripple Domino, its solitaire and Trio-Domino, for the tests alone.

It is written from the rule pages, sentence by sentence, shares no code with the program, and uses only the
texts of a record. `judge` replays a record and reports where the two disagree.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import cache
from itertools import product
from typing import Any

# --- the lattice, as the rule page describes it ---


@cache
def corners_of(cell: str) -> tuple[tuple[int, int], ...]:
    x, y = (int(part) for part in cell[:-1].split(","))
    if cell[-1] == "^":
        return (x, y + 1), (x + 1, y), (x, y)
    return (x, y + 1), (x + 1, y + 1), (x + 1, y)


def row_indices(cell: str) -> list[int]:
    x, y = (int(part) for part in cell[:-1].split(","))
    return [y, x, x + y] if cell[-1] == "^" else [y, x, x + y + 1]


@cache
def pieces_of(corners: str) -> list[str]:
    """Split `453` into 4, 5, 3; `B1G0R2` into B1, G0, R2."""
    return re.findall(r"[RBG][0-9]|[0-9]", corners)


def number(piece: str) -> int:
    return int(piece[-1])


def value(tile: str) -> int:
    return sum(number(piece) for piece in pieces_of(tile))


class Board:
    """A set of cells with the tiles in them, and one number for each touched vertex."""

    def __init__(self) -> None:
        self.lying: dict[str, dict[tuple[int, int], str]] = {}

    def put(self, cell: str, corners: str) -> None:
        self.lying[cell] = dict(zip(corners_of(cell), pieces_of(corners), strict=True))

    def number_at(self, vertex: tuple[int, int]) -> int | None:
        found = {number(corners[vertex]) for corners in self.lying.values() if vertex in corners}
        assert len(found) <= 1, "different numbers meet in a vertex"
        return found.pop() if found else None

    def beside(self, cell: str) -> list[str]:
        """Return the occupied cells that share a whole side (two corners) with this one."""
        own = set(corners_of(cell))
        return [other for other in self.lying if other != cell and len(own & set(corners_of(other))) == 2]

    def all_cells(self) -> list[str]:
        """Return every cell near the table."""
        xs = [x for corners in self.lying.values() for x, _ in corners]
        ys = [y for corners in self.lying.values() for _, y in corners]
        span = product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3), "^v")
        return [f"{x},{y}{point}" for x, y, point in span]

    def lays(self, tiles: list[str], rows: int | None) -> set[str]:
        """Return the notation of all lays of one of the tiles."""
        numbers = {vertex: number(corners[vertex]) for corners in self.lying.values() for vertex in corners}
        found = set()
        for cell in self.all_cells():
            meets = [numbers.get(vertex) for vertex in corners_of(cell)]
            if cell in self.lying or meets.count(None) > 1 or not self.beside(cell):
                continue
            if rows is not None and not self.in_rows(cell, rows):
                continue
            for tile in tiles:
                pieces = pieces_of(tile)
                for turn in range(3):
                    turned = pieces[turn:] + pieces[:turn]
                    if all(there in (None, number(own)) for own, there in zip(turned, meets, strict=True)):
                        found.add(f"{tile}@{cell}:{''.join(turned)}")
        return found

    def in_rows(self, cell: str, rows: int) -> bool:
        """Return whether there is a direction in which max - min over all tiles is at most rows - 1."""
        indices = [row_indices(each) for each in (*self.lying, cell)]
        return any(max(row) - min(row) <= rows - 1 for row in zip(*indices, strict=True))


# --- shared by the games ---


class Referee(ABC):
    """Hands, stock, scores and turn."""

    def __init__(self, rules: dict[str, Any], players: int):
        self.rules, self.players = rules, players
        self.scores = [0] * players
        self.over: dict[str, Any] | None = None

    def deal(self, setup: dict[str, Any]) -> None:
        self.board = Board()
        self.hands = [list(hand) for hand in setup["hands"]]
        self.stock = list(setup["stock"])
        self.over = None
        self.drawn: list[str] = []

    @abstractmethod
    def legal(self) -> set[str]: ...

    @abstractmethod
    def play(self, move: str) -> None: ...

    def game_winners(self) -> list[int] | None:
        return self.highest() if self.over else None

    def highest(self) -> list[int]:
        return [p for p in range(self.players) if self.scores[p] == max(self.scores)]

    def take(self) -> str:
        tile = self.stock.pop(0)
        self.hands[self.player].append(tile)
        return tile

    def end(self, winners: list[int], why: str) -> None:
        self.over = {"scores": list(self.scores), "winners": winners, "why": why}

    def next_player(self) -> None:
        self.player = (self.player + 1) % self.players
        self.drawn = []


def tripple_points(board: Board, rules: dict[str, Any], tile: str, cell: str) -> int:
    """Return value and bonuses of a tile laid in a cell; `board` does not contain it yet."""
    bonus = rules["bonus"]
    points = value(tile)
    sides = len(board.beside(cell))
    rings = 0
    for vertex in corners_of(cell):
        if sum(vertex in corners for corners in board.lying.values()) == 5:
            rings += 1
    if rings:
        points += bonus["hexagon"] * (rings if bonus["hexagon_each"] else 1)
    elif sides >= 2:
        points += bonus["double"]
    elif sides == 1:
        shared = set(corners_of(board.beside(cell)[0]))
        tip, = [vertex for vertex in corners_of(cell) if vertex not in shared]
        if board.number_at(tip) is not None:
            points += bonus["bridge"]
    return points


def split(move: str) -> tuple[str, str, str]:
    tile, rest = move.split("@")
    cell, corners = rest.split(":")
    return tile, cell, corners


# --- Tripple Domino ---


class Tripple(Referee):
    def deal(self, setup: dict[str, Any]) -> None:
        super().deal(setup)
        held = {tile: seat for seat, hand in enumerate(self.hands) for tile in hand}
        triples = [tile for tile in held if tile[0] == tile[1] == tile[2]]
        by_value = sorted(held, key=lambda tile: (value(tile), sorted(tile, reverse=True)))
        best = max(triples) if triples else by_value[-1]
        self.first, self.player = best, held[best]
        self.in_a_row = 0

    def may_lay(self) -> list[str]:
        limited = self.drawn and self.rules["draw"]["then_lay"] == "drawn"
        return self.drawn if limited else self.hands[self.player]

    def legal(self) -> set[str]:
        if not self.board.lying:
            return {f"{self.first}@0,0^:{self.first}"}
        lays = self.board.lays(self.may_lay(), None)
        if len(self.drawn) == self.rules["draw"]["most"]:
            return lays | {"pass"}
        if self.stock:
            return lays | {"draw"}
        return lays | {"pass"} if not lays or self.rules["draw"]["empty_pass"] == "free" else lays

    def play(self, move: str) -> None:
        by, out = self.player, False
        self.in_a_row = self.in_a_row + 1 if move == "pass" else 0
        if move == "draw":
            self.scores[by] -= self.rules["draw"]["cost"]
            self.drawn.append(self.take())
        elif move == "pass":
            if len(self.drawn) < self.rules["draw"]["most"]:
                self.scores[by] -= self.rules["draw"]["empty_cost"]
            self.next_player()
        else:
            out = self.lay(*split(move))
            self.next_player()
        if out:
            self.scores[by] += self.rules["bonus"]["last"]
            self.scores[by] += sum(value(tile) for hand in self.hands for tile in hand)
            self.end([by], "out")
        elif self.all_passed() or self.nobody_can_lay():
            self.blocked()

    def all_passed(self) -> bool:
        return self.rules["draw"]["empty_pass"] == "free" and self.in_a_row == self.players

    def nobody_can_lay(self) -> bool:
        return not self.stock and not self.board.lays([tile for hand in self.hands for tile in hand], None)

    def lay(self, tile: str, cell: str, corners: str) -> bool:
        self.hands[self.player].remove(tile)
        if self.board.lying:
            self.scores[self.player] += tripple_points(self.board, self.rules, tile, cell)
        else:
            self.scores[self.player] += value(tile) + self.rules["bonus"]["start"]
        self.board.put(cell, corners)
        return not self.hands[self.player]

    def blocked(self) -> None:
        values = [sum(map(value, hand)) for hand in self.hands]
        lowest = [p for p in range(self.players) if values[p] == min(values)]
        if len(lowest) > 1 and self.rules["blocked_tie"] == "none":
            lowest = []
        for p in lowest:
            self.scores[p] += sum(values[q] for q in range(self.players) if q != p) - values[p]
        self.end(lowest, "blocked")

    def game_winners(self) -> list[int] | None:
        return self.highest() if self.over and max(self.scores) >= self.rules["target"] else None


class Solitaire(Referee):
    every_end_wins = False

    def deal(self, setup: dict[str, Any]) -> None:
        super().deal(setup)
        self.player, self.draws = 0, 0
        self.board.put("0,0^", setup["start"])
        self.end_if_over("")

    def left_in_all(self) -> int:
        return min(self.rules["solitaire"]["draws"] - self.draws, len(self.stock))

    def can_draw(self) -> bool:
        """Draws are limited in all, and in a turn unless `most` is 0."""
        most = self.rules["draw"]["most"]
        return self.left_in_all() > 0 and (most == 0 or len(self.drawn) < most)

    def legal(self) -> set[str]:
        found = {"stop"}
        if self.can_draw():
            found.add("draw")
        if self.rules["draw"]["then_lay"] == "any":
            return found | self.board.lays(self.hands[0], None)
        if not self.drawn:
            return found | self.board.lays(self.hands[0], None)
        if not self.can_draw():
            found.add("pass")
        return found | self.board.lays(self.drawn, None)

    def play(self, move: str) -> None:
        if move == "draw":
            self.drawn.append(self.take())
            self.draws += 1
            self.scores[0] -= self.rules["draw"]["cost"]
        elif move == "pass":
            self.drawn = []
        elif move != "stop":
            tile, cell, corners = split(move)
            self.scores[0] += tripple_points(self.board, self.rules, tile, cell)
            self.board.put(cell, corners)
            self.hands[0].remove(tile)
            self.drawn = []
        self.end_if_over(move)

    def end_if_over(self, move: str) -> None:
        if not self.hands[0]:
            self.scores[0] += self.rules["bonus"]["last"]
            self.end([0], "out")
        elif move == "stop" or (self.left_in_all() == 0 and not self.board.lays(self.hands[0], None)):
            self.scores[0] -= sum(map(value, self.hands[0]))
            self.end([0] if self.every_end_wins else [], "stop" if move == "stop" else "stuck")

    def game_winners(self) -> list[int] | None:
        return self.over["winners"] if self.over else None


class FirstSolitaire(Solitaire):
    """The solitaire as records of version 1 mean it."""

    every_end_wins = True

    def __init__(self, rules: dict[str, Any], players: int):
        super().__init__({**rules, "draw": {**rules["draw"], "most": 0, "then_lay": "any"}}, players)


# --- Trio-Domino ---


class Trio(Referee):
    def deal(self, setup: dict[str, Any]) -> None:
        super().deal(setup)
        self.player, self.first, self.chooses = setup["starter"], True, False
        self.board.put("0,0^", setup["start"])

    def lays(self, tiles: list[str]) -> set[str]:
        return self.board.lays(tiles, self.rules["rows"])

    def legal(self) -> set[str]:
        if self.chooses:
            return {"stop", "go on"}
        lays = self.lays(self.hands[self.player])
        if self.first:
            return lays | {"pass"}
        if self.stock:
            most = min(len(self.stock), self.rules["draw"]["most"])
            return lays | {f"draw {count + 1}" for count in range(most)}
        return lays or {"pass"}

    def play(self, move: str) -> None:
        by, laid = self.player, "@" in move
        if laid:
            tile, cell, corners = split(move)
            self.scores[by] += self.points(cell, corners)
            self.board.put(cell, corners)
            self.hands[by].remove(tile)
        elif move.startswith("draw"):
            for _ in range(int(move[5:])):
                self.take()
        self.first = self.chooses = False
        self.next_player()
        nobody = not self.stock and not self.lays([tile for hand in self.hands for tile in hand])
        if move == "stop" or nobody:
            for p in range(self.players):
                self.scores[p] -= sum(map(value, self.hands[p]))
            empty = not any(self.hands)
            self.end(self.highest(), "stop" if move == "stop" else "out" if empty else "blocked")
        elif laid and not self.hands[by] and not self.rules["play_out"]:
            self.player, self.chooses = by, True

    def points(self, cell: str, corners: str) -> int:
        pieces = dict(zip(corners_of(cell), pieces_of(corners), strict=True))
        touching = {v: piece for v, piece in pieces.items() if self.board.number_at(v) is not None}
        points = sum(number(piece) for piece in touching.values())
        return points * self.rules["colour"]["factor"] if self.agrees(cell, touching) else points

    def agrees(self, cell: str, touching: dict[tuple[int, int], str]) -> bool:
        lying = self.board.lying
        if self.rules["colour"]["agree"] == "all":
            return all(corners[v][0] == piece[0]
                       for v, piece in touching.items() for corners in lying.values() if v in corners)
        on_sides = set()
        for other in self.board.beside(cell):
            for v in set(corners_of(other)) & set(corners_of(cell)):
                on_sides.add(v)
                if lying[other][v][0] != touching[v][0]:
                    return False
        return all(any(corners[v][0] == piece[0] for corners in lying.values() if v in corners)
                   for v, piece in touching.items() if v not in on_sides)


REFEREES: dict[str, type[Referee]] = {
    "tripple_domino": Tripple, "tripple_solitaire": Solitaire, "trio_domino": Trio}


def judge(record: dict[str, Any]) -> None:
    """Replay a record; raise AssertionError where it differs from this referee."""
    kind = REFEREES[record["game"]]
    if kind is Solitaire and record["version"] == 1:
        kind = FirstSolitaire
    referee = kind(record["rules"], len(record["players"]))
    for round_ in record["rounds"]:
        assert referee.game_winners() is None, "a round was dealt after the end of the game"
        referee.deal(round_["setup"])
        for ply, entry in enumerate(round_["moves"]):
            where = (ply, entry)
            legal = referee.legal()
            assert referee.over is None, where
            assert entry["by"] == referee.player, where
            assert entry["move"] in legal, (where, legal)
            assert entry["legal"] == len(legal), (where, legal)
            referee.play(entry["move"])
            assert entry["scores"] == referee.scores, (where, referee.scores)
        assert round_.get("result") == referee.over
    winners = referee.game_winners()
    expected = None if winners is None else {"scores": referee.scores, "winners": winners}
    assert record.get("result") == expected
