"""The settings screen: two panels, opened from the shelf, a setup or the menu of a table.

Every change takes effect and is stored at once; there is nothing to save or cancel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import pygame
from yaml import YAMLError

from game import routes
from game.app import App
from game.data import cache as data
from game.data.store import SPEEDS, Settings, game_aids
from game.draw import chrome, shapes, surfaces
from game.draw.domino import domino
from game.draw.svg import masked, raster, round_rect
from game.screen import Screen
from game.screens.rulefiles.folders import open_folder
from game.ui.bar import named_tools, top_bar
from game.ui.dialogs import Dialog
from game.ui.look import themes
from game.ui.text import Texts, languages
from game.ui.theme import THEMES
from game.ui.widgets import Area, Button, Segment, Slider, Toggle, pair_height

TEXT_SIZES = (90, 100, 115, 130, 150)
REBUILT_BY = {"language", "theme", "safe_colours", "text_size", "speed"}
"""Settings that change the look of every screen."""
KEPT_BY_RESET = {"name", "seen_tutorials"}


@dataclass(frozen=True)
class Row:
    """One setting in a panel: caption, minimum and preferred height of its widget, and its factory."""

    caption: str
    least: int
    best: int
    make: Callable[[pygame.Rect], Any]


class SettingsScene(Screen):
    """Look and language on the left, sound and play on the right."""

    def __init__(self, app: App):
        super().__init__(app)
        self._before = replace(app.settings)

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("settings.title"), self.escape)
        area, gap = look.m.page(), self.px(24)
        width = (area.w - gap) // 2
        left = pygame.Rect(area.left, area.top, width, area.h)
        right = left.move(width + gap, 0)
        self._column(left, [[self._language(), self._name()], [self._theme(), self._toggle("safe_colours"),
                                                                  self._toggle("speech")],
                            [self._text_size(), self._speed(), self._fullscreen()]])
        foot = max(self.px(56), look.design["sizes"]["hit_min"])
        self._column(right, [
            [self._volume("sound"), self._volume("music"), *self.silence_rows()],
            [self._moving(), *(self._toggle(name)
                               for name in ("previews", "hints", "warn_lost", "auto_pass", *game_aids()))],
        ], foot)
        self._buttons(pygame.Rect(right.left + self._pad, right.bottom - self._pad - foot,
                                  right.w - 2 * self._pad, foot))
        named_tools(self, [("help", self._open_about, self.say("about.button"), "")],
                    look.size[0] - self.px(24))

    @property
    def _pad(self) -> int:
        return self.px(28)

    def _column(self, panel: pygame.Rect, groups: list[list[Row]], foot: int = 0) -> None:
        """Build a panel with its settings spread over its height, and hairlines between the groups."""
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, panel)
        pad = self._pad
        x, w, y = panel.left + pad, panel.w - 2 * pad, panel.top + self.px(24)
        caption_h = look.line_height("caption") + self.px(8)
        rows = [row for group in groups for row in group]
        captions = sum(caption_h for row in rows if row.caption)
        gaps = len(rows) - len(groups) + 2 * (len(groups) - (not foot))
        room = panel.bottom - pad - y - foot - captions
        heights = _heights(rows, room - gaps * self.px(12))
        gap = max(2, min(self.px(46), (room - sum(heights)) // gaps))
        height = iter(heights)
        for number, group in enumerate(groups):
            if number:
                self._hairline(x, y, w)
                y += gap
            for row in group:
                if row.caption:
                    chrome.draw_caption(look, ground, row.caption, (x, y))
                    y += caption_h
                row.make(rect := pygame.Rect(x, y, w, next(height)))
                y = rect.bottom + gap
        if foot:
            self._hairline(x, panel.bottom - pad - foot - min(gap, self.px(24)), w)

    def _hairline(self, x: int, y: int, w: int) -> None:
        theme = self.look.theme
        shapes.draw_box(self.stage.ground, (x, y, w, max(1, self.px(1.5))), 0, theme.line, theme.line_alpha)

    @property
    def _control(self) -> int:
        """Return the height of a field or a segment."""
        look = self.look
        return max(self.px(look.design["sizes"]["field"]), look.design["sizes"]["hit_min"],
                   look.line_height("name") + self.px(14))

    # --- left: how it looks and speaks ---

    def _language(self) -> Row:
        options = [("auto", self.say("settings.language.auto"))]
        options += [(code, _own_name(code)) for code in languages()]
        return self._segment("language", options)

    def _name(self) -> Row:
        def make(rect: pygame.Rect) -> None:
            self.name_button = Button(self, rect, self.app.player_name(), self._open_people, icon="people",
                                      key="")

        return Row(self.say("settings.name.caption"), self._control, self._control, make)

    def _open_people(self) -> None:
        self.app.open(routes.People())

    def _theme(self) -> Row:
        known = [(name, tokens) for name in themes() if (tokens := theme_tokens(name)) is not None]
        label_h = self.look.line_height("label") + self.px(10)

        def make(rect: pygame.Rect) -> None:
            gap = self.px(14)
            cell = (rect.w - gap * (len(known) - 1)) // len(known)
            for i, (name, tokens) in enumerate(known):
                self._theme_tile(pygame.Rect(rect.left + i * (cell + gap), rect.top, cell, rect.h),
                                 name, tokens)

        return Row(self.say("settings.theme.caption"), self.px(56) + label_h, self.px(140) + label_h, make)

    def _theme_tile(self, rect: pygame.Rect, name: str, tokens: dict[str, Any]) -> None:
        look = self.look
        chosen = look.theme.name == name
        key = f"settings.theme.{name}"
        label = self.say(key) if self.texts.has(key) else name
        label_h = look.line_height("label") + self.px(10)
        icon = look.m.text_px("label") * 1.25

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            swatch = pygame.Rect(box.left, box.top, box.w, box.h - label_h)
            surface.blit(self._swatch(name, tokens, swatch.size), swatch)
            stroke = self.accent if chosen else look.theme.dim if widget.hovered else look.theme.line
            shapes.draw_box(surface, swatch, self.px(12), None, 1, stroke,
                            1 if chosen or widget.hovered else 0.3, max(1.5, (4 if chosen else 2) * look.k))
            middle = (box.centerx, box.bottom - label_h // 2 + self.px(2))
            text = look.write(surface, label, "label", middle, "center",
                              look.theme.text if chosen else look.theme.dim,
                              fit=box.w - (2.4 * icon if chosen else 0))
            if chosen:
                look.draw_icon(surface, "check", (text.left - icon * 0.7, middle[1]), icon, self.accent, 2.8)

        Area(self, rect, lambda: self._change("theme", name), paint_over=paint, radius_name="field")

    def _swatch(self, name: str, tokens: dict[str, Any], size: tuple[int, int]) -> pygame.Surface:
        """Return a preview of a theme: cloth, a domino, a panel with two lines."""
        w, h = size

        def build() -> pygame.Surface:
            face = surfaces.cloth(size, tokens["table"], (0.3, 0.3)).convert_alpha()
            piece = domino(5, 2, max(24, round(min(h * 0.78, w * 0.4)))).image
            face.blit(piece, piece.get_rect(center=(round(w * 0.29), h // 2)))
            panel = pygame.Rect(round(w * 0.56), round(h * 0.2), round(w * 0.36), round(h * 0.6))
            shapes.draw_box(face, panel, h * 0.12, tokens["panel"], 1, tokens["line"], 0.2)
            for i, (colour, part) in enumerate(((tokens["text"], 0.66), (tokens["dim"], 0.44))):
                line = pygame.Rect(panel.left + panel.w // 7, panel.top + round(panel.h * (0.27 + 0.3 * i)),
                                   round(panel.w * part), max(2, round(h * 0.07)))
                shapes.draw_box(face, line, line.h / 2, colour)
            corners = f'<path d="{round_rect(0, 0, w, h, self.px(12))}" fill="#ffffff"/>'
            return masked(face, raster(w, h, corners))

        return self.look.pictures.get(f"swatch:{name}:{size}:{tokens['table']}:{tokens['panel']}", build)

    def _text_size(self) -> Row:
        sizes = sorted({*TEXT_SIZES, self.app.settings.text_size})
        return self._segment("text_size", [(size, self.say("settings.text_size.percent", percent=size))
                                           for size in sizes])

    def _speed(self) -> Row:
        return self._segment("speed", [(name, self.say(f"settings.speed.{name}")) for name in SPEEDS])

    def _fullscreen(self) -> Row:
        def make(rect: pygame.Rect) -> None:
            self.fullscreen_toggle = Toggle(self, rect, self.say("settings.fullscreen.label"),
                                            self.say("settings.fullscreen.more"),
                                            self.app.settings.fullscreen, self._switch_window)

        return Row("", self._toggle_least, self._toggle_best, make)

    def _switch_window(self, full: bool) -> None:
        if full != self.app.settings.fullscreen:
            self.app.toggle_fullscreen()
            self.app.apply_settings()

    # --- right: how it sounds and plays ---

    def _volume(self, name: str) -> Row:
        height = max(self.px(40), self.look.design["sizes"]["hit_min"] - 6)

        def make(rect: pygame.Rect) -> None:
            Slider(self, rect, getattr(self.app.settings, name), lambda value: self._turn_volume(name, value))

        return Row(self.say(f"settings.{name}.caption"), height, height, make)

    def _turn_volume(self, name: str, value: int) -> None:
        setattr(self.app.settings, name, value)
        self.app.apply_settings()
        if name == "sound":
            self.app.sounds.play("lay")  # audible feedback for the new volume

    def silence_rows(self) -> list[Row]:
        """Return a note in place of the sound settings if this machine has no sound."""
        sounds, look = self.app.sounds, self.look
        if sounds.available:
            return []
        height = look.line_height("label") + self.px(4)
        icon = round(look.m.text_px("label") * 1.4)

        def make(rect: pygame.Rect) -> None:
            look.draw_icon(self.stage.ground, "mute", (rect.left + icon // 2, rect.centery), icon,
                           look.theme.warn)
            left = rect.left + icon + self.px(12)
            look.write(self.stage.ground, self.say("settings.silent", reason=sounds.reason), "label",
                       (left, rect.centery), "midleft", fit=rect.right - left)

        return [Row("", height, height, make)]

    def _moving(self) -> Row:
        return self._segment("moving", [(way, self.say(f"settings.moving.{way}"))
                                        for way in ("drag", "click", "both")])

    def _buttons(self, rect: pygame.Rect) -> None:
        gap = self.px(14)
        half = (rect.w - gap) // 2
        buttons: list[tuple[str, str, Callable[[], None]]] = [
            ("settings.folder.button", "folder", lambda: open_folder(self, self.app.store.folder)),
            ("settings.reset.button", "replay", self._ask_reset)]
        for number, (key, icon, act) in enumerate(buttons):
            Button(self, pygame.Rect(rect.left + number * (half + gap), rect.top, half, rect.h),
                   self.say(key), act, icon=icon)

    def _open_about(self) -> None:
        self.app.open(routes.About())

    # --- what both sides are made of ---

    def _segment(self, name: str, options: list[tuple[Any, str]]) -> Row:
        def make(rect: pygame.Rect) -> None:
            Segment(self, rect, options, getattr(self.app.settings, name),
                    lambda value: self._change(name, value))

        return Row(self.say(f"settings.{name}.caption"), self._control, self._control, make)

    def _toggle(self, name: str) -> Row:
        def make(rect: pygame.Rect) -> None:
            Toggle(self, rect, self.say(f"settings.{name}.label"), self.say(f"settings.{name}.more"),
                   self.app.settings.is_on(name), lambda on: self._switch(name, on))

        return Row("", self._toggle_least, self._toggle_best, make)

    @property
    def _toggle_least(self) -> int:
        return max(self.look.design["sizes"]["hit_min"] - 4, self.look.line_height("button") + 6)

    @property
    def _toggle_best(self) -> int:
        return max(self._toggle_least, pair_height(self.look) + self.px(8))

    # --- changes ---

    def _change(self, name: str, value: Any) -> None:
        setattr(self.app.settings, name, value)
        self._apply(name)

    def _switch(self, name: str, on: bool) -> None:
        self.app.settings.turn(name, on=on)
        self._apply(name)

    def _apply(self, name: str) -> None:
        self.app.apply_settings()
        if name in REBUILT_BY:
            self.app.refresh()

    def _ask_reset(self) -> None:
        self.app.push(Dialog(self.app, self.say("settings.reset.title"), self.say("settings.reset.text"),
                             [(self.say("settings.reset.confirm"), self._reset, "replay"),
                              (self.say("button.cancel"), None, None)]))

    def _reset(self) -> None:
        fresh, settings = Settings(), self.app.settings
        if settings.fullscreen != fresh.fullscreen:
            self.app.toggle_fullscreen()
        for item in fields(fresh):
            if item.name not in KEPT_BY_RESET:
                setattr(settings, item.name, getattr(fresh, item.name))
        self.app.apply_settings()
        self.app.refresh()

    # --- life ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self.fullscreen_toggle.on != self.app.settings.fullscreen:  # F11 was pressed
            self.fullscreen_toggle.on = self.app.settings.fullscreen
            self.fullscreen_toggle.refresh()

    def escape(self) -> None:
        if self.app.settings != self._before:
            self.app.refresh()  # the screens below show the name, the sound and the hints too
        self.app.pop()


@cache
def _own_name(code: str) -> str:
    """Return the name of a language in that language."""
    return Texts(code)("language.name")


def _heights(rows: list[Row], room: int) -> list[int]:
    """Distribute the height: rows that need little more grow first, equal ones all or none."""
    spare = room - sum(row.least for row in rows)
    grown = {}
    for growth in sorted({row.best - row.least for row in rows}):
        alike = sum(row.best - row.least == growth for row in rows)
        grown[growth] = growth if growth * alike <= spare else max(0, spare) if alike == 1 else 0
        spare -= grown[growth] * alike
    return [row.least + grown[row.best - row.least] for row in rows]


def theme_tokens(name: str) -> dict[str, Any] | None:
    """Return the tokens of a theme file; None if a player's own theme is unusable."""
    try:
        tokens = data.load(THEMES / f"{name}.yaml")
    except (OSError, YAMLError):
        return None
    needed = {"table", "panel", "line", "text", "dim"}
    return tokens if isinstance(tokens, dict) and needed <= set(tokens) else None
