"""Play on: the large box of the game to continue or to begin with, and the deal of the day below it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pygame

from game import routes
from game.data.history import daily_seed
from game.data.store import Save
from game.draw import chrome, shapes
from game.draw.svg import filled, linear, masked, raster, round_rect
from game.screen import Screen
from game.screens.box_art import game_art
from game.screens.shelf.undrawn import Undrawn
from game.ui.widgets import Area, Button, comfortable
from rules.catalog import GAMES, Game, rules_class

IVORY = "#fff7e3"


class PlayOn:
    """The place of the game to continue and of the daily deal."""

    def __init__(self, screen: Screen, undrawn: Undrawn, day: date):
        self.screen, self.undrawn, self.me = screen, undrawn, screen.app.me
        self.look, self.px, self.say = screen.look, screen.px, screen.say
        self.day = day
        self.save: Save | None = screen.app.store.latest()

    @property
    def can_continue(self) -> bool:
        return self.save is not None and self.save.record.get("game") in GAMES

    def enter(self) -> None:
        """Continue the last game, or begin the first one."""
        if self.save is not None:
            self._continue()
        else:
            self._first_game(next(iter(GAMES)))

    def build(self, rect: pygame.Rect) -> None:
        daily_h = max(round(rect.h * 0.30),
                      max(self.px(48), self.look.design["sizes"]["hit_min"]) + self.px(18))
        gap = self.px(18)
        upper = pygame.Rect(rect.left, rect.top, rect.w, rect.h - daily_h - gap)
        lower = pygame.Rect(rect.left, upper.bottom + gap, rect.w, daily_h)
        if self.save is not None and self.can_continue:
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
            face = self._hero_face(game, box.size, picture) if picture else self.undrawn.picture(
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

        Area(self.screen, rect, action, paint_over=paint).focusable = False
        Button(self.screen, button, label, action, icon="play", kind="primary", key=self.say("key.enter"),
               accent=accent,
               z=60)
        if look.theme.light:
            self.screen.widgets[-1].refresh()

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
            if dealt is not None and self.screen.texts.has(f"game.{game.id}.state"):
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
        number = daily_seed(self.day)
        streak = self.screen.app.history.daily_streak(game.id, self.day, profile=self.me)
        done = self.screen.app.history.daily_done(game.id, self.day, profile=self.me)
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

        Area(self.screen, rect, lambda: self._daily(game.id), paint_over=paint).focusable = False
        self._calendar_leaf(rect, game, gold)
        height = max(self.px(48), look.design["sizes"]["hit_min"])
        button = pygame.Rect(rect.right - self.px(22) - button_w, rect.centery - height // 2,
                             button_w, height)
        Button(self.screen, button, label, lambda: self._daily(game.id), kind="primary", accent=gold, z=60)

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
            look.write(surface, str(self.day.day), "key", (box.centerx, box.centery + self.px(12)), "center",
                       gold,
                       at_most=self.px(22))

        Area(self.screen, leaf, lambda: self._open_calendar(game.id), paint_over=paint,
             tip=self.say("calendar.open"), z=60,
             radius_name="field")

    def _continue(self) -> None:
        if self.save is not None:
            self.screen.app.open(routes.Resume(self.save))

    def _first_game(self, game: str) -> None:
        self.screen.app.open(routes.FirstGame(game))

    def _daily(self, game: str) -> None:
        self.screen.app.open(routes.DailyDeal(game, self.day))

    def _open_calendar(self, game: str) -> None:
        self.screen.app.open(routes.Calendar(game))
