"""The panel beside the mat of Presto: the clock, and a lane for every runner, ordered by rank."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.boards.kit.part import Part
from game.boards.letters.draft import Square
from game.draw import chrome
from game.draw.stopwatch import draw_clock, draw_flag, draw_lane
from game.table.host import RaceHost
from game.table.race.model import Phase
from game.ui.flight import glide
from game.ui.stage import Sprite
from rules.games.presto.rules import PrestoState

SWAP_MS = 280
"""Milliseconds in which two lanes change places."""

Standing = tuple[int, bool, frozenset[Square]]
"""Laid letters of a seat, whether it has finished, and the shape of its crossword."""


class RacedBoard(Protocol):
    """The interface of a board for its race panel."""

    @property
    def state(self) -> PrestoState: ...


class RacePanel(Part[RaceHost]):
    """Shows the race of the host, or in a replay the finished round."""

    def __init__(self, host: RaceHost, board: RacedBoard):
        super().__init__(host)
        self.board = board
        self._clock: Sprite | None = None
        self._lanes: dict[int, Sprite] = {}
        self._shown: dict[int, Standing] = {}
        self._order: list[int] = []
        self._second = -1
        self._rect = self._dial = pygame.Rect(0, 0, 0, 0)
        self._head = self._lane_height = self._diameter = 0

    def build(self, rect: pygame.Rect, ground: pygame.Surface, caption: str) -> None:
        look, seats = self.look, len(self.host.seats)
        self._head = max(look.px(54), look.px(26) + look.line_height("caption"))
        least = max(look.px(52), look.line_height("label") + look.px(28))
        self._lane_height = max(least, min(look.px(78), (rect.h - look.px(300)) // seats))
        panel_h = self._head + seats * self._lane_height + look.px(18)
        self._rect = pygame.Rect(rect.left, rect.bottom - panel_h, rect.w, panel_h)
        dial = pygame.Rect(rect.left, rect.top, rect.w, self._rect.top - rect.top - look.px(20))
        self._diameter = min(dial.w - look.px(40), dial.h - look.px(12), look.px(320))
        self._dial = dial
        chrome.draw_panel(look, ground, self._rect, radius=look.px(18))
        corner = (self._rect.left + look.px(24), self._rect.top + look.px(18))
        chrome.draw_caption(look, ground, caption, corner, within=self._rect.w - look.px(40))
        flag = draw_flag(look, self._rect.h - self._head - look.px(18))
        ground.blit(flag, (self._rect.right - look.px(40), self._rect.top + self._head))
        self._clock, self._lanes, self._shown, self._order, self._second = None, {}, {}, [], -1

    # --- the clock ---

    def tick(self) -> None:
        race = self.host.race
        if race is not None and int(race.elapsed) != self._second:
            self._show_clock(race.elapsed)
            self.refresh()
            self.host.refresh_log()

    def _show_clock(self, seconds: float) -> None:
        look, texts = self.look, self.host.texts
        self._second = int(seconds)
        if self._diameter < look.px(80):
            return
        best = self.host.best_time() if self.host.race is not None else None
        below = self.say("presto.best", time=texts.clock(best)) if best else ""
        image = draw_clock(look, self._diameter, seconds, texts.clock(seconds), below, self.glow_colour)
        if self._clock is None:
            self._clock = self.put(image, image.get_rect(center=self._dial.center).topleft, 41)
        else:
            self._clock.set(image)

    # --- the lanes ---

    def refresh(self) -> None:
        race = self.host.race
        if self._clock is None:
            self._show_clock(self._final_time() if race is None or race.phase is Phase.OVER else
                             0.0 if race.phase is Phase.READY else race.elapsed)
        order = race.order() if race is not None else self._final_order()
        for seat in order:
            self._refresh_lane(seat)
        if order != self._order:
            self._move_lanes(order)

    def _final_time(self) -> float:
        finishes = self.board.state.finishes
        return max((finish.seconds for finish in finishes), default=0.0)

    def _final_order(self) -> list[int]:
        done = [finish.by for finish in self.board.state.finishes]
        return done + [seat for seat in range(len(self.board.state.hands)) if seat not in done]

    def _standing(self, seat: int) -> Standing:
        race = self.host.race
        finish = next((finish for finish in self.board.state.finishes if finish.by == seat), None)
        if finish is not None and finish.done:
            return len(self.board.state.hands[seat]) - len(finish.rest), True, frozenset(finish.letters)
        if race is None:
            return 0, False, frozenset()
        seen = race.seen(seat)
        return seen.laid, race.finished(seat), seen.shape

    def _refresh_lane(self, seat: int) -> None:
        look = self.look
        now = self._standing(seat)
        if self._shown.get(seat) == now:
            return
        self._shown[seat] = now
        laid, finished, shape = now
        letters = len(self.board.state.hands[seat])
        player = self.host.seats[seat]
        count = self.say("presto.finished") if finished else self.say("presto.count", n=laid, of=letters)
        width = self._rect.w - look.px(24) - look.px(46)
        image = draw_lane(look, (width, self._lane_height), self.host.company[seat], player.name, count,
                          laid, letters, shape, own=seat == self.host.viewer)
        if seat in self._lanes:
            self._lanes[seat].set(image)
        else:
            self._lanes[seat] = self.put(image, self._place(len(self._lanes)), 42)

    def _place(self, row: int) -> tuple[int, int]:
        return self._rect.left + self.px(14), self._rect.top + self._head + row * self._lane_height

    def _move_lanes(self, order: list[int]) -> None:
        ms = SWAP_MS * self.look.speed if self._order else 0
        self._order = order
        for row, seat in enumerate(order):
            lane = self._lanes[seat]
            goal = pygame.Rect(self._place(row), lane.rect.size)
            if lane.rect != goal:
                glide(self.host.tweens, lane, lane.rect.center, goal.center, (ms, "out_cubic"))
