"""The page of a tournament: standings, the tables of a round, the player's next table, entering."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

import pygame

from game.draw import shapes
from game.net.club.happenings import Answered, ClubHappening, Matched
from game.net.club.tournament.page import Head, Line, Page, read_page
from game.net.club.tournament.page import Row as Standing
from game.net.happenings import LineChanged, WishRefused
from game.net.protocol import Params
from game.screen import Screen
from game.screens.club.visiting import Visiting
from game.screens.together.panels import GAP, Asking, Row, Sentence, build_rows, draw_caption, foot_height
from game.ui.names import bot_level, variant_name, written_moment
from game.ui.widgets import Button, Cells, Scroll, Stepper
from rules.catalog import GAMES
from rules.kit.plain import BadPlain

if TYPE_CHECKING:
    from game.app import App

EVERY = 2.5
"""Seconds between two questions for the page."""


class TournamentPage(Asking):
    """Standings on the left; a round and the possible actions on the right."""

    def __init__(self, app: App, visit: Visiting, tournament: str, go_to: Callable[[str, bool], None],
                 heard: Callable[[ClubHappening], None]):
        super().__init__(app)
        self.visit, self.tournament = visit, tournament
        self.page: Page | None = None
        self.primary: Button | None = None
        self.rows: Cells | None = None
        self._go_to, self._heard = go_to, heard
        self._round: int | None = None
        """The round to show; None for the present one."""
        self._standings: Scroll | None = None
        self._asked = -EVERY
        self._known = 0
        """The revision of the page; the club answers only if there is a newer one."""
        self._next: Sentence | None = None

    # --- layout ---

    def build(self) -> None:
        page = self.page
        if page is not None and page.head.game in GAMES:
            self.game = page.head.game
        title = page.head.name if page is not None else self.say("lobby.list.tournaments")
        left, right = self.build_frame(title, 0.4)
        if page is None:
            self.look.paragraph(self.stage.ground, self.fault or self.say("lobby.asking"), "body", left)
            return
        self._build_standings(left, page)
        self._build_round(right, page)

    def _build_standings(self, area: pygame.Rect, page: Page) -> None:
        look = self.look
        y = draw_caption(self, area, area.top, self.say("tournament.standings"),
                         tournament_state(self, page.head))
        row_h = look.line_height("name") + self.px(16)
        width = area.w - self.px(16)
        columns = self._columns(page, width)
        heads = pygame.Rect(area.left, y, width, look.line_height("label") + self.px(6))
        for title, right, _ in columns if page.rows else []:
            look.write(self.stage.ground, title, "label", (heads.left + right, heads.centery), "midright",
                       look.theme.dim)
        y = heads.bottom
        rect = pygame.Rect(area.left, y, area.w, area.bottom - y)
        if not page.rows:
            look.paragraph(self.stage.ground, self.say("tournament.nobody"), "body", rect)
            return
        content = pygame.Surface((area.w, row_h * len(page.rows)), pygame.SRCALPHA)
        for number, row in enumerate(page.rows):
            self._paint_standing(content, pygame.Rect(0, number * row_h, width, row_h), row, columns)
        before = self._standings
        self._standings = Scroll(self, rect, content)
        self._standings.spoken = ". ".join(self._told(row) for row in page.rows)
        if before is not None:
            self._standings.scroll_to(before.offset)

    def _columns(self, page: Page, width: int) -> list[tuple[str, int, Callable[[Standing], str]]]:
        """Return title, right end and text of the columns that fit beside the names, the points first."""
        look, number = self.look, self.texts.number

        def tie_break(index: int) -> Callable[[Standing], str]:
            return lambda row: number(row.tie_breaks[index], 0 if row.tie_breaks[index] % 1 == 0 else 1)

        wanted: list[tuple[str, Callable[[Standing], str]]] = [
            (self.say("tournament.points"), lambda row: number(row.points, 0 if row.points % 1 == 0 else 1)),
            (self.say("tournament.tally"), lambda row: f"{row.won} \u00b7 {row.drawn} \u00b7 {row.lost}")]
        wanted += [(self.say(f"tournament.tie_break.{name}"), tie_break(index))
                   for index, name in enumerate(page.tie_breaks)]
        found: list[tuple[str, int, Callable[[Standing], str]]] = []
        room, gap = width - self.px(280), self.px(28)
        for title, text in wanted:
            need = max(look.width(title, "label"), look.width("0 \u00b7 0 \u00b7 0", "name")) + gap
            if need > room:
                break
            room -= need
            found.append((title, need, text))
        right, placed = width - self.px(12), []
        for title, need, text in reversed(found):
            placed.append((title, right, text))
            right -= need
        return placed[::-1]

    def _paint_standing(self, surface: pygame.Surface, rect: pygame.Rect, row: Standing,
                        columns: list[tuple[str, int, Callable[[Standing], str]]]) -> None:
        look = self.look
        if row.you:
            shapes.draw_box(surface, rect.inflate(0, -4), self.px(10), look.theme.raised, 0.9, self.accent, 1,
                            max(1.2, 2 * look.k))
        colour = look.theme.text if row.here else look.theme.dim
        look.write(surface, str(row.rank), "name", (rect.left + self.px(44), rect.centery), "midright",
                   self.accent if row.rank == 1 else look.theme.dim)
        x = rect.left + self.px(64)
        edge = columns[0][1] - self.px(110) if columns else rect.right
        name = look.write(surface, row.name, "name", (x, rect.centery), "midleft", colour, fit=edge - x)
        left = "" if row.here else self.say("tournament.left")
        more = bot_level(self.texts, row.level) if row.level else left
        if more and name.right + self.px(12) + look.width(more, "label") < edge:
            look.write(surface, more, "label", (name.right + self.px(12), rect.centery), "midleft",
                       look.theme.dim)
        for _, right, text in columns:
            look.write(surface, text(row), "name", (rect.left + right, rect.centery), "midright", colour)

    def _told(self, row: Standing) -> str:
        return self.say("tournament.told", rank=row.rank, name=row.name,
                        points=self.texts.number(row.points, 0 if row.points % 1 == 0 else 1))

    def _build_round(self, area: pygame.Rect, page: Page) -> None:
        look, height = self.look, foot_height(self)
        foot = area.bottom - height
        hit = max(self.px(54), look.design["sizes"]["hit_min"])
        y = draw_caption(self, area, area.top, self._game_line(page.head))
        if page.head.round:
            Stepper(self, pygame.Rect(area.left, y, area.w, hit), page.shown, 1, page.head.round, 1,
                    lambda number: self.say("tournament.round", n=number), self.show_round)
            y += hit + self.px(GAP)
        text = self.fault or self._sentence(page)
        lines = look.paragraph_height(text, "label", area.w) + self.px(12)
        rect = pygame.Rect(area.left, y, area.w, foot - lines - self.px(8) - y)
        rows = [self._line(line) for line in page.tables]
        bye = self.say("tournament.bye")
        rows += [Row("", ("", name, ""), (bye, ""), f"{name}, {bye}") for name in page.byes]
        if rows:
            self.rows = build_rows(self, rect, rows, self._take, self.rows, low=True)
        self._next = Sentence(self, pygame.Rect(area.left, foot - lines, area.w, lines), text,
                              bad=bool(self.fault))
        label, act, icon = self._primary(page)
        self.primary = Button(self, pygame.Rect(area.left, foot, area.w, height), label, act, icon=icon,
                              kind="primary", role="button_xl", key=self.say("key.enter"),
                              enabled=self.visit.line == "here")

    def _game_line(self, head: Head) -> str:
        if head.game not in GAMES:
            return head.game
        variant = variant_name(self.texts, head.game, head.variant, self.app.store.own_rules)
        return f"{self.say(f'game.{head.game}.title')}, {variant}"

    def _line(self, line: Line) -> Row:
        score = " : ".join(self.texts.number(value, 0 if value % 1 == 0 else 1) for value in line.points)
        state = self.say("tournament.over") if line.over else self.say("tournament.playing")
        names = ", ".join(line.names)
        return Row("", ("", names, ""), (score if line.games else state, state if line.games else ""),
                   f"{names}, {score}, {state}", chosen=line.you)

    def _sentence(self, page: Page) -> str:
        """Return the sentence about the next event."""
        if self.visit.line != "here":
            return self.say("lobby.lost")
        if page.table:
            return self.say("tournament.your_table")
        if page.next_at is not None:
            clock = self.texts.clock(max(0, round(page.next_at - time.time())))
            return self.say("tournament.next_round", time=clock)
        if page.head.phase == "entering" and page.head.entered:
            return self.say("tournament.you_are_in")
        return tournament_state(self, page.head)

    def _primary(self, page: Page) -> tuple[str, Callable[[], None], str]:
        if page.table:
            return self.say("tournament.to_table"), lambda: self._go_to(page.table, False), "putin"
        if page.head.may_enter:
            return self.say("tournament.enter"), lambda: self._ask("enrol"), "check"
        if page.head.entered and page.head.phase != "over":
            return self.say("tournament.withdraw"), lambda: self._ask("withdraw"), "quit"
        return self.say("tournament.back"), self.escape, "back"

    # --- wishes ---

    def _ask(self, method: str) -> None:
        self.fault = ""
        self.visit.ask(method, {"id": self.tournament})
        self.ask_page()

    def ask_page(self) -> None:
        self._asked = time.monotonic()
        params: Params = {"id": self.tournament, "known": self._known}
        if self._round is not None:
            params["round"] = self._round
        self.visit.ask("tournament", params)

    def show_round(self, number: int) -> None:
        self._round = number if self.page is not None and number < self.page.head.round else None
        self.rows, self._known = None, 0
        self.ask_page()

    def _take(self, index: int) -> None:
        """Go to the player's table, or watch another one."""
        page = self.page
        if page is not None and index < len(page.tables) and not page.tables[index].over:
            line = page.tables[index]
            self._go_to(line.table, line.table != page.table)

    # --- time ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        for happening in self.visit.poll():
            self._happened(happening)
            if self.app.top is not self:
                return
        if self.visit.line == "here" and time.monotonic() - self._asked > EVERY:
            self.ask_page()
        if self.page is not None and self._next is not None:
            self._next.change(self.fault or self._sentence(self.page))

    def _happened(self, happening: ClubHappening) -> None:
        match happening:
            case Answered("tournament", result):
                revision = result.get("revision")
                with suppress(BadPlain):
                    if "page" in result and isinstance(revision, int):
                        self.page, self._known = read_page(result["page"]), revision
                        self.rebuild()
            case WishRefused(_, why):
                self.fail(self.say(why))
            case Matched(table):
                self._go_to(table, False)
            case LineChanged("lost" | "here"):
                self._heard(happening)
                self.rebuild()
            case _:
                self._heard(happening)

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            if self.primary is not None and self.primary.enabled:
                self.primary.action()
            return True
        return False


def tournament_state(screen: Screen, head: Head) -> str:
    """Return the state of a tournament in one line."""
    if head.phase != "entering":
        return screen.say(f"tournament.phase.{head.phase}", round=head.round, rounds=head.rounds)
    if head.starts_at is not None:
        return screen.say("tournament.begins_at",
                          when=written_moment(screen.texts, datetime.fromtimestamp(head.starts_at)))
    return screen.say("tournament.begins_with", n=head.waits_for)
