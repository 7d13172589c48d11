"""The board of Trio-Domino: coloured triangles in a double row, with its open directions shown."""

from __future__ import annotations

import math

import pygame

from game.boards.kit.actions import Action
from game.boards.kit.targets import Preview, Progress, Target
from game.boards.triangles.board import TriangleBoard
from game.draw import chrome, shapes
from game.draw.slab import Piece
from game.draw.svg import raster
from game.draw.triangle import SAFE_COLOURS, SHAPES, coloured_triangle, mark_image
from game.table.host import TableHost
from game.ui.stage import Sprite
from rules.games.triangles.layout import Lay, Stop
from rules.games.trio_domino.rules import GoOn, TrioDomino, TrioState
from rules.kit.hands import Draw, Pass

ANGLES = (0, 60, 120)
"""The angles of the rows of the three directions on the screen: along y, along x, along x + y constant."""


class TrioBoard(TriangleBoard[TrioState]):
    """One to four players."""

    help_boards = "game.boards.trio_domino.help:BOARDS"
    help_facts = "game.boards.trio_domino.help:facts"

    def __init__(self, host: TableHost):
        assert isinstance(host.rules, TrioDomino)
        self.trio = host.rules
        super().__init__(host, self.trio, self._tile)
        self._strip = pygame.Rect(0, 0, 0, 0)
        self._has_strip = False

    @property
    def aid(self) -> bool:
        """Whether colours are also distinguished by shapes."""
        return self.host.settings.safe_colours

    def _tile(self, corners: str, side: int, up: bool, *, lifted: bool = False) -> Piece:
        return coloured_triangle(corners, side, up, lifted=lifted, aid=self.aid)

    def tile_name(self, tile: str) -> str:
        return tile  # drawn as a chip

    def spoken_name(self, tile: str) -> str:
        return " ".join(f"{self.say(f'trio.letter.{tile[i]}')}{tile[i + 1]}" for i in (0, 2, 4))

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        high = max(look.px(92), look.line_height("caption") + look.px(72))
        self._strip = pygame.Rect(area.left, area.bottom - look.px(82) - high, area.w, high)
        shown = area.h > look.px(560)
        smaller = pygame.Rect(area.left, area.top, area.w, area.h - (high + look.px(16) if shown else 0))
        super().build(smaller, ground)
        self._has_strip = shown
        if shown:
            self._strip.bottom = area.bottom - look.px(76)
            if self.aid:
                self._paint_legend(ground)

    def decorations(self, state: TrioState) -> list[Sprite]:
        return [*self._band(state), *([self._directions(state)] if self._has_strip else [])]

    def _band(self, state: TrioState) -> list[Sprite]:
        """Draw the double row as a dashed band, once its direction is fixed."""
        directions = self.trio.open_directions(state)
        low, high = state.layout.spans[0]
        area = self.lattice.area
        if list(directions) != [0] or high - low != self.trio.rows - 1:
            return []
        top, bottom = self.lattice.pixel((0, high + 1))[1], self.lattice.pixel((0, low))[1]
        look = self.look
        rect = pygame.Rect(area.left + look.px(20), round(top) - look.px(18), area.w - look.px(40),
                           round(bottom - top) + look.px(36))
        image = pygame.Surface((rect.w + 8, rect.h + 8), pygame.SRCALPHA)
        box = pygame.Rect(4, 4, rect.w, rect.h)
        accent = self.glow_colour
        shapes.draw_box(image, box, look.px(26), accent, 0.10)
        shapes.draw_dashed_box(image, box, look.px(26), accent, 0.5, max(1.5, 2.4 * look.k),
                               (14 * look.k, 12 * look.k))
        for side, x in ((-1, box.left + look.px(34)), (1, box.right - look.px(34))):
            self._chevrons(image, (x, box.centery), side, accent)
        band = self.put(image, (rect.left - 4, rect.top - 4), -1000)
        band.clip_to(self.field.frame)
        return [band]

    def _chevrons(self, image: pygame.Surface, centre: tuple[int, int], way: int, accent: str) -> None:
        """Draw the open ends of the row."""
        tips = [(30 - way * 10 + way * i * 14, 30 + way * 10 + way * i * 14) for i in (0, 1)]
        body = "".join(
            f'<path d="M{tail},12 L{tip},40 L{tail},68" fill="none" stroke="{accent}" '
            f'stroke-opacity="{alpha}" '
            f'stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>'
            for (tail, tip), alpha in zip(tips, (0.35, 1), strict=True))
        arrows = raster(60, 80, body, self.look.k)
        image.blit(arrows, arrows.get_rect(center=centre))

    def _directions_rect(self) -> pygame.Rect:
        """Return a panel wide enough for the longest of its sentences."""
        look = self.look
        longest = max(look.width(text, "label") for text in (
            self.say("trio.fixed"), *(self.say("trio.open", n=n) for n in (2, 3))))
        return pygame.Rect(self._strip.left + look.px(20), self._strip.top, look.px(276) + longest,
                           self._strip.h)

    def _directions(self, state: TrioState) -> Sprite:
        """Draw a sign for each direction; closed ones are struck through."""
        look = self.look
        rect = self._directions_rect()
        margin = look.px(20)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(16), shadow=None)
        chrome.draw_caption(look, image, self.say("trio.directions"),
                            (box.left + look.px(18), box.top + look.px(10)))
        still_open = self.trio.open_directions(state)
        y = box.bottom - look.px(34)
        for i, angle in enumerate(ANGLES):
            self._sign(image, (box.left + look.px(52 + 76 * i), y), angle, i in still_open)
        key = "trio.fixed" if len(still_open) == 1 else "trio.open"
        look.write(image, self.say(key, n=len(still_open)), "label", (box.left + look.px(256), y), "midleft")
        return self.put(image, (rect.left - margin, rect.top - margin), 40)

    def _sign(self, image: pygame.Surface, centre: tuple[int, int], angle: int, is_open: bool) -> None:
        look = self.look
        accent = self.accent if is_open else look.theme.faint
        box = pygame.Rect(0, 0, look.px(62), look.px(46))
        box.center = centre
        shapes.draw_box(image, box, look.px(12), accent if is_open else "#000000", 0.22, accent,
                        1 if is_open else 0.3, max(1.2, 2 * look.k))
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        for off in (-5, 5):
            a = (centre[0] + (-18 * c + off * s) * look.k, centre[1] + (18 * s + off * c) * look.k)
            b = (centre[0] + (18 * c + off * s) * look.k, centre[1] + (-18 * s + off * c) * look.k)
            pygame.draw.line(image, accent, a, b, max(2, look.px(4)))
        if not is_open:
            pygame.draw.line(image, look.theme.bad, (box.left + look.px(12), box.top + look.px(8)),
                             (box.right - look.px(12), box.bottom - look.px(8)), max(2, look.px(3)))

    def _paint_legend(self, ground: pygame.Surface) -> None:
        """Paint the legend of the shapes; only with the colour aid."""
        look = self.look
        left = self._directions_rect().right + look.px(20)
        rect = pygame.Rect(left, self._strip.top, self._strip.right - look.px(20) - left, self._strip.h)
        if rect.w < look.px(400):
            return
        chrome.draw_panel(look, ground, rect, radius=look.px(16), shadow=None)
        chrome.draw_caption(look, ground, self.say("trio.legend"),
                            (rect.left + look.px(18), rect.top + look.px(10)),
                            within=rect.w - look.px(36))
        cell = rect.w // 3
        for i, colour in enumerate("RBG"):
            x, y = rect.left + look.px(18) + i * cell, rect.bottom - look.px(34)
            for hollow in (True, False):
                box = pygame.Rect(x, y - look.px(19), look.px(40), look.px(38))
                shapes.draw_box(ground, box, look.px(10), SAFE_COLOURS[colour])
                mark = mark_image(SHAPES[colour], hollow, look.px(26))
                ground.blit(mark, mark.get_rect(center=box.center))
                x += look.px(46)
            look.write(ground, self.say(f"trio.shape.{colour}"), "label", (x + look.px(6), y), "midleft",
                       fit=cell - look.px(120))

    # --- texts ---

    def preview(self, piece: str, target: Target[object]) -> Preview:
        scored = self.score_parts(target)
        total = sum(points for points, _ in scored)
        if len(scored) == 1:
            return [(str(total), True)]
        return [(f"{scored[0][0]} \u00d7 {self.trio.factor}", False), (self.say("trio.agree"), False),
                ("=", False),
                (str(total), True)]

    def stock_line(self) -> tuple[str, str]:
        return self.say("tiles.stock", n=len(self.state.stock)), self.say("trio.then_wait")

    def actions(self) -> list[Action[object]]:
        rules, state = self.trio, self.state
        if state.choosing:
            return self._last_choice()
        found: list[Action[object]] = [
            Action(Draw(count), self.say("trio.take", n=count), None, str(count), self.say("trio.take_tip"))
            for count in range(1, rules.draw_most + 1) if rules.why_illegal(state, Draw(count)) is None]
        if rules.why_illegal(state, Pass()) is None:
            found.append(Action(Pass(), self.say("tiles.pass"), "skip", "P", self.say("trio.pass_tip")))
        return found

    def _last_choice(self) -> list[Action[object]]:
        """Return the actions after the last tile: stop, with the scores that all can see, or go on."""
        standing = self._standing()
        return [Action(Stop(), self.say("trio.stop"), "check", "X",
                       self.say("trio.stop_tip", standing=standing),
                       primary=True),
                Action(GoOn(), self.say("trio.go_on"), "next", "G", self.say("trio.go_on_tip"))]

    def progress(self) -> Progress | None:
        state = self.state
        return Progress(self.host.texts.number(state.scores[0]),
                        self.say("tiles.points", n=state.scores[0]),
                        self.say("tiles.left", n=len(state.hands[0])),
                        len(state.layout.at) / (len(self.trio.tiles) or 1))

    def idle_line(self) -> tuple[str, str] | None:
        """Return the sentences of the first turn and of the choice after the last tile."""
        if self.state.first_turn:
            return self.say("trio.first"), self.say("trio.first_more")
        if not self.state.choosing:
            return self._turn_line()
        return self.say("trio.choose"), self.say("trio.if_stopped", standing=self._standing())

    def _turn_line(self) -> tuple[str, str] | None:
        """Return the sentences of a turn in which something usual is not possible."""
        lays = any(isinstance(move, Lay) for move in self.rules.legal_moves(self.state))
        if self.state.stock:
            return None if lays else (self.your_turn, self.say("trio.only_draw"))
        return self.your_turn, self.say("tiles.only_lay" if lays else "tiles.only_pass")

    def _standing(self) -> str:
        """Return the scores and how many tiles would still be subtracted; what they are is hidden."""
        held = [f" ({self.say('tiles.left', n=len(hand))})" if hand else "" for hand in self.state.hands]
        return ", ".join(f"{seat.name} {self.host.texts.number(score)}{tiles}" for seat, score, tiles
                         in zip(self.host.seats, self.state.scores, held, strict=True))
