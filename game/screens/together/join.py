"""Join a table: those found in this network, a field for the code, and one for an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import pygame

from game import routes
from game.data.seat_colours import seat_colours
from game.draw import chrome, shapes
from game.net.client import LineChanged
from game.net.entry.keys import SeatKey, seats_kept
from game.net.find import Finder, Found
from game.net.guest import Goal, Guest
from game.net.needed import missing
from game.net.table.chairs import Who
from game.screen import Screen
from game.screens.box_art import game_art
from game.screens.together.room import WaitingRoom
from game.table.remote.seated import Seated
from game.ui.bar import tool_row, top_bar, window_tool
from game.ui.names import variant_name
from game.ui.widgets import Area, Button, Field, IconButton
from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.app import App

SHOWN = 4
"""Tables shown at once; the address leads to any other."""


class Finding(Protocol):
    """The search for tables; tests replace it by one without a network."""

    @property
    def found(self) -> list[Found]: ...
    def open(self) -> None: ...
    def close(self) -> None: ...


class Join(Screen):
    """Tables on the left; code, address and who sits down on the right. One primary button."""

    finder: Finding

    def __init__(self, app: App, finder: Finding | None = None, name: str = ""):
        super().__init__(app)
        self._name = name
        self.heading = self.say("together.join")
        self.finder = finder or Finder()
        self.is_looking = True
        try:
            self.finder.open()
        except (OSError, ImportError):
            self.is_looking = False
        self.tables: list[Found] = []
        self.kept: list[SeatKey] = seats_kept(app.store.folder)
        self.chosen: Found | None = None
        self.code, self.address = "", ""
        absent = missing()
        self._missing = self.say("net.join.missing", n=len(absent), names=", ".join(absent)) if absent else ""
        self.fault = self._missing
        self.sits_down_at_once = False
        self._guest: Guest | None = None
        self._was_full = False
        """Whether the table of the address has just been said to be full."""

    # --- layout ---

    def build(self) -> None:
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("together.join"), self.escape)
        tool_row(self, [window_tool(self)])
        page, gap = self.look.m.page(), self.px(24)
        right_w = round(page.w * 0.37)
        left = pygame.Rect(page.left, page.top, page.w - right_w - gap, page.h)
        right = pygame.Rect(left.right + gap, page.top, right_w, page.h)
        chrome.draw_panel(self.look, self.stage.ground, left)
        chrome.draw_panel(self.look, self.stage.ground, right)
        pad = self.px(32)
        self._build_list(left.inflate(-2 * pad, -2 * self.px(24)))
        self._build_entry(right.inflate(-2 * pad, -2 * self.px(24)))

    def _build_list(self, area: pygame.Rect) -> None:
        look, ground, y = self.look, self.stage.ground, area.top
        chrome.draw_caption(look, ground, self.say("together.tables"), (area.left, y))
        state = "together.looking" if self.is_looking else "together.cannot_look"
        look.write(ground, self.say(state), "label", (area.right, y + look.line_height("caption") // 2),
                   "midright", look.theme.dim, fit=area.w // 2)
        y += look.line_height("caption") + self.px(14)
        gap = self.px(14)
        rows: list[SeatKey | Found] = list(self.kept[:1])
        rows += self.tables[:SHOWN - len(rows)]
        height = min(self.px(172), (area.bottom - y - self.px(60)) // SHOWN - gap)
        for row in rows:
            rect = pygame.Rect(area.left, y, area.w, height)
            if isinstance(row, SeatKey):
                self._build_seat(rect, row)
            else:
                self._build_table(rect, row)
            y += height + gap
        if not rows:
            look.paragraph(ground, self.say("together.nothing"), "body",
                           pygame.Rect(area.left, y + self.px(20), area.w, self.px(120)))
        note = pygame.Rect(area.left, area.bottom - self.px(56), area.w, self.px(56))
        if y <= note.top:
            look.write(ground, self.say("together.elsewhere_more"), "label", (note.left, note.centery),
                       "midleft", look.theme.dim, fit=note.w)

    def _row(self, rect: pygame.Rect, game: str, heads: tuple[str, str, str], right: tuple[str, str], *,
             chosen: bool, spoken: str, act: Callable[[], None]) -> None:
        look = self.look
        info = GAMES.get(game)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            shapes.draw_box(surface, box, self.px(16), look.theme.raised, 0.9, look.theme.line,
                            look.theme.hair)
            if chosen or widget.hovered:
                shapes.draw_box(surface, box, self.px(16), None, 1, self.accent if chosen else look.theme.dim,
                                1, max(1.5, (3 if chosen else 2) * look.k))
            side = box.h - self.px(24)
            x = box.left + self.px(12)
            if info is not None:
                picture = pygame.Rect(x, box.top + self.px(12), round(side * 1.18), side)
                surface.blit(game_art(look, info, picture.size), picture)
                x = picture.right + self.px(22)
            edge = box.right - self.px(20)
            right_w = max(look.width(text, "label") for text in right) + self.px(20)
            width = edge - right_w - x
            steps = (("box", None), ("name", None), ("label", look.theme.dim))
            total = sum(look.line_height(role) for role, _ in steps)
            shown = steps if total <= box.h - 8 else steps[:2]
            y = box.centery - sum(look.line_height(role) for role, _ in shown) // 2
            for (role, colour), text in zip(shown, heads, strict=False):
                look.write(surface, text, role, (x, y), "topleft", colour, fit=width)
                y += look.line_height(role)
            look.write(surface, right[0], "name", (edge, box.centery - look.line_height("name") * 0.6),
                       "midright", fit=right_w + self.px(40))
            look.write(surface, right[1], "label", (edge, box.centery + look.line_height("label") * 0.7),
                       "midright", look.theme.dim, fit=right_w + self.px(40))

        Area(self, rect, act, paint_over=paint, spoken=spoken, tip=spoken, radius_name="field")

    def _build_table(self, rect: pygame.Rect, table: Found) -> None:
        sign = table.sign
        title = self.say(f"game.{sign.game}.title") if sign.game in GAMES else sign.game
        host = sign.names[0] if sign.names else "?"
        if table.other_version:
            right = (self.say("together.other_version"), "")
        elif sign.free:
            right = (self.say("together.free", n=sign.free), self.say("together.code_at_right"))
        else:
            right = (self.say("together.full"), self.say("together.may_watch") if sign.watch else "")
        variant = sign.variant
        if sign.game in GAMES:
            variant = variant_name(self.texts, sign.game, sign.variant, self.app.store.own_rules)
        names = ", ".join(sign.names)
        heads = (title, self.say("together.table_of", name=host), f"{variant}: {names}")
        self._row(rect, sign.game, heads, right, chosen=table == self.chosen,
                  spoken=f"{title}, {names}, {right[0]}", act=lambda: self._choose(table))

    def _build_seat(self, rect: pygame.Rect, key: SeatKey) -> None:
        """Offer the seat of a game that goes on elsewhere."""
        title = self.say(f"game.{key.game}.title") if key.game in GAMES else key.game
        names = ", ".join(key.names)
        self._row(rect, key.game, (title, self.say("together.your_seat"), names),
                  (self.say("button.play_on"), f"{key.address}:{key.port}"), chosen=False,
                  spoken=f"{self.say('button.play_on')}: {title}, {names}", act=lambda: self._come_back(key))

    def _build_entry(self, area: pygame.Rect) -> None:
        look, ground, y = self.look, self.stage.ground, area.top
        height = max(self.px(76), look.design["sizes"]["hit_min"])
        host = self.chosen.sign.names[0] if self.chosen is not None and self.chosen.sign.names else ""
        caption = self.say("together.code_of", name=host) if host else self.say("together.code_caption")
        if look.width(caption.upper(), "caption") * 1.25 > area.w:
            caption = self.say("together.code_caption")
        chrome.draw_caption(look, ground, caption, (area.left, y))
        y += look.line_height("caption") + self.px(14)
        self.code_field = Field(self, pygame.Rect(area.left, y, area.w, height), self.code, self._type_code,
                                role="box", longest=60, submit=self.sit_down, bad=bool(self.fault))
        y += height + self.px(10)
        if self.fault:
            y = look.paragraph(ground, self.fault, "label",
                               pygame.Rect(area.left, y, area.w, self.px(90)), colour=look.theme.bad)
        self._note("together.code_form", area, y)
        y += look.line_height("label") + self.px(36)
        chrome.draw_caption(look, ground, self.say("together.address_caption"), (area.left, y))
        y += look.line_height("caption") + self.px(14)
        small = max(self.px(56), look.design["sizes"]["hit_min"])
        Field(self, pygame.Rect(area.left, y, area.w, small), self.address, self._type_address, longest=60,
              submit=self.sit_down, placeholder=self.say("together.address_example"))
        y += small + self.px(10)
        self._note("together.address_note", area, y)
        y += look.line_height("label") + self.px(36)
        foot = area.bottom - height
        if y + look.line_height("caption") + 2 * small < foot:
            self._build_who(pygame.Rect(area.left, y, area.w, 0))
        self._build_foot(pygame.Rect(area.left, foot, area.w, height))

    def _build_foot(self, rect: pygame.Rect) -> None:
        """Build the primary button, and beside it the one for those who only want to watch."""
        if self._guest is None and not self._is_full:
            label = self.say("together.watch")
            width = self.look.width(label, "button") + self.px(90)
            Button(self, pygame.Rect(rect.left, rect.top, width, rect.h), label, self.watch, icon="eye")
            width += self.px(14)
            rect = pygame.Rect(rect.left + width, rect.top, rect.w - width, rect.h)
        Button(self, rect, self.say("together.connecting" if self._guest else self._sit_key()), self.sit_down,
               icon="eye" if self._is_full else "putin", kind="primary", role="button_xl", key="Enter",
               enabled=self._guest is None)

    def _note(self, key: str, area: pygame.Rect, y: int) -> None:
        """Write a line below a field if there is room for a readable one."""
        text = self.say(key)
        if self.look.width(text, "label") <= area.w * 1.15:
            self.look.write(self.stage.ground, text, "label", (area.left, y), "topleft", self.look.theme.dim,
                            fit=area.w)

    @property
    def _is_full(self) -> bool:
        """Whether one can only watch there."""
        return self._was_full or (self.chosen is not None and not self.chosen.sign.free)

    def _sit_key(self) -> str:
        return "together.watch" if self._is_full else "together.sit_down"

    def _build_who(self, top: pygame.Rect) -> None:
        look, ground, who = self.look, self.stage.ground, self._who()
        chrome.draw_caption(look, ground, self.say("together.as"), top.topleft)
        rect = pygame.Rect(top.left, top.top + look.line_height("caption") + self.px(12), top.w,
                           max(self.px(84), look.line_height("name") + self.px(30)))
        shapes.draw_box(ground, rect, self.px(16), look.theme.raised, 0.9, look.theme.line, look.theme.hair)
        radius = rect.h // 2 - self.px(14)
        chrome.draw_avatar(look, ground, (rect.left + self.px(20) + radius, rect.centery), radius, who.colour,
                           who.face)
        side = rect.h - self.px(24)
        look.write(ground, who.name, "name", (rect.left + self.px(44) + 2 * radius, rect.centery), "midleft",
                   fit=rect.w - 2 * radius - side - self.px(90))
        IconButton(self, pygame.Rect(rect.right - side - self.px(12), rect.centery - side // 2, side, side),
                   "pencil", self._open_people, tip=self.say("settings.name.caption"))

    def _open_people(self) -> None:
        self.app.open(routes.People())

    def _who(self) -> Who:
        name = self._name or self.app.player_name()
        [look] = seat_colours([(name, False)], self.app.history.people.all())
        return Who(name, look.colour, look.face)

    # --- choosing ---

    def _choose(self, table: Found) -> None:
        self.chosen, self.fault, self._was_full = table, "", False
        self.address = f"{table.address}:{table.port}"
        if table.other_version:
            self.fault = self.say("net.join.version")
        self.rebuild()
        self.focus_on(self.code_field)
        self.code_field.begin()

    def _type_code(self, text: str) -> None:
        self.code = text

    def _type_address(self, text: str) -> None:
        self.address = text
        self.chosen, self._was_full = None, False

    def sit_down(self) -> None:
        """Try to get in with the code at the address; a full table can be watched."""
        self._enter(watch=self._is_full)

    def watch(self) -> None:
        """Try to get in without a seat."""
        self._enter(watch=True)

    def _enter(self, *, watch: bool) -> None:
        if self._guest is not None:
            return
        if self._missing:
            self._fail(self._missing)
            return
        address, port = _address(self.address)
        if not self.code.strip() or not port:
            self._fail(self.say("together.need_code" if port else "together.need_address"))
            return
        self._connect(Goal(address, port, self._who(), code=self.code, watch=watch))

    def _come_back(self, key: SeatKey) -> None:
        if self._missing:
            self._fail(self._missing)
            return
        self._connect(Goal.back_to(key, self._who()))

    def _connect(self, goal: Goal) -> None:
        self.fault = ""
        self._guest = Guest(goal, self.texts, folder=self.app.store.folder)
        self._guest.open()
        self.rebuild()

    def _fail(self, sentence: str) -> None:
        self.app.sounds.play("refuse")
        self.app.speech.say(sentence)
        self.fault = sentence
        self.rebuild()

    # --- time ---

    def enter(self) -> None:
        if self.sits_down_at_once:
            self.sits_down_at_once = False
            self.sit_down()

    @property
    def restless(self) -> bool:
        return super().restless or self._guest is not None

    def advance(self, ms: float) -> None:
        super().advance(ms)
        tables = self.finder.found
        if tables != self.tables:
            self.tables = tables
            if self.chosen not in tables:
                self.chosen = None
            self.rebuild()
        if self._guest is None:
            return
        happened = self._guest.client.poll()
        if self._guest.client.room is not None:
            guest, self._guest = self._guest, None
            self.app.replace(WaitingRoom(self.app, Seated(guest.client, guest=guest, held=happened)))
            return
        for happening in happened:
            if isinstance(happening, LineChanged) and happening.line == "closed":
                self._guest.close()
                self._guest = None
                self.kept = seats_kept(self.app.store.folder)
                self._was_full = happening.why is not None and happening.why.key == "net.refuse.full"
                self._fail(self.say(happening.why) if happening.why is not None else "")
                return
            if isinstance(happening, LineChanged) and happening.line == "lost" and not self.fault:
                self._fail(self.say("together.host_away"))

    def close(self) -> None:
        self.finder.close()
        if self._guest is not None:
            self._guest.close()


def opened(app: App, address: str, code: str, name: str) -> Join:
    """Return the screen that joins a table; with address and code it sits down at once."""
    join = Join(app, name=name)
    join.code, join.address = code, address
    join.sits_down_at_once = bool(address and code)
    return join


def _address(text: str) -> tuple[str, int]:
    """Return address and port of `192.168.1.24:47110`; port 0 if it is not one."""
    address, _, port = text.strip().rpartition(":")
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
    return (address.strip("[] "), number) if address.strip("[] ") and 0 < number < 65536 else ("", 0)
