"""Kwinty in words: the wall row by row from the ground, columns counted from its left end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.boards.kit.spoken import TableWords
from rules.games.kwinty.rules import FLAT

if TYPE_CHECKING:
    from game.boards.kit.base import Target
    from game.boards.kwinty.board import KwintyTable


class KwintyWords(TableWords):
    table: KwintyTable
    unit = "spoken.kwinty.fours"

    def board(self) -> list[str]:
        wall = self.table.state.wall
        if not wall.laid:
            return [self.say("spoken.kwinty.empty")]
        told = []
        for row in range(max(wall.heights.values())):
            woods = [self.say(f"kwinty.wood{wall.at[x, row].by}") if (x, row) in wall.at else self.say(
                "spoken.kwinty.gap") for x in range(wall.left, wall.right + 1)]
            told.append(self.say("spoken.kwinty.row", row=row + 1, woods=", ".join(woods)))
        return told

    def place(self, target: Target) -> str:
        move = target.move
        key = "spoken.kwinty.flat" if move.way == FLAT else "spoken.kwinty.upright"
        return self.say(key, column=move.x - self.table.state.wall.left + 1, row=move.y + 1)
