"""Boards of letters: wooden letters on a field of dots, and the rack with vowels left and consonants right."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pygame

from game.boards.kit.base import Target
from game.boards.kit.open_board import OpenBoard
from game.boards.kit.rack import Action
from game.boards.kit.squares import Squares
from game.boards.letters.draft import Square, Tile, tiles
from game.draw import shapes
from game.draw.letter import letter, letter_back, outline
from game.draw.slab import Piece
from game.ui.stage import Sprite
from game.ui.widgets import IconButton
from rules.games.crossword.letters import JOLLIES, RED, colour_of

SEAM = 3
"""Pixels of the mock-ups between two letters that lie beside each other."""


class LetterBoard(OpenBoard):
    """What Kreuzwort, Point-Typ-Dom, Presto and Wer behält recht? have in common."""

    words_of = "game.boards.letters.spoken:LetterWords"

    points_game = True
    family = "letter"
    aspect = 1.0
    first_cell: Square = (0, 0)

    def __init__(self, scene: Any):
        super().__init__(scene, Squares(pygame.Rect(0, 0, 100, 100), 36, 92))
        self._dots: Sprite | None = None

    @property
    def squares(self) -> Squares:
        assert isinstance(self.grid, Squares)
        return self.grid

    # --- letters ---

    def is_red(self, mark: str) -> bool:
        return colour_of(mark) == RED

    def letter_name(self, mark: str) -> str:
        return self.say("letters.jolly") if mark in JOLLIES else mark

    def value_of(self, mark: str) -> int | None:
        """The points printed on a letter; None if they count for nothing here."""
        return None

    def tile(self, mark: str, side: int, *, lifted: bool = False) -> Piece:
        return letter(mark, side, self.value_of(mark), lifted=lifted)

    @property
    def letter_side(self) -> int:
        return self.grid.side - max(1, round(SEAM * self.look.k))

    def put_letter(self, square: Square, mark: str, *, lifted: bool = False, z: int | None = None) -> Sprite:
        """A letter on a square of the board; one that is being laid hovers a little."""
        made = self.tile(mark, self.letter_side, lifted=lifted)
        rect = self.squares.rect(square)
        up = self.px(3) if lifted else 0
        return self.put(made.image, (rect.left + 1 - made.pad, rect.top + 1 - up - made.pad),
                        square[1] if z is None else z)

    def put_tile(self, cell: Square, piece: str) -> Sprite:
        return self.put_letter(cell, piece)

    def laid(self, state: Any) -> Mapping[Square, str]:
        return state.letters

    # --- the board ---

    def letter_area(self, area: pygame.Rect) -> pygame.Rect:
        """The part of the cloth that the letters have."""
        return pygame.Rect(area.left, area.top + self.px(4), area.w, area.h - self.px(74))

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        low, high = look.design["sizes"]["board_piece"]["letter"]
        self.place_board(self.letter_area(area), look.px(low), look.px(high))
        self._dots = None
        self.build_rack(ground)

    def show_extras(self, state: Any) -> None:
        self.show_dots(state)

    def show_dots(self, state: Any) -> None:
        """A faint dot in the middle of every free square."""
        area, look = self.grid.area, self.look
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        dot = _dot(max(2, round(5.2 * look.k)), look.theme.text)
        lying = self.laid(state)
        for square in self.squares.seen():
            if square not in lying:
                image.blit(dot, dot.get_rect(center=self.squares.rect(square).move(-area.left, -area.top).center))
        self._extra.append(self.put(image, area.topleft, -1000))

    def show_start(self, squares: list[Square]) -> None:
        """Where the first letters of a round go, as a dashed field."""
        look = self.look
        rect = self.squares.span(squares).inflate(look.px(4), look.px(4))
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        box = image.get_rect().inflate(-4, -4)
        accent = look.theme.box_accent(self.scene.game)
        shapes.draw_box(image, box, look.px(14), accent, 0.07)
        shapes.draw_dashed_box(image, box, look.px(14), accent, 0.5, max(1.5, 2.4 * look.k), (12 * look.k, 10 * look.k))
        self._extra.append(self.put(image, rect.topleft, -999))

    def run_outline(self, squares: list[Square], colour: str, *, z: int, dashed: bool = False,
                    soft: float = 0.75) -> Sprite:
        """One line around the letters of a run."""
        look = self.look
        rect = self.squares.span(squares).inflate(look.px(6), look.px(8))
        margin = look.px(30)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        if dashed:
            shapes.draw_dashed_box(image, box, look.px(14), colour, 1.0, max(1.5, 3.4 * look.k),
                                   (10 * look.k, 7 * look.k))
        else:
            shapes.draw_ring_glow(image, box, look.px(14), colour, soft, 10 * look.k)
            shapes.draw_box(image, box, look.px(14), None, 1, colour, 1, max(2.0, 4 * look.k))
        return self.put(image, (rect.left - margin, rect.top - margin), z)

    def square_glow(self, square: pygame.Rect, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        """The ring on a square where a letter may be laid, and where to put it."""
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        rect = square.inflate(-look.px(6), -look.px(6))
        image, left, top = shapes.outline_glow(
            (rect.topleft, rect.topright, rect.bottomright, rect.bottomleft), look.theme.box_accent(self.scene.game),
            look.px(token["blur"]), token["alpha"], max(2.0, token["line"] * look.k), token["fill"], look.px(12),
            None if nearest else (9 * look.k, 7 * look.k))
        return image, (left, top)

    def glow(self, target: Target, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        return self.square_glow(target.rect, nearest=nearest)

    def ghost(self, piece: Tile, target: Target) -> tuple[pygame.Surface, tuple[int, int]]:
        made = self.tile(self.shown_mark(piece), self.letter_side)
        return made.image, (target.rect.left + 1 - made.pad, target.rect.top + 1 - made.pad)

    def word_picture(self, letters: Mapping[Square, str], word: list[Square], size: tuple[int, int]) -> pygame.Surface:
        """A word and what lies around it, for the result."""
        surface = pygame.Surface(size, pygame.SRCALPHA)
        view = self.squares.sibling(surface.get_rect(), 12, round(min(size) * 0.3))
        view.view(*view.wanted(word))
        for square in sorted(letters, key=lambda square: square[1]):
            rect = view.rect(square)
            if surface.get_rect().colliderect(rect):
                made = self.tile(letters[square], view.side - 2)
                surface.blit(made.image, (rect.left + 1 - made.pad, rect.top + 1 - made.pad))
        box = view.span(word)
        shapes.draw_box(surface, box, 8, None, 1, self.look.theme.box_accent(self.scene.game), 1,
                        max(2.0, 3 * self.look.k))
        return surface

    # --- the rack ---

    def hand_of(self, seat: int) -> list[Tile]:
        return tiles(self.state.hands[seat])

    def sort_key(self, piece: Tile) -> Any:
        return not self.is_red(piece.mark), piece.mark in JOLLIES, piece

    def viewed_hand(self) -> list[Tile] | None:
        """Vowels first from the beginning; a letter that comes later goes to those of its colour."""
        seat = self.scene.viewer
        if seat is None:
            return None
        hand = self.hand_of(seat)
        if seat not in self.order:
            self.order[seat] = sorted(hand, key=self.sort_key)
        kept = [piece for piece in self.order[seat] if piece in hand]
        for piece in hand:
            if piece not in kept:
                reds = sum(self.is_red(other.mark) for other in kept)
                grouped = all(self.is_red(other.mark) for other in kept[:reds])
                kept.insert(reds if grouped and self.is_red(piece.mark) else len(kept), piece)
        self.order[seat] = kept
        return kept

    def _slots(self, count: int) -> tuple[int, list[int]]:
        """As in every rack, with a gap between the colours as long as they lie apart."""
        hand = self.viewed_hand() if self.scene.viewer is not None else None
        reds = sum(self.is_red(tile.mark) for tile in hand) if hand else 0
        apart = bool(hand) and 0 < reds < count and all(self.is_red(tile.mark) for tile in hand[:reds])
        look = self.look
        left, extra = self.rail.left + look.px(38), look.px(28) if apart else 0
        room = self.rack_room() - left - extra
        width, gap = self.piece_width(), look.px(12)
        while width > self.piece_width() * 0.6 and count * (width + gap) - gap > room:
            width -= 1
            gap = max(look.px(6), gap - 1)
        step = min(width + gap, (room - width) / max(1, count - 1)) if count > 1 else width + gap
        return width, [round(left + i * step) + (extra if apart and i >= reds else 0) for i in range(count)]

    def in_two_rows(self, count: int) -> bool:
        """Whether so many letters would hide each other in one row."""
        least = round(self.piece_width() * 0.6) + self.px(6)
        return count * least > self.rack_room() - self.rail.left - self.px(66)

    def places(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        if not self.in_two_rows(count):
            return super().places(count)
        look = self.look
        gap, columns = look.px(9), -(-count // 2)
        left, right = self.rail.left + look.px(36), self.rack_room()
        side = min((self.rail.h - look.px(54) - gap) // 2, (right - left) // columns - gap)
        top = self.rail.centery - (2 * side + gap) // 2 - look.px(3)
        return side, [(left + i % columns * (side + gap), top + i // columns * (side + gap)) for i in range(count)]

    def before(self, piece: Tile, centre: tuple[int, int]) -> bool:
        """In two rows the reading order counts."""
        if piece not in self._rack or not self.in_two_rows(len(self._rack)):
            return super().before(piece, centre)
        rect = self._rack[piece][1]
        return rect.bottom < centre[1] or (rect.top < centre[1] and rect.centerx < centre[0])

    def rack_room(self) -> int:
        """The right end of the letters in the rack."""
        return self.rail.right - self.side_width - self._order_side - self.px(34)

    @property
    def _order_side(self) -> int:
        """The side of the buttons that sort and shuffle."""
        return max(self.px(40), self.look.design["sizes"]["hit_min"])

    @property
    def side_width(self) -> int:
        return min(self.px(412), self.rail.w * 2 // 5)

    def rack_piece(self, piece: Tile, index: int, width: int) -> tuple[pygame.Surface, int]:
        made = self.tile(piece.mark, width)
        return made.image, made.pad

    def rack_back(self, index: int, width: int) -> tuple[pygame.Surface, int]:
        made = letter_back(width)
        return made.image, made.pad

    def rack_shape(self, index: int, width: int) -> list[tuple[float, float]]:
        return outline(width)

    def show_gap(self, piece: Tile) -> None:
        """The letter is out on the board: a dashed socket keeps its place."""
        if piece in self._rack:
            sprite, rect = self._rack[piece]
            sprite.show(False)
            self._rack_sprites.append(self._put_socket(rect))

    def _put_socket(self, rect: pygame.Rect) -> Sprite:
        margin = 2
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        shapes.draw_box(image, box, self.px(14), "#000000", 0.28)
        shapes.draw_dashed_box(image, box, self.px(14), "#ffffff", 0.55, max(1.2, 2 * self.look.k), (8.0, 7.0))
        return self.put(image, (rect.left - margin, rect.top - margin), 44)

    def show_socket(self, piece: Tile, how: str | None) -> None:
        if self._socket is not None:
            self._socket.remove()
            self._socket = None
        if piece in self._rack:
            sprite, rect = self._rack[piece]
            sprite.show(how != "drag")
            if how == "drag":
                self._socket = self._put_socket(rect)

    def shuffle_rack(self) -> None:
        """Another order shows other words."""
        seat = self.scene.viewer
        if seat is not None:
            self.scene.hand.cancel(quiet=True)
            order = list(self.order.get(seat, []))
            random.Random(len(self.scene.session.rounds) * 1009 + self.state.ply * 31 + _mixed(order)).shuffle(order)
            self.order[seat] = order
            self.scene.app.sounds.play("deal")
            self.sync_rack()

    def order_buttons(self, left: int) -> None:
        """Sort and shuffle, one above the other beside the letters."""
        look = self.look
        side = self._order_side
        x = left - side - look.px(14)
        for icon, action, key, y in (("sort", self.sort_rack, "S", self.rail.centery - side - look.px(4)),
                                     ("dice", self.shuffle_rack, "X", self.rail.centery + look.px(4))):
            tip = self.say("letters.sort" if icon == "sort" else "letters.shuffle")
            self._action_widgets.append(IconButton(self.scene, pygame.Rect(x, y, side, side), icon, action, tip=tip,
                                                   key=key, z=60))

    def button_rows(self) -> tuple[pygame.Rect, pygame.Rect]:
        """At the right end of the rack: the large button, and the row of smaller ones below it."""
        look = self.look
        least, gap = look.design["sizes"]["hit_min"], look.px(16)
        high, low = max(look.px(62), least), max(look.px(52), least)
        left, right = self.rail.right - self.side_width, self.rail.right - look.px(24)
        top = self.rail.centery - (low + high + gap) // 2
        return (pygame.Rect(left, top, right - left, high), pygame.Rect(left, top + high + gap, right - left, low))

    def stock_line(self) -> tuple[str, str]:
        return "", ""

    def stock_count(self) -> int:
        return len(self.state.red) + len(self.state.black)

    def actions(self) -> list[Action]:
        return []

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_s:
            self.sort_rack()
        elif event.key == pygame.K_x:
            self.shuffle_rack()
        elif event.key in (pygame.K_0, pygame.K_KP0):
            self.fit_again()
        else:
            return False
        return True

    # --- the hand ---

    def held_image(self, piece: Tile, turn: int, near: Any = None) -> pygame.Surface:
        return _tilted(self.tile(self.shown_mark(piece), round(self.grid.side * 1.06), lifted=True).image)

    def shown_mark(self, piece: Tile) -> str:
        """How a letter of the hand looks now: a Jolly on the board shows what it stands for."""
        return piece.mark


def _mixed(order: list[Tile]) -> int:
    """A number that changes with the order, so that shuffling again gives another one."""
    return sum((i + 1) * ord(tile.mark) for i, tile in enumerate(order))


@lru_cache(maxsize=64)
def _tilted(image: pygame.Surface) -> pygame.Surface:
    return pygame.transform.rotozoom(image, -6, 1)


@lru_cache(maxsize=8)
def _dot(diameter: int, colour: str) -> pygame.Surface:
    image = shapes.disc(diameter, colour).copy()
    image.set_alpha(52)
    return image
