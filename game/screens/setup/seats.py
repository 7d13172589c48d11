"""The middle column of the setup: the seats, human or bot, and what else the game offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.data.choices import CHOICES, LEVELS_CHOSEN
from game.data.seat_colours import seat_colours
from game.draw import chrome, shapes
from game.screens.setup.offers import Offers
from game.screens.setup.page import SetupPage
from game.table.seating import BOT_NAMES
from game.ui.widgets import Area, Field, IconButton, Segment, Stepper


class SeatsPanel:
    """A row per seat; every change is stored in the choices of the setup at once."""

    def __init__(self, scene: SetupPage, offers: Offers, pick_person: Callable[[int], None]):
        self.scene, self.offers = scene, offers
        self.pick_person = pick_person
        """Opens the choice of people for a seat."""

    def build(self, rect: pygame.Rect) -> None:
        scene, look, ground = self.scene, self.scene.look, self.scene.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = scene.px(20)
        x, w = rect.left + pad, rect.w - 2 * pad
        low, high = scene.info.players
        head = look.line_height("caption") + scene.px(26)
        chrome.draw_caption(look, ground, scene.say("setup.players"),
                            (x + scene.px(8), rect.top + scene.px(24)))
        seats: list[dict[str, Any]] = scene.choices["seats"]
        self.company = seat_colours(((seat["name"], seat["kind"] == "bot") for seat in seats),
                              scene.app.history.people.all())
        if low < high:
            look.write(ground, scene.say("setup.count", n=len(seats), low=low, high=high), "label",
                       (x + w - scene.px(8), rect.top + scene.px(24) + look.line_height("caption") // 2),
                       "midright",
                       look.theme.dim)
        y = rect.top + scene.px(24) + head
        row_h = min(scene.px(98), (rect.h - head - scene.px(200)) // max(1, high))
        row_h = max(row_h, look.design["sizes"]["hit_min"] + 12)
        for i, seat in enumerate(seats):
            self._row(pygame.Rect(x, y, w, row_h), i, seat)
            y += row_h + scene.px(14)
        if len(seats) < high:
            self._free_seat(pygame.Rect(x, y, w, row_h), len(seats))
            y += row_h + scene.px(14)
        self.offers.build(pygame.Rect(x, y, w, rect.bottom - pad - y))

    def _row(self, rect: pygame.Rect, index: int, seat: dict[str, Any]) -> None:
        scene, look, ground = self.scene, self.scene.look, self.scene.stage.ground
        shapes.draw_box(ground, rect, scene.px(16), look.theme.raised, 0.9, look.theme.line, look.theme.hair)
        x = rect.left + scene.px(24)
        look.write(ground, str(index + 1), "label", (x, rect.centery), "center", look.theme.dim)
        r = min(scene.px(29), rect.h // 2 - 6)
        bot = seat["kind"] == "bot"
        self._avatar(pygame.Rect(x + scene.px(20), rect.centery - r, 2 * r, 2 * r), index, bot=bot)
        x += scene.px(46) + 2 * r
        h = max(min(scene.px(54), rect.h - 12), look.design["sizes"]["hit_min"] - 2)
        right = rect.right - scene.px(16)
        if len(scene.choices["seats"]) > scene.info.players[0]:
            side = h
            IconButton(scene, pygame.Rect(right - side, rect.centery - side // 2, side, side), "cross",
                       lambda: self._remove(index), tip=scene.say("setup.remove"))
            right -= side + scene.px(12)
        name_w = min(scene.px(206), round((right - x) * 0.25))
        Field(scene, pygame.Rect(x, rect.centery - h // 2, name_w, h), seat["name"],
              lambda text: self.name_seat(index, text), longest=14)
        x += name_w + scene.px(16)
        narrow = right - x < scene.px(600)
        kind_w = scene.px(130) if narrow else min(scene.px(220), round((right - x) * 0.40))
        kinds = [("human", "human", scene.say("setup.human")), ("bot", "robot", scene.say("setup.bot"))]
        if scene.info.players[1] > 1:
            kinds.append(("remote", "people", scene.say("setup.remote")))
        narrow = narrow or len(kinds) > 2
        if narrow:
            kind_w = max(scene.px(56) * len(kinds), scene.px(130))
        Segment(scene, pygame.Rect(x, rect.centery - h // 2, kind_w, h),
                [(kind, "" if narrow else label, icon) for kind, icon, label in kinds], seat["kind"],
                lambda kind: self._change(index, kind=kind), told=[label for _, _, label in kinds])
        x += kind_w + scene.px(14)
        if bot:
            self._level_choice(pygame.Rect(x, rect.centery - h // 2, right - x, h), index, seat["level"])
        else:
            text = scene.say("setup.remote_more" if seat["kind"] == "remote" else "setup.here")
            if look.width(text, "label") < right - x:
                look.write(ground, text, "label", (x + scene.px(6), rect.centery), "midleft", look.theme.dim)

    def _level_choice(self, rect: pygame.Rect, index: int, level: str) -> None:
        """Add a segment with the levels, or a stepper if they do not fit; its tip says what a level sees."""
        scene = self.scene
        labels = [scene.say(f"level_name.{name}") for name in CHOICES]
        choice: Segment[str] | Stepper
        if sum(scene.look.width(label, "label") + scene.px(20) for label in labels) <= rect.w * 1.15:
            choice = Segment(scene, rect, list(zip(CHOICES, labels, strict=False)), level,
                             lambda name: self._change(index, level=name))
        else:
            choice = Stepper(scene, rect, CHOICES.index(level), 0, len(CHOICES) - 1, 1, lambda at: labels[at],
                             lambda at: self._change(index, level=CHOICES[at]))
        choice.tip = scene.level_sees(level)

    def _avatar(self, rect: pygame.Rect, index: int, *, bot: bool) -> None:
        """Draw the avatar of a seat; on that of a person a chevron opens the choice of people."""
        scene = self.scene
        look, place = scene.look, self.company[index]
        if bot:
            chrome.draw_avatar(look, scene.stage.ground, rect.center, rect.w // 2, place.colour, place.face)
            return

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            if widget.hovered:
                shapes.draw_soft_box(surface, box, box.h / 2, scene.accent, 0.7, 10 * look.k)
            chrome.draw_avatar(look, surface, box.center, box.w // 2, place.colour, place.face)
            look.draw_icon(surface, "down", (box.right + scene.px(7), box.bottom - scene.px(9)), scene.px(18),
                           look.theme.text if widget.hovered else look.theme.dim)

        Area(scene, rect, lambda: self.pick_person(index), paint_over=paint, tip=scene.say("people.choose"),
             radius_name="pill")

    def _free_seat(self, rect: pygame.Rect, index: int) -> None:
        scene, look = self.scene, self.scene.look

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            shapes.draw_box(surface, box, scene.px(16), "#000000", 0.14)
            shapes.draw_dashed_box(surface, box, scene.px(16), look.theme.text,
                                   0.8 if widget.hovered else 0.3,
                                   max(1.5, 2 * look.k), (9, 8))
            look.draw_icon(surface, "plus", (box.left + scene.px(74), box.centery), scene.px(30),
                           look.theme.seat(index))
            look.write(surface, scene.say("setup.add"), "button",
                       (box.left + scene.px(134), box.centery), "midleft")

        Area(scene, rect, self._add, paint_over=paint, radius_name="field", spoken=scene.say("setup.add"))

    # --- changes ---

    def name_seat(self, index: int, text: str) -> None:
        scene = self.scene
        scene.choices["seats"][index]["name"] = text
        if index == 0 and scene.choices["seats"][0]["kind"] == "human":
            scene.app.settings.name = text.strip()

    def _change(self, index: int, **what: Any) -> None:
        scene = self.scene
        scene.choices["seats"][index].update(what)
        if "level" in what:
            scene.choices[LEVELS_CHOSEN] = True
        scene.rebuild()

    def _add(self) -> None:
        scene = self.scene
        seats = scene.choices["seats"]
        seats.append({"name": BOT_NAMES[(len(seats) - 1) % len(BOT_NAMES)], "kind": "bot",
                      "level": scene.usual_level})
        scene.rebuild()

    def _remove(self, index: int) -> None:
        scene = self.scene
        del scene.choices["seats"][index]
        scene.rebuild()
