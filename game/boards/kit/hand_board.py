"""The base of boards whose pieces lie in a rack, with a stock and action buttons beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import pygame

from game.boards.kit.actions import Action, ActionBar
from game.boards.kit.contract import Board, M
from game.boards.kit.laying import fly_drawn
from game.boards.kit.outlines import Outlines
from game.boards.kit.rack import Faces, Rack
from game.boards.kit.stock import Stock
from game.table.host import TableHost
from game.ui.stage import Sprite
from rules.base import Scored
from rules.kit.hands import Draw, Tile
from rules.session import Ply


class Hands(Protocol):
    """What a rack and a stock show of a state."""

    @property
    def hands(self) -> Sequence[Sequence[Tile]]: ...
    @property
    def stock(self) -> Sequence[Tile]: ...


S = TypeVar("S", bound=Hands)
LAST_TILES = 2
"""With this many tiles in a hand the last moves begin."""


class HandBoard(Board[TableHost, S, M, Tile], Generic[S, M]):
    """Owns the rack, the stock, the action buttons and the outlines, and answers the hooks about them.

    Pieces are named by their tile, as in the records. `build` of a game calls `build_rack`, `sync` calls
    `show_rack`.
    """

    points_game = True

    def __init__(self, host: TableHost, faces: Faces[Tile]):
        super().__init__(host)
        self.rack: Rack[TableHost, Tile] = Rack(host, faces, lambda seat: list(self.state.hands[seat]),
                                                lit=self.lit)
        self.stock = Stock(host, self.rack)
        self.action_bar: ActionBar[TableHost, M] = ActionBar(host, self.actions)
        self.outlines = Outlines(host)

    @abstractmethod
    def actions(self) -> list[Action[M]]:
        """Return what else the player in turn can do; what is not legal now is shown disabled.

        Without any action the rack has no button to sort it.
        """

    def menu_actions(self) -> list[Action[M]]:
        return [action for action in self.actions() if action.in_menu]

    def near_end(self) -> bool:
        return min(map(len, self.state.hands)) <= LAST_TILES

    def lit(self) -> Sequence[Tile]:
        """Return the only tiles that may be laid now, where the rules allow no others."""
        return ()

    @abstractmethod
    def stock_line(self) -> tuple[str, str]:
        """Return the two lines beside the stock."""

    # --- the picture ---

    def build_rack(self, ground: pygame.Surface) -> None:
        """Paint the rail of the rack and forget the sprites of an earlier layout."""
        self.rack.build(ground)
        self.stock.build()
        self.action_bar.build()

    def show_rack(self) -> None:
        """Replace the pieces, the stock and the buttons by those for now."""
        self.rack.show()
        self.stock.show(len(self.state.stock), *self.stock_line())
        self.rack.show_sort_button(visible=self.action_bar.show(self.rack.action_row))

    def origin_of(self, ply: Ply, tile: Tile) -> tuple[int, int]:
        """Return where a tile that was laid comes from: its place in the rack, or the plate of its player."""
        if ply.by == self.host.viewer and tile in self.rack:
            return self.rack.piece_rect(tile).center
        return self.rack.seat_spot(ply.by)

    def animate_draw(self, ply: Ply, done: Callable[[], None]) -> Sprite:
        """Move a tile face down from the stock to its player; `sync` must remove the sprite."""
        back = self.rack.faces.back(0, self.rack.piece_width())
        return fly_drawn(self.host, back.image, self.stock.rect.center, self.rack.seat_spot(ply.by), done)

    def hand_pictures(self, width: int) -> list[pygame.Surface]:
        return self.rack.pictures(width)

    # --- the pieces ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        return self.rack.piece_at(pos)

    def pieces(self) -> list[Tile]:
        return self.rack.pieces()

    def piece_rect(self, piece: Tile) -> pygame.Rect:
        return self.rack.piece_rect(piece)

    def picked_outline(self, piece: Tile) -> list[tuple[float, float]]:
        return self.rack.outline_of(piece)

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        return self.rack.dropped(piece, centre)

    def show_picked(self, piece: Tile, how: str | None) -> None:
        self.rack.show_picked(piece, how)

    def hover(self, pos: tuple[int, int]) -> None:
        self.rack.hover(pos)

    def draw_lifted(self, piece: Tile) -> None:
        self.rack.draw_lifted(piece)

    # --- keys, clicks and texts ---

    def key(self, event: pygame.Event) -> bool:
        if self.action_bar.key(event):
            return True
        if event.key == pygame.K_s:
            self.rack.sort()
            return True
        return False

    def press_felt(self, pos: tuple[int, int]) -> bool:
        """Draw if the stock was clicked."""
        self.stock.press(pos, Draw())
        return False

    def plate_line(self, seat: int) -> str:
        return self.say("tiles.left", n=len(self.state.hands[seat]))

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored) and event.by == ply.by)
        return self.host.texts.gain(points) if points else ""

    def hint_rect(self, move: M) -> pygame.Rect:
        return self.action_bar.rect_of(move) or self.rack.rail
