"""The result of Kwinty: the wall with its winning row, and how the game was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.boards.kwinty.wall import woods_of
from game.draw import shapes, surfaces
from game.draw.block import block
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.paper.report import Fact, draw_facts, draw_report_panel, facts_height
from game.ui.paper.result_page import ResultPage
from rules.base import Placed
from rules.games.kwinty.rules import FLAT, Kwinty, KwintyState, Lay, Line, Square

BADGE = "#14201b"


@dataclass(frozen=True)
class Spot:
    """A block that is marked on a picture of a wall."""

    lay: Lay
    colour: Colour
    icon: str = ""
    dashed: bool = False
    by: int | None = None
    """The seat whose block is drawn there, if none lies there."""


class WallPicture:
    """A wall drawn as large as it fits into a room, with numbered rows and marked blocks."""

    def __init__(self, look: Look, room: pygame.Rect, state: KwintyState, spots: Iterable[Spot] = (), *,
                 numbered: bool = False):
        self.look, self.state, self.spots = look, state, tuple(spots)
        self.plank = max(4, look.px(14))
        foot = self.plank + (look.line_height("key") + look.px(6) if numbered else 0)
        squares = [square for laid in state.wall.laid for square in laid.lay.squares]
        squares += [square for spot in self.spots for square in spot.lay.squares]
        columns = [x for x, _ in squares] or [0]
        self.left, self.right = min(columns), max(columns)
        high = max((y for _, y in squares), default=0) + 1
        wide = self.right - self.left + 2
        self.u = max(8, int(min((room.h - foot - look.px(6)) / high, room.w / wide, look.px(96))))
        self.ground_y = room.bottom - foot - max(0, (room.h - foot - high * self.u) // 3)
        self.x0 = room.centerx - (self.right - self.left + 1) * self.u / 2
        self.numbered = numbered

    def rect(self, squares: Iterable[Square]) -> pygame.Rect:
        boxes = [pygame.Rect(round(self.x0 + (x - self.left) * self.u), self.ground_y - (y + 1) * self.u,
                             self.u, self.u) for x, y in squares]
        return boxes[0].unionall(boxes[1:])

    def draw(self, surface: pygame.Surface, rows: Iterable[Line] = ()) -> None:
        look, wood = self.look, woods_of(self.look)
        across = (self.right - self.left + 2) * self.u
        plank = pygame.Rect(round(self.x0 - self.u / 2), self.ground_y, across, self.plank)
        surface.blit(surfaces.wood(plank.w, plank.h, look.theme.rail, 12, radius=self.plank // 2), plank)
        for number, laid in enumerate(self.state.wall.laid):
            self._block(surface, laid.lay, wood[laid.by], number)
        for spot in self.spots:
            if spot.by is not None:
                self._block(surface, spot.lay, wood[spot.by], 1)
            self._mark(surface, spot)
        for row in rows:
            self._row(surface, row)
        if self.numbered:
            for number, x in enumerate(range(self.left, self.right + 1), 1):
                centre = self.rect([(x, 0)]).centerx
                look.write(surface, str(number), "key", (centre, plank.bottom + look.px(4)), "midtop",
                           look.theme.dim)

    def _block(self, surface: pygame.Surface, lay: Lay, wood: Colour, number: int) -> None:
        wide, high = (2, 1) if lay.way == FLAT else (1, 2)
        made, rect = block(wide, high, self.u, wood, number % 6 + 1), self.rect(lay.squares)
        surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))

    def _mark(self, surface: pygame.Surface, spot: Spot) -> None:
        look, rect = self.look, self.rect(spot.lay.squares).inflate(-4, -4)
        width = max(2.0, 4 * look.k)
        if spot.dashed:
            shapes.draw_dashed_box(surface, rect, look.px(8), spot.colour, 1, width,
                                   (11 * look.k, 8 * look.k))
        else:
            shapes.draw_ring_glow(surface, rect, look.px(8), spot.colour, 0.6, 9 * look.k)
            shapes.draw_box(surface, rect, look.px(8), None, 1, spot.colour, 1, width)
        if spot.icon:
            self._badge(surface, rect.center, spot.colour)
            look.draw_icon(surface, spot.icon, rect.center, self.u * 0.42, spot.colour, 2.6)

    def _row(self, surface: pygame.Surface, row: Line) -> None:
        """Mark the squares of a row with its numbers."""
        look = self.look
        for number, square in enumerate(sorted(row), 1):
            centre = self.rect([square]).center
            self._badge(surface, centre, look.theme.good)
            look.write(surface, str(number), "name", centre, "center", "#ffffff",
                       at_most=max(9, round(self.u * 0.36)))

    def _badge(self, surface: pygame.Surface, centre: tuple[int, int], colour: Colour) -> None:
        disc = pygame.Rect(0, 0, round(self.u * 0.66), round(self.u * 0.66))
        disc.center = centre
        shapes.draw_box(surface, disc, disc.w / 2, BADGE, 1, colour, 1, max(2.0, 3 * self.look.k))


class KwintyResult(ResultPage):
    """The wall on the left, the deciding move on the right."""

    @property
    def rules(self) -> Kwinty:
        rules = self.screen.session.rules
        assert isinstance(rules, Kwinty)
        return rules

    @property
    def states(self) -> list[KwintyState]:
        last = self.screen.session.rounds[-1]
        return [state for state in (last.start, *(ply.state for ply in last.plies))
                if isinstance(state, KwintyState)]

    def build(self, frame: pygame.Rect) -> None:
        gap = self.screen.px(24)
        left = pygame.Rect(frame.left, frame.top, round((frame.w - gap) * 0.58), frame.h)
        self._build_wall(left)
        right = left.right + gap
        self._build_decision(pygame.Rect(right, frame.top, frame.right - right, frame.h))

    # --- the wall ---

    def _build_wall(self, rect: pygame.Rect) -> None:
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        room = draw_report_panel(look, ground, rect, screen.say("page.kwinty.wall"))
        self._legend(pygame.Rect(rect.left, rect.top, rect.w - look.px(28), room.top - rect.top))
        if room.h > 3 * facts_height(look):
            top = draw_facts(look, ground, room, self._facts(), screen.accent)
            room = pygame.Rect(room.left, room.top, room.w, top - look.px(8) - room.top)
        state = self.states[-1]
        last = state.wall.laid[-1:] if state.wall.laid else ()
        spots = [Spot(laid.lay, look.theme.good) for laid in last if self._rows()]
        WallPicture(look, room, state, spots).draw(ground, self._rows())

    def _rows(self) -> list[Line]:
        """Return the rows that won; else those that counted."""
        state = self.states[-1]
        won = self.rules.winning_rows(state)
        if won or state.ended is None or state.ended.why != "fours":
            return [row[:self.rules.win] for row in won]
        return [line for seat in (0, 1) for line in state.wall.lines(seat) if len(line) == self.rules.counted]

    def _legend(self, rect: pygame.Rect) -> None:
        """Show whose wood is whose, right-aligned beside the heading, if there is room."""
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        x, y = rect.right, rect.top + look.px(26) + look.line_height("caption") // 2
        names = [screen.say("page.kwinty.legend", name=seat.name, wood=screen.say(f"kwinty.wood{number}"))
                 for number, seat in enumerate(screen.session.seats)]
        swatch = max(14, look.px(32))
        needed = sum(look.width(name, "label") + swatch + look.px(36) for name in names)
        if needed > rect.w * 0.72:
            names = [seat.name for seat in screen.session.seats]
        for number in (1, 0):
            name = names[number]
            x -= look.width(name, "label")
            look.write(ground, name, "label", (x, y), "midleft")
            made = block(2, 1, swatch // 2, woods_of(look)[number], number + 1)
            x -= swatch + look.px(12)
            ground.blit(made.image, (x - made.pad, y - swatch // 4 - made.pad))
            x -= look.px(24)

    def _facts(self) -> list[Fact]:
        screen = self.screen
        laid = [sum(block.by == seat for block in self.states[-1].wall.laid) for seat in (0, 1)]
        count = screen.say("page.kwinty.blocks", n=sum(laid))
        who = (screen.say("page.kwinty.each", n=laid[0]) if laid[0] == laid[1] else
               screen.say("page.kwinty.uneven", first=laid[0], second=laid[1]))
        return [Fact("steps", who, count), *(fact for fact in screen.facts() if fact.icon != "steps")]

    # --- the deciding move ---

    def _build_decision(self, rect: pygame.Rect) -> None:
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        room = draw_report_panel(look, ground, rect, screen.say("page.kwinty.last"))
        plies = screen.session.rounds[-1].plies
        if not plies or not isinstance(plies[-1].move, Lay):
            return
        ply, line = plies[-1], look.line_height("name")
        picture = pygame.Rect(room.left, room.top, room.w, room.h - line - look.px(18))
        shapes.draw_box(ground, picture, look.px(16), "#000000", 0.25, look.theme.line, look.theme.hair)
        WallPicture(look, picture.inflate(-look.px(24), -look.px(24)), self.states[-2],
                    [Spot(ply.move, look.theme.good, by=ply.by)], numbered=True).draw(ground)
        told = next((screen.texts(event.phrase) for event in ply.events
                     if isinstance(event, Placed) and event.phrase), "")
        text = screen.say("page.kwinty.last_line", n=len(plies), name=screen.session.seats[ply.by].name,
                          move=told)
        look.write(ground, text, "name", (room.left, room.bottom - line / 2), "midleft", fit=room.w)

    def note(self) -> str:
        """Return who begins the rematch."""
        screen, state = self.screen, self.states[-1]
        outcome = screen.session.game_outcome
        setup = self.rules.rematch(2, 0, state)
        starter = setup.get("starter")
        if outcome is None or not isinstance(starter, int):
            return ""
        key = "page.kwinty.begins" if len(outcome.winners) == 1 else "page.kwinty.begins_draw"
        return screen.say(key, name=screen.who(starter))
