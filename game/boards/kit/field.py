"""An unbounded board of cells: it is fitted into view, can be panned and zoomed, and shows a small map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeVar

import pygame

from game.boards.kit.part import H, Part
from game.boards.kit.view import C, View
from game.draw import chrome
from game.ui.stage import Sprite
from game.ui.tween import Tween

T = TypeVar("T")
"""The type of a tile in a cell."""

EASE_MS = 220
MOVING_Z, MAP_Z = 300, 48


class Field(Part[H], Generic[H, C, T]):
    """Shows tiles in their cells.

    `put_tile` makes the sprite of a tile; `decorate` makes the sprites of everything else on the field,
    whenever it is drawn.
    """

    def __init__(self, host: H, view: View[C], put_tile: Callable[[C, T], Sprite],
                 decorate: Callable[[], list[Sprite]] = list):
        super().__init__(host)
        self.view = view
        self._put_tile, self._decorate = put_tile, decorate
        self.laid: Mapping[C, T] = {}
        """The tiles that are shown, by their cell."""
        self._tiles: list[Sprite] = []
        self._extra: list[Sprite] = []
        self._pan_from = (0, 0)

    def build(self, area: pygame.Rect, smallest: int, largest: int) -> None:
        """Use another area; keep a view that the player chose if its size is the same."""
        old = self.view
        self.view = old.sibling(area, smallest, largest)
        if old.manual and old.area.size == area.size:
            self.view.view(old.side, old.origin)
            self.view.manual = True
        self._tiles, self._extra = [], []

    @property
    def frame(self) -> pygame.Rect:
        """The part of the window that the board may paint on: never the header, the rack or the plates."""
        return self.view.area.inflate(self.px(16), self.px(16))

    # --- showing ---

    def fit(self, cells: Iterable[C]) -> tuple[int, tuple[float, float]]:
        """Fit the cells into view, unless a piece is held or the player has panned the board; a new piece
        outside of a panned view ends it.

        Return the previous side and origin, for `ease_from`.
        """
        before, cells = (self.view.side, self.view.origin), list(cells)
        if self.view.manual and not self.view.fits(cell for cell in cells if cell not in self.laid):
            self.view.manual = False
        if not self.view.manual and not self.host.hand.holding:
            self.view.view(*self.view.wanted(cells))
        return before

    def show(self, laid: Mapping[C, T], without: Collection[C] = ()) -> None:
        """Replace all sprites by those of the tiles; tiles of cells in `without` are still moving."""
        for sprite in (*self._tiles, *self._extra):
            sprite.remove()
        self.laid = laid
        self._tiles = [self._put_tile(cell, tile) for cell, tile in laid.items() if cell not in without]
        self._extra = [*self._decorate(), *self._map()]
        for sprite in self._tiles:
            sprite.clip_to(self.frame)

    def keep(self, sprite: Sprite) -> None:
        """Remove a sprite at the next `show`: a moving piece, a mark."""
        self._extra.append(sprite)

    def ease_from(self, side: int, origin: tuple[float, float], more: Iterable[Sprite] = ()) -> None:
        """Animate all tiles and `more` from an earlier view to the current one, as one scaled picture."""
        ms = EASE_MS * self.look.speed
        view, tiles = self.view, [*self._tiles, *more]
        if ms <= 0 or (side, origin) == (view.side, view.origin) or not tiles:
            return
        rects = [sprite.rect for sprite in tiles]
        area = rects[0].unionall(rects[1:])
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for sprite in sorted(tiles, key=lambda sprite: sprite.z):
            assert sprite.image is not None
            picture.blit(sprite.image, (sprite.pos[0] - area.left, sprite.pos[1] - area.top))
            sprite.show(False)
        moving = self.put(picture, area.topleft, MOVING_Z, moving=True)
        self.keep(moving)

        def step(t: float) -> None:
            scale = (side + (view.side - side) * t) / view.side
            ox, oy = (a + (b - a) * t for a, b in zip(origin, view.origin, strict=True))
            size = (max(1, round(area.w * scale)), max(1, round(area.h * scale)))
            left = ox + (area.left - view.origin[0]) * scale
            top = oy + (area.top - view.origin[1]) * scale
            moving.set(pygame.transform.smoothscale(picture, size), (left, top))
            moving.clip_to(self.frame)

        def done() -> None:
            moving.remove()
            for sprite in tiles:
                sprite.show(True)

        self.host.tweens.add(Tween(ms, "out_cubic", step, done))

    def _map(self) -> list[Sprite]:
        """Draw a small map when not all of the board is in view."""
        cells = list(self.laid)
        if not cells or self.view.fits(cells):
            return []
        look, area = self.look, self.view.area
        box = pygame.Rect(0, 0, look.px(240), look.px(150))
        small = self.view.sibling(box.inflate(-look.px(24), -look.px(24)), 3, look.px(30))
        small.view(*small.wanted(cells))
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        chrome.draw_panel(look, image, box, radius=look.px(14), shadow=None, alpha=0.9)
        for cell in cells:
            pygame.draw.polygon(image, self.accent, small.polygon(cell))
        left, top = self._on_map(small, area.topleft)
        right, bottom = self._on_map(small, area.bottomright)
        frame = pygame.Rect(left, top, right - left, bottom - top).clip(box)
        pygame.draw.rect(image, look.theme.text, frame, max(1, look.px(2)), look.px(6))
        return [self.put(image, (area.left + look.px(8), area.bottom - box.h - look.px(4)), MAP_Z)]

    def _on_map(self, small: View[C], pos: tuple[float, float]) -> tuple[int, int]:
        factor = small.side / self.view.side
        return (round(small.origin[0] + (pos[0] - self.view.origin[0]) * factor),
                round(small.origin[1] + (pos[1] - self.view.origin[1]) * factor))

    # --- panning and zooming ---

    def press(self, pos: tuple[int, int]) -> bool:
        """Begin to pan. Return False if `pos` is outside of the board."""
        self._pan_from = pos
        return self.view.area.collidepoint(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        """Pan the board with the mouse."""
        self.view.push(pos[0] - self._pan_from[0], pos[1] - self._pan_from[1])
        self._pan_from = pos
        self.show(self.laid)

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        """Zoom around the mouse. Return False if it is outside of the board."""
        if not self.view.area.collidepoint(pos):
            return False
        if self.view.zoom(steps, pos):
            self.show(self.laid)
        return True

    def fit_again(self, cells: Iterable[C]) -> None:
        """Fit the cells into view even if the player has panned the board (key 0)."""
        self.view.manual = False
        before = self.fit(cells)
        self.show(self.laid)
        self.ease_from(*before)
