"""A slow second implementation of Turris, for the tests alone.

It is written from the rule page, sentence by sentence, and shares no code with the program. The safeguard
against repeated positions is left out: no variant comes near it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any


class Referee:
    """A game of Turris played with cubes and texts. `values` are those of the rule file."""

    def __init__(self, values: Mapping[str, Any], starter: int):
        self.values, self.turn = values, starter
        self.cubes: dict[tuple[int, int, int], int] = {}
        self.laid: dict[int, tuple[int, list[tuple[int, int, int]]]] = {}
        self.left = [values["blocks"]] * 2
        self.count, self.newest = 0, [None, None]
        self.in_bonus, self.closed, self.over, self.quiet = False, set(), None, 0

    @staticmethod
    def cells(text: str) -> list[tuple[int, int, int]]:
        x, y, z = map(int, text[2:].split(","))
        more = {"V": (x, y, z + 1), "X": (x + 1, y, z), "Y": (x, y + 1, z), "R": (x, y, z)}[text[0]]
        return [(x, y, z), more]

    def too_many_levels(self, cubes) -> bool:
        sizes = Counter(z for _, _, z in cubes)
        return sum(size != 9 for size in sizes.values()) > self.values["unfinished_levels"]

    def may_lay(self, text: str, closed) -> bool:
        cells = self.cells(text)
        if any(max(x, y) > 2 or (x, y, z) in self.cubes or (x, y, z) in closed for x, y, z in cells):
            return False
        for x, y, z in cells:
            if (x, y) == (1, 1) and not any(a == z and (b, c) != (1, 1) for b, c, a in self.cubes):
                return False
        if not self.cubes:
            return cells[0][2] == 0
        floor = [(x, y, z - 1) for x, y, z in cells if (x, y, z - 1) not in cells]
        if any(z >= 0 and (x, y, z) not in self.cubes for x, y, z in floor):
            return False
        if text[0] == "V":
            beside = (abs(x - a) + abs(y - b) == 1 and z == c for x, y, z in cells for a, b, c in self.cubes)
            if not any(beside):
                return False
        elif len({self.cubes.get(cell, "ground") for cell in floor}) < 2:
            return False
        return not self.too_many_levels(list(self.cubes) + cells)

    def layable(self, seat: int, closed) -> list[str]:
        top = max((z for _, _, z in self.cubes), default=-1) + 1
        texts = [f"{way} {x},{y},{z}" for way, x, y, z in product("VXY", range(3), range(3), range(top + 1))]
        return [text for text in texts if self.left[seat] and self.may_lay(text, closed)]

    def may_take(self, number: int) -> bool:
        colour, cells = self.laid[number]
        loaded = any(self.cubes.get((x, y, z + 1), number) != number for x, y, z in cells)
        rest = [cell for cell in self.cubes if cell not in cells]
        return (colour != self.turn and number != self.newest[colour] and not loaded
                and not self.too_many_levels(rest))

    def legal(self) -> list[str]:
        if self.over:
            return []
        bonus = self.values["bonus"]
        lays = self.layable(self.turn, self.closed) if bonus["block"] or not self.in_bonus else []
        if not self.in_bonus:
            return lays or ["pass"]
        taken = [cells[0] for number, (_, cells) in self.laid.items() if self.may_take(number)]
        return lays + ["R {},{},{}".format(*cell) for cell in taken if bonus["removal"]] + ["pass"]

    def play(self, text: str) -> None:
        again = False
        if text == "pass":
            self.quiet += not self.in_bonus
            closed = set()
        elif text[0] == "R":
            number = self.cubes[self.cells(text)[0]]
            colour, closed = self.laid.pop(number)
            self.cubes = {cell: other for cell, other in self.cubes.items() if other != number}
            self.left[colour] += 1
            self.quiet = 0
        else:
            self.count += 1
            self.quiet = 0
            self.newest[self.turn] = self.count
            self.laid[self.count] = (self.turn, self.cells(text))
            self.cubes.update(dict.fromkeys(self.cells(text), self.count))
            self.left[self.turn] -= 1
            middle = any(cell[:2] == (1, 1) for cell in self.cells(text))
            again = middle and (not self.in_bonus or self.values["bonus"]["chain"])
            closed = self.closed if again else set()
        self.closed, self.in_bonus = set(closed), again
        self.turn = self.turn if again else 1 - self.turn
        if not any(self.left):
            self.over = "laid"
        elif self.quiet >= 2 and not self.layable(0, ()) and not self.layable(1, ()):
            self.over = "stuck"

    def points(self) -> list[int]:
        def colour(cell) -> int:
            return self.laid[self.cubes[cell]][0]

        pictures = []
        for key, keep in (((0, 2), min), ((0, 2), max), ((1, 2), min), ((1, 2), max), ((0, 1), max)):
            depth = 3 - sum(key)
            nearest: dict[tuple[int, int], tuple[int, int, int]] = {}
            for cell in self.cubes:
                spot = (cell[key[0]], cell[key[1]])
                other = nearest.get(spot, cell)
                nearest[spot] = keep(cell, other, key=lambda c: c[depth])
            pictures.append({spot: colour(cell) for spot, cell in nearest.items()})
        return [sum(self.largest(picture, seat) for picture in pictures) for seat in (0, 1)]

    @staticmethod
    def largest(picture: dict, seat: int) -> int:
        """Return the size of the largest group: neighbours take the smaller label until nothing changes."""
        names = {spot: spot for spot, shown in picture.items() if shown == seat}
        changed = True
        while changed:
            changed = False
            for (a, b), (c, d) in product(names, repeat=2):
                if abs(a - c) + abs(b - d) == 1 and names[a, b] < names[c, d]:
                    names[c, d] = names[a, b]
                    changed = True
        return max(Counter(names.values()).values(), default=0)
