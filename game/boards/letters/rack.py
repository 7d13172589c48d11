"""The rack of letters: vowels left, consonants right, in one row or two, in the player's own order."""

from __future__ import annotations

import random
from collections.abc import Callable, Container

import pygame

from game.boards.kit.actions import BUTTON_Z
from game.boards.kit.rack import SOCKET_Z, Rack
from game.boards.letters.draft import Tile
from game.boards.letters.faces import LetterFaces, is_red
from game.draw import shapes
from game.table.host import WordHost
from game.ui.stage import Sprite
from game.ui.widgets import IconButton, Widget


def _everything(hand: list[Tile]) -> list[Tile] | None:
    return hand


class LetterRack(Rack[WordHost, Tile]):
    """The letters of a hand on the rail.

    `hand_of` returns the letters of a seat; `reordered` is called when the player has changed their order;
    `shown` returns those letters of the ordered hand that are shown, or None to hide them. With `row_length`
    more letters than that use two rows; without it two rows are used when one has no room.
    """

    def __init__(self, host: WordHost, faces: LetterFaces, hand_of: Callable[[int], list[Tile]],
                 reordered: Callable[[], None], *,
                 shown: Callable[[list[Tile]], list[Tile] | None] = _everything,
                 row_length: int | None = None):
        super().__init__(host, faces, hand_of, reordered)
        self._choose_shown, self._row_length = shown, row_length

    # --- the letters ---

    def hand(self) -> list[Tile] | None:
        """Return the letters that are shown, in the player's order; None while they are hidden.

        Initially vowels come first; a letter drawn later joins those of its colour.
        """
        seat = self.host.viewer
        if seat is None:
            return None
        hand = self._hand_of(seat)
        if seat not in self.order:
            self.order[seat] = sorted(hand, key=self.faces.sort_key)
        kept = [tile for tile in self.order[seat] if tile in hand]
        for tile in hand:
            if tile not in kept:
                reds = sum(is_red(other.mark) for other in kept)
                grouped = all(is_red(other.mark) for other in kept[:reds])
                kept.insert(reds if grouped and is_red(tile.mark) else len(kept), tile)
        self.order[seat] = kept
        return self._choose_shown(kept)

    def pieces_named(self, hand: list[Tile], names: list[object]) -> list[Tile]:
        """Return the copies of these letters that came last."""
        found = []
        for tile in reversed(hand):
            if tile.mark in names:
                names.remove(tile.mark)
                found.append(tile)
        return found

    def show_gaps(self, out: Container[Tile]) -> None:
        """Leave sockets for the letters in `out`, which lie on the board."""
        for index, (tile, (sprite, rect)) in enumerate(self._shown.items()):
            if tile in out:
                sprite.show(False)
                self._sprites.append(self.put_socket(index, rect))

    def add(self, image: pygame.Surface, pos: tuple[int, int], z: int) -> None:
        """Put another picture on the rail; the next `show` removes it."""
        self._sprites.append(self.put(image, pos, z))

    # --- sizes ---

    @property
    def side_width(self) -> int:
        """Width of the right end of the rail, which the buttons use."""
        return min(self.px(460), self.rail.w * 2 // 5)

    @property
    def _order_side(self) -> int:
        look = self.look
        return max(look.px(40), look.design["sizes"]["hit_min"])

    def _room(self) -> int:
        """Return the x where the room for letters ends."""
        return self.rail.right - self.side_width - self._order_side - self.px(34)

    def places(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        if self._in_two_rows(count):
            return self._two_rows(count)
        width, lefts = self._one_row(count)
        top = self.rail.centery - width // 2 - self.px(2)
        return width, [(x, top) for x in lefts]

    def _one_row(self, count: int) -> tuple[int, list[int]]:
        """Shrink the letters down to 60 %, then overlap them; leave a gap between separate colours."""
        hand = self.hand() or []
        reds = sum(is_red(tile.mark) for tile in hand)
        apart = 0 < reds < count and all(is_red(tile.mark) for tile in hand[:reds])
        look = self.look
        left, extra = self.rail.left + look.px(38), look.px(28) if apart else 0
        room = self._room() - left - extra
        width, gap = self.piece_width(), look.px(12)
        while width > self.piece_width() * 0.6 and count * (width + gap) - gap > room:
            width -= 1
            gap = max(look.px(6), gap - 1)
        step = min(width + gap, (room - width) / max(1, count - 1)) if count > 1 else width + gap
        return width, [round(left + i * step) + (extra if apart and i >= reds else 0) for i in range(count)]

    def _in_two_rows(self, count: int) -> bool:
        if self._row_length is not None:
            return count > self._row_length
        look = self.look
        least = round(self.piece_width() * 0.6) + look.px(6)
        return count * least > self._room() - self.rail.left - look.px(66)

    def _two_rows(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        look = self.look
        gap, columns = look.px(9), -(-count // 2)
        left, right = self.rail.left + look.px(36), self._room()
        side = min((self.rail.h - look.px(54) - gap) // 2, (right - left) // columns - gap)
        top = self.rail.centery - (2 * side + gap) // 2 - look.px(3)
        return side, [(left + i % columns * (side + gap), top + i // columns * (side + gap))
                      for i in range(count)]

    def button_rows(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the places of the large button and of the row below it, at the right end of the rail."""
        look = self.look
        least, gap = look.design["sizes"]["hit_min"], look.px(16)
        high, low = max(look.px(62), least), max(look.px(52), least)
        left, right = self.rail.right - self.side_width, self.rail.right - look.px(24)
        top = self.rail.centery - (low + high + gap) // 2
        return (pygame.Rect(left, top, right - left, high),
                pygame.Rect(left, top + high + gap, right - left, low))

    # --- a letter in the hand ---

    def put_socket(self, index: int, rect: pygame.Rect) -> Sprite:
        look, margin = self.look, 2
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        shapes.draw_box(image, box, look.px(14), "#000000", 0.28)
        shapes.draw_dashed_box(image, box, look.px(14), "#ffffff", 0.55, max(1.2, 2 * look.k), (8.0, 7.0))
        return self.put(image, (rect.left - margin, rect.top - margin), SOCKET_Z)

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        """Move a letter that was released over the rack to that place in the order, without showing it."""
        return self.moved(piece, centre)

    def is_before(self, rect: pygame.Rect, pos: tuple[int, int]) -> bool:
        """Return whether a letter comes before a pixel; two rows are read like lines of text."""
        if not self._in_two_rows(len(self._shown)):
            return super().is_before(rect, pos)
        return rect.bottom < pos[1] or (rect.top < pos[1] and rect.centerx < pos[0])

    # --- the order ---

    def shuffle(self) -> None:
        seat = self.host.viewer
        if seat is not None:
            self.host.hand.cancel(quiet=True)
            order = list(self.order.get(seat, []))
            rounds, ply = len(self.host.rounds), self.host.state.ply
            random.Random(rounds * 1009 + ply * 31 + _mixed(order)).shuffle(order)
            self.order[seat] = order
            self.host.sounds.play("deal")
            self._reordered()

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_s:
            self.sort()
        elif event.key == pygame.K_x:
            self.shuffle()
        else:
            return False
        return True

    def order_buttons(self, right: int) -> list[Widget]:
        """Make the buttons that sort and shuffle, one above the other, left of `right`."""
        look, side = self.look, self._order_side
        x = right - side - look.px(14)
        return [IconButton(self.host.screen, pygame.Rect(x, y, side, side), icon, action, tip=self.say(tip),
                           key=self.say("key.with_ctrl", letter=key), z=BUTTON_Z)
                for icon, action, tip, key, y in (
                    ("sort", self.sort, "letters.sort", "S", self.rail.centery - side - look.px(4)),
                    ("dice", self.shuffle, "letters.shuffle", "X", self.rail.centery + look.px(4)))]


def _mixed(order: list[Tile]) -> int:
    """Return a number derived from the order, so that shuffling again gives another order."""
    return sum((i + 1) * ord(tile.mark) for i, tile in enumerate(order))
