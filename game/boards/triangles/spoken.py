"""Speech of the triangle games: the hand, the layout, and an open place by the numbers around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, cast

from game.boards.kit.rack import Rack
from game.boards.kit.spoken import BoardSpeech
from game.boards.kit.targets import Target
from game.boards.triangles.family import S, TriangleRules
from game.table.host import TableHost
from rules.games.triangles.layout import Lay


class TriangleSpeech(BoardSpeech[TableHost, object, str], Generic[S]):
    """Names tiles by their `tile_name`, the hand in the order of the rack."""

    def __init__(self, host: TableHost, rules: TriangleRules[S], rack: Rack[TableHost, str],
                 tile_name: Callable[[str], str]):
        super().__init__(host)
        self._rules, self._rack, self._tile_name = rules, rack, tile_name

    @property
    def _state(self) -> S:
        return cast("S", self.host.state)

    def board(self) -> list[str]:
        state = self._state
        laid = state.layout.laid
        told = [self.say("spoken.triangle.laid", n=len(laid))]
        if laid:
            told.append(self.say("spoken.triangle.last", tile=self.piece_name(laid[-1].tile)))
            told.append(self.say("spoken.triangle.open", n=len(self._rules.open_cells(state))))
        return [*told, self.say("spoken.triangle.stock", n=len(state.stock))]

    def hand(self, seat: int) -> list[str]:
        tiles = [self.piece_name(tile) for tile in self._rack.pieces() or self._state.hands[seat]]
        return [self.say("spoken.triangle.hand", n=len(tiles), tiles=", ".join(tiles))] if tiles else []

    def piece_name(self, piece: str) -> str:
        return self._tile_name(piece)

    def place(self, target: Target[object]) -> str:
        """Name the numbers that meet there, and how the tile would be turned."""
        assert isinstance(target.move, Lay)
        cell = target.move.cell
        numbers = " ".join(str(number) for number in self._state.layout.open.get(cell, ())
                           if number is not None)
        text = self.say("spoken.triangle.at", numbers=numbers) if numbers else ""
        return text + ", " + self.say("spoken.triangle.up" if cell.up else "spoken.triangle.down")
