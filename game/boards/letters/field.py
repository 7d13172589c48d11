"""The field of letters: an unbounded board of squares with its dots, letters, outlines and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import pygame

from game.boards.kit.field import Field
from game.boards.kit.outlines import Outlines, corners_of, laid_by_others
from game.boards.kit.squares import Squares
from game.boards.kit.targets import PlacedImage
from game.boards.letters.draft import Square
from game.boards.letters.faces import LetterFaces
from game.draw import shapes
from game.draw.svg import Colour, ghosted
from game.table.host import WordHost
from game.ui.stage import Sprite
from rules.session import Ply

SEAM = 3
"""Gap between adjacent letters, in pixels of the mock-ups."""
DOT_Z, START_Z = -1000, -999
LAST_Z, LETTER_Z, LINE_Z, CURSOR_Z, CARD_Z = 150, 160, 170, 175, 180
"""Layers above the letters that lie: marks of the last words, letters being laid, outlines, cursor, cards."""


class LetterField(Field[WordHost, Square, str]):
    """Shows the letters on the field.

    `first_squares` returns the squares to mark in a view as long as no letter lies. A press that moves at
    most `click_reach` pixels counts as a click. `laid_last` returns the squares to mark for a move of others.
    """

    view: Squares

    def __init__(self, host: WordHost, faces: LetterFaces, *,
                 first_squares: Callable[[Squares], Sequence[Square]] | None = None, click_reach: int = 0,
                 laid_last: Callable[[Ply], Iterable[Square]] | None = None):
        super().__init__(host, Squares(pygame.Rect(0, 0, 100, 100), 36, 92), self.lay, self._decorations)
        self.faces = faces
        self._first_squares, self._click_reach, self._laid_last = first_squares, click_reach, laid_last
        self._outlines = Outlines(host)
        self._marks: list[Sprite] = []
        self._pressed: tuple[int, int] | None = None
        self._panning = False

    # --- geometry ---

    @property
    def area(self) -> pygame.Rect:
        return self.view.area

    def square_at(self, pos: tuple[float, float]) -> Square | None:
        """Return the square at a position; None beside the field."""
        return self.view.cell_at(pos) if self.area.collidepoint(pos) else None

    @property
    def letter_side(self) -> int:
        return self.view.side - max(1, round(SEAM * self.look.k))

    def use(self, area: pygame.Rect) -> None:
        """Use another area after a new layout of the window."""
        low, high = self.look.design["sizes"]["board_piece"]["letter"]
        self.build(area, self.px(low), self.px(high))
        self._marks = []

    # --- letters on the field ---

    def refresh(self) -> None:
        """Show the same letters again after the view has changed."""
        self.show(self.laid)

    @property
    def marked_squares(self) -> Sequence[Square]:
        """The squares marked as the place of the first letters."""
        return () if self.laid or self._first_squares is None else self._first_squares(self.view)

    def lay(self, square: Square, mark: str, *, lifted: bool = False, z: int | None = None) -> Sprite:
        """Put a letter on a square; a lifted one is drawn slightly above it."""
        made = self.faces.tile(mark, self.letter_side, lifted=lifted)
        rect = self.view.rect(square)
        up = self.px(3) if lifted else 0
        sprite = self.put(made.image, (rect.left + 1 - made.pad, rect.top + 1 - up - made.pad),
                          square[1] if z is None else z)
        sprite.clip_to(self.frame)
        return sprite

    def held(self, mark: str) -> pygame.Surface:
        """Return a letter as it looks in the hand."""
        return self.faces.held(mark, round(self.view.side * 1.06))

    def ghost(self, square: pygame.Rect, mark: str, alpha: int | None = None) -> PlacedImage:
        """Return the picture of a letter on a square and its position."""
        made = self.faces.tile(mark, self.letter_side)
        image = made.image if alpha is None else self.faint(mark, self.letter_side, alpha)
        return image, (square.left + 1 - made.pad, square.top + 1 - made.pad)

    def faint(self, mark: str, side: int, alpha: int) -> pygame.Surface:
        """Return a faint letter that lets nothing shine through."""
        return ghosted(self.faces.tile(mark, side).image, alpha / 255, self.look.theme.table[1])

    def _decorations(self) -> list[Sprite]:
        start = self.marked_squares
        return [self._dots(), *([self._start(start)] if start else []), *self._last()]

    def _last(self) -> list[Sprite]:
        """Mark what the others laid since the viewer's last move."""
        if self._laid_last is None:
            return []
        found = [(list(self._laid_last(ply)), ply.by) for ply in laid_by_others(self.host)]
        sprites = [self.put(*self._outlines.laid_last(corners_of(self.view.span(squares)), seat), LAST_Z)
                   for squares, seat in found if squares]
        for sprite in sprites:
            sprite.clip_to(self.frame)
        return sprites

    def _dots(self) -> Sprite:
        """Draw a faint dot in the middle of every free square."""
        area, look = self.area, self.look
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        dot = _dot(max(2, round(5.2 * look.k)), look.theme.text)
        for square in self.view.seen():
            if square not in self.laid:
                rect = self.view.rect(square).move(-area.left, -area.top)
                image.blit(dot, dot.get_rect(center=rect.center))
        return self.put(image, area.topleft, DOT_Z)

    def _start(self, squares: Sequence[Square]) -> Sprite:
        look = self.look
        rect = self.view.span(squares).inflate(look.px(4), look.px(4))
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        box = image.get_rect().inflate(-4, -4)
        accent = self.glow_colour
        shapes.draw_box(image, box, look.px(14), accent, 0.07)
        shapes.draw_dashed_box(image, box, look.px(14), accent, 0.5, max(1.5, 2.4 * look.k),
                               (12 * look.k, 10 * look.k))
        return self.put(image, rect.topleft, START_Z)

    # --- marks ---

    def mark(self, sprite: Sprite) -> None:
        """Keep a mark of the word being laid until `clear_marks`."""
        sprite.clip_to(self.frame)
        self._marks.append(sprite)

    def clear_marks(self) -> None:
        for sprite in self._marks:
            sprite.remove()
        self._marks = []

    def outline(self, squares: Iterable[Square], colour: Colour, *, z: int, dashed: bool = False,
                soft: float = 0.75) -> Sprite:
        """Draw one line around a run of letters."""
        look = self.look
        rect = self.view.span(squares).inflate(look.px(6), look.px(8))
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

    def glow(self, square: pygame.Rect, *, nearest: bool) -> PlacedImage:
        """Return the ring of a square where a letter may be laid, and its position."""
        return self._outlines.target(corners_of(square.inflate(-self.px(6), -self.px(6))), nearest=nearest)

    def word_picture(self, letters: Mapping[Square, str], word: Sequence[Square],
                     size: tuple[int, int]) -> pygame.Surface:
        """Return a picture of a word and the letters around it, for the result."""
        look = self.look
        surface = pygame.Surface(size, pygame.SRCALPHA)
        view = Squares(surface.get_rect(), 12, round(min(size) * 0.3))
        view.view(*view.wanted(word))
        for square in sorted(letters, key=lambda square: square[1]):
            rect = view.rect(square)
            if surface.get_rect().colliderect(rect):
                made = self.faces.tile(letters[square], view.side - 2)
                surface.blit(made.image, (rect.left + 1 - made.pad, rect.top + 1 - made.pad))
        shapes.draw_box(surface, view.span(word), 8, None, 1, self.glow_colour, 1, max(2.0, 3 * look.k))
        return surface

    # --- panning and zooming ---

    def press(self, pos: tuple[int, int]) -> bool:
        self._pressed, self._panning = pos, False
        return super().press(pos)

    def pan(self, pos: tuple[int, int]) -> bool:
        """Pan the board with the mouse. Return True if it moved."""
        assert self._pressed is not None
        far = abs(pos[0] - self._pressed[0]) + abs(pos[1] - self._pressed[1]) > self._click_reach
        self._panning = self._panning or far
        if self._panning:
            self.drag(pos)
        return self._panning

    def release(self) -> tuple[int, int] | None:
        """End panning. Return the pressed position if the mouse only clicked."""
        pressed, self._pressed = self._pressed, None
        return None if self._panning else pressed

    def scroll_to(self, square: Square) -> None:
        """Pan the board just far enough to show a square."""
        rect = self.view.rect(square)
        if not self.area.contains(rect):
            inside = rect.clamp(self.area)
            self.view.push(inside.left - rect.left, inside.top - rect.top)
            self.refresh()


@lru_cache(maxsize=8)
def _dot(diameter: int, colour: str) -> pygame.Surface:
    image = shapes.disc(diameter, colour).copy()
    image.set_alpha(52)
    return image
