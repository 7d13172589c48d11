"""The tower of Turris on its turntable: viewed from all sides, turned by the mouse, with its marks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import cast

import pygame

from game.boards.kit.part import Part
from game.boards.kit.targets import PlacedImage
from game.boards.turris.panels import woods_of
from game.draw import shapes
from game.draw.svg import tinted_blur
from game.draw.tower import (
    Cells,
    Cube,
    Side,
    View,
    draw_faces,
    draw_fast,
    draw_fine,
    draw_turntable,
    faces,
    hull,
    sides,
    turntable_rect,
)
from game.table.host import TableHost
from game.ui.stage import Sprite
from game.ui.tween import Tween
from rules.games.turris.faces import BASE, Block, squares_of
from rules.games.turris.rules import Turris, TurrisState

REST_YAW, LOW, HIGH = -32.0, 24.0, 58.0
"""Angles at rest: the tower is seen over a corner, from low or from high."""
THROUGH = 100
"""The opacity of a see-through tower, of 255."""
MOST_GHOSTS = 40
LARGEST = 124
"""The largest side of a square, in pixels of the mock-ups."""
BEHIND = 0.35
"""The opacity of a ghost behind other blocks."""
NEXT_FRAME = 18
"""Milliseconds after which something happens in the next frame."""
SHARPENING = 0.002
"""Seconds of each frame for drawing the fine detail of a tower that was turned."""


class TowerView(Part[TableHost]):
    """Draws the tower with fine detail at rest and fast while it turns. Angles are degrees.

    `show_marks` is called to restore the marks when the tower is at rest again.
    """

    def __init__(self, host: TableHost, rules: Turris, show_marks: Callable[[TurrisState], None]):
        super().__init__(host)
        self.rules, self._show_marks = rules, show_marks
        self.yaw, self.pitch = REST_YAW, LOW
        self.view = self._rested = View(REST_YAW, LOW, 40, (0, 0))
        """The viewpoint, and the one from which the turntable was drawn last with fine detail."""
        self.area = self.free = pygame.Rect(0, 0, 0, 0)
        self.see_through = False
        self.marks: list[Sprite] = []
        self._sprite: Sprite | None = None
        self._canvas: pygame.Surface | None = None
        self._sharpening: Tween | None = None
        """Waits for the next frame to go on drawing the fine detail."""
        self._sides: tuple[Hashable, list[Side]] = (None, [])
        """What is seen of the tower, the farthest first, and of which position and viewpoint."""
        self._ghosts: dict[Hashable, PlacedImage] = {}
        """Cached ghosts: a held block often returns to the same places."""

    def build(self, area: pygame.Rect, free: pygame.Rect) -> None:
        """Use another layout: `area` reacts to the mouse, the tower is drawn in `free`."""
        self.area, self.free = area, free
        self._sprite = None
        self.marks, self._ghosts = [], {}

    @property
    def _state(self) -> TurrisState:
        return cast("TurrisState", self.host.state)

    # --- the viewpoint ---

    def fit(self, state: TurrisState) -> None:
        """Scale so that the tower fits with two more levels on it."""
        look, free = self.look, self.free
        levels = max(6, len(self.rules.levels(state).filled) + 2)
        cp, sp = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        u = min((free.h - look.px(16)) / (levels * cp + 4.7 * sp + 0.35), free.w / 5.4, look.px(LARGEST))
        self.view = View(self.yaw, self.pitch, u, (free.centerx, free.bottom - (2.6 * sp + 0.35) * u))

    def levels_at(self) -> tuple[float, float]:
        """Return the pixel on which the front corner of the tower stands, and the height of a level."""
        corners = [self.view.point(x, y, 0)[1] for x in (0, BASE) for y in (0, BASE)]
        return max(corners), self.view.u * math.cos(math.radians(self.view.pitch))

    def foot(self, cubes: Collection[Cube]) -> list[tuple[float, float]]:
        """Return the corners of the squares on which a block stands, a little smaller."""
        low = min(z for _, _, z in cubes)
        xs = [x for x, _, z in cubes if z == low]
        ys = [y for _, y, z in cubes if z == low]
        left, right, near, far = min(xs) + 0.12, max(xs) + 0.88, min(ys) + 0.12, max(ys) + 0.88
        return [self.view.point(*corner, low)
                for corner in ((left, near), (right, near), (right, far), (left, far))]

    def can_see_foot(self, blocks: tuple[Block, ...], cubes: tuple[Cube, ...]) -> bool:
        """Return whether a square on which a block would stand is seen, not hidden behind other blocks."""
        low = min(z for _, _, z in cubes)
        shown = self._seen(blocks)
        for x, y, z in cubes:
            if z != low:
                continue
            at = self.view.point(x + 0.5, y + 0.5, low)
            front = next(((cube, name) for cube, name, points in reversed(shown)
                          if _inside(at, points)), None)
            if front == ((x, y, low - 1), "+z") or (front is None and low == 0):
                return True
        return False

    def _seen(self, blocks: tuple[Block, ...]) -> list[Side]:
        """Return what is seen of the tower, the farthest first."""
        if self._sides[0] != (blocks, self.view):
            self._sides = (blocks, self.view), sides(cells_of(blocks, woods_of(self.look)), self.view)
        return self._sides[1]

    def shifted(self, left: int, top: int) -> View:
        """Return the same view for a picture with its upper left corner at (`left`, `top`)."""
        view = self.view
        return View(view.yaw, view.pitch, view.u, (view.centre[0] - left, view.centre[1] - top))

    def drag(self, dx: int, dy: int) -> None:
        self.yaw = (self.yaw - dx * 0.4 + 180) % 360 - 180
        self.pitch = max(14.0, min(64.0, self.pitch + dy * 0.25))
        self._show_turning()

    def turn(self, by: float) -> None:
        """Turn by `by` degrees from the nearest position of rest."""
        quarter = round((self.yaw - REST_YAW) / 90) * 90 + REST_YAW
        self._glide(quarter + by, self.pitch)

    def toggle_height(self) -> None:
        self._glide(self.yaw, LOW if self.pitch > (LOW + HIGH) / 2 else HIGH)

    def toggle_see_through(self) -> None:
        self.see_through = not self.see_through
        self.show(self._state)

    def _glide(self, yaw: float, pitch: float) -> None:
        start = (self.yaw, self.pitch)
        ms, ease = self.look.motion("orbit")

        def step(t: float) -> None:
            self.yaw, self.pitch = start[0] + (yaw - start[0]) * t, start[1] + (pitch - start[1]) * t
            self._show_turning()

        def done() -> None:
            self.yaw = (self.yaw + 180) % 360 - 180
            self.settle()

        self.host.tweens.add(Tween(ms, ease, step, done))

    def _show_turning(self) -> None:
        self.clear_marks()
        self.fit(self._state)
        self.show(self._state, fast=True)

    def settle(self) -> None:
        """Show the marks of a tower that has stopped; draw its fine detail in the frames that follow."""
        state = self._state
        self._show_marks(state)
        self._sharpen_soon(self._finely(state))

    def _sharpen_soon(self, drawing: Iterator[None]) -> None:
        def sharpen() -> None:
            until = time.perf_counter() + SHARPENING
            for _ in drawing:
                if time.perf_counter() > until:
                    self._sharpen_soon(drawing)
                    return

        self._sharpening = self.after(NEXT_FRAME, sharpen)

    # --- the tower ---

    def _rect(self) -> pygame.Rect:
        """Return the bounding box of turntable and tower: turning redraws all of it."""
        view, levels = self.view, len(self.rules.levels(self._state).filled)
        cp, sp = math.cos(math.radians(view.pitch)), math.sin(math.radians(view.pitch))
        wide, up = round(view.u * 2.75), round(view.u * (levels * cp + 2.75 * sp)) + 8
        down = round(view.u * (2.75 * sp + 0.35)) + self.px(50)
        rect = pygame.Rect(round(view.centre[0]) - wide, round(view.centre[1]) - up, 2 * wide, up + down)
        return rect.clip(self.area.inflate(8, 8))

    def show(self, state: TurrisState, *, fast: bool = False) -> None:
        if self._sharpening is not None:
            self._sharpening.cancel()
        if not fast:
            for _ in self._finely(state):
                pass
            return
        rect = self._rect()
        if self._canvas is not None and self._canvas.get_size() == rect.size:
            image = self._canvas
            image.fill((0, 0, 0, 0))
        else:
            image = self._canvas = pygame.Surface(rect.size, pygame.SRCALPHA).convert_alpha()
        view = self.shifted(*rect.topleft)
        cells = cells_of(state.blocks, woods_of(self.look))
        for _ in self._paint_table(image, cells, view, fast=True):
            pass
        if self.see_through:
            tower = _drawn_fast(rect.size, cells, view)
            tower.set_alpha(THROUGH)
            image.blit(tower, (0, 0))
        else:
            draw_fast(image, cells, view)
        self._put(image, rect, moving=True)

    def _finely(self, state: TurrisState) -> Iterator[None]:
        """Draw the tower with fine detail, one face after the other, and show it when it is complete."""
        rect = self._rect()
        view, cells = self.shifted(*rect.topleft), cells_of(state.blocks, woods_of(self.look))
        image, tower = (pygame.Surface(rect.size, pygame.SRCALPHA).convert_alpha() for _ in range(2))
        yield from self._paint_table(image, cells, view, fast=False)
        yield from draw_faces(tower, cells, view)
        tower.set_alpha(THROUGH if self.see_through else 255)
        image.blit(tower, (0, 0))
        self._canvas = image
        self._put(image, rect, moving=False)

    def _put(self, image: pygame.Surface, rect: pygame.Rect, *, moving: bool) -> None:
        if self._sprite is None:
            self._sprite = self.put(image, rect.topleft, 1)
        self._sprite.set_moving(moving)
        self._sprite.set(image, rect.topleft)
        self._sprite.redraw()

    def _paint_table(self, image: pygame.Surface, cells: Cells, view: View, *, fast: bool) -> Iterator[None]:
        """Paint the turntable, then the squares of the base, the tower's shadow and the four directions."""
        if not fast:
            plate = turntable_rect(view)
            plate.h += round(0.08 * plate.w)
            shapes.draw_soft_box(image, plate.inflate(-plate.w // 6, -plate.h // 4).move(0, self.px(26)),
                                 plate.h / 2, "#000000", 0.5, 18 * self.look.k)
            self._rested = view
            yield
        draw_turntable(image, view, self._rested if fast else None)
        yield
        for i in range(BASE + 1):
            pygame.draw.aaline(image, "#b98a5c", view.point(i, 0, 0), view.point(i, BASE, 0))
            pygame.draw.aaline(image, "#b98a5c", view.point(0, i, 0), view.point(BASE, i, 0))
        _paint_shadow(image, cells, view)
        for name, (x, y) in {"south": (1.5, -0.65), "east": (3.65, 1.5), "north": (1.5, 3.65),
                             "west": (-0.65, 1.5)}.items():
            if view.away(x, y) < 1.2:
                letter = self.say(f"turris.face.{name}")[0]
                self.look.write(image, letter, "button", view.point(x, y, 0), "center", "#f6dfbd")

    # --- hit testing ---

    def rect_of(self, cubes: Collection[Cube]) -> pygame.Rect:
        """Return the bounding box of some cubes on the screen."""
        points = hull(cubes, self.view)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return pygame.Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))

    def block_at(self, pos: tuple[int, int], blocks: tuple[Block, ...]) -> Block | None:
        """Return the block whose side is visible at a pixel."""
        for face in reversed(faces(cells_of(blocks, woods_of(self.look)), self.view)):
            if _inside(pos, face.points):
                return blocks[face.block]
        return None

    # --- marks ---

    def clear_marks(self) -> None:
        for sprite in self.marks:
            sprite.remove()
        self.marks = []

    def outline(self, cubes: Collection[Cube], colour: str, *, dashed: bool = False) -> None:
        look = self.look
        image, left, top = shapes.outline_glow(hull(cubes, self.view), colour, look.px(8), 0.6,
                                               max(2.0, 3 * look.k), 0.12, look.px(6),
                                               (9 * look.k, 7 * look.k) if dashed else None)
        self.marks.append(self.put(image, (left, top), 24))

    def ghost(self, blocks: tuple[Block, ...], cubes: tuple[Cube, ...], wood: str
              ) -> PlacedImage:
        """Draw a block as it would lie, faint behind other blocks, with its shadow."""
        key = blocks, cubes, wood, self.view, self.see_through
        if key not in self._ghosts:
            if len(self._ghosts) > MOST_GHOSTS:
                self._ghosts.clear()
            self._ghosts[key] = self._draw_ghost(blocks, cubes, wood)
        return self._ghosts[key]

    def _draw_ghost(self, blocks: tuple[Block, ...], cubes: tuple[Cube, ...], wood: str
                    ) -> PlacedImage:
        area = self.rect_of(cubes).inflate(round(self.view.u * 0.9), round(self.view.u * 0.6))
        low, through = min(z for _, _, z in cubes), 255 if self.see_through else round(255 * BEHIND)
        # Painted from back to front, so that both masks end up with the visible parts.
        on_tops, on_block = _mask(area.size, 0 if low else 255), _mask(area.size, 255)
        shown = [*self._seen(blocks), *sides(dict.fromkeys(cubes, (-1, wood)), self.view)]
        for cube, name, points in sorted(shown, key=lambda side: -self.view.depth(side[0])):
            moved = [(x - area.left, y - area.top) for x, y in points]
            if max(y for _, y in moved) < 0 or min(y for _, y in moved) > area.h:
                continue
            top = name == "+z" and cube[2] == low - 1
            pygame.draw.polygon(on_tops, (255, 255, 255, 255 if top else 0), moved)
            pygame.draw.polygon(on_block, (255, 255, 255, 255 if cube in cubes else through), moved)
        image, block = (pygame.Surface(area.size, pygame.SRCALPHA) for _ in range(2))
        _landing_shadow(image, cubes, low, self.shifted(*area.topleft))
        image.blit(on_tops, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        block.blit(*self._single(cubes, wood, area))
        block.blit(on_block, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(block, (0, 0))
        return image, area.topleft

    def _single(self, cubes: tuple[Cube, ...], wood: str, area: pygame.Rect) -> PlacedImage:
        """Return the picture of a block as it is seen from here, and its position within `area`."""
        (x, y, _), view = min(cubes), self.view
        centre = view.point(x + 1.5, y + 1.5, 0)
        near = View(view.yaw, view.pitch, view.u, (0, 0))
        image, left, top = _block_seen(tuple((a - x, b - y, c) for a, b, c in cubes), wood, near)
        return image, (round(centre[0] + left) - area.left, round(centre[1] + top) - area.top)


def _drawn_fast(size: tuple[int, int], cells: Cells, view: View) -> pygame.Surface:
    image = pygame.Surface(size, pygame.SRCALPHA)
    draw_fast(image, cells, view)
    return image


def cells_of(blocks: tuple[Block, ...], woods: tuple[str, str]) -> dict[Cube, tuple[int, str]]:
    return {square: (i, woods[block.colour]) for i, block in enumerate(blocks) for square in block.squares}


def _paint_shadow(image: pygame.Surface, cells: Cells, view: View) -> None:
    """Darken the table at the foot of the tower, most on the side away from the lamp."""
    foot = [(x, y) for x, y, z in cells if z == 0]
    if not foot:
        return
    corners = [view.point(x + i, y + j, 0) for x, y in foot for i in (-0.12, 1.12) for j in (-0.12, 1.12)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    # Stretch one blurred disc: the shape changes with every frame of a turn.
    size = (round((right - left) * 1.12), round((bottom - top) * 1.12))
    shadow = pygame.transform.scale(_soft_disc(), size)
    image.blit(shadow,
               shadow.get_rect(center=(round((left + right) / 2 + view.u * 0.3), round((top + bottom) / 2))))


@lru_cache(maxsize=1)
def _soft_disc() -> pygame.Surface:
    shape = pygame.Surface((280, 280), pygame.SRCALPHA)
    pygame.draw.ellipse(shape, "#ffffff", (40, 40, 200, 200))
    return tinted_blur(shape, 20, "#120803", 0.62).convert_alpha()


def _landing_shadow(image: pygame.Surface, cubes: tuple[Cube, ...], low: int, view: View) -> None:
    """Draw the soft shadow of a block at the level of its foot."""
    corners = [(x + i, y + j) for x, y, z in cubes if z == low for i in (-0.22, 1.3) for j in (-0.22, 1.22)]
    points = _around([view.point(x, y, low) for x, y in corners])
    blur = max(2, round(view.u * 0.09))
    left, top = (min(point[i] for point in points) - 3 * blur for i in (0, 1))
    size = [max(point[i] for point in points) + 3 * blur - start for i, start in ((0, left), (1, top))]
    shape = pygame.Surface((round(size[0]), round(size[1])), pygame.SRCALPHA)
    pygame.draw.polygon(shape, "#ffffff", [(x - left, y - top) for x, y in points])
    image.blit(tinted_blur(shape, blur, "#0c0502", 0.8), (round(left), round(top)))


@lru_cache(maxsize=24)
def _block_seen(cubes: tuple[Cube, ...], wood: str, view: View) -> tuple[pygame.Surface, int, int]:
    """Draw a single block, and return where its picture begins."""
    points = hull(cubes, view)
    left, top = (math.floor(min(point[i] for point in points)) - 2 for i in (0, 1))
    size = [math.ceil(max(point[i] for point in points)) + 2 - start for i, start in ((0, left), (1, top))]
    shifted = View(view.yaw, view.pitch, view.u, (-left, -top))
    return draw_fine((size[0], size[1]), dict.fromkeys(cubes, (0, wood)), shifted), left, top


def _mask(size: tuple[int, int], alpha: int) -> pygame.Surface:
    mask = pygame.Surface(size, pygame.SRCALPHA)
    mask.fill((255, 255, 255, alpha))
    return mask


def _around(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the four outermost points in order around their middle."""
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    far = sorted(points, key=lambda p: -math.dist(p, middle))[:4]
    return sorted(far, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0]))


def _inside(pos: tuple[float, float], points: Sequence[tuple[float, float]]) -> bool:
    """Return whether a pixel is inside a convex polygon."""
    signs = set()
    for i, (x1, y1) in enumerate(points):
        x2, y2 = points[(i + 1) % len(points)]
        cross = (x2 - x1) * (pos[1] - y1) - (y2 - y1) * (pos[0] - x1)
        if cross:
            signs.add(cross > 0)
    return len(signs) <= 1


@lru_cache(maxsize=48)
def block_picture(way: str, u: int, wood: str, yaw: int) -> pygame.Surface:
    """Draw a single block, turned as the tower is turned."""
    side = round(u * 4.4)
    cells = {square: (0, wood) for square in squares_of(way, 1, 1, 0)}
    picture = draw_fine((side, side), cells, View(yaw, LOW, u, (side / 2, side * 0.62)))
    return picture.subsurface(picture.get_bounding_rect()).copy()
