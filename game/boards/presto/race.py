"""Beside the mat of Presto: the clock, and a lane for every runner, ordered by how far they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.draw import chrome
from game.draw.stopwatch import draw_clock, draw_flag, draw_lane
from game.table.race.clock import OVER, READY
from game.ui.stage import Sprite
from game.ui.tween import Tween

if TYPE_CHECKING:
    from game.boards.presto.board import PrestoTable

SWAP_MS = 280
"""Two lanes change places so fast."""


class RacePanel:
    """What is seen of the race. It follows the model in `game/table/race/clock.py`, or a finished round."""

    def __init__(self, table: PrestoTable):
        self.table = table
        self.told: set[str] = set()
        """Words of the runner that the log knows already."""
        self._clock: Sprite | None = None
        self._lanes: dict[int, Sprite] = {}
        self._shown: dict[int, tuple[Any, ...]] = {}
        self._order: list[int] = []
        self._second = -1
        self.rect = pygame.Rect(0, 0, 0, 0)

    def build(self, rect: pygame.Rect, ground: pygame.Surface) -> None:
        table, look = self.table, self.table.look
        seats = len(table.scene.session.seats)
        self.high = max(look.px(52), min(look.px(78), (rect.h - look.px(300)) // seats))
        panel_h = look.px(62) + seats * self.high + look.px(10)
        self.rect = pygame.Rect(rect.left, rect.bottom - panel_h, rect.w, panel_h)
        dial = pygame.Rect(rect.left, rect.top, rect.w, self.rect.top - rect.top - look.px(20))
        self.diameter = min(dial.w - look.px(40), dial.h - look.px(12), look.px(320))
        self.dial = dial
        chrome.draw_panel(look, ground, self.rect, radius=look.px(18))
        chrome.draw_caption(look, ground, table.caption(), (self.rect.left + look.px(24), self.rect.top + look.px(18)),
                            within=self.rect.w - look.px(40))
        flag = draw_flag(look, self.rect.h - look.px(72))
        ground.blit(flag, (self.rect.right - look.px(40), self.rect.top + look.px(54)))
        self._clock, self._lanes, self._shown, self._order, self._second = None, {}, {}, [], -1

    # --- the clock ---

    def tick(self) -> None:
        race = self.table.race
        if race is not None and int(race.elapsed) != self._second:
            self._show_clock(race.elapsed)
            self.refresh()
            self.table.scene.refresh_log()

    def _show_clock(self, seconds: float) -> None:
        table, look = self.table, self.table.look
        self._second = int(seconds)
        if self.diameter < look.px(80):
            return
        best = table.scene.best_time() if hasattr(table.scene, "best_time") else None
        below = table.say("presto.best", time=table.scene.texts.clock(best)) if best else ""
        colour = look.theme.box_accent(table.scene.game)
        image = draw_clock(look, self.diameter, seconds, table.scene.texts.clock(seconds), below, colour)
        if self._clock is None:
            self._clock = table.put(image, image.get_rect(center=self.dial.center).topleft, 41)
        else:
            self._clock.set(image)

    # --- the lanes ---

    def refresh(self) -> None:
        table = self.table
        race = table.race
        if self._clock is None:
            self._show_clock(self._final_time() if race is None or race.phase == OVER else
                             0.0 if race.phase == READY else race.elapsed)
        order = race.order() if race is not None else self._final_order()
        for seat in order:
            self._refresh_lane(seat)
        if order != self._order:
            self._move_lanes(order)

    def _final_time(self) -> float:
        finishes = self.table.state.finishes
        return max((finish.seconds for finish in finishes), default=0.0)

    def _final_order(self) -> list[int]:
        done = [finish.by for finish in self.table.state.finishes]
        return done + [seat for seat in range(len(self.table.state.hands)) if seat not in done]

    def _standing(self, seat: int) -> tuple[int, bool, frozenset[tuple[int, int]]]:
        """Letters that lie, whether the seat has finished, and the shape of its crossword."""
        race = self.table.race
        finish = next((finish for finish in self.table.state.finishes if finish.by == seat), None)
        if finish is not None and finish.done:
            return len(self.table.state.hands[seat]) - len(finish.rest), True, frozenset(finish.letters)
        if race is None:
            return 0, False, frozenset()
        seen = race.seen(seat)
        return seen.laid, race.finished(seat), seen.shape

    def _refresh_lane(self, seat: int) -> None:
        table, look = self.table, self.table.look
        now = self._standing(seat)
        if self._shown.get(seat) == now:
            return
        self._shown[seat] = now
        laid, finished, shape = now
        letters = len(table.state.hands[seat])
        player = table.scene.session.seats[seat]
        count = table.say("presto.finished") if finished else table.say("presto.count", n=laid, of=letters)
        width = self.rect.w - look.px(24) - look.px(46)
        image = draw_lane(look, (width, self.high), table.scene.company[seat], player.name, count, laid, letters, shape,
                          own=seat == table.scene.viewer)
        if seat in self._lanes:
            self._lanes[seat].set(image)
        else:
            self._lanes[seat] = table.put(image, self._place(len(self._lanes)), 42)

    def _place(self, row: int) -> tuple[int, int]:
        look = self.table.look
        return self.rect.left + look.px(14), self.rect.top + look.px(54) + row * self.high

    def _move_lanes(self, order: list[int]) -> None:
        ms = SWAP_MS * self.table.look.speed if self._order else 0
        self._order = order
        for row, seat in enumerate(order):
            sprite, goal = self._lanes[seat], self._place(row)
            if sprite.pos == goal:
                continue
            if ms <= 0:
                sprite.set(pos=goal)
                continue
            start = sprite.pos

            def step(t: float, sprite: Sprite = sprite, start: tuple[int, int] = start,
                     goal: tuple[int, int] = goal) -> None:
                sprite.set(pos=(start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t))

            self.table.scene.tweens.add(Tween(ms, "out_cubic", step))
