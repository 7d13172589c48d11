"""The triangle games in words: the hand, what lies there, and an open place by the numbers around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.boards.kit.spoken import TableWords

if TYPE_CHECKING:
    from game.boards.kit.base import Target
    from game.boards.triangles.board import TriangleTable


class TriangleWords(TableWords):
    table: TriangleTable

    def board(self) -> list[str]:
        layout = self.table.state.layout
        told = [self.say("spoken.triangle.laid", n=len(layout.laid))]
        if layout.laid:
            told.append(self.say("spoken.triangle.last", tile=self.piece_name(layout.laid[-1].tile)))
            told.append(self.say("spoken.triangle.open", n=len(self.table.rules.open_cells(self.table.state))))
        return [*told, self.say("spoken.triangle.stock", n=self.table.stock_count())]

    def hand(self, seat: int) -> list[str]:
        tiles = [self.piece_name(tile) for tile in self.table.pieces() or self.table.state.hands[seat]]
        return [self.say("spoken.triangle.hand", n=len(tiles), tiles=", ".join(tiles))] if tiles else []

    def piece_name(self, piece: Any) -> str:
        return self.table.tile_name(str(piece))

    def place(self, target: Target) -> str:
        """The numbers that meet there, and how the tile would lie."""
        wanted = self.table.state.layout.open.get(target.place, ())
        numbers = " ".join(str(number) for number in wanted if number is not None)
        text = self.say("spoken.triangle.at", numbers=numbers) if numbers else ""
        return text + ", " + self.say("spoken.triangle.up" if target.place.up else "spoken.triangle.down")
