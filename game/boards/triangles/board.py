"""The board of all triangle games: an unbounded lattice, a rack below it, a stock beside it.

Tripple Domino, its solitaire and Trio-Domino differ in the look of a tile, its score and the other actions of
a turn; each defines them in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Generic, Protocol

import pygame

from game.boards.kit.field import Field
from game.boards.kit.hand_board import HandBoard
from game.boards.kit.laying import lay
from game.boards.kit.outlines import laid_by_others
from game.boards.kit.rack import Faces
from game.boards.kit.targets import PlacedImage, Preview, Target
from game.boards.triangles.family import S, TriangleRules
from game.boards.triangles.lattice import Lattice, ring_points
from game.boards.triangles.spoken import TriangleSpeech
from game.draw import shapes
from game.draw.slab import Piece
from game.draw.triangle import outline, triangle_back
from game.table.host import TableHost
from game.ui.flight import celebrate, run_light
from game.ui.grammar import SPACE
from game.ui.stage import Sprite
from rules.base import Drawn, Placed, Scored
from rules.games.triangles.layout import Lay, value, ways
from rules.kit.hands import Draw
from rules.kit.lattice import ORIGIN, Cell, Vertex, around, corners
from rules.kit.phrases import Phrase
from rules.session import Ply

CELEBRATED = ("hexagon", "bridge", "double", "colour", "last", "out")
"""Kinds of points that are celebrated on the board."""

LAST_Z = 29


class TileArt(Protocol):
    """Draws a tile: the text of its corners as it lies, the length of a side, and whether it points up."""

    def __call__(self, corners: str, side: int, up: bool, *, lifted: bool = False) -> Piece: ...


class TriangleFaces(Faces[str]):
    """Tiles in the rack, alternately pointing up and down."""

    size = "triangle"
    aspect = 0.866
    nest = 0.58

    def __init__(self, tile: TileArt):
        self._tile = tile

    def face(self, piece: str, index: int, width: int, *, lifted: bool = False) -> Piece:
        return self._tile(ways(piece)[0], width, index % 2 == 0, lifted=lifted)

    def back(self, index: int, width: int) -> Piece:
        return triangle_back(width, index % 2 == 0)

    def outline(self, index: int, width: int) -> list[tuple[float, float]]:
        return [(x * width / 150, y * width / 150) for x, y in outline(index % 2 == 0)]

    def sort_key(self, piece: str) -> tuple[int, str]:
        return -value(piece), piece


class TriangleBoard(HandBoard[S, object], Generic[S]):
    """Pieces are named by their tile, as in the records. `tile` draws one."""

    def __init__(self, host: TableHost, rules: TriangleRules[S], tile: TileArt):
        super().__init__(host, TriangleFaces(tile))
        self.tile = tile
        self._rules = rules
        self.field: Field[TableHost, Cell, Lay] = Field(
            host, Lattice(pygame.Rect(0, 0, 100, 100), 40, 200), self._put_tile,
            lambda: [*self._laid_last(), *self.decorations(self.state)])
        self._ring = lru_cache(maxsize=128)(self._draw_ring)

    @property
    def lattice(self) -> Lattice:
        assert isinstance(self.field.view, Lattice)
        return self.field.view

    def make_speech(self) -> TriangleSpeech[S]:
        return TriangleSpeech(self.host, self._rules, self.rack, self.spoken_name)

    def _laid_last(self) -> list[Sprite]:
        """Mark the tiles that the others laid since the viewer's last move."""
        return [self.put(*self.outlines.laid_last(self.lattice.polygon(ply.move.cell), ply.by), LAST_Z)
                for ply in laid_by_others(self.host) if isinstance(ply.move, Lay)]

    # --- defined by a game ---

    def decorations(self, state: S) -> list[Sprite]:
        """Make the sprites of everything else on the board."""
        return []

    def tile_name(self, tile: str) -> str:
        """Name a tile in a sentence that is shown."""
        return SPACE.join(tile)

    def spoken_name(self, tile: str) -> str:
        """Name a tile in a sentence that is heard."""
        return self.tile_name(tile)

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        low, high = self.look.design["sizes"]["board_piece"]["triangle"]
        board = pygame.Rect(area.left, area.top + self.px(8), area.w, area.h - self.px(70))
        self.field.build(board, self.px(low), self.px(high))
        self._ring.cache_clear()
        self.build_rack(ground)

    def sync(self, state: S) -> None:
        pointed = [pointer.move.cell for pointer in self.pointers if isinstance(pointer.move, Lay)]
        self.field.fit([*self._cells(state), *pointed])
        self.field.show(state.layout.at)
        self.show_rack()

    @staticmethod
    def _cells(state: S) -> Sequence[Cell]:
        return [*state.layout.at] or [ORIGIN]

    def _put_tile(self, cell: Cell, lay: Lay) -> Sprite:
        piece = self.tile(lay.corners, round(self.lattice.side), cell.up)
        rect = self.lattice.rect(cell)
        return self.put(piece.image, (rect.left - piece.pad, rect.top - piece.pad), z=-cell.y)

    def show_refusal(self, where: object) -> None:
        """Mark the cell, or the corner, that forbids a move."""
        if isinstance(where, Cell):
            self.outlines.refusal(self.lattice.polygon(where))
        elif isinstance(where, tuple):
            x, y = where
            self.outlines.refusal(ring_points(self.lattice.pixel((x, y)), self.lattice.side * 0.24))

    # --- the felt ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        return not self.stock.press(pos, Draw()) and self.field.press(pos)

    def drag_felt(self, pos: tuple[int, int]) -> None:
        self.field.drag(pos)

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        return self.field.zoom(steps, pos)

    # --- the pieces ---

    def draw_lifted(self, piece: str) -> None:
        """Draw tiles also in the size that all on the board get when this one is laid."""
        super().draw_lifted(piece)
        for target in self.targets(piece, 0)[-1:]:
            side, _ = self.lattice.wanted([*self._cells(self.state), _lay(target).cell])
            for up in (True, False):
                self.tile(piece, round(side), up)

    def held_image(self, piece: str, turn: int, near: Target[object] | None = None) -> pygame.Surface:
        if near is not None and isinstance(near.move, Lay):
            up, way = near.move.cell.up, near.move.corners
        else:
            up, way = self.rack.index(piece) % 2 == 0, ways(piece)[turn % len(ways(piece))]
        return _held(self.tile(way, round(self.lattice.side * 1.06), up, lifted=True).image)

    def _fits(self, piece: str, cell: Cell) -> list[str]:
        return [way for way in self._rules.fits(self.state, piece, cell)
                if self._rules.why_illegal(self.state, Lay(piece, cell, way)) is None]

    def _places(self) -> list[Cell]:
        return self._rules.open_cells(self.state) or [ORIGIN]

    def targets(self, piece: str, turn: int) -> list[Target[object]]:
        found: list[Target[object]] = []
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
        """Return the tile on the cell under it, turned so that as few corners as possible are wrong."""
        if not self.lattice.area.collidepoint(pos):
            return None
        cell = self.lattice.cell_at(pos)
        if cell not in self.state.layout.open and cell not in self.state.layout.at:
            return Lay(piece, cell, ways(piece)[0])
        wanted = self.state.layout.open.get(cell, (None, None, None))

        def wrong(way: str) -> int:
            digits = [int(mark) for mark in way if mark.isdigit()]
            return sum(there is not None and there != own for own, there in zip(digits, wanted, strict=True))

        return Lay(piece, cell, min(ways(piece), key=wrong))

    def glow(self, target: Target[object], *, nearest: bool) -> PlacedImage:
        cell = _lay(target).cell
        image, (dx, dy) = self._ring(cell.up, round(self.lattice.side), nearest)
        rect = self.lattice.rect(cell)
        return image, (rect.left + dx, rect.top + dy)

    def _draw_ring(self, up: bool, side: int, nearest: bool) -> PlacedImage:
        return self.outlines.target([(x * side / 150, y * side / 150) for x, y in outline(up)],
                                    nearest=nearest)

    def ghost(self, piece: str, target: Target[object]) -> PlacedImage:
        return self._drawn(_lay(target))

    def _drawn(self, lay: Lay) -> PlacedImage:
        """Draw a tile where it lies."""
        made = self.tile(lay.corners, round(self.lattice.side), lay.cell.up)
        rect = self.lattice.rect(lay.cell)
        return made.image, (rect.left - made.pad, rect.top - made.pad)

    def points_of(self, target: Target[object]) -> int:
        return sum(points for points, _ in self.score_parts(target))

    def score_parts(self, target: Target[object]) -> list[tuple[int, str]]:
        """Return the points of laying the held tile there, with their kinds."""
        return self._rules.score_of(self.state, _lay(target))

    def preview(self, piece: str, target: Target[object]) -> Preview:
        """Return `12 + hexagon 40 = 52`."""
        scored = self.score_parts(target)
        parts: Preview = [(str(scored[0][0]) if scored else "0", True)]
        for points, kind in scored[1:]:
            parts.append((f"+ {self.say(f'points.{kind}')} {points}", False))
        if len(scored) > 1:
            parts += [("=", False), (str(sum(points for points, _ in scored)), True)]
        return parts

    def spoken_of(self, target: Target[object]) -> list[pygame.Rect]:
        """Return the lying tiles whose corners the tile would meet."""
        near = {cell for vertex in corners(_lay(target).cell) for cell in around(vertex)}
        return [self.lattice.rect(cell) for cell in near & set(self.state.layout.at)]

    def figures(self, piece: str, target: Target[object]) -> list[PlacedImage]:
        """Draw one outline around all tiles that make the bonus, the new one included."""
        kinds = {kind for _, kind in self.score_parts(target)}
        cell = _lay(target).cell
        if "hexagon" in kinds:
            return [self.outlines.bonus(self._hexagon(vertex))
                    for vertex in self.state.layout.rings_closed(cell)]
        if "bridge" in kinds or "double" in kinds:
            return [self.outlines.bonus(self.lattice.polygon(cell))]
        return []

    def _hexagon(self, vertex: Vertex) -> list[tuple[float, float]]:
        return ring_points(self.lattice.pixel(vertex), self.lattice.side)

    def held_status(self, piece: str, targets: list[Target[object]]) -> tuple[str, str]:
        name = self.say("triangle.held", tile=self.tile_name(piece))
        if not targets:
            return name, self.say("tiles.held_nowhere")
        more = "triangle.held_turn" if self.turns(piece) > 1 else "triangle.held_more"
        return name, self.say(more, n=len(targets))

    def key(self, event: pygame.Event) -> bool:
        if super().key(event):
            return True
        if event.key in (pygame.K_0, pygame.K_KP0):
            self.field.fit_again(self._cells(self.state))
            return True
        return False

    # --- animation ---

    def animate(self, ply: Ply, before: S, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        if any(isinstance(event, Placed) for event in ply.events):
            self._animate_lay(ply, start, done)
        elif any(isinstance(event, Drawn) for event in ply.events):
            self.field.keep(self.animate_draw(ply, done))
        else:
            self.after(200 * self.look.speed, done)

    def _animate_lay(self, ply: Ply, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        move: Lay = ply.move
        first = start or self.origin_of(ply, move.tile)
        view = self.field.fit(self._cells(ply.state))
        self.field.show(ply.state.layout.at, without=(move.cell,))
        self.field.ease_from(*view)
        self.show_rack()

        def landed() -> None:
            self._celebrate(ply, self.lattice.middle(move.cell))
            done()

        image, corner = self._drawn(move)
        self.field.keep(lay(self.host, image, first, corner, landed, dragged=start is not None))

    def _celebrate(self, ply: Ply, centre: tuple[int, int]) -> None:
        """Celebrate a bonus with its name and sparks."""
        kinds = [event.kind for event in ply.events if isinstance(event, Scored) and event.kind in CELEBRATED]
        if not kinds or self.look.speed == 0:
            return
        for event in ply.events:
            if isinstance(event, Scored) and event.kind in ("hexagon", "bridge", "double", "colour"):
                run_light(self.host.screen, self._figure(ply, event))
        sparks = self.look.design["motion"]["celebrate"]["particles"] if "hexagon" in kinds else 26
        celebrate(self.host.screen, centre, self.say(f"points.{kinds[0]}_name"), sparks)

    def _figure(self, ply: Ply, event: Scored) -> Sequence[tuple[float, float]]:
        """Return the outline of what scored a bonus: the ring around a vertex, else the laid tile."""
        if event.kind == "hexagon" and isinstance(event.place, tuple) and not isinstance(event.place, Cell):
            x, y = event.place
            return self._hexagon((x, y))
        return self.lattice.polygon(ply.move.cell)

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        if isinstance(ply.move, Lay):
            return self.lattice.middle(ply.move.cell)
        return self.rack.rail.midtop

    # --- texts ---

    def log_phrases(self, ply: Ply) -> list[Phrase]:
        if isinstance(ply.move, Lay):
            return [Phrase("log.triangle.lays", {"tile": self.tile_name(ply.move.tile)})]
        return super().log_phrases(ply)

    def log_text(self, ply: Ply) -> str:
        kinds = [event.kind for event in ply.events if isinstance(event, Scored) and event.by == ply.by
                 and event.kind in CELEBRATED]
        names = [self.say(f"points.{kind}") for kind in dict.fromkeys(kinds)]
        return ", ".join([super().log_text(ply), *names])

    # --- hints and results ---

    def hint_piece(self, move: object) -> str | None:
        return move.tile if isinstance(move, Lay) and move.tile in self.rack else None

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """Draw the neighbourhood of a laid tile; of a drawn one its back."""
        if isinstance(ply.move, Draw):
            return triangle_back(min(size) // 2, up=True).image
        if not isinstance(ply.move, Lay):
            return None
        cell = ply.move.cell
        near = {other for vertex in corners(cell) for other in around(vertex)} & set(ply.state.layout.at)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        view = Lattice(surface.get_rect(), 20, round(min(size) * 0.4))
        view.view(*view.wanted(near))
        for tile in sorted((ply.state.layout.at[c] for c in near), key=lambda tile: -tile.cell.y):
            made = self.tile(tile.corners, round(view.side), tile.cell.up)
            rect = view.rect(tile.cell)
            surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))
        points = tuple((round(x), round(y)) for x, y in view.polygon(cell))
        ring, left, top = shapes.outline_glow(points, self.glow_colour, self.px(10), 0.9,
                                              max(2.0, 3 * self.look.k), 0, self.px(8))
        surface.blit(ring, (left, top))
        return surface


def _lay(target: Target[object]) -> Lay:
    """Return the move of a target; only laying a tile has targets."""
    assert isinstance(target.move, Lay)
    return target.move


@lru_cache(maxsize=64)
def _held(image: pygame.Surface) -> pygame.Surface:
    return pygame.transform.rotozoom(image, 6, 1)
