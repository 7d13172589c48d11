"""The result of a solitaire or puzzle over its table: headline, figures of the game, and the next steps."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game import routes
from game.app import App
from game.boards.loading import board_class
from game.data.history import Result as Entry
from game.data.index.booked import valid_day
from game.data.index.result import Booked
from game.data.own.levels import OwnLevels
from game.data.results import GAME_ID, book, result_of
from game.data.store import Save
from game.draw import charts, chrome, shapes
from game.screens.result.ending import Choice, Ending, Joy
from game.table.seating import occasion_of
from rules import records
from rules.base import Outcome
from rules.catalog import rules_from_values
from rules.session import Session

if TYPE_CHECKING:
    from game.table.scene import TableScene


def entry_of(table: TableScene, outcome: Outcome | None = None) -> Entry:
    """Return a finished game as a row of the statistics; see `result_of`."""
    return result_of(table.session, table.occasion, outcome)


def record_result(table: TableScene) -> Entry:
    """Record a finished game; a stuck solitaire waits, because its moves can still be undone."""
    entry = entry_of(table)
    if entry.won or not (table.solitaire or table.is_puzzle):
        enter(table, entry)
    return entry


def give_up(table: TableScene) -> None:
    """Record a stuck solitaire as lost when the player gives up."""
    entry = entry_of(table)
    if (table.solitaire or table.is_puzzle) and not entry.won:
        enter(table, entry)


def enter(table: TableScene, entry: Entry) -> None:
    """Enter a game that counts into the statistics; its save becomes a record. Note stars of own levels."""
    level = table.occasion.level
    if level is not None and not table.occasion.counts and entry.won:
        OwnLevels(table.app.store.folder).solve(level, entry.stars or 0)
    if table.occasion.counts:
        with table.app.history.together():
            table.finished(enter_result(table.app, table.session, entry, table.path))


def enter_result(app: App, session: Session, entry: Entry, path: Path | None = None) -> Booked | None:
    """Store a result, announce what was earned, and let the settings remember the first person's name.

    Return what the record says of it; None for a game that does not count, and for one of bots alone, which
    is no result of a person.
    """
    if session.uncounted is not None or all(seat.is_bot for seat in session.seats):
        return None
    game_id = session.notes.get(GAME_ID) or (path.name if path is not None else None)
    booking = book(app.history, session, replace(entry, record=game_id))
    for earned in booking.earned:
        app.announce(earned)
    name = next((seat.name.strip() for seat in session.seats if not seat.is_bot and seat.name.strip()), "")
    if name and not app.settings.name:
        person = app.history.people.named(name)
        app.settings.name = person.name if person else ""  # independent of the language
        app.store.write_settings(app.settings)
    return booking.booked


def settle_saves(app: App) -> None:
    """Book the games that were over when the program ended before their result was shown."""
    for save in app.store.unfinished():
        if app.store.may_play(save.path) and save.may_be_over:
            settle(app, save)


def settle(app: App, save: Save) -> None:
    """Book the game of a save if it is over; a lost solitaire can still be taken back and stays a save."""
    try:
        session = records.replay(save.record, rules_from_values)
    except Exception:  # its damage is told when it is opened
        return
    occasion = occasion_of(session)
    entry = result_of(session, occasion, session.game_outcome)
    puzzle = occasion.level is not None and occasion.level.goal != "par"
    points_game = board_class(session.rules.game).points_game and not puzzle
    if not (session.game_outcome is not None if points_game else entry.won):
        return
    with app.history.together():
        app.store.finish(session, save.path, enter_result(app, session, entry, save.path))
    app.store.discard_picture(save.path)


class Result(Ending):
    """Shown over the finished table. A lost solitaire offers undo first."""

    def __init__(self, app: App, table: TableScene, entry: Entry):
        super().__init__(app, table)
        self.entry, self.won = entry, entry.won

    def build(self) -> None:
        joy = Joy.RECORD if self._best_time() else Joy.WIN if self.won else Joy.NONE
        self.paint_behind(joy)
        key = f"result.{self.game}.{self.entry.why}"
        if not self.texts.has(key):
            key = "result.level.solved" if self.won else "result.level.missed"
        top = self.paint_headline(self.say(key), self._subtitle())
        area = self.look.m.content()
        panels = max(self.px(200), top + self.px(14))
        self.celebrate(joy, panels - self.px(4))
        self._panels(area, panels)
        self._buttons(area)

    def _best_time(self) -> bool:
        """Return whether this win was quicker than all before."""
        summary = self.app.history.summary(self.game, self.entry.variant, profile=self.person)
        quick = summary.best_seconds is not None and self.entry.seconds <= summary.best_seconds
        return self.won and self.table.is_counted and quick and summary.won > 1

    def _subtitle(self) -> str:
        game = self.say(f"game.{self.game}.title")
        return f"{game}, {self.table.pills()[0][1]}, {self.table.pills()[1][1]}"

    # --- figures ---

    def _panels(self, area: pygame.Rect, top: int) -> None:
        left, right = area.left + self.px(120), area.right - self.px(120)
        bottom = area.bottom - self.px(190)
        gap = self.px(24)
        width = right - left
        first = pygame.Rect(left, top, round(width * 0.58), bottom - top)
        second = pygame.Rect(first.right + gap, top, right - first.right - gap, bottom - top)
        self._facts_panel(first)
        self._curve_panel(second)

    def _facts_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect, shadow="float", alpha=0.96)
        x, right = rect.left + self.px(40), rect.right - self.px(40)
        y = rect.top + self.px(28)
        chrome.draw_caption(look, ground, self.say("result.figures"), (x, y))
        y += look.line_height("caption") + self.px(16)
        y = self._big_number(x, right, y)
        rows = self._rows()
        row_h = min(self.px(64), (rect.bottom - self.px(24) - y) // max(1, len(rows)))
        for icon, label, value, note in rows:
            cy = y + row_h // 2
            look.draw_icon(ground, icon, (x + self.px(14), cy), self.px(28), self.accent)
            written = look.write(ground, value, "name", (right, cy), "midright")
            if note and look.width(label, "body") + look.width(note,
                                                               "label") < right - x - written.w - self.px(90):
                note_rect = look.write(ground, note, "label", (written.left - self.px(16), cy), "midright",
                                       look.theme.good)
                written = note_rect
            look.write(ground, label, "body", (x + self.px(44), cy), "midleft", look.theme.dim,
                       fit=written.left - x - self.px(56))
            shapes.draw_box(ground, (x, y + row_h - 1, right - x, 1), 0, look.theme.line,
                            look.theme.line_alpha * 0.7)
            y += row_h

    def _big_number(self, x: int, right: int, y: int) -> int:
        """Paint the stars of a level, or the number of pieces left; return the y below."""
        look, ground = self.look, self.stage.ground
        stars = self.entry.stars
        if stars is not None and self.won:
            px = self.px(84)
            chrome.draw_stars(look, ground, (x, y + px // 2), stars, px)
            return y + px + self.px(20)
        progress = self.table.board.progress()
        if progress is None:
            return y
        number = look.write(ground, progress.number, "hero", (x, y), "topleft")
        at = number.right + self.px(20)
        look.write(ground, progress.line, "name", (at, number.centery - self.px(15)), "midleft",
                   fit=right - at)
        look.write(ground, progress.more, "label", (at, number.centery + self.px(15)), "midleft",
                   look.theme.dim,
                   fit=right - at)
        return number.bottom + self.px(6)

    def _rows(self) -> list[tuple[str, str, str, str]]:
        """Return (icon, label, value, note) rows of this game."""
        entry, history = self.entry, self.app.history
        summary = history.summary(self.game, entry.variant, profile=self.person)
        best = self._best_time()
        rows = [("clock", self.say("fact.time"), self.texts.clock(entry.seconds),
                 self.say("result.record") if best else ""),
                ("undo", self.say("fact.undos"), str(entry.undos),
                 self.say("result.clean") if self.won and not entry.undos and not entry.hints else ""),
                ("hint", self.say("fact.hints"), str(entry.hints), "")]
        if valid_day(entry.daily) and self.table.is_counted:
            assert entry.daily is not None
            streak = history.daily_streak(self.game, date.fromisoformat(entry.daily), profile=self.person)
            rows.append(("calendar", self.say("result.daily_streak"), self.say("shelf.days", n=streak), ""))
        if self.table.is_counted:
            rows.append(("flame", self.say("fact.streak"), str(summary.streak),
                         self.say("result.longest", n=summary.best_streak)
                         if summary.best_streak > 1 else ""))
            rows.append(("trophy", self.say("result.total"),
                         self.say("result.of", won=summary.won, played=summary.played), ""))
        return rows

    def _curve_panel(self, rect: pygame.Rect) -> None:
        """Paint the latest games as bars: wins as high as their time, losses marked."""
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect, shadow="float", alpha=0.96)
        x, right = rect.left + self.px(30), rect.right - self.px(30)
        chrome.draw_caption(look, ground, self.say("result.last_games"), (x, rect.top + self.px(28)))
        results = self.app.history.last_results(self.game, self.entry.variant, 20, profile=self.person)
        top = rect.top + self.px(28) + look.line_height("caption") + self.px(30)
        bottom = rect.bottom - self.px(64)
        shapes.draw_box(ground, (x, bottom, right - x, max(1, self.px(2))), 0, look.theme.dim, 0.6)
        if not results:
            look.paragraph(ground, self.say("result.first"), "body", pygame.Rect(x, top, right - x, 10),
                           look.theme.dim)
            return
        longest = max(60.0, *(seconds for _, _, seconds in results))
        step = min((right - x) / len(results), self.px(44))
        for i, (won, _, seconds) in enumerate(results):
            h = max(self.px(8), round((bottom - top) * seconds / longest))
            bar = pygame.Rect(round(x + i * step), bottom - h, max(3, round(step * 0.68)), h)
            if won:
                shapes.draw_box(ground, bar, min(self.px(6), bar.w / 2), self.accent,
                                1.0 if i == len(results) - 1 else 0.65)
            else:
                shapes.draw_box(ground, bar.inflate(-1, -1), min(self.px(6), bar.w / 2), None, 1,
                                look.theme.bad, 1,
                                max(1.2, 1.8 * look.k))
        charts.draw_legend(look, ground, pygame.Rect(x, bottom + self.px(18), right - x, self.px(28)),
                           self.say("result.won_by_time"), self.say("result.lost"), self.accent)

    # --- what next ---

    def _buttons(self, area: pygame.Rect) -> None:
        others, primary = self._choices()
        wide = max(self.px(360), self.look.width(primary[0], "button_xl") + self.px(170))
        self.button_row(area.left + self.px(120), area.right - self.px(120), wide, others, primary)

    def _choices(self) -> tuple[list[Choice], Choice]:
        """Return the secondary buttons and the primary one."""
        shelf = (self.say("menu.shelf"), self._to_shelf, "home")
        review = (self.say("review.open"), self.review, "statistics")
        again = (self.say("button.again"), self._again, "rotate")
        if self.has_few_tries:  # the review would tell the solution, and a new game would give new tries
            if self.may_try_again:
                return [shelf], (self.say("result.try_again"), self._take_back, "undo")
            return [shelf, review], (self.say("calendar.open"), self._to_calendar, "calendar")
        if self.may_try_again:
            return ([shelf, again, review, (self.say("menu.new_deal"), self._next, "dice")],
                    (self.say("result.take_back"), self._take_back, "undo"))
        if self.table.occasion.level is not None:
            return [shelf, again, review], (self.say("result.next_level"), self.next_level, "play")
        return [shelf, again, review], (self.say("menu.new_deal"), self._next, "dice")

    @property
    def has_few_tries(self) -> bool:
        """Whether this is a puzzle that may be tried only a few times."""
        level = self.table.occasion.level
        return level is not None and level.tries > 0

    @property
    def may_try_again(self) -> bool:
        """Whether the last move of a lost solitaire or puzzle may be taken back."""
        level = self.table.occasion.level
        if level is not None and level.tries and self.table.session.tally["undos"] + 1 >= level.tries:
            return False
        return not self.won and (self.table.solitaire or self.table.is_puzzle)

    def _take_back(self) -> None:
        self.close_this()
        self.table.undo()

    def _to_shelf(self) -> None:
        if not (self.has_few_tries and self.may_try_again):  # its save waits for the other tries
            give_up(self.table)
        self.app.home()

    def _to_calendar(self) -> None:
        give_up(self.table)
        self.close_this()
        self.app.open(routes.Calendar(), instead=True)

    def _again(self) -> None:
        give_up(self.table)
        self.close_this()
        self.table.restart()

    def _next(self) -> None:
        give_up(self.table)
        self.close_this()
        self.table.new_deal()

    def key(self, event: pygame.Event) -> bool:
        if self.primary_key(event):
            self._choices()[1][1]()
            return True
        if event.key == pygame.K_u and self.may_try_again:
            self._take_back()
            return True
        return False

    def escape(self) -> None:
        if self.may_try_again:
            self._take_back()
        else:
            self._to_shelf()
