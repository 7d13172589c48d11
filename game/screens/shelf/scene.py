"""The shelf: all games as boxes on walnut boards, the game to continue, the deals of the day."""

from __future__ import annotations

from datetime import date
from functools import partial

import pygame

from game import routes
from game.app import App
from game.data.seat_colours import seat_colours
from game.draw import chrome, shapes, surfaces
from game.draw.domino import domino
from game.screen import Screen
from game.screens.shelf.boxes import Boxes
from game.screens.shelf.grid import grid, is_wide
from game.screens.shelf.play_on import PlayOn, newest_by_game
from game.screens.shelf.undrawn import Undrawn
from game.ui.widgets import Area, Button
from rules.catalog import GAMES

CREAM = "#f3e3c2"


class Shelf(Screen):
    """The first screen. A click on a box opens its setup; Continue goes straight back to the table."""

    heading = "Dominothek"
    music_part = "shelf"

    def __init__(self, app: App):
        super().__init__(app)
        self._day = date.today()
        self.undrawn = Undrawn(self)
        if any(save.may_be_over for save in app.store.unfinished()):
            from game.screens.result.solitaire import settle_saves  # noqa: PLC0415 - most starts need no results

            settle_saves(app)

    def enter(self) -> None:
        if date.today() != self._day:
            self._day = date.today()
            self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.undrawn = Undrawn(self)
        saves = newest_by_game(self.app.store.unfinished())
        boxes = Boxes(self, self.undrawn, saves)
        self.play_on = PlayOn(self, self.undrawn, self._day, next(iter(saves.values()), None))
        self._paint_room()
        area = look.m.content()
        self._head(area)
        token = look.design["layout"]["shelf"]
        columns, rows = grid(look.m)
        gap = self.px(token["gap" if columns <= token["columns"] else "small_gap"])
        family_gap = self.px(token["family_gap"])
        top = area.top + round(token["top"] * area.h)
        pitch = (area.bottom + self.px(28) - top) / max(2, len(rows))
        board_h = self.px(look.design["sizes"]["shelf_board"])
        box_h = min(self.px(346), round(pitch - self.px(104)))
        widest = self.px(274 if is_wide(look.m) else 400)
        box_w = min(widest, (area.w - 2 * self.px(74) - (columns - 2) * gap - family_gap) // columns)
        total = columns * box_w + (columns - 2) * gap + family_gap
        left = area.centerx - total // 2
        for number, row in enumerate(rows):
            y = top + round(pitch * number) + (round(pitch * 0.33) if len(rows) == 1 else 0)
            board = pygame.Rect(left - self.px(34), y + box_h + self.px(4), total + 2 * self.px(34), board_h)
            self._board(board, number)
            column = 0
            for name, width, games in row:
                x = left + column * (box_w + gap) + (family_gap - gap if column >= 2 else 0)
                alone = width == columns  # its boxes fill the whole row
                step = (total - box_w) / (columns - 1) if alone else box_w + gap
                span = total if alone else width * box_w + (width - 1) * gap
                self._family(name, len(games), pygame.Rect(x, y, span, box_h))
                if name == "play_on":
                    self.play_on.build(pygame.Rect(x, y, span, box_h))
                for i, game in enumerate(games):
                    boxes.add(game, pygame.Rect(x + round(i * step), y, box_w, box_h))
                column += width
        self._keys(area)

    def _paint_room(self) -> None:
        look = self.look
        theme = look.theme
        light = theme.light
        key = f"room:{theme.name}:{look.size}"
        look.pictures.paint(key, lambda: surfaces.cloth(
            look.size, theme.table, (0.5, 0.3), None if light else (0.34, 0.30, 0.45),
            () if light else (0.19, 0.5, 0.81)), self.stage.ground)

    def _head(self, area: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        left = area.left + self.px(74)
        self._logo_mark((left + self.px(56), self.px(82)))
        gold = "#f2c063" if not look.theme.light else look.design["gold"]["on_light"]
        title = look.draw_title(ground, "Dominothek", "logo", (left + self.px(140), self.px(70)), gold,
                                edge=None if look.theme.light else "#4a230a")
        look.write(ground, self.say("shelf.subtitle", n=len(GAMES)), "label",
                   (title.left + self.px(6), self.px(128)),
                   "midleft", look.theme.text if look.theme.light else CREAM, shadow=not look.theme.light)
        x = area.right - self.px(74)
        height = max(self.px(54), look.design["sizes"]["hit_min"])
        for name, icon, action in (("help", "help", self._open_help),
                                   ("statistics", "statistics", self._open_statistics),
                                   ("settings", "gear", self._open_settings)):
            label = self.say(f"shelf.{name}")
            width = look.width(label, "button") + self.px(76)
            x -= width
            rect = pygame.Rect(x, self.px(75) - height // 2, width, height)
            Button(self, rect, label, action, icon=icon)
            x -= self.px(14)
        name = self.app.player_name()
        place = seat_colours([(name, False)], self.app.history.people.all())[0]
        width = look.width(name, "button") + self.px(82)
        rect = pygame.Rect(x - width, self.px(75) - height // 2, width, height)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            stroke = look.theme.brass if widget.hovered else look.theme.line
            shapes.draw_box(surface, box, box.h / 2, look.theme.panel, 0.75, stroke,
                            1 if widget.hovered else 0.18)
            chrome.draw_avatar(look, surface, (box.left + self.px(27), box.centery), self.px(19),
                               place.colour,
                               place.face)
            look.write(surface, name, "button", (box.left + self.px(56), box.centery), "midleft")

        Area(self, rect, self._open_people, paint_over=paint, tip=self.say("shelf.profile"),
             radius_name="pill",
             spoken=f"{name}, {self.say('shelf.profile')}")

    def _logo_mark(self, centre: tuple[int, int]) -> None:
        """Draw two dominoes leaning on each other."""
        px = self.px(132)
        for halves, turn, dx, dy in (((5, 2), 14, -0.17, 0.0), ((3, 6), -12, 0.19, 0.02)):
            key = f"logo:{halves}:{px}"
            image = self.look.pictures.get(key, partial(_leaning, *halves, round(px * 0.767), turn))
            at = (round(centre[0] + px * dx), round(centre[1] + px * dy))
            self.stage.ground.blit(image, image.get_rect(center=at))

    def _board(self, rect: pygame.Rect, number: int) -> None:
        look = self.look
        margin = self.px(50)

        def build() -> pygame.Surface:
            out = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
            surfaces.draw_shelf_board(out, pygame.Rect(margin, margin, rect.w, rect.h), look.theme.rail,
                                      look.k,
                                      number + 11)
            return out

        image = look.pictures.get(f"board:{rect.size}:{look.theme.rail}:{number}", build)
        self.stage.ground.blit(image, (rect.left - margin, rect.top - margin))

    def _family(self, name: str, count: int, rect: pygame.Rect) -> None:
        """Draw the heading of a family, with a hairline to its right end."""
        look, ground = self.look, self.stage.ground
        light = look.theme.light
        y = rect.top - self.px(24)
        if name == "play_on" and self.play_on.save is None:
            name = "begin"
        title = look.write(ground, self.say(f"shelf.family.{name}"), "family", (rect.left + self.px(4), y),
                           "midleft",
                           look.theme.text if light else "#fff1d0", shadow=not light)
        more = self.say("shelf.count", n=count) if count else self.say(f"shelf.family.{name}_more")
        right = title.right + self.px(14)
        if right + look.width(more, "label") < rect.right:
            note = look.write(ground, more, "label", (right, y + 1), "midleft",
                              look.theme.text if light else "#f3e8cf")
            right = note.right
        line = pygame.Rect(right + self.px(16), y, rect.right - right - self.px(16), max(1, self.px(2)))
        if line.w > 0:
            shapes.draw_box(ground, line, 0, "#5a3a10" if light else "#ffe9b8", 0.28)

    def _keys(self, area: pygame.Rect) -> None:
        look = self.look
        items = [(self.say("key.arrows"), self.say("keys.choose")),
                 (self.say("key.enter"), self.say("keys.open")),
                 ("F11", self.say("keys.fullscreen")), (self.say("key.escape"), self.say("keys.menu"))]
        widths = [chrome.keycap_width(look, key) + self.px(8) + look.width(text, "label") + self.px(28)
                  for key, text in items]
        colour = look.theme.text if look.theme.light else "#d8cfb8"
        x = area.centerx - (sum(widths) - self.px(28)) // 2
        y = area.bottom - self.px(22)
        for (key, text), width in zip(items, widths, strict=True):
            cap = chrome.draw_keycap(look, self.stage.ground, key,
                                     (x + chrome.keycap_width(look, key), y), colour)
            look.write(self.stage.ground, text, "label", (cap.right + self.px(8), y), "midleft", colour)
            x += width

    # --- time and input ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if not self.stage.dirty:  # first show what there is
            self.undrawn.draw_next()

    @property
    def restless(self) -> bool:
        return bool(self.undrawn) or super().restless

    def _open_people(self) -> None:
        self.app.open(routes.People())

    def _open_settings(self) -> None:
        self.app.open(routes.Settings())

    def _open_statistics(self) -> None:
        self.app.open(routes.Statistics())

    def _open_help(self) -> None:
        self.app.open(routes.Help(next(iter(GAMES))))

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            self.play_on.enter()
            return True
        return False

    def escape(self) -> None:
        from game.ui.dialogs import Dialog  # noqa: PLC0415 - not needed for the first frame

        self.app.push(Dialog(self.app, self.say("quit.title"), self.say("quit.text"), [
            (self.say("button.quit"), self.app.quit, "quit"), (self.say("button.stay"), None, None)]))


def _leaning(low: int, high: int, length: int, degrees: int) -> pygame.Surface:
    """Return an upright domino, turned by some degrees."""
    return pygame.transform.rotozoom(domino(low, high, length, vertical=True).image, degrees, 1)
