"""Marks on the wall of Kwinty: where it may grow, rows that count, pointers of a review."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.boards.kit.outlines import laid_by_others
from game.boards.kit.part import Part
from game.boards.kit.targets import Pointer
from game.boards.kwinty.wall import Wall
from game.draw import shapes
from game.draw.chrome import ring
from game.draw.svg import Colour, tinted_blur, with_alpha
from game.table.host import TableHost
from rules.games.kwinty.rules import Kwinty, KwintyState, Lay, Line, Move, Square

RING = -4
"""How much larger than its block a ring is: it lies inside."""


class WallMarks(Part[TableHost]):
    """Puts marks on a wall; the wall removes them with its blocks."""

    def __init__(self, host: TableHost, wall: Wall, rules: Kwinty):
        super().__init__(host)
        self.wall, self.rules = wall, rules

    def show_reach(self, state: KwintyState) -> None:
        """Show the columns into which the wall may still grow, and the frame it must not leave."""
        look, wall = self.look, state.wall
        more = self.rules.growth(state)
        if not wall.laid:
            return
        top = self.wall.pixel(0, self.rules.height)[1]
        for x in [*range(wall.left - more, wall.left), *range(wall.right + 1, wall.right + more + 1)]:
            rect = pygame.Rect(self.wall.pixel(x, 0)[0] + 3, top, self.wall.u - 6, self.wall.ground_y - top)
            image = pygame.Surface(rect.size, pygame.SRCALPHA)
            shapes.draw_box(image, image.get_rect(), look.px(8), look.theme.text, 0.05)
            self.wall.put_mark(image, rect.topleft, 0)
        frame = pygame.Rect(self.wall.pixel(wall.left - more, 0)[0], top - 4,
                            (wall.right - wall.left + 1 + 2 * more) * self.wall.u,
                            self.wall.ground_y - top + 4)
        image = pygame.Surface((frame.w + 8, frame.h + 8), pygame.SRCALPHA)
        shapes.draw_dashed_box(image, (4, 4, frame.w, frame.h), look.px(12), look.theme.text, 0.3,
                               max(1.0, 1.5 * look.k), (5.0, 7.0))
        self.wall.put_mark(image, (frame.left - 4, frame.top - 4), 0)
        if more:
            text = self.say("kwinty.grow", n=more)
            room = frame.left - self.wall.area.left - look.px(24)
            if room > look.px(120):
                image = pygame.Surface((room, 3 * look.line_height("label")), pygame.SRCALPHA)
                look.paragraph(image, text, "label", image.get_rect(), align="right")
                self.wall.put_mark(image, (self.wall.area.left + look.px(8), frame.top), 1)

    def show_last(self) -> None:
        """Mark the blocks that the others laid since the viewer's last move."""
        for ply in laid_by_others(self.host):
            if isinstance(ply.move, Lay):
                rect = self.wall.lay_rect(ply.move)
                colour = self.look.theme.avatar(self.host.company[ply.by].colour)
                image, margin = ring(self.look, rect.size, RING, colour, dashed=False)
                self.wall.put_mark(image, (rect.left - margin, rect.top - margin), 24)

    def show_rows(self, state: KwintyState) -> None:
        """Show the winning rows; before the end those that one block completes, if that setting is on."""
        for line in self.rules.winning_rows(state):
            self._ribbon(line, self.look.theme.good, ())
        if not self.host.settings.is_on("open_fours") or self.host.read_only:
            return
        for squares, gaps in self.threats(state):
            self._ribbon(squares, self.look.theme.warn, gaps)

    def threats(self, state: KwintyState) -> list[tuple[Line, Line]]:
        """Return every row that one block would complete: its squares, and those that are missing."""
        found = set()
        for seat in (0, 1):
            for lay in self.rules.winning_lays(state, seat):
                for line in state.wall.and_(seat, lay).lines(seat):
                    gaps = tuple(square for square in line if square in lay.squares)
                    if len(line) >= self.rules.win and gaps:
                        found.add((tuple(square for square in line if square not in gaps), gaps))
        fewest = [(squares, gaps) for squares, gaps in found
                  if not any(set(other) < set(gaps) for _, other in found)]
        return sorted(fewest)

    def show_columns(self, state: KwintyState) -> None:
        """Number the columns as the log and the hints do, paler where only the next block may stand."""
        look = self.look
        for x in self.numbered(state):
            built = bool(state.wall.height(x))
            image = look.text_image(str(state.wall.number(x)), "label", "#f8f1e1" if built else "#c9b597")
            left, ground = self.wall.pixel(x, 0)
            spot = image.get_rect(center=(left + self.wall.u // 2, ground + look.px(20)))
            self.wall.put_mark(image, spot.topleft, 3)

    def numbered(self, state: KwintyState) -> range:
        """Return the columns of the wall and those beside it on which the next block can be laid."""
        if not state.wall.laid:
            return range(0)
        next_to = [x for move in self.rules.legal_moves(state) if isinstance(move, Lay)
                   for x, _ in move.squares]
        return range(min([state.wall.left, *next_to]), max([state.wall.right, *next_to]) + 1)

    def _ribbon(self, squares: tuple[Square, ...], colour: str, gaps: tuple[Square, ...]) -> None:
        look = self.look
        rects = [self.wall.square_rect(square) for square in (*squares, *gaps)]
        area = rects[0].unionall(rects[1:]).inflate(look.px(40), look.px(40))
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        centres = [(r.centerx - area.left, r.centery - area.top) for r in rects[:len(squares)]]
        shade = pygame.Surface(area.size, pygame.SRCALPHA)
        pygame.draw.line(shade, "#ffffff", centres[0], centres[-1], max(6, self.wall.u // 3))
        image.blit(tinted_blur(shade, max(2, look.px(10)), colour, 0.9), (0, 0))
        pygame.draw.line(image, colour, centres[0], centres[-1], max(1, look.px(3)))
        for centre in centres:
            dot = shapes.disc(max(8, look.px(24)), colour)
            image.blit(dot, dot.get_rect(center=centre))
        for rect in rects[len(squares):]:
            spot = rect.move(-area.left, -area.top)
            disc = pygame.Rect(0, 0, round(self.wall.u * 0.72), round(self.wall.u * 0.72))
            disc.center = spot.center
            shapes.draw_box(image, disc, disc.w / 2, "#2a2410", 0.92, colour, 1, max(2.0, 4 * look.k))
            look.write(image, f"{self.rules.win}?", "button", disc.center, "center", "#fff7e3",
                       fit=disc.w * 0.7)
        self.wall.put_mark(image, area.topleft, 25)

    def show_pointers(self, state: KwintyState, pointers: Iterable[Pointer[Move]],
                      colour_of: Callable[[str], Colour]) -> None:
        """Show the pointers of a review; a better move is shown as a block."""
        for pointer in pointers:
            if not isinstance(pointer.move, Lay):
                continue
            rect, colour = self.wall.lay_rect(pointer.move), colour_of(pointer.kind)
            if pointer.kind == "better":
                made = self.wall.block(state.player, pointer.move.way, 1)
                self.wall.put_mark(with_alpha(made.image, 0.7), (rect.left - made.pad, rect.top - made.pad),
                                   26)
            image, margin = ring(self.look, rect.size, RING, colour, dashed=pointer.kind == "wrong")
            self.wall.put_mark(image, (rect.left - margin, rect.top - margin), 27)
