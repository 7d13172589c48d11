"""The side column: the figures of a solitaire or the plates of the players, and the log."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.draw.race import short_names
from game.draw.svg import Colour
from game.table.frame import TableFrame
from game.ui.flight import glide
from game.ui.stage import Sprite
from game.ui.widgets import Button, Scroll, comfortable, legible
from rules.base import Scored

if TYPE_CHECKING:
    from rules.session import Ply


BRIGHT = 3
"""The newest rows of the log, which are bright."""
WIDEST_VALUE = 0.45
"""The fraction of a row that the value at its end may take."""


class Log:
    """The log, newest row first: the first rows bright, older ones dim, values right-aligned.

    It is empty until `refresh`.
    """

    def __init__(self, scene: TableFrame, rect: pygame.Rect):
        self.scene, self.rect = scene, rect
        look = scene.look
        self._sprite = scene.stage.add(
            Sprite(_panel_image(scene, rect), (rect.left - look.px(40), rect.top - look.px(40)), z=40))
        self._head = look.px(20) + look.line_height("caption")
        image = self._sprite.image
        assert image is not None
        caption, unit = scene.say("table.moves" if scene.solitaire else "table.log"), scene.board.log_unit()
        chrome.draw_caption(look, image, caption, (look.px(40) + look.px(20), look.px(40) + look.px(16)))
        if look.width(caption, "caption") + look.width(unit, "label") < rect.w - look.px(60):
            look.write(image, unit, "label", (look.px(14) + rect.w, look.px(56)
                                              + look.line_height("caption") // 2), "midright", look.theme.dim)
        self._row = max(look.px(look.design["sizes"]["log_row"]), look.line_height("label") + 2)
        self._room = max(self._row, rect.h - self._head - look.px(18))
        inner = pygame.Rect(rect.left + look.px(12), rect.top + self._head + look.px(8), rect.w - look.px(24),
                            self._room)
        self._scroll = Scroll(scene, inner, pygame.Surface((inner.w, 1), pygame.SRCALPHA), z=45)
        self._scroll.focusable = False
        self._painted: dict[tuple[int | None, str, str, Colour], pygame.Surface] = {}
        """The rows that are shown: a move adds one, and few of the others change."""

    def refresh(self) -> None:
        theme = self.scene.look.theme
        keys = [(*row, theme.text if number < BRIGHT else theme.dim)
                for number, row in enumerate(self.scene.log_rows())]
        self._painted = {key: self._painted.get(key) or self._paint(*key) for key in keys}
        rows = [self._painted[key] for key in keys]
        bottoms = list(accumulate(row.height - 2 * self._row for row in rows))
        surface = pygame.Surface((self._scroll.rect.w, max(1, bottoms[-1])), pygame.SRCALPHA)
        for row, bottom in zip(rows, bottoms, strict=True):
            surface.blit(row, (0, bottom + self._row - row.height))
        self._scroll.rect.h = max((bottom for bottom in bottoms if bottom <= self._room), default=self._row)
        self._scroll.set_content(surface)
        self._scroll.scroll_to(0)

    def _paint(self, seat: int | None, text: str, value: str, colour: Colour) -> pygame.Surface:
        """Return the picture of a row, with an empty one above and below it: chips are higher than a row."""
        scene, look, width = self.scene, self.scene.look, self._scroll.rect.w
        if look.width(value, "label") > width * WIDEST_VALUE:  # no room is left beside it
            text, value = f"{text}, {value}", ""
        lines = self._broken(text, value, width)
        step = self._row if look.has_chip(text) else look.line_height("label")
        surface = pygame.Surface((width, 3 * self._row + step * (len(lines) - 1)), pygame.SRCALPHA)
        y = self._row + self._row // 2
        if seat is not None:
            hue, dot = scene.company[seat].colour, max(7, look.px(12))
            mark = shapes.mark(look.theme.seat_mark(hue), dot, look.theme.seat(hue))
            surface.blit(mark, mark.get_rect(center=(look.px(8) + dot // 2, y)))
        right = width - look.px(14)
        if value:
            bad = value.startswith("\u2212")
            rect = look.write(surface, value, "label", (right, y), "midright",
                              look.theme.bad if bad else colour)
            right = rect.left - look.px(8)
        left = look.px(32)
        for number, line in enumerate(lines):
            look.write(surface, line, "label", (left, y + number * step), "midleft", colour, fit=right - left)
        return surface

    def _broken(self, text: str, value: str, width: int) -> list[str]:
        """Return the lines of a row: one, or several if one line would shrink below a readable size."""
        look = self.scene.look
        room = width - look.px(46) - (look.width(value, "label") + look.px(8) if value else 0)
        if comfortable(look, text, "label", room):
            return [text]
        return look.wrap(text, "label", room)

    def remove(self) -> None:
        self._sprite.remove()
        self._scroll.remove()


def _panel_image(scene: TableFrame, rect: pygame.Rect) -> pygame.Surface:
    margin = scene.look.px(40)
    image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
    chrome.draw_panel(scene.look, image, pygame.Rect(margin, margin, rect.w, rect.h),
                      radius=scene.look.px(18), shadow="rest")
    return image


class Side:
    """The panel beside the board; the defaults suit a panel without plates and without a clock.

    It shows the position once it is refreshed, which building a table ends with.
    """

    log: Log | None = None
    """None if the log is in a drawer or was replaced by another panel."""

    def refresh(self) -> None:
        """Redraw everything. Called after every move."""

    def tick(self, value: str) -> None:
        """Show the time. Called every second of a solitaire."""

    def plate(self, seat: int) -> pygame.Rect | None:  # noqa: ARG002 - the default of a hook
        """Return the plate of a seat, if there are plates."""
        return None

    def show_deltas(self, deltas: Mapping[int, str]) -> None:
        """Show what the held piece would score, beside the points of the players."""

    def fly_points(self, ply: Ply) -> None:
        """Animate the points of a move from the board to the plates."""


class SolitaireSide(Side):
    """Dominoes left, time, undos, streak; hint, undo and redo as large buttons."""

    def __init__(self, scene: TableFrame):
        self.scene = scene
        look = scene.look
        plates, side, log = look.m.region("plates"), look.m.region("side"), look.m.region("log")
        self.strip = look.m.shape == "classic_4_3"
        self._time: Sprite | None = None
        self._time_text = ""
        if self.strip:
            assert plates is not None
            self._build_strip(plates)
            self.log = None
            drawer = look.m.region("drawer")
            assert drawer is not None
            scene.build_beside(drawer)
            return
        column = side or plates
        assert column is not None
        y = self._facts_panel(column)
        y = self._buttons(pygame.Rect(column.left, y, column.w, 0))
        rect = log or pygame.Rect(column.left, y, column.w, look.size[1] - look.px(24) - y)
        self.log = None if scene.build_beside(rect) else Log(scene, rect)

    # --- the usual column ---

    def _facts_panel(self, column: pygame.Rect) -> int:
        scene, look = self.scene, self.scene.look
        self._row = max(look.px(30), look.line_height("label") + 2)
        number_h = look.font("hero").get_height()
        height = (look.px(22) + look.line_height("caption") + look.px(4) + number_h + look.px(30)
                  + 3 * self._row
                  + look.px(20))
        self._panel = pygame.Rect(column.left, column.top, column.w, height)
        self._facts = scene.stage.add(Sprite(z=40))
        self.refresh_facts()
        return self._panel.bottom + look.px(24)

    def refresh_facts(self) -> None:
        if self.strip:
            self._refresh_strip()
            return
        scene, look, theme = self.scene, self.scene.look, self.scene.look.theme
        image = _panel_image(scene, self._panel)
        margin = look.px(40)
        box = pygame.Rect(margin, margin, self._panel.w, self._panel.h)
        x, right = box.left + look.px(24), box.right - look.px(24)
        y = box.top + look.px(22)
        chrome.draw_caption(look, image, scene.caption(), (x, y))
        y += look.line_height("caption")
        progress = scene.board.progress()
        if progress is not None:
            number = look.write(image, progress.number, "hero", (x, y), "topleft")
            centre = y + number.h // 2
            at = number.right + look.px(18)
            apart = max(look.px(14), (look.line_height("name") + look.line_height("label")) // 4 + 1)
            look.write(image, progress.line, "name", (at, centre - apart), "midleft", fit=right - at)
            look.write(image, progress.more, "label", (at, centre + apart), "midleft", theme.dim,
                       fit=right - at)
            y += number.h - look.px(4)
            chrome.draw_progress(look, image, pygame.Rect(x, y, right - x, look.px(12)), progress.part,
                                 scene.accent)
        y += look.px(28)
        for icon, label, value in scene.facts():
            cy = y + self._row // 2
            look.draw_icon(image, icon, (x + look.px(10), cy), look.px(20), theme.dim)
            left = right - look.width(value, "button", self._fact_px())
            if icon == "clock":
                self._place_time(right, cy, value)
            else:
                look.write(image, value, "button", (right, cy), "midright", at_most=self._fact_px())
            look.write(image, label, "label", (x + look.px(32), cy), "midleft", theme.dim,
                       fit=left - x - look.px(44))
            y += self._row
        self._facts.set(image, (self._panel.left - margin, self._panel.top - margin))

    def _fact_px(self) -> int:
        return self.scene.look.m.text_px("label") + 1

    def _place_time(self, right: int, cy: int, value: str) -> None:
        """Show the time in a separate sprite, so that a tick redraws only a few pixels."""
        margin = self.scene.look.px(40)
        self._time_spot = (self._panel.left - margin + right, self._panel.top - margin + cy)
        if self._time is None:
            self._time = self.scene.stage.add(Sprite(z=41))
        self._time_text = ""
        self.tick(value)

    def tick(self, value: str) -> None:
        if self.strip:
            self._refresh_strip()
            return
        if self._time is None or value == self._time_text:
            return
        self._time_text = value
        look = self.scene.look
        text = look.text_image(value, "button", look.theme.text, self._fact_px())
        self._time.set(text, text.get_rect(midright=self._time_spot).topleft)

    def _buttons(self, at: pygame.Rect) -> int:
        """Build hint in full width, undo and redo below it. Return the y below them."""
        scene, look = self.scene, self.scene.look
        height = max(look.px(60), look.design["sizes"]["hit_min"])
        gap = look.px(12)
        half = (at.w - gap) // 2
        scene.tools["hint"] = Button(scene, pygame.Rect(at.left, at.top, at.w, height),
                                     scene.say("button.hint"),
                                     scene.hint, icon="hint", key=scene.keycap("H"),
                                     tip=scene.say("tip.hint"))
        y = at.top + height + gap
        scene.tools["undo"] = Button(scene, pygame.Rect(at.left, y, half, height), scene.say("button.undo"),
                                     scene.undo, icon="undo", tip=scene.say("tip.undo"),
                                     key=scene.keycap("U"))
        scene.tools["redo"] = Button(scene, pygame.Rect(at.left + half + gap, y, half, height),
                                     scene.say("button.redo"), scene.redo, icon="redo",
                                     tip=scene.say("tip.redo"), key=scene.keycap("Y"))
        return y + height + look.px(24)

    # --- 4:3: one row under the top bar ---

    def _build_strip(self, rect: pygame.Rect) -> None:
        scene, look = self.scene, self.scene.look
        self._panel = rect
        self._facts = scene.stage.add(Sprite(z=40))
        height = min(rect.h - look.px(16), max(look.px(60), look.design["sizes"]["hit_min"]))
        x = rect.right - look.px(12)
        for name, icon, key, action in (("redo", "redo", "Y", scene.redo), ("undo", "undo", "U", scene.undo),
                                        ("hint", "hint", "H", scene.hint)):
            label = scene.say(f"button.{name}")
            width = look.width(label, "button") + look.px(80)
            x -= width
            scene.tools[name] = Button(scene, pygame.Rect(x, rect.centery - height // 2, width, height),
                                       label, action, icon=icon, tip=scene.say(f"tip.{name}"),
                                       key=scene.keycap(key))
            x -= look.px(10)
        self._strip_right = x
        self._refresh_strip()

    def _refresh_strip(self) -> None:
        scene, look = self.scene, self.scene.look
        image = _panel_image(scene, self._panel)
        margin = look.px(40)
        x, cy = margin + look.px(20), margin + self._panel.h // 2
        progress = scene.board.progress()
        if progress is not None:
            number = look.write(image, progress.number, "score", (x, cy), "midleft")
            line = look.write(image, progress.line, "name", (number.right + look.px(10), cy), "midleft")
            x = line.right + look.px(26)
        room = self._strip_right - self._panel.left + margin
        for icon, _, value in scene.facts():
            if x + look.px(70) > room:
                break
            look.draw_icon(image, icon, (x + look.px(10), cy), look.px(20), look.theme.dim)
            x = look.write(image, value, "name", (x + look.px(26), cy), "midleft").right + look.px(24)
        self._facts.set(image, (self._panel.left - margin, self._panel.top - margin))

    def refresh(self) -> None:
        self.refresh_facts()
        if self.log is not None:
            self.log.refresh()


class PlatesSide(Side):
    """A plate for every player in seat order, the active one raised; the log below or beside."""

    def __init__(self, scene: TableFrame):
        self.scene = scene
        look = scene.look
        plates, side, log = look.m.region("plates"), look.m.region("side"), look.m.region("log")
        seats = len(scene.session.seats)
        self.rects: list[pygame.Rect] = []
        self._sprites = [scene.stage.add(Sprite(z=40)) for _ in range(seats)]
        height = max(look.px(92 if seats < 5 else 76), look.line_height("name") + look.px(30))
        if look.m.shape == "classic_4_3":
            assert plates is not None
            gap = look.px(10)
            width = (plates.w - gap * (seats - 1)) // seats
            self.rects = [pygame.Rect(plates.left + i * (width + gap), plates.top, width, plates.h)
                          for i in range(seats)]
            self.log = None
            drawer = look.m.region("drawer")
            assert drawer is not None
            scene.build_beside(drawer)
        else:
            column = side or plates
            assert column is not None
            step = height + look.px(12)
            self.rects = [pygame.Rect(column.left, column.top + i * step, column.w, height)
                          for i in range(seats)]
            top = column.top + seats * step + look.px(4)
            rest = log or pygame.Rect(column.left, top, column.w, look.size[1] - look.px(24) - top)
            self.log = None if scene.build_beside(rest) else Log(scene, rest)
        self._shown_deltas: tuple[Mapping[int, str], int] = ({}, -1)

    @property
    def deltas(self) -> Mapping[int, str]:
        """What is shown beside the points of the players; it ends with the position it belongs to."""
        shown, revision = self._shown_deltas
        return shown if revision == self.scene.session.revision else {}

    def plate(self, seat: int) -> pygame.Rect:
        return self.rects[seat]

    def refresh(self) -> None:
        for seat in range(len(self.rects)):
            self.paint(seat)
        if self.log is not None:
            self.log.refresh()

    def show_deltas(self, deltas: Mapping[int, str]) -> None:
        """Show what the held piece would score, beside the points of the players."""
        before, self._shown_deltas = self.deltas, (deltas, self.scene.session.revision)
        changed = [seat for seat in range(len(self.rects)) if deltas.get(seat, "") != before.get(seat, "")]
        for seat in changed:
            self.paint(seat)

    def fly_points(self, ply: Ply) -> None:
        """Animate points won or lost from the board to the plate of their player."""
        gains: dict[int, int] = {}
        for event in ply.events:
            if isinstance(event, Scored):
                gains[event.by] = gains.get(event.by, 0) + event.points
        scene, look, motion = self.scene, self.scene.look, self.scene.look.motion("number")
        if motion[0] <= 0:
            return
        for seat, points in gains.items():
            if not points:
                continue
            image = look.text_image(scene.texts.gain(points), "score",
                                    look.theme.good if points > 0 else look.theme.bad)
            start = scene.board.points_spot(ply)
            sprite = scene.stage.add(Sprite(image, image.get_rect(center=start).topleft, z=850, moving=True))
            glide(scene.tweens, sprite, start, self.rects[seat].center, motion, sprite.remove)

    def paint(self, seat: int) -> None:
        scene, look, theme = self.scene, self.scene.look, self.scene.look.theme
        rect = self.rects[seat]
        margin = look.px(40)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        active = scene.state.player == seat and scene.session.outcome is None
        place = scene.company[seat]
        colour = theme.seat(place.colour)
        radius = look.px(16)
        if active:
            shapes.draw_soft_box(image, box, radius, colour, 0.6, 14 * look.k)
        chrome.draw_panel(look, image, box, radius=radius, shadow="rest", raised=active,
                          alpha=0.97 if active else None, stroke=colour if active else None)
        avatar = self._avatar(rect)
        chrome.draw_avatar(look, image, (box.left + look.px(21) + avatar, box.centery), avatar,
                           place.colour, place.face)
        points = look.write(image, look_number(scene, seat), "score", (box.right - look.px(20), box.centery),
                            "midright")
        self._write_names(image, box, seat, points.left - look.px(10), self.deltas.get(seat, ""))
        self._sprites[seat].set(image, (rect.left - margin, rect.top - margin))

    def _avatar(self, rect: pygame.Rect) -> float:
        return min(self.scene.look.px(25), rect.h * 0.34)

    def _text_left(self, rect: pygame.Rect) -> int:
        return rect.left + self.scene.look.px(34) + round(self._avatar(rect) * 2)

    def _write_names(self, image: pygame.Surface, box: pygame.Rect, seat: int, right: int,
                     delta: str) -> None:
        """Write the name, as much of the line below as fits on all plates, and the points to be added."""
        scene, look = self.scene, self.scene.look
        x, room = self._text_left(box), max(20, right - self._text_left(box))
        name = short_names(look, [seat.name for seat in scene.session.seats], "name", room)[seat]
        below = False
        if delta:
            pill = pygame.Rect(0, 0, look.width(delta, "label") + look.px(18), look.px(30))
            below = not legible(look, name, "name", room - pill.w - look.px(8))
            if below:  # with a long name and a high score the line below the name is dropped
                pill.midleft = (x, box.centery + look.px(16))
            else:
                pill.midright = (right, box.centery)
                room -= pill.w + look.px(8)
            own = scene.state.player == seat
            shapes.draw_box(image, pill, pill.h / 2, scene.accent if own else None, 1, scene.accent, 1)
            ink = look.theme.ink_on(scene.accent) if own else look.theme.text
            look.write(image, delta, "label", pill.center, "center", ink)
        lines = scene.plate_lines(seat)[self._form():]
        sub = "" if below else next((line for line in lines if legible(look, line, "label", room)), "")
        two = bool(sub) and box.h >= look.line_height("name") + look.line_height("label") + look.px(12)
        up = look.px(14) if two or below else 0
        look.write(image, name, "name", (x, box.centery - up), "midleft", fit=room)
        if two:
            look.write(image, sub, "label", (x, box.centery + look.px(15)), "midleft", look.theme.dim,
                       fit=room)

    def _form(self) -> int:
        """Return the index of the longest line that fits on every plate: all plates use the same form."""
        return max(self._form_of(seat) for seat in range(len(self.rects)))

    def _form_of(self, seat: int) -> int:
        scene, look, rect = self.scene, self.scene.look, self.rects[seat]
        right = rect.right - look.px(30) - look.width(look_number(scene, seat), "score")
        lines = scene.plate_lines(seat)
        return next((number for number, line in enumerate(lines)
                     if comfortable(look, line, "label", right - self._text_left(rect))), len(lines) - 1)


def look_number(scene: TableFrame, seat: int) -> str:
    return scene.texts.number(scene.state.scores[seat])
