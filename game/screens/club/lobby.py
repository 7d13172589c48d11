"""The lobby of a club: open tables, people who wait, games to watch, tournaments, and "find me a game"."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.net.client import Client
from game.net.club.happenings import (
    Answered,
    ClubHappening,
    Entered,
    LobbySeen,
    Matched,
    Seeking,
    SeekRow,
    TableOpened,
    TableRow,
)
from game.net.club.messages import MOST_ROWS
from game.net.club.tournament.page import Head, read_head
from game.net.happenings import Happening, LineChanged, WishRefused
from game.screens.club.tournament import TournamentPage, tournament_state
from game.screens.club.visiting import Visiting
from game.screens.club.wanted import Wanted, build_wanted
from game.screens.together.panels import (
    GAP,
    Asking,
    Row,
    Sentence,
    build_person,
    build_rows,
    draw_caption,
    foot_height,
    own_who,
    person_height,
)
from game.screens.together.room import WaitingRoom
from game.table.remote.seated import Seated
from game.ui.dialogs import Dialog
from game.ui.names import variant_name
from game.ui.widgets import Button, Cells, IconButton, Segment
from rules.catalog import GAMES
from rules.kit.plain import BadPlain

if TYPE_CHECKING:
    from game.app import App

LISTS = ("open", "running", "waiting", "tournaments")
EVERY = 2.5
"""Seconds between two looks at a list."""
MOST_UNHEARD = 100
"""Events of the lobby that are kept during a game; only the newest ones are still of use."""
Shown = TableRow | SeekRow | Head


class Lobby(Asking):
    """Lists on the left; the player, the wanted game and one primary button on the right."""

    def __init__(self, app: App, visit: Visiting, address: str):
        super().__init__(app)
        self.visit, self.address = visit, address
        self.list = "open"
        self.shown: list[Shown] = []
        self.total = self.start = 0
        self.is_known = False
        """Whether the club has answered for the present list."""
        self.chosen: Shown | None = None
        self.wanted = Wanted()
        self.wanted.set_game(self.wanted.game, self.texts.language)
        self.seeking: float | None = None
        """When the search for opponents began; None if there is none."""
        self.others = 0
        self.rows: Cells | None = None
        self.primary: Button | None = None
        self._opened: set[str] = set()
        self._client: Client | None = None
        """The table being joined, until it answers."""
        self._going = ""
        self._seats: dict[str, TableRow] = {}
        """The tables of running games in which the player has a seat."""
        self._seated_at: Seated | None = None
        self._called = ""
        """The table that waits while the player sits at another."""
        self._unheard: list[ClubHappening] = [] if visit.welcome is None else [Entered(visit.welcome)]
        self._looked = -EVERY
        self._told: Sentence | None = None

    @property
    def here(self) -> bool:
        return self.visit.line == "here"

    # --- layout ---

    def build(self) -> None:
        left, right = self.build_frame(self.say("lobby.title"), 0.37)
        self._build_list(left)
        self._build_side(right)

    def _build_list(self, area: pygame.Rect) -> None:
        look = self.look
        height = max(self.px(54), look.design["sizes"]["hit_min"])
        options = [(name, self.say(f"lobby.list.{name}")) for name in LISTS]
        Segment(self, pygame.Rect(area.left, area.top, area.w, height), options, self.list, self.show_list)
        y = area.top + height + self.px(GAP)
        pages = self.total > MOST_ROWS
        note_h = look.line_height("label") + self.px(20)
        if pages:
            note_h = max(note_h, look.design["sizes"]["hit_min"] + self.px(12))
        rect = pygame.Rect(area.left, y, area.w, area.bottom - note_h - y)
        if self.shown:
            rows = [self._row(one) for one in self.shown]
            self.rows = build_rows(self, rect, rows, lambda index: self._choose(self.shown[index]), self.rows)
        else:
            key = f"lobby.empty.{self.list}" if self.is_known else "lobby.asking"
            look.paragraph(self.stage.ground, self.say(key), "body", rect.move(0, self.px(20)))
        foot = pygame.Rect(area.left, area.bottom - note_h, area.w, note_h)
        if pages:
            foot.w = self._build_pages(foot) - foot.left
        look.write(self.stage.ground, self._note(), "label", foot.midleft, "midleft",
                   look.theme.dim if self.here else look.theme.warn, fit=foot.w)

    def _build_pages(self, foot: pygame.Rect) -> int:
        """Build the buttons that turn the pages of a long list; return where they begin."""
        side = self.look.design["sizes"]["hit_min"]
        right = pygame.Rect(foot.right - side, foot.bottom - side, side, side)
        left = right.move(-side - self.px(10), 0)
        IconButton(self, left, "up", lambda: self._turn_page(-1), tip=self.say("lobby.page_back"),
                   enabled=self.start > 0)
        IconButton(self, right, "down", lambda: self._turn_page(1), tip=self.say("lobby.page_on"),
                   enabled=self.start + MOST_ROWS < self.total)
        return left.left - self.px(16)

    def _turn_page(self, step: int) -> None:
        self.start = max(0, self.start + step * MOST_ROWS)
        self.rows = None
        self._look()

    def _note(self) -> str:
        if not self.here:
            return self.say("lobby.lost")
        if self.total > MOST_ROWS:
            last = min(self.total, self.start + MOST_ROWS)
            return self.say("lobby.pages", first=self.start + 1, last=last, all=self.total)
        return self.say("lobby.at", address=self.address)

    def _own(self, kind: str) -> list[Shown]:
        """Return the tables of running games in which the player has a seat; they are listed first."""
        return list(self._seats.values()) if kind == "open" and not self.start else []

    def _row(self, one: Shown) -> Row:
        chosen = one == self.chosen
        if isinstance(one, Head):
            return self._tournament_row(one, chosen=chosen)
        title = self.say(f"game.{one.game}.title") if one.game in GAMES else one.game
        variant = self._variant(one.game, one.variant)
        if isinstance(one, SeekRow):
            players = self.say("lobby.players", n=one.players)
            right = (self.say("lobby.rating", n=one.rating), players)
            return Row(one.game, (one.name, title, variant), right,
                       f"{one.name}, {title}, {variant}, {players}", chosen=chosen)
        names = ", ".join(one.names)
        if one.table in self._seats:
            right = (self.say("button.play_on"), self.say("together.your_seat"))
        elif _is_open(one):
            right = (self.say("together.free", n=one.free), self.say("lobby.event") if one.event else "")
        else:
            right = (self.say("lobby.running"), self.say("together.may_watch") if one.watch else "")
        return Row(one.game, (title, names or self.say("lobby.nobody_yet"), variant), right,
                   f"{title}, {names}, {right[0]}", chosen=chosen)

    def _variant(self, game: str, variant: str) -> str:
        if not variant:
            return self.say("lobby.any_variant")
        return variant_name(self.texts, game, variant, self.app.store.own_rules) if game in GAMES else variant

    def _tournament_row(self, head: Head, *, chosen: bool) -> Row:
        title = self.say(f"game.{head.game}.title") if head.game in GAMES else head.game
        state = tournament_state(self, head)
        right = (self.say("lobby.people", n=head.people), self.say("lobby.you_play") if head.entered else "")
        return Row(head.game, (head.name, title, state), right, f"{head.name}, {title}, {state}, {right[0]}",
                   chosen=chosen)

    def _build_side(self, area: pygame.Rect) -> None:
        look, height = self.look, foot_height(self)
        foot = area.bottom - height
        welcome = self.visit.welcome
        y = area.top
        hit = max(self.px(54), look.design["sizes"]["hit_min"])
        steppers = look.line_height("caption") + self.px(GAP) + 4 * (hit + self.px(10))
        second = foot - hit - self.px(12)
        card = look.line_height("caption") + self.px(GAP) + person_height(self) + self.px(24)
        if welcome is not None and y + card + steppers < second:
            y = draw_caption(self, area, y, self.say("lobby.as"))
            y = build_person(self, area, y, own_who(self, welcome.name),
                             self.say("lobby.your_id", id=welcome.id), edit=False) + self.px(24)
        y = draw_caption(self, area, y, self.say("lobby.wanted"))
        y = build_wanted(self, area, y, self.wanted, self.rebuild)
        text, bad = self._sentence()
        room = pygame.Rect(area.left, y + self.px(6), area.w, second - y - self.px(12))
        self._told = None
        if text and look.paragraph_height(text, "label", area.w) <= room.h + self.px(10):
            self._told = Sentence(self, room, text, bad=bad)
        label, act, icon = self._primary()
        idle = self.here and self._client is None
        other = (self.say("lobby.open_table"), self.open_table, "plus")
        if self.chosen is not None and self.seeking is None:
            other = (self.say("lobby.find"), self.find, "people")
        Button(self, pygame.Rect(area.left, second, area.w, hit), other[0], other[1], icon=other[2],
               enabled=idle)
        self.primary = Button(self, pygame.Rect(area.left, foot, area.w, height), label, act, icon=icon,
                              kind="primary", role="button_xl", key=self.say("key.enter"), enabled=idle)

    def _sentence(self) -> tuple[str, bool]:
        """Return the sentence above the buttons, and whether it is a fault."""
        if self.fault:
            return self.fault, True
        if self.seeking is not None:
            clock = self.texts.clock(max(0, round(time.monotonic() - self.seeking)))
            return self.say("lobby.seeking", time=clock, n=self.others), False
        if self.visit.welcome is not None and self.visit.welcome.muted:
            return self.say("club.refuse.muted"), True
        return "", False

    def _primary(self) -> tuple[str, Callable[[], None], str]:
        """Return label, action and icon of the one main button."""
        if self._client is not None:
            return self.say("together.connecting"), self.find, "clock"
        if self.seeking is not None:
            return self.say("lobby.stop"), self.stop_seeking, "cross"
        match self.chosen:
            case Head():
                return self.say("lobby.to_tournament"), self._go_to_chosen, "trophy"
            case TableRow() as table:
                if table.table in self._seats:
                    return self.say("button.play_on"), self._go_to_chosen, "play"
                sits = _is_open(table)
                return (self.say("together.sit_down" if sits else "together.watch"), self._go_to_chosen,
                        "putin" if sits else "eye")
            case SeekRow():
                return self.say("lobby.play_with", name=self.chosen.name), self._go_to_chosen, "people"
            case _:
                return self.say("lobby.find"), self.find, "people"

    # --- wishes ---

    def show_list(self, name: str) -> None:
        self.list, self.chosen, self.fault, self.is_known = name, None, "", False
        self.shown, self.total, self.start, self.rows = [], 0, 0, None
        self._look()
        self.rebuild()

    def _look(self) -> None:
        self._looked = time.monotonic()
        if self.list == "tournaments":
            self.visit.ask("tournaments", {})
        else:
            self.visit.look(self.list, start=self.start)

    def _choose(self, one: Shown) -> None:
        if one == self.chosen:
            self._go_to_chosen()
            return
        self.chosen, self.fault = one, ""
        self.rebuild()

    def _go_to_chosen(self) -> None:
        """Sit down, watch, start the same search as the chosen person, or open the page of a tournament."""
        match self.chosen:
            case Head(id=tournament):
                self.app.push(TournamentPage(self.app, self.visit, tournament, self._go_from_page,
                                             self.happened))
            case TableRow() as table:
                self.go_to(table.table, watch=not _is_open(table) and table.table not in self._seats)
            case SeekRow(game=game, variant=variant, players=players, language=language):
                self.chosen = None
                self._seek(game, variant, players, language)
            case _:
                pass

    def find(self) -> None:
        """Let the club search for opponents in the wanted game."""
        wanted = self.wanted
        self.chosen = None
        self._seek(wanted.game, wanted.variant, wanted.players, wanted.language)

    def _seek(self, game: str, variant: str, players: int, language: str) -> None:
        self.fault, self.seeking = "", time.monotonic()
        self.visit.seek(game, variant, players, language)
        self.rebuild()

    def stop_seeking(self) -> None:
        self.seeking = None
        self.visit.stop_seeking()
        self.rebuild()

    def open_table(self) -> None:
        """Open a table of the wanted game, with all seats for people."""
        if self.seeking is not None:
            self.stop_seeking()
        self.visit.open_table(self.wanted.game, self.wanted.full_variant, ["remote"] * self.wanted.players)

    def go_to(self, table: str, *, watch: bool = False) -> None:
        """Go to a table; its room or its game opens when it answers."""
        if self._client is not None:
            return
        self.fault, self.seeking = "", None
        self._client, self._going = self.visit.go_to(table, watch=watch), table
        self.rebuild()

    def _go_from_page(self, table: str, watch: bool) -> None:
        self.app.home(self)
        self.go_to(table, watch=watch)

    # --- time ---

    def come_back(self) -> None:
        """Back from a table or a page: the lists may have changed; the seat of a running game waits."""
        self.chosen = None
        if self._seated_at is not None:
            self._keep_seat(self._seated_at)
            self._seated_at = None
        self._look()
        self.rebuild()
        if self._called:
            called, self._called = self._called, ""
            self.go_to(called)

    def _keep_seat(self, seated: Seated) -> None:
        mirror, seat = seated.client.mirror, seated.client.seat
        if seated.is_over or mirror is None or seat is None:
            self._seats.pop(self._going, None)
            return
        names = tuple(one.name for number, one in enumerate(mirror.seats) if number != seat)
        self._seats[self._going] = TableRow(self._going, mirror.rules.game, mirror.rules.variant, names,
                                            len(mirror.seats), 0, "playing", False)

    @property
    def restless(self) -> bool:
        return super().restless or self._client is not None

    def advance(self, ms: float) -> None:
        super().advance(ms)
        unheard, self._unheard = self._unheard, []
        for happening in [*unheard, *self.visit.poll()]:
            self.happened(happening)
        if self.app.top is not self:
            return
        if self._client is not None:
            self._wait_at_the_table(self._client)
        elif self.here and time.monotonic() - self._looked > EVERY:
            self._look()
        if self.seeking is not None and self._told is not None:
            self._told.change(self._sentence()[0])

    def _wait_at_the_table(self, client: Client) -> None:
        happened = client.poll()
        if client.room is not None:
            self._client = None
            self.app.push(WaitingRoom(self.app, self._seated(client, happened)))
            return
        for happening in happened:
            if isinstance(happening, LineChanged) and happening.line == "closed":
                self._client = None
                why = happening.why
                self.fail(self.say(why) if why is not None else self.say("lobby.no_table"))
                return

    def _seated(self, client: Client, happened: list[Happening]) -> Seated:
        self._seated_at = Seated(client, held=happened, home=self, leave=self.visit.leave_table,
                                 listen=self._listen, opened=self._going in self._opened)
        return self._seated_at

    def happened(self, happening: ClubHappening) -> None:
        """Handle an event of the club."""
        match happening:
            case LobbySeen(kind, total, tables, people):
                if kind == self.list:
                    rest = [table for table in tables if table.table not in self._seats]
                    self._fill([*self._own(kind), *rest, *people], total)
            case Answered("tournaments", result):
                if self.list == "tournaments":
                    self._fill(_heads(result.get("rows")), 0)
            case TableOpened(table):
                self._opened.add(table)
                self.go_to(table)
            case Seeking(waiting):
                self.others = waiting
                self.rebuild()
            case Matched(table):
                self._matched(table)
            case WishRefused(_, why):
                self.seeking = None
                self.fail(self.say(why))
            case LineChanged("closed", why):
                self._closed(self.say(why) if why is not None else self.say("lobby.gone"))
            case Entered(welcome):
                self._seats = {row.table: row for row in welcome.seats}
                self._look()
                self.rebuild()
                self._answer_calls()
            case LineChanged():
                self.rebuild()
            case _:
                pass

    def _listen(self) -> None:
        """Handle, at a table, the call to another one; other events wait until the lobby is shown again."""
        for happening in self.visit.poll():
            if isinstance(happening, Matched):
                self._matched(happening.table)
            else:
                self._unheard = [*self._unheard, happening][-MOST_UNHEARD:]

    def _answer_calls(self) -> None:
        """Go to the table of a tournament that waits: the call may have come while the line was lost.

        The table that was just left is skipped.
        """
        waits = [row.table for row in self._seats.values()
                 if row.event and row.phase == "waiting" and row.table != self._going]
        if waits and self._client is None:
            self._matched(waits[0])

    def _matched(self, table: str) -> None:
        """Go to the table that was found, or offer it after a game; otherwise it waits for the lobby."""
        self.app.sounds.play("hint")
        self.app.speech.say(self.say("lobby.matched"))
        if self.app.top is self:
            self.go_to(table)
            return
        self._called = table
        if self._seated_at is not None and self._seated_at.is_over:
            self.app.push(Dialog(self.app, self.say("lobby.matched"), "", [
                (self.say("tournament.to_table"), lambda: self.app.home(self), "putin"),
                (self.say("button.stay"), None, None)], icon="people", esc_closes=True))

    def _fill(self, shown: list[Shown], total: int) -> None:
        self._looked = time.monotonic()
        if shown == self.shown and total == self.total and self.is_known:
            return
        self.shown, self.total, self.is_known = shown, total, True
        if self.chosen not in shown:
            self.chosen = None
        self.rebuild()

    def _closed(self, sentence: str) -> None:
        def back() -> None:
            self.app.home(self)
            self.app.pop()

        self.app.push(Dialog(self.app, self.say("lobby.closed"), sentence,
                             [(self.say("button.ok"), back, "check")], icon="warning"))

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            if self.primary is not None and self.primary.enabled:
                self.primary.action()
            return True
        return False

    def close(self) -> None:
        self.visit.close()


def _is_open(table: TableRow) -> bool:
    return bool(table.free) and table.phase == "waiting"


def _heads(rows: object) -> list[Shown]:
    """Return the tournaments of an answer; what does not fit is left out."""
    found: list[Shown] = []
    for row in rows if isinstance(rows, list) else []:
        with suppress(BadPlain):
            found.append(read_head(row))
    return found
