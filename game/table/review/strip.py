"""The strip of an analysis: a bar for every position, up for the first seat and down for the second."""

from __future__ import annotations

import pygame

from game.draw import chrome, shapes
from game.table.review.round_review import RoundReview
from game.ui.widgets import IconButton, Widget


class Strip(Widget):
    """Click or drag along it to step through the game; the transport buttons are at its left end."""

    scene: RoundReview
    radius_name = "plate"

    def __init__(self, scene: RoundReview, rect: pygame.Rect):
        super().__init__(scene, rect, z=50)
        look = self.look
        pad, gap = look.px(20), look.px(8)
        side = max(look.px(48), look.design["sizes"]["hit_min"])
        self._top = rect.top + look.px(12)
        y = rect.bottom - look.px(12) - side
        self.controls: dict[str, IconButton] = {}
        x = rect.left + pad
        for icon, action, key, cap in (
                ("first", scene.to_start, "replay.first", "Home"),
                ("back", scene.back, "replay.back", "\u2190"),
                ("play", scene.toggle_play, "replay.play", ""),
                ("next", scene.forward, "replay.forward", "\u2192"),
                ("last", scene.to_end, "replay.last", "End")):
            self.controls[icon] = IconButton(scene, pygame.Rect(x, y, side, side), icon, action,
                                             tip=scene.say(key), key=cap, z=60)
            x += side + gap
        self._words = pygame.Rect(rect.left + pad, self._top, x - gap - rect.left - pad, y - self._top)
        names = [seat.name for seat in scene.session.seats]
        self._names = min(look.px(150), max(look.width(name, "label") for name in names) + look.px(30))
        left = x + look.px(22) + self._names
        self.plot = pygame.Rect(left, rect.top + look.px(14), rect.right - pad - left, rect.h - look.px(28))
        self._over: int | None = None
        self.refresh()

    # --- geometry ---

    @property
    def count(self) -> int:
        return len(self.scene.round.plies) + 1

    def column(self, index: int) -> pygame.Rect:
        """Return the column of a position."""
        step = self.plot.w / self.count
        left = round(self.plot.left + index * step)
        return pygame.Rect(left, self.plot.top, round(self.plot.left + (index + 1) * step) - left,
                           self.plot.h)

    def _index_at(self, pos: tuple[int, int]) -> int:
        return max(0, min(self.count - 1, int((pos[0] - self.plot.left) * self.count / max(1, self.plot.w))))

    # --- painting ---

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, scene = self.look, self.scene
        chrome.draw_panel(look, surface, rect, radius=look.px(16), shadow="panel", alpha=1.0)
        offset = (rect.left - self.rect.left, rect.top - self.rect.top)
        words = self._words.move(offset)
        text = scene.say("replay.position", at=scene.at - scene.first, total=self.count - 1)
        look.write(surface, text, "name", words.midleft, "midleft", fit=words.w)
        plot = self.plot.move(offset)
        self._paint_names(surface, plot)
        self._paint_cursor(surface, offset)
        shapes.draw_box(surface, (plot.left, plot.centery, plot.w, max(1, look.px(1.5))), 0, look.theme.line,
                        0.45)
        for index in range(self.count):
            self._paint_bar(surface, self.column(index).move(offset), index)
        for index in scene.mistakes():
            self._paint_mark(surface, self.column(index + 1).move(offset), index)

    def _paint_names(self, surface: pygame.Surface, plot: pygame.Rect) -> None:
        """Write the names of both seats, above and below the axis."""
        look = self.look
        dot = max(7, look.px(12))
        for seat, player in enumerate(self.scene.session.seats):
            y = plot.top + plot.h // 4 if seat == 0 else plot.bottom - plot.h // 4
            mark = shapes.mark(look.theme.seat_mark(seat), dot, look.theme.seat(seat))
            right = plot.left - look.px(12)
            written = look.write(surface, player.name, "label", (right, y), "midright", look.theme.dim,
                                 fit=self._names - look.px(30))
            surface.blit(mark, mark.get_rect(midright=(written.left - look.px(6), y)))

    def _paint_cursor(self, surface: pygame.Surface, offset: tuple[int, int]) -> None:
        look, scene = self.look, self.scene
        here = self.column(scene.at - scene.first).move(offset)
        shapes.draw_box(surface, here.inflate(2, look.px(12)), look.px(6), look.theme.text, 0.13,
                        scene.accent, 1, max(1.5, 2 * look.k))
        if self._over is not None:
            shapes.draw_box(surface, self.column(self._over).move(offset).inflate(0, look.px(6)), look.px(6),
                            look.theme.text, 0.08)

    def _paint_bar(self, surface: pygame.Surface, column: pygame.Rect, index: int) -> None:
        look, scene = self.look, self.scene
        value = scene.balance_at(index)
        width = max(2, min(round(column.w * 0.7), look.px(26)))
        if value is None:
            dot = pygame.Rect(0, 0, max(2, look.px(4)), max(2, look.px(4)))
            dot.center = (column.centerx, column.centery)
            shapes.draw_box(surface, dot, dot.w / 2, look.theme.dim, 0.7)
            return
        half = column.h // 2
        height = max(look.px(3), round(half * abs(value)))
        bar = pygame.Rect(0, 0, width, height)
        if value >= 0:
            bar.midbottom = (column.centerx, column.centery)
        else:
            bar.midtop = (column.centerx, column.centery)
        here = index == scene.at - scene.first
        colour = look.theme.dim if abs(value) < 0.03 else look.theme.seat(0 if value > 0 else 1)
        shapes.draw_box(surface, bar, min(look.px(5), width / 2, height / 2), colour, 1.0 if here else 0.78)

    def _paint_mark(self, surface: pygame.Surface, column: pygame.Rect, index: int) -> None:
        """Draw the mark of a mistake on the side of its player, where no bar covers it."""
        look, scene = self.look, self.scene
        point = scene.found.point
        lost = point is not None and point.index == index
        px, ink = max(look.px(26 if lost else 18), 13), "#ffffff" if look.theme.light else "#14100c"
        seat = scene.round.plies[index].by
        y = column.top + px // 2 if seat == 0 else column.bottom - px // 2
        shapes.draw_box(surface, (column.centerx - px // 2, y - px // 2, px, px), px / 2,
                        look.theme.bad if lost else look.theme.warn)
        look.write(surface, "!" if lost else "?", "key", (column.centerx, y), "center", ink,
                   at_most=px * 0.75)

    # --- the mouse ---

    def drag(self, pos: tuple[int, int]) -> None:
        if self.plot.inflate(0, self.look.px(20)).collidepoint(pos) or self.pressed:
            index = self._index_at(pos)
            if pos[0] >= self.plot.left - self.look.px(10) and index != self.scene.at - self.scene.first:
                self.scene.go_to(index)

    def hover_at(self, pos: tuple[int, int]) -> None:
        over = self._index_at(pos) if self.plot.collidepoint(pos) else None
        if over != self._over:
            self._over = over
            self.refresh()

    def set_state(self, **state: bool) -> None:
        if state.get("hovered") is False:
            self._over = None
        super().set_state(**state)

    def wheel(self, steps: int) -> bool:
        self.scene.go(self.scene.at - steps)
        return True

    def key_down(self, event: pygame.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key in steps:
            self.scene.go(self.scene.at + steps[event.key])
            return True
        return False
