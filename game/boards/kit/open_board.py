"""Boards without bound: they fit themselves into view, can be pushed and zoomed, and show a small map."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import pygame

from game.boards.kit.old_rack import RackTable
from game.boards.kit.view import View
from game.draw import chrome
from game.ui.flight import glide
from game.ui.stage import Sprite
from game.ui.tween import Tween


class OpenBoard(RackTable):
    """A board of cells that grows, above the rack. What lies in a cell is for the game to say."""

    first_cell: Any
    """What is in the middle as long as nothing lies."""

    def __init__(self, scene: Any, grid: View):
        super().__init__(scene)
        self.grid = grid
        self._tiles: dict[Any, Sprite] = {}
        self._extra: list[Sprite] = []
        self._pan_from = (0, 0)

    @abstractmethod
    def laid(self, state: Any) -> Mapping[Any, Any]:
        """What lies on the table, by its cell."""

    @abstractmethod
    def put_tile(self, cell: Any, piece: Any) -> Sprite:
        """The sprite of a piece that lies in a cell."""

    def show_extras(self, state: Any) -> None:
        """What else lies on the board: a band, chevrons, dots."""

    def place_board(self, board: pygame.Rect, smallest: int, largest: int) -> None:
        """The board has another area; a view that the player chose stays, if it can."""
        old = self.grid
        self.grid = old.sibling(board, smallest, largest)
        if old.manual and old.area.size == board.size:
            self.grid.view(old.side, old.origin)
            self.grid.manual = True
        self._tiles, self._extra = {}, []

    def sync(self, state: Any) -> None:
        self.fit(state)
        self.show_board(state)
        self.sync_rack()

    def cells_to_fit(self, state: Any) -> Any:
        """The cells that must be in view."""
        return self.laid(state) or [self.first_cell]

    def fit(self, state: Any) -> tuple[int, tuple[float, float]]:
        """The size at which everything fits; never while a piece is held or the player has pushed the board.

        Returns the view as it was.
        """
        before = self.grid.side, self.grid.origin
        if not self.grid.manual and not self.scene.hand.holding:
            self.grid.view(*self.grid.wanted(self.cells_to_fit(state)))
        return before

    def show_board(self, state: Any, without: Any = ()) -> None:
        """All pieces that lie, but for the cells in `without`, which are still in the air."""
        for sprite in (*self._tiles.values(), *self._extra):
            sprite.remove()
        self._tiles, self._extra = {}, []
        for cell, piece in self.laid(state).items():
            if cell not in without:
                self._tiles[cell] = self.put_tile(cell, piece)
        self.show_extras(state)
        self._show_overview(state)

    def lying(self) -> list[Sprite]:
        """The sprites of all that lies on the board."""
        return list(self._tiles.values())

    def ease_from(self, side: int, origin: tuple[float, float]) -> None:
        """The board glides from an earlier view to the present one, as one picture that is scaled."""
        ms = 220 * self.look.speed
        grid, tiles = self.grid, self.lying()
        if ms <= 0 or (side, origin) == (grid.side, grid.origin) or not tiles:
            return
        rects = [sprite.rect for sprite in tiles]
        area = rects[0].unionall(rects[1:])
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for sprite in sorted(tiles, key=lambda sprite: sprite.z):
            assert sprite.image is not None
            picture.blit(sprite.image, (sprite.pos[0] - area.left, sprite.pos[1] - area.top))
            sprite.show(False)
        moving = self.put(picture, area.topleft, 300, moving=True)
        self._extra.append(moving)

        def step(t: float) -> None:
            scale = (side + (grid.side - side) * t) / grid.side
            ox, oy = (a + (b - a) * t for a, b in zip(origin, grid.origin))
            size = (max(1, round(area.w * scale)), max(1, round(area.h * scale)))
            left = ox + (area.left - grid.origin[0]) * scale
            top = oy + (area.top - grid.origin[1]) * scale
            moving.set(pygame.transform.smoothscale(picture, size), (left, top))

        def done() -> None:
            moving.remove()
            for sprite in tiles:
                sprite.show(True)

        self.scene.tweens.add(Tween(ms, "out_cubic", step, done))

    def fly_drawn(self, seat: int, start: tuple[int, int], done: Callable[[], None]) -> None:
        """A piece from the stock, seen from behind, on its way to whoever has drawn it."""
        self.scene.app.sounds.play("draw")
        image, _ = self.rack_back(0, self.piece_width())
        flying = self.put(image, image.get_rect(center=start).topleft, 800, moving=True)
        self._extra.append(flying)

        def landed() -> None:
            flying.remove()
            done()

        glide(self.scene.tweens, flying, start, self.seat_spot(seat), self.look.motion("deal"), landed)

    def _show_overview(self, state: Any) -> None:
        """A small map when not all of the board is in view."""
        cells = list(self.laid(state))
        if not cells or self.grid.fits(cells):
            return
        look = self.look
        box = pygame.Rect(0, 0, look.px(240), look.px(150))
        small = self.grid.sibling(box.inflate(-look.px(24), -look.px(24)), 3, look.px(30))
        small.view(*small.wanted(cells))
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        chrome.draw_panel(look, image, box, radius=look.px(14), shadow=None, alpha=0.9)
        for cell in cells:
            pygame.draw.polygon(image, self.scene.accent, small.polygon(cell))
        area = self.grid.area
        (left, top), (right, bottom) = (self._in_small(small, area.topleft), self._in_small(small, area.bottomright))
        frame = pygame.Rect(left, top, right - left, bottom - top).clip(box)
        pygame.draw.rect(image, look.theme.text, frame, max(1, look.px(2)), look.px(6))
        self._extra.append(self.put(image, (area.left + look.px(8), area.bottom - box.h - look.px(4)), 48))

    def _in_small(self, small: View, pos: tuple[float, float]) -> tuple[int, int]:
        factor = small.side / self.grid.side
        return (round(small.origin[0] + (pos[0] - self.grid.origin[0]) * factor),
                round(small.origin[1] + (pos[1] - self.grid.origin[1]) * factor))

    # --- pushing and zooming ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        self._pan_from = pos
        return self.grid.area.collidepoint(pos)

    def drag_felt(self, pos: tuple[int, int]) -> None:
        self.grid.push(pos[0] - self._pan_from[0], pos[1] - self._pan_from[1])
        self._pan_from = pos
        self.show_board(self.state)

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        if not self.grid.area.collidepoint(pos):
            return False
        if self.grid.zoom(steps, pos):
            self.show_board(self.state)
        return True

    def fit_again(self) -> None:
        self.grid.manual = False
        view = self.fit(self.state)
        self.show_board(self.state)
        self.ease_from(*view)

    def seat_spot(self, seat: int) -> tuple[int, int]:
        """Where the pieces of a seat come from and go to: the rack, or the plate of somebody else."""
        rects = getattr(self.scene.side, "rects", None)
        if seat == self.scene.viewer or not rects:
            return self.rail.centerx - self.side_width // 2, self.rail.centery
        return rects[seat].midleft
