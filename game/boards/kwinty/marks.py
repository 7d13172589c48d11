"""What is marked on the wall of Kwinty: where it may still grow, rows that count, moves that are pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import shapes
from game.draw.svg import tinted_blur, with_alpha
from rules.games.kwinty.rules import KwintyState, Lay, Square

if TYPE_CHECKING:
    from game.boards.kwinty.board import KwintyTable


class WallMarks:
    """Draws on the table of a position; the table lets it all go with the next one."""

    def __init__(self, table: KwintyTable):
        self.table = table

    def show_reach(self, state: KwintyState) -> None:
        """The columns by which the wall may still grow, and the frame it may not leave."""
        look, wall = self.table.look, state.wall
        more = self.table.kwinty.growth(state)
        if not wall.laid:
            return
        top = self.table.pixel(0, self.table.kwinty.height)[1]
        for x in [*range(wall.left - more, wall.left), *range(wall.right + 1, wall.right + more + 1)]:
            rect = pygame.Rect(self.table.pixel(x, 0)[0] + 3, top, self.table.u - 6, self.table.ground_y - top)
            image = pygame.Surface(rect.size, pygame.SRCALPHA)
            shapes.draw_box(image, image.get_rect(), look.px(8), look.theme.text, 0.05)
            self.table.put_mark(image, rect.topleft, 0)
        frame = pygame.Rect(self.table.pixel(wall.left - more, 0)[0], top - 4,
                            (wall.right - wall.left + 1 + 2 * more) * self.table.u, self.table.ground_y - top + 4)
        image = pygame.Surface((frame.w + 8, frame.h + 8), pygame.SRCALPHA)
        shapes.draw_dashed_box(image, (4, 4, frame.w, frame.h), look.px(12), look.theme.text, 0.3, max(1.0, 1.5 * look.k),
                               (5.0, 7.0))
        self.table.put_mark(image, (frame.left - 4, frame.top - 4), 0)
        if more:
            text = self.table.say("kwinty.grow", n=more)
            room = frame.left - self.table.board.left - look.px(24)
            if room > look.px(120):
                image = pygame.Surface((room, 3 * look.line_height("label")), pygame.SRCALPHA)
                look.paragraph(image, text, "label", image.get_rect(), align="right")
                self.table.put_mark(image, (self.table.board.left + look.px(8), frame.top), 1)

    def show_rows(self, state: KwintyState) -> None:
        """The winning row; before the end the open fours, softly, if the setting says so."""
        for line in self.table.kwinty.winning_rows(state):
            self._ribbon(line, self.table.look.theme.good, None)
        if not self.table.scene.app.settings.is_on("open_fours") or self.table.scene.read_only:
            return
        for seat in (0, 1):
            for four in self.table.kwinty.open_fours(state, seat):
                if four.ready:
                    self._ribbon(four.squares, self.table.look.theme.warn, four.gap)

    def _ribbon(self, squares: tuple[Square, ...], colour: str, gap: Square | None) -> None:
        look = self.table.look
        rects = [self.table.square_rect(square) for square in squares] + ([self.table.square_rect(gap)] if gap else [])
        area = rects[0].unionall(rects[1:]).inflate(look.px(40), look.px(40))
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        centres = [(r.centerx - area.left, r.centery - area.top) for r in rects[:len(squares)]]
        shade = pygame.Surface(area.size, pygame.SRCALPHA)
        pygame.draw.line(shade, "#ffffff", centres[0], centres[-1], max(6, self.table.u // 3))
        image.blit(tinted_blur(shade, max(2, look.px(10)), colour, 0.9), (0, 0))
        pygame.draw.line(image, colour, centres[0], centres[-1], max(1, look.px(3)))
        for centre in centres:
            dot = shapes.disc(max(8, look.px(24)), colour)
            image.blit(dot, dot.get_rect(center=centre))
        if gap is not None:
            spot = rects[-1].move(-area.left, -area.top)
            disc = pygame.Rect(0, 0, round(self.table.u * 0.72), round(self.table.u * 0.72))
            disc.center = spot.center
            shapes.draw_box(image, disc, disc.w / 2, "#2a2410", 0.92, colour, 1, max(2.0, 4 * look.k))
            look.write(image, f"{self.table.kwinty.win}?", "button", disc.center, "center", "#fff7e3", fit=disc.w * 0.7)
        self.table.put_mark(image, area.topleft, 25)

    def show_pointers(self, state: KwintyState) -> None:
        for pointer in self.table.pointers:
            if not isinstance(pointer.move, Lay):
                continue
            rect, colour = self.table.lay_rect(pointer.move), self.table.pointer_colour(pointer.kind)
            if pointer.kind == "better":
                made = self.table.block_image(state.player, pointer.move.way, 1)
                self.table.put_mark(with_alpha(made.image, 0.7), (rect.left - made.pad, rect.top - made.pad), 26)
            image, margin = self.ring(rect.size, colour, dashed=pointer.kind == "wrong")
            self.table.put_mark(image, (rect.left - margin, rect.top - margin), 27)

    def ring(self, size: tuple[int, int], colour: str, *, dashed: bool) -> tuple[pygame.Surface, int]:
        look = self.table.look
        margin = look.px(30)
        image = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, *size).inflate(-4, -4)
        width = max(2.0, 4 * look.k)
        if dashed:
            shapes.draw_dashed_box(image, box, look.px(10), colour, 1, width, (11 * look.k, 8 * look.k))
        else:
            shapes.draw_ring_glow(image, box, look.px(10), colour, 0.6, 9 * look.k)
            shapes.draw_box(image, box, look.px(10), None, 1, colour, 1, width)
        return image, margin
