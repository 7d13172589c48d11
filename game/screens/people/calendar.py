"""The calendar of daily deals: a month with what was done each day; the deals of a past day can be played."""

from __future__ import annotations

from calendar import Calendar as Weeks
from datetime import date, timedelta

import pygame

from game import routes
from game.app import App
from game.boards.loading import board_class
from game.data.history import DayResult, daily_seed
from game.draw import chrome, shapes
from game.screen import Screen
from game.screens.plates import Plate, draw_plates, plate_height
from game.ui.bar import top_bar
from game.ui.paper.listing import Column, Line, Listing
from game.ui.widgets import Button, Cells, IconButton
from rules.catalog import GAMES

WORD = "word"
"""The word of the day, in the list of a day."""
DEALS = len(GAMES) + 1
"""The deals of a day: one of every game, and a word."""
FIRST_MONTH = date(2026, 1, 1)
"""The month of the first daily deal."""


class CalendarScene(Screen):
    """The month on the left, the chosen day and the streak on the right."""

    def __init__(self, app: App, game: str | None = None, today: date | None = None):
        super().__init__(app)
        self.game: str = game if game is not None and game in GAMES else next(iter(GAMES))
        """The game that the button plays."""
        self.today = today or date.today()
        self.day = self.today
        self.month = self.today.replace(day=1)

    def come_back(self) -> None:
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        last = self._following(self.month) - timedelta(days=1)
        history, me = self.app.history, self.app.me
        self.results = {game: history.daily_results(game, self.month, last, profile=me) for game in GAMES}
        self.words = history.daily_words(profile=me)
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("calendar.title"), self.escape)
        area, gap = look.m.page(), self.px(24)
        side = max(look.design["sizes"]["side_min"] + 60, round(area.w * 0.31))
        self._month_panel(pygame.Rect(area.left, area.top, area.w - side - gap, area.h))
        self._day_panel(pygame.Rect(area.right - side, area.top, side, area.h))

    def _of_day(self, day: date) -> dict[str, DayResult]:
        """Return the results of a day by game."""
        found = {game: results.get(day.isoformat()) for game, results in self.results.items()}
        return {game: result for game, result in found.items() if result is not None}

    def _word_found(self, day: date) -> bool | None:
        """Return whether the word of a day was found, in any language; None if it was not played."""
        played = [found for level, found in self.words.items() if level.endswith(day.isoformat())]
        return any(played) if played else None

    def _done(self, day: date) -> int:
        """Return how many deals of a day are done, its word included."""
        return sum(result.done for result in self._of_day(day).values()) + bool(self._word_found(day))

    def _played(self, day: date) -> bool:
        """Return whether any deal of a day was played."""
        return bool(self._of_day(day)) or self._word_found(day) is not None

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
        """Something done: filled with a tick. Played: a ring. In the future: faint. Today: underlined."""
        look, theme = self.look, self.look.theme
        played, done, chosen = self._played(day), self._done(day), day == self.day
        colour = theme.faint if day > self.today else theme.text
        if done:
            shapes.draw_box(surface, box, self.px(12), theme.raised)
            shapes.draw_box(surface, box, self.px(12), self.accent, 0.2, self.accent, 1.0,
                            max(1.2, 1.8 * look.k))
        elif played:
            shapes.draw_dashed_box(surface, box, self.px(12), self.accent, 0.9, max(1.5, 2.2 * look.k))
        elif day <= self.today:
            shapes.draw_box(surface, box, self.px(12), theme.raised, 0.7, theme.line, theme.hair)
        if chosen:
            shapes.draw_box(surface, box.inflate(self.px(4), self.px(4)), self.px(14), None, 1, theme.text,
                            1.0,
                            max(2.0, 3 * look.k))
        low = box.h < look.line_height("name") + look.line_height("label") + self.px(10)
        y = box.centery if low or not played else box.top + box.h * 0.34
        number = look.write(surface, str(day.day), "name", (box.centerx, y), "center", colour)
        if day == self.today:
            shapes.draw_box(surface, (number.left, number.bottom - self.px(2), number.w, max(2, self.px(3))),
                            0, colour)
        if played and not low:
            self._paint_result(surface, (box.centerx, round(box.top + box.h * 0.73)), box.w, done, colour)
        elif done:
            px = round(look.m.text_px("label"))
            look.draw_icon(surface, "check", (box.right - px // 2 - 3, box.top + px // 2 + 3), px,
                           self.accent, 3.2)

    def _paint_result(self, surface: pygame.Surface, centre: tuple[int, int], room: int, done: int,
                      colour: str) -> None:
        """Paint below the number: a tick and how many deals are done."""
        look = self.look
        text = self.say("calendar.done_of", n=done, of=DEALS) if done else self.say("calendar.played")
        icon = round(look.m.text_px("label") * 0.95) if done else 0
        size = look.fitting(text, "label", room - icon - self.px(12))
        width = look.width(text, "label", size) + (icon + self.px(4) if icon else 0)
        x = centre[0] - width // 2
        if icon:
            look.draw_icon(surface, "check", (x + icon // 2, centre[1]), icon, self.accent, 3.2)
            x += icon + self.px(4)
        look.write(surface, text, "label", (x, centre[1]), "midleft", colour, at_most=size)

    def _figure(self, game: str, result: DayResult) -> str:
        """Return the figure of a deal: the points, or the time where they do not decide."""
        if not result.done:
            return self.say("calendar.played")
        board = board_class(game)
        if board.points_game and board.points_decide:
            return self.texts.number(result.score)
        return self.texts.clock(result.seconds) if result.seconds else self.say("calendar.lost")

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
        pad = self.px(20)
        x, room, y = panel.left + pad, panel.w - 2 * pad, panel.top + self.px(16)
        look.write(ground, self._written(self.day), "family", (x, y), fit=room)
        y += look.line_height("family") + self.px(2)
        look.write(ground, self.say("calendar.deal", number=daily_seed(self.day)), "label", (x, y), "topleft",
                   look.theme.dim, fit=room)
        y += look.line_height("label") + self.px(8)
        button_h = max(self.px(64), look.design["sizes"]["hit_min"] + 6)
        found = self._of_day(self.day)
        lines = [self._word_line(), *(self._line(game, found.get(game)) for game in GAMES)]
        names = [WORD, *GAMES]
        Listing(self, pygame.Rect(panel.left + self.px(8), y, panel.w - self.px(16),
                                  panel.bottom - pad - button_h - self.px(10) - y),
                [Column(self.say("rating.game"), "dice"),
                 Column(self.say("calendar.result"), "trophy", right=True)],
                lines, lambda index: self.choose_game(names[index]), cursor=names.index(self.game))
        done = self._word_found(self.day) is not None if self.game == WORD else (
            self.game in found and found[self.game].done)
        name = self.say("calendar.word" if self.game == WORD else f"game.{self.game}.title")
        label = self.say("calendar.again" if done else "calendar.play", game=name)
        Button(self, pygame.Rect(x, panel.bottom - pad - button_h, room, button_h), label, self.play,
               icon="play", kind="primary", key=self.say("key.enter"))

    def _word_line(self) -> Line:
        """Return the line of the word of the day."""
        found = self._word_found(self.day)
        mark = ("check", self.look.theme.good) if found else ("star", self.look.theme.faint)
        result = "" if found is None else self.say("calendar.found" if found else "calendar.not_found")
        return Line((self.say("calendar.word"), result), mark)

    def _line(self, game: str, result: DayResult | None) -> Line:
        """Return the line of a game in the list of the day."""
        mark = ("check", self.look.theme.good) if result is not None and result.done else (
            "dice", self.look.theme.faint)
        return Line((self.say(f"game.{game}.title"), self._figure(game, result) if result else ""), mark)

    def choose_game(self, game: str) -> None:
        """Choose a game of the day; the chosen one is played."""
        if game == self.game:
            self.play()
            return
        self.game = game
        self.rebuild()

    def _plates(self) -> list[Plate]:
        history, me = self.app.history, self.app.me
        full = sum(self._done(day) > 0 for day in self.days)
        streak = history.daily_streak(None, self.today, profile=me)
        longest = history.longest_daily_streak(None, profile=me)
        total = sum(history.daily_total(game, profile=me) for game in GAMES) + sum(self.words.values())
        return [("flame", self.say("calendar.streak"), str(streak), self.say("calendar.until")),
                ("calendar", self.say("calendar.this_month"), str(full),
                 self.say("calendar.of_days", n=len(self.days))),
                ("trophy", self.say("calendar.longest"), str(longest), ""),
                ("check", self.say("calendar.all"), str(total), self.say("calendar.since"))]

    def _written(self, day: date) -> str:
        return self.say("calendar.date", weekday=self.texts.lines("calendar.weekdays")[day.weekday()],
                        day=day.day, month=self.texts.lines("calendar.months")[day.month - 1])

    def _told_day(self, day: date) -> str:
        return f"{self._written(day)}: {self._told(day)}"

    def _told(self, day: date) -> str:
        """Return a sentence on the results of a day."""
        done = self._done(day)
        if done:
            return self.say("calendar.told", n=done, of=DEALS)
        return self.say("calendar.today" if day == self.today else "calendar.past")

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
        self.app.open(routes.WordOfDay(self.day) if self.game == WORD else
                      routes.DailyDeal(self.game, self.day))

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
