"""The result of a round or a game with points: points by kind, the best move, and the next steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game import routes
from game.app import App
from game.screens.result.beside import best_height, build_best, paint_curve, paint_facts, paint_scores
from game.screens.result.ending import Choice, Joy
from game.screens.result.figures import level_stars
from game.screens.result.pad import ScorePad
from game.screens.result.points import PointsTable
from game.screens.result.report import Report
from game.screens.result.sharing import told_end
from game.screens.result.solitaire import enter, entry_of
from rules.engine import StandIn
from rules.session import LEVELS

if TYPE_CHECKING:
    from game.table.scene import TableScene

LONG_STREAK = 3
"""Wins in a row that are a record if there never were more."""
COUNTED = "counted"
"""Flag of a session whose result is already recorded."""


def was_stopped(table: TableScene) -> bool:
    """Return whether a solitaire was ended by its player, who may still take that back."""
    outcome = table.session.game_outcome
    return len(table.session.seats) == 1 and outcome is not None and outcome.why == "stop"


def record_sheet(table: TableScene) -> None:
    """Record the result of a finished game once; the winner is that of the game, not of its last round."""
    session = table.session
    if session.game_outcome is None or not table.occasion.counts or COUNTED in session.notes:
        return
    session.notes[COUNTED] = "yes"
    enter(table, entry_of(table, session.game_outcome))


class Sheet(Report):
    """Shown over the table when a round is over; the score pad is its reverse side."""

    def __init__(self, app: App, table: TableScene):
        super().__init__(app, table)
        self.pad_shown = False
        self.page = table.board.result_page(self)
        self.pad: ScorePad | None = None

    def close(self) -> None:
        """Enter a stopped solitaire, unless stopping was taken back."""
        super().close()
        record_sheet(self.table)

    def enter(self) -> None:
        super().enter()
        if self.page is not None:
            self.page.enter()
        self._ask_master()

    def _ask_master(self) -> None:
        """Ask what master makes of the deal of the day from the seat of the only person."""
        session = self.table.session
        people = [seat for seat, player in enumerate(session.seats) if not player.is_bot]
        if not (self.figures.over and self.table.occasion.daily and len(people) == 1 < len(session.seats)
                and not self.master):
            return

        def heard(found: object) -> None:
            if isinstance(found, StandIn) and self.app.top is self:
                self.master = told_end(self.texts, self.game, found, people[0])
                self.rebuild()

        levels = tuple(player.level if player.level in LEVELS else LEVELS[-1] for player in session.seats)
        self.ask("stand_in", (session.rules, levels, session.seed), heard)

    # --- building ---

    def build(self) -> None:
        look = self.look
        area = look.m.content()
        joy = self._joy()
        self.paint_behind(joy)
        below = self.paint_headline(self.headline(), self.subtitle())
        margin = max(self.px(40), min(self.px(120), (area.w - self.px(1680)) // 2))
        top = max(self.px(196), below + self.px(14))
        frame = pygame.Rect(area.left + margin, top, area.w - 2 * margin, area.bottom - self.px(184) - top)
        self.celebrate(joy, frame.top - self.px(4))
        gap = self.px(24)
        left = pygame.Rect(frame.left, frame.top, round((frame.w - gap) * 0.664), frame.h)
        right = pygame.Rect(left.right + gap, frame.top, frame.right - left.right - gap, frame.h)
        others, primary = self._choices()
        self.pad = None
        if self.pad_shown:
            self.pad = ScorePad(self, frame)
        elif self.page is not None:
            self.page.build(frame)
        else:
            self._build_overview(left, right)
        self.button_row(frame.left, frame.right, right.w, others, primary,
                        note=self.page.note() if self.page is not None and self.figures.over else "")

    def _build_overview(self, left: pygame.Rect, right: pygame.Rect) -> None:
        points = PointsTable(self, left)
        points.paint()
        if self.figures.solo:
            paint_scores(self, points.free)
        else:
            paint_facts(self, points.free)
        high = min(round((right.h - self.px(24)) * 0.58), best_height(self, right.w))
        upper = pygame.Rect(right.left, right.top, right.w, high)
        build_best(self, upper)
        paint_curve(self, pygame.Rect(right.left, upper.bottom + self.px(24), right.w,
                                      right.bottom - upper.bottom - self.px(24)))

    def _joy(self) -> Joy:
        """Return what to celebrate: a person's win; alone: out, a record, par; most of all a record."""
        session, history = self.table.session, self.app.history
        if self.table.occasion.level is not None:
            return Joy.WIN if level_stars(self.table) > 0 else Joy.NONE
        if self.figures.solo:
            best = history.high_scores(self.game, session.rules.variant, 1, limit=2)
            if len(best) > 1 and best[0][0] == session.state.scores[0]:
                return Joy.RECORD
            return Joy.WIN if self.figures.outcome.why == "out" else Joy.NONE
        if not self.people_won:
            return Joy.NONE
        summary = history.summary(self.game, session.rules.variant, len(session.seats), profile=self.person)
        longest = self.figures.over and summary.streak == summary.best_streak >= LONG_STREAK
        return Joy.RECORD if longest else Joy.WIN

    # --- what next ---

    def _choices(self) -> tuple[list[Choice], Choice]:
        """Return the secondary buttons and the primary one."""
        pad = (self.say("sheet.pad.hide" if self.pad_shown else "sheet.pad.show"), self.turn_over,
               "statistics" if self.pad_shown else "list")
        review = (self.say("review.open"), self.review, "statistics")
        take_back = (self.say("result.take_back"), self.take_back, "undo")
        others: list[Choice] = [(self.say("menu.shelf"), self.app.home, "home"),
                                take_back if was_stopped(self.table) else review]
        rematch = (self.say("sheet.rematch"), self.rematch, "dice")
        again = (self.say("sheet.again"), self._again, "rotate")
        if self.table.occasion.level is not None:
            onwards = (self.say("result.next_level"), self.next_level, "play")
            reached = level_stars(self.table) > 0
            return [*others, again if reached else onwards, pad], onwards if reached else again
        if self.figures.solo:
            return [*others, again, pad], (self.say("menu.new_deal"), self.rematch, "dice")
        if self.figures.over and self.page is not None and self.page.explains_defeats and not self.people_won:
            return [others[0], rematch, pad], review
        if self.figures.over:
            return [*others, pad], rematch
        return [*others, rematch, pad], (self.say("sheet.next_round"), self.next_round, "play")

    def turn_over(self) -> None:
        """Toggle between the overview and the score pad."""
        self.pad_shown = not self.pad_shown
        self.rebuild()

    def next_round(self) -> None:
        """Return to the table before the round is dealt, so that no animation starts too early."""
        self.close_this()
        self.table.session.next_round()
        self.table.round_dealt()

    def take_back(self) -> None:
        """Go on with a solitaire that was stopped."""
        self.table.session.undo()
        self.close_this()
        self.table.jumped()

    def rematch(self) -> None:
        """Start a new deal with the same seats and rules."""
        session = self.table.session
        self.close_this()
        self.app.open(routes.NewDeal(session), instead=True)

    def _again(self) -> None:
        self.close_this()
        self.table.restart()

    def key(self, event: pygame.Event) -> bool:
        if self.primary_key(event):
            self._choices()[1][1]()
            return True
        if event.key == pygame.K_p:
            self.turn_over()
            return True
        if event.key == pygame.K_F2:
            self.review()
            return True
        return self.pad is not None and self.focus is None and self.pad.key_down(event)

    def escape(self) -> None:
        if self.pad_shown:
            self.turn_over()
        else:
            self.app.home()
