"""Extras of a game besides a plain deal: the deal of the day, levels, the lesson, and advice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

import pygame

from game import routes
from game.data.choices import CHOICES
from game.data.level_count import level_count
from game.draw import chrome, shapes
from game.screens.setup.page import SetupPage
from game.ui.widgets import Area, Button, pair_height
from rules.files.level_files import language_of


class Offer(NamedTuple):
    """A link to another screen."""

    icon: str
    title: str
    more: str
    open: Callable[[], None]


class Offers:
    """Entries below the seat of a solitaire; with several players only what bots see, and advice."""

    def __init__(self, scene: SetupPage):
        self.scene = scene

    def ways(self) -> list[Offer]:
        """Return the offers of levels and the lesson, if the game has them."""
        scene, found = self.scene, []
        if scene.info.has_levels and self._level_count() > 0:
            found.append(Offer("star", scene.say("setup.levels"), self._levels_note(), self._open_levels))
        steps = len(scene.texts.lines(f"tutorial.{scene.game}"))
        if steps:
            found.append(Offer("school", scene.say("setup.lesson"), scene.say("setup.lesson_more", n=steps),
                               self._open_tutorial))
        return found

    def _daily_note(self) -> str:
        scene, today = self.scene, date.today()
        if scene.app.history.daily_done(scene.game, today, profile=scene.app.me):
            return scene.say("setup.daily_done")
        return scene.say("setup.daily_more")

    def _level_count(self) -> int:
        return level_count(self.scene.game, [self.scene.choices["words"]])

    def _levels_note(self) -> str:
        scene = self.scene
        solved = [level for level in scene.app.history.stars(scene.game, profile=scene.app.me)
                  if language_of(scene.game, level) == scene.choices["words"]]
        return scene.say("setup.levels_more", solved=len(solved), total=self._level_count())

    def _open_calendar(self) -> None:
        self.scene.app.open(routes.Calendar(self.scene.game))

    def _open_levels(self) -> None:
        self.scene.app.open(routes.Levels(self.scene.game, self.scene.choices["words"]))

    def _open_tutorial(self) -> None:
        self.scene.app.open(routes.Lesson(self.scene.game))

    # --- below the seats ---

    def build(self, room: pygame.Rect) -> None:
        """Build the entries in the free room below the seats."""
        gap = self.scene.px(10)
        if self.is_new:
            room = self._first_card(room)
        if self.scene.info.solitaire:
            self._solo_box(pygame.Rect(room.left, room.top + gap, room.w, room.h - gap))
        else:
            self._advice(room)

    @property
    def is_new(self) -> bool:
        """Whether this game has a lesson that the person has neither seen nor declined, nor played it."""
        scene = self.scene
        return (bool(scene.texts.lines(f"tutorial.{scene.game}"))
                and not scene.app.settings.saw_tutorial(scene.game)
                and not scene.app.history.summary(scene.game, profile=scene.app.me).played)

    def _first_card(self, room: pygame.Rect) -> pygame.Rect:
        """Build the card that offers the lesson to a newcomer; return the room below it."""
        scene, look = self.scene, self.scene.look
        pad, height = scene.px(22), max(scene.px(54), look.design["sizes"]["hit_min"])
        steps = len(scene.texts.lines(f"tutorial.{scene.game}"))
        title = scene.say("first.title")
        text = scene.say("first.text", n=steps)
        head = look.line_height("name") + scene.px(4)
        lines = head + look.paragraph_height(text, "label", room.w - 2 * pad)
        card = pygame.Rect(room.left, room.top + scene.px(6), room.w, lines + height + 2 * pad + scene.px(8))
        ground = scene.stage.ground
        shapes.draw_box(ground, card, scene.px(16), look.theme.raised, 1, scene.accent, 1,
                        max(1.5, 2.6 * look.k))
        look.write(ground, title, "name", (card.left + pad, card.top + pad), "topleft", fit=card.w - 2 * pad)
        y = look.paragraph(ground, text, "label",
                           pygame.Rect(card.left + pad, card.top + pad + head, card.w - 2 * pad, lines),
                           look.theme.dim)
        half = (card.w - 2 * pad - scene.px(14)) // 2
        show = pygame.Rect(card.left + pad, y + scene.px(8), half, height)
        Button(scene, show, scene.say("first.show"), self._open_tutorial, icon="school")
        Button(scene, show.move(half + scene.px(14), 0), scene.say("first.play"), self._just_play,
               icon="play")
        return pygame.Rect(room.left, card.bottom + scene.px(8), room.w, max(0, room.bottom - card.bottom))

    def _just_play(self) -> None:
        """Decline the lesson for good and start."""
        scene = self.scene
        scene.app.settings.note_tutorial(scene.game)
        scene.start()

    def _solo_box(self, rect: pygame.Rect) -> None:
        """Build the box of a solitaire, the deal of the day first."""
        scene, look, offers = self.scene, self.scene.look, self.ways()
        offers.insert(0, Offer("calendar", scene.say("shelf.daily"), self._daily_note(),
                               self._open_calendar))
        height = max(scene.px(64), look.design["sizes"]["hit_min"])
        step = min(scene.px(112), max(height + scene.px(14), rect.h // (len(offers) + 2)))
        y = rect.top
        for offer in offers:
            self._entry(pygame.Rect(rect.left, y, rect.w, step - scene.px(14)), offer)
            y += step
        room = rect.bottom - y
        hint = scene.say("setup.advice_solo")
        box_h = look.paragraph_height(hint, "label", rect.w - scene.px(110)) + scene.px(40)
        if room > box_h:
            box = pygame.Rect(rect.left, rect.bottom - box_h, rect.w, box_h)
            self._advice_box(box, hint)

    def _entry(self, rect: pygame.Rect, offer: Offer) -> None:
        scene, look = self.scene, self.scene.look

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            shapes.draw_box(surface, box, scene.px(16), look.theme.raised, 0.9 if widget.hovered else 0.55,
                            scene.accent if widget.hovered else look.theme.line,
                            1 if widget.hovered else look.theme.hair,
                            max(1.0, 1.6 * look.k))
            look.draw_icon(surface, offer.icon, (box.left + scene.px(48), box.centery), scene.px(40),
                           scene.accent)
            x = box.left + scene.px(92)
            room = box.right - scene.px(56) - x
            half = pair_height(look) / 2
            upper = box.centery - half + look.line_height("button") / 2 - scene.px(1)
            lower = box.centery + half - look.line_height("label") / 2 + scene.px(2)
            look.write(surface, offer.title, "button", (x, upper), "midleft", fit=room)
            look.write(surface, offer.more, "label", (x, lower), "midleft", look.theme.dim, fit=room)
            look.draw_icon(surface, "next", (box.right - scene.px(32), box.centery), scene.px(26),
                           look.theme.dim)

        Area(scene, rect, offer.open, paint_over=paint, radius_name="field",
             spoken=f"{offer.title}, {offer.more}")

    def _advice(self, room: pygame.Rect) -> None:
        """Show the bots' abilities and advice at the bottom of the free room; omit what does not fit."""
        scene = self.scene
        humans = sum(seat["kind"] == "human" for seat in scene.choices["seats"])
        among_hands = "setup.advice_many" if humans > 1 else "setup.advice_one"
        openly = "setup.advice_race" if scene.info.race else "setup.advice_open"
        advice = scene.say(among_hands if scene.info.hidden_hands else openly)
        bottom = room.bottom
        for icon, text in (("robot", self.bots_see()), ("hint", advice)):
            needed = scene.look.paragraph_height(text, "label", room.w - scene.px(110)) + scene.px(24)
            height = max(scene.px(100), needed)
            if text and bottom - height > room.top:
                self._advice_box(pygame.Rect(room.left, bottom - height, room.w, height), text, icon)
                bottom -= height + scene.px(10)

    def bots_see(self) -> str:
        """Return what the levels at the table see, overlook or forget, the weakest first."""
        scene = self.scene
        chosen = {seat["level"] for seat in scene.choices["seats"] if seat["kind"] == "bot"}
        return " ".join(text for level in CHOICES if level in chosen and (text := scene.level_sees(level)))

    def _advice_box(self, rect: pygame.Rect, text: str, icon: str = "hint") -> None:
        scene, look, ground = self.scene, self.scene.look, self.scene.stage.ground
        chrome.draw_well(look, ground, rect, scene.px(16), alpha=0.24, stroke_alpha=0.0)
        look.draw_icon(ground, icon, (rect.left + scene.px(42), rect.centery), scene.px(32), scene.accent)
        w = rect.w - scene.px(110)
        h = look.paragraph_height(text, "label", w)
        look.paragraph(ground, text, "label",
                       pygame.Rect(rect.left + scene.px(78), rect.centery - h // 2, w, h))
