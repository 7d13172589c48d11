"""The field of letters: an unbounded board of squares that can be pushed and zoomed, with its dots and outlines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache

import pygame

from game.boards.kit.part import Part
from game.boards.kit.squares import Squares
from game.boards.kit.targets import PlacedImage
from game.boards.letters.draft import Square
from game.boards.letters.faces import LetterFaces
from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.table.host import WordHost
from game.ui.stage import Sprite
from game.ui.tween import Tween

SEAM = 3
"""Gap between adjacent letters, in pixels of the mock-ups."""

LETTER_Z, LINE_Z, CURSOR_Z, CARD_Z = 160, 170, 175, 180
"""Layers above the letters that lie: letters being laid, outlines, the typing cursor, cards."""

ViewState = tuple[int, tuple[float, float]]
"""Side of a square and origin of the board."""


class LetterField(Part[WordHost]):
    """Shows the letters that lie.

    `first_squares` returns the squares to mark in a view as long as no letter lies. A press that moves at most
    `click_reach` pixels counts as a click.
    """

    def __init__(self, host: WordHost, faces: LetterFaces, *,
                 first_squares: Callable[[Squares], Sequence[Square]] | None = None, click_reach: int = 0):
        super().__init__(host)
        self.faces = faces
        self.view = Squares(pygame.Rect(0, 0, 100, 100), 36, 92)
        self._first_squares, self._click_reach = first_squares, click_reach
        self._letters: Mapping[Square, str] = {}
        self._tiles: dict[Square, Sprite] = {}
        self._extra: list[Sprite] = []
        self._marks: list[Sprite] = []
        self._pressed: tuple[int, int] | None = None
        self._last = (0, 0)
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

    def build(self, area: pygame.Rect) -> None:
        """Use another area; keep a view that the player chose if the size is the same."""
        look, old = self.look, self.view
        low, high = look.design["sizes"]["board_piece"]["letter"]
        self.view = Squares(area, look.px(low), look.px(high))
        if old.manual and old.area.size == area.size:
            self.view.view(old.side, old.origin)
            self.view.manual = True
        self._tiles, self._extra, self._marks = {}, [], []

    # --- what lies ---

    def fit(self, squares: Iterable[Square]) -> ViewState:
        """Zoom so that all squares are visible, unless a piece is held or the player moved the board.

        Return the view as it was before.
        """
        before = self.view.side, self.view.origin
        if not self.view.manual and not self.host.hand.holding:
            self.view.view(*self.view.wanted(squares))
        return before

    def show(self, letters: Mapping[Square, str], *, without: Collection[Square] = ()) -> None:
        """Show all letters except those on the squares in `without`, which are still moving."""
        for sprite in (*self._tiles.values(), *self._extra):
            sprite.remove()
        self._letters, self._tiles, self._extra = letters, {}, []
        for square, mark in letters.items():
            if square not in without:
                self._tiles[square] = self.lay(square, mark)
        self._show_dots()
        if self.marked_squares:
            self._show_start(self.marked_squares)
        self._show_overview()

    def refresh(self) -> None:
        """Show the same letters again after the view has changed."""
        self.show(self._letters)

    def add_extra(self, sprite: Sprite) -> None:
        """Remove `sprite` the next time the field is shown."""
        self._extra.append(sprite)

    @property
    def marked_squares(self) -> Sequence[Square]:
        """The squares marked as the place of the first letters."""
        return () if self._letters or self._first_squares is None else self._first_squares(self.view)

    def lay(self, square: Square, mark: str, *, lifted: bool = False, z: int | None = None) -> Sprite:
        """Put a letter on a square; a lifted one hovers a little."""
        made = self.faces.tile(mark, self.letter_side, lifted=lifted)
        rect = self.view.rect(square)
        up = self.px(3) if lifted else 0
        return self.put(made.image, (rect.left + 1 - made.pad, rect.top + 1 - up - made.pad),
                                          square[1] if z is None else z)

    def held(self, mark: str) -> pygame.Surface:
        """Return a letter as it looks in the hand."""
        return self.faces.held(mark, round(self.view.side * 1.06))

    def ghost(self, square: pygame.Rect, mark: str, alpha: int | None = None) -> PlacedImage:
        """Return the picture of a letter on a square and its position."""
        made = self.faces.tile(mark, self.letter_side)
        image = made.image if alpha is None else self.faces.ghost(mark, self.letter_side, alpha)
        return image, (square.left + 1 - made.pad, square.top + 1 - made.pad)

    def _show_dots(self) -> None:
        """Draw a faint dot in the middle of every free square."""
        area, look = self.area, self.look
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        dot = _dot(max(2, round(5.2 * look.k)), look.theme.text)
        for square in self.view.seen():
            if square not in self._letters:
                image.blit(dot, dot.get_rect(center=self.view.rect(square).move(-area.left, -area.top).center))
        self.add_extra(self.put(image, area.topleft, -1000))

    def _show_start(self, squares: Sequence[Square]) -> None:
        look = self.look
        rect = self.view.span(squares).inflate(look.px(4), look.px(4))
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        box = image.get_rect().inflate(-4, -4)
        accent = self.glow_colour
        shapes.draw_box(image, box, look.px(14), accent, 0.07)
        shapes.draw_dashed_box(image, box, look.px(14), accent, 0.5, max(1.5, 2.4 * look.k),
                               (12 * look.k, 10 * look.k))
        self.add_extra(self.put(image, rect.topleft, -999))

    def _show_overview(self) -> None:
        """Draw a small map if a part of the board is out of view."""
        squares = list(self._letters)
        if not squares or self.view.fits(squares):
            return
        look = self.look
        box = pygame.Rect(0, 0, look.px(240), look.px(150))
        small = Squares(box.inflate(-look.px(24), -look.px(24)), 3, look.px(30))
        small.view(*small.wanted(squares))
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        chrome.draw_panel(look, image, box, radius=look.px(14), shadow=None, alpha=0.9)
        for square in squares:
            pygame.draw.polygon(image, self.accent, small.polygon(square))
        area = self.area
        left, top = self._on_map(small, area.topleft)
        right, bottom = self._on_map(small, area.bottomright)
        frame = pygame.Rect(left, top, right - left, bottom - top).clip(box)
        pygame.draw.rect(image, look.theme.text, frame, max(1, look.px(2)), look.px(6))
        corner = (area.left + look.px(8), area.bottom - box.h - look.px(4))
        self.add_extra(self.put(image, corner, 48))

    def _on_map(self, small: Squares, pos: tuple[float, float]) -> tuple[int, int]:
        factor = small.side / self.view.side
        return (round(small.origin[0] + (pos[0] - self.view.origin[0]) * factor),
                round(small.origin[1] + (pos[1] - self.view.origin[1]) * factor))

    # --- marks ---

    def mark(self, sprite: Sprite) -> None:
        """Keep a mark of the word being laid until `clear_marks`."""
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
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        rect = square.inflate(-look.px(6), -look.px(6))
        image, left, top = shapes.outline_glow(
            (rect.topleft, rect.topright, rect.bottomright, rect.bottomleft), self.glow_colour,
            look.px(token["blur"]), token["alpha"], max(2.0, token["line"] * look.k), token["fill"], look.px(12),
            None if nearest else (9 * look.k, 7 * look.k))
        return image, (left, top)

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
        shapes.draw_box(surface, view.span(word), 8, None, 1, self.glow_colour, 1,
                        max(2.0, 3 * look.k))
        return surface

    # --- pushing and zooming ---

    def press(self, pos: tuple[int, int]) -> bool:
        """Begin to push the board; return False beside it."""
        self._pressed, self._last, self._panning = pos, pos, False
        return self.area.collidepoint(pos)

    def drag(self, pos: tuple[int, int]) -> bool:
        """Push the board along with the mouse; return True if it moved."""
        assert self._pressed is not None
        far = abs(pos[0] - self._pressed[0]) + abs(pos[1] - self._pressed[1]) > self._click_reach
        if not (self._panning or far):
            return False
        self._panning = True
        self.view.push(pos[0] - self._last[0], pos[1] - self._last[1])
        self._last = pos
        self.refresh()
        return True

    def release(self) -> tuple[int, int] | None:
        """End pushing; return the pressed position if the mouse only clicked."""
        pressed, self._pressed = self._pressed, None
        return None if self._panning else pressed

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        """Zoom around a position; return False beside the board."""
        if not self.area.collidepoint(pos):
            return False
        if self.view.zoom(steps, pos):
            self.refresh()
        return True

    def fit_again(self, squares: Iterable[Square]) -> ViewState:
        """Undo pushing and zooming by the player; return the view as it was before."""
        self.view.manual = False
        before = self.fit(squares)
        self.refresh()
        return before

    def scroll_to(self, square: Square) -> None:
        """Push the board just far enough to show a square."""
        rect = self.view.rect(square)
        if not self.area.contains(rect):
            inside = rect.clamp(self.area)
            self.view.push(inside.left - rect.left, inside.top - rect.top)
            self.refresh()

    def ease_from(self, before: ViewState, more: Iterable[Sprite] = ()) -> None:
        """Glide from an earlier view to the present one, as one scaled picture of all letters and `more`."""
        look, view = self.look, self.view
        side, origin = before
        tiles = [*self._tiles.values(), *more]
        ms = 220 * look.speed
        if ms <= 0 or before == (view.side, view.origin) or not tiles:
            return
        rects = [sprite.rect for sprite in tiles]
        area = rects[0].unionall(rects[1:])
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for sprite in sorted(tiles, key=lambda sprite: sprite.z):
            assert sprite.image is not None
            picture.blit(sprite.image, (sprite.pos[0] - area.left, sprite.pos[1] - area.top))
            sprite.show(False)
        moving = self.put(picture, area.topleft, 300, moving=True)
        self.add_extra(moving)

        def step(t: float) -> None:
            scale = (side + (view.side - side) * t) / view.side
            ox, oy = (a + (b - a) * t for a, b in zip(origin, view.origin, strict=True))
            size = (max(1, round(area.w * scale)), max(1, round(area.h * scale)))
            left = ox + (area.left - view.origin[0]) * scale
            top = oy + (area.top - view.origin[1]) * scale
            moving.set(pygame.transform.smoothscale(picture, size), (left, top))

        def done() -> None:
            moving.remove()
            for sprite in tiles:
                sprite.show(True)

        self.host.tweens.add(Tween(ms, "out_cubic", step, done))


@lru_cache(maxsize=8)
def _dot(diameter: int, colour: str) -> pygame.Surface:
    image = shapes.disc(diameter, colour).copy()
    image.set_alpha(52)
    return image
