"""Speech of Kwinty: the wall row by row from the ground, columns counted from its left end."""

from __future__ import annotations

from typing import cast

from game.boards.kit.spoken import BoardSpeech
from game.boards.kit.targets import Target
from game.table.host import TableHost
from rules.games.kwinty.rules import FLAT, KwintyState, Lay, Move


class KwintySpeech(BoardSpeech[TableHost, Move, str]):
    unit = "spoken.kwinty.fours"

    @property
    def _state(self) -> KwintyState:
        return cast("KwintyState", self.host.state)

    def board(self) -> list[str]:
        wall = self._state.wall
        if not wall.laid:
            return [self.say("spoken.kwinty.empty")]
        told = []
        for row in range(max(wall.heights.values())):
            last = max(x for x, height in wall.at if height == row)
            woods = [self.say(f"kwinty.wood{wall.at[x, row].by}") if (x, row) in wall.at else self.say(
                "spoken.kwinty.gap") for x in range(wall.left, last + 1)]
            told.append(self.say("spoken.kwinty.row", row=row + 1, woods=", ".join(woods)))
        return told

    def place(self, target: Target[Move]) -> str:
        move = target.move
        assert isinstance(move, Lay)
        key = "spoken.kwinty.flat" if move.way == FLAT else "spoken.kwinty.upright"
        return self.say(key, column=self._state.wall.number(move.x), row=move.y + 1)
