"""Speech of Turm-Domino: towers and columns by their numbers, which are also their keys."""

from __future__ import annotations

from typing import cast

from game.boards.kit.spoken import BoardSpeech
from game.boards.kit.targets import Target
from game.table.host import TableHost
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.state import TurmMove, TurmState


class TurmSpeech(BoardSpeech[TableHost, TurmMove, int]):
    def __init__(self, host: TableHost, rules: TurmDomino):
        super().__init__(host)
        self._rules = rules

    @property
    def _state(self) -> TurmState:
        return cast("TurmState", self.host.state)

    def board(self) -> list[str]:
        state = self._state
        told = []
        for number, tower in enumerate(state.towers, 1):
            if tower:
                told.append(self.say("spoken.turm_domino.tower", tower=number, n=len(tower),
                                     top=str(tower[-1])))
            else:
                told.append(self.say("spoken.turm_domino.no_tower", tower=number,
                                     sum=self._rules.neighbour_sum))
        for number, column in enumerate(state.columns, 1):
            if not column:
                continue
            if self._rules.open:
                told.append(self.say("spoken.turm_domino.open_column", column=number,
                                     pieces=", ".join(map(str, reversed(column)))))
            else:
                told.append(self.say("spoken.turm_domino.column", column=number, n=len(column) - 1,
                                     piece=str(column[-1])))
        return told

    def origin(self, place: object) -> str:
        return self.say("spoken.turm_domino.place", column=int(str(place)) + 1)

    def place(self, target: Target[TurmMove]) -> str:
        tower = self._state.towers[target.move.tower]
        if not tower:
            return self.say("spoken.turm_domino.at_empty", tower=target.move.tower + 1)
        return self.say("spoken.turm_domino.at", tower=target.move.tower + 1, top=str(tower[-1]))
