"""The result of Kwinty: the wall with its winning row, and how the game was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.boards.kwinty.wall import woods_of
from game.draw import chrome, shapes, surfaces
from game.draw.block import block
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.paper.report import Fact, draw_facts, draw_report_panel, facts_height
from game.ui.paper.result_page import ResultPage, ResultScreen
from game.ui.stage import Sprite
from rules.base import Event, Placed
from rules.engine import Verdict
from rules.games.kwinty.rules import FLAT, Kwinty, KwintyState, Lay, Line, Move, Square

BADGE = "#14201b"
COSTLY = 0.15
"""A loss of chances from which on a move may be called the one that lost."""


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
            for x in range(self.left, self.right + 1):
                centre = self.rect([(x, 0)]).centerx
                look.write(surface, str(self.state.wall.number(x)), "key",
                           (centre, plank.bottom + look.px(4)), "midtop", look.theme.dim)

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

    explains_defeats = True

    def __init__(self, screen: ResultScreen):
        super().__init__(screen)
        self.verdicts: list[Verdict[Move]] = []
        """The verdicts received on the moves of the last round."""
        self.failed = False
        self._sprite: Sprite | None = None
        self._room = pygame.Rect(0, 0, 0, 0)

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

    def enter(self) -> None:
        """Judge the moves of the round, one after the other."""
        round_ = self.screen.session.rounds[-1]
        index = len(self.verdicts)
        if index >= len(round_.plies) or self.failed:
            return
        ply, state = round_.plies[index], self.states[index]
        self.screen.ask("review", (self.rules, state, ply.move, 1 / len(round_.plies)), self._heard)

    def _heard(self, answer: object) -> None:
        if isinstance(answer, Verdict):
            self.verdicts.append(answer)
        else:
            self.failed = True
        self._show_decision()
        self.enter()

    @property
    def _judged(self) -> bool:
        return len(self.verdicts) == len(self.screen.session.rounds[-1].plies)

    def losing_move(self) -> int | None:
        """Return the index of the loser's most costly move; None after a draw or if none cost much."""
        outcome, plies = self.screen.session.outcome, self.screen.session.rounds[-1].plies
        if outcome is None or len(outcome.winners) != 1 or not self._judged:
            return None
        lost = [index for index, ply in enumerate(plies) if ply.by not in outcome.winners]
        worst = max(lost, key=lambda index: (self.verdicts[index].loss, index), default=None)
        return worst if worst is not None and self.verdicts[worst].loss >= COSTLY else None

    def _build_decision(self, rect: pygame.Rect) -> None:
        look = self.screen.look
        chrome.draw_panel(look, self.screen.stage.ground, rect, shadow="float", alpha=0.96)
        self._room = rect.inflate(-look.px(56), -look.px(48))
        self._sprite = self.screen.stage.add(Sprite(z=10))
        self._show_decision()

    def _show_decision(self) -> None:
        """Show the move that lost the game, a better one and how it stood; until then the progress."""
        screen, look, room = self.screen, self.screen.look, self._room
        if self._sprite is None or room.w <= 0:
            return
        plies, at = screen.session.rounds[-1].plies, self.losing_move()
        whole = pygame.Surface(room.size, pygame.SRCALPHA)
        key = "page.kwinty.last" if at is None and (self._judged or self.failed) else "page.kwinty.lost"
        head = chrome.draw_caption(look, whole, screen.say(key), (0, 0), within=room.w).bottom + look.px(14)
        image = whole.subsurface((0, head, room.w, room.h - head))
        inner = image.get_rect()
        if not self._judged and not self.failed:
            text = screen.say("page.kwinty.judging", n=len(self.verdicts) + 1, of=len(plies))
            look.write(image, text, "body", (0, 0), "topleft", look.theme.dim, fit=inner.w)
            bar = pygame.Rect(0, look.line_height("body") + look.px(8), inner.w, look.px(14))
            chrome.draw_progress(look, image, bar, len(self.verdicts) / max(1, len(plies)), screen.accent)
        elif at is not None:
            self._draw_lost(image, inner, at)
        elif plies and isinstance(plies[-1].move, Lay):
            line = look.line_height("name")
            picture = pygame.Rect(0, 0, inner.w, inner.h - line - look.px(14))
            self._draw_picture(image, picture, self.states[-2],
                               [Spot(plies[-1].move, look.theme.good, by=plies[-1].by)])
            look.write(image, self._told(len(plies) - 1), "name", (0, inner.h - line / 2), "midleft",
                       fit=inner.w)
        self._sprite.set(whole, room.topleft)

    def _draw_lost(self, image: pygame.Surface, room: pygame.Rect, at: int) -> None:
        screen, look, verdict = self.screen, self.screen.look, self.verdicts[at]
        ply, better = screen.session.rounds[-1].plies[at], verdict.best
        line, small, gap = look.line_height("name"), look.line_height("label"), look.px(10)
        rows = self._told_rows(at)
        reasons = room.h >= 12 * line + 2 * small and all(
            look.width(reason, "label") <= room.w - line * 1.3 for *_, reason in rows)  # else only the heads
        texts = 2 * (line + (small if reasons else 0) + gap)
        bars = max(look.px(90), room.h // 4) if room.h > 2 * texts + look.px(120) else 0
        spots = [Spot(ply.move, look.theme.bad, "cross", dashed=True)] if isinstance(ply.move, Lay) else []
        if isinstance(better.move, Lay) and better.move != ply.move:
            spots.append(Spot(better.move, look.theme.good, "check", by=ply.by))
        picture = pygame.Rect(0, 0, room.w, room.h - texts - bars - gap)
        self._draw_picture(image, picture, self.states[at], spots)
        y = picture.bottom + gap
        for icon, colour, head, reason in rows:
            look.draw_icon(image, icon, (line / 2, y + line / 2), line * 0.8, colour, 2.6)
            look.write(image, head, "name", (line * 1.3, y + line / 2), "midleft", fit=room.w - line * 1.3)
            y += line
            if reasons:
                look.write(image, reason, "label", (line * 1.3, y + small / 2), "midleft", look.theme.dim,
                           fit=room.w - line * 1.3)
                y += small
            y += gap
        if bars:
            self._draw_bars(image, pygame.Rect(0, room.bottom - bars, room.w, bars), at)

    def _told_rows(self, at: int) -> list[tuple[str, Colour, str, str]]:
        """Return icon, colour, head and reason of the lost move and of a better one."""
        screen, theme, verdict = self.screen, self.screen.look.theme, self.verdicts[at]
        better = verdict.best
        drop = screen.say("page.kwinty.drop", before=screen.texts.percent(100 * better.value),
                          after=screen.texts.percent(100 * verdict.value))
        rows = [("cross", theme.bad, self._told(at), drop)]
        if better.move != screen.session.rounds[-1].plies[at].move:
            events = self.rules.apply(self.states[at], better.move).events
            rows.append(("check", theme.good,
                         screen.say("page.kwinty.better", move=self._line_of(at, better.move, events)),
                         screen.texts(better.reason) if better.reason else ""))
        return rows

    def _draw_bars(self, image: pygame.Surface, room: pygame.Rect, at: int) -> None:
        """Draw who was ahead after every move: up for the first seat, down for the second."""
        screen, look = self.screen, self.screen.look
        plies = screen.session.rounds[-1].plies
        head = chrome.draw_caption(look, image, screen.say("page.kwinty.stood"), room.topleft).bottom
        names = [seat.name for seat in screen.session.seats]
        colours = [look.theme.seat(place.colour) for place in screen.company]
        left = max(look.width(name, "label") for name in names) + look.px(12)
        top = head + look.px(6)
        plot = pygame.Rect(room.left + left, top, room.w - left, room.bottom - look.px(2) - top)
        for number, name in enumerate(names):
            look.write(image, name, "label", (room.left, plot.top + plot.h * (0.25 + number / 2)), "midleft",
                       colours[number], fit=left - look.px(8))
        middle = pygame.Rect(plot.left, plot.centery, plot.w, max(1, look.px(1.5)))
        shapes.draw_box(image, middle, 0, look.theme.line, 0.4)
        step = plot.w / max(1, len(plies))
        for index, (ply, verdict) in enumerate(zip(plies, self.verdicts, strict=True)):
            lead = (2 * verdict.value - 1) * (1 if ply.by == 0 else -1)
            high = max(2, round(abs(lead) * plot.h / 2))
            bar = pygame.Rect(round(plot.left + index * step), 0, max(2, round(step * 0.7)), high)
            bar.bottom, seat = (plot.centery, 0) if lead > 0 else (plot.centery + high, 1)
            shapes.draw_box(image, bar, min(look.px(4), bar.w / 2), colours[seat])
            if index == at:
                shapes.draw_box(image, bar.inflate(4, 4), min(look.px(5), bar.w / 2), None, 1,
                                look.theme.bad, 1, max(1.5, 2.4 * look.k))

    def _draw_picture(self, image: pygame.Surface, rect: pygame.Rect, state: KwintyState,
                      spots: list[Spot]) -> None:
        look = self.screen.look
        shapes.draw_box(image, rect, look.px(16), "#000000", 0.25, look.theme.line, look.theme.hair)
        WallPicture(look, rect.inflate(-look.px(24), -look.px(20)), state, spots, numbered=True).draw(image)

    def _told(self, index: int) -> str:
        screen, ply = self.screen, self.screen.session.rounds[-1].plies[index]
        return screen.say("page.kwinty.last_line", n=index + 1, name=screen.session.seats[ply.by].name,
                          move=self._line_of(index, ply.move, ply.events))

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

    def _line_of(self, index: int, move: object, events: Iterable[Event]) -> str:
        """Return the line of the log for a move, with the number its column has on the wall before it."""
        line = next((event.phrase for event in events if isinstance(event, Placed) and event.phrase), None)
        if line is None or not isinstance(move, Lay):
            return ""
        column = self.states[index].wall.number(move.x)
        return self.screen.say(line.key, **(dict(line.values) | {"column": column}))
