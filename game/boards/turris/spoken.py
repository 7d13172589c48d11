"""Speech of Turris: the levels from below, the columns by compass directions, the five faces."""

from __future__ import annotations

from typing import cast

from game.boards.kit.spoken import BoardSpeech
from game.boards.kit.targets import Target
from game.table.host import TableHost
from rules.games.turris.faces import faces_of, filled_by, level_counts
from rules.games.turris.rules import Lay, Move, TurrisState


class TurrisSpeech(BoardSpeech[TableHost, Move, str]):
    def board(self) -> list[str]:
        state = cast("TurrisState", self.host.state)
        if not state.blocks:
            return [self.say("spoken.turris.empty")]
        told = []
        filled = filled_by(state.blocks)
        for level in range(len(level_counts(state.blocks))):
            woods = [(x, y, self.say(f"turris.wood{filled[x, y, level].colour}")) for y in range(3)
                     for x in range(3)
                     if (x, y, level) in filled]
            squares = ", ".join(f"{self._column(x, y)} {wood}" for x, y, wood in woods)
            told.append(self.say("spoken.turris.level", level=level + 1, n=len(woods), squares=squares))
        for face in faces_of(state.blocks):
            first, second = (len(group) for group in face.groups)
            told.append(self.say("spoken.turris.face", face=self.say(f"turris.face.{face.name}"), first=first,
                                 second=second))
        return told

    def _column(self, x: int, y: int) -> str:
        return self.say(f"spoken.turris.column.{y * 3 + x}")

    def place(self, target: Target[Move]) -> str:
        move = target.move
        assert isinstance(move, Lay)
        columns = [self._column(x, y) for x, y in dict.fromkeys((x, y) for x, y, _ in move.block(0).squares)]
        return self.say("spoken.turris.at", level=move.z + 1, columns=self.host.texts.listed(columns))
