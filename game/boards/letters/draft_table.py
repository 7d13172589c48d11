"""Laying letters one by one: the draft on the board, the cursor for typing, and what mouse and keys do with them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame

from game.boards.kit.base import Target
from game.boards.letters.board import LetterBoard
from game.boards.letters.draft import Draft, Square, Tile, folded
from game.draw import shapes
from game.draw.svg import raster
from game.ui.stage import Sprite
from rules.games.crossword.letters import JOLLIES

if TYPE_CHECKING:
    from game.boards.letters.letter_choice import LetterChoice

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PAGES = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""Through the letters of the rack, for hands that cannot type; the shoulders of a gamepad are these keys."""
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
CLICK_REACH = 6
"""Pixels the mouse may move between press and release and it is still a click on a square."""
LETTER_Z, LINE_Z, CURSOR_Z, CARD_Z = 160, 170, 175, 180


@dataclass(frozen=True, slots=True)
class Put:
    """A letter is held over a free square: a part of a word, no move yet."""

    square: Square


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the next typed letter goes, and in which direction the word runs."""

    square: Square
    down: bool = False

    def stepped(self, steps: int = 1) -> Cursor:
        x, y = self.square
        return Cursor((x, y + steps) if self.down else (x + steps, y), self.down)


class DraftTable(LetterBoard):
    """Letters stand on the board before they are played. How they are judged and shown is for the game to say."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.draft = Draft()
        self.cursor: Cursor | None = None
        self._pressed: tuple[int, int] | None = None
        self._panned = False
        self._held_square: Square | None = None
        """Where the letter came from that is dragged now."""
        self.draft_sprites: dict[Square, Sprite] = {}
        self._marks: list[Sprite] = []

    @abstractmethod
    def show_draft(self, held: tuple[Square, str] | None = None) -> None:
        """Everything that the letters on the board say, with the one that is held over a square."""

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        self.draft_sprites, self._marks = {}, []
        super().build(area, ground)

    def lying(self) -> list[Sprite]:
        return [*super().lying(), *self.draft_sprites.values()]

    def sync_rack(self) -> None:
        super().sync_rack()
        for tile in list(self._rack):
            if tile in self.draft:
                self.show_gap(tile)

    # --- the draft ---

    def changed(self, sound: str = "letter") -> None:
        """The draft is another one: the rack shows its gaps, the board what it makes."""
        self.scene.app.sounds.play(sound)
        self.sync_rack()
        self.show_draft()

    def confirm(self) -> None:
        """Enter: the draft is meant as it stands."""

    def is_free(self, square: Square, piece: Tile | None = None) -> bool:
        """Whether a letter can be put there; a letter of the draft may stay where it is."""
        there = self.draft.tile_at(square)
        return square not in self.laid(self.state) and (there is None or there == piece)

    def can_type_at(self, square: Square, *, down: bool) -> bool:
        """Whether the cursor may stand there."""
        return True

    def letters_with(self, held: tuple[Square, str] | None) -> dict[Square, str]:
        """The letters that stand on the board while one of them is dragged, and that one where it is held."""
        letters = self.draft.letters
        if self._held_square is not None:
            letters.pop(self._held_square, None)
        if held is not None:
            letters[held[0]] = held[1]
        return letters

    def clear_marks(self) -> None:
        for sprite in (*self.draft_sprites.values(), *self._marks):
            sprite.remove()
        self.draft_sprites, self._marks = {}, []

    def show_letters(self) -> None:
        """The letters of the draft and the cursor."""
        for square, mark in self.draft.letters.items():
            if square != self._held_square:
                self.draft_sprites[square] = self.put_letter(square, mark, lifted=True, z=LETTER_Z + square[1])
        self._show_cursor()

    def take_back(self, square: Square) -> bool:
        """A letter returns from the board to the rack."""
        if self.draft.take(square) is None:
            return False
        self.changed("undo")
        return True

    def clear_draft(self) -> None:
        if self.draft:
            self.draft.clear()
            self.changed("undo")

    # --- the hand ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        if self.grid.area.collidepoint(pos):
            return self.draft.tile_at(self.squares.cell_at(pos))
        return next((tile for tile in reversed(list(self._rack)) if tile not in self.draft
                     and self._rack[tile][1].collidepoint(pos)), None)

    def pieces(self) -> list[Tile]:
        return [tile for tile in self._rack if tile not in self.draft]

    def piece_rect(self, piece: Tile) -> pygame.Rect:
        square = self.draft.square_of(piece)
        return self.squares.rect(square) if square is not None else super().piece_rect(piece)

    def shown_mark(self, piece: Tile) -> str:
        square = self.draft.square_of(piece)
        return self.draft.letters[square] if square is not None else piece.mark

    def nearest(self, piece: Tile, targets: list[Target], centre: tuple[float, float]) -> Target | None:
        if not self.grid.area.collidepoint(centre):
            return None
        square = self.squares.cell_at(centre)
        move = next((target for target in targets if target.place == square), None)
        if move is not None:
            return move
        return Target(Put(square), square, self.squares.rect(square)) if self.is_free(square, piece) else None

    def pointed_at(self, piece: Tile, targets: list[Target], pos: tuple[int, int]) -> Target | None:
        return self.nearest(piece, targets, pos)

    def keep(self, piece: Tile, target: Target, start: tuple[int, int] | None) -> bool:
        if not isinstance(target.move, Put):
            return False
        self.lay_letter(piece, target.move.square)
        return True

    def lay_letter(self, piece: Tile, square: Square, then: Callable[[], None] | None = None) -> None:
        """Lay a letter into the draft; a Jolly that comes from the rack asks for its letter first."""
        was = self.draft.square_of(piece)
        stands_for = self.draft.letters[was] if was is not None and piece.mark in JOLLIES else ""
        if piece.mark in JOLLIES and not stands_for:
            self._ask_letter(piece, square, then)
            return
        if was is not None:
            self.draft.take(was)
        self.draft.put(square, piece, stands_for)
        self.changed()
        if then is not None:
            then()

    def _ask_letter(self, piece: Tile, square: Square, then: Callable[[], None] | None) -> None:
        from game.boards.letters.letter_choice import LetterChoice

        def chosen(mark: str) -> None:
            self.draft.put(square, piece, mark)
            self.changed()
            if then is not None:
                then()

        self.ask(LetterChoice(self.scene.app, self.scene.game, piece.mark, chosen, lambda: self.changed("undo")))

    def ask(self, choice: LetterChoice) -> None:
        """Which letter a Jolly stands for is asked over the table."""
        self.scene.app.push(choice)

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        if not self.rail.inflate(0, self.px(40)).collidepoint(centre):
            return False
        square = self.draft.square_of(piece)
        if square is not None:
            self.draft.take(square)
        super().dropped(piece, centre)
        self.show_draft()
        return True

    def show_picked(self, piece: Tile, how: str | None) -> None:
        self._held_square = self.draft.square_of(piece) if how == "drag" else None
        if self.draft.square_of(piece) is None:
            self.show_socket(piece, how)
            self.lift_in_rack(piece, how)
        self.show_draft()

    def aim(self, target: Target | None) -> None:
        """What the board says follows the letter that is held."""
        piece = self.scene.hand.piece
        held = None
        if target is not None and isinstance(target.move, Put) and piece is not None:
            mark = self.shown_mark(piece)
            held = (target.move.square, mark) if mark not in JOLLIES else None
        self.show_draft(held)

    def held_status(self, piece: Any, targets: list[Target]) -> tuple[str, str]:
        more = "letters.held_swap" if targets else "letters.held_more"
        return self.say("letters.held", letter=self.letter_name(piece.mark)), self.say(more)

    # --- typing ---

    def escape(self) -> bool:
        """Esc leaves the cursor, then takes the letters back, and only then opens the menu."""
        if self.cursor is not None:
            self.cursor = None
            self.show_draft()
            return True
        if self.draft:
            self.clear_draft()
            return True
        return False

    def type_key(self, event: pygame.Event) -> bool:
        if self.scene.focus is not None and self.scene.app.shows_focus:
            return False
        if event.key in ARROWS:
            self._move_cursor(*ARROWS[event.key])
            return True
        if event.key in PAGES:
            self._step_letter(PAGES[event.key])
            return True
        if event.key in ENTER and self.lays_at_cursor():
            return True
        if event.key == pygame.K_BACKSPACE:
            self._rub_out()
            return True
        if event.key == pygame.K_DELETE:
            self.clear_draft()
            return True
        if event.key in ENTER and self.draft:
            self.confirm()
            return True
        if self.cursor is None:
            return False
        typed = getattr(event, "unicode", "")
        if event.key == pygame.K_SPACE or (event.key == pygame.K_r and not typed):  # a pad types no letters
            self._turn_cursor()
            return True
        if typed in ("*", "+"):
            self._type_jolly(typed)
            return True
        marks = folded(typed)
        for mark in marks:
            self._type_letter(mark)
        return bool(marks)

    def _move_cursor(self, dx: int, dy: int) -> None:
        self.scene.hand.cancel(quiet=True)
        if self.cursor is None:
            lying = {**self.laid(self.state), **self.draft.letters}
            self.cursor = Cursor(min(lying, key=lambda s: abs(s[0]) + abs(s[1])) if lying else (0, 0))
        else:
            x, y = self.cursor.square
            if self.can_type_at((x + dx, y + dy), down=self.cursor.down):
                self.cursor = Cursor((x + dx, y + dy), self.cursor.down)
                self.keep_in_view(self.cursor.square)
        self.show_draft()
        self._tell_cursor()

    def _tell_cursor(self) -> None:
        if self.cursor is not None:
            lying = {**self.laid(self.state), **self.draft.letters}
            told = self.in_words.square(self.cursor.square, lying.get(self.cursor.square, ""), down=self.cursor.down)
            self.scene.app.speech.say(told)

    def _step_letter(self, step: int) -> None:
        """The next letter of the rack is picked, to be laid at the cursor."""
        if self.cursor is None:
            self._move_cursor(0, 0)
        self.scene.hand.step_piece(step)

    def lays_at_cursor(self) -> bool:
        """Enter with a picked letter lays it where the cursor stands; False if none is picked."""
        piece = self.scene.hand.piece
        if self.cursor is None or self.scene.hand.how != "pick" or piece is None:
            return False
        self.scene.hand.cancel(quiet=True)
        self._skip_lying("")
        square = self.cursor.square
        if self.is_free(square, piece):
            self.lay_letter(piece, square, self._step_on)
        return True

    def _step_on(self) -> None:
        if self.cursor is not None:
            self.cursor = self.cursor.stepped()
            self.keep_in_view(self.cursor.square)
            self.show_draft()
            self._tell_cursor()

    def keep_in_view(self, square: Square) -> None:
        rect, area = self.squares.rect(square), self.grid.area
        if not area.contains(rect):
            inside = rect.clamp(area)
            self.grid.push(inside.left - rect.left, inside.top - rect.top)
            self.show_board(self.state)

    def _turn_cursor(self) -> None:
        assert self.cursor is not None
        if self.can_type_at(self.cursor.square, down=not self.cursor.down):
            self.cursor = Cursor(self.cursor.square, not self.cursor.down)
            self.show_draft()
            self._tell_cursor()

    def click_square(self, pos: tuple[int, int]) -> None:
        """A click on a square sets the cursor; another one on the same turns it."""
        square = self.squares.cell_at(pos)
        if not self.can_type_at(square, down=False):
            return
        if self.cursor is not None and self.cursor.square == square:
            self._turn_cursor()
        else:
            self.cursor = Cursor(square, self.cursor.down if self.cursor is not None else False)
            self.show_draft()

    def _skip_lying(self, mark: str) -> bool:
        """Move the cursor over letters that lie; True if the typed letter was one of them."""
        assert self.cursor is not None
        lying = {**self.laid(self.state), **self.draft.letters}
        if mark and lying.get(self.cursor.square, "").upper() == mark:
            self.cursor = self.cursor.stepped()
            return True
        while self.cursor.square in lying:
            self.cursor = self.cursor.stepped()
        return False

    def _type_letter(self, mark: str) -> None:
        if self._skip_lying(mark):
            self.keep_in_view(self.cursor.square)  # type: ignore[union-attr]
            self.show_draft()
            return
        assert self.cursor is not None
        jolly = "*" if self.is_red(mark) else "+"
        free = self.pieces()
        tile = next((tile for wish in (mark, jolly) for tile in free if tile.mark == wish), None)
        if tile is None:
            self.scene.app.sounds.play("refuse")
            self.scene.set_status(self.say("letters.not_in_hand", letter=mark), mood="bad")
            self.show_draft()
            return
        self.draft.put(self.cursor.square, tile, mark if tile.mark in JOLLIES else "")
        self.cursor = self.cursor.stepped()
        self.keep_in_view(self.cursor.square)
        self.changed()
        self.scene.idle_status()

    def _type_jolly(self, mark: str) -> None:
        assert self.cursor is not None
        tile = next((tile for tile in self.pieces() if tile.mark == mark), None)
        self._skip_lying("")
        if tile is not None:
            square = self.cursor.square
            self.cursor = self.cursor.stepped()
            self._ask_letter(tile, square, None)

    def _rub_out(self) -> None:
        square = self.draft.take_last()
        if square is not None:
            if self.cursor is not None:
                self.cursor = Cursor(square, self.cursor.down)
            self.changed("undo")

    # --- the cursor ---

    def _show_cursor(self) -> None:
        """A ring with an arrow: where the next typed letter goes."""
        if self.cursor is None:
            return
        look, rect = self.look, self.squares.rect(self.cursor.square)
        accent = look.theme.box_accent(self.scene.game)
        margin = look.px(24)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h).inflate(-2, -2)
        taken = self.cursor.square in self.laid(self.state) or self.cursor.square in self.draft.letters
        shapes.draw_ring_glow(image, box, look.px(12), accent, 0.6, 8 * look.k)
        shapes.draw_box(image, box, look.px(12), accent, 0 if taken else 0.22, accent, 1, max(2.0, 3 * look.k))
        arrow = _arrow(accent, max(8, round(rect.w * 0.34)), self.cursor.down)
        tip = (box.centerx, box.bottom - 1) if self.cursor.down else (box.right - 1, box.centery)
        image.blit(arrow, arrow.get_rect(center=tip))
        self._marks.append(self.put(image, (rect.left - margin, rect.top - margin), CURSOR_Z))

    # --- the mouse beside the letters ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        self._pressed, self._panned = pos, False
        return super().press_felt(pos)

    def drag_felt(self, pos: tuple[int, int]) -> None:
        assert self._pressed is not None
        far = abs(pos[0] - self._pressed[0]) + abs(pos[1] - self._pressed[1]) > CLICK_REACH
        if self._panned or far:
            self._panned = True
            super().drag_felt(pos)
            self.show_draft()

    def release_felt(self) -> None:
        if self._pressed is not None and not self._panned and self.scene.my_turn:
            self.click_square(self._pressed)
        self._pressed = None

    def right_click(self, pos: tuple[int, int]) -> bool:
        if not self.draft:
            return False
        square = self.squares.cell_at(pos)
        if not self.take_back(square):
            self._rub_out()
        return True

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        used = super().zoom(steps, pos)
        self.show_draft()
        return used


def _arrow(colour: str, px: int, down: bool) -> pygame.Surface:
    points = "20,70 80,70 50,115" if down else "70,20 70,80 115,50"
    return raster(130, 130, f'<polygon points="{points}" fill="{colour}" stroke="#10150f" stroke-width="8" '
                            f'stroke-linejoin="round"/>', px / 65)
