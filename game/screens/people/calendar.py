"""The calendar of daily deals: a month with the result of each day; every past deal can be played."""

from __future__ import annotations

from calendar import Calendar as Weeks
from datetime import date, timedelta

import pygame

from game import routes
from game.app import App
from game.boards.loading import board_class
from game.data.history import daily_seed
from game.draw import chrome, shapes
from game.screen import Screen
from game.screens.plates import Plate, draw_plates, plate_height
from game.ui.bar import top_bar
from game.ui.widgets import Button, Cells, IconButton, Segment
from rules.catalog import GAMES

FIRST_MONTH = date(2026, 1, 1)
"""The month of the first daily deal."""


class CalendarScene(Screen):
    """The month on the left, the chosen day and the streak on the right."""

    game: str

    def __init__(self, app: App, game: str | None = None, today: date | None = None):
        super().__init__(app)
        self.games = [name for name, info in GAMES.items() if info.has_daily]
        self.game = game if game is not None and game in self.games else self.games[0]
        self.today = today or date.today()
        self.day = self.today
        self.month = self.today.replace(day=1)

    def come_back(self) -> None:
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        last = self._following(self.month) - timedelta(days=1)
        self.results = self.app.history.daily_results(self.game, self.month, last, profile=self.app.me)
        self.paint_cloth((0.5, 0.35))
        title = top_bar(self, self.say("calendar.title"), self.escape)
        top = look.m.top
        if len(self.games) > 1:
            self._game_choice(pygame.Rect(title.right + self.px(40), top.top,
                                          look.size[0] - title.right - self.px(64), top.h))
        area, gap = look.m.page(), self.px(24)
        side = max(look.design["sizes"]["side_min"] + 60, round(area.w * 0.31))
        self._month_panel(pygame.Rect(area.left, area.top, area.w - side - gap, area.h))
        self._day_panel(pygame.Rect(area.right - side, area.top, side, area.h))

    def _game_choice(self, rect: pygame.Rect) -> None:
        look = self.look
        height = max(self.px(50), look.design["sizes"]["hit_min"])
        options = [(game, self.say(f"game.{game}.title")) for game in self.games]
        width = min(rect.w, sum(look.width(label, "label") + self.px(60) for _, label in options))
        Segment(self, pygame.Rect(rect.right - width, rect.centery - height // 2, width, height), options,
                self.game,
                self._choose_game)

    def _choose_game(self, game: object) -> None:
        self.game = str(game)
        self.rebuild()

    # --- the month ---

    @staticmethod
    def _following(month: date) -> date:
        return (month + timedelta(days=32)).replace(day=1)

    def _month_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = self.px(24)
        side = max(self.px(52), look.design["sizes"]["hit_min"])
        y = rect.top + self.px(18)
        back = (self.month - timedelta(days=1)).replace(day=1)
        IconButton(self, pygame.Rect(rect.left + pad, y, side, side), "back", lambda: self.turn_to(back),
                   tip=self.say("calendar.before"), enabled=back >= FIRST_MONTH)
        onwards = self._following(self.month)
        IconButton(self, pygame.Rect(rect.right - pad - side, y, side, side), "next",
                   lambda: self.turn_to(onwards),
                   tip=self.say("calendar.after"), enabled=onwards <= self.today)
        name = self.say("calendar.month", month=self.texts.lines("calendar.months")[self.month.month - 1],
                        year=self.month.year)
        look.write(ground, name, "box", (rect.centerx, y + side // 2), "center",
                   fit=rect.w - 2 * pad - 3 * side)
        y += side + self.px(12)
        left, width = rect.left + pad, rect.w - 2 * pad
        for column, word in enumerate(self.texts.lines("calendar.days")):
            look.write(ground, word, "label",
                       (left + (column + 0.5) * width / 7, y + look.line_height("label") / 2),
                       "center", look.theme.dim, fit=width / 7 - 4)
        y += look.line_height("label") + self.px(8)
        self._days(pygame.Rect(left, y, width, rect.bottom - self.px(18) - y))

    def _days(self, rect: pygame.Rect) -> None:
        """Add a cell for every playable day of the month; only paint the others."""
        weeks = Weeks().monthdatescalendar(self.month.year, self.month.month)
        row = rect.h / len(weeks)
        content = pygame.Surface(rect.size, pygame.SRCALPHA)
        self.days, cells = [], []
        for number, week in enumerate(weeks):
            for column, day in enumerate(week):
                if day.month != self.month.month:
                    continue
                cell = pygame.Rect(round(column * rect.w / 7), round(number * row), round(rect.w / 7),
                                   round(row))
                self._paint_day(content, cell.inflate(-self.px(8), -self.px(8)), day)
                if day <= self.today:
                    self.days.append(day)
                    cells.append(cell)
        at = self.days.index(self.day) if self.day in self.days else len(self.days) - 1
        self.grid = Cells(self, rect, content, cells, lambda index: self.choose_day(self.days[index]),
                          cursor=at,
                          tell=lambda index: self._told_day(self.days[index]))

    def _paint_day(self, surface: pygame.Surface, box: pygame.Rect, day: date) -> None:
        """Won: filled with a tick. Played: a ring. In the future: faint. Today: underlined."""
        look, theme = self.look, self.look.theme
        result = self.results.get(day.isoformat())
        won, chosen = result is not None and result[0], day == self.day
        colour = theme.faint if day > self.today else theme.text
        if won:
            shapes.draw_box(surface, box, self.px(12), theme.raised)
            shapes.draw_box(surface, box, self.px(12), self.accent, 0.2, self.accent, 1.0,
                            max(1.2, 1.8 * look.k))
        elif result is not None:
            shapes.draw_dashed_box(surface, box, self.px(12), self.accent, 0.9, max(1.5, 2.2 * look.k))
        elif day <= self.today:
            shapes.draw_box(surface, box, self.px(12), theme.raised, 0.7, theme.line, theme.hair)
        if chosen:
            shapes.draw_box(surface, box.inflate(self.px(4), self.px(4)), self.px(14), None, 1, theme.text,
                            1.0,
                            max(2.0, 3 * look.k))
        low = box.h < look.line_height("name") + look.line_height("label") + self.px(10)
        y = box.centery if low or result is None else box.top + box.h * 0.34
        number = look.write(surface, str(day.day), "name", (box.centerx, y), "center", colour)
        if day == self.today:
            shapes.draw_box(surface, (number.left, number.bottom - self.px(2), number.w, max(2, self.px(3))),
                            0, colour)
        if result is not None and not low:
            self._paint_result(surface, (box.centerx, round(box.top + box.h * 0.73)), box.w, result, colour)
        elif won:
            px = round(look.m.text_px("label"))
            look.draw_icon(surface, "check", (box.right - px // 2 - 3, box.top + px // 2 + 3), px,
                           self.accent, 3.2)

    def _paint_result(self, surface: pygame.Surface, centre: tuple[int, int], room: int,
                      result: tuple[bool, int, float, bool], colour: str) -> None:
        """Paint below the number: a tick and the time, or the points."""
        look = self.look
        won, score, seconds, _ = result
        text = self._figure(score, seconds) if won else self.say("calendar.played")
        icon = round(look.m.text_px("label") * 0.95) if won else 0
        size = look.fitting(text, "label", room - icon - self.px(12))
        width = look.width(text, "label", size) + (icon + self.px(4) if icon else 0)
        x = centre[0] - width // 2
        if icon:
            look.draw_icon(surface, "check", (x + icon // 2, centre[1]), icon, self.accent, 3.2)
            x += icon + self.px(4)
        look.write(surface, text, "label", (x, centre[1]), "midleft", colour, at_most=size)

    def _figure(self, score: int, seconds: float) -> str:
        """Return the figure of a finished deal: the points, or the time where all wins score the same."""
        if board_class(self.game).points_game:
            return self.texts.number(score)
        return self.texts.clock(seconds)

    # --- the day ---

    def _day_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        gap = self.px(16)
        plates = self._plates()
        height = plate_height(look)
        rows = 2 if rect.h > 3.6 * height else 1
        draw_plates(self, pygame.Rect(rect.left, rect.top, rect.w, rows * height + (rows - 1) * gap),
                    plates if rows == 2 else plates[:2], rows)
        top = rect.top + rows * (height + gap)
        panel = pygame.Rect(rect.left, top, rect.w, rect.bottom - top)
        chrome.draw_panel(look, ground, panel)
        pad = self.px(24)
        x, room, y = panel.left + pad, panel.w - 2 * pad, panel.top + self.px(20)
        look.write(ground, self._written(self.day), "family", (x, y), fit=room)
        y += look.line_height("family") + self.px(6)
        look.write(ground, self.say("calendar.deal", number=daily_seed(self.day)), "label", (x, y), "topleft",
                   look.theme.dim, fit=room)
        y += look.line_height("label") + self.px(10)
        button_h = max(self.px(76), look.design["sizes"]["hit_min"] + 6)
        text = self._told(self.day)
        if y + look.paragraph_height(text, "body", room) < panel.bottom - pad - button_h:
            look.paragraph(ground, text, "body", pygame.Rect(x, y, room, 1))
        done = (self.results.get(self.day.isoformat()) or (False,))[0]
        Button(self, pygame.Rect(x, panel.bottom - pad - button_h, room, button_h),
               self.say("button.again" if done else "button.play"), self.play, icon="play", kind="primary",
               role="button_xl", key=self.say("key.enter"))

    def _plates(self) -> list[Plate]:
        history, me = self.app.history, self.app.me
        won = sum(result[0] for result in self.results.values())
        days = len(self.days)
        streak = history.daily_streak(self.game, self.today, profile=me)
        longest = history.longest_daily_streak(self.game, profile=me)
        total = history.summary(self.game, daily=True, profile=me)
        return [("flame", self.say("calendar.streak"), str(streak), self.say("calendar.until")),
                ("calendar", self.say("calendar.this_month"), str(won), self.say("calendar.of_days", n=days)),
                ("trophy", self.say("calendar.longest"), str(longest), ""),
                ("check", self.say("calendar.all"), str(total.won), self.say("calendar.since"))]

    def _written(self, day: date) -> str:
        return self.say("calendar.date", weekday=self.texts.lines("calendar.weekdays")[day.weekday()],
                        day=day.day, month=self.texts.lines("calendar.months")[day.month - 1])

    def _told_day(self, day: date) -> str:
        return f"{self._written(day)}: {self._told(day)}"

    def _told(self, day: date) -> str:
        """Return a sentence on the result of a day."""
        result = self.results.get(day.isoformat())
        if result is None:
            return self.say("calendar.today" if day == self.today else "calendar.past")
        won, score, seconds, in_time = result
        if not won:
            return self.say("calendar.not_yet")
        key = "calendar.won_in_time" if in_time else "calendar.won_later"
        return self.say(key, result=self._figure(score, seconds))

    # --- what happens ---

    def turn_to(self, month: date) -> None:
        self.month = month
        last = min(self._following(month) - timedelta(days=1), self.today)
        self.day = self.today if self.today >= month and self.today.replace(day=1) == month else last
        self.rebuild()

    def choose_day(self, day: date) -> None:
        if day == self.day:
            self.play()
            return
        self.day = day
        self.rebuild()

    def play(self) -> None:
        self.app.open(routes.DailyDeal(self.game, self.day))

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            back = (self.month - timedelta(days=1)).replace(day=1)
            goal = back if event.key == pygame.K_PAGEUP else self._following(self.month)
            if FIRST_MONTH <= goal <= self.today:
                self.turn_to(goal)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            self.play()
            return True
        return False
