"""The entry screen of a club: its address, the clubs visited before, and the player's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.net.club.happenings import Entered
from game.net.club.identity import own_identity
from game.net.club.pins import forget_certificate, visited
from game.net.club.visit import ClubGoal, Visit
from game.net.happenings import LineChanged
from game.net.protocol import Refused
from game.screens.club.lobby import Lobby
from game.screens.club.visiting import Visiting
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
from game.ui.dialogs import Dialog
from game.ui.widgets import Button, Cells

if TYPE_CHECKING:
    from game.app import App

Visits = Callable[[ClubGoal], Visiting]


class Door(Asking):
    """Clubs visited before on the left; the address and the player on the right."""

    def __init__(self, app: App, visits: Visits | None = None):
        super().__init__(app)
        self._visits = visits or self._new_visit
        self.known = visited(app.store.folder)
        self.address = self.known[0] if self.known else ""
        self.fault = self.absent()
        self.rows: Cells | None = None
        self._visit: Visiting | None = None

    def _new_visit(self, goal: ClubGoal) -> Visiting:
        folder = self.app.store.folder
        return Visit(goal, own_who(self), own_identity(folder), self.texts, folder=folder)

    # --- layout ---

    def build(self) -> None:
        left, right = self.build_frame(self.say("lobby.door"), 0.37)
        self._build_clubs(left)
        self._build_entry(right)

    def _build_clubs(self, area: pygame.Rect) -> None:
        y = draw_caption(self, area, area.top, self.say("lobby.visited"))
        rect = pygame.Rect(area.left, y, area.w, area.bottom - y)
        if not self.known:
            self.look.paragraph(self.stage.ground, self.say("lobby.none_visited"), "body",
                                rect.move(0, self.px(20)))
            return
        rows = [Row("", (address, "", ""), (self.say("lobby.enter"), ""), address,
                    chosen=address == self.address) for address in self.known]
        self.rows = build_rows(self, rect, rows, self._choose, self.rows)

    def _build_entry(self, area: pygame.Rect) -> None:
        look, height = self.look, foot_height(self)
        foot = area.bottom - height
        entry = Entry(self.say("lobby.address"), self.address, self._type, self.enter_club,
                      self.say("lobby.address_note"), self.say("lobby.address_example"), self.fault,
                      longest=140)
        _, y = entry.build(self, area, area.top)
        y = build_card(self, area, y, self.say("lobby.as"), own_who(self), foot)
        text = self.say("lobby.key_more")
        if y + look.paragraph_height(text, "label", area.w) < foot - self.px(10):
            look.paragraph(self.stage.ground, text, "label", pygame.Rect(area.left, y, area.w, foot - y),
                           colour=look.theme.dim)
        Button(self, pygame.Rect(area.left, foot, area.w, height),
               self.say("together.connecting" if self._visit else "lobby.enter"), self.enter_club,
               icon="putin", kind="primary", role="button_xl", key=self.say("key.enter"),
               enabled=self._visit is None)

    # --- entering ---

    def _choose(self, index: int) -> None:
        self.address = self.known[index]
        self.enter_club()

    def _type(self, text: str) -> None:
        self.address = text

    def enter_club(self) -> None:
        """Try to enter the club at the address."""
        if self._visit is not None:
            return
        if self.absent():
            self.fail(self.absent())
            return
        try:
            goal = ClubGoal.of(self.address)
        except Refused as fault:
            self.fail(self.say(fault.phrase) if self.address.strip() else self.say("lobby.need_address"))
            return
        self.fault = ""
        self._visit = self._visits(goal)
        self._visit.open()
        self.rebuild()

    @property
    def restless(self) -> bool:
        return super().restless or self._visit is not None

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self._visit is None:
            return
        for happening in self._visit.poll():
            match happening:
                case Entered():
                    visit, self._visit = self._visit, None
                    self.app.replace(Lobby(self.app, visit, self.address))
                    return
                case LineChanged("closed", why):
                    self._visit.close()
                    self._visit = None
                    self.fail(self.say(why) if why is not None else self.say("lobby.gone"))
                    if why is not None and why.key == "club.refuse.other_certificate":
                        self._ask_to_trust()
                    return
                case _:
                    pass

    def _ask_to_trust(self) -> None:
        """Offer to accept the new certificate of a club."""
        def trust() -> None:
            forget_certificate(self.app.store.folder, ClubGoal.of(self.address).address)
            self.enter_club()

        choices = [(self.say("lobby.trust"), trust, "putin"), (self.say("button.cancel"), None, None)]
        self.app.push(Dialog(self.app, self.say("lobby.new_key"), self.say("lobby.new_key_more"), choices,
                             icon="warning", esc_closes=True))

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            self.enter_club()
            return True
        return False

    def close(self) -> None:
        if self._visit is not None:
            self._visit.close()


def opened(app: App, address: str) -> Door:
    """Return the door of a club, with an address filled in."""
    door = Door(app)
    door.address = address or door.address
    return door
