"""The strip of a review: a column for every move; bars hang from the line, as long as what the move cost."""

from __future__ import annotations

import pygame

from game.draw import chrome, shapes
from game.table.review.round_review import RoundReview
from game.ui.widgets import IconButton, Widget

MOST_COLUMNS = 24
"""With more moves in a round only those of the reviewed seat have a column."""


STRIP_Z = 90
"""Above the pieces of the rack, which it covers."""


class Strip(Widget):
    """Click or drag along it to step through the game; the transport buttons are at its left end."""

    scene: RoundReview
    radius_name = "plate"

    def __init__(self, scene: RoundReview, rect: pygame.Rect):
        super().__init__(scene, rect, z=STRIP_Z)
        look = self.look
        pad, gap = look.px(20), look.px(8)
        side = max(look.px(48), look.design["sizes"]["hit_min"])
        y = rect.bottom - look.px(16) - side
        self.controls: dict[str, IconButton] = {}
        x = rect.left + pad
        buttons = [("first", scene.to_start, "replay.first", "Home"),
                   ("back", scene.back, "replay.back", "\u2190"),
                   ("play", scene.toggle_play, "replay.play", ""),
                   ("next", scene.forward, "replay.forward", "\u2192"),
                   ("last", scene.to_end, "replay.last", "End")]
        if scene.can_be_puzzle:
            buttons.append(("star", scene.make_puzzle, "puzzle.title", "P"))
        for icon, action, key, cap in buttons:
            self.controls[icon] = IconButton(scene, pygame.Rect(x, y, side, side), icon, action,
                                             tip=scene.say(key), key=cap, z=STRIP_Z + 5)
            x += side + gap
        top = rect.top + look.px(14)
        self._words = pygame.Rect(rect.left + pad, top, x - gap - rect.left - pad, y - look.px(6) - top)
        left = x + look.px(20)
        self.plot = pygame.Rect(left, rect.top + look.px(12), rect.right - pad - left, rect.h - look.px(24))
        self._over: int | None = None
        self.refresh()

    # --- geometry ---

    @property
    def columns(self) -> list[int]:
        """The moves that have a column."""
        moves = len(self.scene.round.plies)
        return list(range(moves)) if moves <= MOST_COLUMNS else self.scene.found.turns(self.scene.number)

    def column(self, index: int) -> pygame.Rect:
        """Return the column of a move."""
        columns = self.columns
        place, step = columns.index(index), self.plot.w / len(columns)
        left = round(self.plot.left + place * step)
        return pygame.Rect(left, self.plot.top, round(self.plot.left + (place + 1) * step) - left,
                           self.plot.h)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        columns = self.columns
        if not columns:
            return None
        place = int((pos[0] - self.plot.left) * len(columns) / max(1, self.plot.w))
        return columns[max(0, min(len(columns) - 1, place))]

    # --- painting ---

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, scene = self.look, self.scene
        chrome.draw_panel(look, surface, rect, radius=look.px(16), shadow="panel", alpha=1.0)
        offset = (rect.left - self.rect.left, rect.top - self.rect.top)
        self._paint_words(surface, self._words.move(offset))
        plot = self.plot.move(offset)
        dots = max(8, look.px(15))
        line = plot.top + dots + look.px(12)
        named = self._names_fit()
        floor = plot.bottom - (look.line_height("key") + look.px(6) if named else 0)
        shapes.draw_box(surface, (plot.left, line, plot.w, max(1, look.px(1.5))), 0, look.theme.text, 0.5)
        most = max([scene.found.loss(scene.number, index) for index in self.columns], default=0.0)
        for index in self.columns:
            column = self.column(index).move(offset)
            self._paint_cursor(surface, column, index)
            self._paint_dot(surface, (column.centerx, plot.top + dots // 2), index, dots)
            self._paint_bar(surface, pygame.Rect(column.left, line, column.w, floor - line), index, most)
            if named:
                ply, room = scene.round.plies[index], column.w - look.px(4)
                name = scene.name_of(ply.move, ply)
                if look.fitting(name, "key", room) >= look.least("key"):
                    look.write(surface, name, "key",
                               (column.centerx, plot.bottom - look.line_height("key") // 2), "center",
                               look.theme.text if ply.by == scene.seat else look.theme.dim, fit=room)

    def _names_fit(self) -> bool:
        """Return whether the columns are wide enough for the names of moves."""
        return bool(self.columns) and self.plot.w / len(self.columns) >= self.look.px(46)

    def _paint_words(self, surface: pygame.Surface, words: pygame.Rect) -> None:
        look, scene = self.look, self.scene
        moves = len(scene.round.plies)
        head = scene.say("review.move_of", n=min(scene.index + 1, moves), of=moves)
        y = words.top
        look.write(surface, head, "name", (words.left, y), "topleft", fit=words.w)
        y += look.line_height("name") + look.px(2)
        known, of = scene.found.progress(scene.number)
        if known < of:
            text = scene.say("review.progress", done=known, total=of)
        else:
            text = scene.counted("lost", scene.found.total(scene.number))
        if y + look.line_height("label") <= words.bottom:
            look.write(surface, text, "label", (words.left, y), "topleft", look.theme.dim, fit=words.w)
        y += look.line_height("label") + look.px(4)
        if y + look.line_height("label") <= words.bottom and not scene.solitaire:
            self._paint_names(surface, pygame.Rect(words.left, y, words.w, words.bottom - y))

    def _paint_names(self, surface: pygame.Surface, row: pygame.Rect) -> None:
        look, scene = self.look, self.scene
        dot = max(7, look.px(12))
        share = row.w // len(scene.session.seats)
        for seat, player in enumerate(scene.session.seats):
            x = row.left + seat * share
            mark = self._mark(seat, dot)
            surface.blit(mark, mark.get_rect(midleft=(x, row.top + look.line_height("label") // 2)))
            look.write(surface, player.name, "label", (x + dot + look.px(6), row.top), "topleft",
                       fit=share - dot - look.px(12))

    def _mark(self, seat: int, px: int) -> pygame.Surface:
        theme, colour = self.look.theme, self.scene.company[seat].colour
        return shapes.mark(theme.seat_mark(colour), px, theme.seat(colour))

    def _paint_cursor(self, surface: pygame.Surface, column: pygame.Rect, index: int) -> None:
        look = self.look
        if index == self.scene.index:
            shapes.draw_box(surface, column.inflate(-2, look.px(12)), look.px(8), look.theme.text, 0.13,
                            self.scene.accent, 1, max(1.5, 2 * look.k))
        elif index == self._over:
            shapes.draw_box(surface, column.inflate(-2, look.px(8)), look.px(8), look.theme.text, 0.08)

    def _paint_dot(self, surface: pygame.Surface, centre: tuple[int, int], index: int, px: int) -> None:
        seat = self.scene.round.plies[index].by
        mark = self._mark(seat, px if seat == self.scene.seat else max(6, px * 2 // 3))
        surface.blit(mark, mark.get_rect(center=centre))

    def _paint_bar(self, surface: pygame.Surface, room: pygame.Rect, index: int, most: float) -> None:
        """Hang the bar of a move of the seat: what it cost, a tick if nothing, a dot if not known yet."""
        look, scene = self.look, self.scene
        if scene.round.plies[index].by != scene.seat:
            return
        verdict, loss = scene.found.verdict(scene.number, index), scene.found.loss(scene.number, index)
        if verdict is None:
            dot = shapes.disc(max(3, look.px(5)), look.theme.dim)
            surface.blit(dot, dot.get_rect(center=(room.centerx, room.top + look.px(14))))
            return
        if not loss:
            look.draw_icon(surface, "check", (room.centerx, room.top + look.px(18)), look.px(20),
                           look.theme.good)
            return
        red = scene.found.is_red(scene.number, index)
        text = "\u2212" + scene.figure(loss)
        below = look.line_height("key")
        height = max(look.px(8), round((room.h - below - look.px(4)) * loss / most))
        bar = pygame.Rect(0, 0, max(4, min(round(room.w * 0.7), look.px(38))), height)
        bar.midtop = (room.centerx, room.top + 1)
        shapes.draw_box(surface, bar, min(look.px(5), bar.w / 2), look.theme.bad if red else look.theme.warn)
        look.write(surface, text, "key", (room.centerx, bar.bottom + below // 2 + 1), "center",
                   fit=max(room.w, look.px(34)))

    # --- the mouse ---

    def drag(self, pos: tuple[int, int]) -> None:
        if self.plot.inflate(0, self.look.px(20)).collidepoint(pos) or self.pressed:
            index, left = self._index_at(pos), self.plot.left - self.look.px(10)
            if index is not None and pos[0] >= left and index != self.scene.index:
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
