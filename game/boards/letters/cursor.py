"""Typing words: a cursor on the field, moved by arrows and filled by the keyboard or a gamepad."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.boards.kit.part import Part
from game.boards.kit.targets import PlacedImage
from game.boards.letters.draft import Square, Tile
from game.boards.letters.faces import is_red
from game.boards.letters.field import CURSOR_Z
from game.boards.letters.laying import Laying
from game.draw import shapes
from game.draw.svg import raster
from game.table.host import WordHost
from rules.games.crossword.letters import JOLLIES
from rules.words.language import LANGUAGES

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PAGES = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""Keys that step through the letters of the rack; the shoulder buttons of a gamepad send them."""
FIRST_SQUARE = (-3, 0)
"""Where the first word begins, unless the player chooses another square."""
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The square of the next typed letter and the direction of the word."""

    square: Square
    down: bool = False

    def stepped(self) -> Cursor:
        x, y = self.square
        return Cursor((x, y + 1) if self.down else (x + 1, y), self.down)


class TypingCursor(Part[WordHost]):
    """Edits the draft of `laying` by keys. `at` is the square that the player chose, None before that."""

    def __init__(self, laying: Laying):
        super().__init__(laying.host)
        self.laying, self.board = laying, laying.board
        self.at: Cursor | None = None

    @property
    def here(self) -> Cursor | None:
        """Where the next typed letter goes: the chosen square, or else the one that the view suggests."""
        if self.at is not None or not self.host.my_turn:
            return self.at
        return self._after_draft() if self.laying.draft else self._crossing()

    def _after_draft(self) -> Cursor:
        """Return the square that continues the letters laid by hand."""
        squares = list(self.laying.draft.letters)
        down = len({x for x, _ in squares}) == 1 and len(squares) > 1
        return Cursor(max(squares), down).stepped()

    def _crossing(self) -> Cursor:
        """Return the letter nearest to the middle of the view that a word can cross, in its direction."""
        letters = self.board.letters
        if not letters:
            return Cursor(FIRST_SQUARE)
        view, middle = self.laying.field.view, self.laying.field.area.center

        def cost(cursor: Cursor) -> tuple[bool, float]:
            (x, y), step = cursor.square, (0, 1) if cursor.down else (1, 0)
            beside = ((x - step[0], y - step[1]), (x + step[0], y + step[1]))
            return any(square in letters for square in beside), math.dist(view.rect((x, y)).center, middle)

        return min((Cursor(square, down) for square in letters for down in (True, False)), key=cost)

    def _all_letters(self) -> dict[Square, str]:
        return {**self.board.letters, **self.laying.draft.letters}

    # --- keys ---

    def key(self, event: pygame.Event) -> bool:
        """Use a key that edits the draft; return False for all others."""
        if self.host.shows_focus:
            return False
        if event.key in ARROWS:
            self._move(*ARROWS[event.key])
        elif event.key in PAGES:
            self._step_letter(PAGES[event.key])
        elif event.key == pygame.K_BACKSPACE:
            self.rub_out()
        elif event.key == pygame.K_DELETE:
            self.laying.clear()
        elif event.key in ENTER and self.lay_picked():
            pass
        elif event.key in ENTER and self.laying.draft:
            self.board.confirm()
        else:
            return self._type(event)
        return True

    def _type(self, event: pygame.Event) -> bool:
        typed = getattr(event, "unicode", "")
        start, self.at = self.at, self.here
        if self.at is None:
            return False
        used = self._type_at(event, typed)
        if not used:
            self.at = start
        return used

    def _type_at(self, event: pygame.Event, typed: str) -> bool:
        if event.key == pygame.K_SPACE or (event.key == pygame.K_r and not typed):  # a gamepad sends no text
            self._turn()
            return True
        if typed in ("*", "+"):
            self._type_jolly(typed)
            return True
        marks = LANGUAGES[self.host.rules.words_language].typed(typed)
        for mark in marks:
            self._type_letter(mark)
        return bool(marks)

    def escape(self) -> bool:
        """Remove the cursor, or else return the letters to the rack. Return False if there is neither."""
        if self.at is not None:
            self.at = None
            self.board.show_draft()
        elif self.laying.draft:
            self.laying.clear()
        else:
            return False
        return True

    def click(self, pos: tuple[int, int]) -> None:
        """Set the cursor on the square at `pos`; turn it if it is there already."""
        square = self.laying.field.view.cell_at(pos)
        if not self.board.may_type_at(square, down=False):
            return
        if self.at is not None and self.at.square == square:
            self._turn()
        else:
            self.at = Cursor(square, self.at.down if self.at is not None else False)
            self.board.show_draft()

    def rub_out(self) -> None:
        """Take back the letter that was laid last."""
        square = self.laying.draft.take_last()
        if square is not None:
            if self.at is not None:
                self.at = Cursor(square, self.at.down)
            self.board.changed("undo")

    def lay_picked(self) -> bool:
        """Lay the letter picked by keys at the cursor. Return False if none is picked."""
        piece = self.host.hand.piece
        self.at = self.at or (self.here if self.host.hand.how == "pick" else None)
        if self.at is None or self.host.hand.how != "pick" or not isinstance(piece, Tile):
            return False
        self.host.hand.cancel(quiet=True)
        square = self._skip_letters(self.at).square
        if self.laying.is_free(square, piece):
            self.laying.lay(piece, square, self._step_on)
        return True

    # --- moving ---

    def _move(self, dx: int, dy: int) -> None:
        self.host.hand.cancel(quiet=True)
        if self.at is None:
            self.at = self.here
        else:
            x, y = self.at.square
            if self.board.may_type_at((x + dx, y + dy), down=self.at.down):
                self._go_to(Cursor((x + dx, y + dy), self.at.down))
        self.board.show_draft()
        self._tell()

    def _go_to(self, cursor: Cursor) -> None:
        self.at = cursor
        self.board.keep_in_view(cursor.square)

    def _step_on(self) -> None:
        if self.at is not None:
            self._go_to(self.at.stepped())
            self.board.show_draft()
            self._tell()

    def _turn(self) -> None:
        assert self.at is not None
        if self.board.may_type_at(self.at.square, down=not self.at.down):
            self.at = Cursor(self.at.square, not self.at.down)
            self.board.show_draft()
            self._tell()

    def _tell(self) -> None:
        if self.at is not None:
            mark = self._all_letters().get(self.at.square, "")
            self.board.tell_square(self.at.square, mark, down=self.at.down)

    def _step_letter(self, step: int) -> None:
        """Pick the next letter of the rack."""
        if self.at is None:
            self._move(0, 0)
        self.host.hand.step_piece(step)

    def _skip_letters(self, cursor: Cursor) -> Cursor:
        """Move the cursor to the first free square; return where it is."""
        letters = self._all_letters()
        while cursor.square in letters:
            cursor = cursor.stepped()
        self.at = cursor
        return cursor

    # --- typing ---

    def _type_letter(self, mark: str) -> None:
        """Lay a letter of the rack or its Jolly at the cursor; step over the same letter if it lies there."""
        assert self.at is not None
        if self._all_letters().get(self.at.square, "").upper() == mark:
            self._go_to(self.at.stepped())
            self.board.show_draft()
            return
        cursor = self._skip_letters(self.at)
        tile = self._free_tile(mark) or self._free_tile("*" if is_red(mark) else "+")
        if tile is None:
            self.host.sounds.play("refuse")
            self.host.set_status(self.say("letters.not_in_hand", letter=mark), mood="bad")
            self.board.show_draft()
            return
        self.laying.draft.put(cursor.square, tile, mark if tile.mark in JOLLIES else "")
        self._go_to(cursor.stepped())
        self.board.changed()
        self.host.idle_status()

    def _type_jolly(self, mark: str) -> None:
        assert self.at is not None
        tile = self._free_tile(mark)
        cursor = self._skip_letters(self.at)
        if tile is not None:
            self.at = cursor.stepped()
            self.laying.ask_letter(tile, cursor.square)

    def _free_tile(self, mark: str) -> Tile | None:
        return next((tile for tile in self.laying.pieces() if tile.mark == mark), None)

    # --- the picture ---

    def show(self) -> None:
        """Draw a ring with an arrow around the square of the next typed letter."""
        here, field = self.here, self.laying.field
        if here is None or (self.at is None and self.host.hand.holding):
            return
        image, pos = cursor_image(self, field.view.rect(here.square), down=here.down,
                                  resting=self.at is None, taken=here.square in self._all_letters())
        field.mark(self.put(image, pos, CURSOR_Z))


def cursor_image(part: Part[WordHost], rect: pygame.Rect, *, down: bool, resting: bool = False,
                 taken: bool = False) -> PlacedImage:
    """Draw the typing cursor on a square; dashed while it `rests` where the view suggests it."""
    look, accent = part.look, part.glow_colour
    margin = look.px(24)
    image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
    box = pygame.Rect(margin, margin, rect.w, rect.h).inflate(-2, -2)
    line = max(2.0, 3 * look.k)
    if resting:
        shapes.draw_dashed_box(image, box, look.px(12), accent, 1.0, line, (9 * look.k, 7 * look.k))
    else:
        shapes.draw_ring_glow(image, box, look.px(12), accent, 0.6, 8 * look.k)
        shapes.draw_box(image, box, look.px(12), accent, 0 if taken else 0.22, accent, 1, line)
    arrow = _arrow(accent, max(8, round(rect.w * 0.34)), down=down)
    tip = (box.centerx, box.bottom - 1) if down else (box.right - 1, box.centery)
    image.blit(arrow, arrow.get_rect(center=tip))
    return image, (rect.left - margin, rect.top - margin)


def _arrow(colour: str, px: int, *, down: bool) -> pygame.Surface:
    points = "20,70 80,70 50,115" if down else "70,20 70,80 115,50"
    return raster(130, 130, f'<polygon points="{points}" fill="{colour}" stroke="#10150f" stroke-width="8" '
                            f'stroke-linejoin="round"/>', px / 65)
