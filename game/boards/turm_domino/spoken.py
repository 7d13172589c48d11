"""Turm-Domino in words: towers and columns by their numbers, which are also their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.boards.kit.spoken import TableWords

if TYPE_CHECKING:
    from game.boards.kit.base import Target
    from game.boards.turm_domino.board import TurmTable


class TurmWords(TableWords):
    table: TurmTable

    def board(self) -> list[str]:
        state = self.table.state
        told = []
        for number, tower in enumerate(state.towers, 1):
            if tower:
                told.append(self.say("spoken.turm_domino.tower", tower=number, n=len(tower), top=str(tower[-1])))
            else:
                told.append(self.say("spoken.turm_domino.no_tower", tower=number, sum=self.table.turm.neighbour_sum))
        for number, column in enumerate(state.columns, 1):
            if not column:
                continue
            if self.table.turm.open:
                told.append(self.say("spoken.turm_domino.open_column", column=number,
                                     pieces=", ".join(map(str, reversed(column)))))
            else:
                told.append(self.say("spoken.turm_domino.column", column=number, n=len(column) - 1,
                                     piece=str(column[-1])))
        return told

    def origin(self, place: Any) -> str:
        return self.say("spoken.turm_domino.place", column=int(place) + 1)

    def place(self, target: Target) -> str:
        tower = self.table.state.towers[target.place]
        if not tower:
            return self.say("spoken.turm_domino.at_empty", tower=target.place + 1)
        return self.say("spoken.turm_domino.at", tower=target.place + 1, top=str(tower[-1]))
