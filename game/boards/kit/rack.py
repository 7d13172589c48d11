"""The rack at the bottom of the table: the viewer's pieces on a walnut rail, in the player's own order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

import pygame

from game.boards.kit.actions import BUTTON_Z, Action
from game.boards.kit.part import H, Part
from game.draw import chrome, shapes
from game.draw.slab import Piece
from game.ui.stage import Sprite
from game.ui.widgets import IconButton
from rules.base import Drawn

__all__ = ["Action", "Faces", "Rack"]

P = TypeVar("P")

LEAST = 46
"""Pixels below which pieces overlap instead of shrinking: their numbers must stay legible."""

PIECE_Z, SOCKET_Z, HOVER_Z, MARK_Z = 45, 44, 76, 77


class Faces(ABC, Generic[P]):
    """How pieces look in a rack. `index` is the place in the row, from 0; `width` is in pixels."""

    size: str
    """Names the size of a piece in `sizes.rack.piece` of design.yaml: triangle, letter, domino, block."""
    aspect: float
    """Height of a piece divided by its width."""
    nest: float = 1.0
    """The share of its width that a piece needs between its neighbours, if they fit into each other."""

    @abstractmethod
    def face(self, piece: P, index: int, width: int, *, lifted: bool = False) -> Piece:
        """Draw a piece face up; a lifted one with a longer shadow."""

    @abstractmethod
    def back(self, index: int, width: int) -> Piece:
        """Draw a piece face down: a hidden hand, the stock."""

    @abstractmethod
    def outline(self, index: int, width: int) -> Sequence[tuple[float, float]]:
        """Return the corners of a piece, relative to its upper left corner, for its empty socket."""

    @abstractmethod
    def sort_key(self, piece: P) -> tuple[int, str]:
        """Return the place of a piece in a sorted rack."""


class Rack(Part[H], Generic[H, P]):
    """The pieces of a hand. Their order is the player's and not part of the game state."""

    def __init__(self, host: H, faces: Faces[P], hand_of: Callable[[int], list[P]],
                 reordered: Callable[[], None] | None = None, lit: Callable[[], Collection[P]] = tuple):
        """`hand_of` returns the pieces of a seat; `reordered` shows a new order, by default `show`; `lit`
        returns the only pieces that may be laid now, where the rules allow no others."""
        super().__init__(host)
        self.faces = faces
        self.rail = pygame.Rect(0, 0, 0, 0)
        self.order: dict[int, list[P]] = {}
        """The player's order of the pieces, by seat."""
        self._hand_of, self._reordered, self._lit = hand_of, reordered or self.show, lit
        self._shown: dict[P, tuple[Sprite, pygame.Rect]] = {}
        self._sprites: list[Sprite] = []
        self._marks: dict[P, Sprite] = {}
        """The marks of pieces that are lit or new."""
        self._socket: Sprite | None = None
        self._sort_button: IconButton | None = None
        self._raised: P | None = None
        """The piece that is picked."""
        self._hovered: P | None = None
        self._over: Sprite | None = None
        """The picture of the piece under the mouse."""

    def build(self, ground: pygame.Surface) -> None:
        """Paint the rail."""
        rect = self.look.m.region("rack")
        assert rect is not None
        self.rail = rect
        chrome.draw_rail(self.look, ground, rect, self.look.k, seed=4)
        self._shown, self._sprites, self._socket, self._sort_button = {}, [], None, None
        self._over, self._hovered, self._marks = None, None, {}

    # --- geometry ---

    @property
    def side_width(self) -> int:
        """The width of the right end of the rail, for the stock and the actions."""
        return min(self.look.px(336), self.rail.w // 3)

    @property
    def side(self) -> pygame.Rect:
        """The right end of the rail."""
        left = self.rail.right - self.side_width
        return pygame.Rect(left, self.rail.top, self.side_width, self.rail.h)

    @property
    def action_row(self) -> pygame.Rect:
        """The place of an ActionBar."""
        side = self.side
        return pygame.Rect(side.left, side.top, side.w - self.px(28), side.h - self.px(20))

    def piece_width(self) -> int:
        """Return the full width of a piece, used while there is room for all."""
        wide = self.px(self.look.design["sizes"]["rack"]["piece"][self.faces.size])
        return min(wide, round((self.rail.h - self.px(40)) / self.faces.aspect))

    def places(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        """Return the width and the upper left corner of each piece: in one row, else in two, else smaller.

        Pieces that nest, such as triangles that point up and down in turn, move together before they shrink
        further, and only below a legible size they overlap.
        """
        left = self.rail.left + self.px(48)
        room = self.side.left - self.px(84) - left
        width, rows, share = max((self._fitting(count, rows, share, room), rows, share)
                                 for rows in (1, 2) for share in (1.0, self.faces.nest))[:3]
        for rows_first, share_first in ((1, 1.0), (2, 1.0)):  # apart where that costs little
            wide = self._fitting(count, rows_first, share_first, room)
            if wide >= width * 0.85:
                width, rows, share = wide, rows_first, share_first
                break
        width = max(width, min(self.piece_width(), LEAST))
        columns, gap = -(-count // rows), self._gap
        step = min(width * share + gap, (room - width) / max(1, columns - 1))
        height = round(width * self.faces.aspect)
        first = self.rail.centery - (rows * height + (rows - 1) * self.px(8)) // 2 - self.px(2)
        return width, [(round(left + i % columns * step), first + i // columns * (height + self.px(8)))
                       for i in range(count)]

    @property
    def _gap(self) -> int:
        return self.px(14)

    def _fitting(self, count: int, rows: int, share: float, room: int) -> int:
        """Return the greatest width of pieces in these rows; each takes `share` of its width and a gap."""
        columns = max(1, -(-count // rows))
        high = (self.rail.h - self.px(40) - (rows - 1) * self.px(8)) / rows / self.faces.aspect
        wide = (room - (columns - 1) * self._gap) / ((columns - 1) * share + 1)
        return int(min(self.piece_width(), high, wide))

    # --- showing ---

    def hand(self) -> list[P] | None:
        """Return the viewer's pieces in the player's order; None while hands are hidden."""
        seat = self.host.viewer
        if seat is None:
            return None
        hand = self._hand_of(seat)
        kept = [piece for piece in self.order.get(seat, []) if piece in hand]
        self.order[seat] = kept + [piece for piece in hand if piece not in kept]
        return self.order[seat]

    def show(self) -> None:
        """Replace the sprites by those of the hand as it is now; a hidden hand is shown face down."""
        self.leave()
        for sprite in (*self._sprites, *self._marks.values(), self._socket):
            if sprite is not None:
                sprite.remove()
        self._shown, self._sprites, self._socket, self._raised = {}, [], None, None
        self._marks = {}
        hand = self.hand()
        count = len(self._hand_of(self.host.state.player)) if hand is None else len(hand)
        width, places = self.places(count)
        height = round(width * self.faces.aspect)
        for index, (x, top) in enumerate(places):
            made = (self.faces.back(index, width) if hand is None else
                    self.faces.face(hand[index], index, width))
            sprite = self.put(made.image, (x - made.pad, top - made.pad), PIECE_Z + index)
            self._sprites.append(sprite)
            if hand is not None:
                self._shown[hand[index]] = (sprite, pygame.Rect(x, top, width, height))
        if hand is not None:
            self._mark(hand)

    def _mark(self, hand: list[P]) -> None:
        """Light the only pieces that may be laid, and mark those that were drawn last."""
        look, lit = self.look, self._lit()
        fresh = self.just_drawn(hand)
        for piece in hand:
            if piece not in lit and piece not in fresh:
                continue
            colour = self.glow_colour if piece in lit else look.theme.brass
            image, left, top = shapes.outline_glow(
                tuple((round(x), round(y)) for x, y in self.outline_of(piece)), colour, look.px(9),
                0.9 if piece in lit else 0.5, max(2.0, 3 * look.k), 0, look.px(10))
            self._marks[piece] = self.put(image, (left, top), MARK_Z)

    def just_drawn(self, hand: list[P]) -> list[P]:
        """Return the pieces that the viewer drew or bought last, in one turn; none once another was laid."""
        found: list[object] = []
        for ply in reversed(self.host.plies):
            drawn = [piece for event in ply.events if isinstance(event, Drawn) and event.by == ply.by
                     for piece in event.pieces]
            if ply.by == self.host.viewer and not drawn:
                break
            if ply.by == self.host.viewer:
                found += drawn
            elif found:
                break
        return self.pieces_named(hand, found)

    def pieces_named(self, hand: list[P], names: list[object]) -> list[P]:
        """Return the pieces of a hand that the rules call by these names."""
        return [piece for piece in hand if piece in names]

    def pictures(self, width: int) -> list[pygame.Surface]:
        """Draw the viewer's pieces without their shadows, for another place than the rack."""
        height = round(width * self.faces.aspect)
        made = [self.faces.face(piece, index, width) for index, piece in enumerate(self.hand() or [])]
        return [piece.image.subsurface((piece.pad, piece.pad, width, height)) for piece in made]

    def show_sort_button(self, *, visible: bool) -> None:
        """Show or remove the button that sorts the rack, left of the stock."""
        if self._sort_button is not None:
            self._sort_button.remove()
            self._sort_button = None
        if visible:
            side = max(self.px(44), self.look.design["sizes"]["hit_min"])
            rect = pygame.Rect(self.side.left - side - self.px(16), self.rail.centery - side // 2, side, side)
            self._sort_button = IconButton(self.host.screen, rect, "sort", self.sort,
                                           tip=self.say("rack.sort"), key="S", z=BUTTON_Z)

    def sort(self) -> None:
        """Sort the pieces; called by the button and the key S."""
        seat = self.host.viewer
        if seat is not None:
            self.host.hand.cancel(quiet=True)
            self.order[seat] = sorted(self._hand_of(seat), key=self.faces.sort_key)
            self._reordered()

    # --- the pieces ---

    def __contains__(self, piece: P) -> bool:
        return piece in self._shown

    def piece_at(self, pos: tuple[int, int]) -> P | None:
        """Return the piece under a pixel; of overlapping pieces the one whose middle is nearest."""
        hits = [(rect.centerx, piece) for piece, (_, rect) in self._shown.items() if rect.collidepoint(pos)]
        return min(hits, key=lambda hit: abs(hit[0] - pos[0]))[1] if hits else None

    def pieces(self) -> list[P]:
        return list(self._shown)

    def index(self, piece: P) -> int:
        """Return the place of a piece in the row; 0 if it is not shown."""
        return list(self._shown).index(piece) if piece in self._shown else 0

    def piece_rect(self, piece: P) -> pygame.Rect:
        if piece not in self._shown:
            return self.rail
        return self._shown[piece][1].move(0, -self._lift if piece == self._raised else 0)

    def outline_of(self, piece: P) -> list[tuple[float, float]]:
        """Return the corners of a piece where it lies now."""
        rect = self.piece_rect(piece)
        return [(x + rect.left, y + rect.top) for x, y in self.faces.outline(self.index(piece), rect.w)]

    @property
    def _lift(self) -> int:
        return self.px(14)

    def dropped(self, piece: P, centre: tuple[int, int]) -> bool:
        """Move a piece that was released over the rack to that place. Return False beside the rack."""
        moved = self.moved(piece, centre)
        if moved:
            self.show()
        return moved

    def moved(self, piece: P, centre: tuple[int, int]) -> bool:
        """Change the order as in `dropped`, without showing it."""
        seat = self.host.viewer
        if seat is None or not self.rail.inflate(0, self.px(40)).collidepoint(centre):
            return False
        others = [other for other in self.order[seat] if other != piece]
        index = sum(other in self and self.is_before(self._shown[other][1], centre) for other in others)
        self.order[seat] = [*others[:index], piece, *others[index:]]
        return True

    def is_before(self, rect: pygame.Rect, pos: tuple[int, int]) -> bool:
        """Return whether a shown piece comes before a pixel; two rows are read like lines of text."""
        two = len({shown.top for _, shown in self._shown.values()}) > 1
        if not two:
            return rect.centerx < pos[0]
        return rect.bottom < pos[1] or (rect.top < pos[1] and rect.centerx < pos[0])

    # --- under the mouse ---

    def hover(self, pos: tuple[int, int]) -> None:
        """Lift the piece under the mouse a little; show a small one in full size."""
        piece = self.piece_at(pos) if self.host.my_turn and not self.host.hand.holding else None
        if piece == self._hovered:
            return
        self.leave()
        if piece is None or piece not in self._shown:
            return
        sprite, rect = self._shown[piece]
        self._hovered = piece
        small = self._is_small(rect)
        made = self._lifted(piece, rect)
        full = pygame.Rect(0, 0, self.piece_width() if small else rect.w, 0)
        full.h = round(full.w * self.faces.aspect)
        full.midbottom = (rect.centerx, rect.bottom + self.px(6) if small else rect.bottom - self.px(3))
        self._over = self.put(made.image, (full.left - made.pad, full.top - made.pad), HOVER_Z)
        sprite.show(False)

    def draw_lifted(self, piece: P) -> None:
        """Draw a piece as it looks under the mouse, and in the size it has when another was laid."""
        if piece in self._shown:
            self._lifted(piece, self._shown[piece][1])
            self.faces.face(piece, self.index(piece), self.places(max(1, len(self._shown) - 1))[0])

    def _is_small(self, rect: pygame.Rect) -> bool:
        return rect.w < self.piece_width() * 0.8

    def _lifted(self, piece: P, rect: pygame.Rect) -> Piece:
        width = self.piece_width() if self._is_small(rect) else rect.w
        return self.faces.face(piece, self.index(piece), width, lifted=True)

    def leave(self) -> None:
        """Put down the piece that was under the mouse."""
        if self._over is not None:
            self._over.remove()
        if self._hovered in self._shown:
            self._shown[self._hovered][0].show(True)
        self._over, self._hovered = None, None

    def show_picked(self, piece: P, how: str | None) -> None:
        """Leave an open socket for a dragged piece; raise a picked one a little. The gap stays in the row."""
        if self._socket is not None:
            self._socket.remove()
            self._socket = None
        self.leave()
        self._raised = piece if how == "pick" else None
        if piece not in self._shown:
            return
        sprite, rect = self._shown[piece]
        index = self.index(piece)
        if piece in self._marks:
            self._marks[piece].show(how is None)
        sprite.show(how != "drag")
        if how == "drag":
            self._socket = self.put_socket(index, rect)
        pad = self.faces.face(piece, index, rect.w).pad
        sprite.set(pos=(rect.left - pad, rect.top - pad - (self._lift if how == "pick" else 0)))

    def put_socket(self, index: int, rect: pygame.Rect) -> Sprite:
        """Show the empty place of a piece."""
        points = tuple((x + rect.left, y + rect.top) for x, y in self.faces.outline(index, rect.w))
        image, left, top = shapes.outline_glow(points, "#ffffff", 0, 0, max(1.5, 2 * self.look.k), 0.05,
                                               self.px(10), (8.0, 7.0))
        return self.put(image, (left, top), SOCKET_Z)

    def seat_spot(self, seat: int) -> tuple[int, int]:
        """Return where the pieces of a seat come from and go to: the rack, or the plate of another player."""
        plate = self.host.side.plate(seat)
        if seat == self.host.viewer or plate is None:
            return self.rail.centerx - self.side_width // 2, self.rail.centery
        return plate.midleft
