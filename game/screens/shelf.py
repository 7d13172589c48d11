"""The shelf: all games as boxes on walnut boards, the game to continue, the deal of the day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pygame

from game import routes
from game.app import App
from game.data.history import daily_seed
from game.data.level_count import level_count
from game.data.seat_colours import seat_colours
from game.data.store import Save
from game.draw import chrome, shapes, surfaces
from game.draw.domino import domino
from game.draw.svg import darker, filled, linear, masked, raster, round_rect
from game.screen import Screen
from game.screens.box_art import box_face, game_art
from game.ui.widgets import Area, Button, comfortable
from rules.catalog import GAMES, Game, rules_class

PLAY_ON = 2
"""The width of the place of Play on, in columns."""
MORE_COLUMNS = 2
"""Columns added at most before a further row: then boxes are still wide enough for their titles."""
LEGIBLE, TWO_LINES = 12, 14
"""The smallest size of a title in one line, and its size in two lines, in pixels."""
Row = list[tuple[str, int, list[Game]]]
"""One board of the shelf: families with their width in columns and their games."""
IVORY, CREAM = "#fff7e3", "#f3e3c2"


def _families() -> dict[str, list[Game]]:
    """Return the games of every family, in the order of the catalog."""
    found: dict[str, list[Game]] = {}
    for game in GAMES.values():
        found.setdefault(game.family, []).append(game)
    return found


def _leaning(low: int, high: int, length: int, degrees: int) -> pygame.Surface:
    """Return an upright domino, turned by some degrees."""
    return pygame.transform.rotozoom(domino(low, high, length, vertical=True).image, degrees, 1)


class Shelf(Screen):
    """The first screen. A click on a box opens its setup; Continue goes straight back to the table."""

    heading = "Dominothek"

    def __init__(self, app: App):
        super().__init__(app)
        self._day = date.today()
        self.undrawn: dict[str, tuple[Area, Callable[[], pygame.Surface]]] = {}
        """Pictures that are not in the cache yet, and the widget that waits for each."""
        if app.store.has_saves:
            from game.screens.result.solitaire import settle_saves  # noqa: PLC0415 - a first start has no saves

            settle_saves(app)

    def enter(self) -> None:
        if date.today() != self._day:
            self._day = date.today()
            self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.undrawn = {}
        self.save = self.app.store.latest()
        self._me = self.app.me
        self._paint_room()
        area = look.m.content()
        self._head(area)
        token = look.design["layout"]["shelf"]
        columns, rows = self.grid()
        gap = self.px(token["gap" if columns <= token["columns"] else "small_gap"])
        family_gap = self.px(token["family_gap"])
        top = area.top + round(token["top"] * area.h)
        pitch = (area.bottom + self.px(28) - top) / max(2, len(rows))
        board_h = self.px(look.design["sizes"]["shelf_board"])
        box_h = min(self.px(346), round(pitch - self.px(104)))
        widest = self.px(274 if self._wide else 400)
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
                alone = width == columns  # its boxes are spread over the whole row
                step = (total - box_w) / (columns - 1) if alone else box_w + gap
                span = total if alone else width * box_w + (width - 1) * gap
                self._family(name, len(games), pygame.Rect(x, y, span, box_h))
                if name == "play_on":
                    self._play_on(pygame.Rect(x, y, span, box_h))
                for i, game in enumerate(games):
                    self._box(game, pygame.Rect(x + round(i * step), y, box_w, box_h))
                column += width
        self._keys(area)

    @property
    def _wide(self) -> bool:
        return self.look.m.aspect >= 1.5

    def grid(self) -> tuple[int, list[Row]]:
        """Return the number of columns and the rows.

        The design's columns and rows if all families fit; else up to MORE_COLUMNS more columns, else more
        rows.
        """
        token = self.look.design["layout"]["shelf"]
        first, most = (token["columns"], token["rows"]) if self._wide else (
            token["narrow_columns"], token["narrow_rows"])
        widest = max(map(len, _families().values()))
        for rows_allowed in count(most):
            for columns in range(first, max(widest, first + MORE_COLUMNS) + 1):
                rows = self._rows(columns)
                if columns >= widest and len(rows) <= rows_allowed:
                    return columns, rows
        raise AssertionError("unreachable: a row for every family always fits")

    def _rows(self, columns: int) -> list[Row]:
        """Put every family into the first row with room for it, Play on first."""
        rows: list[Row] = [[("play_on", PLAY_ON, [])]]
        for family, games in _families().items():
            roomy = (row for row in rows if sum(width for _, width, _ in row) + len(games) <= columns)
            row = next(roomy, None)
            if row is None:
                row = []
                rows.append(row)
            row.append((family, len(games), games))
        return rows

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
        if name == "play_on" and not self._can_continue:
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
                 ("F11", self.say("keys.fullscreen")), ("Esc", self.say("keys.menu"))]
        widths = [chrome.keycap_width(look, key) + self.px(8) + look.width(text, "label") + self.px(28)
                  for key, text in items]
        colour = look.theme.text if look.theme.light else "#d8cfb8"
        x = area.centerx - (sum(widths) - self.px(28)) // 2
        y = area.bottom - self.px(22)
        for (key, text), width in zip(items, widths, strict=True):
            cap = chrome.draw_keycap(look, self.stage.ground, key, (x + chrome.keycap_width(look, key), y),
                                     colour)
            look.write(self.stage.ground, text, "label", (cap.right + self.px(8), y), "midleft", colour)
            x += width

    # --- pictures that are drawn once and then cached on disk ---

    def _picture(self, widget: Area, key: str, build: Callable[[], pygame.Surface]) -> pygame.Surface | None:
        """Return a cached picture; None if it has yet to be drawn, the first frame does not wait."""
        pictures = self.look.pictures
        if self.app.headless or pictures.has(key):
            return pictures.get(key, build)
        self.undrawn[key] = (widget, build)
        return None

    def advance(self, ms: float) -> None:
        """Draw one missing picture per frame, and show it at once."""
        super().advance(ms)
        if self.undrawn:
            key = next(iter(self.undrawn))
            widget, build = self.undrawn.pop(key)
            self.look.pictures.get(key, build)
            widget.refresh()

    @property
    def restless(self) -> bool:
        return bool(self.undrawn) or super().restless

    # --- a box ---

    def _box(self, game: Game, rect: pygame.Rect) -> None:
        note = self._note(game)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            raised = widget.hovered or (widget.focused and self.app.shows_focus)
            if raised:
                self._paint_box(widget, game, note, surface, box.move(0, -self.px(12)), raised)
            else:
                self._paint_resting(widget, game, note, surface, box)

        Area(self, rect, lambda: self._open(game.id), paint_over=paint,
             spoken=f"{self.say(f'game.{game.id}.title')}, {note}")

    def _paint_resting(self, widget: Area, game: Game, note: str, surface: pygame.Surface,
                       box: pygame.Rect) -> None:
        """Paint a box at rest: cached as one picture, once its art is drawn."""
        look = self.look
        key = (f"resting:{game.id}:{note}:{look.size}:{box}:{look.theme.box_accent(game.id)}:"
               f"{look.theme.name}:{self.texts.language}:{self.app.settings.text_size}:{game.players}")
        if look.pictures.has(key):
            surface.blit(look.pictures.get(key, surface.copy), (0, 0))
            return
        self._paint_box(widget, game, note, surface, box, raised=False)
        if not any(waiting is widget for waiting, _ in self.undrawn.values()):
            look.pictures.get(key, surface.copy)

    def _paint_box(self, widget: Area, game: Game, note: str, surface: pygame.Surface, box: pygame.Rect,
                   raised: bool) -> None:
        look = self.look
        accent = look.theme.box_accent(game.id)
        radius = self.px(20)
        if raised:
            shapes.draw_soft_box(surface, box, radius, accent, 0.8, 15 * look.k)
        else:
            chrome.draw_shadow(look, surface, box, radius, "panel")
        shapes.draw_box(surface, box.move(0, self.px(5)), radius, darker(accent, 0.80))
        face = self._picture(widget, f"box:{game.id}:{box.size}:{accent}",
                             lambda: box_face(look, game, box.size))
        if face is not None:
            surface.blit(face, box)
        else:
            shapes.draw_box(surface, box, radius, darker(accent, 0.72))
        shapes.draw_box(surface, box, radius, None, 1, accent if raised else "#ffffff", 1 if raised else 0.22,
                        max(1.2, (3.4 if raised else 1.8) * look.k))
        art_h = round(box.h * 0.64)
        low, high = game.players
        players = str(low) if low == high else f"{low}\u2013{high}"
        title = self.say(f"game.{game.id}.title")
        if box.h - art_h < look.line_height("box") + look.line_height("button") + self.px(20):
            # Little room: a single line below the picture.
            y = box.top + art_h + (box.h - art_h) // 2
            counted = look.write(surface, players, "button", (box.right - self.px(18), y), "midright",
                                 "#d9d2c2")
            look.write(surface, title, "box", (box.left + self.px(18), y), "midleft", IVORY,
                       fit=counted.left - box.left - self.px(30))
            return
        self._paint_title(surface, title, (box.left + self.px(20), box.top + art_h + self.px(38)),
                          box.w - self.px(36))
        y = box.bottom - self.px(34)
        look.draw_icon(surface, "human" if game.solitaire else "people", (box.left + self.px(30), y),
                       self.px(22),
                       "#f8f1e1" if raised else accent)
        look.write(surface, players, "button", (box.left + self.px(48), y), "midleft", "#f8f1e1")
        if raised:
            self._paint_play(surface, box, y, accent)
        elif look.size[0] >= 1280:
            fresh = note == self.say("shelf.note.new")
            look.write(surface, note, "label", (box.right - self.px(20), y), "midright",
                       accent if fresh else "#d9d2c2", fit=box.w * 0.6)

    def _paint_title(self, surface: pygame.Surface, title: str, pos: tuple[int, int], room: int) -> None:
        """Write the title of a box in one line, or in two if it would become too small."""
        look, (x, y) = self.look, pos
        lines = [title]
        if look.fitting(title, "box", room) < LEGIBLE:
            lines = look.wrap(title, "box", room, TWO_LINES)
        if len(lines) != 2:
            look.write(surface, title, "box", pos, "midleft", IVORY, fit=room)
            return
        step = look.line_height("box", TWO_LINES)
        for number, line in enumerate(lines):
            look.write(surface, line, "box", (x, y + round(step * (number - 0.5))), "midleft", IVORY,
                       at_most=TWO_LINES, fit=room)

    def _paint_play(self, surface: pygame.Surface, box: pygame.Rect, y: int, accent: str) -> None:
        look = self.look
        label = self.say("button.play")
        icon = self.px(24)
        width = look.width(label, "button") + icon + self.px(38)
        rect = pygame.Rect(box.right - self.px(16) - width, y - self.px(24), width, self.px(46))
        chrome.draw_primary(look, surface, rect, accent, "normal")
        look.draw_icon(surface, "play", (rect.left + self.px(12) + icon // 2, rect.centery), icon, "#1a120a")
        look.write(surface, label, "button", (rect.left + self.px(20) + icon, rect.centery), "midleft",
                   "#1a120a")

    def _note(self, game: Game) -> str:
        """Return one personal line: levels solved, wins, or new."""
        history = self.app.history
        if game.has_levels:
            solved = len(history.stars(game.id, profile=self._me))
            total = level_count(game.id) if solved else 0
            if total:
                return self.say("shelf.note.levels", solved=solved, total=total)
        summary = history.summary(game.id, profile=self._me)
        if not summary.played:
            return self.say("shelf.note.new")
        return self.say("shelf.note.wins", n=summary.won)

    # --- Play on ---

    @property
    def _can_continue(self) -> bool:
        return self.save is not None and self.save.record.get("game") in GAMES

    def _play_on(self, rect: pygame.Rect) -> None:
        daily_h = max(round(rect.h * 0.30),
                      max(self.px(48), self.look.design["sizes"]["hit_min"]) + self.px(18))
        gap = self.px(18)
        upper = pygame.Rect(rect.left, rect.top, rect.w, rect.h - daily_h - gap)
        lower = pygame.Rect(rect.left, upper.bottom + gap, rect.w, daily_h)
        if self.save is not None and self._can_continue:
            self._continue_box(upper, self.save)
        else:
            self._start_here(upper)
        daily = next((game for game in GAMES.values() if game.has_daily), None)
        if daily is not None:
            self._daily_box(lower, daily)

    def _hero(self, rect: pygame.Rect, game: Game, title: str, lines: list[str], label: str,
              action: Callable[[], None], picture: Path | None) -> None:
        """Draw the large box: a picture fading into dark, a sentence, the only large button."""
        look = self.look
        accent = look.theme.box_accent(game.id)
        height = max(self.px(58), look.design["sizes"]["hit_min"])
        width = max(self.px(316), look.width(label, "button") + self.px(150))
        button = pygame.Rect(rect.left + self.px(24), rect.bottom - self.px(24) - height, width, height)
        low = rect.h < height + self.px(24) + look.line_height("box") + look.line_height("label")
        if low:  # little room: the button is beside the text, not below it
            button.midright = (rect.right - self.px(20), rect.centery)
        room = button.left - rect.left - self.px(40) if low else rect.w * 0.6
        line_h = look.line_height("label")
        first, step = (0.72, rect.h) if low else (0.36, max(rect.h * 0.135, line_h))
        end = rect.h if low else button.top - rect.top

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            chrome.draw_shadow(look, surface, box, self.px(20), "panel")
            face = self._hero_face(game, box.size, picture) if picture else self._picture(
                widget, f"hero:{game.id}:{box.size}", lambda: self._hero_face(game, box.size, None))
            if face is not None:
                surface.blit(face, box)
            else:
                shapes.draw_box(surface, box, self.px(20), "#071b13")
            shapes.draw_box(surface, box, self.px(20), None, 1, accent, 1, max(1.5, 3 * look.k))
            x = box.left + self.px(26)
            look.write(surface, title, "box", (x, box.top + box.h * (0.3 if low else 0.18)), "midleft", IVORY,
                       shadow=True, fit=room)
            for i, line in enumerate(lines):
                y = rect.h * first + step * i
                if y + line_h * 0.4 <= end:  # large text leaves room for fewer lines
                    look.write(surface, line, "label", (x, box.top + y), "midleft",
                               "#f8f1e1" if i == 0 else "#cfd9cf",
                               shadow=True, fit=room)

        Area(self, rect, action, paint_over=paint).focusable = False
        Button(self, button, label, action, icon="play", kind="primary", key=self.say("key.enter"),
               accent=accent,
               z=60)
        if look.theme.light:
            self.widgets[-1].refresh()

    def _hero_face(self, game: Game, size: tuple[int, int], picture: Path | None) -> pygame.Surface:
        w, h = size
        shot = None
        if picture is not None:
            try:
                shot = pygame.image.load(picture)
            except (pygame.error, OSError):
                shot = None
        if shot is None:
            art_w = round(h * 1.33)
            shot = self.look.pictures.get(f"art:{game.id}:{art_w}x{h}",
                                          lambda: game_art(self.look, game, (art_w, h)))
        scale = h / shot.get_height()
        sw = round(shot.get_width() * scale)
        shot = pygame.transform.smoothscale(shot, (sw, h))
        face = pygame.Surface(size, pygame.SRCALPHA)
        face.fill((7, 27, 19, 255))
        face.blit(shot, (w - sw, 0))
        fade = linear("g", (w - sw, 0), (w, 0), (0, "#071b13", 1), (0.28, "#071b13", 0.6),
                      (0.7, "#071b13", 0),
                      (1, "#071b13", 0)) + filled(w, h, "g")
        face.blit(raster(w, h, fade), (0, 0))
        return masked(face, raster(w, h, f'<path d="{round_rect(0, 0, w, h, self.px(20))}" fill="#ffffff"/>'))

    def _continue_box(self, rect: pygame.Rect, save: Save) -> None:
        record = save.record
        game = GAMES[record["game"]]
        lines = [self._state_line(game, record)]
        if isinstance(record.get("seed"), int):
            lines.append(self.say("shelf.deal", number=record["seed"]))
        picture = save.path.with_suffix(".png")
        self._hero(rect, game, self.say(f"game.{game.id}.title"), lines, self.say("button.continue"),
                   self._continue, picture if picture.is_file() else None)

    def _state_line(self, game: Game, record: dict[str, Any]) -> str:
        """Return a sentence about the state of a game, for the Continue box."""
        try:
            last = record["rounds"][-1]
            moves = sum(len(round_["moves"]) for round_ in record["rounds"])
            dealt = rules_class(game.id).moves_to_win(last["setup"])
            if dealt is not None and self.texts.has(f"game.{game.id}.state"):
                return self.say(f"game.{game.id}.state", n=dealt - len(last["moves"]), dealt=dealt)
            return self.say("shelf.moves", n=moves)
        except (KeyError, TypeError, IndexError, AttributeError):
            return ""

    def _start_here(self, rect: pygame.Rect) -> None:
        game = next(iter(GAMES.values()))
        title = self.say(f"game.{game.id}.title")
        self._hero(rect, game, title, [self.say("shelf.start_here"), self.say(f"game.{game.id}.about_short")],
                   self.say("button.start"),
                   lambda: self._first_game(game.id), None)

    def _daily_box(self, rect: pygame.Rect, game: Game) -> None:
        look = self.look
        gold = look.design["gold"]["on_dark"]
        number = daily_seed(self._day)
        streak = self.app.history.daily_streak(game.id, self._day, profile=self._me)
        done = self.app.history.daily_done(game.id, self._day, profile=self._me)
        label = self.say("button.again" if done else "button.play")
        button_w = look.width(label, "button") + self.px(44)
        days = self.say("shelf.days", n=streak)
        title, heading = self.say(f"game.{game.id}.title"), self.say("shelf.daily_done" if done
                                                                     else "shelf.daily")

        def paint(_: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            chrome.draw_shadow(look, surface, box, self.px(20), "panel")
            shapes.draw_gradient_box(surface, box, self.px(20), "#3a2410", "#24150a")
            shapes.draw_box(surface, box, self.px(20), None, 1, gold, 0.8, max(1.2, 2 * look.k))
            x = box.left + self.px(104)
            right = box.right - self.px(22) - button_w - self.px(16)
            for note in (days, str(streak)) if streak else ():
                left = right - look.width(note, "button") - self.px(40)
                if comfortable(look, heading, "family", left - x):
                    look.write(surface, note, "button", (right, box.centery), "midright", IVORY)
                    look.draw_icon(surface, "flame", (left + self.px(22), box.centery), self.px(26), gold)
                    right = left
                    break
            look.write(surface, heading, "family", (x, box.centery - self.px(16)), "midleft", IVORY,
                       fit=right - x)
            line = f"{title} {number}" if comfortable(look, f"{title} {number}", "label",
                                                      right - x) else title
            look.write(surface, line, "label", (x, box.centery + self.px(16)), "midleft", "#eadbc0",
                       fit=right - x)

        Area(self, rect, lambda: self._daily(game.id), paint_over=paint).focusable = False
        self._calendar_leaf(rect, game, gold)
        height = max(self.px(48), look.design["sizes"]["hit_min"])
        button = pygame.Rect(rect.right - self.px(22) - button_w, rect.centery - height // 2, button_w,
                             height)
        Button(self, button, label, lambda: self._daily(game.id), kind="primary",
               accent=gold, z=60)

    def _calendar_leaf(self, rect: pygame.Rect, game: Game, gold: str) -> None:
        """Draw today's leaf in the box of the daily deal; it opens the calendar."""
        look = self.look
        side = max(self.px(76), look.design["sizes"]["hit_min"])
        leaf = pygame.Rect(0, 0, side, side)
        leaf.center = (rect.left + self.px(54), rect.centery)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            if widget.hovered:
                shapes.draw_box(surface, box, self.px(14), "#000000", 0.3, gold, 0.9, max(1.2, 2 * look.k))
            look.draw_icon(surface, "calendar", box.center, self.px(60), gold, 1.6)
            look.write(surface, str(self._day.day), "key", (box.centerx, box.centery + self.px(12)), "center",
                       gold,
                       at_most=self.px(22))

        Area(self, leaf, lambda: self._open_calendar(game.id), paint_over=paint,
             tip=self.say("calendar.open"), z=60,
             radius_name="field")

    # --- what the boxes do ---

    def _open(self, game: str) -> None:
        self.app.open(routes.Setup(game))

    def _continue(self) -> None:
        if self.save is not None:
            self.app.open(routes.Resume(self.save))

    def _first_game(self, game: str) -> None:
        self.app.open(routes.FirstGame(game))

    def _daily(self, game: str) -> None:
        self.app.open(routes.DailyDeal(game, self._day))

    def _open_people(self) -> None:
        self.app.open(routes.People())

    def _open_calendar(self, game: str) -> None:
        self.app.open(routes.Calendar(game))

    def _open_settings(self) -> None:
        self.app.open(routes.Settings())

    def _open_statistics(self) -> None:
        self.app.open(routes.Statistics())

    def _open_help(self) -> None:
        self.app.open(routes.Help(next(iter(GAMES))))

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            if self.save is not None:
                self._continue()
            else:
                self._first_game(next(iter(GAMES)))
            return True
        return False

    def escape(self) -> None:
        from game.ui.dialogs import Dialog  # noqa: PLC0415 - not needed for the first frame

        self.app.push(Dialog(self.app, self.say("quit.title"), self.say("quit.text"), [
            (self.say("button.quit"), self.app.quit, "quit"), (self.say("button.stay"), None, None)]))
