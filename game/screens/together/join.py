"""Join a table: those found in this network, a field for the code, and one for an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from game import routes
from game.net.entry.keys import SeatKey, seats_kept
from game.net.find import Finder, Found
from game.net.guest import Goal, Guest
from game.net.happenings import LineChanged
from game.screens.together.panels import (
    Asking,
    Entry,
    Row,
    build_card,
    build_rows,
    draw_caption,
    foot_height,
    own_who,
)
from game.screens.together.room import WaitingRoom
from game.table.remote.seated import Seated
from game.ui.names import variant_name
from game.ui.widgets import Button, Cells
from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.app import App


class Finding(Protocol):
    """The search for tables; tests replace it by one without a network."""

    @property
    def found(self) -> list[Found]: ...
    def open(self) -> None: ...
    def close(self) -> None: ...


class Join(Asking):
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
        self.fault = self.absent()
        self.sits_down_at_once = False
        self.rows: Cells | None = None
        self._guest: Guest | None = None
        self._was_full = False
        """Whether the table of the address has just been said to be full."""

    # --- layout ---

    def build(self) -> None:
        club = ("home", self._open_club, self.say("lobby.tool"), "")
        left, right = self.build_frame(self.say("together.join"), 0.37, [club])
        self._build_list(left)
        self._build_entry(right)

    def _build_list(self, area: pygame.Rect) -> None:
        look = self.look
        state = self.say("together.looking" if self.is_looking else "together.cannot_look")
        y = draw_caption(self, area, area.top, self.say("together.tables"), state)
        offered: list[SeatKey | Found] = [*self.kept[:1], *self.tables]
        note_h = look.line_height("label") + self.px(20)
        rect = pygame.Rect(area.left, y, area.w, area.bottom - note_h - y)
        rows = [self._seat_row(one) if isinstance(one, SeatKey) else self._table_row(one) for one in offered]
        if rows:
            self.rows = build_rows(self, rect, rows, lambda index: self._take(offered[index]), self.rows)
        else:
            look.paragraph(self.stage.ground, self.say("together.nothing"), "body", rect.move(0, self.px(20)))
        look.write(self.stage.ground, self.say("together.elsewhere_more"), "label",
                   (area.left, area.bottom - note_h // 2), "midleft", look.theme.dim, fit=area.w)

    def _take(self, offered: SeatKey | Found) -> None:
        if isinstance(offered, SeatKey):
            self._come_back(offered)
        else:
            self.choose(offered)

    def _table_row(self, table: Found) -> Row:
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
        return Row(sign.game, (title, self.say("together.table_of", name=host), variant), right,
                   f"{title}, {names}, {right[0]}", chosen=table == self.chosen, looks=sign.looks,
                   names=names, free=sign.free)

    def _seat_row(self, key: SeatKey) -> Row:
        """Offer the seat of a game that goes on elsewhere."""
        title = self.say(f"game.{key.game}.title") if key.game in GAMES else key.game
        names = ", ".join(key.names)
        return Row(key.game, (title, self.say("together.your_seat"), names),
                   (self.say("button.play_on"), f"{key.address}:{key.port}"),
                   self.say("together.seat_waits", game=title, names=names))

    def _build_entry(self, area: pygame.Rect) -> None:
        look, foot = self.look, area.bottom - foot_height(self)
        host = self.chosen.sign.names[0] if self.chosen is not None and self.chosen.sign.names else ""
        caption = self.say("together.code_of", name=host) if host else self.say("together.code_caption")
        if look.width(caption.upper(), "caption") * 1.25 > area.w:
            caption = self.say("together.code_caption")
        code = Entry(caption, self.code, self._type_code, self.sit_down, self.say("together.code_form"),
                     fault=self.fault, tall=True)
        self.code_field, y = code.build(self, area, area.top)
        address = Entry(self.say("together.address_caption"), self.address, self._type_address, self.sit_down,
                        self.say("together.address_note"), self.say("together.address_example"))
        _, y = address.build(self, area, y)
        build_card(self, area, y, self.say("together.as"), own_who(self, self._name), foot)
        self._build_foot(pygame.Rect(area.left, foot, area.w, area.bottom - foot))

    def _build_foot(self, rect: pygame.Rect) -> None:
        """Build the primary button, and beside it the one for those who only want to watch."""
        if self._guest is None and not self._is_full:
            label = self.say("together.watch")
            width = self.look.width(label, "button") + self.px(90)
            Button(self, pygame.Rect(rect.left, rect.top, width, rect.h), label, self.watch, icon="eye")
            width += self.px(14)
            rect = pygame.Rect(rect.left + width, rect.top, rect.w - width, rect.h)
        Button(self, rect, self.say("together.connecting" if self._guest else self._sit_key()), self.sit_down,
               icon="eye" if self._is_full else "putin", kind="primary", role="button_xl",
               key=self.say("key.enter"), enabled=self._guest is None)

    @property
    def _is_full(self) -> bool:
        """Whether the table can only be watched."""
        return self._was_full or (self.chosen is not None and not self.chosen.sign.free)

    def _sit_key(self) -> str:
        return "together.watch" if self._is_full else "together.sit_down"

    def _open_club(self) -> None:
        self.app.open(routes.Club())

    # --- choosing ---

    def choose(self, table: Found) -> None:
        """Choose a table of the list; what is left is its code."""
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
        if self.absent():
            self.fail(self.absent())
            return
        address, port = _address(self.address)
        if not self.code.strip() or not port:
            self.fail(self.say("together.need_code" if port else "together.need_address"))
            return
        self._connect(Goal(address, port, own_who(self, self._name), code=self.code, watch=watch))

    def _come_back(self, key: SeatKey) -> None:
        if self.absent():
            self.fail(self.absent())
            return
        self._connect(Goal.back_to(key, own_who(self, self._name)))

    def _connect(self, goal: Goal) -> None:
        self.fault = ""
        self._guest = Guest(goal, self.texts, folder=self.app.store.folder)
        self._guest.open()
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
                self.fail(self.say(happening.why) if happening.why is not None else "")
                return
            if isinstance(happening, LineChanged) and happening.line == "lost" and not self.fault:
                self.fail(self.say("together.host_away"))

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
