"""The waiting room: the code of the table, who has come, and what the host agrees to."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pygame

from game import routes
from game.draw import chrome, shapes
from game.net.happenings import LineChanged, Place, RoomChanged, TableSet, WishRefused
from game.net.table.room import Options
from game.screen import Screen
from game.screens.box_art import game_art
from game.screens.together.panels import GAP, draw_caption, draw_card, foot_height, two_panels
from game.table.remote.opening import Begun
from game.table.remote.seated import Seated
from game.ui.bar import rules_tool, tool_row, top_bar, window_tool
from game.ui.dialogs import Dialog, Notice
from game.ui.names import variant_name
from game.ui.widgets import Button, IconButton, Segment, Toggle
from game.ui.widgets.labels import pair_height
from rules.catalog import GAMES
from rules.session import LEVELS

if TYPE_CHECKING:
    from game.app import App

STAND_IN = "medium"
"""The level of bots in the free seats."""
NEW_FOR = 5.0
"""Seconds for which a new guest is marked."""
COPIED_FOR = 2000
Agreed = Literal["hints", "watch", "talk"]
AGREED: tuple[Agreed, ...] = ("hints", "watch", "talk")
"""What the host may allow."""


class WaitingRoom(Screen):
    """Seats that fill as people arrive; the host starts."""

    hears_others = True

    def __init__(self, app: App, seated: Seated, code: str = "", address: str = ""):
        super().__init__(app)
        self.seated, self.client = seated, seated.client
        self.code, self.address = code, address
        self.options = seated.kept.host.setting.options if seated.kept is not None else Options()
        self._arrived: dict[int, float] = {}
        self._handed_over = False
        self.start_button: Button | None = None

    @property
    def _places(self) -> tuple[Place, ...]:
        return self.client.room.places if self.client.room is not None else ()

    # --- layout ---

    def build(self) -> None:
        room = self.client.room
        if room is not None:
            self.game = room.game
        self.paint_cloth((0.5, 0.35))
        title = self.say(f"game.{room.game}.title") if room is not None else self.say("together.waiting")
        bar = top_bar(self, title, self.escape)
        tool_row(self, [rules_tool(self, self._open_rules),
                        ("gear", self._open_settings, self.say("menu.settings"), ""), window_tool(self)])
        x = bar.right + self.px(28)
        for icon, label in self._pills():
            x = chrome.draw_pill(self.look, self.stage.ground, (x, self.look.m.top.centery), label,
                                 icon).right + self.px(10)
        left, right = two_panels(self, 0.38)
        self._build_left(left)
        self._build_right(right)

    def _open_rules(self) -> None:
        if self.client.room is not None:
            self.app.open(routes.Help(self.client.room.game))

    def _open_settings(self) -> None:
        self.app.open(routes.Settings())

    def _pills(self) -> list[tuple[str, str]]:
        room = self.client.room
        if room is None:
            return [("people", self.say("together.waiting"))]
        watching = [("eye", self.say("together.watching", n=room.watching))] if room.watching else []
        return [("people", self.say("together.open")), *watching,
                ("list", variant_name(self.texts, room.game, room.variant, self.app.store.own_rules))]

    def _build_left(self, area: pygame.Rect) -> None:
        y = self._build_code(area) if self.code else area.top
        taken = len(self._places) - self._missing
        y = draw_caption(self, area, y, self.say("together.seats"),
                         self.say("together.taken", n=taken, all=len(self._places)))
        count, gap = max(1, len(self._places)), self.px(12)
        height = min(self.px(132), (area.bottom - y - (count - 1) * gap) // count)
        for place in self._places:
            self._build_seat(pygame.Rect(area.left, y, area.w, height), place)
            y += height + gap

    def _build_code(self, area: pygame.Rect) -> int:
        look, ground = self.look, self.stage.ground
        y = draw_caption(self, area, area.top, self.say("together.code"), self.say("together.code_more"))
        hit = look.design["sizes"]["hit_min"]
        well = pygame.Rect(area.left, y, area.w, max(self.px(130), hit + 12))
        chrome.draw_well(look, ground, well, alpha=0.4, stroke=self.accent, width=2.2)
        button_w = self._copy_button(well, self.code)
        number, _, words = self.code.partition(" ")
        x = well.left + self.px(36)
        room_w = well.w - button_w - self.px(110)
        size = look.fitting(self.code, "hero", room_w)
        x = look.write(ground, number, "hero", (x, well.centery), "midleft", self.accent, at_most=size).right
        look.write(ground, words, "hero", (x + self.px(28), well.centery), "midleft", at_most=size)
        y = well.bottom + self.px(12)
        height = max(self.px(54), hit)
        row = pygame.Rect(area.left, y, area.w, height)
        label = look.write(ground, self.say("together.address"), "label", (row.left, row.centery), "midleft",
                           look.theme.dim)
        field = pygame.Rect(label.right + self.px(16), y, min(self.px(340), row.w // 2), height)
        chrome.draw_well(look, ground, field, alpha=0.4)
        look.write(ground, self.address, "name", (field.left + self.px(16), field.centery), "midleft",
                   fit=field.w - self.px(32))
        IconButton(self, pygame.Rect(field.right + self.px(10), y, height, height), "copy",
                   lambda: self._copy(self.address), tip=self.say("together.copy"))
        rest = pygame.Rect(field.right + height + self.px(30), y, 0, height)
        rest.w = area.right - rest.left
        text = self.say("together.address_more")
        if look.width(text, "label") <= rest.w:
            look.write(ground, text, "label", (rest.left, rest.centery), "midleft", look.theme.dim)
        return row.bottom + self.px(26)

    def _copy_button(self, well: pygame.Rect, text: str) -> int:
        look = self.look
        label = self.say("together.copy")
        width = look.width(label, "button") + self.px(84)
        height = max(self.px(60), look.design["sizes"]["hit_min"])
        rect = pygame.Rect(well.right - width - self.px(24), well.centery - height // 2, width, height)
        self.copy_button = Button(self, rect, label, lambda: self._copy(text), icon="copy")
        return width

    def _build_seat(self, rect: pygame.Rect, place: Place) -> None:
        look, ground, theme = self.look, self.stage.ground, self.look.theme
        new = time.monotonic() - self._arrived.get(place.seat, -NEW_FOR) < NEW_FOR
        if place.taken and place.here:
            draw_card(self, ground, rect)
            if new:
                shapes.draw_box(ground, rect, self.px(16), None, 1, theme.seat(place.colour), 1,
                                max(2.0, 3 * look.k))
        else:
            shapes.draw_dashed_box(ground, rect, self.px(16), theme.text, 0.4, max(1.5, 2 * look.k), (9, 8))
        look.write(ground, str(place.seat + 1), "label", (rect.left + self.px(26), rect.centery), "center",
                   theme.dim)
        radius = min(self.px(29), rect.h // 2 - 6)
        x = rect.left + self.px(48) + radius
        if place.taken:
            avatar = pygame.Surface((2 * radius + 8, 2 * radius + 8), pygame.SRCALPHA)
            chrome.draw_avatar(look, avatar, (radius + 4, radius + 4), radius, place.colour, place.face)
            avatar.set_alpha(255 if place.here else 128)
            ground.blit(avatar, avatar.get_rect(center=(x, rect.centery)))
        else:
            ring = pygame.Rect(x - radius, rect.centery - radius, 2 * radius, 2 * radius)
            shapes.draw_dashed_box(ground, ring, radius, theme.text, 0.5, max(1.2, 1.6 * look.k), (6, 6))
        x += radius + self.px(22)
        right = self._seat_right(rect, place)
        head, more = self._seat_texts(place)
        two = rect.h >= look.line_height("name") + look.line_height("label") + self.px(10)
        middle = rect.centery - (look.line_height("label") // 2 if two else 0)
        look.write(ground, head, "name", (x, middle), "midleft", fit=right - x)
        if two:
            look.write(ground, more, "label", (x, middle + look.line_height("name") // 2
                                               + look.line_height("label") // 2 + self.px(2)), "midleft",
                       theme.dim, fit=right - x)

    def _seat_texts(self, place: Place) -> tuple[str, str]:
        if not place.taken:
            more = "together.awaited_more" if self.seated.home is None else "lobby.awaited_more"
            return self.say("together.awaited"), self.say(more)
        if place.kind == "bot":
            level = self.say(f"level_name.{place.level}") if place.level else ""
            return place.name, self.say("together.a_bot", level=level)
        if place.kind == "here":
            return place.name, self.say("together.host_here")
        return place.name, self.say("together.elsewhere" if place.here else "together.away")

    def _seat_right(self, rect: pygame.Rect, place: Place) -> int:
        """Draw the right end of a seat's row; return its left edge."""
        look = self.look
        right = self._seat_buttons(rect, place) if self._may_seat(place) else rect.right - self.px(20)
        if place.taken and place.here and place.kind != "bot":
            text = look.write(self.stage.ground, self.say("together.is_here"), "label", (right, rect.centery),
                              "midright")
            icon = look.m.text_px("label") * 1.2
            look.draw_icon(self.stage.ground, "check", (text.left - icon, rect.centery), icon,
                           look.theme.good, 2.6)
            return round(text.left - 2 * icon)
        return right

    def _may_seat(self, place: Place) -> bool:
        """Whether the host may seat a bot here or free the seat."""
        return self.seated.hosts and not self._is_continued and place.kind != "here"

    @property
    def _is_continued(self) -> bool:
        """Whether the host goes on with a game that was begun before."""
        kept = self.seated.kept
        return kept is not None and kept.host.setting.session is not None

    @property
    def _missing(self) -> int:
        """The number of people who are still awaited."""
        return sum(not place.taken or not place.here for place in self._places)

    def _seat_buttons(self, rect: pygame.Rect, place: Place) -> int:
        """Build the host's buttons for a seat; return their left edge."""
        look = self.look
        height = min(rect.h - 4, max(self.px(54), look.design["sizes"]["hit_min"]))
        right = rect.right - self.px(16)
        top = rect.centery - height // 2
        if not place.taken:
            label = self.say("together.seat_bot")
            width = look.width(label, "button") + self.px(84)
            Button(self, pygame.Rect(right - width, top, width, height), label,
                   lambda: self.client.seat_bot(place.seat, STAND_IN), icon="robot")
            return right - width - self.px(16)
        tip = self.say("together.free_bot" if place.kind == "bot" else "together.free_guest", name=place.name)
        IconButton(self, pygame.Rect(right - height, top, height, height), "cross",
                   lambda: self.client.free_seat(place.seat), tip=tip)
        right -= height + self.px(12)
        if place.kind != "bot":
            return right
        options = [(level, self.say(f"level_name.{level}")) for level in LEVELS]
        width = sum(look.width(label, "label") + self.px(24) for _, label in options) + self.px(12)
        if right - width < rect.left + rect.w * 0.36:
            return right
        Segment(self, pygame.Rect(right - width, top, width, height), options, place.level or STAND_IN,
                lambda level: self.client.seat_bot(place.seat, level))
        return right - width - self.px(16)

    def _build_right(self, area: pygame.Rect) -> None:
        look = self.look
        foot = self._build_foot(area)
        y = draw_caption(self, area, area.top, self.say("together.others_see"))
        card_h = max(self.px(140), look.line_height("box") * 3)
        y = self._build_card(pygame.Rect(area.left, y, area.w, card_h)) + self.px(18)
        facts = [("eye", "sees"), ("lock", "key"), ("replay", "line")]
        if self.seated.home is not None:
            del facts[1]  # no code: the table is open to the whole club
        agreed = AGREED if self.seated.kept is not None else ()
        name_h, hit = look.line_height("name"), look.design["sizes"]["hit_min"]
        fact_h = name_h + look.line_height("label") + self.px(22)
        option_h = max(hit, pair_height(look)) + self.px(22)
        head_h = self.px(36) + look.line_height("caption") + self.px(GAP) if agreed else 0
        if y + len(facts) * fact_h + head_h + len(agreed) * option_h > foot:  # explanations give way
            fact_h, option_h, head_h = name_h + self.px(8), max(hit, name_h) + self.px(8), 0
        for icon, key in facts:
            if y + fact_h > foot - len(agreed) * option_h:
                break
            self._draw_fact(pygame.Rect(area.left, y, area.w, fact_h), icon, key)
            y += fact_h
        if head_h:
            rule = pygame.Rect(area.left, y + self.px(12), area.w, 2)
            shapes.draw_box(self.stage.ground, rule, 0, look.theme.text, 0.25)
            y = draw_caption(self, area, y + self.px(36), self.say("together.at_table"))
        else:
            y = max(y, foot - len(agreed) * option_h)
        for name in agreed:
            self._build_option(pygame.Rect(area.left, y, area.w, option_h - self.px(8)), name)
            y += option_h

    def _draw_fact(self, rect: pygame.Rect, icon: str, key: str) -> None:
        """Draw one explanation, with a second line if it fits at a readable size."""
        look, ground, line = self.look, self.stage.ground, self.look.line_height("name")
        side = look.m.text_px("name") * 1.1
        look.draw_icon(ground, icon, (rect.left + side / 2, rect.top + line / 2), side, self.accent)
        x = rect.left + round(side) + self.px(20)
        room = rect.right - x
        look.write(ground, self.say(f"together.{key}"), "name", (x, rect.top), "topleft", fit=room)
        club = key == "sees" and self.seated.home is not None
        more = self.say("lobby.sees_more" if club else f"together.{key}_more")
        if rect.h >= line + look.line_height("label") and look.width(more, "label") <= room * 1.15:
            look.write(ground, more, "label", (x, rect.top + line), "topleft", look.theme.dim, fit=room)

    def _build_option(self, rect: pygame.Rect, name: Agreed) -> None:
        """Build the switch of something that the host may allow."""
        on = {"hints": self.options.hints, "watch": self.options.watch, "talk": self.options.talk}
        change = {"hints": lambda on: replace(self.options, hints=on),
                  "watch": lambda on: replace(self.options, watch=on),
                  "talk": lambda on: replace(self.options, talk=on)}
        Toggle(self, rect, self.say(f"together.option.{name}"), self.say(f"together.option.{name}_more"),
               on[name], lambda on: self._agree(change[name](on)))

    def _build_card(self, rect: pygame.Rect) -> int:
        look, ground, room = self.look, self.stage.ground, self.client.room
        draw_card(self, ground, rect)
        if room is None:
            return rect.bottom
        picture = pygame.Rect(rect.left + self.px(12), rect.top + self.px(12), round(rect.h * 1.2),
                              rect.h - self.px(24))
        ground.blit(game_art(look, GAMES[room.game], picture.size), picture)
        x = picture.right + self.px(20)
        width = rect.right - self.px(16) - x
        y = rect.top + self.px(14)
        look.write(ground, self.say(f"game.{room.game}.title"), "box", (x, y), "topleft", fit=width)
        y += look.line_height("box") + self.px(2)
        variant = variant_name(self.texts, room.game, room.variant, self.app.store.own_rules)
        host = next((place.name for place in room.places if place.kind == "here"), "")
        whose = f"{self.say('together.table_of', name=host)}  \u00b7  {variant}" if host else variant
        told = whose if look.width(whose, "label") <= width else variant
        look.write(ground, told, "label", (x, y), "topleft", look.theme.dim, fit=width)
        y += look.line_height("label") + self.px(8)
        free = sum(not place.taken for place in room.places)
        radius = self.px(16)
        for place in room.places:
            if x + 2 * radius > rect.right - self.px(16) or y + 2 * radius > rect.bottom:
                break
            centre = (x + radius, y + radius)
            if place.taken:
                chrome.draw_avatar(look, ground, centre, radius, place.colour, place.face)
            else:
                shapes.draw_dashed_box(ground, pygame.Rect(x, y, 2 * radius, 2 * radius), radius,
                                       look.theme.text, 0.5, max(1.0, 1.4 * look.k), (5, 5))
            x += 2 * radius + self.px(10)
        text = self.say("together.free", n=free)
        fits = y + look.line_height("label") <= rect.bottom
        if fits and look.width(text, "label") < rect.right - self.px(16) - x:
            look.write(ground, text, "label", (x + self.px(4), y + radius), "midleft")
        return rect.bottom

    def _build_foot(self, area: pygame.Rect) -> int:
        """Build the buttons at the foot; return the y above them."""
        look, height = self.look, foot_height(self)
        y = area.bottom - height
        missing, may_start = self._missing, self._is_continued or any(
            place.kind == "remote" and place.taken for place in self._places)
        label = self.say("together.close" if self.seated.hosts else "together.leave")
        close_w = max(self.px(170), look.width(label, "button") + self.px(70))
        Button(self, pygame.Rect(area.left, y, min(area.w, close_w), height), label, self.escape,
               icon="cross")
        rect = pygame.Rect(area.left + close_w + self.px(16), y, area.w - close_w - self.px(16), height)
        if self.seated.hosts:
            label, why = self._start_texts(missing)
            self.start_button = Button(self, rect, label, self.start, icon="play", kind="primary",
                                       key=self.say("key.enter"), role="button_xl", enabled=may_start)
            why = why if may_start else self.say("together.nobody")
        else:
            why = self.say("together.host_starts" if self.seated.home is None else "lobby.starts")
        line = look.line_height("label")
        look.write(self.stage.ground, why, "label", (area.centerx, y - self.px(8) - line // 2), "center",
                   fit=area.w)
        return y - line - self.px(20)

    def _start_texts(self, missing: int) -> tuple[str, str]:
        """Return the label of the button that starts, and what is said above it."""
        if not missing:
            return self.say("button.play_on" if self._is_continued else "together.start"), self.say(
                "together.complete")
        if self._is_continued:
            return self.say("together.play_on_bots", n=missing), self.say("together.not_back", n=missing)
        return self.say("together.start_bots", n=missing), self.say("together.seat_bots", n=missing)

    # --- changes ---

    def start(self) -> None:
        self.client.start(STAND_IN if self._missing else "")

    def _agree(self, options: Options) -> None:
        self.options = options
        if self.seated.kept is not None:
            self.seated.kept.host.agree(self.options)

    def _copy(self, text: str) -> None:
        with suppress(pygame.error):  # no clipboard: the text can still be read out
            pygame.scrap.put_text(text)
        self.app.sounds.play("lay")
        self.copy_button.label = self.say("together.copied")
        self.copy_button.refresh()
        self.after(COPIED_FOR, self._copied)

    def _copied(self) -> None:
        self.copy_button.label = self.say("together.copy")
        self.copy_button.refresh()

    # --- events of the table ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        before = self._guests()
        changed, happened = False, self.seated.poll()
        for number, happening in enumerate(happened):
            match happening:
                case RoomChanged():
                    changed = True
                case TableSet():
                    self._handed_over = True
                    self.seated.held = happened[number + 1:]
                    self.app.open(Begun(self.seated), instead=True)
                    return
                case WishRefused(_, why):
                    self.app.push(Notice(self.app, self.say("together.waiting"), self.say(why)))
                case LineChanged("closed", why):
                    self._closed(self.say(why) if why is not None else self.say("net.closed.by_host"))
                    return
                case _:
                    pass
        if changed:
            now = self._guests()
            for seat in now.keys() - before.keys():
                self._arrived[seat] = time.monotonic()
                self.app.sounds.play("hint")
                self.app.speech.say(self.say("together.arrived", name=now[seat]))
            for seat in before.keys() - now.keys():
                self.app.speech.say(self.say("together.left", name=before[seat]))
            self._rebuild()

    def _guests(self) -> dict[int, str]:
        """Return the people at other computers who are here, by their seats."""
        return {place.seat: place.name for place in self._places
                if place.kind == "remote" and place.taken and place.here}

    def _rebuild(self) -> None:
        """Rebuild the layout; the focus keeps its position in the order."""
        number = self.widgets.index(self.focus) if self.focus in self.widgets else None
        self.rebuild()
        if number is not None and number < len(self.widgets):
            self.focus_on(self.widgets[number])

    def _closed(self, sentence: str) -> None:
        def back() -> None:
            if self.app.top is self:
                self.app.pop()

        self.app.push(Dialog(self.app, self.say("together.closed"), sentence,
                             [(self.say("button.ok"), back, "check")], icon="warning"))

    def close(self) -> None:
        if not self._handed_over:
            kept = self.seated.kept
            if self.seated.opened and self.client.line == "here":
                self.client.close_table()
            if kept is not None and kept.host.setting.session is None:
                kept.finish()
            self.seated.close()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not (self.focus and self.app.shows_focus):
            if self.start_button is not None and self.start_button.enabled:
                self.start()
            return True
        if event.key == pygame.K_F1:
            self._open_rules()
            return True
        return False
