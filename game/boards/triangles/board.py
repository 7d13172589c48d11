"""The table of all triangle games: a lattice that grows without bound, a rack below it, a stock beside it.

Tripple Domino, its solitaire and Trio-Domino differ in how a tile looks, what it scores and what else can
be done in a turn; each says so in its own module.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from game.boards.kit.base import Parts, Target
from game.boards.kit.lattice import Lattice
from game.boards.kit.open_board import OpenBoard
from game.draw import shapes
from game.draw.slab import Piece
from game.draw.triangle import outline, triangle_back
from game.ui.flight import celebrate
from game.ui.stage import Sprite
from game.ui.tween import Tween
from rules.base import Drawn, Placed, Scored
from rules.games.triangles.layout import Lay, ways
from rules.kit.hands import Draw
from rules.kit.lattice import ORIGIN, Cell, around, corners
from rules.session import Ply

CELEBRATED = ("hexagon", "bridge", "double", "colour", "last", "out")


class TriangleTable(OpenBoard):
    """Pieces are named by their tile, as in the records."""

    points_game = True
    words_of = "game.boards.triangles.spoken:TriangleWords"

    first_cell = ORIGIN

    def __init__(self, scene: Any):
        super().__init__(scene, Lattice(pygame.Rect(0, 0, 100, 100), 40, 200))
        self._ring = lru_cache(maxsize=128)(self._draw_ring)

    @property
    def lattice(self) -> Lattice:
        assert isinstance(self.grid, Lattice)
        return self.grid

    # --- what a game says ---

    @abstractmethod
    def tile(self, corners: str, side: int, up: bool, *, lifted: bool = False) -> Piece:
        """A tile as it lies."""

    def score_parts(self, state: Any, move: Lay) -> list[tuple[int, str]]:
        return self.rules.score_of(state, move)  # type: ignore[attr-defined]

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        low, high = look.design["sizes"]["board_piece"]["triangle"]
        board = pygame.Rect(area.left, area.top + look.px(8), area.w, area.h - look.px(70))
        self.place_board(board, look.px(low), look.px(high))
        self._ring.cache_clear()
        self.build_rack(ground)

    def laid(self, state: Any) -> dict[Cell, Lay]:
        return dict(state.layout.at)

    def put_tile(self, cell: Cell, lay: Lay) -> Sprite:
        piece = self.tile(lay.corners, round(self.lattice.side), cell.up)
        rect = self.lattice.rect(cell)
        return self.put(piece.image, (rect.left - piece.pad, rect.top - piece.pad), z=-cell.y)

    def show_refusal(self, where: Any) -> None:
        """The cell, or the corner, that forbids it: ringed in red for a moment."""
        look = self.look
        if isinstance(where, Cell):
            points = tuple((round(x), round(y)) for x, y in self.lattice.polygon(where))
        else:
            x, y = self.lattice.pixel(where)
            points = tuple((round(px), round(py)) for px, py in ring_points((x, y), self.lattice.side * 0.24))
        image, left, top = shapes.outline_glow(points, look.theme.bad, look.px(10), 0.8, max(2.0, 4 * look.k), 0.15,
                                               look.px(10))
        mark = self.put(image, (left, top), 34)
        self.scene.after(1600, mark.remove)

    # --- the stock ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        if self.stock_rect.collidepoint(pos):
            self._draw_from_stock()
            return False
        return super().press_felt(pos)

    def _draw_from_stock(self) -> None:
        """A click on the stock draws, if the rules allow it now, or says why not."""
        draw = Draw()
        if self.scene.my_turn and self.rules.why_illegal(self.state, draw) is None:
            self.scene.act(draw)
        elif self.scene.my_turn:
            self.scene.refuse(draw)

    # --- the hand ---

    def rack_piece(self, piece: str, index: int, width: int) -> tuple[pygame.Surface, int]:
        made = self.tile(ways(piece)[0], width, index % 2 == 0)
        return made.image, made.pad

    def rack_back(self, index: int, width: int) -> tuple[pygame.Surface, int]:
        made = triangle_back(width, index % 2 == 0)
        return made.image, made.pad

    def rack_shape(self, index: int, width: int) -> list[tuple[float, float]]:
        return [(x * width / 150, y * width / 150) for x, y in outline(index % 2 == 0)]

    def hand_of(self, seat: int) -> list[str]:
        return list(self.state.hands[seat])

    def held_image(self, piece: str, turn: int, near: Target | None = None) -> pygame.Surface:
        if near is not None:
            up, way = near.move.cell.up, near.move.corners
        else:
            index = list(self._rack).index(piece) if piece in self._rack else 0
            up, way = index % 2 == 0, ways(piece)[turn % len(ways(piece))]
        return _held(self.tile(way, round(self.lattice.side * 1.06), up, lifted=True).image)

    def _fits(self, piece: str, cell: Cell) -> list[str]:
        return [way for way in self.rules.fits(self.state, piece, cell)  # type: ignore[attr-defined]
                if self.rules.why_illegal(self.state, Lay(piece, cell, way)) is None]

    def _places(self) -> list[Cell]:
        return self.rules.open_cells(self.state) or [ORIGIN]  # type: ignore[attr-defined]

    def targets(self, piece: str, turn: int) -> list[Target]:
        found = []
        for cell in self._places():
            fitting = self._fits(piece, cell)
            if fitting:
                move = Lay(piece, cell, fitting[turn % len(fitting)])
                found.append(Target(move, cell, self.lattice.rect(cell), self.lattice.middle(cell)))
        return found

    def turns(self, piece: str) -> int:
        return max((len(self._fits(piece, cell)) for cell in self._places()), default=1)

    def reach(self) -> int:
        return round(self.lattice.side * 0.95)

    def attempt(self, piece: str, pos: tuple[int, int]) -> Lay | None:
        """The cell under the piece, turned so that it comes nearest to fitting."""
        if not self.lattice.area.collidepoint(pos):
            return None
        cell = self.lattice.cell_at(pos)
        if cell not in self.state.layout.open and cell not in self.state.layout.at:
            return Lay(piece, cell, ways(piece)[0])
        wanted = self.state.layout.open.get(cell, (None, None, None))

        def wrong(way: str) -> int:
            digits = [int(mark) for mark in way if mark.isdigit()]
            return sum(there is not None and there != own for own, there in zip(digits, wanted))

        return Lay(piece, cell, min(ways(piece), key=wrong))

    def show_picked(self, piece: str, how: str | None) -> None:
        self.show_socket(piece, how)
        self.lift_in_rack(piece, how)

    def glow(self, target: Target, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        image, dx, dy = self._ring(target.move.cell.up, round(self.lattice.side), nearest)
        rect = self.lattice.rect(target.move.cell)
        return image, (rect.left + dx, rect.top + dy)

    def _draw_ring(self, up: bool, side: int, nearest: bool) -> tuple[pygame.Surface, int, int]:
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        points = tuple((x * side / 150, y * side / 150) for x, y in outline(up))
        dash = None if nearest else (9 * look.k, 7 * look.k)
        colour = look.theme.box_accent(self.scene.game)
        return shapes.outline_glow(points, colour, look.px(token["blur"]), token["alpha"], max(2.0, token["line"] * look.k),
                                   token["fill"], look.px(12), dash)

    def ghost(self, piece: str, target: Target) -> tuple[pygame.Surface, tuple[int, int]]:
        move = target.move
        made = self.tile(move.corners, round(self.lattice.side), move.cell.up)
        rect = self.lattice.rect(move.cell)
        return made.image, (rect.left - made.pad, rect.top - made.pad)

    def points_of(self, target: Target) -> int:
        return sum(points for points, _ in self.score_parts(self.state, target.move))

    def preview(self, piece: str, target: Target) -> Parts:
        """`12 + hexagon 40 = 52`: a sum that can be checked."""
        scored = self.score_parts(self.state, target.move)
        parts: Parts = [(str(scored[0][0]) if scored else "0", True)]
        for points, kind in scored[1:]:
            parts.append((f"+ {self.say(f'points.{kind}')} {points}", False))
        if len(scored) > 1:
            parts += [("=", False), (str(sum(points for points, _ in scored)), True)]
        return parts

    def figures(self, piece: str, target: Target) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """One glowing outline around what makes the bonus, existing and new tiles together."""
        kinds = {kind for _, kind in self.score_parts(self.state, target.move)}
        cell = target.move.cell
        found = []
        if "hexagon" in kinds:
            for vertex in self.state.layout.rings_closed(cell):
                found.append(self._outline(self._hexagon(vertex)))
        elif "bridge" in kinds or "double" in kinds:
            found.append(self._outline(self.lattice.polygon(cell)))
        return found

    def _hexagon(self, vertex: Any) -> tuple[tuple[float, float], ...]:
        x, y = self.lattice.pixel(vertex)
        side = self.lattice.side
        return tuple((x + side * math.cos(math.radians(60 * i)), y - side * math.sin(math.radians(60 * i)))
                     for i in range(6))

    def _outline(self, points: tuple[tuple[float, float], ...]) -> tuple[pygame.Surface, tuple[int, int]]:
        look = self.look
        token = look.design["glow"]["bonus"]
        rounded = tuple((round(x), round(y)) for x, y in points)
        image, left, top = shapes.outline_glow(rounded, look.theme.box_accent(self.scene.game), look.px(token["blur"]),
                                               token["alpha"], max(2.0, token["line"] * look.k), 0, look.px(16))
        return image, (left, top)

    def held_status(self, piece: str, targets: list[Target]) -> tuple[str, str]:
        name = self.say("triangle.held", tile=self.tile_name(piece))
        if not targets:
            return name, self.say("triangle.held_nowhere")
        more = "triangle.held_turn" if self.turns(piece) > 1 else "triangle.held_more"
        return name, self.say(more, n=len(targets))

    def tile_name(self, tile: str) -> str:
        return " ".join(tile)

    def key(self, event: pygame.Event) -> bool:
        for action in self.actions():
            if action.key and event.key == pygame.key.key_code(action.key.lower()) and action.legal:
                self.scene.act(action.move)
                return True
        if event.key == pygame.K_s:
            self.sort_rack()
            return True
        if event.key in (pygame.K_0, pygame.K_KP0):
            self.fit_again()
            return True
        return False

    # --- movement ---

    def animate(self, ply: Ply, before: Any, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        placed = next((event for event in ply.events if isinstance(event, Placed)), None)
        if placed is not None:
            self._animate_lay(ply, start, done)
        elif any(isinstance(event, Drawn) for event in ply.events):
            self.fly_drawn(ply.by, self.stock_rect.center, done)
        else:
            self.scene.after(200 * self.look.speed, done)

    def _animate_lay(self, ply: Ply, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        move: Lay = ply.move
        entry = self._rack.get(move.tile) if ply.by == self.scene.viewer else None
        first = start or (entry[1].center if entry else self.seat_spot(ply.by))
        view = self.fit(ply.state)
        self.show_board(ply.state, without=(move.cell,))
        self.ease_from(*view)
        self.sync_rack()
        made = self.tile(move.corners, round(self.lattice.side), move.cell.up)
        rect = self.lattice.rect(move.cell)
        goal = (rect.left - made.pad, rect.top - made.pad)
        flying = self.put(made.image, (first[0] - made.image.get_width() / 2, first[1] - made.image.get_height() / 2),
                          800, moving=True)
        self._extra.append(flying)
        ms, ease = self.look.motion("snap" if start else "bot")
        begin = flying.pos

        def step(t: float) -> None:
            flying.set(pos=(begin[0] + (goal[0] - begin[0]) * t, begin[1] + (goal[1] - begin[1]) * t))

        def landed() -> None:
            flying.remove()
            self.scene.app.sounds.play("lay")
            self._celebrate(ply, self.lattice.middle(move.cell))
            done()

        self.scene.tweens.add(Tween(ms, ease, step, landed))

    def _celebrate(self, ply: Ply, centre: tuple[int, int]) -> None:
        """Bonuses are named, with sparks."""
        kinds = [event.kind for event in ply.events if isinstance(event, Scored) and event.kind in CELEBRATED]
        if not kinds or self.look.speed == 0:
            return
        sparks = self.look.design["motion"]["celebrate"]["particles"] if "hexagon" in kinds else 26
        celebrate(self.scene, centre, self.say(f"points.{kinds[0]}_name"), sparks)

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        if isinstance(ply.move, Lay):
            return self.lattice.middle(ply.move.cell)
        return self.rail.centerx, self.rail.top

    # --- words ---

    def log_text(self, ply: Ply) -> str:
        kinds = [event.kind for event in ply.events if isinstance(event, Scored) and event.by == ply.by
                 and event.kind in CELEBRATED]
        names = [self.say(f"points.{kind}") for kind in dict.fromkeys(kinds)]
        if isinstance(ply.move, Lay):
            return ", ".join([self.say("log.triangle.lays", tile=self.tile_name(ply.move.tile)), *names])
        return super().log_text(ply)

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored) and event.by == ply.by)
        return self.scene.texts.gain(points) if points else ""

    def plate_line(self, seat: int) -> str:
        return self.say("triangle.left", n=len(self.state.hands[seat]))

    def stock_count(self) -> int:
        return len(self.state.stock)

    def hint_piece(self, move: Any) -> str | None:
        return move.tile if isinstance(move, Lay) and move.tile in self._rack else None

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """The neighbourhood of a laid tile, for the result."""
        if not isinstance(ply.move, Lay):
            return None
        cell = ply.move.cell
        near = {other for vertex in corners(cell) for other in around(vertex)} & set(ply.state.layout.at)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        view = Lattice(surface.get_rect(), 20, round(min(size) * 0.4))
        view.view(*view.wanted(near))
        for lay in sorted((ply.state.layout.at[c] for c in near), key=lambda lay: -lay.cell.y):
            made = self.tile(lay.corners, round(view.side), lay.cell.up)
            rect = view.rect(lay.cell)
            surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))
        points = tuple((round(x), round(y)) for x, y in view.polygon(cell))
        ring, left, top = shapes.outline_glow(points, self.look.theme.box_accent(self.scene.game), self.px(10), 0.9,
                                              max(2.0, 3 * self.look.k), 0, self.px(8))
        surface.blit(ring, (left, top))
        return surface


@lru_cache(maxsize=64)
def _held(image: pygame.Surface) -> pygame.Surface:
    return pygame.transform.rotozoom(image, 6, 1)


def ring_points(centre: tuple[float, float], side: float) -> list[tuple[float, float]]:
    """The corners of a hexagon of that side."""
    return [(centre[0] + side * math.cos(math.radians(60 * i)), centre[1] - side * math.sin(math.radians(60 * i)))
            for i in range(6)]


def paint_ring(surface: pygame.Surface, side: float, centre: tuple[float, float], numbers: list[int], hub: int,
               skip: int | None, base: str) -> None:
    """Six tiles around a hub, for the boxes on the shelf; `skip` leaves one out."""
    from game.draw.triangle import number_triangle

    view = Lattice(surface.get_rect(), 10, 400)
    view.view(round(side), centre)
    ring = dict(zip([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], numbers))
    ring[(0, 0)] = hub
    cells = [cell for i, cell in enumerate(around((0, 0))) if i != skip]
    for cell in sorted(cells, key=lambda c: -c.y):
        made = number_triangle("".join(str(ring[v]) for v in corners(cell)), round(side), cell.up, base=base)
        rect = view.rect(cell)
        surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))

