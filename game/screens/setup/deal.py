"""The right column of the setup: deal, length, aids, and Start."""

from __future__ import annotations

from functools import partial

import pygame

from game.data.lengths import Length, lengths_in
from game.draw import chrome
from game.screens.setup.offers import Offer, Offers
from game.screens.setup.page import SetupPage
from game.table.seating import new_seed
from game.ui.stage import Sprite
from game.ui.widgets import Button, Field, IconButton, Stepper, Toggle

LARGEST_DEAL = 999_999_999


class DealPanel:
    """The deal number with its meaning, and the last choices before Start."""

    def __init__(self, scene: SetupPage, offers: Offers):
        self.scene, self.offers = scene, offers

    def build(self, rect: pygame.Rect) -> None:
        scene, look, ground = self.scene, self.scene.look, self.scene.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad, h = scene.px(28), max(scene.px(58), look.design["sizes"]["hit_min"])
        x, w, y = rect.left + pad, rect.w - 2 * pad, rect.top + scene.px(24)
        chrome.draw_caption(look, ground, scene.say("setup.deal"), (x, y))
        y = self._number(pygame.Rect(x, y + look.line_height("caption") + scene.px(10), w, h)) + scene.px(22)
        y = self._lengths(pygame.Rect(x, y, w, h))
        extras = [] if scene.info.solitaire else self.offers.ways()
        foot = self._start_height + scene.px(24) + scene.px(30) + look.line_height("label")
        foot += len(extras) * (self._extra_height + scene.px(14))
        self._toggles(pygame.Rect(x, y, w, rect.bottom - foot - y))
        self._foot(pygame.Rect(x, rect.top, w, rect.h - pad), extras)

    def _lengths(self, rect: pygame.Rect) -> int:
        """Add the lengths of a game and a turn that the rules have; return the y below."""
        scene, look, values = self.scene, self.scene.look, self.scene.variant.values or {}
        y = rect.top
        for length in lengths_in(values):
            chrome.draw_caption(look, scene.stage.ground, scene.say(length.caption), (rect.left, y))
            y += look.line_height("caption") + scene.px(8)
            chosen = scene.choices.get(length.key)
            now = chosen if chosen is not None else length.of(values) or length.options[0]
            options = sorted({*length.options, now})
            told = [self._counted(length, option) for option in options]
            Stepper(scene, pygame.Rect(rect.left, y, rect.w, rect.h), options.index(now), 0, len(options) - 1,
                    1, told.__getitem__, partial(self._choose, length.key, options))
            y += rect.h + scene.px(20)
        return y

    def _counted(self, length: Length, n: int) -> str:
        scene, (whole, rest) = self.scene, divmod(n, length.divisor)
        if rest:
            return scene.texts.clock(n)
        return scene.say(length.unit, n=whole) if n or not length.none else scene.say(length.none)

    def _choose(self, key: str, options: list[int], index: int) -> None:
        self.scene.choices[key] = options[index]

    def _toggles(self, room: pygame.Rect) -> None:
        """Add as many aid switches as fit."""
        scene, look = self.scene, self.scene.look
        names = ["hints"]
        if not scene.info.race:
            names.append("warn_lost" if scene.info.solitaire else "auto_pass")
        row, y = max(scene.px(72), look.line_height("button") + look.line_height("label")), room.top
        for name in (*names, *scene.info.aids, "previews"):
            if y + row > room.bottom:
                break
            Toggle(scene, pygame.Rect(room.left, y, room.w, row), scene.say(f"setup.{name}"),
                   scene.say(f"setup.{name}_more"), scene.app.settings.is_on(name),
                   partial(self._switch, name))
            y += row

    def _switch(self, name: str, on: bool) -> None:
        self.scene.app.settings.turn(name, on=on)
        self.scene.app.apply_settings()

    @property
    def _start_height(self) -> int:
        return max(self.scene.px(78), self.scene.look.design["sizes"]["hit_min"] + 8)

    @property
    def _extra_height(self) -> int:
        return max(self.scene.px(56), self.scene.look.design["sizes"]["hit_min"])

    def _foot(self, rect: pygame.Rect, extras: list[Offer]) -> None:
        """Add Start with a summary above it; below it, with several players, levels and the lesson."""
        scene, x, w, bottom = self.scene, rect.left, rect.w, rect.bottom
        for offer in reversed(extras):
            Button(scene, pygame.Rect(x, bottom - self._extra_height, w, self._extra_height), offer.title,
                   offer.open,
                   icon=offer.icon)
            bottom -= self._extra_height + scene.px(14)
        start = pygame.Rect(x, bottom - self._start_height, w, self._start_height)
        Button(scene, start, scene.say("button.start"), scene.start, icon="play", kind="primary",
               role="button_xl",
               key=scene.say("key.enter"))
        scene.look.write(scene.stage.ground, scene.sentence(), "label",
                         (start.centerx, start.top - scene.px(28)),
                         "center", fit=w)

    # --- the deal number ---

    def _number(self, rect: pygame.Rect) -> int:
        """Add the field, the dice and the note on the number; return the y below."""
        scene, h = self.scene, rect.h
        self.field = Field(scene, pygame.Rect(rect.left, rect.top, rect.w - h - scene.px(10), h),
                           scene.deal_text,
                           self._type, role="name", longest=12, submit=scene.start,
                           bad=self.fault() is not None)
        IconButton(scene, pygame.Rect(rect.right - h, rect.top, h, h), "dice", self._roll,
                   tip=scene.say("setup.roll"))
        self._note_rect = pygame.Rect(rect.left, rect.bottom + scene.px(8), rect.w,
                                      scene.look.line_height("label") * 2)
        self._note = scene.stage.add(Sprite(z=51))
        self._show_note()
        return self._note_rect.bottom

    def fault(self) -> str | None:
        """Return what is wrong with the number, or None."""
        scene, text = self.scene, self.scene.deal_text.strip()
        if not text:
            return scene.say("setup.deal_empty")
        if not text.isascii() or not text.isdigit():
            return scene.say("setup.deal_no_number")
        if int(text) > LARGEST_DEAL:
            return scene.say("setup.deal_too_large", most=LARGEST_DEAL)
        return None

    def _type(self, text: str) -> None:
        self.scene.deal_text = text
        self.field.set_bad(self.fault() is not None)
        self._show_note()

    def _roll(self) -> None:
        text = str(new_seed(self.scene.app))
        self.field.put(text)
        self._type(text)

    def _show_note(self) -> None:
        """Show the meaning of the number, or what is wrong with it."""
        look, rect, fault = self.scene.look, self._note_rect, self.fault()
        image = pygame.Surface((rect.w, rect.h + look.px(6)), pygame.SRCALPHA)
        look.paragraph(image, fault or self._best() or self._meaning(), "label",
                       pygame.Rect(0, 0, rect.w, rect.h),
                       look.theme.bad if fault else look.theme.dim)
        self._note.set(image, rect.topleft)

    def _meaning(self) -> str:
        own = f"game.{self.scene.game}.deal_more"
        return self.scene.say(own if self.scene.texts.has(own) else "setup.deal_more")

    def _best(self) -> str | None:
        """Return the player's best previous result on this deal, or None."""
        scene = self.scene
        best = scene.app.history.best_on_deal(scene.game, scene.variant.name, int(scene.deal_text),
                                              profile=scene.app.me)
        if best is None:
            return None
        won, _, seconds, *_ = best
        return scene.say("setup.deal_won" if won else "setup.deal_lost", time=scene.texts.clock(seconds))
